//! Indices of words, and collections with one value per word.

use std::iter::Map;
use std::ops::{Index, IndexMut, Range};

use rayon::prelude::*;

/// Index of a word in a [`Graph`](super::Graph), which orders words by length and then alphabetically.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WordIndex(pub u32);

impl WordIndex {
    /// The index as the standard library's slices take it.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// Words with consecutive indices, for example all words of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordRange {
    first: u32,
    end: u32,
}

impl WordRange {
    /// The words from index `first` up to, but not including, index `end`.
    pub(super) fn new(first: u32, end: u32) -> WordRange {
        WordRange { first, end }
    }

    /// The number of words.
    pub fn len(self) -> usize {
        self.iter().len()
    }

    /// True if there are no words.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// True if the word is one of these.
    pub fn contains(self, word: WordIndex) -> bool {
        (self.first..self.end).contains(&word.0)
    }

    /// The word at an offset from the first word, or `None` beyond the last word.
    pub fn get(self, offset: usize) -> Option<WordIndex> {
        (self.first..self.end).nth(offset).map(WordIndex)
    }

    /// The words in ascending order.
    pub fn iter(self) -> Map<Range<u32>, fn(u32) -> WordIndex> {
        (self.first..self.end).map(WordIndex)
    }

    /// The words in ascending order, to be divided among threads.
    pub fn par_iter(self) -> impl IndexedParallelIterator<Item = WordIndex> {
        (self.first..self.end).into_par_iter().map(WordIndex)
    }
}

impl IntoIterator for WordRange {
    type Item = WordIndex;
    type IntoIter = Map<Range<u32>, fn(u32) -> WordIndex>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// One value for each word of a [`WordRange`], indexed by the word. Other words panic, as an index that is
/// out of range does.
#[derive(Clone, Debug)]
pub(super) struct WordMap<T> {
    first: u32,
    values: Vec<T>,
}

impl<T: Clone> WordMap<T> {
    /// Gives every word the same value.
    pub fn filled(words: WordRange, value: T) -> WordMap<T> {
        WordMap {
            first: words.first,
            values: vec![value; words.len()],
        }
    }
}

impl<T> WordMap<T> {
    /// Gives every word the value that `value_of` returns for it.
    pub fn from_fn(words: WordRange, value_of: impl FnMut(WordIndex) -> T) -> WordMap<T> {
        WordMap {
            first: words.first,
            values: words.iter().map(value_of).collect(),
        }
    }

    /// The words that have a value.
    pub fn words(&self) -> WordRange {
        WordRange::new(self.first, self.first + self.values.len() as u32)
    }

    /// The values in the order of the words.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The words with their values, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (WordIndex, &T)> {
        self.words().iter().zip(&self.values)
    }
}

impl<T: Send> WordMap<T> {
    /// [`WordMap::from_fn`] on all threads.
    pub fn par_from_fn(
        words: WordRange,
        value_of: impl Fn(WordIndex) -> T + Send + Sync,
    ) -> WordMap<T> {
        WordMap {
            first: words.first,
            values: words.par_iter().map(value_of).collect(),
        }
    }
}

impl<T> Index<WordIndex> for WordMap<T> {
    type Output = T;

    fn index(&self, word: WordIndex) -> &T {
        &self.values[word.0.wrapping_sub(self.first) as usize]
    }
}

impl<T> IndexMut<WordIndex> for WordMap<T> {
    fn index_mut(&mut self, word: WordIndex) -> &mut T {
        &mut self.values[word.0.wrapping_sub(self.first) as usize]
    }
}
