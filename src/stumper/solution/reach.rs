//! How many moves can be left at each word.

use crate::stumper::graph::Graph;
use crate::stumper::index::WordMap;
use crate::stumper::state::{ADDITION_GAIN, START_MOVES};

/// The most moves that can be left at each word of a tier. It is an upper bound that ignores the rule against
/// repeated words.
pub struct Reach {
    /// The most moves left when the tier is entered at the word; 0 if it cannot be entered there.
    pub at_entry: WordMap<u32>,
    /// The most moves left however the word is reached.
    pub anywhere: WordMap<u32>,
}

impl Reach {
    /// The reach of the lowest tier, which every game enters with [`START_MOVES`].
    pub fn of_starts(graph: &Graph) -> Reach {
        Reach::from_entries(graph, WordMap::filled(graph.starts(), START_MOVES))
    }

    /// The reach of a tier that is entered by additions to the words of the tier below.
    pub fn of_additions(graph: &Graph, length: usize, shorter: &Reach) -> Reach {
        let mut at_entry = WordMap::filled(graph.tier(length), 0);
        for (word, &moves_left) in shorter.anywhere.iter().filter(|(_, left)| **left > 0) {
            for &longer in graph.additions(word) {
                at_entry[longer] = at_entry[longer].max(moves_left + ADDITION_GAIN);
            }
        }
        Reach::from_entries(graph, at_entry)
    }

    fn from_entries(graph: &Graph, at_entry: WordMap<u32>) -> Reach {
        let mut anywhere = at_entry.clone();
        let most = at_entry.values().iter().copied().max().unwrap_or(0);
        // Every move within the tier takes one, so the words with the most moves left are final.
        for moves_left in (2..=most).rev() {
            for word in at_entry.words() {
                if anywhere[word] == moves_left {
                    for &neighbour in graph.neighbours(word) {
                        anywhere[neighbour] = anywhere[neighbour].max(moves_left - 1);
                    }
                }
            }
        }
        Reach { at_entry, anywhere }
    }

    /// The number of words on which the tier can be entered.
    pub fn entry_words(&self) -> usize {
        let entries = self.at_entry.values().iter();
        entries.filter(|&&most| most > 0).count()
    }
}
