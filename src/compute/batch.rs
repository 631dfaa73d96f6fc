//! The stage `best_guesses`: many candidate sets at once, and the best guess of each.

use std::ops::Range;
use std::sync::Arc;

use super::{CandidateIndex, GuessIndex, PartitionStats};

/// Candidate sets, each with the guesses that are allowed for it.
///
/// The candidates of a set and the allowed guesses are in ascending order. Consecutive sets can share a list of allowed
/// guesses.
#[derive(Clone, Debug, Default)]
pub struct SetBatch {
    /// The candidates of all sets, one set after the other.
    members: Vec<CandidateIndex>,
    sets: Vec<SetEntry>,
    allowed: GuessLists,
}

#[derive(Clone, Copy, Debug)]
struct SetEntry {
    /// The end of the set's candidates in `members`.
    end: usize,
    /// The index of the list of allowed guesses.
    allowed: usize,
}

impl SetBatch {
    /// Adds a set. It shares its list of allowed guesses with the set before it if both lists are
    /// clones of the same [`Arc`].
    ///
    /// # Panics
    /// If there are no candidates or no allowed guesses.
    pub fn push(&mut self, candidates: &[CandidateIndex], allowed: &Arc<[GuessIndex]>) {
        assert!(!candidates.is_empty(), "a set has at least one candidate");
        self.members.extend_from_slice(candidates);
        self.sets.push(SetEntry {
            end: self.members.len(),
            allowed: self.allowed.push(allowed),
        });
    }

    /// Some of the sets, as a batch.
    ///
    /// # Panics
    /// If the range reaches beyond the sets.
    pub fn part(&self, sets: Range<usize>) -> SetBatch {
        let mut part = SetBatch::default();
        for set in sets {
            let allowed = &self.allowed_lists()[self.allowed_list(set)];
            part.push(self.candidates(set), allowed);
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

    /// The candidates of a set.
    ///
    /// # Panics
    /// If the index of the set is out of range.
    pub fn candidates(&self, set: usize) -> &[CandidateIndex] {
        let start = set.checked_sub(1).map_or(0, |before| self.sets[before].end);
        &self.members[start..self.sets[set].end]
    }

    /// The allowed guesses of a set.
    ///
    /// # Panics
    /// If the index of the set is out of range.
    pub fn allowed(&self, set: usize) -> &[GuessIndex] {
        &self.allowed.lists()[self.allowed_list(set)]
    }

    /// The index in [`SetBatch::allowed_lists`] of the allowed guesses of a set.
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

/// Lists of allowed guesses. If clones of one [`Arc`] are pushed in a row, the list is stored once.
#[derive(Clone, Debug, Default)]
pub struct GuessLists(Vec<Arc<[GuessIndex]>>);

impl GuessLists {
    /// Adds a list, unless the last list is a clone of the same [`Arc`]. Returns the index of the list.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn push(&mut self, allowed: &Arc<[GuessIndex]>) -> usize {
        assert!(!allowed.is_empty(), "at least one guess is allowed");
        if !self.0.last().is_some_and(|last| Arc::ptr_eq(last, allowed)) {
            self.0.push(Arc::clone(allowed));
        }
        self.0.len() - 1
    }

    /// The lists.
    pub fn lists(&self) -> &[Arc<[GuessIndex]>] {
        &self.0
    }
}

/// How to compare the guesses of one set. Each variant lists what makes a guess better, the most
/// important criterion first. If two guesses are equal by all criteria, the one with the lower
/// index is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// More groups.
    Splits,
    /// More groups; then more information, that is, a lower Σ n·log n; then a candidate; then a smaller largest group.
    MaxSplits,
    /// Fewer candidates expected to remain, that is, a lower Σ n²; then a candidate.
    ExpectedSize,
    /// More information, that is, a lower Σ n·log n; then a candidate.
    Entropy,
    /// A smaller largest group; then fewer candidates expected to remain; then a candidate.
    Minimax,
    /// A smaller lower bound on the total; then no group of more than two candidates, because then
    /// the bound is exact; then fewer candidates expected to remain.
    ///
    /// The total is the number of guesses needed to find every candidate once, all games added up.
    /// Its lower bound is three guesses for each candidate, minus one for each group, and minus one
    /// if the guess is a candidate.
    LeastTotal,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 6] = [
        Order::Splits,
        Order::MaxSplits,
        Order::ExpectedSize,
        Order::Entropy,
        Order::Minimax,
        Order::LeastTotal,
    ];

    /// True if, of two guesses that put every candidate into a group of its own, one that is a
    /// candidate is better than one that is not.
    pub fn prefers_candidates(self) -> bool {
        self != Order::Splits
    }

    /// A sort key: the better of two guesses has the lower key. Only keys of the same set can be
    /// compared.
    pub fn key(self, stats: &PartitionStats) -> [u64; 4] {
        let splits = u64::MAX - u64::from(stats.splits);
        let largest = stats.largest.into();
        let no_candidate = u64::from(!stats.candidate);
        match self {
            Order::Splits => [splits, 0, 0, 0],
            Order::MaxSplits => [splits, stats.sum_n_log_n, no_candidate, largest],
            Order::ExpectedSize => [stats.sum_squares, no_candidate, 0, 0],
            Order::Entropy => [stats.sum_n_log_n, no_candidate, 0, 0],
            Order::Minimax => [largest, stats.sum_squares, no_candidate, 0],
            Order::LeastTotal => [
                splits - u64::from(stats.candidate),
                u64::from(stats.largest > 2),
                stats.sum_squares,
                0,
            ],
        }
    }
}

/// The best guess of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The guess.
    pub guess: GuessIndex,
    /// The partition of the set by this guess.
    pub stats: PartitionStats,
}
