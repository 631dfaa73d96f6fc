//! Twin of `shaders/collisions.wgsl`: the guesses that leave the fewest collisions.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use crate::compute::code::Code;
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::columns::Columns;
use crate::compute::table::match_width;
use crate::compute::{CandidateIndex, CodeTable, GuessIndex, TableOf};

/// The number of guesses in a task of a thread.
const GUESSES_PER_TASK: usize = 256;

/// See [`Backend::collisions`](crate::compute::Backend::collisions).
///
/// # Panics
/// If a guess or a member is out of range.
pub fn collisions(table: &CodeTable, batch: &CollisionBatch) -> Vec<FewestCollisions> {
    match_width!(table, table => collisions_of(table, batch))
}

fn collisions_of<C: Code>(table: &TableOf<C>, batch: &CollisionBatch) -> Vec<FewestCollisions> {
    let columns = table.columns();
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let mut buckets: Vec<&[CandidateIndex]> = batch.buckets(set).collect();
            // The largest buckets first: they exclude most guesses.
            buckets.sort_by_key(|bucket| Reverse(bucket.len()));
            let set = Set {
                columns,
                codes: table.codes(),
                buckets,
                threshold: batch.threshold(set),
                lowest: AtomicU32::new(u32::MAX),
                allowed: batch.allowed(set),
            };
            set.fewest()
        })
        .collect()
}

/// A set of buckets, and the lowest score found so far.
struct Set<'a, C> {
    columns: &'a Columns<C>,
    /// The number of codes.
    codes: usize,
    buckets: Vec<&'a [CandidateIndex]>,
    threshold: u32,
    lowest: AtomicU32,
    allowed: &'a [GuessIndex],
}

impl<C: Code> Set<'_, C> {
    fn fewest(&self) -> FewestCollisions {
        let scored: Vec<(u32, GuessIndex)> = self
            .allowed
            .par_chunks(GUESSES_PER_TASK)
            .flat_map_iter(|guesses| self.low_scores(guesses))
            .collect();
        let score = scored.iter().map(|scored| scored.0).min().unwrap_or(0);
        let lowest = scored.into_iter().filter(|scored| scored.0 == score);
        FewestCollisions {
            score,
            guesses: lowest.map(|(_, guess)| guess).collect(),
        }
    }

    /// The scores of these guesses, without those that exceed the lowest score that any thread has found.
    fn low_scores(&self, guesses: &[GuessIndex]) -> Vec<(u32, GuessIndex)> {
        let mut sums = C::per_code(0u32, self.codes);
        let mut codes = Vec::new();
        let scored = |&guess: &GuessIndex| {
            let score = self.score(guess, &mut sums, &mut codes)?;
            self.lowest.fetch_min(score, Ordering::Relaxed);
            Some((score, guess))
        };
        guesses.iter().filter_map(scored).collect()
    }

    /// The score of a guess, or `None` as soon as it exceeds the lowest score.
    ///
    /// The size of a member's group is found by comparing its code with those of all members of its bucket. Buckets are
    /// small, so this takes less time than sorting them or counting by code. `sums` must be all zero, and is so again
    /// afterwards; `codes` is a buffer.
    fn score(
        &self,
        guess: GuessIndex,
        sums: &mut C::PerCode<u32>,
        codes: &mut Vec<C>,
    ) -> Option<u32> {
        let lowest = self.lowest.load(Ordering::Relaxed);
        let mut score = 0;
        codes.clear();
        for bucket in &self.buckets {
            let start = codes.len();
            let code = |&member: &CandidateIndex| self.columns.column(member)[guess.at()];
            codes.extend(bucket.iter().map(code));
            let codes = &codes[start..];
            for &code in codes {
                if self.threshold < 2 || group_size(codes, code) >= self.threshold {
                    let sum = &mut sums[code.at()];
                    *sum += 1;
                    score = score.max(*sum);
                }
            }
            if score > lowest {
                break;
            }
        }
        // Only the sums of these codes can differ from zero.
        codes.iter().for_each(|code| sums[code.at()] = 0);
        (score <= lowest).then_some(score)
    }
}

/// The number of members with this code.
fn group_size<C: Code>(codes: &[C], code: C) -> u32 {
    codes.iter().map(|&other| u32::from(other == code)).sum()
}
