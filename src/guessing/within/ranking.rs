//! The result of comparing openings, and how it is ranked.
//!
//! The result depends only on the word lists, on k and on how many openings were requested. It does not depend
//! on the order in which a search happened to run, or on how the openings were distributed over searches.

use std::cmp::Reverse;

use super::search::{Goal, Valued};
use crate::compute::GuessIndex;
use crate::guessing::Bound;

/// The result of a search for one opening, before all openings are ranked (see [`Ranking`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchedOpening {
    /// Index into the list of guesses.
    pub guess: GuessIndex,
    /// The number of groups that it makes of all candidates.
    pub groups: u32,
    /// An upper bound on the number of solutions that it finds: the bound before the search.
    pub upper_bound: u32,
    /// The exact number of solutions that it finds, if the search has computed it.
    pub found: Option<u32>,
}

/// An opening and the number of solutions that it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedOpening {
    /// Index into the list of guesses.
    pub guess: GuessIndex,
    /// The number of solutions that it finds: exact, or at most this many.
    pub found: Bound,
}

/// How openings are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The number of guesses within which solutions are found, the opening included.
    pub guesses: u32,
    /// The number of openings to report with exact numbers, at least 1.
    pub top: usize,
    /// The number of candidates.
    pub candidates: u32,
}

impl SearchedOpening {
    pub(super) fn valued(&self) -> Option<Valued> {
        self.found.map(|found| Valued {
            found: Reverse(found),
            tie_break: (Reverse(self.groups), self.guess),
        })
    }
}

impl Ranking {
    /// The openings from the best down, ties in list order: exact numbers for the best `top` and all that equal
    /// the last of them, upper bounds for the rest. Two special cases:
    ///
    /// - Within two guesses or fewer all numbers are exact.
    /// - If `top` openings or more find every candidate, exactly `top` of these are named: those that make the
    ///   most groups, then those that come first in the list.
    ///
    /// `openings` are the results of [`Within::compare_openings`](super::Within::compare_openings) for the same `guesses` and
    /// `top`, in any order: of one search of all openings, or of several, each of some.
    ///
    /// # Panics
    /// If `top` is 0.
    pub fn of(self, openings: &[SearchedOpening]) -> Vec<ValuedOpening> {
        let mut valued: Vec<Valued> = openings
            .iter()
            .filter_map(SearchedOpening::valued)
            .collect();
        valued.sort_unstable();
        let top = if self.guesses <= 2 {
            openings.len().max(1)
        } else {
            self.top
        };
        let threshold = Goal::Ranking { top }.threshold(&valued, self.candidates);
        let bound_of_others = if threshold.last.is_some() {
            self.candidates
        } else {
            threshold.found.saturating_sub(1)
        };
        let ranked = |opening: &SearchedOpening| {
            let best = opening
                .valued()
                .filter(|valued| threshold.is_reached(valued.found.0, valued.tie_break));
            ValuedOpening {
                guess: opening.guess,
                found: match best {
                    Some(valued) => Bound::Exactly(valued.found.0),
                    None => Bound::AtMost(opening.upper_bound.min(bound_of_others)),
                },
            }
        };
        let mut ranked: Vec<ValuedOpening> = openings.iter().map(ranked).collect();
        ranked.sort_unstable_by_key(|opening| {
            let found = opening.found;
            (!found.is_exact(), Reverse(found.number()), opening.guess)
        });
        ranked
    }
}
