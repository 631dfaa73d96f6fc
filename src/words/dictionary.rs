//! Words of any length with their frequencies.

use std::cmp::Ordering;
use std::mem;

use hashbrown::HashMap;
use sha2::{Digest, Sha256};

use crate::words::embedded;
use crate::words::list::hex;

/// The number of letters in the alphabet of dictionaries, a to z.
pub const ALPHABET: usize = 26;

/// The number of letters in the longest word that a dictionary may hold.
pub const MAX_LETTERS: usize = 31;

/// An ordered list of distinct words of one to [`MAX_LETTERS`] letters a-z, with the frequency of each word where
/// it is known. The order matters: games break ties by it.
///
/// Words are identified by their index in this order.
///
/// All letters are stored in one string, so that a dictionary of 275,000 words loads in a few milliseconds.
#[derive(Clone, Debug)]
pub struct Dictionary {
    /// The words, one after the other.
    letters: String,
    /// For each word, the offset in `letters` at which it ends.
    ends: Vec<u32>,
    frequencies: Frequencies,
    zipf: bool,
}

/// The frequencies of words by their indices.
#[derive(Clone, Debug)]
enum Frequencies {
    /// Minus infinity for an unknown frequency, so that such words compare as the rarest. Those at the end are left out.
    Each(Vec<f64>),
    /// The known frequencies, if they are few.
    Few(HashMap<u32, f64>),
}

impl Frequencies {
    /// Removes words, given by index in ascending order.
    fn remove(&mut self, indices: &[u32]) {
        match self {
            Frequencies::Each(all) => {
                let mut each = 0..;
                all.retain(|_| {
                    each.next()
                        .is_some_and(|index| indices.binary_search(&index).is_err())
                });
            }
            Frequencies::Few(known) => {
                // The result of a failed search is the number of removed words before this one.
                let moved = |(index, frequency)| {
                    let before = indices.binary_search(&index).err()?;
                    Some((index - before as u32, frequency))
                };
                *known = known.drain().filter_map(moved).collect();
            }
        }
    }
}

/// A table of the known frequencies is smaller than a list of all if at most one word in this many has one.
const WORDS_PER_KNOWN: usize = 8;

impl Dictionary {
    /// The embedded English words with their Zipf frequencies.
    pub fn english() -> Dictionary {
        Dictionary::embedded(embedded::ENGLISH_WORDS)
    }

    /// The embedded words of TWL06 with their Zipf frequencies.
    pub fn twl06() -> Dictionary {
        Dictionary::embedded(embedded::TWL06)
    }

    /// The embedded words of ENABLE with their Zipf frequencies.
    pub fn enable() -> Dictionary {
        Dictionary::embedded(embedded::ENABLE)
    }

    /// The words of an alphabetical text, one per line, with their Zipf frequencies.
    fn embedded(text: &str) -> Dictionary {
        let mut dictionary = Dictionary::new(true);
        // Both texts are alphabetical, so one pass over each is enough.
        let mut frequencies = embedded::english_frequencies().peekable();
        for word in text.lines() {
            while frequencies.next_if(|&(other, _)| other < word).is_some() {}
            let found = frequencies.next_if(|&(other, _)| other == word);
            dictionary.push(word, found.map(|(_, zipf)| zipf));
        }
        dictionary
    }

    /// An empty dictionary. `zipf` is true if its frequencies will be on the Zipf scale: the decimal
    /// logarithm of the occurrences per billion words of text.
    pub fn new(zipf: bool) -> Dictionary {
        Dictionary {
            letters: String::new(),
            ends: Vec::new(),
            frequencies: Frequencies::Each(Vec::new()),
            zipf,
        }
    }

    /// Adds a word at the end. The caller makes sure that the dictionary does not have it yet.
    ///
    /// # Panics
    /// If the word does not consist of one to [`MAX_LETTERS`] lower-case letters a-z, or the frequency is not
    /// finite.
    pub fn push(&mut self, word: &str, frequency: Option<f64>) {
        assert!(
            is_word(word),
            "'{word}' is not 1 to {MAX_LETTERS} lower-case letters"
        );
        self.letters.push_str(word);
        self.ends.push(self.letters.len() as u32);
        if frequency.is_some() {
            self.set_frequency(self.len() as u32 - 1, frequency);
        }
    }

    /// Sets the frequency of the word with this index.
    ///
    /// # Panics
    /// If the index is out of range, or the frequency is not finite.
    pub fn set_frequency(&mut self, index: u32, frequency: Option<f64>) {
        assert!(
            frequency.is_none_or(f64::is_finite),
            "a frequency is a finite number"
        );
        let index = index as usize;
        assert!(index < self.len(), "there is no word {index}");
        let frequency = frequency.unwrap_or(f64::NEG_INFINITY);
        match &mut self.frequencies {
            Frequencies::Each(all) => {
                if index >= all.len() {
                    all.resize(index + 1, f64::NEG_INFINITY);
                }
                all[index] = frequency;
            }
            Frequencies::Few(known) => {
                known.insert(index as u32, frequency);
            }
        }
    }

    /// Sets the frequencies of words without one, given by index.
    pub(super) fn set_frequencies(&mut self, frequencies: Vec<(u32, f64)>) {
        if !self.has_frequencies() && frequencies.len() <= self.len() / WORDS_PER_KNOWN {
            self.frequencies = Frequencies::Few(frequencies.into_iter().collect());
            return;
        }
        for (index, frequency) in frequencies {
            self.set_frequency(index, Some(frequency));
        }
    }

