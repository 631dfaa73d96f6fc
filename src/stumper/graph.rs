//! The words of the game and the moves between them.

mod find_moves;

use std::cmp::Ordering;

use itertools::Itertools;
use rayon::prelude::*;

use super::index::{WordIndex, WordRange};
use super::move_kind::MoveKind;
use crate::words::dictionary::MAX_LETTERS;
use find_moves::MoveTable;

/// The number of letters of the word that a game starts on.
pub const START_LETTERS: usize = 4;

/// All words of [`START_LETTERS`] letters or more, ordered by length and then alphabetically, and all moves
/// between them.
///
/// A *tier* is the words of one length. Anagrams and alterations stay in a tier and can be reversed, so the
/// words of a tier form an undirected graph. Additions lead to the next tier and cannot be reversed.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The letters of all words, one word after the other.
    letters: String,
    /// The beginnings of the words of each length from 0 to [`MAX_LETTERS`] + 1.
    tiers: Vec<TierStart>,
    /// Anagrams and alterations.
    neighbours: MoveTable,
    additions: MoveTable,
}

/// The beginning of the words of one length.
#[derive(Clone, Copy, Debug)]
struct TierStart {
    /// Index of the first word.
    word: u32,
    /// Offset of its first letter in [`Graph::letters`].
    letter: usize,
}

impl Graph {
    /// The graph of some words, in any order. Words that are too short are ignored, and so are duplicates.
    ///
    /// # Panics
    /// If a word has a character that is not ASCII, or more than [`MAX_LETTERS`] letters.
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> Graph {
        let mut by_length = vec![Vec::new(); MAX_LETTERS + 1];
        for word in words {
            assert!(word.is_ascii() && word.len() <= MAX_LETTERS, "'{word}'");
            by_length[word.len()].push(word);
        }
        by_length.par_iter_mut().for_each(|words| {
            words.sort_unstable();
            words.dedup();
        });

        let mut graph = Graph {
            letters: String::new(),
            tiers: Vec::new(),
            neighbours: MoveTable::default(),
            additions: MoveTable::default(),
        };
        let mut start = TierStart { word: 0, letter: 0 };
        for (length, words) in by_length.iter().enumerate() {
            graph.tiers.push(start);
            if length >= START_LETTERS {
                graph.letters.extend(words.iter().copied());
                start.word += words.len() as u32;
                start.letter = graph.letters.len();
            }
        }
        graph.tiers.push(start);
        (graph.neighbours, graph.additions) = find_moves::find_moves(&graph);
        graph
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words().len()
    }

    /// True if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All words, by length and then alphabetically.
    pub fn words(&self) -> WordRange {
        WordRange::new(0, self.tiers[MAX_LETTERS + 1].word)
    }

    /// The words of [`START_LETTERS`] letters, on which a game can start, in alphabetical order.
    pub fn starts(&self) -> WordRange {
        self.tier(START_LETTERS)
    }

    /// The words with this number of letters in alphabetical order. Words of fewer than [`START_LETTERS`] letters
    /// are not in the graph.
    pub fn tier(&self, length: usize) -> WordRange {
        match self.tiers.get(length..length + 2) {
            Some([this, next]) => WordRange::new(this.word, next.word),
            _ => WordRange::new(0, 0),
        }
    }

    /// The text of a word.
    ///
    /// # Panics
    /// If the graph has no such word. The same holds for the methods below that take a word.
    pub fn word(&self, word: WordIndex) -> &str {
        let length = self.length(word);
        let tier = self.tiers[length];
        let start = tier.letter + (word.0 - tier.word) as usize * length;
        &self.letters[start..start + length]
    }

    /// The number of letters of a word.
    pub fn length(&self, word: WordIndex) -> usize {
        assert!(word.at() < self.len(), "no word {}", word.0);
        self.tiers.partition_point(|tier| tier.word <= word.0) - 1
    }

    /// Finds a word by its text.
    pub fn find(&self, text: &str) -> Option<WordIndex> {
        let tier = self.tier(text.len());
        let (mut low, mut high) = (0, tier.len());
        while low < high {
            let middle = low.midpoint(high);
            let word = tier.get(middle)?;
            match self.word(word).cmp(text) {
                Ordering::Less => low = middle + 1,
                Ordering::Equal => return Some(word),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// The anagrams and alterations of a word in alphabetical order.
    pub fn neighbours(&self, word: WordIndex) -> &[WordIndex] {
        self.neighbours.of(word)
    }

    /// The words that an addition to a word leads to, in alphabetical order.
    pub fn additions(&self, word: WordIndex) -> &[WordIndex] {
        self.additions.of(word)
    }

    /// The words that one move of any kind leads to, in alphabetical order.
    pub fn moves(&self, word: WordIndex) -> impl Iterator<Item = WordIndex> {
        let (neighbours, additions) = (self.neighbours(word), self.additions(word));
        neighbours
            .iter()
            .merge_by(additions, |a, b| self.word(**a) <= self.word(**b))
            .copied()
    }

    /// The kind of the move from one word to another, or `None` if the rules allow no such move.
    pub fn move_kind(&self, from: WordIndex, to: WordIndex) -> Option<MoveKind> {
        MoveKind::between(self.word(from).as_bytes(), self.word(to).as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_ordered_by_length_and_then_alphabetically() {
        let graph = Graph::new(["stare", "star", "a", "tsar", "ab", "arts", "star"]);
        let texts = |words: WordRange| -> Vec<&str> {
            words.into_iter().map(|word| graph.word(word)).collect()
        };
        assert_eq!(texts(graph.words()), ["arts", "star", "tsar", "stare"]);
        assert_eq!(texts(graph.starts()), ["arts", "star", "tsar"]);
        assert_eq!(texts(graph.tier(5)), ["stare"]);
        assert!(graph.tier(3).is_empty() && graph.tier(31).is_empty() && graph.tier(99).is_empty());
        assert_eq!(graph.find("tsar"), Some(WordIndex(2)));
        assert_eq!((graph.find("a"), graph.find("rats")), (None, None));
        let moves: Vec<&str> = graph
            .moves(WordIndex(1))
            .map(|word| graph.word(word))
            .collect();
        assert_eq!(moves, ["arts", "stare", "tsar"]);
    }
}
