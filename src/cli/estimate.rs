//! `--estimate`: what a long job would take, from a sample of its items.
//!
//! Items stand in an order in which neighbours cost about as much, and are cut into strata. A batch takes one
//! item of each stratum, or several, so that each batch is a small picture of the job; its CPU time is measured.
//! Batches first grow until they take a while, since a job does some things once for all its items. The mean
//! of the second half of the batches, when a process is warm, gives the time of the items that were not done,
//! and how they differ a 95 % interval, by Student's distribution.
//!
//! Where what is remembered of an item makes others cheaper, that is too much for many items in one process:
//! their time then grows as a power of their number, which a short sample does not tell. The interval goes down
//! to the least power that was measured ([`Plan::sharing`]), and the estimate takes the middle one.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use cpu_time::ProcessTime;
use indicatif::{HumanCount, HumanDuration};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use xxhash_rust::xxh3::xxh3_64;

use super::failure::Failure;
use super::interrupt;
use super::number::{counted, number};
use super::output::{Format, OutputArgs, table, write_csv, write_json, write_table};
use super::progress::Progress;

/// Seconds that a shard should take, about: short enough to be done again, long enough to be worth a
/// process.
const SHARD_SECONDS: f64 = 3_600.0;

/// A shard's items should take this many times what a process takes before the first of them.
const WORTH_STARTING: f64 = 10.0;

/// The chance that the interval holds the mean of all batches.
const CONFIDENCE: f64 = 0.95;

/// The same work takes more or less CPU time by so much, as other programs share the cores and their caches.
const NOISE: f64 = 0.15;

/// A batch that takes less than this is followed by one of twice as many items.
const BATCH_TIME: Duration = Duration::from_secs(1);

/// Bytes of a megabyte, and seconds of an hour.
const MEGABYTE: f64 = (1 << 20) as f64;
const HOUR: f64 = 3_600.0;

/// The option that asks for an estimate.
#[derive(Args)]
pub struct EstimateArgs {
    /// Do a sample of the job for about so many seconds [default: 60], and say what all of it would take and
    /// into how many shards to divide it
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        default_missing_value = "60",
        conflicts_with = "shard",
        value_parser = |text: &str| number::<u64>(text, 1, 1_000_000),
        help_heading = "Shard options"
    )]
    estimate: Option<u64>,
}

impl EstimateArgs {
    /// The time for a sample, if an estimate is asked for.
    pub fn budget(&self) -> Option<Budget> {
        self.estimate.map(|seconds| Budget {
            seconds,
            started: Instant::now(),
            over: AtomicBool::new(false),
        })
    }
}

/// The time for a sample.
pub struct Budget {
    seconds: u64,
    started: Instant,
    over: AtomicBool,
}

/// The items of a job and how a sample of them is taken.
pub struct Plan<'a, T> {
    /// The job.
    pub job: &'static str,
    /// What is done, with which options, in words.
    pub title: String,
    /// An item in words, and several.
    pub unit: [&'static str; 2],
    /// The items, in an order in which neighbours cost about as much.
    pub items: &'a [T],
    /// Strata: a batch has one item of each.
    pub strata: usize,
    /// The time of n items in one process grows at least as n to this power: 1, unless items share much of
    /// what is remembered.
    pub sharing: f64,
    /// Bytes that a process takes at most, if its job has a limit.
    pub most_bytes: Option<u64>,
}

/// What a job would take. Names are stable.
#[derive(Serialize)]
struct Estimate {
    engine: &'static str,
    job: &'static str,
    items: usize,
    sampled: usize,
    batches: usize,
    /// CPU seconds of a process before its first item.
    first_cpu_seconds: f64,
    /// CPU seconds of all items, in so many shards; none if not one batch was finished.
    cpu_seconds: Option<f64>,
    cpu_seconds_low: f64,
    cpu_seconds_high: Option<f64>,
    /// Bytes of a process that does one of the shards.
    memory_low: u64,
    memory_high: u64,
    threads: usize,
    /// The number of shards to divide the job into; none if that is not known.
    shards: Option<usize>,
    /// How long each takes on so many threads.
    shard_seconds: Option<f64>,
}

