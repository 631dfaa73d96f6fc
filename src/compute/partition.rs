//! What one guess does to one candidate set, in whole numbers.

use serde::Serialize;

/// Fractional bits of [`PartitionStats::sum_n_log_n`].
pub const LOG_FRACTION_BITS: u32 = 14;

/// The most candidates that a set may have: [`PartitionStats::sum_squares`] and
/// [`PartitionStats::sum_n_log_n`] of a larger one need not fit the 52 and 44 bits a shader gives them.
pub const MAX_CANDIDATES: usize = 1 << 24;

/// The groups into which a guess splits a candidate set, summed up.
///
/// A group is the candidates that would show the same pattern; N is the number of candidates and n
/// the size of a group. Every figure is a sum of integers (or a maximum), so that each backend and
/// each order of summation gives the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PartitionStats {
    /// The number of groups.
    pub splits: u32,
    /// The number of groups of one candidate.
    pub singletons: u32,
    /// The size of the largest group.
    pub largest: u32,
    /// Whether the guess is itself a candidate (its group is the solved one).
    pub candidate: bool,
    /// Σ n².
    pub sum_squares: u64,
    /// Σ round(n · log2 n · 2^14).
    pub sum_n_log_n: u64,
}

/// round(n · log2 n · 2^14), the term of one group of n in [`PartitionStats::sum_n_log_n`].
pub fn n_log_n(n: u32) -> u64 {
    if n < 2 {
        return 0;
    }
    let n = f64::from(n);
    (n * n.log2() * f64::from(1u32 << LOG_FRACTION_BITS)).round() as u64
}

impl PartitionStats {
    /// Sums up groups of the given sizes, by pattern code; the slow and obvious way, which the
    /// backends' kernels are tested against.
    pub fn of_counts(counts: &[u32], solved_code: u8) -> PartitionStats {
        let mut stats = PartitionStats {
            candidate: counts[usize::from(solved_code)] > 0,
            ..PartitionStats::default()
        };
        for &n in counts.iter().filter(|&&n| n > 0) {
            stats.splits += 1;
            stats.singletons += u32::from(n == 1);
            stats.largest = stats.largest.max(n);
            stats.sum_squares += u64::from(n) * u64::from(n);
            stats.sum_n_log_n += n_log_n(n);
        }
        stats
    }
}
