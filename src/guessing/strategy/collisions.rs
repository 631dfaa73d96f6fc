//! The heuristic of the hard-mode article: avoid and break up collisions.
//!
//! Blank one letter of a word, and all candidates that match the rest form a *collision bucket*: in _ight, for example,
//! light, night and might. Once the other letters are green, hard mode forces a player to try the members of the
//! bucket one by one.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::{GuessingState, Strategy};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::{Backend, CandidateIndex, ComputeError, GuessIndex};
use crate::guessing::Game;
use crate::guessing::constraint::Constraint;
use crate::guessing::settled::Settled;
use crate::words::Word;

/// The article's attempts at a strategy. Each includes the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// Avoids guesses that may end in a large collision bucket.
    Avoid,
    /// Also breaks up large collision buckets.
    BreakUp {
        /// The amount by which both thresholds are lowered, so that smaller buckets are broken up too.
        margin: u32,
    },
}

/// The strategy of the hard-mode article. Let T be the candidates and r the number of guesses left, which is negative
/// once more guesses are made than a game has.
///
/// 0. If T has one or two candidates, choose the first of them.
/// 1. Drop the guesses that reveal nothing, because each of their letters is settled in its position: see [`Settled`].
/// 2. Drop the guesses that belong to a bucket of more than r candidates, and those outside T that belong to a bucket of
///    exactly r. If this drops every guess, keep them all. A guess that belongs to no bucket of T is never dropped.
/// 3. If no bucket has r − margin members or more, choose the guess with the most splits. Otherwise score each guess:
///    in each of its groups, add up the sizes of the buckets with at least r − 1 − margin members; the score is the
///    largest of these sums. Let C be the guesses with the lowest score. Choose the one that splits T ∩ C the most.
///
/// If T ∩ C has one or two candidates, choose the first of them. If it is empty, choose the first guess of C. Ties go
/// to the guess that comes first in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collisions(pub Attempt);

impl Strategy for Collisions {
    fn name(&self) -> &'static str {
        "collisions"
    }

    fn depends_on_turns(&self) -> bool {
        true
    }

    fn choose(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&GuessingState],
    ) -> Result<Vec<GuessIndex>, ComputeError> {
        let shortlists = self.shortlists(game, backend, states)?;
        most_splits(game, backend, &shortlists)
    }
}

/// The input of the last step, which chooses the guess with the most splits.
#[derive(Clone, Debug)]
pub struct Shortlist {
    /// The candidates to split.
    pub candidates: Vec<CandidateIndex>,
    /// The guesses to choose from, ascending. Empty if one or two candidates made the choice at once.
    pub guesses: Arc<[GuessIndex]>,
}

impl Collisions {
    /// Steps 1 to 3 for each state, up to the choice of the guess with the most splits.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    pub fn shortlists(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&GuessingState],
    ) -> Result<Vec<Shortlist>, ComputeError> {
        let all_candidates = |state: &&GuessingState| Shortlist {
            candidates: state.candidates.clone(),
            guesses: Arc::default(),
        };
        let mut shortlists: Vec<Shortlist> = states.iter().map(all_candidates).collect();
        let open: Vec<usize> = (0..states.len())
            .filter(|&i| states[i].candidates.len() > 2)
            .collect();
        let open_states: Vec<&GuessingState> = open.iter().map(|&i| states[i]).collect();
        let allowed = revealing_guesses(game, &open_states);
        // The states with buckets to break up.
        let mut dangerous = Vec::new();
        let mut batch = CollisionBatch::default();
        for (i, allowed) in open.into_iter().zip(allowed) {
            let state = states[i];
            let buckets = CollisionBuckets::new(game, &state.candidates);
            let guesses_left = game.turns() as i64 - i64::from(state.guesses_made);
            let guesses = safe_guesses(game, state, &buckets, guesses_left, allowed);
            if let Attempt::BreakUp { margin } = self.0
                && i64::from(buckets.largest()) >= guesses_left - i64::from(margin)
            {
                let threshold = (guesses_left - 1 - i64::from(margin)).max(0) as u32;
                batch.push(buckets.of_at_least(threshold), threshold, &guesses);
                dangerous.push(i);
            }
            shortlists[i].guesses = guesses;
        }
        let fewest = backend.collisions(game.table(), &batch)?;
        for (i, fewest) in dangerous.into_iter().zip(fewest) {
            shortlists[i] = with_fewest(game, &states[i].candidates, fewest);
        }
        Ok(shortlists)
    }
}

/// The guesses with the fewest collisions, and the candidates among them.
fn with_fewest(game: &Game, candidates: &[CandidateIndex], fewest: FewestCollisions) -> Shortlist {
    let is_among_them = |&candidate: &CandidateIndex| {
        let guess = game.guess_of_candidate(candidate);
        fewest.guesses.binary_search(&guess).is_ok()
    };
    let candidates = candidates.iter().copied();
    Shortlist {
        candidates: candidates.filter(is_among_them).collect(),
        guesses: fewest.guesses.into(),
    }
}

