//! All entries of one tier, solved.

use rayon::prelude::*;

use super::FEWEST_AT_ENTRY;
use super::best_games::BestGames;
use super::reach::Reach;
use super::search::{MOST_PATHS, TierSearch};
use super::walks::WalkBounds;
use crate::stumper::graph::Graph;
use crate::stumper::index::{WordIndex, WordMap};
use crate::words::dictionary::MAX_LETTERS;

/// A tier with the best games from each of its entries.
#[derive(Debug)]
pub struct SolvedTier {
    /// Upper bounds on paths within the tier.
    pub walks: WalkBounds,
    /// The best games from the entries.
    pub entries: EntryTable,
}

/// The best games from each entry of a tier.
#[derive(Debug)]
pub struct EntryTable {
    /// For each word, the index in `best_games` of its entry with [`FEWEST_AT_ENTRY`] moves left. Entries with
    /// more moves left follow in order.
    first: WordMap<u32>,
    best_games: Vec<BestGames>,
}

impl EntryTable {
    /// The best games from an entry.
    ///
    /// # Panics
    /// May panic if the tier cannot be entered at this word with this many moves left.
    pub fn get(&self, word: WordIndex, moves_left: u32) -> &BestGames {
        &self.best_games[(self.first[word] + moves_left - FEWEST_AT_ENTRY) as usize]
    }
}

impl SolvedTier {
    /// The tier beyond the longest words.
    pub fn without_words(graph: &Graph) -> SolvedTier {
        let no_words = graph.tier(MAX_LETTERS + 1);
        let entries = EntryTable {
            first: WordMap::filled(no_words, 0),
            best_games: Vec::new(),
        };
        let reach = Reach {
            at_entry: WordMap::filled(no_words, 0),
            anywhere: WordMap::filled(no_words, 0),
        };
        SolvedTier {
            walks: WalkBounds::new(graph, MAX_LETTERS + 1, &reach, &entries),
            entries,
        }
    }

    /// Solves the entries of a tier. `longer` is the next tier. `word_solved` is called after each word.
    pub fn solve(
        graph: &Graph,
        length: usize,
        reach: &Reach,
        longer: &SolvedTier,
        word_solved: &(dyn Fn() + Sync),
    ) -> SolvedTier {
        let walks = WalkBounds::new(graph, length, reach, &longer.entries);
        let mut entries = 0;
        let first = WordMap::from_fn(graph.tier(length), |word| {
            let first = entries;
            entries += (reach.at_entry[word] + 1).saturating_sub(FEWEST_AT_ENTRY);
            first
        });
        let words = graph.tier(length).par_iter();
        let best_games = words.flat_map_iter(|word| {
            let most = reach.at_entry[word];
            let walks = &walks;
            (FEWEST_AT_ENTRY..=most).map(move |moves_left| {
                let mut search = TierSearch {
                    graph,
                    walks,
                    longer: &longer.entries,
                    played: vec![word],
                };
                let best_games = search.best_games(moves_left, MOST_PATHS);
                if moves_left == most {
                    word_solved();
                }
                best_games
            })
        });
        let best_games = best_games.collect();
        SolvedTier {
            walks,
            entries: EntryTable { first, best_games },
        }
    }
}
