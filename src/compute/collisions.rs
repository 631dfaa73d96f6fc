//! Collisions: candidates in the same bucket that would still be together after a guess.

use std::sync::Arc;

use super::batch::GuessLists;
use super::{CandidateIndex, GuessIndex};

/// Sets of collision buckets, each set with a threshold and the guesses to score.
///
/// A bucket is a list of candidates. A guess divides each bucket into groups by code. For each code, add up the sizes of
/// the groups with this code, over all buckets, that have at least `threshold` members. The score of the guess is the
/// largest of these sums.
#[derive(Clone, Debug, Default)]
pub struct CollisionBatch {
    members: Vec<CandidateIndex>,
    bucket_ends: Vec<usize>,
    sets: Vec<SetEntry>,
    allowed: GuessLists,
}

#[derive(Clone, Copy, Debug)]
struct SetEntry {
    buckets_end: usize,
    threshold: u32,
    allowed: usize,
}

impl CollisionBatch {
    /// Adds a set of buckets. Consecutive sets with the same list of allowed guesses (ascending) share it.
    ///
    /// # Panics
    /// If no guess is allowed.
    pub fn push<'a>(
        &mut self,
        buckets: impl IntoIterator<Item = &'a [CandidateIndex]>,
        threshold: u32,
        allowed: &Arc<[GuessIndex]>,
    ) {
        for bucket in buckets {
            self.members.extend_from_slice(bucket);
            self.bucket_ends.push(self.members.len());
        }
        self.sets.push(SetEntry {
            buckets_end: self.bucket_ends.len(),
            threshold,
            allowed: self.allowed.push(allowed),
        });
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// True if there are no sets.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The buckets of a set.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn buckets(&self, set: usize) -> impl Iterator<Item = &[CandidateIndex]> {
        let start = set
            .checked_sub(1)
            .map_or(0, |before| self.sets[before].buckets_end);
        (start..self.sets[set].buckets_end).map(|bucket| {
            let start = bucket
                .checked_sub(1)
                .map_or(0, |before| self.bucket_ends[before]);
            &self.members[start..self.bucket_ends[bucket]]
        })
    }

    /// The smallest size of a group that counts.
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

    /// The index of a set's allowed guesses in [`CollisionBatch::allowed_lists`].
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
    /// All guesses with this score, ascending.
    pub guesses: Vec<GuessIndex>,
}
