//! An ordered list of different words.

use std::collections::HashMap;
use std::ops::Deref;

use sha2::{Digest, Sha256};

use super::Word;

/// Words in an order that means something (ties are broken by it), each of them once.
///
/// Dereferences to the words as a slice.
#[derive(Clone, Debug, Default)]
pub struct WordList {
    words: Vec<Word>,
    places: HashMap<Word, u32>,
}

impl WordList {
    /// The words of `words`, each where it first stands.
    pub fn new(words: impl IntoIterator<Item = Word>) -> WordList {
        let mut list = WordList::default();
        for word in words {
            list.push(word);
        }
        list
    }

    /// Adds a word at the end. Returns false, and changes nothing, if it is there already.
    pub fn push(&mut self, word: Word) -> bool {
        let place = self.words.len() as u32;
        let fresh = *self.places.entry(word).or_insert(place) == place;
        if fresh {
            self.words.push(word);
        }
        fresh
    }

    /// Where a word stands in the list, if it is in it.
    pub fn position(&self, word: Word) -> Option<u32> {
        self.places.get(&word).copied()
    }

    /// SHA-256 of the list as a text file (lower case, one word a line, LF after each), in hex.
    pub fn sha256(&self) -> String {
        let mut text = String::with_capacity(self.words.len() * 6);
        for word in &self.words {
            text.push_str(&word.to_string());
            text.push('\n');
        }
        sha256_hex(text.as_bytes())
    }
}

impl Deref for WordList {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.words
    }
}

/// SHA-256 of some bytes, in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in lower-case hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_its_order_and_drops_duplicates() {
        let list = WordList::new(["crane", "abbey", "crane"].map(|word| word.parse().unwrap()));
        assert_eq!(list.len(), 2);
        assert_eq!(list.position("abbey".parse().unwrap()), Some(1));
        assert_eq!(list.position("zebra".parse().unwrap()), None);
    }

    #[test]
    fn the_hash_is_that_of_the_text_file() {
        let list = WordList::new(["crane", "abbey"].map(|word| word.parse().unwrap()));
        assert_eq!(list.sha256(), sha256_hex(b"crane\nabbey\n"));
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
