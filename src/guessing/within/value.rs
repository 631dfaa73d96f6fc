//! W(T, k) of sets, remembered.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::Within;
use super::race::Goal;
use crate::compute::ComputeError;
use crate::compute::batch::{Order, SetBatch};

/// Sets remembered, at most: some 300 MB.
const REMEMBERED: usize = 1 << 22;

/// What is known of W(T, k).
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub found: u32,
    /// Whether `found` is the value itself; else the value is no more than it.
    pub exact: bool,
    /// A guess that finds so many, if the value is exact.
    pub guess: u32,
}

impl Within<'_> {
    /// W(T, k) and a guess that attains it. Where the value is below `needed`, a bound below
    /// `needed` is enough.
    pub fn best(
        &self,
        candidates: &[u32],
        guesses: u32,
        needed: u32,
    ) -> Result<Known, ComputeError> {
        let n = candidates.len() as u32;
        if n <= guesses || guesses == 1 {
            return Ok(Known {
                found: n.min(guesses),
                exact: true,
                guess: self.game.guess_of_candidate(candidates[0]),
            });
        }
        if guesses == 2 {
            return Ok(self.most_groups(&[candidates])?[0]);
        }
        let key = key(candidates, guesses);
        if let Some(known) = self.memo.get(&key)
            && (known.exact || known.found < needed)
        {
            return Ok(*known);
        }
        let runners = self.runners(candidates, &self.all_guesses(), guesses)?;
        let goal = Goal::Best { needed };
        let race = self.race(candidates, guesses, runners, goal, Vec::new(), &|_| ())?;
        let known = match race.finished.first() {
            Some(best) => Known {
                found: best.found.0,
                exact: true,
                guess: best.guess(),
            },
            None => Known {
                found: race.bound,
                exact: false,
                guess: 0,
            },
        };
        self.remember(key, known);
        Ok(known)
    }

    /// W(T, 2) of each set: the most groups that any guess makes.
    pub fn most_groups(&self, sets: &[&[u32]]) -> Result<Vec<Known>, ComputeError> {
        let all = bytemuck::allocation::cast_slice_arc(self.all_guesses());
        let keys: Vec<_> = sets.par_iter().map(|set| key(set, 2)).collect();
        let mut known = HashMap::new();
        let mut wanted = Vec::new();
        let mut batch = SetBatch::default();
        for (set, key) in sets.iter().zip(&keys) {
            if known.contains_key(key) {
                continue;
            }
            let remembered = self.memo.get(key).map(|known| *known);
            known.insert(*key, remembered);
            if remembered.is_none() {
                batch.push(bytemuck::cast_slice(set), &all);
                wanted.push(*key);
            }
        }
        let best = self
            .backend
            .best_guesses(self.game.table(), &batch, Order::Splits)?;
        for (key, best) in wanted.into_iter().zip(best) {
            let value = Known {
                found: best.stats.splits,
                exact: true,
                guess: best.guess.0,
            };
            self.remember(key, value);
            known.insert(key, Some(value));
        }
        let value = |key| known[key].expect("what was not known was asked for");
        Ok(keys.iter().map(value).collect())
    }

    fn all_guesses(&self) -> Arc<[u32]> {
        self.game.allowed_guesses(&Default::default())
    }

    fn remember(&self, key: (u128, u32), known: Known) {
        if self.memo.len() >= REMEMBERED {
            self.memo.clear();
        }
        self.memo.insert(key, known);
    }
}

/// A hash of a set and a number of guesses. Of a billion different sets, two share one of the 2^128
/// hashes with a chance of 10^-21.
fn key(candidates: &[u32], guesses: u32) -> (u128, u32) {
    (xxh3_128(bytemuck::cast_slice(candidates)), guesses)
}
