//! The result for one entry: the common properties of its best games.

use std::collections::BTreeSet;

use num_bigint::BigUint;

use super::search::Addition;
use crate::stumper::index::WordIndex;

/// The best games from a word with some number of moves left. There may be very many, so only their common
/// properties are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestGames {
    /// The points that each of them scores from here on.
    pub score: u32,
    /// True if all best games were counted. Otherwise `count` is a lower bound, and the final words and the numbers of
    /// moves are those of the games that were counted.
    pub is_exact: bool,
    /// The number of best games.
    pub count: BigUint,
    /// The words that they can end on, in ascending order.
    pub final_words: Box<[WordIndex]>,
    /// The number of moves of the shortest.
    pub fewest_moves: u32,
    /// The number of moves of the longest.
    pub most_moves: u32,
    first_path: Box<[WordIndex]>,
}

impl BestGames {
    /// The beginning of the alphabetically first game: the words that it plays in this tier, without the word
    /// that it starts from, and then the addition that leaves the tier if there is one. Empty if no move is
    /// made.
    pub(super) fn first_path(&self) -> &[WordIndex] {
        &self.first_path
    }
}

/// Collects the best games while a search finds their paths within a tier. All of them have one score.
#[derive(Default)]
pub struct PathTally {
    /// True if the best games after some addition were not all counted.
    has_inexact: bool,
    count: BigUint,
    final_words: BTreeSet<WordIndex>,
    fewest_moves: u32,
    most_moves: u32,
    first_path: Option<Box<[WordIndex]>>,
}

impl PathTally {
    /// Adds the games that go from a word over `path`, which are words of its tier, and then end or continue
    /// with an addition.
    pub fn add(&mut self, word: WordIndex, path: &[WordIndex], addition: Option<Addition>) {
        let moves = path.len() as u32;
        let (fewest, most) = match addition {
            None => {
                self.count += 1u32;
                self.final_words
                    .insert(path.last().copied().unwrap_or(word));
                (moves, moves)
            }
            Some(Addition { best_games, .. }) => {
                self.count += &best_games.count;
                self.has_inexact |= !best_games.is_exact;
                self.final_words.extend(&best_games.final_words);
                let with_addition = moves + 1;
                (
                    with_addition + best_games.fewest_moves,
                    with_addition + best_games.most_moves,
                )
            }
        };
        if self.first_path.is_none() {
            let addition = addition.map(|addition| addition.word);
            self.first_path = Some(path.iter().copied().chain(addition).collect());
            (self.fewest_moves, self.most_moves) = (fewest, most);
        }
        self.fewest_moves = self.fewest_moves.min(fewest);
        self.most_moves = self.most_moves.max(most);
    }

    /// The games that were added, or `None` if there were none. `has_all` says that no path is missing.
    pub fn finish(self, score: u32, has_all: bool) -> Option<BestGames> {
        Some(BestGames {
            score,
            is_exact: has_all && !self.has_inexact,
            count: self.count,
            final_words: self.final_words.into_iter().collect(),
            fewest_moves: self.fewest_moves,
            most_moves: self.most_moves,
            first_path: self.first_path?,
        })
    }
}
