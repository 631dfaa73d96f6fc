//! Best-first search: which guesses find the most words?
//!
//! Each guess is a *contender* with an upper bound on the number of words that it finds: the sum of
//! the bounds of its groups (see [`bounds`](super::bounds)). A group is *open* if its bound may
//! still be too high. In each round the search takes the largest open group of every contender
//! under consideration, and replaces the bound of this group with its exact value. A contender
//! leaves the search when
//!
//! - its bound is below the *threshold*, which depends on the exact values found so far, or
//! - it has no open groups. Its bound is then its exact value, which may raise the threshold.
//!
//! The contenders that make the most groups, the *favourites*, are considered first, since their
//! values probably give a high threshold. The others follow, the highest first bound first.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::Within;
use crate::Progress;
use crate::compute::{CandidateIndex, ComputeError, GuessIndex, PartitionStats};

/// The number of contenders considered at a time if two guesses are left for their groups. The
/// largest open groups of all of them then make one batch for the backend. If more guesses are
/// left, the value of each group takes a search of its own, so contenders are considered one at a
/// time.
const CONTENDERS_PER_ROUND: usize = 128;

/// The number of contenders that come before all others: those that make the most groups.
pub const FAVOURITES: usize = 16;

/// A guess whose value is not yet known.
pub struct Contender {
    pub guess: GuessIndex,
    /// The number of groups that the guess makes.
    pub groups: u32,
    /// At most this many words are found with the guess.
    pub upper_bound: u32,
    /// The members of each open group, the largest group last. `None` until the first round of the
    /// contender.
    open_groups: Option<Vec<Vec<CandidateIndex>>>,
}

/// A guess with its exact value. The order is from the best guess down: the most words found, then
/// [`TieBreak`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Valued {
    pub found: Reverse<u32>,
    pub tie_break: TieBreak,
}

/// The order of guesses that find the same number of words: by the number of groups, the highest first, then by
/// list index.
pub type TieBreak = (Reverse<u32>, GuessIndex);

/// A search for the guesses that find the most words of a set.
pub struct Search<'s> {
    /// The set.
    pub candidates: &'s [CandidateIndex],
    /// The number of guesses left. At least 3.
    pub guesses: u32,
    pub goal: Goal,
    /// Receives the number of contenders that have left the search.
    pub progress: Progress<'s>,
}

/// The goal of a search.
#[derive(Clone, Copy)]
pub enum Goal {
    /// Find one guess that finds the most words, if that is at least `needed` words.
    Best { needed: u32 },
    /// Find all that [`Ranking`](super::Ranking) needs to name the best `top` guesses.
    Ranking { top: usize },
}

/// The condition that a guess must meet to matter.
#[derive(Clone, Copy)]
pub struct Threshold {
    /// It has to find at least this many words.
    pub found: u32,
    /// If `found` is the size of the set, only guesses up to this one matter, in the order of
    /// [`TieBreak`]. Later guesses do not matter, even if they also find every word. `None` if all
    /// ties matter.
    pub last: Option<TieBreak>,
}

/// The outcome of a search.
pub struct Outcome {
    /// The guesses whose values are exact, the best first.
    pub valued: Vec<Valued>,
    /// No guess that left the search without an exact value finds more words than this.
    pub dropped_bound: u32,
}

