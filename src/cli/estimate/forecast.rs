//! What a sample says of all items: time, memory, shards.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::report::Estimate;
use super::{Plan, Sample};

/// Seconds that a shard should take, about: short enough to be done again, long enough to be worth a
/// process.
const SHARD_SECONDS: f64 = 3_600.0;

/// A shard's items should take this many times what a process takes before the first of them.
const WORTH_STARTING: f64 = 10.0;

/// The chance that the interval holds the mean of all batches.
const CONFIDENCE: f64 = 0.95;

/// The same work takes more or less CPU time by so much, as other programs share the cores and their caches.
const NOISE: f64 = 0.15;

impl<T> Plan<'_, T> {
    /// What the job would take on so many threads.
    pub fn estimate(&self, sample: &Sample, threads: usize) -> Estimate {
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

#[cfg(test)]
mod tests {
    use super::super::tests::plan;
    use super::*;

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
}
