//! From a sample to the whole job: CPU time, memory, and the number of shards.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::report::{Estimate, EstimateFigures};
use super::{Plan, Sample};

/// About how many seconds a shard should take: short enough to repeat, long enough to justify a process.
const SHARD_SECONDS: f64 = 3_600.0;

/// The items of a shard should take at least this many times as long as the work before the first item.
const MIN_STARTUPS: f64 = 10.0;

/// The chance that the interval holds the mean of all batches.
const CONFIDENCE: f64 = 0.95;

/// The relative variation of the CPU time of the same work, because other programs share the cores and caches.
const NOISE: f64 = 0.15;

impl<T> Plan<'_, T> {
    /// Estimates the job on a machine with this many threads.
    pub(super) fn estimate(&self, sample: &Sample, threads: usize) -> Estimate {
        Estimate::new(self, self.figures(sample, threads))
    }

    fn figures(&self, sample: &Sample, threads: usize) -> EstimateFigures {
        let items = self.items.len();
        let shards = self.shards(sample, threads);
        let of_shards = |shards: usize| {
            let each = self.cpu_seconds(sample, items as f64 / shards as f64);
            each.map(|seconds| seconds * shards as f64)
        };
        let cpu = shards.map(of_shards);
        let lower_bound = sample.unfinished * items as f64;
        let (memory_low, memory_high) = self.memory(sample, items / shards.unwrap_or(1));
        EstimateFigures {
            engine: env!("CARGO_PKG_VERSION"),
            job: self.job,
            items,
            sampled: sample.done(),
            batches: sample.batches.len(),
            first_cpu_seconds: sample.startup,
            cpu_seconds: cpu.map(|[cpu, ..]| cpu),
            cpu_seconds_low: cpu.map_or(lower_bound, |[_, low, _]| low),
            cpu_seconds_high: cpu.map(|[.., high]| high).filter(|high| high.is_finite()),
            memory_low,
            memory_high,
            threads,
            shards,
            shard_seconds: shards
                .zip(cpu)
                .map(|(shards, [cpu, ..])| (cpu / shards as f64 + sample.startup) / threads as f64),
        }
    }

    /// The number of shards to divide the job into. `None` if no batch was finished.
    fn shards(&self, sample: &Sample, threads: usize) -> Option<usize> {
        let items = self.items.len();
        if sample.batches.is_empty() && sample.done() < items {
            return None;
        }
        let each = (SHARD_SECONDS * threads as f64).max(MIN_STARTUPS * sample.startup);
        let seconds = |shards: usize| self.cpu_seconds(sample, items as f64 / shards as f64)[0];
        let mut shards = 1;
        // More shards share fewer results, so they take more time in all.
        while shards < items && seconds(shards) > each {
            let more = (shards as f64 * seconds(shards) / each).ceil() as usize;
            shards = more.clamp(shards + 1, items);
        }
        Some(shards)
    }

    /// The CPU seconds of this many items in one process: estimate, lower bound, upper bound.
    fn cpu_seconds(&self, sample: &Sample, items: f64) -> [f64; 3] {
        if sample.done() == self.items.len() {
            // The sample was the whole job.
            return [(sample.spent + sample.short_seconds) * items / sample.done().max(1) as f64;
                3];
        }
        let (sampled, spent) = (sample.sampled as f64, sample.spent);
        if items <= sampled {
            return [spent * items / sampled; 3];
        }
        let late = late(&sample.batches);
        let rest = mean(late) * (items - sampled);
        let error = relative_error(late).map_or(f64::INFINITY, |error| error + NOISE);
        let with_power = |power: f64| {
            if self.growth < 1.0 {
                spent * (items / sampled).powf(power)
            } else {
                spent + rest
            }
        };
        let estimate = with_power((1.0 + self.growth) / 2.0).min(spent + rest);
        let low = with_power(self.growth).min(spent + rest) * (1.0 - error);
        [estimate, low.max(spent), spent + rest * (1.0 + error)]
    }

    /// The bytes of a process that does this many items: at least the memory of the sample, at most the memory if every
    /// further item adds as much as those of the sample.
    fn memory(&self, sample: &Sample, items: usize) -> (u64, u64) {
        let Some(bytes) = sample.bytes else {
            return (0, self.max_bytes.unwrap_or(0));
        };
        let added = sample.done().saturating_sub(bytes.early_items).max(1) as f64;
        let growth = bytes.late.saturating_sub(bytes.early) as f64 / added;
        let more = items.saturating_sub(sample.done()) as f64;
        let high = bytes.late + (growth * more) as u64;
        let most = self.max_bytes.unwrap_or(u64::MAX);
        (bytes.late, high.min(most).max(bytes.late))
    }
}

/// The batches that represent the remaining items: the second half, or all if there are fewer than four.
fn late(batches: &[f64]) -> &[f64] {
    match batches.len() {
        0..4 => batches,
        count => &batches[count / 2..],
    }
}

fn mean(batches: &[f64]) -> f64 {
    batches.iter().sum::<f64>() / batches.len() as f64
}

/// The relative error of the mean of some batches: half the width of the confidence interval. `None` for one batch.
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

#[cfg(test)]
mod tests {
    use super::super::tests::plan;
    use super::*;

    #[test]
    fn interval_is_students_of_the_second_half() {
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
    fn growth_below_one_gives_less_than_proportional_time() {
        let items: Vec<u32> = (0..1_600).collect();
        let sharing = Plan {
            growth: 0.5,
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
        // Shards as small as the sample share no more than the sample did.
        assert_eq!(sharing.cpu_seconds(&sample, 16.0), [40.0; 3]);
    }

    #[test]
    fn unfinished_batch_gives_only_a_lower_bound() {
        let items: Vec<u32> = (0..400).collect();
        let sample = Sample {
            unfinished: 7.5,
            ..Sample::default()
        };
        let plan = plan(&items, 4);
        let estimate = plan.figures(&sample, 2);
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
    fn complete_sample_gives_the_exact_time() {
        let items: Vec<u32> = (0..8).collect();
        let mut sample = Sample {
            short_items: 3,
            short_seconds: 0.5,
            ..Sample::default()
        };
        sample.add(5, 3.5);
        let known = sample.bytes.unwrap().late;
        let estimate = plan(&items, 4).figures(&sample, 2);
        assert_eq!(estimate.cpu_seconds, Some(4.0));
        assert_eq!(estimate.cpu_seconds_high, Some(4.0));
        assert_eq!(
            (estimate.shards, estimate.shard_seconds),
            (Some(1), Some(2.0))
        );
        assert_eq!((estimate.memory_low, estimate.memory_high), (known, known));
    }

    #[test]
    fn shards_take_about_an_hour_and_justify_their_startup() {
        let items: Vec<u32> = (0..10_000).collect();
        let mut sample = Sample::default();
        for _ in 0..25 {
            sample.add(4, 3_600.0);
        }
        // 2,500 CPU hours on ten threads.
        let plan = plan(&items, 4);
        assert_eq!(plan.figures(&sample, 10).shards, Some(250));
        sample.startup = 36_000.0;
        assert_eq!(plan.figures(&sample, 10).shards, Some(25));
    }
}
