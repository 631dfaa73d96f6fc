//! The cost of a long job, estimated from a sample of its items.
//!
//! | file | content |
//! |---|---|
//! | `mod` | taking the sample |
//! | `forecast` | from the sample to all items |
//! | `report` | the estimate as a report |
//!
//! The items are sorted so that neighbours cost about the same, and cut into strata of equal size. A batch takes one item
//! from each stratum, so that it is a small picture of the whole job. We measure the CPU time of each batch. A job does
//! some work once for all items, so the first batches are grown until they take a second. The mean of the second half of
//! the batches, when the process is warm, estimates the time of the remaining items. The variation among these batches
//! gives a 95 % interval by Student's t distribution.
//!
//! Some jobs remember results that make later items cheaper. Then the time of n items in one process grows as a power of
//! n below 1, and a short sample does not show that power. The interval extends down to the lowest power that was
//! measured ([`Plan::growth`]), and the estimate uses the middle between that power and 1.

mod forecast;
mod report;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use xxhash_rust::xxh3::xxh3_64;

use crate::failure::Failure;
use crate::progress::Progress;
pub use report::Estimate;

/// After a batch that takes less than this, the next batch has twice as many items.
const BATCH_TIME: Duration = Duration::from_secs(1);

/// The time for a sample.
pub struct Budget {
    seconds: u64,
    started: Instant,
    over: AtomicBool,
    has_sample: AtomicBool,
}

/// The items of a job, and how to sample them.
pub struct Plan<'a, T> {
    /// The name of the job.
    pub job: &'static str,
    /// The job with its options, in words.
    pub title: String,
    /// The name of one item and of several.
    pub unit: [&'static str; 2],
    /// The items, sorted so that neighbours cost about the same.
    pub items: &'a [T],
    /// The number of strata. A batch has one item of each.
    pub strata: usize,
    /// The time of n items in one process grows at least as n to this power. It is 1 unless items share much of what is
    /// remembered.
    pub growth: f64,
    /// The most bytes that a process uses, if the job has a limit.
    pub max_bytes: Option<u64>,
}

/// How a part of the sample ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// All its work is done.
    Finished,
    /// Time was up before.
    Unfinished,
}

/// The measurements.
#[derive(Default)]
struct Sample {
    /// CPU seconds before the first item.
    startup: f64,
    /// The items in batches that were too short to measure.
    short_items: usize,
    /// CPU seconds of these.
    short_seconds: f64,
    /// The items in the measured batches.
    sampled: usize,
    /// CPU seconds per item, for each measured batch.
    batches: Vec<f64>,
    /// CPU seconds of the measured batches.
    spent: f64,
    /// A lower bound on the CPU seconds per item, from a batch that was not finished.
    unfinished: f64,
    bytes: Option<Bytes>,
}

/// The memory of the process after the first and after the last measured batch.
#[derive(Clone, Copy)]
struct Bytes {
    /// The items done at the first measurement.
    early_items: usize,
    early: u64,
    late: u64,
}

impl Sample {
    /// Adds a finished batch.
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

    /// The items done, those in short batches included.
    fn done(&self) -> usize {
        self.short_items + self.sampled
    }
}

impl Budget {
    /// A budget of this many seconds from now on.
    pub fn new(seconds: u64) -> Budget {
        Budget {
            seconds,
            started: Instant::now(),
            over: AtomicBool::new(false),
            has_sample: AtomicBool::new(false),
        }
    }

    /// The length of the budget in seconds.
    pub fn seconds(&self) -> u64 {
        self.seconds
    }

    /// A flag that is set when the time is up or the user interrupts.
    pub fn over(&self) -> &AtomicBool {
        &self.over
    }

    /// True once at least one batch of the sample is done.
    pub fn has_sample(&self) -> bool {
        self.has_sample.load(Ordering::Relaxed)
    }

    fn left(&self) -> Duration {
        Duration::from_secs(self.seconds).saturating_sub(self.started.elapsed())
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Runs a function while another thread watches the time. `progress` counts seconds.
    pub fn watch<R>(
        &self,
        interrupted: &AtomicBool,
        progress: Progress,
        run: impl FnOnce() -> R,
    ) -> R {
        thread::scope(|scope| {
            let (running, ended) = mpsc::channel::<()>();
            scope.spawn(move || {
                let pause = Duration::from_millis(50);
                while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                    let elapsed = self.started.elapsed().as_secs().min(self.seconds);
                    progress.report(elapsed as usize);
                    if elapsed == self.seconds || interrupted.load(Ordering::Relaxed) {
                        self.over.store(true, Ordering::Relaxed);
                    }
                }
            });
            let result = run();
            drop(running);
            result
        })
    }
}

