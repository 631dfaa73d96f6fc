//! Hard mode by counting collisions, after the hard-mode article.
//!
//! A *shard* is a word with one place blanked. Candidates that share a shard differ in one letter
//! only: once the other four are green, hard mode has to try them one by one.

use std::collections::HashMap;
use std::sync::Arc;

use super::{State, Strategy};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::{Backend, ComputeError, GuessIndex};
use crate::guessing::Game;
use crate::words::{ALPHABET, WORD_LENGTH, Word};

/// Guesses in a game.
const GUESSES: u32 = 6;

/// How far the strategy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// The most splits among the guesses that step into no large collision.
    Avoid,
    /// Then also the guesses that break collisions up, where there are any of `guesses left − margin`
    /// or more members.
    BreakUp {
        /// By how much both thresholds are lowered.
        margin: u32,
    },
}

/// The strategy of the hard-mode article. With T the candidates and r the guesses left:
///
/// 0. One or two candidates are settled: the first of them.
/// 1. Guesses that hit a shard of T larger than r, or one of exactly r without being in T, are dropped,
///    unless all are.
/// 2. If no shard of T has r − margin members, the guess with most splits is taken. Otherwise each
///    guess is scored: over its groups, the largest sum of sizes of shards with r − 1 − margin members
///    or more. Of those that score lowest, C, the one that splits T ∩ C most is taken.
///
/// One or two candidates in T ∩ C are settled likewise; if there is none, the first of C is taken.
/// Ties go to the guess that stands first in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collisions(pub Attempt);

impl Strategy for Collisions {
    fn name(&self) -> &'static str {
        "collisions"
    }

    fn counts_guesses(&self) -> bool {
        true
    }

    fn choose(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&State],
    ) -> Result<Vec<u32>, ComputeError> {
        let fallback = self.narrow(game, backend, states)?;
        most_splits(game, backend, &fallback)
    }
}

/// What the fallback chooses from: a set to split, and the guesses that it may take, ascending.
#[derive(Clone, Debug)]
pub struct Narrowed {
    /// The candidates to split.
    pub candidates: Vec<u32>,
    /// The guesses that are left; not looked up where one or two candidates were settled at once.
    pub guesses: Arc<[u32]>,
}

impl Collisions {
    /// Steps 1 and 2 but for the fallback.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    pub fn narrow(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&State],
    ) -> Result<Vec<Narrowed>, ComputeError> {
        let settled = |state: &&State| Narrowed {
            candidates: state.candidates.clone(),
            guesses: Arc::default(),
        };
        let mut narrowed: Vec<Narrowed> = states.iter().map(settled).collect();
        let open: Vec<usize> = (0..states.len())
            .filter(|&i| states[i].candidates.len() > 2)
            .collect();
        let constraints: Vec<_> = open.iter().map(|&i| states[i].constraint).collect();
        let allowed = game.allowed_guesses_of_each(&constraints);
        let mut dangerous = Vec::new();
        let mut batch = CollisionBatch::default();
        for (i, allowed) in open.into_iter().zip(allowed) {
            let state = states[i];
            let shards = Shards::new(game, &state.candidates);
            let left = GUESSES.saturating_sub(state.guesses_made);
            let guesses = safe_guesses(game, state, &shards, left, allowed);
            if let Attempt::BreakUp { margin } = self.0
                && shards.largest() >= left.saturating_sub(margin)
            {
                let threshold = left.saturating_sub(1 + margin);
                let shards = shards.of_at_least(threshold).map(bytemuck::cast_slice);
                let allowed = bytemuck::allocation::cast_slice_arc(Arc::clone(&guesses));
                batch.push(shards, threshold, &allowed);
                dangerous.push(i);
            }
            narrowed[i].guesses = guesses;
        }
        let fewest = backend.collisions(game.table(), &batch)?;
        for (i, fewest) in dangerous.into_iter().zip(fewest) {
            narrowed[i] = with_fewest(game, &states[i].candidates, fewest);
        }
        Ok(narrowed)
    }
}

