//! Within: finds the exact best chance to win within k guesses by Bellman's equation (after the
//! article "Optimal Wordle").
//!
//! W(T, k) is the highest number of words of T that one decision tree finds within k guesses; the
//! chance to win is W(T, k) / |T|. A guess finds itself, if it is in T, and W(group, k − 1) words
//! of each other group. Since W(T, 1) = 1, W(T, 2) is the highest number of groups that any guess
//! makes of T. A backend computes W(T, 2) for many sets at a time.
//!
//! For k ≥ 3, a best-first search compares the guesses. Each guess starts with a cheap upper bound,
//! which is refined group by group until it is exact or too low to matter. For a full description
//! and the proofs of the bounds, see `docs/algorithms/within.md`.
//!
//! | file | content |
//! |---|---|
//! | `bounds` | upper bounds on what a guess finds, from the sizes of its groups |
//! | `value` | W(T, k) of a set, and the memo |
//! | `search` | the best-first search over guesses |
//! | `grow` | from values to a tree |
//! | `ranking` | the result for many openings |

mod bounds;
mod grow;
mod ranking;
mod search;
mod value;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;
use rayon::prelude::*;

use super::{DecisionTree, Game};
use crate::Progress;
use crate::compute::{Backend, CandidateIndex, ComputeError, GuessIndex};
pub use ranking::{Ranking, SearchedOpening, ValuedOpening};
pub use search::FAVOURITES;
use search::{Contender, Goal, Search, Valued};
use value::Value;

/// The search for the best chance to win within some guesses.
///
/// ```
/// use wordgame_engine::compute::cpu::Cpu;
/// use wordgame_engine::guessing::within::Within;
/// use wordgame_engine::guessing::{Game, Lists, rule::Wordle};
///
/// let game = Game::new(&Wordle, Lists::original());
/// let within = Within::new(&game, &Cpu)?;
///
/// // TRACE makes 150 groups, and the second guess finds one word in each.
/// let trace = game.lists().guess_index("trace".parse().unwrap()).unwrap();
/// let (found, _tree) = within.solve_opening(trace, 2)?;
/// assert_eq!(found, 150);
/// # Ok::<(), wordgame_engine::compute::ComputeError>(())
/// ```
pub struct Within<'a> {
    game: &'a Game,
    backend: &'a dyn Backend,
    /// The highest number of groups that any guess makes of all candidates. No guess makes more groups of a
    /// smaller set.
    max_groups: u32,
    /// Values of W(T, k), and upper bounds on them, by a hash of T and by k.
    memo: DashMap<(u128, u32), Value>,
}

/// Which openings to compare, and how.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The openings, by index into the list of guesses, each once.
    pub openings: &'r [GuessIndex],
    /// The number of guesses within which solutions are found, the opening included. At least 1.
    pub guesses: u32,
    /// The number of openings to find exact numbers for, at least 1: see [`Ranking::of`].
    pub top: usize,
    /// The results of other openings that will be ranked together with these.
    pub known: &'r [SearchedOpening],
    /// Receives the number of openings that have an exact value or are ruled out.
    pub progress: Progress<'r>,
}

impl<'r> Request<'r> {
    /// A request for the best of `openings`, with no known results and no progress reports.
    pub fn new(openings: &'r [GuessIndex], guesses: u32) -> Request<'r> {
        Request {
            openings,
            guesses,
            top: 1,
            known: &[],
            progress: Progress::none(),
        }
    }
}

impl<'a> Within<'a> {
    /// Prepares a search.
    ///
    /// # Errors
    /// [`ComputeError`] if a GPU fails.
    pub fn new(game: &'a Game, backend: &'a dyn Backend) -> Result<Within<'a>, ComputeError> {
        let mut within = Within {
            game,
            backend,
            max_groups: 0,
            memo: DashMap::new(),
        };
        let all = game.all_candidates();
        within.max_groups = within.most_groups(&[&all])?[0].found;
        Ok(within)
    }

    /// Compares openings until [`Ranking::of`] can rank them, together with those that are known. The results
    /// come in the order of the openings.
    ///
    /// # Errors
    /// [`ComputeError`] if a GPU fails.
    ///
    /// # Panics
    /// If `guesses` or `top` is 0 or an opening is out of range.
    pub fn compare_openings(
        &self,
        request: &Request,
    ) -> Result<Vec<SearchedOpening>, ComputeError> {
        let &Request {
            openings,
            guesses,
            top,
            ..
        } = request;
        assert!(guesses > 0 && top > 0, "at least one guess and one opening");
        let all = self.game.all_candidates();
        let contenders = self.contenders(&all, openings, guesses)?;
        let searched = |contender: &Contender| SearchedOpening {
            guess: contender.guess,
            groups: contender.groups,
            upper_bound: contender.upper_bound,
            // With at most one guess after this one, the bounds of its groups are exact.
            found: (guesses <= 2).then_some(contender.upper_bound),
        };
        let results = contenders
            .iter()
            .map(|contender| (contender.guess, searched(contender)));
        let mut results: HashMap<GuessIndex, SearchedOpening> = results.collect();
        if guesses > 2 {
            let known = request.known.iter();
            let mut valued: Vec<Valued> = known.filter_map(SearchedOpening::valued).collect();
            valued.sort_unstable();
            let search = Search {
                candidates: &all,
                guesses,
                goal: Goal::Ranking { top },
                progress: request.progress,
            };
            let outcome = self.best_first(&search, contenders, valued)?;
            for valued in outcome.valued {
                if let Some(result) = results.get_mut(&valued.guess()) {
                    result.found = Some(valued.found.0);
                }
            }
        }
        Ok(openings.iter().map(|opening| results[opening]).collect())
    }

    /// Finds a tree that begins with `opening` and finds the most solutions within `guesses`
    /// guesses. Returns the number of solutions and the tree, which ends after the last of these
    /// guesses.
    ///
    /// # Errors
    /// [`ComputeError`] if a GPU fails.
    ///
    /// # Panics
    /// If `guesses` is 0 or the opening is out of range.
    pub fn solve_opening(
        &self,
        opening: GuessIndex,
        guesses: u32,
    ) -> Result<(u32, DecisionTree), ComputeError> {
        self.solve_opening_with_progress(opening, guesses, Progress::none())
    }

    /// Like [`Within::solve_opening`], but reports to `progress` how many candidates are in finished
    /// groups.
    ///
    /// # Errors
    /// As for [`Within::solve_opening`].
    ///
    /// # Panics
    /// As for [`Within::solve_opening`].
    pub fn solve_opening_with_progress(
        &self,
        opening: GuessIndex,
        guesses: u32,
        progress: Progress,
    ) -> Result<(u32, DecisionTree), ComputeError> {
        assert!(guesses > 0, "at least one guess");
        let all = self.game.all_candidates();
        let mut found = 0;
        if guesses > 1 {
            // Computes the values of all groups in parallel. The tree is then read from the memo.
            let groups = self.unsolved_groups(opening, &all);
            let done = AtomicUsize::new(0);
            let value = |group: &Vec<CandidateIndex>| {
                let value = self.value(group, guesses - 1, 0);
                let done = done.fetch_add(group.len(), Ordering::Relaxed);
                progress.report(done + group.len());
                value
            };
            let values: Vec<_> = groups.par_iter().map(value).collect();
            for value in values {
                found += value?.found;
            }
        }
        let mut tree = DecisionTree { nodes: Vec::new() };
        self.grow(&mut tree, opening, &all, guesses)?;
        Ok((found + u32::from(tree.nodes[0].solves), tree))
    }
}
