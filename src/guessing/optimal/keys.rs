//! The keys under which the memo stores states.
//!
//! A key is built from three hashes: that of the set, in hard mode that of the allowed guesses, and that of the
//! limit on guesses if there is one.

use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::search::Worker;
use super::state::{GuessesLeft, State};
use crate::guessing::Constraint;

/// Seed of the hashes of limits.
const LIMIT_SEED: u64 = 9;

/// The key of a state that has `unlimited_key` without a limit on guesses.
pub fn with_limit(unlimited_key: u128, left: GuessesLeft) -> u128 {
    if left.is_unlimited() {
        unlimited_key
    } else {
        unlimited_key ^ xxh3_128_with_seed(&[left.count()], LIMIT_SEED)
    }
}

impl Worker<'_, '_> {
    /// The key of a set under a constraint, without a limit on guesses.
    ///
    /// In hard mode this is never the hash of the set itself (hence the rotation). Under that hash the memo
    /// stores what holds for the set under every constraint.
    pub fn unlimited_key(&mut self, set_hash: u128, constraint: &Constraint) -> u128 {
        match &self.shared.hard {
            None => set_hash,
            Some((_, filters)) => {
                filters.apply(constraint, &mut self.allowed);
                set_hash.rotate_left(64) ^ self.allowed.hash(filters)
            }
        }
    }

    /// The key of a state.
    pub fn state_key(&mut self, state: &State) -> u128 {
        with_limit(
            self.unlimited_key(state.set_hash, state.constraint),
            state.left,
        )
    }
}
