//! The best chance to win within k guesses, exactly, by Bellman's equation (after the
//! within-three article).
//!
//! W(T, k) is the most solutions of T that k guesses can be sure to find when each is chosen best;
//! the chance is W(T, k) / |T|. A guess finds Σ W(group, k − 1) over its groups, and itself if it is
//! the solution. W(T, 1) = 1, and so W(T, 2) is the most groups that any guess makes of T, which is
//! what the backend is asked for in bulk.
//!
//! Guesses race: each starts with the bound Σ min(n, most groups of any guess) over its groups, of
//! which the largest is replaced by its exact value again and again, until the bound is the value, or
//! too low to be of interest.
//!
//! What is said of an opening depends on the lists, k and how many are wanted, and not on the race that
//! it was in: openings that raced apart from each other are ranked together as if they had raced in one.

mod grow;
mod race;
mod ranking;
mod value;

use std::collections::HashMap;

use dashmap::DashMap;
use rayon::prelude::*;

use super::{DecisionTree, Game};
use crate::compute::{Backend, ComputeError};
pub use race::FAVOURITES;
use race::{Finished, Goal, Runner};
pub use ranking::{Found, Opening, Raced, ranked};
use value::Known;

/// The search for the best chance to win within some guesses.
pub struct Within<'a> {
    game: &'a Game,
    backend: &'a dyn Backend,
    /// The most groups that any guess makes of all solutions, and so of any set.
    most_splits: u32,
    memo: DashMap<(u128, u32), Known>,
}

impl<'a> Within<'a> {
    /// Prepares a search.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    pub fn new(game: &'a Game, backend: &'a dyn Backend) -> Result<Within<'a>, ComputeError> {
        let mut within = Within {
            game,
            backend,
            most_splits: 0,
            memo: DashMap::new(),
        };
        let all = game.all_candidates();
        within.most_splits = within.most_groups(&[&all])?[0].found;
        Ok(within)
    }

    /// Lets openings race, some or all of the guesses and none twice, until it is known what [`ranked`] says
    /// of them and of others, whose rows are `known`, for `guesses` and `top`. The rows come in the order of the
    /// openings. `progress` is told how many openings are ruled out or settled.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    ///
    /// # Panics
    /// If `guesses` or `top` is 0 or there is no such guess.
    pub fn openings(
        &self,
        openings: &[u32],
        guesses: u32,
        top: usize,
        known: &[Raced],
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Raced>, ComputeError> {
        assert!(guesses > 0 && top > 0, "at least one guess and one opening");
        let all = self.game.all_candidates();
        let runners = self.runners(&all, openings, guesses)?;
        let raced = |runner: &Runner| Raced {
            guess: runner.guess,
            splits: runner.splits,
            ceiling: runner.bound,
            // With one guess or none after this one, the ceilings of its groups are their values.
            found: (guesses <= 2).then_some(runner.bound),
        };
        let rows = runners.iter().map(|runner| (runner.guess, raced(runner)));
        let mut rows: HashMap<u32, Raced> = rows.collect();
        if guesses > 2 {
            let goal = Goal::Ranking { top };
            let mut finished: Vec<Finished> = known.iter().filter_map(Raced::finished).collect();
            finished.sort_unstable();
            let race = self.race(&all, guesses, runners, goal, finished, progress)?;
            for finished in race.finished {
                if let Some(row) = rows.get_mut(&finished.guess()) {
                    row.found = Some(finished.found.0);
                }
            }
        }
        Ok(openings.iter().map(|opening| rows[opening]).collect())
    }

    /// The most solutions that can be found within `guesses`, the first of which is `opening`, and a
    /// tree that finds them. The tree ends where its guesses do.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    ///
    /// # Panics
    /// If `guesses` is 0 or there is no such guess.
    pub fn opening(
        &self,
        opening: u32,
        guesses: u32,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(u32, DecisionTree), ComputeError> {
        assert!(guesses > 0, "at least one guess");
        let mut tree = DecisionTree { nodes: Vec::new() };
        let mut found = 0;
        let groups = self.unsolved_groups(opening, &self.game.all_candidates());
        if guesses > 1 {
            // The values of all groups first, side by side: the tree is then read off the memo.
            let done = std::sync::atomic::AtomicUsize::new(0);
            let solve = |group: &Vec<u32>| {
                let value = self.best(group, guesses - 1, 0);
                let done = done.fetch_add(group.len(), std::sync::atomic::Ordering::Relaxed);
                progress(done + group.len());
                value
            };
            let values: Vec<_> = groups.par_iter().map(solve).collect();
            for value in values {
                found += value?.found;
            }
        }
        self.grow(&mut tree, opening, &self.game.all_candidates(), guesses)?;
        Ok((found + u32::from(tree.nodes[0].solves), tree))
    }
}
