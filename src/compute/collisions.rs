//! The stage `collisions`: candidates that share a collision bucket, and would still share it after a guess.

use std::ops::Range;
use std::sync::Arc;

use super::batch::GuessLists;
use super::{CandidateIndex, GuessIndex};

/// Sets of collision buckets, each with a threshold and the guesses to score.
///
/// A bucket is a list of candidates. (In the hard-mode heuristic, these are candidates that differ in one letter only.)
/// A guess divides each bucket into groups by code. A group counts if it has at least `threshold` members. The score of
/// a guess is the number of members of the groups that count, for the code for which that number is largest.
///
/// Example: a guess gives the members of one bucket the codes 5, 5, 5, 9 and those of another 5, 5, 9, 9. With
/// threshold 2, code 5 has 3 + 2 members in groups that count and code 9 has 2, so the score is 5.
#[derive(Clone, Debug, Default)]
pub struct CollisionBatch {
    /// The members of all buckets, one bucket after the other.
    members: Vec<CandidateIndex>,
    /// The end of each bucket in `members`.
    bucket_ends: Vec<usize>,
    sets: Vec<SetEntry>,
    allowed: GuessLists,
}

#[derive(Clone, Copy, Debug)]
struct SetEntry {
    /// The end of the set's buckets in `bucket_ends`.
    buckets_end: usize,
    threshold: u32,
    /// The index of the list of allowed guesses.
    allowed: usize,
}

impl CollisionBatch {
    /// Adds a set of buckets. The allowed guesses are in ascending order. The set shares their list with the set before
    /// it if both are clones of one [`Arc`].
    ///
    /// # Panics
    /// If there are no allowed guesses.
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

    /// Some of the sets, as a batch.
    ///
    /// # Panics
    /// If the range reaches beyond the sets.
    pub fn part(&self, sets: Range<usize>) -> CollisionBatch {
        let mut part = CollisionBatch::default();
        for set in sets {
            let allowed = &self.allowed_lists()[self.allowed_list(set)];
            part.push(self.buckets(set), self.threshold(set), allowed);
        }
        part
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
    /// If the index of the set is out of range.
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

    /// The least number of members of a group that counts.
    ///
    /// # Panics
    /// If the index of the set is out of range.
    pub fn threshold(&self, set: usize) -> u32 {
        self.sets[set].threshold
    }

    /// The guesses to score.
    ///
    /// # Panics
    /// If the index of the set is out of range.
    pub fn allowed(&self, set: usize) -> &[GuessIndex] {
        &self.allowed.lists()[self.allowed_list(set)]
    }

    /// The index in [`CollisionBatch::allowed_lists`] of the allowed guesses of a set.
    ///
    /// # Panics
    /// If the index of the set is out of range.
    pub fn allowed_list(&self, set: usize) -> usize {
        self.sets[set].allowed
    }

    /// The lists of allowed guesses. Sets share them.
    pub fn allowed_lists(&self) -> &[Arc<[GuessIndex]>] {
        self.allowed.lists()
    }
}

/// The guesses of a set that leave the fewest collisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewestCollisions {
    /// The lowest score.
    pub score: u32,
    /// All guesses with that score, ascending.
    pub guesses: Vec<GuessIndex>,
}
