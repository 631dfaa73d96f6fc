//! An ordered list of distinct words.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Deref;

use sha2::{Digest, Sha256};

use super::Word;

/// An ordered list of distinct words. The order matters: games break ties by it.
///
/// Dereferences to a slice of the words.
#[derive(Clone, Debug, Default)]
pub struct WordList {
    words: Vec<Word>,
    /// The index of each word in `words`.
    indices: HashMap<Word, u32>,
}

impl WordList {
    /// A list of `words` in their order, without repetitions.
    pub fn new(words: impl IntoIterator<Item = Word>) -> WordList {
        let mut list = WordList::default();
        for word in words {
            list.push(word);
        }
        list
    }

    /// Adds a word at the end. Returns false and changes nothing if the list already has it.
    pub fn push(&mut self, word: Word) -> bool {
        let index = self.words.len() as u32;
        let is_new = *self.indices.entry(word).or_insert(index) == index;
        if is_new {
            self.words.push(word);
        }
        is_new
    }

    /// The index of a word, if the list has it.
    pub fn position(&self, word: Word) -> Option<usize> {
        self.indices.get(&word).map(|&index| index as usize)
    }

    /// SHA-256, in hex, of the list as a text file: lower case, one word per line, LF after each.
    pub fn sha256(&self) -> String {
        let mut hash = HashWriter::default();
        for word in &self.words {
            hash.line(&word.to_string());
        }
        hash.finish()
    }
}

impl Deref for WordList {
    type Target = [Word];

    fn deref(&self) -> &[Word] {
        &self.words
    }
}

/// SHA-256 of some bytes in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of what is written to it.
#[derive(Default)]
pub struct HashWriter(Sha256);

impl HashWriter {
    /// Adds a text and a line break.
    pub fn line(&mut self, text: &str) {
        self.0.update(text);
        self.0.update("\n");
    }

    /// The hash in lower-case hex.
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

impl Write for HashWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes as lower-case hex.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_keeps_its_order_and_drops_duplicates() {
        let list = WordList::new(["crane", "abbey", "crane"].map(|word| word.parse().unwrap()));
        assert_eq!(list.len(), 2);
        assert_eq!(list.position("abbey".parse().unwrap()), Some(1));
        assert_eq!(list.position("zebra".parse().unwrap()), None);
    }

    #[test]
    fn hash_equals_that_of_the_text_file() {
        let list = WordList::new(["crane", "abbey"].map(|word| word.parse().unwrap()));
        assert_eq!(list.sha256(), sha256_hex(b"crane\nabbey\n"));
        assert_eq!(
            sha256_hex(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
