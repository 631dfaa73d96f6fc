//! Makes a dictionary from words in any order, without a second copy of them.
//!
//! Most dictionaries are alphabetical. Then a binary search finds whether a word is a duplicate. From the first word on that is
//! not in order, duplicates are added like other words, and removed at the end: a hash table of all words would take more
//! memory than the words.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashMap, HashTable};
use rayon::prelude::*;

use super::{Dictionary, embedded};

/// The number of words, on average, in a part of the dictionary that duplicates are looked for in. A hash table of them fits
/// the cache.
const WORDS_PER_PART: usize = 1 << 19;

/// A dictionary under construction.
pub(super) struct DictionaryBuilder {
    dictionary: Dictionary,
    is_alphabetical: bool,
}

impl Default for DictionaryBuilder {
    fn default() -> DictionaryBuilder {
        DictionaryBuilder {
            dictionary: Dictionary::new(false),
            is_alphabetical: true,
        }
    }
}

impl DictionaryBuilder {
    /// The words so far, with duplicates if the words are not alphabetical.
    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// Adds a word at the end. Returns false and changes nothing if the word is known to be a duplicate.
    pub fn push(&mut self, word: &str, frequency: Option<f64>) -> bool {
        if self.is_alphabetical && !self.is_after_last(word) {
            if self.dictionary.search_alphabetical(word).is_some() {
                return false;
            }
            self.is_alphabetical = false;
        }
        self.dictionary.push(word, frequency);
        true
    }

    /// True if a word comes after all others in alphabetical order.
    fn is_after_last(&self, word: &str) -> bool {
        let last = self.dictionary.len().checked_sub(1);
        last.is_none_or(|last| self.dictionary.word(last as u32) < word)
    }

    /// The indices of the words that repeat an earlier word, in ascending order.
    pub fn duplicates(&self) -> Vec<u32> {
        if self.is_alphabetical {
            Vec::new()
        } else {
            find_duplicates(&self.dictionary)
        }
    }

    /// The dictionary without duplicates, and their number. If the words have no frequencies, they get the embedded ones.
    pub fn finish(mut self) -> (Dictionary, usize) {
        let duplicates = self.duplicates();
        self.dictionary.remove(&duplicates);
        if !self.dictionary.has_frequencies() {
            let frequencies = self.english_frequencies();
            self.dictionary.set_frequencies(frequencies);
            self.dictionary.set_zipf();
        }
        (self.dictionary, duplicates.len())
    }

    /// The indices of the words that have an embedded frequency, with that frequency.
    fn english_frequencies(&self) -> Vec<(u32, f64)> {
        let dictionary = &self.dictionary;
        let english = embedded::english_frequencies();
        if self.is_alphabetical {
            let with_index = |(word, zipf)| Some((dictionary.search_alphabetical(word)?, zipf));
            return english.filter_map(with_index).collect();
        }
        let english: HashMap<&str, f64> = english.collect();
        let indices = (0..dictionary.len() as u32).into_par_iter();
        let with_zipf = |index| Some((index, *english.get(dictionary.word(index))?));
        indices.filter_map(with_zipf).collect()
    }
}

/// The indices of the words that repeat an earlier word, in ascending order. Words are divided into parts by their hashes,
/// so that only one part at a time needs a hash table.
fn find_duplicates(dictionary: &Dictionary) -> Vec<u32> {
    let hasher = DefaultHashBuilder::default();
    let hash_of = |index| hasher.hash_one(dictionary.word(index));
    let parts = dictionary.len().div_ceil(WORDS_PER_PART) as u64;
    let indices = (0..dictionary.len() as u32).into_par_iter();
    // These bits of a hash choose the part. The table goes by the others, the highest seven and the lowest.
    let hashes: Vec<u32> = indices.map(|index| (hash_of(index) >> 24) as u32).collect();
    let part_of = |hash: u32| (u64::from(hash) * parts) >> 32;
    let mut duplicates = Vec::new();
    let mut table: HashTable<u32> = HashTable::with_capacity(WORDS_PER_PART * 5 / 4);
    for part in 0..parts {
        table.clear();
        let in_part = (0..)
            .zip(&hashes)
            .filter(|&(_, &hash)| part_of(hash) == part);
        for (index, _) in in_part {
            let word = dictionary.word(index);
            let is_same = |&other: &u32| dictionary.word(other) == word;
            let entry = table.entry(hash_of(index), is_same, |&other| hash_of(other));
            match entry {
                Entry::Occupied(_) => duplicates.push(index),
                Entry::Vacant(entry) => {
                    entry.insert(index);
                }
            }
        }
    }
    duplicates.sort_unstable();
    duplicates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(words: &[&str]) -> (Vec<String>, usize) {
        let mut builder = DictionaryBuilder::default();
        let known = words
            .iter()
            .filter(|word| !builder.push(word, None))
            .count();
        let (dictionary, duplicates) = builder.finish();
        let words = dictionary.words().map(str::to_owned).collect();
        (words, known + duplicates)
    }

    #[test]
    fn first_of_equal_words_is_kept_in_any_order() {
        for (words, expected, duplicates) in [
            (&["a", "b", "b", "a", "c"][..], &["a", "b", "c"][..], 2),
            (
                &["b", "c", "a", "c", "a", "b", "d"],
                &["b", "c", "a", "d"],
                3,
            ),
            (&["b", "a"], &["b", "a"], 0),
            (&[], &[], 0),
        ] {
            assert_eq!(
                build(words),
                (
                    expected.iter().map(|&word| word.to_owned()).collect(),
                    duplicates
                )
            );
        }
    }

    #[test]
    fn duplicates_are_found_in_every_part() {
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        let word = |n: usize| -> String {
            (0..5)
                .map(|digit| letter(n / 26_usize.pow(digit)))
                .collect()
        };
        let distinct = 3 * WORDS_PER_PART;
        let mut builder = DictionaryBuilder::default();
        for n in (0..distinct).chain((0..distinct).step_by(7)) {
            builder.push(&word(n), Some(n as f64));
        }
        let repeated = distinct.div_ceil(7);
        let expected: Vec<u32> = (distinct..distinct + repeated)
            .map(|index| index as u32)
            .collect();
        assert_eq!(builder.duplicates(), expected);
        let (dictionary, duplicates) = builder.finish();
        assert_eq!(duplicates, repeated);
        assert!(dictionary.words().eq((0..distinct).map(word)));
    }

    #[test]
    fn words_without_frequencies_get_the_embedded_ones() {
        for words in [["apple", "the", "xqzj"], ["xqzj", "the", "apple"]] {
            let mut builder = DictionaryBuilder::default();
            for word in words {
                builder.push(word, None);
            }
            let (dictionary, _) = builder.finish();
            assert!(dictionary.is_zipf());
            assert_eq!(dictionary.frequency(1), Some(7.73));
            let unknown = dictionary.words().position(|word| word == "xqzj").unwrap();
            assert_eq!(dictionary.frequency(unknown as u32), None);
        }
    }
}
