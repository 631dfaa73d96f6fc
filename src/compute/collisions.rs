//! Collisions: candidates that share a shard and would still share it after a guess.

use std::sync::Arc;

use super::batch::GuessLists;
use super::{CandidateIndex, GuessIndex};

/// Sets of shards, each with a threshold and the guesses to score.
///
/// A shard is some candidates (places of solutions in a table). A guess splits each shard into
/// groups by code; the score of a guess is the largest, over all codes, of the sum of the sizes of
/// those groups of that code that have at least `threshold` members.
#[derive(Clone, Debug, Default)]
pub struct CollisionBatch {
    members: Vec<CandidateIndex>,
    shard_ends: Vec<usize>,
    sets: Vec<SetEntry>,
    allowed: GuessLists,
}

#[derive(Clone, Copy, Debug)]
struct SetEntry {
    shards_end: usize,
    threshold: u32,
    allowed: usize,
}

impl CollisionBatch {
    /// Adds a set of shards. Sets that come one after the other with the same list of allowed
    /// guesses (ascending) share it.
    ///
    /// # Panics
    /// If nothing is allowed.
    pub fn push<'a>(
        &mut self,
        shards: impl IntoIterator<Item = &'a [CandidateIndex]>,
        threshold: u32,
        allowed: &Arc<[GuessIndex]>,
    ) {
        for shard in shards {
            self.members.extend_from_slice(shard);
            self.shard_ends.push(self.members.len());
        }
        self.sets.push(SetEntry {
            shards_end: self.shard_ends.len(),
            threshold,
            allowed: self.allowed.push(allowed),
        });
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether there are no sets.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The shards of a set.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn shards(&self, set: usize) -> impl Iterator<Item = &[CandidateIndex]> {
        let start = set
            .checked_sub(1)
            .map_or(0, |before| self.sets[before].shards_end);
        (start..self.sets[set].shards_end).map(|shard| {
            let start = shard
                .checked_sub(1)
                .map_or(0, |before| self.shard_ends[before]);
            &self.members[start..self.shard_ends[shard]]
        })
    }

    /// The least number of members of a group that counts.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn threshold(&self, set: usize) -> u32 {
        self.sets[set].threshold
    }

    /// The guesses to score.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn allowed(&self, set: usize) -> &[GuessIndex] {
        &self.allowed.lists()[self.allowed_list(set)]
    }

    /// The number of the list of [`CollisionBatch::allowed_lists`] that a set allows.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn allowed_list(&self, set: usize) -> usize {
        self.sets[set].allowed
    }

    /// The lists of allowed guesses that the sets share.
    pub fn allowed_lists(&self) -> &[Arc<[GuessIndex]>] {
        self.allowed.lists()
    }
}

/// The guesses of a set that leave the fewest collisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestCollisions {
    /// The lowest score.
    pub score: u32,
    /// All guesses that have it, ascending.
    pub guesses: Vec<GuessIndex>,
}
