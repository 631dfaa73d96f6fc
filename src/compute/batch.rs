//! Many candidate sets at once, and the best guess of each.

use std::sync::Arc;

use super::{CandidateIndex, GuessIndex, PartitionStats};

/// Candidate sets, each with the guesses that it allows.
///
/// Candidates and guesses are indices into a table, ascending. Sets may share a list of allowed guesses.
#[derive(Clone, Debug, Default)]
pub struct SetBatch {
    members: Vec<CandidateIndex>,
    sets: Vec<SetEntry>,
    allowed: GuessLists,
}

#[derive(Clone, Copy, Debug)]
struct SetEntry {
    end: usize,
    allowed: usize,
}

impl SetBatch {
    /// Adds a set. Consecutive sets with the same list share it.
    ///
    /// # Panics
    /// If the set is empty or no guess is allowed.
    pub fn push(&mut self, candidates: &[CandidateIndex], allowed: &Arc<[GuessIndex]>) {
        assert!(!candidates.is_empty(), "a set has candidates");
        self.members.extend_from_slice(candidates);
        self.sets.push(SetEntry {
            end: self.members.len(),
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

    /// The candidates of a set.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn candidates(&self, set: usize) -> &[CandidateIndex] {
        let start = set.checked_sub(1).map_or(0, |before| self.sets[before].end);
        &self.members[start..self.sets[set].end]
    }

    /// The guesses that a set allows.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn allowed(&self, set: usize) -> &[GuessIndex] {
        &self.allowed.lists()[self.allowed_list(set)]
    }

    /// The index of a set's allowed guesses in [`SetBatch::allowed_lists`].
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

/// Lists of allowed guesses. A list that consecutive sets share is stored once.
#[derive(Clone, Debug, Default)]
pub struct GuessLists(Vec<Arc<[GuessIndex]>>);

impl GuessLists {
    /// Adds a list, unless it is already the last one, and returns its index.
    ///
    /// # Panics
    /// If no guess is allowed.
    pub fn push(&mut self, allowed: &Arc<[GuessIndex]>) -> usize {
        assert!(!allowed.is_empty(), "something is allowed");
        if !self.0.last().is_some_and(|last| Arc::ptr_eq(last, allowed)) {
            self.0.push(Arc::clone(allowed));
        }
        self.0.len() - 1
    }

    /// The lists, by index.
    pub fn lists(&self) -> &[Arc<[GuessIndex]>] {
        &self.0
    }
}

/// The criteria for the best guess of a set, the most important first. Among equal guesses, the first in the table is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// The most groups.
    Splits,
    /// The most groups, then the most bits, then a candidate, then the smaller largest group.
    MaxSplits,
    /// The fewest expected candidates left (Σ n²), then a candidate.
    ExpectedSize,
    /// The most bits (Σ n·log n), then a candidate.
    Entropy,
    /// The smallest largest group, then the fewest expected candidates left, then a candidate.
    Minimax,
    /// The lowest lower bound on the total number of guesses to find every candidate: the most groups, plus one if the guess
    /// is a candidate. Then no group of more than two, which makes the bound exact. Then the fewest expected candidates
    /// left.
    LeastTotal,
}

impl Order {
    /// True if, of two guesses that give every candidate a pattern of its own, a candidate is better than another guess.
    pub fn prefers_candidates(self) -> bool {
        self != Order::Splits
    }

    /// A key that sorts guesses on the same set, the best first.
    pub fn key(self, stats: &PartitionStats) -> [u64; 4] {
        let splits = u64::MAX - u64::from(stats.splits);
        let largest = stats.largest.into();
        let other = u64::from(!stats.candidate);
        match self {
            Order::Splits => [splits, 0, 0, 0],
            Order::MaxSplits => [splits, stats.sum_n_log_n, other, largest],
            Order::ExpectedSize => [stats.sum_squares, other, 0, 0],
            Order::Entropy => [stats.sum_n_log_n, other, 0, 0],
            Order::Minimax => [largest, stats.sum_squares, other, 0],
            Order::LeastTotal => {
                let more = u64::from(stats.largest > 2);
                [
                    splits - u64::from(stats.candidate),
                    more,
                    stats.sum_squares,
                    0,
                ]
            }
        }
    }
}

/// The best guess of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Its index in the table.
    pub guess: GuessIndex,
    /// How it partitions the set.
    pub stats: PartitionStats,
}
