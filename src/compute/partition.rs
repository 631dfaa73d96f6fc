//! The partition that a guess makes of a candidate set, summed up in integers.

use serde::Serialize;

/// Fractional bits of the logarithms in [`PartitionStats::sum_n_log_n`].
pub const LOG_FRACTION_BITS: u32 = 30;

/// The most candidates in a set. For a larger set, [`PartitionStats::sum_squares`] might not fit in the 41 bits of a shader,
/// and [`PartitionStats::sum_n_log_n`] might not fit in its 55 bits.
pub const MAX_CANDIDATES: usize = 1 << 20;

/// The groups into which a guess divides a candidate set, summed up.
///
/// A group is the candidates that would show the same pattern, and n is its size. Every figure is a sum of integers or a
/// maximum, so every backend and every order of summation gives the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct PartitionStats {
    /// The number of groups.
    pub splits: u32,
    /// The number of groups of one candidate.
    pub singletons: u32,
    /// The size of the largest group.
    pub largest: u32,
    /// True if the guess is itself a candidate.
    pub candidate: bool,
    /// Σ n².
    pub sum_squares: u64,
    /// Σ n · log2 n, in steps of 2^-30: see [`n_log_n`].
    pub sum_n_log_n: u64,
}

/// n · log2 n in steps of 2^-30, the term of one group of n in [`PartitionStats::sum_n_log_n`].
///
/// Only the logarithms of prime numbers are rounded. The logarithm of n is the sum of those of its prime factors. Since
/// Σ n · log2 n is the logarithm of Π n^n, partitions with the same product have exactly the same sum, and ties stay ties.
/// For example, the groups 10, 1, 1, 1, 1, 1, 1 and the groups 5, 5, 4, 2 are tied.
pub fn n_log_n(n: u32) -> u64 {
    let mut rest = n;
    let mut log = 0;
    let mut factor = 2;
    while factor * factor <= rest {
        while rest.is_multiple_of(factor) {
            log += log_of_prime(factor);
            rest /= factor;
        }
        factor += 1;
    }
    if rest > 1 {
        log += log_of_prime(rest);
    }
    u64::from(n) * log
}

/// [`n_log_n`] of 0, 1, 2 … `most`.
pub fn n_log_n_up_to(most: u32) -> Vec<u64> {
    let most = most as usize;
    // Sieve: an entry that is still zero is prime.
    let mut logs = vec![0u64; most + 1];
    for prime in 2..=most {
        if logs[prime] > 0 {
            continue;
        }
        let log = log_of_prime(prime as u32);
        let mut power = prime;
        while power <= most {
            for multiple in (power..=most).step_by(power) {
                logs[multiple] += log;
            }
            power = power.saturating_mul(prime);
        }
    }
    (0..)
        .zip(logs)
        .map(|(n, log): (u64, u64)| n * log)
        .collect()
}

fn log_of_prime(prime: u32) -> u64 {
    (f64::from(prime).log2() * f64::from(1u32 << LOG_FRACTION_BITS)).round() as u64
}

impl PartitionStats {
    /// Sums up groups, given by their sizes for each pattern code. This is the scalar reference for the kernels.
    pub fn of_counts(counts: &[u32], solved_code: u16) -> PartitionStats {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sieve_equals_the_terms_one_by_one() {
        let table: Vec<u64> = (0..=3000).map(n_log_n).collect();
        assert_eq!(n_log_n_up_to(3000), table);
        assert_eq!(n_log_n_up_to(0), [0]);
    }

    #[test]
    fn term_approximates_n_log_n() {
        for n in 1..3000 {
            let exact = f64::from(n) * f64::from(n).log2();
            let steps = (n_log_n(n) as f64 / f64::from(1 << LOG_FRACTION_BITS) - exact).abs();
            // The error is at most half a step for each prime factor, times n.
            assert!(
                steps
                    <= f64::from(n) * f64::from(n).log2().ceil() * 0.5
                        / f64::from(1 << LOG_FRACTION_BITS)
                        + 1e-9
            );
        }
    }
}
