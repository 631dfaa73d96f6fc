//! The two-player game without budgets, solved with maximum matchings.
//!
//! A player who can make an addition to a word from which the opponent loses has won. So nobody moves to a word
//! that has such an addition unless every move loses, and we remove these *won words* from their tier. In what
//! is left of a tier the game is *undirected vertex geography*: a token moves along the edges of a graph and
//! may not visit a vertex twice. There the player to move loses if and only if some maximum matching leaves out
//! the word in play.
//!
//! Proof. If a maximum matching leaves the word out, then any move leads to a word that has a partner in it;
//! the opponent moves to the partner, and so on, so the opponent always has a move. If every maximum matching
//! covers the word, the player to move goes to its partner and follows the same plan.
//! (Fraenkel, Scheinerman and Ullman, "Undirected edge geography", 1993; `docs/algorithms/versus.md` has the
//! proof in full.)

use super::matching::{Matching, Role};
use crate::stumper::graph::{Graph, START_LETTERS};
use crate::stumper::index::{WordIndex, WordMap};
use crate::words::dictionary::MAX_LETTERS;
use rayon::prelude::*;

/// The solved game.
pub struct Unlimited<'g> {
    graph: &'g Graph,
    /// True if the player to move wins when a tier is entered at the word.
    wins_at_entry: WordMap<bool>,
}

impl<'g> Unlimited<'g> {
    /// Solves all tiers.
    pub fn new(graph: &'g Graph) -> Unlimited<'g> {
        let mut solved = Unlimited {
            graph,
            wins_at_entry: WordMap::filled(graph.words(), false),
        };
        for length in (START_LETTERS..=MAX_LETTERS).rev() {
            let matching = solved.match_tier(length, &[]);
            for word in graph.tier(length) {
                solved.wins_at_entry[word] = match matching.role(word) {
                    // An addition wins.
                    None => true,
                    Some(role) => role != Role::Missable,
                };
            }
        }
        solved
    }

    /// The words with which the player to move wins. `played` are the words of one tier that have been played,
    /// with the word in play last.
    pub fn winning_moves(&self, played: &[WordIndex]) -> Vec<WordIndex> {
        let (&word, before) = played.split_last().expect("a word is in play");
        let mut matching = self.match_tier(self.graph.length(word), before);
        self.winning_moves_from(word, &mut matching)
    }

    /// The words with which the first player wins, for each start.
    pub fn winning_moves_of_starts(&self) -> Vec<Vec<WordIndex>> {
        let matching = self.match_tier(START_LETTERS, &[]);
        let starts = self.graph.starts().par_iter();
        let winning = starts.map_init(
            || matching.clone(),
            |matching, word| self.winning_moves_from(word, matching),
        );
        winning.collect()
    }

    fn winning_moves_from(&self, word: WordIndex, matching: &mut Matching) -> Vec<WordIndex> {
        let mut winning = matching.missable_neighbours_without(word);
        winning.extend(self.winning_additions(word));
        winning
    }

    fn winning_additions(&self, word: WordIndex) -> impl Iterator<Item = WordIndex> {
        let additions = self.graph.additions(word).iter().copied();
        additions.filter(|&longer| !self.wins_at_entry[longer])
    }

    /// A maximum matching of the words of a tier that were not played before and have no winning addition.
    fn match_tier(&self, length: usize, played_before: &[WordIndex]) -> Matching<'g> {
        Matching::new(self.graph, self.graph.tier(length), |word| {
            !played_before.contains(&word) && self.winning_additions(word).next().is_none()
        })
    }
}
