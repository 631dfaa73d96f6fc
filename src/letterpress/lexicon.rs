//! The words that a player knows, and which of them can be played on a board.

mod tally;

use hashbrown::HashMap;
use rayon::prelude::*;

use super::Board;
use super::rules::SQUARES;
use crate::words::Dictionary;
use tally::Tally;

/// The number of words that a thread takes at a time.
const WORDS_PER_TASK: usize = 4_096;

/// The letters of a word that cannot be played on any board. No board has the letters of the upper bits.
const UNKNOWN: u32 = u32::MAX;

/// The words of a dictionary that a player knows and that have 2 to 25 letters.
#[derive(Clone, Debug)]
pub struct Lexicon<'a> {
    dictionary: &'a Dictionary,
    /// Indices of the words in the dictionary. `None` if most words of the dictionary are known: then `letters` has an
    /// entry for each of them.
    indices: Option<Vec<u32>>,
    /// The letters that occur in each word, one bit for each. [`UNKNOWN`] for a word that does not belong to the lexicon.
    letters: Vec<u32>,
    /// The number of words.
    len: usize,
}

impl<'a> Lexicon<'a> {
    /// The words that a player knows. `knows` gets the frequency of each word and returns true if the player
    /// knows it.
    pub fn new(
        dictionary: &'a Dictionary,
        knows: impl Fn(Option<f64>) -> bool + Sync,
    ) -> Lexicon<'a> {
        let letters_if_known = |word: u32| {
            let text = dictionary.word(word);
            let fits = (2..=SQUARES).contains(&text.len());
            if fits && knows(dictionary.frequency(word)) {
                text.bytes().fold(0, |set, byte| set | 1 << (byte - b'a'))
            } else {
                UNKNOWN
            }
        };
        let mut letters: Vec<u32> = (0..dictionary.len() as u32)
            .into_par_iter()
            .with_min_len(WORDS_PER_TASK)
            .map(letters_if_known)
            .collect();
        let known = || {
            (0..)
                .zip(&letters)
                .filter(|&(_, &letters)| letters != UNKNOWN)
        };
        let len = known().count();
        let indices = if len < dictionary.len() / 2 {
            let indices: Vec<u32> = known().map(|(word, _)| word).collect();
            letters.retain(|&letters| letters != UNKNOWN);
            letters.shrink_to_fit();
            Some(indices)
        } else {
            None
        };
        Lexicon {
            dictionary,
            indices,
            letters,
            len,
        }
    }

    /// The dictionary that the words come from.
    pub fn dictionary(&self) -> &'a Dictionary {
        self.dictionary
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if there are no words.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The words that can be played on a board, in the order of the dictionary.
    pub fn playable(&self, board: &Board) -> Vec<Playable> {
        let tally = Tally::new(board);
        let absent = !tally.letters_present();
        self.letters
            .par_iter()
            .enumerate()
            .with_min_len(WORDS_PER_TASK)
            .filter(|&(_, letters)| letters & absent == 0)
            .filter_map(|(at, _)| {
                let word = match &self.indices {
                    Some(indices) => indices[at],
                    None => at as u32,
                };
                let text = self.dictionary.word(word);
                let letters = tally.count(text)?;
                board.may_play(text).then_some(Playable { word, letters })
            })
            .collect()
    }
}

/// A word that can be played on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playable {
    /// Index of the word in the dictionary.
    pub word: u32,
    /// The letters of the word, counted by [`Tally`]. Two words of one board have equal letters if and only if
    /// they are anagrams.
    letters: u64,
}

/// Words that are anagrams of each other. They can take the same squares, so their moves are the same.
#[derive(Clone, Debug)]
pub struct Anagrams {
    /// Indices into the list of words that was grouped, in ascending order. There is at least one.
    pub indices: Vec<u32>,
}

/// Groups words by their letters. The groups are in the order of their first words.
pub fn anagrams(words: &[Playable]) -> Vec<Anagrams> {
    let mut groups: Vec<Anagrams> = Vec::new();
    let mut group_of: HashMap<u64, u32> = HashMap::with_capacity(words.len());
    for (index, word) in (0..).zip(words) {
        let new_group = groups.len() as u32;
        let group = *group_of.entry(word.letters).or_insert(new_group);
        if group == new_group {
            groups.push(Anagrams {
                indices: Vec::new(),
            });
        }
        groups[group as usize].indices.push(index);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dictionary(words: &[&str]) -> Dictionary {
        let mut dictionary = Dictionary::new(false);
        for word in words {
            dictionary.push(word, None);
        }
        dictionary
    }

    fn playable(words: &[&str], played: &[&str]) -> Vec<String> {
        let board = Board::new("efpjaccwcejfjvkqmmpbkumlt", 0, 0, played).unwrap();
        let dictionary = dictionary(words);
        let words = Lexicon::new(&dictionary, |_| true).playable(&board);
        let text = |word: &Playable| dictionary.word(word.word).to_owned();
        words.iter().map(text).collect()
    }

    #[test]
    fn a_playable_word_has_a_square_for_each_of_its_letters() {
        let words = [
            "mumble", "mummm", "jumble", "zoo", "cj", "a", "aa", "flee", "eel", "eeel",
        ];
        let expected = ["mumble", "jumble", "cj", "flee", "eel"];
        assert_eq!(playable(&words, &[]), expected);
    }

    #[test]
    fn a_played_word_and_its_beginnings_are_not_playable() {
        let words = ["jumble", "jum", "jut", "umble"];
        assert_eq!(playable(&words, &["jumble"]), ["jut", "umble"]);
    }

    #[test]
    fn words_of_one_letter_and_words_longer_than_a_board_are_ignored() {
        let long = "a".repeat(26);
        let dictionary = dictionary(&["a", "aa", &long]);
        assert_eq!(Lexicon::new(&dictionary, |_| true).len(), 1);
    }

    #[test]
    fn only_known_words_are_playable_whether_they_are_few_or_many() {
        let board = Board::new("efpjaccwcejfjvkqmmpbkumlt", 0, 0, [""; 0]).unwrap();
        let mut dictionary = Dictionary::new(false);
        for (word, frequency) in [
            ("mumble", 1.0),
            ("jumble", 2.0),
            ("zoo", 3.0),
            ("flee", 4.0),
            ("a", 5.0),
        ] {
            dictionary.push(word, Some(frequency));
        }
        for (least, expected) in [
            (0.0, &["mumble", "jumble", "flee"][..]),
            (2.0, &["jumble", "flee"]),
            (3.5, &["flee"]),
            (6.0, &[]),
        ] {
            let lexicon = Lexicon::new(&dictionary, |frequency| frequency >= Some(least));
            let playable = lexicon.playable(&board);
            let words: Vec<&str> = playable
                .iter()
                .map(|word| dictionary.word(word.word))
                .collect();
            assert_eq!(words, expected);
        }
        let lexicon = Lexicon::new(&dictionary, |frequency| frequency >= Some(3.0));
        assert_eq!(lexicon.len(), 2);
    }

    #[test]
    fn anagrams_are_grouped_in_the_order_of_their_first_words() {
        let dictionary = dictionary(&["tea", "at", "eat", "ta"]);
        let board = Board::new("teatealllllllllllllllllll", 0, 0, [""; 0]).unwrap();
        let words = Lexicon::new(&dictionary, |_| true).playable(&board);
        let groups = anagrams(&words);
        let indices: Vec<&[u32]> = groups.iter().map(|group| &group.indices[..]).collect();
        assert_eq!(indices, [&[0, 2][..], &[1, 3]]);
    }
}
