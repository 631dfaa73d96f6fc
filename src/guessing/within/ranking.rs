//! The result of comparing openings, and how it is ranked.
//!
//! The result depends only on the word lists, on k and on how many openings were requested. It does not depend
//! on the order in which a search happened to run, or on how the openings were distributed over searches.

use std::cmp::Reverse;

use super::search::{Goal, Valued};

/// The number of solutions that an opening finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly this many, by the best play after it.
    Exactly(u32),
    /// Proven: at most this many.
    AtMost(u32),
}

/// An opening and the number of solutions that it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Index into the list of guesses.
    pub guess: u32,
    /// The number of solutions that it finds.
    pub found: Found,
}

/// The result of a search for one opening, before all openings are ranked (see [`ranked`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raced {
    /// Index into the list of guesses.
    pub guess: u32,
    /// The number of groups that it makes of all candidates.
    pub splits: u32,
    /// An upper bound on the number of solutions that it finds: the bound before the search.
    pub ceiling: u32,
    /// The exact number of solutions that it finds, if the search has computed it.
    pub found: Option<u32>,
}

impl Raced {
    pub(super) fn valued(&self) -> Option<Valued> {
        self.found.map(|found| Valued {
            found: Reverse(found),
            tie_break: (Reverse(self.splits), self.guess),
        })
    }
}

/// The openings from the best down, ties in list order: exact values for the best `top` and all that equal the
/// last of them, proven bounds for the rest. Two special cases:
///
/// - Within two guesses or fewer the value of every opening is exact.
/// - If `top` openings or more find every candidate, exactly `top` of these are named: those that make the most
///   groups, then those that come first in the list.
///
/// `rows` are the results of [`Within::openings`](super::Within::openings) for the same `guesses` and `top`, in
/// any order: of one search of all openings, or of several, each of some. `candidates` is the number of
/// candidates.
///
/// # Panics
/// If `top` is 0.
pub fn ranked(rows: &[Raced], guesses: u32, top: usize, candidates: u32) -> Vec<Opening> {
    let mut valued: Vec<Valued> = rows.iter().filter_map(Raced::valued).collect();
    valued.sort_unstable();
    let top = if guesses <= 2 { rows.len().max(1) } else { top };
    let threshold = Goal::Ranking { top }.threshold(&valued, candidates);
    let bound_of_others = if threshold.last.is_some() {
        candidates
    } else {
        threshold.found.saturating_sub(1)
    };
    let opening = |row: &Raced| {
        let best = row
            .valued()
            .filter(|row| threshold.is_reached(row.found.0, row.tie_break));
        Opening {
            guess: row.guess,
            found: match best {
                Some(row) => Found::Exactly(row.found.0),
                None => Found::AtMost(row.ceiling.min(bound_of_others)),
            },
        }
    };
    let mut openings: Vec<Opening> = rows.iter().map(opening).collect();
    openings.sort_unstable_by_key(|opening| {
        let (is_bound, found) = match opening.found {
            Found::Exactly(found) => (false, found),
            Found::AtMost(found) => (true, found),
        };
        (is_bound, Reverse(found), opening.guess)
    });
    openings
}
