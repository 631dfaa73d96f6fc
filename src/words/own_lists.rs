//! A user's own lists for a game: the length and the alphabet of their words.
//!
//! A file is read before the length and the alphabet are known, so its distinct entries are kept until then.

use std::collections::BTreeMap;
use std::hash::BuildHasher;
use std::path::{Path, PathBuf};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::alphabet::{is_letter, normalise};
use super::entries::{self, Entry, Location};
use super::load_error::{EntryFault, LoadError, shorten};
use super::{Alphabet, Loaded, MAX_LENGTH};

/// The least number of letters of the words of a game.
pub const MIN_LENGTH: usize = 3;

/// If at least one in this many words has a letter besides a to z, these letters belong to the alphabet. In a list of
/// English words fewer do, as é does in café, and a player cannot type them. In other languages more do.
const OTHER_LETTERS_ONE_IN: usize = 50;

/// A user's choices for the words of their own lists.
#[derive(Clone, Debug, Default)]
pub struct ListOptions {
    /// The number of letters of each word. `None`: the length of most words.
    pub length: Option<usize>,
    /// The letters.
    pub alphabet: AlphabetChoice,
    /// True if marks are taken off letters: é becomes e.
    pub folds: bool,
    /// True if the first entry that would be left out is an error.
    pub strict: bool,
}

/// How the alphabet of own lists is chosen.
#[derive(Clone, Debug, Default)]
pub enum AlphabetChoice {
    /// The letters a to z. If one word in fifty or more has other letters, all letters that occur.
    #[default]
    ByWords,
    /// All letters that occur.
    AllThatOccur,
    /// These letters, in this order.
    Letters(Alphabet),
}

/// A user's own lists.
#[derive(Clone, Debug)]
pub struct OwnLists {
    /// The words of the file of solutions, if there is one.
    pub solutions: Option<Loaded>,
    /// The words of the file of guesses, if there is one.
    pub guesses: Option<Loaded>,
    /// The alphabet of the words.
    pub alphabet: Alphabet,
    /// The number of letters of each word.
    pub length: usize,
    /// The number of words that were skipped because of letters besides a to z. Other options would keep them.
    pub with_other_letters: usize,
}

/// Loads a user's own solutions, own guesses, or both. The length and the alphabet are those of the solutions. Without a
/// file of solutions, the words have five letters a to z, as the embedded solutions do.
///
/// # Errors
/// [`LoadError`].
pub fn load_lists(
    solutions: Option<&Path>,
    guesses: Option<&Path>,
    options: &ListOptions,
) -> Result<OwnLists, LoadError> {
    let read =
        |path: Option<&Path>| path.map(|path| RawList::read(path, options.folds, options.strict));
    let (solutions, guesses) = (read(solutions).transpose()?, read(guesses).transpose()?);
    let (length, alphabet) = match &solutions {
        Some(list) => kind_of_words(list, guesses.as_ref(), options)?,
        None => (5, Alphabet::latin().clone()),
    };
    let alphabet = if options.folds {
        alphabet.folding()
    } else {
        alphabet
    };
    let lists = solutions.iter().chain(&guesses);
    let with_other_letters = lists.map(|list| list.with_other_letters(&alphabet, length));
    let with_other_letters = with_other_letters.sum();
    let loaded =
        |list: Option<RawList>| list.map(|list| list.load(&alphabet, length, options.strict));
    Ok(OwnLists {
        solutions: loaded(solutions).transpose()?,
        guesses: loaded(guesses).transpose()?,
        with_other_letters,
        alphabet,
        length,
    })
}

/// The length and the alphabet of the words of a game, from its solutions and guesses.
fn kind_of_words(
    solutions: &RawList,
    guesses: Option<&RawList>,
    options: &ListOptions,
) -> Result<(usize, Alphabet), LoadError> {
    let letters = &options.alphabet;
    let length = match options.length {
        Some(length) => length,
        None => solutions.most_frequent_length(letters)?,
    };
    if options.length.is_none()
        && let Some(guesses) = guesses
        && guesses.words(letters, length).next().is_none()
    {
        return Err(LoadError::TwoLengths {
            solutions: solutions.path.clone(),
            length,
            guesses: guesses.path.clone(),
            other: guesses.most_frequent_length(letters)?,
        });
    }
    Ok((length, solutions.alphabet(guesses, length, letters)?))
}

