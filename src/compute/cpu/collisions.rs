//! Twin of `shaders/collisions.wgsl`: the guesses that leave the fewest collisions.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::columns::Columns;
use crate::compute::{CandidateIndex, CodeTable, GuessIndex};

/// Guesses that a thread scores at a time.
const GUESSES_PER_TASK: usize = 256;

/// See [`Backend::collisions`](crate::compute::Backend::collisions).
pub fn collisions(table: &CodeTable, batch: &CollisionBatch) -> Vec<FewestCollisions> {
    let columns = table.columns();
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let mut shards: Vec<&[CandidateIndex]> = batch.shards(set).collect();
            // Large ones first: they rule guesses out soonest.
            shards.sort_by_key(|shard| Reverse(shard.len()));
            let set = Set {
                columns,
                shards,
                threshold: batch.threshold(set),
                lowest: AtomicU32::new(u32::MAX),
                allowed: batch.allowed(set),
            };
            set.fewest()
        })
        .collect()
}

/// A set of shards, and the lowest score of a guess so far.
struct Set<'a> {
    columns: &'a Columns,
    shards: Vec<&'a [CandidateIndex]>,
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

    /// Some guesses with their scores; at least those that no other guess of any thread beats.
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

    /// The score of a guess, or none once it is above the lowest. Members of a shard are compared
    /// with each other, which needs neither sorting nor a counter for each shard and code. `sums` are
    /// zero before and after.
    fn score(&self, guess: GuessIndex, sums: &mut [u32; 256], codes: &mut Vec<u8>) -> Option<u32> {
        let lowest = self.lowest.load(Ordering::Relaxed);
        let mut score = 0;
        codes.clear();
        for shard in &self.shards {
            let start = codes.len();
            let code = |&member: &CandidateIndex| self.columns.column(member)[guess.at()];
            codes.extend(shard.iter().map(code));
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
        // Few of the sums were touched.
        codes.iter().for_each(|&code| sums[usize::from(code)] = 0);
        (score <= lowest).then_some(score)
    }
}

fn equal(codes: &[u8], code: u8) -> u32 {
    codes.iter().map(|&other| u32::from(other == code)).sum()
}
