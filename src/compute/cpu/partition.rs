//! Twin of `shaders/partition.wgsl`: the groups that guesses make, without a matrix in memory.

use rayon::prelude::*;

use crate::compute::partition::{MAX_CANDIDATES, n_log_n_up_to};
use crate::compute::{CodeRows, GuessIndex, PartitionStats};

/// The number of histograms that are filled in turn. With a single one, two equal codes in a row would make the second
/// increment wait until the first is stored.
const LANES: usize = 4;

/// The least number of guesses in a task of a thread.
const GUESSES_PER_TASK: usize = 64;

/// See [`Backend::partition`](crate::compute::Backend::partition).
///
/// # Panics
/// If a guess is out of range or there are more than [`MAX_CANDIDATES`] solutions.
pub fn partition(rows: &CodeRows, guesses: &[GuessIndex]) -> Vec<PartitionStats> {
    let counter = PartitionCounter::new(rows);
    guesses
        .par_iter()
        .with_min_len(GUESSES_PER_TASK)
        .map_init(
            || vec![0; rows.solutions()],
            |codes, &guess| counter.stats(guess, codes),
        )
        .collect()
}

/// Counts the groups that guesses make of all solutions.
pub struct PartitionCounter<'a> {
    rows: &'a CodeRows,
    /// [`n_log_n`](crate::compute::partition::n_log_n) of every possible size of a group.
    n_log_n: Vec<u64>,
}

impl PartitionCounter<'_> {
    /// A counter for the solutions of some rows.
    pub fn new(rows: &CodeRows) -> PartitionCounter<'_> {
        let solutions = rows.solutions();
        assert!(solutions <= MAX_CANDIDATES, "at most 2^20 candidates");
        PartitionCounter {
            rows,
            n_log_n: n_log_n_up_to(solutions as u32),
        }
    }

    /// The partition of a guess. `codes` is a buffer with one byte per solution.
    pub fn stats(&self, guess: GuessIndex, codes: &mut [u8]) -> PartitionStats {
        self.rows.codes_of(guess, codes);
        sum_up(&count(codes), self.rows.solved_code(), &self.n_log_n)
    }
}

/// The sizes of the groups, by code.
fn count(codes: &[u8]) -> [u32; 256] {
    let mut lanes = [[0u32; 256]; LANES];
    let mut eights = codes.chunks_exact(8);
    for eight in &mut eights {
        let eight = u64::from_le_bytes(eight.try_into().expect("chunks of eight"));
        for i in 0..8 {
            lanes[i % LANES][usize::from((eight >> (8 * i)) as u8)] += 1;
        }
    }
    for &code in eights.remainder() {
        lanes[0][usize::from(code)] += 1;
    }
    let [mut counts, rest @ ..] = lanes;
    for lane in &rest {
        for (count, n) in counts.iter_mut().zip(lane) {
            *count += n;
        }
    }
    counts
}

/// [`PartitionStats::of_counts`] without branches, and with n log n from a table.
fn sum_up(counts: &[u32; 256], solved_code: u8, n_log_n: &[u64]) -> PartitionStats {
    PartitionStats {
        splits: counts.iter().map(|&n| u32::from(n > 0)).sum(),
        singletons: counts.iter().map(|&n| u32::from(n == 1)).sum(),
        largest: counts.iter().fold(0, |largest, &n| largest.max(n)),
        candidate: counts[usize::from(solved_code)] > 0,
        sum_squares: counts.iter().map(|&n| u64::from(n) * u64::from(n)).sum(),
        sum_n_log_n: counts.iter().map(|&n| n_log_n[n as usize]).sum(),
    }
}