/// What was measured.
#[derive(Default)]
struct Sample {
    first: f64,
    /// Items and CPU seconds of batches that were too short to tell anything.
    short: (usize, f64),
    /// Items of the others.
    sampled: usize,
    /// CPU seconds of an item, of each of these batches.
    batches: Vec<f64>,
    /// CPU seconds of these batches.
    spent: f64,
    /// CPU seconds of an item, at least, of a batch that was not finished.
    unfinished: f64,
    bytes: Option<Bytes>,
}

/// Bytes in memory after the first batch, when so many items were done, and after the last.
#[derive(Clone, Copy)]
struct Bytes {
    early_items: usize,
    early: u64,
    late: u64,
}

impl Sample {
    /// Adds a batch that was finished.
    fn add(&mut self, items: usize, seconds: f64) {
        self.sampled += items;
        self.spent += seconds;
        self.batches.push(seconds / items as f64);
        let now = memory_stats::memory_stats().map_or(0, |now| now.physical_mem as u64);
        let early_items = self.done();
        let bytes = self.bytes.get_or_insert(Bytes {
            early_items,
            early: now,
            late: now,
        });
        bytes.late = now;
    }

    /// The items that were done, also in short batches.
    fn done(&self) -> usize {
        self.short.0 + self.sampled
    }
}

impl Budget {
    /// Becomes true when the time is over, or somebody interrupts.
    pub fn over(&self) -> &AtomicBool {
        &self.over
    }

    /// The time that is left.
    fn left(&self) -> Duration {
        Duration::from_secs(self.seconds).saturating_sub(self.started.elapsed())
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Runs a job while the time is watched, and shown on a terminal.
    fn watch<R>(&self, job: impl FnOnce() -> R) -> R {
        let progress = Progress::new("seconds of the sample", self.seconds as usize);
        thread::scope(|scope| {
            let (running, ended) = mpsc::channel::<()>();
            scope.spawn(move || {
                let pause = Duration::from_millis(50);
                while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    let elapsed = self.started.elapsed().as_secs();
                    progress.set((elapsed.min(self.seconds)) as usize);
                    if elapsed >= self.seconds || interrupt::is_interrupted() {
                        self.over.store(true, Ordering::Relaxed);
                    }
                }
            });
            let result = job();
            drop(running);
            result
        })
    }
}