    /// Removes words, given by index in ascending order.
    pub(super) fn remove(&mut self, indices: &[u32]) {
        if indices.is_empty() {
            return;
        }
        let mut letters = mem::take(&mut self.letters).into_bytes();
        let mut removed = indices.iter().copied().peekable();
        let (mut start, mut kept, mut end) = (0, 0, 0);
        for index in 0..self.ends.len() {
            let word = start..self.ends[index] as usize;
            start = word.end;
            if removed.next_if_eq(&(index as u32)).is_none() {
                let length = word.len();
                letters.copy_within(word, end);
                end += length;
                self.ends[kept] = end as u32;
                kept += 1;
            }
        }
        letters.truncate(end);
        self.ends.truncate(kept);
        self.letters = String::from_utf8(letters).expect("the letters are ASCII");
        self.frequencies.remove(indices);
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The word with this index, in lower case.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn word(&self, index: u32) -> &str {
        let index = index as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.letters[start as usize..self.ends[index] as usize]
    }

    /// The index of a word in an alphabetical dictionary.
    pub(super) fn search_alphabetical(&self, word: &str) -> Option<u32> {
        let (mut start, mut end) = (0, self.len() as u32);
        while start < end {
            let middle = start + (end - start) / 2;
            match self.word(middle).cmp(word) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => start = middle + 1,
                Ordering::Greater => end = middle,
            }
        }
        None
    }

    /// The words in order.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len() as u32).map(|index| self.word(index))
    }

    /// The frequency of the word with this index, if it is known. Common words have high frequencies.
    pub fn frequency(&self, index: u32) -> Option<f64> {
        Some(self.frequency_or_lowest(index)).filter(|frequency| frequency.is_finite())
    }

    #[inline]
    fn frequency_or_lowest(&self, index: u32) -> f64 {
        match &self.frequencies {
            Frequencies::Each(all) => {
                let frequency = all.get(index as usize).copied();
                frequency.unwrap_or(f64::NEG_INFINITY)
            }
            Frequencies::Few(known) => one_of_few(known, index),
        }
    }

    /// Compares the frequencies of two words, given by index. An unknown frequency is below all others.
    pub fn compare_frequency(&self, a: u32, b: u32) -> Ordering {
        self.frequency_or_lowest(a)
            .total_cmp(&self.frequency_or_lowest(b))
    }

    /// True if the frequencies are on the Zipf scale, which a [`Vocabulary`](crate::words::Vocabulary) needs.
    pub fn is_zipf(&self) -> bool {
        self.zipf
    }

    /// Declares the frequencies to be on the Zipf scale.
    pub(super) fn set_zipf(&mut self) {
        self.zipf = true;
    }

    /// True if the frequency of at least one word is known.
    pub fn has_frequencies(&self) -> bool {
        match &self.frequencies {
            Frequencies::Each(all) => all.iter().any(|frequency| frequency.is_finite()),
            Frequencies::Few(known) => known.values().any(|frequency| frequency.is_finite()),
        }
    }

    /// SHA-256, in hex, of the words as a text file: lower case, one per line, LF after each.
    pub fn sha256(&self) -> String {
        let mut hash = Sha256::new();
        for word in self.words() {
            hash.update(word);
            hash.update("\n");
        }
        hex(&hash.finalize())
    }
}

/// The frequency of a word, or the lowest. It is not inlined, so that the usual dictionaries keep a short path.
#[inline(never)]
fn one_of_few(known: &HashMap<u32, f64>, index: u32) -> f64 {
    known.get(&index).copied().unwrap_or(f64::NEG_INFINITY)
}

/// True if a text can be a word of a dictionary: one to [`MAX_LETTERS`] lower-case letters a-z.
pub fn is_word(text: &str) -> bool {
    (1..=MAX_LETTERS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_order_and_frequencies() {
        let mut dictionary = Dictionary::new(false);
        dictionary.push("mumble", Some(12.0));
        dictionary.push("a", None);
        assert_eq!(dictionary.words().collect::<Vec<_>>(), ["mumble", "a"]);
        assert_eq!(dictionary.frequency(0), Some(12.0));
        assert_eq!(dictionary.frequency(1), None);
        assert!(dictionary.compare_frequency(0, 1).is_gt());
    }

    #[test]
    fn other_words_keep_their_frequencies_when_words_are_removed() {
        for padding in [0, 100] {
            let mut dictionary = Dictionary::new(false);
            for index in 0..5 + padding {
                dictionary.push(&"abcdefgh".repeat(4)[..1 + index % 31], None);
            }
            dictionary.set_frequencies(vec![(1, 10.0), (2, 20.0), (4, 40.0)]);
            dictionary.remove(&[0, 2]);
            let words: Vec<&str> = dictionary.words().take(3).collect();
            assert_eq!(words, ["ab", "abcd", "abcde"]);
            let frequencies = [0, 1, 2].map(|index| dictionary.frequency(index));
            assert_eq!(frequencies, [Some(10.0), None, Some(40.0)]);
            assert_eq!(dictionary.len(), 3 + padding);
        }
    }

    #[test]
    fn hash_equals_that_of_the_text_file() {
        let mut dictionary = Dictionary::new(false);
        dictionary.push("crane", None);
        dictionary.push("ox", None);
        let hash = crate::words::list::sha256_hex(b"crane\nox\n");
        assert_eq!(dictionary.sha256(), hash);
    }

    #[test]
    fn embedded_words_have_zipf_frequencies() {
        let dictionary = Dictionary::english();
        assert!(dictionary.is_zipf());
        let the = dictionary.words().position(|word| word == "the").unwrap();
        assert_eq!(dictionary.frequency(the as u32), Some(7.73));
    }
}
