//! Finds the best paths within a tier.
//!
//! In nearly every case some path attains the bound that comes from walks ([`WalkBound`](super::walks::WalkBound)).
//! Then the paths that attain it are the best, and following only moves whose bound is high enough finds them
//! all. In the few other cases a branch and bound search first finds the best score, and the same procedure
//! then lists the paths with that score.

use std::cmp::Reverse;

use itertools::Itertools;

use super::best_games::{BestGames, PathTally};
use super::tier::EntryTable;
use super::walks::WalkBounds;
use crate::stumper::graph::Graph;
use crate::stumper::index::WordIndex;
use crate::stumper::state::ADDITION_GAIN;

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

impl TierSearch<'_> {
    /// Finds the best ways to continue.
    pub fn best_games(&mut self, moves_left: u32) -> BestGames {
        let bound = self.walks.get(self.word(), moves_left).best();
        if let Some(best_games) = self.games_that_score(bound, moves_left) {
            return best_games;
        }
        let mut best = 0;
        self.raise_best(moves_left, 0, &mut best);
        self.games_that_score(best, moves_left)
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
    fn games_that_score(&mut self, score: u32, moves_left: u32) -> Option<BestGames> {
        let word = self.word();
        let before = self.played.len();
        let mut tally = PathTally::default();
        self.each_path(moves_left, score, &mut |played, addition| {
            tally.add(word, &played[before..], addition);
        });
        tally.finish(score)
    }

    /// Calls `visit` for every path that still scores `rest`, in alphabetical order. `visit` gets the words
    /// played in this tier, and the addition that ends the path if there is one. No path may score more than
    /// `rest`.
    pub fn each_path(
        &mut self,
        moves_left: u32,
        rest: u32,
        visit: &mut impl FnMut(&[WordIndex], Option<Addition>),
    ) {
        if rest == 0 {
            return visit(&self.played, None);
        }
        let Some(rest) = rest.checked_sub(self.walks.length) else {
            return;
        };
        if moves_left == 0 {
            return;
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
                visit(&self.played, Some(addition));
            } else if !self.played.contains(&next) {
                self.played.push(next);
                self.each_path(moves_left - 1, rest, visit);
                self.played.pop();
            }
        }
    }
}