impl<T: Clone> Plan<'_, T> {
    /// Takes the sample and writes the estimate. `first` is what each process does before its items;
    /// `batch` does some of them. Both say whether they came to their end before the time was over.
    ///
    /// # Errors
    /// Those of the job, and of the result's file.
    pub fn run(
        &self,
        budget: &Budget,
        output: &OutputArgs,
        first: impl FnOnce() -> Result<bool, Failure>,
        batch: impl FnMut(&[T]) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        // Ctrl-C ends the sample after its batch, and what is known then is told.
        interrupt::catch()?;
        let sample = budget.watch(|| self.sample(budget, first, batch))?;
        let estimate = self.estimate(&sample, rayon::current_num_threads());
        output.write(|out| match output.format {
            Format::Table => self.write_table(out, &estimate),
            Format::Csv => write_csv(out, [&estimate]),
            Format::Json => write_json(out, &estimate),
        })
    }

    fn sample(
        &self,
        budget: &Budget,
        first: impl FnOnce() -> Result<bool, Failure>,
        mut batch: impl FnMut(&[T]) -> Result<bool, Failure>,
    ) -> Result<Sample, Failure> {
        let mut sample = Sample::default();
        let begun = first()?;
        sample.first = cpu_seconds();
        if !begun {
            return Ok(sample);
        }
        let (mut rounds, mut at_a_time) = (self.rounds(), 1);
        loop {
            let items: Vec<T> = rounds.by_ref().take(at_a_time).flatten().collect();
            if items.is_empty() {
                break;
            }
            let (before, started) = (cpu_seconds(), Instant::now());
            let finished = batch(&items)?;
            let took = cpu_seconds() - before;
            if !finished {
                sample.unfinished = took / items.len() as f64;
                break;
            }
            let elapsed = started.elapsed();
            if elapsed < BATCH_TIME.min(budget.left() / 8) {
                sample.short.0 += items.len();
                sample.short.1 += took;
                at_a_time *= 2;
                continue;
            }
            sample.add(items.len(), took);
            if budget.is_over() {
                break;
            }
        }
        Ok(sample)
    }

    /// Items, one of each stratum and again, until no stratum has any left. Which item of a stratum is drawn is
    /// by chance, but the same each time.
    fn rounds(&self) -> impl Iterator<Item = Vec<T>> {
        let (n, strata) = (self.items.len(), self.strata.min(self.items.len()).max(1));
        let mut left: Vec<Vec<usize>> = (0..strata)
            .map(|stratum| {
                let mut places: Vec<usize> =
                    (stratum * n / strata..(stratum + 1) * n / strata).collect();
                places.sort_by_key(|place| xxh3_64(&place.to_le_bytes()));
                places
            })
            .collect();
        std::iter::from_fn(move || {
            let drawn = left.iter_mut().filter_map(Vec::pop);
            let items: Vec<T> = drawn.map(|place| self.items[place].clone()).collect();
            (!items.is_empty()).then_some(items)
        })
    }

    fn estimate(&self, sample: &Sample, threads: usize) -> Estimate {
        let items = self.items.len();
        let shards = self.shards(sample, threads);
        let of_shards = |shards: usize| {
            let each = self.cpu_seconds(sample, items as f64 / shards as f64);
            each.map(|seconds| seconds * shards as f64)
        };
        let cpu = shards.map(of_shards);
        let bound = sample.unfinished * items as f64;
        let (memory_low, memory_high) = self.memory(sample, items / shards.unwrap_or(1));
        Estimate {
            engine: env!("CARGO_PKG_VERSION"),
            job: self.job,
            items,
            sampled: sample.done(),
            batches: sample.batches.len(),
            first_cpu_seconds: sample.first,
            cpu_seconds: cpu.map(|[cpu, ..]| cpu),
            cpu_seconds_low: cpu.map_or(bound, |[_, low, _]| low),
            cpu_seconds_high: cpu.map(|[.., high]| high).filter(|high| high.is_finite()),
            memory_low,
            memory_high,
            threads,
            shards,
            shard_seconds: shards
                .zip(cpu)
                .map(|(shards, [cpu, ..])| (cpu / shards as f64 + sample.first) / threads as f64),
        }
    }

    /// Into how many shards to divide the job; unknown if no batch was finished.
    fn shards(&self, sample: &Sample, threads: usize) -> Option<usize> {
        let items = self.items.len();
        if sample.batches.is_empty() && sample.done() < items {
            return None;
        }
        let each = (SHARD_SECONDS * threads as f64).max(WORTH_STARTING * sample.first);
        let takes = |shards: usize| self.cpu_seconds(sample, items as f64 / shards as f64)[0];
        let mut shards = 1;
        // More shards share less, and so take more in all.
        while shards < items && takes(shards) > each {
            let more = (shards as f64 * takes(shards) / each).ceil() as usize;
            shards = more.clamp(shards + 1, items);
        }
        Some(shards)
    }

    /// The CPU seconds of so many items in one process: estimated, at least and at most.
    fn cpu_seconds(&self, sample: &Sample, items: f64) -> [f64; 3] {
        if sample.done() == self.items.len() {
            // It is known, and the whole job is short.
            return [(sample.spent + sample.short.1) * items / sample.done().max(1) as f64; 3];
        }
        let (sampled, spent) = (sample.sampled as f64, sample.spent);
        if items <= sampled {
            return [spent * items / sampled; 3];
        }
        let late = late(&sample.batches);
        let rest = mean(late) * (items - sampled);
        let error = relative_error(late).map_or(f64::INFINITY, |error| error + NOISE);
        let shared = |least: f64| match self.sharing < 1.0 {
            true => spent * (items / sampled).powf(least),
            false => spent + rest,
        };
        let estimate = shared((1.0 + self.sharing) / 2.0).min(spent + rest);
        let low = shared(self.sharing).min(spent + rest) * (1.0 - error);
        [estimate, low.max(spent), spent + rest * (1.0 + error)]
    }

    /// The bytes of a process that does so many items: what the sample took, and what it takes if every
    /// item adds as much as those of the sample.
    fn memory(&self, sample: &Sample, items: usize) -> (u64, u64) {
        let Some(bytes) = sample.bytes else {
            return (0, self.most_bytes.unwrap_or(0));
        };
        let added = sample.done().saturating_sub(bytes.early_items).max(1) as f64;
        let growth = bytes.late.saturating_sub(bytes.early) as f64 / added;
        let more = items.saturating_sub(sample.done()) as f64;
        let high = bytes.late + (growth * more) as u64;
        let most = self.most_bytes.unwrap_or(u64::MAX);
        (bytes.late, high.min(most).max(bytes.late))
    }

    fn write_table(&self, out: &mut dyn Write, estimate: &Estimate) -> io::Result<()> {
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

/// CPU seconds of this process so far, on all threads.
fn cpu_seconds() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}

