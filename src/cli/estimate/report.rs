//! An estimate in every form.

use std::io::{self, Write};
use std::time::Duration;

use comfy_table::CellAlignment::{Left, Right};
use indicatif::{HumanCount, HumanDuration};
use serde::Serialize;

use super::super::number::counted;
use super::super::output::{table, write_table};
use super::Plan;

/// Bytes of a megabyte, and seconds of an hour.
const MEGABYTE: f64 = (1 << 20) as f64;
const HOUR: f64 = 3_600.0;

/// What a job would take. Names are stable.
#[derive(Serialize)]
pub struct Estimate {
    pub engine: &'static str,
    pub job: &'static str,
    pub items: usize,
    pub sampled: usize,
    pub batches: usize,
    /// CPU seconds of a process before its first item.
    pub first_cpu_seconds: f64,
    /// CPU seconds of all items, in so many shards; none if not one batch was finished.
    pub cpu_seconds: Option<f64>,
    pub cpu_seconds_low: f64,
    pub cpu_seconds_high: Option<f64>,
    /// Bytes of a process that does one of the shards.
    pub memory_low: u64,
    pub memory_high: u64,
    pub threads: usize,
    /// The number of shards to divide the job into; none if that is not known.
    pub shards: Option<usize>,
    /// How long each takes on so many threads.
    pub shard_seconds: Option<f64>,
}

impl<T> Plan<'_, T> {
    /// Writes the estimate for people.
    pub fn write_table(&self, out: &mut dyn Write, estimate: &Estimate) -> io::Result<()> {
        let [one, many] = self.unit;
        writeln!(out, "estimate of {}", self.title)?;
        writeln!(
            out,
            "{}, of which {} done in {}",
            counted(estimate.items, one, many),
            match estimate.sampled {
                1 => "1 was".to_owned(),
                sampled => format!("{} were", HumanCount(sampled as u64)),
            },
            counted(estimate.batches, "batch", "batches"),
        )?;
        let (unit, name) = match estimate.cpu_seconds.unwrap_or(estimate.cpu_seconds_low) {
            seconds if seconds < HOUR / 2.0 => (1.0, "CPU seconds"),
            _ => (HOUR, "CPU hours"),
        };
        let cpu = |seconds: Option<f64>| {
            seconds.map_or("?".to_owned(), |seconds| significant(seconds / unit))
        };
        let megabytes = |bytes: u64| significant(bytes as f64 / MEGABYTE);
        let mut figures = table(&[
            ("", Left),
            ("estimate", Right),
            ("at least", Right),
            ("at most", Right),
        ]);
        figures.add_row([
            name.to_owned(),
            cpu(estimate.cpu_seconds),
            cpu(Some(estimate.cpu_seconds_low)),
            cpu(estimate.cpu_seconds_high),
        ]);
        figures.add_row([
            "MB of a process".to_owned(),
            String::new(),
            megabytes(estimate.memory_low),
            megabytes(estimate.memory_high),
        ]);
        write_table(out, &figures)?;
        writeln!(
            out,
            "each process first takes {} CPU seconds",
            significant(estimate.first_cpu_seconds)
        )?;
        self.write_advice(out, estimate)
    }

    fn write_advice(&self, out: &mut dyn Write, estimate: &Estimate) -> io::Result<()> {
        let (Some(shards), Some(seconds)) = (estimate.shards, estimate.shard_seconds) else {
            return writeln!(
                out,
                "no batch was finished: give --estimate more seconds for more than a bound"
            );
        };
        if estimate.cpu_seconds_high.is_none() {
            writeln!(
                out,
                "one batch tells no interval: give --estimate more seconds"
            )?;
        }
        // Less than a second is none in words.
        let takes = HumanDuration(Duration::from_secs_f64(seconds.max(1.0)));
        let threads = counted(estimate.threads, "thread", "threads");
        match shards {
            1 => writeln!(out, "one process: {takes} on {threads}"),
            _ => writeln!(
                out,
                "--shard 1/{shards} to {shards}/{shards}: {takes} each on {threads}"
            ),
        }
    }
}

/// A number to three significant digits, or whole.
fn significant(number: f64) -> String {
    let digits = match number {
        number if number >= 100.0 => return HumanCount(number.round() as u64).to_string(),
        number if number > 0.0 => (2 - number.log10().floor() as i32).clamp(0, 6),
        _ => 0,
    };
    format!("{number:.*}", digits as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let told = [0.0, 0.012345, 1.0, 23.456, 999.6, 12_345.6].map(significant);
        assert_eq!(told, ["0", "0.0123", "1.00", "23.5", "1,000", "12,346"]);
    }
}
