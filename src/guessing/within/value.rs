//! W(T, k): the highest number of words of a set that one tree finds within k guesses.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::Within;
use super::search::{Goal, Search};
use crate::Progress;
use crate::compute::batch::{Order, SetBatch};
use crate::compute::{CandidateIndex, ComputeError, GuessIndex};

/// The highest number of values in the memo: some 300 MB. The memo is emptied when it is full.
const MAX_MEMO_ENTRIES: usize = 1 << 22;

/// A value W(T, k), or an upper bound on it.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// W(T, k) if `is_exact`, otherwise an upper bound on it.
    pub found: u32,
    pub is_exact: bool,
    /// If the value is exact, a guess with which that many words are found.
    pub guess: GuessIndex,
}

impl Within<'_> {
    /// W(T, k) and a guess that attains it. If the value is below `needed`, the result may be an upper bound
    /// that is below `needed` as well.
    pub fn value(
        &self,
        candidates: &[CandidateIndex],
        guesses: u32,
        needed: u32,
    ) -> Result<Value, ComputeError> {
        let n = candidates.len() as u32;
        if n <= guesses || guesses == 1 {
            // Try one word after the other.
            return Ok(Value {
                found: n.min(guesses),
                is_exact: true,
                guess: self.game.guess_of_candidate(candidates[0]),
            });
        }
        if guesses == 2 {
            return Ok(self.most_groups(&[candidates])?[0]);
        }
        let key = key(candidates, guesses);
        if let Some(known) = self.memo.get(&key)
            && (known.is_exact || known.found < needed)
        {
            return Ok(*known);
        }
        let value = self.search_value(candidates, guesses, needed)?;
        self.remember(key, value);
        Ok(value)
    }

    /// [`Within::value`] by a best-first search over all guesses.
    fn search_value(
        &self,
        candidates: &[CandidateIndex],
        guesses: u32,
        needed: u32,
    ) -> Result<Value, ComputeError> {
        let contenders = self.contenders(candidates, &self.all_guesses(), guesses)?;
        let search = Search {
            candidates,
            guesses,
            goal: Goal::Best { needed },
            progress: Progress::none(),
        };
        let outcome = self.best_first(&search, contenders, Vec::new())?;
        Ok(match outcome.valued.first() {
            Some(best) => Value {
                found: best.found.0,
                is_exact: true,
                guess: best.guess(),
            },
            None => Value {
                found: outcome.dropped_bound,
                is_exact: false,
                guess: GuessIndex::default(),
            },
        })
    }

    /// W(T, 2) of each set: the highest number of groups that any guess makes. The sets that are not in the
    /// memo are one batch for the backend.
    pub fn most_groups(&self, sets: &[&[CandidateIndex]]) -> Result<Vec<Value>, ComputeError> {
        let all = self.all_guesses();
        let keys: Vec<_> = sets.par_iter().map(|set| key(set, 2)).collect();
        let mut values = HashMap::new();
        let mut missing = Vec::new();
        let mut batch = SetBatch::default();
        for (set, key) in sets.iter().zip(&keys) {
            if values.contains_key(key) {
                continue;
            }
            let known = self.memo.get(key).map(|known| *known);
            values.insert(*key, known);
            if known.is_none() {
                batch.push(set, &all);
                missing.push(*key);
            }
        }
        let best = self
            .backend
            .best_guesses(self.game.table(), &batch, Order::Splits)?;
        for (key, best) in missing.into_iter().zip(best) {
            let value = Value {
                found: best.stats.splits,
                is_exact: true,
                guess: best.guess,
            };
            self.remember(key, value);
            values.insert(key, Some(value));
        }
        let value = |key| values[key].expect("missing values were computed above");
        Ok(keys.iter().map(value).collect())
    }

    fn all_guesses(&self) -> Arc<[GuessIndex]> {
        self.game.allowed_guesses(&Default::default())
    }

    fn remember(&self, key: (u128, u32), value: Value) {
        if self.memo.len() >= MAX_MEMO_ENTRIES {
            self.memo.clear();
        }
        self.memo.insert(key, value);
    }
}

/// The key of W(T, k): a hash of the set, and k. The chance that two of a billion different sets have the same
/// 128-bit hash is 10^-21.
fn key(candidates: &[CandidateIndex], guesses: u32) -> (u128, u32) {
    (xxh3_128(bytemuck::cast_slice(candidates)), guesses)
}
