//! `--estimate`: what a long job would take, from a sample of its items.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | the option, and the sample |
//! | `forecast` | what the sample says of all items |
//! | `report` | that in every form |
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

mod forecast;
mod report;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use cpu_time::ProcessTime;
use xxhash_rust::xxh3::xxh3_64;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::interrupt;
use super::number::number;
use super::output::{Format, OutputArgs, write_csv, write_json};
use super::progress::Progress;

/// A batch that takes less than this is followed by one of twice as many items.
const BATCH_TIME: Duration = Duration::from_secs(1);

/// The option that asks for an estimate.
#[derive(Args)]
pub struct EstimateArgs {
    /// Do a sample of the job for about so many seconds [default: 60], and say what all of it would take and
    /// into how many shards to divide it. It is of the CPU alone
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
    /// The time for a sample, if an estimate is asked for: of the CPU, whose time is measured.
    ///
    /// # Errors
    /// [`Failure`] if a GPU is asked for.
    pub fn budget(&self, compute: &ComputeArgs) -> Result<Option<Budget>, Failure> {
        let Some(seconds) = self.estimate else {
            return Ok(None);
        };
        compute.check_no_gpu("--estimate")?;
        Ok(Some(Budget {
            seconds,
            started: Instant::now(),
            over: AtomicBool::new(false),
        }))
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

/// What was measured.
#[derive(Default)]
pub struct Sample {
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
            if !budget.is_over() && elapsed < BATCH_TIME.min(budget.left() / 8) {
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
}

/// CPU seconds of this process so far, on all threads.
fn cpu_seconds() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn plan(items: &[u32], strata: usize) -> Plan<'_, u32> {
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
}
