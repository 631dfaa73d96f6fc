//! Twin of `shaders/partition.wgsl`: the groups that guesses make, without a matrix in memory.

use std::mem;

use rayon::prelude::*;

use crate::compute::code::Code;
use crate::compute::partition::{MAX_CANDIDATES, n_log_n_up_to};
use crate::compute::table::match_width;
use crate::compute::{CodeRows, CodeTable, GuessIndex, PartitionStats};

/// The number of histograms of bytes that are filled in turn. With a single one, two equal codes in a row would make the
/// second increment wait until the first is stored.
const LANES: usize = 4;

/// The least number of guesses in a task of a thread.
const GUESSES_PER_TASK: usize = 64;

/// See [`Backend::partition`](crate::compute::Backend::partition).
///
/// # Panics
/// If a guess is out of range or there are more than [`MAX_CANDIDATES`] solutions.
pub fn partition(table: &CodeTable, guesses: &[GuessIndex]) -> Vec<PartitionStats> {
    match_width!(table, rows => partition_of(rows, guesses))
}

fn partition_of<C: Code>(rows: &CodeRows<C>, guesses: &[GuessIndex]) -> Vec<PartitionStats> {
    let counter = PartitionCounter::new(rows);
    guesses
        .par_iter()
        .with_min_len(GUESSES_PER_TASK)
        .map_init(
            || counter.buffer(),
            |buffer, &guess| counter.stats(guess, buffer),
        )
        .collect()
}

/// Counts the groups that guesses make of all solutions.
pub struct PartitionCounter<'a, C: Code> {
    rows: &'a CodeRows<C>,
    /// [`n_log_n`](crate::compute::partition::n_log_n) of every possible size of a group.
    n_log_n: Vec<u64>,
}

/// The memory in which a thread counts the groups of one guess after the other.
pub struct CountBuffer<C> {
    /// The codes of the last guess, one per solution.
    pub codes: Vec<C>,
    /// For codes of two bytes the size of each group, by code. All zero between two guesses.
    sizes: Vec<u32>,
    /// For codes of two bytes, room for the different codes of a guess.
    used: Vec<C>,
}

impl<C: Code> PartitionCounter<'_, C> {
    /// A counter for the solutions of some rows.
    ///
    /// # Panics
    /// If there are more than [`MAX_CANDIDATES`] solutions.
    pub fn new(rows: &CodeRows<C>) -> PartitionCounter<'_, C> {
        let solutions = rows.solutions();
        assert!(solutions <= MAX_CANDIDATES, "at most 2^20 candidates");
        PartitionCounter {
            rows,
            n_log_n: n_log_n_up_to(solutions as u32),
        }
    }

    /// The memory that one thread needs.
    pub fn buffer(&self) -> CountBuffer<C> {
        let codes = vec![C::default(); self.rows.solutions()];
        if C::BYTES == 1 {
            return CountBuffer {
                codes,
                sizes: Vec::new(),
                used: Vec::new(),
            };
        }
        CountBuffer {
            sizes: vec![0; self.rows.codes()],
            used: codes.clone(),
            codes,
        }
    }

    /// The partition of a guess.
    pub fn stats(&self, guess: GuessIndex, buffer: &mut CountBuffer<C>) -> PartitionStats {
        let CountBuffer { codes, sizes, used } = buffer;
        self.rows.codes_of(guess, codes);
        match C::as_bytes(codes) {
            Some(codes) => {
                let solved_code = self.rows.solved_code().at();
                sum_up(&count_bytes(codes), solved_code, &self.n_log_n)
            }
            None => self.count_used(codes, sizes, used),
        }
    }

    /// Counts with one histogram, which may have 59,049 counters. A guess often uses only a small part of them, so only
    /// those are read and cleared. `used` lists their codes.
    fn count_used(&self, codes: &[C], sizes: &mut [u32], used: &mut [C]) -> PartitionStats {
        let mut splits = 0;
        for &code in codes {
            let size = &mut sizes[code.at()];
            // Without a branch: a code that is not new is overwritten by the next one.
            used[splits] = code;
            splits += usize::from(*size == 0);
            *size += 1;
        }
        let mut stats = PartitionStats {
            splits: splits as u32,
            candidate: sizes[self.rows.solved_code().at()] > 0,
            ..PartitionStats::default()
        };
        for code in &used[..splits] {
            let n = mem::take(&mut sizes[code.at()]);
            stats.singletons += u32::from(n == 1);
            stats.largest = stats.largest.max(n);
            stats.sum_squares += u64::from(n) * u64::from(n);
            stats.sum_n_log_n += self.n_log_n[n as usize];
        }
        stats
    }
}

/// The sizes of the groups, by code.
fn count_bytes(codes: &[u8]) -> [u32; 256] {
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
fn sum_up(counts: &[u32; 256], solved_code: usize, n_log_n: &[u64]) -> PartitionStats {
    PartitionStats {
        splits: counts.iter().map(|&n| u32::from(n > 0)).sum(),
        singletons: counts.iter().map(|&n| u32::from(n == 1)).sum(),
        largest: counts.iter().fold(0, |largest, &n| largest.max(n)),
        candidate: counts[solved_code] > 0,
        sum_squares: counts.iter().map(|&n| u64::from(n) * u64::from(n)).sum(),
        sum_n_log_n: counts.iter().map(|&n| n_log_n[n as usize]).sum(),
    }
}
