//! Breadth-first search from many words at once.

use std::mem;

use rayon::prelude::*;

use super::MoveLimit;
use crate::stumper::graph::Graph;
use crate::stumper::index::{WordIndex, WordMap};

/// The number of starts that are searched at once. Each has one bit in a [`StartSet`].
const STARTS_AT_ONCE: usize = 512;

/// A set of up to [`STARTS_AT_ONCE`] starts.
type StartSet = [u64; STARTS_AT_ONCE / 64];

const EMPTY: StartSet = [0; STARTS_AT_ONCE / 64];

/// For each of [`Graph::starts`], the number of moves of a shortest route to the word that is farthest from it.
pub fn longest(graph: &Graph, limit: MoveLimit) -> Vec<u32> {
    let starts: Vec<WordIndex> = graph.starts().iter().collect();
    let groups = starts.par_chunks(STARTS_AT_ONCE);
    groups
        .flat_map_iter(|starts| Search::new(graph, limit, starts).longest())
        .collect()
}

/// Breadth-first search from up to [`STARTS_AT_ONCE`] starts.
struct Search<'g> {
    graph: &'g Graph,
    limit: MoveLimit,
    /// The number of starts.
    starts: usize,
    /// For each word, the starts that have reached it.
    seen: WordMap<StartSet>,
    /// For each word, the starts whose current layer it is in.
    current: WordMap<StartSet>,
    /// For each word, the starts whose next layer it is in.
    next: WordMap<StartSet>,
    /// The words in the current layer of any start.
    words: Vec<WordIndex>,
    /// The words in the next layer of any start.
    next_words: Vec<WordIndex>,
}

impl<'g> Search<'g> {
    fn new(graph: &'g Graph, limit: MoveLimit, starts: &[WordIndex]) -> Search<'g> {
        let mut current = WordMap::filled(graph.words(), EMPTY);
        for (bit, &start) in starts.iter().enumerate() {
            current[start][bit / 64] |= 1 << (bit % 64);
        }
        Search {
            graph,
            limit,
            starts: starts.len(),
            seen: current.clone(),
            current,
            next: WordMap::filled(graph.words(), EMPTY),
            words: starts.to_vec(),
            next_words: Vec::new(),
        }
    }

    /// For each start, the number of the last layer that has words.
    fn longest(mut self) -> Vec<u32> {
        let mut longest = vec![0; self.starts];
        for made in 0.. {
            self.find_next_layer(made);
            if self.next_words.is_empty() {
                break;
            }
            let progressed = self.mark_next_layer_as_seen();
            for (bit, longest) in longest.iter_mut().enumerate() {
                if progressed[bit / 64] >> (bit % 64) & 1 == 1 {
                    *longest = made + 1;
                }
            }
            mem::swap(&mut self.words, &mut self.next_words);
            mem::swap(&mut self.current, &mut self.next);
        }
        longest
    }

    /// Moves all starts from their current layer, after `made` moves, to the next. Empties the current layer.
    fn find_next_layer(&mut self, made: u32) {
        for word in self.words.drain(..) {
            let starts = mem::replace(&mut self.current[word], EMPTY);
            if !self.limit.can_move(self.graph.length(word), made) {
                continue;
            }
            let neighbours = self.graph.neighbours(word).iter();
            for &other in neighbours.chain(self.graph.additions(word)) {
                let (seen, next) = (&self.seen[other], &mut self.next[other]);
                let was_empty = *next == EMPTY;
                for i in 0..starts.len() {
                    next[i] |= starts[i] & !seen[i];
                }
                if was_empty && *next != EMPTY {
                    self.next_words.push(other);
                }
            }
        }
    }

    /// Adds the next layer to the words seen. Returns the starts that have reached a new word.
    fn mark_next_layer_as_seen(&mut self) -> StartSet {
        let mut progressed = EMPTY;
        for &word in &self.next_words {
            let (seen, next) = (&mut self.seen[word], &self.next[word]);
            for i in 0..next.len() {
                seen[i] |= next[i];
                progressed[i] |= next[i];
            }
        }
        progressed
    }
}
