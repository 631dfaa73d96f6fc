//! The keys under which the memo knows states.

use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::groups::{Frame, Group};
use super::search::Worker;
use super::shared::{Shared, State, UNLIMITED};
use crate::guessing::Constraint;

/// The key of a state with a limit of guesses.
pub fn limited(key: u128, left: u8) -> u128 {
    match left {
        UNLIMITED => key,
        left => key ^ xxh3_128_with_seed(&[left], 9),
    }
}

impl Shared<'_> {
    /// The hash of some candidates.
    pub fn key(&self, members: &[u32]) -> u128 {
        let hash = |&member: &u32| self.hashes[member as usize];
        members.iter().map(hash).fold(0, |all, one| all ^ one)
    }
}

impl Worker<'_, '_> {
    /// A hash of a partition.
    pub(super) fn partition_key(&self, frame: &Frame) -> u128 {
        let key = |group: &Group| match group.code == self.shared.tables.solved() {
            true => !group.key,
            false => group.key,
        };
        frame.groups.iter().map(key).fold(0, u128::wrapping_add)
    }

    pub(super) fn hard_key_of(&mut self, key: u128, constraint: &Constraint) -> u128 {
        match &self.shared.hard {
            None => key,
            Some((_, obeying)) => {
                obeying.find(constraint, &mut self.allowed);
                // Rotated, so that what holds for any guesses has another key.
                key.rotate_left(64) ^ self.allowed.hash(obeying)
            }
        }
    }

    pub(super) fn hard_key(&mut self, state: &State) -> u128 {
        self.hard_key_of(state.key, state.constraint)
    }
}