/// The guesses with the fewest collisions, and the candidates among them.
fn with_fewest(game: &Game, candidates: &[u32], fewest: FewestCollisions) -> Narrowed {
    let among = |&s: &u32| {
        let guess = game.guess_of_candidate(s);
        fewest.guesses.binary_search(&GuessIndex(guess)).is_ok()
    };
    Narrowed {
        candidates: candidates.iter().copied().filter(among).collect(),
        guesses: bytemuck::cast_slice(&fewest.guesses).into(),
    }
}

/// The fallback: the guess with most splits, or the first of one or two candidates. Where there is no
/// candidate to split, the first guess.
fn most_splits(
    game: &Game,
    backend: &dyn Backend,
    narrowed: &[Narrowed],
) -> Result<Vec<u32>, ComputeError> {
    let mut chosen = Vec::with_capacity(narrowed.len());
    let mut open = Vec::new();
    let mut batch = SetBatch::default();
    for (
        i,
        Narrowed {
            candidates,
            guesses,
        },
    ) in narrowed.iter().enumerate()
    {
        chosen.push(match candidates[..] {
            [] => guesses[0],
            [first] | [first, _] => game.guess_of_candidate(first),
            _ => {
                let allowed = bytemuck::allocation::cast_slice_arc(Arc::clone(guesses));
                batch.push(bytemuck::cast_slice(candidates), &allowed);
                open.push(i);
                guesses[0]
            }
        });
    }
    let best = backend.best_guesses(game.table(), &batch, Order::Splits)?;
    for (i, best) in open.into_iter().zip(best) {
        chosen[i] = best.guess.0;
    }
    Ok(chosen)
}

/// Drops guesses that hit a shard of more candidates than guesses are left, or of as many where the
/// guess is no candidate itself; unless that drops all.
fn safe_guesses(
    game: &Game,
    state: &State,
    shards: &Shards,
    left: u32,
    allowed: Arc<[u32]>,
) -> Arc<[u32]> {
    if shards.largest() < left {
        return allowed;
    }
    let mut candidates: Vec<u32> = state
        .candidates
        .iter()
        .map(|&s| game.guess_of_candidate(s))
        .collect();
    candidates.sort_unstable();
    let safe = |&guess: &u32| {
        let is_candidate = candidates.binary_search(&guess).is_ok();
        let most = if is_candidate { left + 1 } else { left };
        keys(game.guess_word(guess)).all(|key| shards.members(key) < most)
    };
    let safe: Vec<u32> = allowed.iter().copied().filter(safe).collect();
    if safe.is_empty() {
        allowed
    } else {
        safe.into()
    }
}

/// The shards of a candidate set.
pub struct Shards {
    members: HashMap<u32, Vec<u32>>,
}

impl Shards {
    /// All shards of some candidates.
    pub fn new(game: &Game, candidates: &[u32]) -> Shards {
        let mut members: HashMap<u32, Vec<u32>> = HashMap::new();
        for &candidate in candidates {
            for key in keys(game.candidate_word(candidate)) {
                members.entry(key).or_default().push(candidate);
            }
        }
        Shards { members }
    }

    /// The number of candidates with a shard.
    fn members(&self, key: u32) -> u32 {
        self.members
            .get(&key)
            .map_or(0, |members| members.len() as u32)
    }

    /// The number of candidates in the largest shard.
    pub fn largest(&self) -> u32 {
        let sizes = self.members.values().map(Vec::len);
        sizes.max().unwrap_or(0) as u32
    }

    /// The members of the shards of at least so many.
    pub fn of_at_least(&self, members: u32) -> impl Iterator<Item = &[u32]> {
        let large = self.members.values().map(Vec::as_slice);
        large.filter(move |shard| shard.len() as u32 >= members)
    }
}

/// The five shards of a word as numbers.
fn keys(word: Word) -> impl Iterator<Item = u32> {
    (0..WORD_LENGTH).map(move |blank| {
        let letters = word.letters();
        let digits = (0..WORD_LENGTH).map(|i| {
            if i == blank {
                ALPHABET as u8
            } else {
                letters[i]
            }
        });
        digits.fold(0, |key, digit| {
            key * (ALPHABET as u32 + 1) + u32::from(digit)
        })
    })
}
