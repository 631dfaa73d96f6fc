//! An estimate as a report.

use std::io;
use std::time::Duration;

use serde::Serialize;

use super::Plan;
use crate::jobs::MEGABYTE;
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::{counted, grouped, rough_duration};
use crate::report::{Document, JsonWriter, Report, Rows, Table, cells};

/// Seconds of an hour.
const HOUR: f64 = 3_600.0;

/// The estimated cost of a job.
pub struct Estimate {
    title: String,
    unit: [&'static str; 2],
    figures: EstimateFigures,
}

/// The JSON form, and a row of the CSV form. Names are stable.
#[derive(Serialize)]
pub(super) struct EstimateFigures {
    pub engine: &'static str,
    pub job: &'static str,
    pub items: usize,
    pub sampled: usize,
    pub batches: usize,
    /// CPU seconds of a process before its first item.
    pub first_cpu_seconds: f64,
    /// CPU seconds of all items, divided into `shards`. `None` if no batch was finished.
    pub cpu_seconds: Option<f64>,
    pub cpu_seconds_low: f64,
    pub cpu_seconds_high: Option<f64>,
    /// Bytes of a process that does one of the shards.
    pub memory_low: u64,
    pub memory_high: u64,
    pub threads: usize,
    /// The number of shards to divide the job into, if known.
    pub shards: Option<usize>,
    /// The duration of a shard on this many threads.
    pub shard_seconds: Option<f64>,
}

impl Estimate {
    pub(super) fn new<T>(plan: &Plan<T>, figures: EstimateFigures) -> Estimate {
        Estimate {
            title: plan.title.clone(),
            unit: plan.unit,
            figures,
        }
    }

    fn table(&self) -> Table {
        let figures = &self.figures;
        let (unit, name) = match figures.cpu_seconds.unwrap_or(figures.cpu_seconds_low) {
            seconds if seconds < HOUR / 2.0 => (1.0, "CPU seconds"),
            _ => (HOUR, "CPU hours"),
        };
        let cpu = |seconds: Option<f64>| {
            seconds.map_or("?".to_owned(), |seconds| significant(seconds / unit))
        };
        let megabytes = |bytes: u64| significant(bytes as f64 / MEGABYTE as f64);
        let mut table = Table::new([
            ("", Left),
            ("estimate", Right),
            ("at least", Right),
            ("at most", Right),
        ]);
        table.row(cells![
            name,
            cpu(figures.cpu_seconds),
            cpu(Some(figures.cpu_seconds_low)),
            cpu(figures.cpu_seconds_high),
        ]);
        table.row(cells![
            "MB per process",
            "",
            megabytes(figures.memory_low),
            megabytes(figures.memory_high),
        ]);
        table
    }

    /// How to divide the job.
    fn add_advice(&self, document: &mut Document) {
        let figures = &self.figures;
        let (Some(shards), Some(seconds)) = (figures.shards, figures.shard_seconds) else {
            document.line(
                "no batch was finished: give --estimate more seconds for more than a lower bound",
            );
            return;
        };
        if figures.cpu_seconds_high.is_none() {
            document.line("one batch gives no interval: give --estimate more seconds");
        }
        // Less than a second would be written as no time at all.
        let duration = rough_duration(Duration::from_secs_f64(seconds.max(1.0)));
        let threads = counted(figures.threads, "thread", "threads");
        document.line(if shards == 1 {
            format!("one process: {duration} on {threads}")
        } else {
            format!("--shard 1/{shards} to {shards}/{shards}: {duration} each on {threads}")
        });
    }
}

impl Report for Estimate {
    fn document(&self) -> Document<'_> {
        let figures = &self.figures;
        let [one, many] = self.unit;
        let mut document = Document::new();
        document.line(format!("estimate of {}", self.title));
        let sampled = if figures.sampled == 1 {
            "1 was".to_owned()
        } else {
            format!("{} were", grouped(figures.sampled))
        };
        document.line(format!(
            "{}; {sampled} done in {}",
            counted(figures.items, one, many),
            counted(figures.batches, "batch", "batches"),
        ));
        document.table(self.table());
        document.line(format!(
            "each process first takes {} CPU seconds",
            significant(figures.first_cpu_seconds)
        ));
        self.add_advice(&mut document);
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write([&self.figures])
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&self.figures)
    }
}

/// A number with three significant digits, or rounded to a whole number from 100 on.
fn significant(number: f64) -> String {
    let digits = match number {
        number if number >= 100.0 => return grouped(number.round() as u64),
        number if number > 0.0 => (2 - number.log10().floor() as i32).clamp(0, 6),
        _ => 0,
    };
    format!("{number:.*}", digits as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_significant_digits() {
        let texts = [0.0, 0.012345, 1.0, 23.456, 999.6, 12_345.6].map(significant);
        assert_eq!(texts, ["0", "0.0123", "1.00", "23.5", "1,000", "12,346"]);
    }
}
