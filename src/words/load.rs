//! Lists and dictionaries from a user's own files, in every form that [`entries`] reads.

use std::borrow::Cow;
use std::hash::BuildHasher;
use std::path::Path;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::dictionary::is_word;
use super::entries::{self, Entry};
use super::load_error::{EntryFault, LoadError, shorten};
use super::{Dictionary, WordList, embedded};

/// A list from a file, and the number of lines that were left out of it.
#[derive(Clone, Debug, Default)]
pub struct Loaded<L = WordList> {
    /// The words, in the order of the file.
    pub words: L,
    /// The number of lines that are not words of the list's kind. Blank lines do not count.
    pub skipped: usize,
    /// The number of lines that repeat an earlier word.
    pub duplicates: usize,
    /// The first line, shortened, if it is the header of a column or of a table and not a word.
    pub header: Option<String>,
}

/// Loads a dictionary from a file of any form that [`entries::read`] reads. Upper case is accepted.
///
/// Entries that are not words and repeated words are left out and counted. If `strict` is true, the first such entry is
/// an error instead. The number next to a word is its frequency. If the file contains no frequency at
/// all, its words get the embedded English frequencies.
///
/// # Errors
/// See [`LoadError`].
pub fn load_dictionary(path: &Path, strict: bool) -> Result<Loaded<Dictionary>, LoadError> {
    let loaded: Loaded<DictionaryBuilder> = load_entries(path, strict)?;
    Ok(Loaded {
        words: loaded.words.finish(),
        skipped: loaded.skipped,
        duplicates: loaded.duplicates,
        header: loaded.header,
    })
}

/// A list under construction.
trait Entries: Default {
    /// The kind of entry, for error messages.
    const KIND: &'static str;

    /// Adds an entry.
    fn add(&mut self, entry: &Entry<'_>) -> Result<(), EntryFault>;

    /// True if nothing has been added yet.
    fn is_empty(&self) -> bool;
}

/// A dictionary under construction.
struct DictionaryBuilder {
    dictionary: Dictionary,
    /// The indices of the words, hashed by word. `None` while the words are alphabetical, as most dictionaries are: then a
    /// binary search finds a word, and a table would take more memory than the words.
    indices: Option<HashTable<u32>>,
    hasher: DefaultHashBuilder,
}

impl Default for DictionaryBuilder {
    fn default() -> DictionaryBuilder {
        DictionaryBuilder {
            dictionary: Dictionary::new(false),
            indices: None,
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl DictionaryBuilder {
    /// True if a word is after all others in alphabetical order.
    fn is_last(&self, word: &str) -> bool {
        let last = self.dictionary.len().checked_sub(1);
        last.is_none_or(|last| self.dictionary.word(last as u32) < word)
    }

    fn position(&self, word: &str) -> Option<u32> {
        let Some(indices) = &self.indices else {
            if self.is_last(word) {
                return None;
            }
            return self.dictionary.search_alphabetical(word);
        };
        let is_same = |&index: &u32| self.dictionary.word(index) == word;
        indices.find(self.hasher.hash_one(word), is_same).copied()
    }

    fn push(&mut self, word: &str, frequency: Option<f64>) {
        if self.indices.is_none() && !self.is_last(word) {
            self.indices = Some(HashTable::new());
            (0..self.dictionary.len() as u32).for_each(|index| self.hash(index));
        }
        let index = self.dictionary.len() as u32;
        self.dictionary.push(word, frequency);
        self.hash(index);
    }

    /// Adds a word of the dictionary to the hashed ones, if there are any.
    fn hash(&mut self, index: u32) {
        let (dictionary, hasher) = (&self.dictionary, &self.hasher);
        let hash = |&index: &u32| hasher.hash_one(dictionary.word(index));
        if let Some(indices) = &mut self.indices {
            indices.insert_unique(hash(&index), index, hash);
        }
    }

    /// The dictionary, with the embedded frequencies if the file contains none.
    fn finish(mut self) -> Dictionary {
        if self.dictionary.has_frequencies() {
            return self.dictionary;
        }
        for (word, zipf) in embedded::english_frequencies() {
            if let Some(index) = self.position(word) {
                self.dictionary.set_frequency(index, Some(zipf));
            }
        }
        self.dictionary.set_zipf();
        self.dictionary
    }
}

impl Entries for DictionaryBuilder {
    const KIND: &'static str = "word of 1 to 31 letters a-z";

    fn add(&mut self, entry: &Entry<'_>) -> Result<(), EntryFault> {
        let word = if is_word(entry.word) {
            Cow::Borrowed(entry.word)
        } else {
            Cow::Owned(entry.word.to_ascii_lowercase())
        };
        if !is_word(&word) {
            return Err(EntryFault::NotA(if word.contains(['\t', ',', ' ']) {
                "word, alone or with a number".to_owned()
            } else {
                Self::KIND.to_owned()
            }));
        }
        if self.position(&word).is_some() {
            return Err(EntryFault::Duplicate);
        }
        self.push(&word, entry.frequency);
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.dictionary.is_empty()
    }
}

fn load_entries<L: Entries>(path: &Path, strict: bool) -> Result<Loaded<L>, LoadError> {
    let mut loaded = Loaded::<L>::default();
    let mut first_skipped = None;
    let header = entries::read(path, &mut |entry| {
        let Err(fault) = loaded.words.add(&entry) else {
            return Ok(());
        };
        if strict {
            return Err(LoadError::strict(path, entry.location, entry.word, fault));
        }
        if fault == EntryFault::Duplicate {
            loaded.duplicates += 1;
            return Ok(());
        }
        loaded.skipped += 1;
        first_skipped.get_or_insert_with(|| (entry.location, shorten(entry.word)));
        Ok(())
    })?;
    loaded.header = header.map(|header| shorten(&header.replace('\t', " ")));
    if loaded.words.is_empty() {
        return Err(LoadError::Empty {
            path: path.to_owned(),
            kind: L::KIND.to_owned(),
            skipped: loaded.skipped,
            first: first_skipped,
        });
    }
    Ok(loaded)
}