/// Loads a list of words of a length and an alphabet that are known, from a file of any form that [`entries::read`]
/// reads.
///
/// Entries that are not such words and repeated words are left out and counted. If `strict` is true, the first such
/// entry is an error instead.
///
/// # Errors
/// [`LoadError`].
pub fn load(
    path: &Path,
    alphabet: &Alphabet,
    length: usize,
    strict: bool,
) -> Result<Loaded, LoadError> {
    RawList::read(path, alphabet.folds(), strict)?.load(alphabet, length, strict)
}

/// The distinct entries of a file that may be words.
struct RawList {
    path: PathBuf,
    header: Option<String>,
    /// The texts of the entries, one after the other.
    text: String,
    entries: Vec<RawEntry>,
    /// The number of entries that cannot be words of any length.
    others: usize,
    /// The location of the first entry, and its text in the file.
    first: Option<(Location, String)>,
    /// In strict mode, the entries that may be faults.
    suspects: Suspects,
}

/// An entry that may be a word. There may be millions, so it takes little memory.
struct RawEntry {
    /// The end of its text, which starts at the end of the entry before it.
    end: u32,
    /// The number of times that it occurs.
    count: u32,
}

/// The entries that may be faults in strict mode, with their texts in the file.
#[derive(Default)]
struct Suspects {
    /// The first entry that cannot be a word of any length.
    other: Option<(Location, String)>,
    /// Each entry where it first occurs. It is a fault if it is not a word of the game.
    first: Vec<(Location, String)>,
    /// The first repetition of an entry, by index.
    repeated: BTreeMap<usize, (Location, String)>,
}

impl RawList {
    fn read(path: &Path, folds: bool, strict: bool) -> Result<RawList, LoadError> {
        let mut list = RawList {
            path: path.to_owned(),
            header: None,
            text: String::new(),
            entries: Vec::new(),
            others: 0,
            first: None,
            suspects: Suspects::default(),
        };
        let hasher = DefaultHashBuilder::default();
        let mut indices = HashTable::new();
        list.header = entries::read(path, &mut |entry| {
            list.add(&entry, folds, strict, &hasher, &mut indices);
            Ok(())
        })?;
        Ok(list)
    }

    fn add(
        &mut self,
        entry: &Entry<'_>,
        folds: bool,
        strict: bool,
        hasher: &DefaultHashBuilder,
        indices: &mut HashTable<u32>,
    ) {
        let original = || (entry.location, shorten(entry.word));
        self.first.get_or_insert_with(original);
        let word = if entry.word.is_ascii() {
            entry.word.to_ascii_lowercase()
        } else {
            normalise(entry.word, folds)
        };
        let is_long = word.chars().nth(MAX_LENGTH).is_some();
        let end = u32::try_from(self.text.len() + word.len());
        let (false, false, Ok(end)) = (is_long, word.contains(char::is_whitespace), end) else {
            self.others += 1;
            self.suspects.other.get_or_insert_with(original);
            return;
        };
        let hash = hasher.hash_one(&*word);
        let is_same = |&index: &u32| self.word(index as usize) == word;
        if let Some(&index) = indices.find(hash, is_same) {
            self.entries[index as usize].count += 1;
            if strict {
                let repeated = &mut self.suspects.repeated;
                repeated.entry(index as usize).or_insert_with(original);
            }
            return;
        }
        let index = self.entries.len() as u32;
        self.text.push_str(&word);
        self.entries.push(RawEntry { end, count: 1 });
        if strict {
            self.suspects.first.push(original());
        }
        let rehash = |&index: &u32| hasher.hash_one(self.word(index as usize));
        indices.insert_unique(hash, index, rehash);
    }

    /// The text of an entry.
    fn word(&self, index: usize) -> &str {
        let start = index
            .checked_sub(1)
            .map_or(0, |before| self.entries[before].end);
        &self.text[start as usize..self.entries[index].end as usize]
    }

