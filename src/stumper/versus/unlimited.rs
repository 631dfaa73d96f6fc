//! The game of two in which moves are not counted: vertex geography.
//!
//! Who can add a letter to get a word that loses for the other has won. Such a word is nothing that
//! anybody would leave to the other, so it goes from its tier. Moves among the words that stay can be taken
//! back, and there the player to move loses exactly if some maximum matching misses the word in play:
//! whatever he plays is matched, and the other answers with its partner. (Fraenkel, Scheinerman and
//! Ullman, "Undirected edge geography", 1993, has this vertex game too.)

use rayon::prelude::*;

use super::matching::{Matching, Role};
use crate::stumper::graph::{Graph, START_LETTERS};
use crate::words::dictionary::LONGEST;

/// The solved game.
pub struct Unlimited<'g> {
    graph: &'g Graph,
    /// Whether the player to move wins, of each word where no other of its tier has been played.
    wins: Vec<bool>,
}

impl<'g> Unlimited<'g> {
    /// Solves all tiers.
    pub fn new(graph: &'g Graph) -> Unlimited<'g> {
        let wins = vec![false; graph.len()];
        let mut solved = Unlimited { graph, wins };
        for length in (START_LETTERS..=LONGEST).rev() {
            let matching = solved.matching(length, &[]);
            for word in graph.tier(length) {
                solved.wins[word as usize] = matching.role(word) != Some(Role::Missable);
            }
        }
        solved
    }

    /// The words that win where some of a tier have been played, that in play last.
    pub fn winning_moves(&self, played: &[u32]) -> Vec<u32> {
        let (&word, before) = played.split_last().expect("a word is in play");
        let mut matching = self.matching(self.graph.letters(word), before);
        self.winning_moves_from(word, &mut matching)
    }

    /// The words that win on each start.
    pub fn winning_moves_of_starts(&self) -> Vec<Vec<u32>> {
        let matching = self.matching(START_LETTERS, &[]);
        let starts = self.graph.starts().into_par_iter();
        let winning = starts.map_init(
            || matching.clone(),
            |matching, word| self.winning_moves_from(word, matching),
        );
        winning.collect()
    }

    fn winning_moves_from(&self, word: u32, matching: &mut Matching) -> Vec<u32> {
        let mut winning = matching.missable_beside(word);
        winning.extend(self.winning_additions(word));
        winning
    }

    fn winning_additions(&self, word: u32) -> impl Iterator<Item = u32> {
        let additions = self.graph.additions(word).iter().copied();
        additions.filter(|&longer| !self.wins[longer as usize])
    }

    /// A maximum matching of the words of a tier that have not been played and from which no addition
    /// wins.
    fn matching(&self, length: usize, played: &[u32]) -> Matching<'g> {
        Matching::new(self.graph, self.graph.tier(length), |word| {
            !played.contains(&word) && self.winning_additions(word).next().is_none()
        })
    }
}
