//! Words of any length, and how common they are.

use sha2::{Digest, Sha256};

use super::embedded;
use super::list::hex;

/// Letters in the longest word of a dictionary.
pub const LONGEST: usize = 31;

/// Words of one to [`LONGEST`] letters a-z in an order that means something (ties are broken by it),
/// each of them once, and how common each is, where that is known.
///
/// All letters stand in one text: a dictionary of 275,000 words is made in a few milliseconds.
#[derive(Clone, Debug)]
pub struct Dictionary {
    letters: String,
    ends: Vec<u32>,
    /// Minus infinity where a frequency is not known, so that they compare as they should.
    frequencies: Vec<f64>,
    zipf: bool,
}

impl Dictionary {
    /// The embedded English words with their Zipf frequencies.
    pub fn english() -> Dictionary {
        Dictionary::embedded(embedded::ENGLISH_WORDS)
    }

    /// The words of TWL06, likewise.
    pub fn twl06() -> Dictionary {
        Dictionary::embedded(embedded::TWL06)
    }

    /// The words of ENABLE, likewise.
    pub fn enable() -> Dictionary {
        Dictionary::embedded(embedded::ENABLE)
    }

    /// The words of a text, one a line, ascending, with their Zipf frequencies.
    fn embedded(text: &str) -> Dictionary {
        let mut dictionary = Dictionary::new(true);
        // Both texts ascend.
        let mut frequencies = embedded::english_frequencies().peekable();
        for word in text.lines() {
            while frequencies.next_if(|&(other, _)| other < word).is_some() {}
            let found = frequencies.next_if(|&(other, _)| other == word);
            dictionary.push(word, found.map(|(_, zipf)| zipf));
        }
        dictionary
    }

    /// A dictionary without words. `zipf` says whether its frequencies will be Zipf values: the
    /// logarithm of how often a word occurs in a billion.
    pub fn new(zipf: bool) -> Dictionary {
        Dictionary {
            letters: String::new(),
            ends: Vec::new(),
            frequencies: Vec::new(),
            zipf,
        }
    }

    /// Adds a word at the end.
    ///
    /// # Panics
    /// If it is no word of one to [`LONGEST`] lower-case letters a-z, or the frequency is no number.
    /// That it is not there yet is the caller's to know.
    pub fn push(&mut self, word: &str, frequency: Option<f64>) {
        assert!(is_word(word), "'{word}' is no word in lower case");
        self.letters.push_str(word);
        self.ends.push(self.letters.len() as u32);
        self.frequencies.push(f64::NEG_INFINITY);
        if frequency.is_some() {
            self.set_frequency(self.len() as u32 - 1, frequency);
        }
    }

    /// Says how common a word is.
    ///
    /// # Panics
    /// If there is no such word, or the frequency is no number.
    pub fn set_frequency(&mut self, place: u32, frequency: Option<f64>) {
        assert!(frequency.is_none_or(f64::is_finite), "a number");
        self.frequencies[place as usize] = frequency.unwrap_or(f64::NEG_INFINITY);
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A word by its place, in lower case.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn word(&self, place: u32) -> &str {
        let place = place as usize;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.letters[start as usize..self.ends[place] as usize]
    }

    /// The words in order.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len() as u32).map(|place| self.word(place))
    }

    /// How common a word is, if that is known: more is commoner.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn frequency(&self, place: u32) -> Option<f64> {
        Some(self.frequencies[place as usize]).filter(|frequency| frequency.is_finite())
    }

    /// Orders two words by how common they are; a word whose frequency is not known is rarest.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn compare_frequency(&self, a: u32, b: u32) -> std::cmp::Ordering {
        let of = |place: u32| &self.frequencies[place as usize];
        of(a).total_cmp(of(b))
    }

    /// Whether the frequencies are Zipf values, on which a [`Vocabulary`](super::Vocabulary) rests.
    pub fn is_zipf(&self) -> bool {
        self.zipf
    }

    /// Says that the frequencies are Zipf values.
    pub(super) fn set_zipf(&mut self) {
        self.zipf = true;
    }

    /// Whether the frequency of any word is known.
    pub fn has_frequencies(&self) -> bool {
        self.frequencies
            .iter()
            .any(|frequency| frequency.is_finite())
    }

    /// SHA-256 of the words as a text file (lower case, one a line, LF after each), in hex.
    pub fn sha256(&self) -> String {
        let mut hash = Sha256::new();
        for word in self.words() {
            hash.update(word);
            hash.update("\n");
        }
        hex(&hash.finalize())
    }
}

/// Whether a text is a word of a dictionary: one to [`LONGEST`] lower-case letters a-z.
pub fn is_word(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_their_order_and_their_frequencies() {
        let mut dictionary = Dictionary::new(false);
        dictionary.push("mumble", Some(12.0));
        dictionary.push("a", None);
        assert_eq!(dictionary.words().collect::<Vec<_>>(), ["mumble", "a"]);
        assert_eq!(dictionary.frequency(0), Some(12.0));
        assert_eq!(dictionary.frequency(1), None);
        assert!(dictionary.compare_frequency(0, 1).is_gt());
    }

    #[test]
    fn the_hash_is_that_of_the_text_file() {
        let mut dictionary = Dictionary::new(false);
        dictionary.push("crane", None);
        dictionary.push("ox", None);
        let hash = super::super::list::sha256_hex(b"crane\nox\n");
        assert_eq!(dictionary.sha256(), hash);
    }

    #[test]
    fn the_embedded_words_have_zipf_frequencies() {
        let dictionary = Dictionary::english();
        assert!(dictionary.is_zipf());
        let place = dictionary.words().position(|word| word == "the").unwrap();
        assert_eq!(dictionary.frequency(place as u32), Some(7.73));
    }
}
