//! Finds the best paths within a tier.
//!
//! In nearly every case some path attains the bound that comes from walks ([`WalkBound`](super::walks::WalkBound)).
//! Then the paths that attain it are the best, and following only moves whose bound is high enough finds them
//! all. In the few other cases a branch and bound search first finds the best score, and the same procedure
//! then lists the paths with that score.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use itertools::Itertools;

use super::best_games::{BestGames, PathTally};
use super::tier::EntryTable;
use super::walks::WalkBounds;
use crate::stumper::graph::Graph;
use crate::stumper::index::WordIndex;
use crate::stumper::state::ADDITION_GAIN;

/// The number of best paths within a tier that are counted for one entry. In a dense graph an entry may have very many:
/// all words of six letters a and b have millions. No entry of the embedded dictionaries has as many as this.
pub const MOST_PATHS: usize = 10_000;

/// Once a path is found, a listing of at most n paths ends after this many steps for each of the n.
const STEPS_PER_PATH: usize = 16;

/// A search for the best paths that continue from the last word played.
pub struct TierSearch<'a> {
    /// The graph.
    pub graph: &'a Graph,
    /// Upper bounds on paths within the tier.
    pub walks: &'a WalkBounds,
    /// The solved entries of the next tier.
    pub longer: &'a EntryTable,
    /// The words played in this tier. There is at least one.
    pub played: Vec<WordIndex>,
}

/// An addition that ends a path within a tier.
#[derive(Clone, Copy)]
pub struct Addition<'a> {
    /// The word that it leads to.
    pub word: WordIndex,
    /// The number of moves left after it.
    pub moves_left: u32,
    /// The best games from there.
    pub best_games: &'a BestGames,
}

/// What a listing of paths may still do.
struct Effort {
    paths: usize,
    /// Spent only after a path is found, so that there is always one.
    steps: usize,
    has_found: bool,
}

impl TierSearch<'_> {
    /// Finds the best ways to continue. They are exact if there are at most `most_paths` best paths within the tier.
    pub fn best_games(&mut self, moves_left: u32, most_paths: usize) -> BestGames {
        let bound = self.walks.get(self.word(), moves_left).best();
        if let Some(best_games) = self.games_that_score(bound, moves_left, most_paths) {
            return best_games;
        }
        let mut best = 0;
        self.raise_best(moves_left, 0, &mut best);
        self.games_that_score(best, moves_left, most_paths)
            .expect("the branch and bound search found a game with this score")
    }

    /// The word in play.
    fn word(&self) -> WordIndex {
        *self.played.last().expect("a search begins with a word")
    }

    /// Branch and bound: raises `best` to the score of the best path. `score` is what the path has scored so
    /// far.
    fn raise_best(&mut self, moves_left: u32, score: u32, best: &mut u32) {
        *best = score.max(*best);
        if moves_left == 0 {
            return;
        }
        let word = self.word();
        let score = score + self.walks.length;
        for &addition in self.graph.additions(word) {
            let rest = self.longer.get(addition, moves_left + ADDITION_GAIN).score;
            *best = (score + rest).max(*best);
        }
        let with_bound = |&neighbour: &WordIndex| {
            let rest = self.walks.get(neighbour, moves_left - 1).without(word);
            (score + rest, neighbour)
        };
        let neighbours = self.graph.neighbours(word).iter().map(with_bound);
        let mut promising: Vec<(u32, WordIndex)> =
            neighbours.filter(|(bound, _)| bound > best).collect();
        promising.sort_unstable_by_key(|&(bound, neighbour)| (Reverse(bound), neighbour));
        for (bound, neighbour) in promising {
            // `best` may have risen since the neighbours were filtered.
            if bound > *best && !self.played.contains(&neighbour) {
                self.played.push(neighbour);
                self.raise_best(moves_left - 1, score, best);
                self.played.pop();
            }
        }
    }

    /// The games with this score, or `None` if no game has it. No game may score more.
    fn games_that_score(
        &mut self,
        score: u32,
        moves_left: u32,
        most_paths: usize,
    ) -> Option<BestGames> {
        let word = self.word();
        let before = self.played.len();
        let mut tally = PathTally::default();
        let has_all = self.each_path(moves_left, score, most_paths, &mut |played, addition| {
            tally.add(word, &played[before..], addition);
        });
        tally.finish(score, has_all)
    }

    /// Calls `visit` for the paths that score `score`, in alphabetical order. `visit` gets the words played in this
    /// tier, and the addition that ends the path if there is one. No path may score more than `score`. Returns false
    /// if it ended early since there are more than `most_paths` paths, or are hard to find.
    pub fn each_path(
        &mut self,
        moves_left: u32,
        score: u32,
        most_paths: usize,
        visit: &mut impl FnMut(&[WordIndex], Option<Addition>),
    ) -> bool {
        let mut effort = Effort {
            paths: most_paths,
            steps: most_paths.saturating_mul(STEPS_PER_PATH),
            has_found: false,
        };
        self.follow(moves_left, score, &mut effort, visit)
            .is_continue()
    }

    /// [`TierSearch::each_path`] from the word in play on, where `rest` is still to be scored.
    fn follow(
        &mut self,
        moves_left: u32,
        rest: u32,
        effort: &mut Effort,
        visit: &mut impl FnMut(&[WordIndex], Option<Addition>),
    ) -> ControlFlow<()> {
        effort.step()?;
        if rest == 0 {
            effort.path()?;
            visit(&self.played, None);
            return ControlFlow::Continue(());
        }
        let Some(rest) = rest.checked_sub(self.walks.length) else {
            return ControlFlow::Continue(());
        };
        if moves_left == 0 {
            return ControlFlow::Continue(());
        }
        let word = self.word();
        let (graph, walks, longer) = (self.graph, self.walks, self.longer);
        let left_after_addition = moves_left + ADDITION_GAIN;
        let promising = graph.neighbours(word).iter().filter(|&&neighbour| {
            let bound = walks.get(neighbour, moves_left - 1);
            bound.without(word) >= rest
        });
        let additions = graph.additions(word).iter();
        let additions =
            additions.filter(|&&addition| longer.get(addition, left_after_addition).score == rest);
        for &next in promising.merge_by(additions, |a, b| graph.word(**a) <= graph.word(**b)) {
            if !walks.has(next) {
                let addition = Addition {
                    word: next,
                    moves_left: left_after_addition,
                    best_games: longer.get(next, left_after_addition),
                };
                effort.path()?;
                visit(&self.played, Some(addition));
            } else if !self.played.contains(&next) {
                self.played.push(next);
                let flow = self.follow(moves_left - 1, rest, effort, visit);
                self.played.pop();
                flow?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Effort {
    /// Spends a step.
    fn step(&mut self) -> ControlFlow<()> {
        if !self.has_found {
            return ControlFlow::Continue(());
        }
        spend(&mut self.steps)
    }

    /// Spends a path.
    fn path(&mut self) -> ControlFlow<()> {
        self.has_found = true;
        spend(&mut self.paths)
    }
}

/// Subtracts one from a number, or breaks if nothing is left.
fn spend(left: &mut usize) -> ControlFlow<()> {
    match left.checked_sub(1) {
        Some(rest) => {
            *left = rest;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    }
}
