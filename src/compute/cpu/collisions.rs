//! Twin of `shaders/collisions.wgsl`: the guesses that leave the fewest collisions.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::columns::Columns;
use crate::compute::{CandidateIndex, CodeTable, GuessIndex};

/// The number of guesses that a thread scores at a time.
const GUESSES_PER_TASK: usize = 256;

/// See [`Backend::collisions`](crate::compute::Backend::collisions).
pub fn collisions(table: &CodeTable, batch: &CollisionBatch) -> Vec<FewestCollisions> {
    let columns = table.columns();
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let mut buckets: Vec<&[CandidateIndex]> = batch.buckets(set).collect();
            // Large buckets first: they exclude guesses soonest.
            buckets.sort_by_key(|bucket| Reverse(bucket.len()));
            let set = Set {
                columns,
                buckets,
                threshold: batch.threshold(set),
                lowest: AtomicU32::new(u32::MAX),
                allowed: batch.allowed(set),
            };
            set.fewest()
        })
        .collect()
}

/// A set of buckets, and the lowest score of a guess so far.
struct Set<'a> {
    columns: &'a Columns,
    buckets: Vec<&'a [CandidateIndex]>,
    threshold: u32,
    lowest: AtomicU32,
    allowed: &'a [GuessIndex],
}

impl Set<'_> {
    fn fewest(&self) -> FewestCollisions {
        let scored: Vec<(u32, GuessIndex)> = self
            .allowed
            .par_chunks(GUESSES_PER_TASK)
            .flat_map_iter(|guesses| self.lowest_of(guesses))
            .collect();
        let score = scored.iter().map(|scored| scored.0).min().unwrap_or(0);
        let lowest = scored.into_iter().filter(|scored| scored.0 == score);
        FewestCollisions {
            score,
            guesses: lowest.map(|(_, guess)| guess).collect(),
        }
    }

    /// Some guesses with their scores. They include all guesses with the lowest score.
    fn lowest_of(&self, guesses: &[GuessIndex]) -> Vec<(u32, GuessIndex)> {
        let mut sums = [0u32; 256];
        let mut codes = Vec::new();
        let scored = |&guess: &GuessIndex| {
            let score = self.score(guess, &mut sums, &mut codes)?;
            self.lowest.fetch_min(score, Ordering::Relaxed);
            Some((score, guess))
        };
        guesses.iter().filter_map(scored).collect()
    }

    /// The score of a guess, or `None` as soon as it exceeds the lowest score. The members of a bucket are compared with each
    /// other, so neither sorting nor a counter per bucket and code is needed. `sums` is zero before and after.
    fn score(&self, guess: GuessIndex, sums: &mut [u32; 256], codes: &mut Vec<u8>) -> Option<u32> {
        let lowest = self.lowest.load(Ordering::Relaxed);
        let mut score = 0;
        codes.clear();
        for bucket in &self.buckets {
            let start = codes.len();
            let code = |&member: &CandidateIndex| self.columns.column(member)[guess.at()];
            codes.extend(bucket.iter().map(code));
            let codes = &codes[start..];
            for &code in codes {
                if self.threshold < 2 || equal(codes, code) >= self.threshold {
                    let sum = &mut sums[usize::from(code)];
                    *sum += 1;
                    score = score.max(*sum);
                }
            }
            if score > lowest {
                break;
            }
        }
        // Only a few sums were changed.
        codes.iter().for_each(|&code| sums[usize::from(code)] = 0);
        (score <= lowest).then_some(score)
    }
}

fn equal(codes: &[u8], code: u8) -> u32 {
    codes.iter().map(|&other| u32::from(other == code)).sum()
}
