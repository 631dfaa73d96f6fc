//! Which guesses people know.

use hashbrown::HashSet;
use wordgame_engine::words::embedded::english_frequencies;
use wordgame_engine::words::{Vocabulary, WORD_LENGTH, WordList};

/// The guesses of a list that a vocabulary holds.
pub struct KnownWords(Vec<bool>);

impl KnownWords {
    /// Looks the words of a list up.
    pub fn new(guesses: &WordList, vocabulary: Vocabulary) -> KnownWords {
        if vocabulary == Vocabulary::Sesquipedalian {
            return KnownWords(vec![true; guesses.len()]);
        }
        let known: HashSet<&str> = english_frequencies()
            .filter(|&(word, zipf)| word.len() == WORD_LENGTH && vocabulary.knows(Some(zipf)))
            .map(|(word, _)| word)
            .collect();
        let is_known = |word: &_| known.contains(&*format!("{word}"));
        KnownWords(guesses.iter().map(is_known).collect())
    }

    /// Whether people know a guess.
    pub fn contains(&self, guess: u32) -> bool {
        self.0[guess as usize]
    }
}