impl Within<'_> {
    /// Searches until no guess without an exact value matters for the goal. The search takes
    /// contenders from the end of `waiting`. `valued` holds the guesses whose values are already
    /// known, the best first.
    pub fn best_first(
        &self,
        search: &Search,
        mut waiting: Vec<Contender>,
        valued: Vec<Valued>,
    ) -> Result<Outcome, ComputeError> {
        let count = waiting.len();
        let n = search.candidates.len() as u32;
        let per_round = if search.guesses == 3 {
            CONTENDERS_PER_ROUND
        } else {
            1
        };
        let mut outcome = Outcome {
            valued,
            dropped_bound: 0,
        };
        let mut considered: Vec<Contender> = Vec::new();
        loop {
            let threshold = search.goal.threshold(&outcome.valued, n);
            considered.retain(|contender| outcome.keeps(contender, threshold));
            while considered.len() < per_round
                && threshold.found <= n
                && let Some(contender) = waiting.pop()
            {
                if outcome.keeps(&contender, threshold) {
                    considered.push(contender);
                }
            }
            search
                .progress
                .report(count - waiting.len() - considered.len());
            if considered.is_empty() {
                return Ok(outcome);
            }
            self.refine(search, threshold.found, &mut considered)?;
            outcome.take_valued(&mut considered, threshold.found);
        }
    }

    /// Makes a contender of each guess in `among`, with its first bound. The search takes
    /// contenders from the end: first the [`FAVOURITES`], then those with the highest bounds.
    pub fn contenders(
        &self,
        candidates: &[CandidateIndex],
        among: &[GuessIndex],
        guesses: u32,
    ) -> Result<Vec<Contender>, ComputeError> {
        let table = self.game.table().restrict(candidates);
        let stats = self.backend.partition(&table, among)?;
        let left = guesses - 1;
        let contender = |(&guess, stats): (&GuessIndex, &PartitionStats)| Contender {
            guess,
            groups: stats.splits,
            // If the bound of the largest group is its size, then so is the bound of every smaller
            // group. The sum is then the size of the set, so there is no need to form the groups.
            upper_bound: if self.bound_of_set(stats.largest, left) == stats.largest {
                candidates.len() as u32
            } else {
                self.bound_of_groups(&self.game.groups(guess, candidates), left)
            },
            open_groups: None,
        };
        let mut contenders: Vec<Contender> = among.par_iter().zip(&stats).map(contender).collect();
        // Guesses that make many groups are likely to be among the best. Their values set a high threshold for
        // the others.
        contenders.sort_unstable_by_key(|contender| Reverse(contender.tie_break()));
        let favourites = contenders.split_off(contenders.len().saturating_sub(FAVOURITES));
        // The sort is stable and the search starts at the end, so among contenders with the same
        // bound, those that make more groups are considered first.
        contenders.sort_by_key(|contender| contender.upper_bound);
        contenders.extend(favourites);
        Ok(contenders)
    }

    /// One round: replaces the bound of each contender's largest open group with the group's value.
    /// If this takes the contender below `needed`, the value may itself be only an upper bound.
    fn refine(
        &self,
        search: &Search,
        needed: u32,
        contenders: &mut [Contender],
    ) -> Result<(), ComputeError> {
        let left = search.guesses - 1;
        self.open_groups(search.candidates, left, contenders);
        let largest = |(index, contender): (usize, &mut Contender)| {
            let group = contender.open_groups.as_mut()?.pop()?;
            Some((index, group))
        };
        let taken: Vec<(usize, Vec<CandidateIndex>)> = contenders
            .iter_mut()
            .enumerate()
            .filter_map(largest)
            .collect();
        let bound = |group: &[CandidateIndex]| self.bound_of_set(group.len() as u32, left);
        let values = if left == 2 {
            let sets: Vec<&[CandidateIndex]> = taken.iter().map(|(_, group)| &group[..]).collect();
            self.most_groups(&sets)?
        } else {
            let value = |(index, group): &(usize, Vec<CandidateIndex>)| {
                let others = contenders[*index].upper_bound - bound(group);
                self.value(group, left, needed.saturating_sub(others))
            };
            taken.iter().map(value).collect::<Result<_, _>>()?
        };
        for ((index, group), value) in taken.iter().zip(values) {
            contenders[*index].upper_bound -= bound(group) - value.found;
        }
        Ok(())
    }

    /// Lists the open groups of the contenders that are in their first round. `left` is the number
    /// of guesses left for each group.
    fn open_groups(&self, candidates: &[CandidateIndex], left: u32, contenders: &mut [Contender]) {
        contenders.par_iter_mut().for_each(|contender| {
            contender.open_groups.get_or_insert_with(|| {
                let mut groups = self.unsolved_groups(contender.guess, candidates);
                // All words of a group of at most `left` words are found by trying one after the
                // other, so its bound is already exact.
                groups.retain(|group| group.len() as u32 > left);
                groups.sort_by_key(Vec::len);
                groups
            });
        });
    }
}

impl Contender {
    /// True if the open groups were listed and all of them have been valued.
    fn has_no_open_groups(&self) -> bool {
        self.open_groups.as_ref().is_some_and(Vec::is_empty)
    }

    fn tie_break(&self) -> TieBreak {
        (Reverse(self.groups), self.guess)
    }
}

impl Valued {
    /// The guess, by list index.
    pub fn guess(&self) -> GuessIndex {
        self.tie_break.1
    }
}

impl Goal {
    /// The threshold for the other guesses. `valued` are the guesses with exact values, the best
    /// first, and `n` is the number of words in the set.
    pub fn threshold(self, valued: &[Valued], n: u32) -> Threshold {
        match self {
            Goal::Best { needed } => Threshold {
                found: valued.first().map_or(needed, |best| best.found.0 + 1),
                last: None,
            },
            Goal::Ranking { top } => {
                let last = valued.get(top - 1);
                let found = last.map_or(0, |last| last.found.0);
                Threshold {
                    found,
                    // All guesses that equal the last of the best `top` are reported, unless they
                    // find every word. Most guesses may do that, so the tie-break then decides.
                    last: last.filter(|_| found == n).map(|last| last.tie_break),
                }
            }
        }
    }
}

impl Threshold {
    /// True if a guess that finds this many words matters.
    pub fn is_reached(&self, found: u32, tie_break: TieBreak) -> bool {
        found >= self.found && self.last.is_none_or(|last| tie_break <= last)
    }
}

impl Outcome {
    /// True if a contender may still reach the threshold. If not, the contender leaves the search,
    /// so its bound is recorded.
    fn keeps(&mut self, contender: &Contender, threshold: Threshold) -> bool {
        let keeps = threshold.is_reached(contender.upper_bound, contender.tie_break());
        if !keeps {
            self.dropped_bound = self.dropped_bound.max(contender.upper_bound);
        }
        keeps
    }

    /// Moves the contenders with exact values out of `considered`.
    fn take_valued(&mut self, considered: &mut Vec<Contender>, needed: u32) {
        // If the contender's bound is below `needed`, the value of a group may be only a bound: see
        // `Within::value`.
        let is_exact = |contender: &mut Contender| {
            contender.has_no_open_groups() && contender.upper_bound >= needed
        };
        let before = self.valued.len();
        let valued = considered.extract_if(.., is_exact).map(|contender| Valued {
            found: Reverse(contender.upper_bound),
            tie_break: contender.tie_break(),
        });
        self.valued.extend(valued);
        if self.valued.len() > before {
            self.valued.sort_unstable();
        }
    }
}
