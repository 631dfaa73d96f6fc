//! The figures of a partition, and the order of guesses by each of them.

use serde::Serialize;

use crate::compute::PartitionStats;
use crate::compute::partition::LOG_FRACTION_BITS;

/// A figure by which guesses are ranked. N is the number of candidates, n the size of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Metric {
    /// The number of non-empty groups: more is better.
    Splits,
    /// The size of the largest group: less is better.
    Largest,
    /// The expected number of candidates left, Σ n² / N: less is better.
    Expected,
    /// The information gained, log2 N − Σ n·log2 n / N bits: more is better.
    Entropy,
    /// The number of groups of one candidate: more is better.
    Singletons,
    /// The chance of having won after this guess and the next, splits / N: more is better.
    WinInTwo,
}

impl Metric {
    /// The figure as an integer that is lower for a better guess.
    ///
    /// On one candidate set, costs compare exactly as the figures do, without rounding. The exception is entropy,
    /// whose cost is a sum of rounded terms: equal entropies have equal costs, but entropies that differ by less
    /// than the rounding may compare the wrong way round.
    pub fn cost(self, stats: &PartitionStats) -> u64 {
        match self {
            Metric::Splits | Metric::WinInTwo => u64::MAX - u64::from(stats.splits),
            Metric::Largest => stats.largest.into(),
            Metric::Expected => stats.sum_squares,
            Metric::Entropy => stats.sum_n_log_n,
            Metric::Singletons => u64::MAX - u64::from(stats.singletons),
        }
    }
}

/// The expected number of candidates left, Σ n² / N, or 0 if there are no candidates.
pub fn expected(stats: &PartitionStats, candidates: usize) -> f64 {
    stats.sum_squares as f64 / candidates.max(1) as f64
}

/// The information gained in bits, log2 N − Σ n·log2 n / N, or 0 if there are no candidates. The sum is stored in
/// steps of 2^-30, so the result is accurate to eight decimal places.
pub fn entropy(stats: &PartitionStats, candidates: usize) -> f64 {
    let n = candidates.max(1) as f64;
    let sum = stats.sum_n_log_n as f64 / f64::from(1u32 << LOG_FRACTION_BITS);
    (n.log2() - sum / n).max(0.0)
}

/// The chance of having won after this guess and the next, splits / N, or 0 if there are no candidates. In a group of
/// n words, guessing any one of them wins with a chance of 1/n, so each group contributes 1/N.
pub fn win_in_two(stats: &PartitionStats, candidates: usize) -> f64 {
    f64::from(stats.splits) / candidates.max(1) as f64
}