/// The batches that tell what those to come will take: the second half, once there are some.
fn late(batches: &[f64]) -> &[f64] {
    match batches.len() {
        0..4 => batches,
        many => &batches[many / 2..],
    }
}

fn mean(batches: &[f64]) -> f64 {
    batches.iter().sum::<f64>() / batches.len() as f64
}

/// By how much the mean of some batches may be wrong, in parts of it; unknown of one.
fn relative_error(batches: &[f64]) -> Option<f64> {
    let (n, mean) = (batches.len() as f64, mean(batches));
    let freedom = n - 1.0;
    if freedom < 1.0 || mean <= 0.0 {
        return None;
    }
    let squares: f64 = batches.iter().map(|batch| (batch - mean).powi(2)).sum();
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    let quantile = student.inverse_cdf((1.0 + CONFIDENCE) / 2.0);
    Some(quantile * (squares / freedom / n).sqrt() / mean)
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

    fn plan(items: &[u32], strata: usize) -> Plan<'_, u32> {
        Plan {
            job: "test",
            title: String::new(),
            unit: ["item", "items"],
            items,
            strata,
            sharing: 1.0,
            most_bytes: Some(1_000),
        }
    }

    #[test]
    fn a_batch_has_one_item_of_each_stratum_and_all_batches_every_item_once() {
        let items: Vec<u32> = (0..103).collect();
        for strata in [1, 4, 10, 103, 500] {
            let plan = plan(&items, strata);
            let strata = strata.min(items.len());
            let mut all: Vec<u32> = Vec::new();
            for batch in plan.rounds() {
                let stratum = |&item: &u32| {
                    (0..strata).find(|s| (item as usize) < (s + 1) * items.len() / strata)
                };
                let strata: Vec<_> = batch.iter().map(stratum).collect();
                assert!(strata.is_sorted_by(|one, next| one < next));
                all.extend(batch);
            }
            all.sort_unstable();
            assert_eq!(all, items);
        }
        assert_eq!(plan(&[], 4).rounds().count(), 0);
    }

    #[test]
    fn the_interval_is_students_of_the_second_half() {
        // Four batches of mean 10 and deviation 2; t of three degrees of freedom is 3.182 at 97.5 %.
        let late = [8.0, 12.0, 8.0, 12.0];
        let deviation = (16.0_f64 / 3.0).sqrt();
        let expected = 3.182_446 * deviation / 2.0 / 10.0;
        assert!((relative_error(&late).unwrap() - expected).abs() < 1e-6);
        assert_eq!(relative_error(&late[..1]), None);
        let items: Vec<u32> = (0..400).collect();
        let mut sample = Sample::default();
        for seconds in [[50.0; 4], late].concat() {
            sample.add(4, seconds);
        }
        let [cpu, low, high] = plan(&items, 4).cpu_seconds(&sample, 400.0);
        // 240 seconds were spent, and there are 92 more batches.
        assert_eq!(cpu, 240.0 + 920.0);
        let error = expected + NOISE;
        assert!((low - 1_160.0 * (1.0 - error)).abs() < 1e-3);
        assert!((high - (240.0 + 920.0 * (1.0 + error))).abs() < 1e-3);
    }

    #[test]
    fn where_items_share_what_is_remembered_many_take_less_than_their_number() {
        let items: Vec<u32> = (0..1_600).collect();
        let sharing = Plan {
            sharing: 0.5,
            ..plan(&items, 4)
        };
        let mut sample = Sample::default();
        for seconds in [10.0; 4] {
            sample.add(4, seconds);
        }
        let [cpu, low, high] = sharing.cpu_seconds(&sample, 1_600.0);
        assert!((cpu - 40.0 * 100.0_f64.powf(0.75)).abs() < 1e-6);
        assert!((low - 400.0 * (1.0 - NOISE)).abs() < 1e-6);
        assert!((high - (4_000.0 + NOISE * 3_960.0)).abs() < 1e-6);
        // In shards as small as the sample they share no more than those did.
        assert_eq!(sharing.cpu_seconds(&sample, 16.0), [40.0; 3]);
    }

    #[test]
    fn a_batch_that_was_not_finished_gives_a_bound_alone() {
        let items: Vec<u32> = (0..400).collect();
        let sample = Sample {
            unfinished: 7.5,
            ..Sample::default()
        };
        let plan = plan(&items, 4);
        let estimate = plan.estimate(&sample, 2);
        assert_eq!(
            (
                estimate.cpu_seconds,
                estimate.cpu_seconds_low,
                estimate.cpu_seconds_high
            ),
            (None, 3_000.0, None)
        );
        assert_eq!((estimate.shards, estimate.memory_high), (None, 1_000));
    }

    #[test]
    fn what_was_done_to_the_end_is_known() {
        let items: Vec<u32> = (0..8).collect();
        let mut sample = Sample {
            short: (3, 0.5),
            ..Sample::default()
        };
        sample.add(5, 3.5);
        let known = sample.bytes.unwrap().late;
        let estimate = plan(&items, 4).estimate(&sample, 2);
        assert_eq!(estimate.cpu_seconds, Some(4.0));
        assert_eq!(estimate.cpu_seconds_high, Some(4.0));
        assert_eq!(
            (estimate.shards, estimate.shard_seconds),
            (Some(1), Some(2.0))
        );
        assert_eq!((estimate.memory_low, estimate.memory_high), (known, known));
    }

    #[test]
    fn shards_take_about_an_hour_and_are_worth_their_start() {
        let items: Vec<u32> = (0..10_000).collect();
        let mut sample = Sample::default();
        for _ in 0..25 {
            sample.add(4, 3_600.0);
        }
        // 2,500 CPU hours on ten threads.
        let plan = plan(&items, 4);
        assert_eq!(plan.estimate(&sample, 10).shards, Some(250));
        sample.first = 36_000.0;
        assert_eq!(plan.estimate(&sample, 10).shards, Some(25));
    }

    #[test]
    fn numbers_have_three_digits() {
        let told = [0.0, 0.012345, 1.0, 23.456, 999.6, 12_345.6].map(significant);
        assert_eq!(told, ["0", "0.0123", "1.00", "23.5", "1,000", "12,346"]);
    }
}