/// The last step: the guess with the most splits, or the first of one or two candidates. If there are no candidates to
/// split, the first guess.
fn most_splits(
    game: &Game,
    backend: &dyn Backend,
    shortlists: &[Shortlist],
) -> Result<Vec<GuessIndex>, ComputeError> {
    let mut chosen = Vec::with_capacity(shortlists.len());
    let mut open = Vec::new();
    let mut batch = SetBatch::default();
    for (i, shortlist) in shortlists.iter().enumerate() {
        let Shortlist {
            candidates,
            guesses,
        } = shortlist;
        chosen.push(match candidates[..] {
            [] => guesses[0],
            [first] | [first, _] => game.guess_of_candidate(first),
            _ => {
                batch.push(candidates, guesses);
                open.push(i);
                guesses[0]
            }
        });
    }
    let best = backend.best_guesses(game.table(), &batch, Order::Splits)?;
    for (i, best) in open.into_iter().zip(best) {
        chosen[i] = best.guess;
    }
    Ok(chosen)
}

/// Step 1: the allowed guesses of each state that reveal something. States with equal constraints and equal settled
/// letters share one list.
fn revealing_guesses(game: &Game, states: &[&GuessingState]) -> Vec<Arc<[GuessIndex]>> {
    let constraints: Vec<Constraint> = states
        .iter()
        .map(|state| state.constraint.clone())
        .collect();
    let allowed = game.allowed_guesses_of_each(&constraints);
    let keys: Vec<(Constraint, Settled)> = states
        .iter()
        .map(|state| (state.constraint.clone(), state.settled.clone()))
        .collect();
    let distinct: HashMap<_, _> = keys.iter().zip(&allowed).collect();
    let lists: HashMap<_, Arc<[GuessIndex]>> = distinct
        .into_par_iter()
        .map(|(key, allowed)| {
            let settled = &key.1;
            if *settled == Settled::default() {
                return (key, Arc::clone(allowed));
            }
            let reveals = |guess: &GuessIndex| !settled.includes(game.guess_word(*guess));
            (key, allowed.iter().copied().filter(reveals).collect())
        })
        .collect();
    keys.iter().map(|key| Arc::clone(&lists[key])).collect()
}

/// Step 2: drops the guesses that belong to a bucket of more candidates than guesses are left, or of as many if the
/// guess is not itself a candidate. Keeps all guesses if every guess would be dropped.
fn safe_guesses(
    game: &Game,
    state: &GuessingState,
    buckets: &CollisionBuckets,
    guesses_left: i64,
    allowed: Arc<[GuessIndex]>,
) -> Arc<[GuessIndex]> {
    if i64::from(buckets.largest()) < guesses_left {
        return allowed;
    }
    let candidates = game.guesses_of_candidates(&state.candidates);
    let is_safe = |guess: &GuessIndex| {
        let is_candidate = candidates.binary_search(guess).is_ok();
        let too_many = guesses_left + i64::from(is_candidate);
        let sizes = keys(game.guess_word(*guess)).filter_map(|key| buckets.size(key));
        sizes.map(i64::from).all(|size| size < too_many)
    };
    let safe: Vec<GuessIndex> = allowed.iter().copied().filter(is_safe).collect();
    if safe.is_empty() {
        allowed
    } else {
        safe.into()
    }
}

/// The collision buckets of a candidate set.
pub struct CollisionBuckets {
    /// The members of each bucket, by the key of its blanked word.
    members: hashbrown::HashMap<BucketKey, Vec<CandidateIndex>>,
}

impl CollisionBuckets {
    /// Sorts some candidates into their buckets. Each candidate belongs to one bucket per letter.
    pub fn new(game: &Game, candidates: &[CandidateIndex]) -> CollisionBuckets {
        let mut members: hashbrown::HashMap<BucketKey, Vec<CandidateIndex>> = Default::default();
        for &candidate in candidates {
            for key in keys(game.candidate_word(candidate)) {
                members.entry(key).or_default().push(candidate);
            }
        }
        CollisionBuckets { members }
    }

    /// The number of candidates in the bucket with this key, if there are any.
    fn size(&self, key: BucketKey) -> Option<u32> {
        let members = self.members.get(&key)?;
        Some(members.len() as u32)
    }

    /// The number of candidates in the largest bucket.
    pub fn largest(&self) -> u32 {
        let sizes = self.members.values().map(Vec::len);
        sizes.max().unwrap_or(0) as u32
    }

    /// The members of each bucket with at least this many.
    pub fn of_at_least(&self, members: u32) -> impl Iterator<Item = &[CandidateIndex]> {
        let buckets = self.members.values().map(Vec::as_slice);
        buckets.filter(move |bucket| bucket.len() as u32 >= members)
    }
}

/// A word with one letter blanked: one byte for each letter.
type BucketKey = u128;

/// The keys of the buckets of a word, one for each of its letters.
fn keys(word: Word) -> impl Iterator<Item = BucketKey> {
    /// No letter has this rank.
    const BLANK: BucketKey = u8::MAX as BucketKey;
    let ranks = word.iter().map(|letter| BucketKey::from(letter.rank()));
    let key = ranks.fold(0, |key, rank| key << 8 | rank);
    (0..word.len()).map(move |position| key | BLANK << (8 * position))
}
