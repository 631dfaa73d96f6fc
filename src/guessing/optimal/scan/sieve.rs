//! The sieve: which guesses a scan keeps, and what it proves about the others.

use super::split::Split;
use super::{ScanLimits, ScanResult, ScannedGuess};
use crate::guessing::optimal::bounds::{self, IMPOSSIBLE};
use crate::guessing::optimal::tables::GuessRank;

/// Keeps the guesses of a scan whose bounds are low enough. The better the guesses so far, the fewer it keeps.
pub struct Sieve {
    /// The number of words in the set.
    n: u32,
    /// The limits of the scan. The limit falls when a guess with an exact cost is found.
    limits: ScanLimits,
    /// The lowest bound of a kept guess.
    best_bound: u32,
    /// See [`Sieve::max_repeats`].
    max_repeats: Option<u32>,
    guesses: Vec<ScannedGuess>,
}

impl Sieve {
    /// A sieve for a set of `n` words.
    pub fn new(n: u32, limits: ScanLimits) -> Sieve {
        let mut sieve = Sieve {
            n,
            limits,
            best_bound: u32::MAX,
            max_repeats: None,
            guesses: Vec::new(),
        };
        sieve.update_max_repeats();
        sieve
    }

    /// The highest number of repeats with which a guess outside the set can still be kept; `None` if none can.
    /// It never rises.
    pub fn max_repeats(&self) -> Option<u32> {
        self.max_repeats
    }

    /// True if a guess outside the set with this many repeats can still be kept.
    pub fn may_keep(&self, repeats: u32) -> bool {
        self.max_repeats.is_some_and(|max| repeats <= max)
    }

    /// Keeps a guess if its bound is low enough and it is of any use.
    pub fn offer(&mut self, guess: GuessRank, split: &Split) {
        let lower_bound = bounds::of_guess(self.n, split.repeats, split.is_in_set);
        // With a single group the player would know no more than before.
        let makes_progress = split.repeats + 1 < self.n || split.is_in_set;
        let separates_all = split.repeats == 0;
        let is_too_slow = self.limits.must_separate_all && !separates_all;
        if lower_bound >= self.limits.limit || !makes_progress || is_too_slow {
            return;
        }
        // A group of more than two has more pairs than repeats.
        let is_exact = split.pairs == u64::from(split.repeats);
        let sum_of_squares = u64::from(self.n) + 2 * split.pairs;
        self.guesses.push(ScannedGuess {
            priority: bounds::priority(self.n, sum_of_squares, lower_bound),
            guess,
            lower_bound,
            is_exact,
            separates_all,
        });
        self.best_bound = self.best_bound.min(lower_bound);
        if is_exact {
            // An exact cost is achievable, so only cheaper guesses matter from now on.
            self.limits.limit = lower_bound;
        }
        self.update_max_repeats();
    }

    /// The result of the scan, once all members and all other allowed guesses were offered or had too many
    /// repeats.
    pub fn into_result(self) -> ScanResult {
        let omitted_cost_at_least = if !self.limits.must_separate_all {
            // All members were offered, and no other guess costs less than 2n.
            self.cutoff().max(2 * self.n)
        } else if self.limits.limit > 2 * self.n {
            // No omitted guess separates all words, so none solves the set with two guesses.
            IMPOSSIBLE
        } else {
            self.limits.limit
        };
        ScanResult {
            guesses: self.guesses,
            omitted_cost_at_least,
        }
    }

    /// Guesses with this lower bound or a higher one may be omitted.
    fn cutoff(&self) -> u32 {
        let with_slack = self.best_bound.saturating_add(self.limits.slack);
        let cutoff = self.limits.limit.min(with_slack);
        if self.limits.must_separate_all {
            // A guess that separates all words has no repeats.
            cutoff.min(2 * self.n + 1)
        } else {
            cutoff
        }
    }

    fn update_max_repeats(&mut self) {
        // A guess outside the set is kept if 2n + repeats < cutoff.
        self.max_repeats = self.cutoff().checked_sub(2 * self.n + 1);
    }
}
