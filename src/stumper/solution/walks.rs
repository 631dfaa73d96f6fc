//! Upper bounds from walks that may repeat words.
//!
//! A path within a tier must not repeat a word, so the best path depends on the words played before. Walks
//! that may repeat words, but never return at once to the word that they came from, are easier: what such a
//! walk can still score depends only on its word, on the number of moves left, and on the word before. Every
//! path is such a walk, so the best walk bounds the best path from above.

use crate::stumper::graph::Graph;
use crate::stumper::index::{WordIndex, WordMap};
use crate::stumper::state::ADDITION_GAIN;

use super::reach::Reach;
use super::tier::EntryTable;

/// The scores of the best walks from one word with some number of moves left, by their first move.
///
/// Only the best and the second best neighbour matter. A walk that arrived from the best neighbour may not
/// return to it and takes the second best.
#[derive(Clone, Copy, Debug, Default)]
pub struct WalkBound {
    /// The best score of a walk that begins with an addition.
    addition: u16,
    /// The neighbour with which the best walk within the tier begins, if `through_best` is not 0.
    best_neighbour: u32,
    /// The score of that walk.
    through_best: u16,
    /// The best score of a walk that begins with another neighbour.
    through_others: u16,
}

impl WalkBound {
    /// The score of the best walk.
    pub fn best(self) -> u32 {
        self.addition.max(self.through_best).into()
    }

    /// The score of the best walk that does not begin with this neighbour.
    pub fn without(self, neighbour: WordIndex) -> u32 {
        let within_tier = if self.best_neighbour == neighbour.0 {
            self.through_others
        } else {
            self.through_best
        };
        self.addition.max(within_tier).into()
    }

    /// Takes the best walk that begins with a neighbour into account.
    fn add_neighbour(&mut self, neighbour: WordIndex, score: u16) {
        if score > self.through_best {
            self.through_others = self.through_best;
            self.through_best = score;
            self.best_neighbour = neighbour.0;
        } else {
            self.through_others = self.through_others.max(score);
        }
    }
}

/// The best walks from every word of a tier, for every number of moves that can be left there.
#[derive(Debug)]
pub struct WalkBounds {
    /// The number of letters of the words.
    pub length: u32,
    /// By the number of moves left.
    bounds: Vec<WordMap<WalkBound>>,
}

impl WalkBounds {
    /// Finds the best walks in a tier. Those with one move left come first, since the others are made from
    /// walks with a move less. `longer` has the entries of the next tier, which are solved.
    pub fn new(graph: &Graph, length: usize, reach: &Reach, longer: &EntryTable) -> WalkBounds {
        let tier = graph.tier(length);
        let most = reach.anywhere.values().iter().copied().max().unwrap_or(0);
        let mut walks = WalkBounds {
            length: length as u32,
            bounds: vec![WordMap::filled(tier, WalkBound::default())],
        };
        for moves_left in 1..=most {
            let bounds = WordMap::par_from_fn(tier, |word| {
                if moves_left <= reach.anywhere[word] {
                    walks.extend(graph, longer, word, moves_left)
                } else {
                    WalkBound::default()
                }
            });
            walks.bounds.push(bounds);
        }
        walks
    }

    /// The best walks from a word, made from those with a move less.
    fn extend(
        &self,
        graph: &Graph,
        longer: &EntryTable,
        word: WordIndex,
        moves_left: u32,
    ) -> WalkBound {
        let mut bound = WalkBound::default();
        // No game scores more than fits 16 bits: it has at most 84 moves of at most 31 points.
        for &addition in graph.additions(word) {
            let rest = longer.get(addition, moves_left + ADDITION_GAIN).score;
            bound.addition = bound.addition.max((self.length + rest) as u16);
        }
        for &neighbour in graph.neighbours(word) {
            let rest = self.get(neighbour, moves_left - 1).without(word);
            bound.add_neighbour(neighbour, (self.length + rest) as u16);
        }
        bound
    }

    /// The best walks from a word of the tier. It must be possible to be there with this many moves left.
    pub fn get(&self, word: WordIndex, moves_left: u32) -> WalkBound {
        self.bounds[moves_left as usize][word]
    }

    /// True if the word is in this tier.
    pub fn has(&self, word: WordIndex) -> bool {
        self.bounds[0].words().contains(word)
    }
}
