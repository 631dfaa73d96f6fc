//! A state of the search, and the result of searching it.

use super::tables::Column;
use crate::guessing::Constraint;

/// The number of guesses that a game may still take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuessesLeft(u8);

impl GuessesLeft {
    /// There is no limit.
    pub const UNLIMITED: GuessesLeft = GuessesLeft(u8::MAX);

    /// At most `guesses`, which is at most [`MAX_GUESSES`](super::MAX_GUESSES), or no limit.
    pub fn new(guesses: Option<u8>) -> GuessesLeft {
        guesses.map_or(GuessesLeft::UNLIMITED, GuessesLeft)
    }

    /// True if there is no limit.
    pub fn is_unlimited(self) -> bool {
        self == GuessesLeft::UNLIMITED
    }

    /// True for so few guesses that the limit usually makes a set more expensive. The cost without a limit is
    /// then rarely the answer, so the search does not compute it first.
    pub fn is_tight(self) -> bool {
        self.0 <= 3
    }

    /// The number of guesses. It is 255 if there is no limit.
    pub fn count(self) -> u8 {
        self.0
    }

    /// The number of guesses left after the next one.
    ///
    /// # Panics
    /// If none is left.
    pub fn after_guess(self) -> GuessesLeft {
        if self.is_unlimited() {
            self
        } else {
            GuessesLeft(self.0 - 1)
        }
    }

    /// True if games of `height` guesses are short enough.
    pub fn allows(self, height: u8) -> bool {
        height <= self.0
    }
}

/// A set of candidates, and what is allowed from here on.
#[derive(Clone, Copy)]
pub struct State<'s> {
    /// The candidates that are still possible.
    pub members: &'s [Column],
    /// Their hash: see [`Shared::set_hash`](super::shared::Shared::set_hash).
    pub set_hash: u128,
    /// The words that hard mode allows. In normal mode it allows all.
    pub constraint: &'s Constraint,
    pub left: GuessesLeft,
}

/// The cost of a state or of a guess, searched for under a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostOrBound {
    /// If this is below the limit of the search, it is the exact cost. Otherwise the search was cut short, and
    /// this is a lower bound, which is not below the limit.
    pub cost: u32,
    /// The number of guesses in the longest game of the tree that was found. It has no meaning for a bound.
    pub height: u8,
}

impl CostOrBound {
    /// A lower bound.
    pub fn at_least(cost: u32) -> CostOrBound {
        CostOrBound { cost, height: 0 }
    }
}

/// The search was asked to stop, or has used up its scans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;
