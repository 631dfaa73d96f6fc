//! Breadth-first search from one word.

use super::MoveLimit;
use crate::stumper::graph::Graph;
use crate::stumper::index::{WordIndex, WordMap};

/// The words that can be reached from one word, in layers by the fewest moves that lead to them.
pub struct Layers<'g> {
    graph: &'g Graph,
    limit: MoveLimit,
    /// The words that can be reached, layer by layer.
    words: Vec<WordIndex>,
    /// For each layer, where it ends in `words`.
    ends: Vec<usize>,
    fewest_moves: WordMap<Option<u16>>,
}

impl<'g> Layers<'g> {
    /// Searches until no new word is found or `is_last` returns true. `is_last` gets the number of moves of each
    /// layer and its words.
    pub fn new(
        graph: &'g Graph,
        from: WordIndex,
        limit: MoveLimit,
        is_last: impl Fn(u32, &[WordIndex]) -> bool,
    ) -> Layers<'g> {
        let mut layers = Layers {
            graph,
            limit,
            words: vec![from],
            ends: Vec::new(),
            fewest_moves: WordMap::filled(graph.words(), None),
        };
        layers.fewest_moves[from] = Some(0);
        let mut start = 0;
        for made in 0.. {
            let layer = start..layers.words.len();
            if layer.is_empty() {
                break;
            }
            layers.ends.push(layer.end);
            if is_last(made, &layers.words[layer.clone()]) {
                break;
            }
            start = layer.end;
            for index in layer {
                layers.add_moves_from(layers.words[index], made);
            }
        }
        layers
    }

    /// Adds the words that one move from a word leads to, unless they were reached before.
    fn add_moves_from(&mut self, word: WordIndex, made: u32) {
        if !self.limit.can_move(self.graph.length(word), made) {
            return;
        }
        let (graph, made) = (self.graph, made as u16 + 1);
        for &next in graph.neighbours(word).iter().chain(graph.additions(word)) {
            let fewest = &mut self.fewest_moves[next];
            if fewest.is_none() {
                *fewest = Some(made);
                self.words.push(next);
            }
        }
    }

    /// The fewest moves to a word, if the search reached it.
    pub fn fewest_moves(&self, word: WordIndex) -> Option<u32> {
        self.fewest_moves[word].map(u32::from)
    }

    /// The words that take exactly this number of moves. Empty beyond the last layer.
    pub fn words_after(&self, moves: u32) -> &[WordIndex] {
        let layer = moves as usize;
        let Some(&end) = self.ends.get(layer) else {
            return &[];
        };
        let start = layer.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start..end]
    }
}