    /// The entries that consist of letters, each with its length.
    fn all_words<'a>(
        &'a self,
        letters: &'a AlphabetChoice,
    ) -> impl Iterator<Item = (&'a str, usize)> {
        let is_letter = move |c: char| match letters {
            AlphabetChoice::Letters(alphabet) => alphabet.letter(c).is_some(),
            _ => is_letter(c),
        };
        let words = (0..self.entries.len()).map(|index| self.word(index));
        let words = words.filter(move |word| word.chars().all(is_letter));
        words.map(|word| (word, word.chars().count()))
    }

    /// The entries that consist of this many letters.
    fn words<'a>(
        &'a self,
        letters: &'a AlphabetChoice,
        length: usize,
    ) -> impl Iterator<Item = &'a str> {
        let words = self.all_words(letters).filter(move |word| word.1 == length);
        words.map(|(word, _)| word)
    }

    /// The length of most words. Of equally frequent lengths, five is preferred, then the greater one.
    fn most_frequent_length(&self, letters: &AlphabetChoice) -> Result<usize, LoadError> {
        let mut words = [0; MAX_LENGTH + 1];
        self.all_words(letters)
            .for_each(|(_, length)| words[length] += 1);
        let lengths = MIN_LENGTH..=MAX_LENGTH;
        let most = lengths.max_by_key(|&length| (words[length], length == 5, length));
        match most.filter(|&length| words[length] > 0) {
            Some(length) => Ok(length),
            None => Err(self.no_words(format!("word of {MIN_LENGTH} to {MAX_LENGTH} letters"))),
        }
    }

    /// The alphabet of the words of a length, of this list of solutions and a list of guesses.
    fn alphabet(
        &self,
        guesses: Option<&RawList>,
        length: usize,
        letters: &AlphabetChoice,
    ) -> Result<Alphabet, LoadError> {
        if let AlphabetChoice::Letters(alphabet) = letters {
            return Ok(alphabet.clone());
        }
        let (words, with_others) = (
            self.words(letters, length).count(),
            self.words_beyond_latin(length).count(),
        );
        let is_latin = match letters {
            AlphabetChoice::ByWords => with_others * OTHER_LETTERS_ONE_IN < words,
            _ => false,
        };
        if is_latin || words == 0 {
            return Ok(Alphabet::latin().clone());
        }
        let guesses = guesses.into_iter();
        let guesses = guesses.flat_map(|list| list.words(letters, length));
        let words = self.words(letters, length).chain(guesses);
        Alphabet::of_words(words).map_err(|source| LoadError::Alphabet {
            path: self.path.clone(),
            source,
        })
    }

    /// The words of a length that have a letter besides a to z.
    fn words_beyond_latin(&self, length: usize) -> impl Iterator<Item = &str> {
        let words = self.words(&AlphabetChoice::AllThatOccur, length);
        words.filter(|word| !word.is_ascii())
    }

    /// The number of words of a length that are left out because the alphabet is a to z.
    fn with_other_letters(&self, alphabet: &Alphabet, length: usize) -> usize {
        if alphabet.is_latin() {
            self.words_beyond_latin(length).count()
        } else {
            0
        }
    }

    /// The words of a length and an alphabet. In strict mode, the first other entry is an error.
    fn load(self, alphabet: &Alphabet, length: usize, strict: bool) -> Result<Loaded, LoadError> {
        let mut loaded: Loaded = Loaded {
            skipped: self.others,
            header: self.header.clone(),
            ..Loaded::default()
        };
        for (index, entry) in self.entries.iter().enumerate() {
            let word = alphabet.find_word(self.word(index));
            if let Some(word) = word.filter(|word| word.len() == length) {
                loaded.words.push(word);
                loaded.duplicates += entry.count as usize - 1;
            } else {
                loaded.skipped += entry.count as usize;
            }
        }
        if strict && let Some((location, text, fault)) = self.first_fault(alphabet, length) {
            return Err(LoadError::strict(&self.path, location, &text, fault));
        }
        if loaded.words.is_empty() {
            return Err(self.no_words(format!("word of {}", alphabet.kind(length))));
        }
        Ok(loaded)
    }

    /// The first entry, by its location, that strict mode refuses.
    fn first_fault(
        &self,
        alphabet: &Alphabet,
        length: usize,
    ) -> Option<(Location, String, EntryFault)> {
        let kind = format!("word of {}", alphabet.kind(length));
        let is_word = |index| {
            let word = alphabet.find_word(self.word(index));
            word.is_some_and(|word| word.len() == length)
        };
        let Suspects {
            other,
            first,
            repeated,
        } = &self.suspects;
        let not_words = (0..first.len()).filter(|&index| !is_word(index));
        let not_words = not_words.map(|index| &first[index]).chain(other);
        let not_words = not_words.map(|at| (at.0, &at.1, EntryFault::NotA(kind.clone())));
        let repeated = repeated.iter().filter(|(index, _)| is_word(**index));
        let repeated = repeated.map(|(_, at)| (at.0, &at.1, EntryFault::Duplicate));
        let first = not_words.chain(repeated).min_by_key(|fault| fault.0);
        first.map(|(location, text, fault)| (location, text.clone(), fault))
    }

    /// The error of a list without words of a kind.
    fn no_words(&self, kind: String) -> LoadError {
        let entries: usize = self.entries.iter().map(|entry| entry.count as usize).sum();
        LoadError::Empty {
            path: self.path.clone(),
            kind,
            skipped: self.others + entries,
            first: self.first.clone(),
        }
    }
}
