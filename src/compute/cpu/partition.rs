//! Twin of `shaders/partition.wgsl`: the groups that guesses make, without a matrix in memory.

use rayon::prelude::*;

use crate::compute::partition::{MAX_CANDIDATES, n_log_n_up_to};
use crate::compute::{CodeTable, GuessIndex, PartitionStats};

/// The number of histograms that are counted in turn. With a single histogram, repeated codes would have to wait for the
/// previous store to the same counter.
const LANES: usize = 4;

/// The number of guesses that a thread takes at a time.
const GUESSES_PER_TASK: usize = 64;

/// See [`Backend::partition`](crate::compute::Backend::partition).
pub fn partition(table: &CodeTable, guesses: &[GuessIndex]) -> Vec<PartitionStats> {
    let counter = PartitionCounter::new(table);
    guesses
        .par_iter()
        .with_min_len(GUESSES_PER_TASK)
        .map_init(
            || vec![0; table.solutions()],
            |codes, &guess| counter.stats(guess, codes),
        )
        .collect()
}

/// Counts the groups that guesses make of all solutions of a table.
pub struct PartitionCounter<'a> {
    table: &'a CodeTable,
    terms: Vec<u64>,
}

impl PartitionCounter<'_> {
    /// A counter for a table.
    pub fn new(table: &CodeTable) -> PartitionCounter<'_> {
        let solutions = table.solutions();
        assert!(solutions <= MAX_CANDIDATES, "at most 2^20 candidates");
        PartitionCounter {
            table,
            terms: n_log_n_up_to(solutions as u32),
        }
    }

    /// The partition that a guess makes. `codes` is a buffer with one code per solution.
    pub fn stats(&self, guess: GuessIndex, codes: &mut [u8]) -> PartitionStats {
        self.table.codes_of(guess, codes);
        sum_up(&count(codes), self.table.solved_code(), &self.terms)
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

/// Like [`PartitionStats::of_counts`], but without branches and with the terms n · log n from a table.
fn sum_up(counts: &[u32; 256], solved_code: u8, terms: &[u64]) -> PartitionStats {
    PartitionStats {
        splits: counts.iter().map(|&n| u32::from(n > 0)).sum(),
        singletons: counts.iter().map(|&n| u32::from(n == 1)).sum(),
        largest: counts.iter().fold(0, |largest, &n| largest.max(n)),
        candidate: counts[usize::from(solved_code)] > 0,
        sum_squares: counts.iter().map(|&n| u64::from(n) * u64::from(n)).sum(),
        sum_n_log_n: counts.iter().map(|&n| terms[n as usize]).sum(),
    }
}
