//! Openings in order.

use std::cmp::Reverse;

use super::race::{Finished, Goal};

/// How many solutions an opening finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This many, by the best play after it.
    Exactly(u32),
    /// Proven: no more than this.
    AtMost(u32),
}

/// An opening and what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its place in the list of guesses.
    pub guess: u32,
    /// How many solutions it finds.
    pub found: Found,
}

/// What a race of openings has found of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raced {
    /// Its place in the list of guesses.
    pub guess: u32,
    /// The groups that it makes of all candidates.
    pub splits: u32,
    /// It finds no more than this: its bound before the race.
    pub ceiling: u32,
    /// What it finds, if it went to the end of the race.
    pub found: Option<u32>,
}

impl Raced {
    pub(super) fn finished(&self) -> Option<Finished> {
        self.found.map(|found| Finished {
            found: Reverse(found),
            position: (Reverse(self.splits), self.guess),
        })
    }
}

/// The openings from the one that finds the most of so many `candidates` within `guesses` down, ties in list
/// order: exact values for the best `top` and all that equal the last of them, proven bounds for the rest.
/// If so many find every candidate, those `top` are named that make the most groups, then come first in
/// the list; and within two guesses the value of every opening is exact.
///
/// `rows` are what races ([`Within::openings`]) have found, in any order, for the same `guesses` and `top`:
/// one race of all openings, or several, each of some.
///
/// # Panics
/// If `top` is 0.
pub fn ranked(rows: &[Raced], guesses: u32, top: usize, candidates: u32) -> Vec<Opening> {
    let mut finished: Vec<Finished> = rows.iter().filter_map(Raced::finished).collect();
    finished.sort_unstable();
    let top = match guesses {
        ..=2 => rows.len().max(1),
        _ => top,
    };
    let bar = Goal::Ranking { top }.bar(&finished, candidates);
    let most = match bar.last {
        Some(_) => candidates,
        None => bar.found.saturating_sub(1),
    };
    let opening = |row: &Raced| {
        let exact = row
            .finished()
            .filter(|row| bar.is_reached(row.found.0, row.position));
        Opening {
            guess: row.guess,
            found: match exact {
                Some(row) => Found::Exactly(row.found.0),
                None => Found::AtMost(row.ceiling.min(most)),
            },
        }
    };
    let mut openings: Vec<Opening> = rows.iter().map(opening).collect();
    openings.sort_unstable_by_key(|opening| {
        let (is_bound, most) = match opening.found {
            Found::Exactly(found) => (false, found),
            Found::AtMost(found) => (true, found),
        };
        (is_bound, Reverse(most), opening.guess)
    });
    openings
}