/// Takes a sample and estimates the cost of all items. `first` does the work of every process before its items, and
/// `batch` does some items.
///
/// # Errors
/// The failure of `first` or `batch`.
pub fn estimate<T: Clone>(
    plan: &Plan<T>,
    budget: &Budget,
    first: impl FnOnce() -> Result<Sampling, Failure>,
    batch: &mut dyn FnMut(&[T]) -> Result<Sampling, Failure>,
) -> Result<Estimate, Failure> {
    let sample = plan.sample(budget, first, batch)?;
    Ok(plan.estimate(&sample, rayon::current_num_threads()))
}

impl<T: Clone> Plan<'_, T> {
    fn sample(
        &self,
        budget: &Budget,
        first: impl FnOnce() -> Result<Sampling, Failure>,
        batch: &mut dyn FnMut(&[T]) -> Result<Sampling, Failure>,
    ) -> Result<Sample, Failure> {
        let mut sample = Sample::default();
        let started = first()?;
        sample.startup = cpu_seconds();
        if started == Sampling::Unfinished {
            return Ok(sample);
        }
        let (mut rounds, mut rounds_at_a_time) = (self.rounds(), 1);
        loop {
            let items: Vec<T> = rounds.by_ref().take(rounds_at_a_time).flatten().collect();
            if items.is_empty() {
                break;
            }
            let (before, started) = (cpu_seconds(), Instant::now());
            let ending = batch(&items)?;
            let seconds = cpu_seconds() - before;
            if ending == Sampling::Unfinished {
                sample.unfinished = seconds / items.len() as f64;
                break;
            }
            budget.has_sample.store(true, Ordering::Relaxed);
            let is_short = started.elapsed() < BATCH_TIME.min(budget.left() / 8);
            if is_short && !budget.is_over() {
                sample.short_items += items.len();
                sample.short_seconds += seconds;
                rounds_at_a_time *= 2;
                continue;
            }
            sample.add(items.len(), seconds);
            if budget.is_over() {
                break;
            }
        }
        Ok(sample)
    }

    /// Rounds of items: each has one item from every stratum that still has any. The choice within a stratum is random,
    /// but the same each time.
    fn rounds(&self) -> impl Iterator<Item = Vec<T>> {
        let (n, strata) = (self.items.len(), self.strata.min(self.items.len()).max(1));
        let mut left: Vec<Vec<usize>> = (0..strata)
            .map(|stratum| {
                let mut indices: Vec<usize> =
                    (stratum * n / strata..(stratum + 1) * n / strata).collect();
                indices.sort_by_key(|index| xxh3_64(&index.to_le_bytes()));
                indices
            })
            .collect();
        std::iter::from_fn(move || {
            let drawn = left.iter_mut().filter_map(Vec::pop);
            let items: Vec<T> = drawn.map(|index| self.items[index].clone()).collect();
            (!items.is_empty()).then_some(items)
        })
    }
}

/// The CPU seconds of this process so far, on all threads.
fn cpu_seconds() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn plan(items: &[u32], strata: usize) -> Plan<'_, u32> {
        Plan {
            job: "test",
            title: String::new(),
            unit: ["item", "items"],
            items,
            strata,
            growth: 1.0,
            max_bytes: Some(1_000),
        }
    }

    #[test]
    fn rounds_have_one_item_of_each_stratum_and_every_item_once() {
        let items: Vec<u32> = (0..103).collect();
        for strata in [1, 4, 10, 103, 500] {
            let plan = plan(&items, strata);
            let strata = strata.min(items.len());
            let mut all: Vec<u32> = Vec::new();
            for round in plan.rounds() {
                let stratum = |&item: &u32| {
                    (0..strata).find(|s| (item as usize) < (s + 1) * items.len() / strata)
                };
                let strata: Vec<_> = round.iter().map(stratum).collect();
                assert!(strata.is_sorted_by(|one, next| one < next));
                all.extend(round);
            }
            all.sort_unstable();
            assert_eq!(all, items);
        }
        assert_eq!(plan(&[], 4).rounds().count(), 0);
    }
}
