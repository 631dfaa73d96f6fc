//! Lists and dictionaries from a user's own files, in every form that [`entries`] reads.

use std::borrow::Cow;
use std::path::Path;

use super::dictionary::is_word;
use super::dictionary_builder::DictionaryBuilder;
use super::entries::{self, Entry, Location};
use super::load_error::{EntryFault, LoadError, shorten};
use super::{Dictionary, Word, WordList};

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

/// Loads a list of five-letter words from a file of any form that [`entries::read`] reads. Upper case is accepted.
///
/// Lines that are not words and repeated words are left out and counted. If `strict` is true, the first such
/// line is an error instead.
///
/// # Errors
/// See [`LoadError`].
pub fn load(path: &Path, strict: bool) -> Result<Loaded, LoadError> {
    load_entries(path, strict)
}

/// Loads a dictionary in the same way. The number next to a word is its frequency. If the file contains no frequency at
/// all, its words get the embedded English frequencies.
///
/// # Errors
/// See [`LoadError`].
pub fn load_dictionary(path: &Path, strict: bool) -> Result<Loaded<Dictionary>, LoadError> {
    let loaded: Loaded<DictionaryBuilder> = load_entries(path, strict)?;
    let (words, duplicates) = loaded.words.finish();
    Ok(Loaded {
        words,
        skipped: loaded.skipped,
        duplicates: loaded.duplicates + duplicates,
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

    /// The first entry, by its index, that was added although it repeats an earlier one; and its word.
    fn first_duplicate(&self) -> Option<(usize, &str)> {
        None
    }
}

impl Entries for WordList {
    const KIND: &'static str = "word of five letters a-z";

    fn add(&mut self, entry: &Entry<'_>) -> Result<(), EntryFault> {
        match entry.word.parse::<Word>() {
            Ok(word) if self.push(word) => Ok(()),
            Ok(_) => Err(EntryFault::Duplicate),
            Err(_) => Err(EntryFault::NotA(Self::KIND)),
        }
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
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
                "word, alone or with a number"
            } else {
                Self::KIND
            }));
        }
        if self.push(&word, entry.frequency) {
            Ok(())
        } else {
            Err(EntryFault::Duplicate)
        }
    }

    fn is_empty(&self) -> bool {
        self.dictionary().is_empty()
    }

    fn first_duplicate(&self) -> Option<(usize, &str)> {
        let first = *self.duplicates().first()?;
        Some((first as usize, self.dictionary().word(first)))
    }
}

fn load_entries<L: Entries>(path: &Path, strict: bool) -> Result<Loaded<L>, LoadError> {
    let mut loaded = Loaded::<L>::default();
    let mut first_skipped = None;
    let mut locations = Locations::default();
    let header = entries::read(path, &mut |entry| {
        let Err(fault) = loaded.words.add(&entry) else {
            if strict {
                locations.push(entry.location);
            }
            return Ok(());
        };
        if strict {
            refuse_duplicate(path, &loaded.words, &locations)?;
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
    if strict {
        refuse_duplicate(path, &loaded.words, &locations)?;
    }
    loaded.header = header.map(|header| shorten(&header.replace('\t', " ")));
    if loaded.words.is_empty() {
        return Err(LoadError::Empty {
            path: path.to_owned(),
            kind: L::KIND,
            skipped: loaded.skipped,
            first: first_skipped,
        });
    }
    Ok(loaded)
}

/// Fails if an entry repeats an earlier one.
fn refuse_duplicate(
    path: &Path,
    words: &impl Entries,
    locations: &Locations,
) -> Result<(), LoadError> {
    match words.first_duplicate() {
        Some((index, word)) => {
            let location = locations.get(index);
            Err(LoadError::strict(
                path,
                location,
                word,
                EntryFault::Duplicate,
            ))
        }
        None => Ok(()),
    }
}

/// The locations of the entries that were added. Most entries are in consecutive lines, so only the others are stored.
#[derive(Default)]
struct Locations {
    len: usize,
    /// The entries that do not follow the one before them directly: their indices and locations.
    jumps: Vec<(usize, Location)>,
}

impl Locations {
    fn push(&mut self, location: Location) {
        let follows = self.len > 0 && self.get(self.len) == location;
        if !follows {
            self.jumps.push((self.len, location));
        }
        self.len += 1;
    }

    /// The location of an entry. That of the next entry to be added is a guess.
    fn get(&self, index: usize) -> Location {
        let jump = self.jumps.partition_point(|&(first, _)| first <= index) - 1;
        let (first, location) = self.jumps[jump];
        location.plus(index - first)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn error(content: &str) -> String {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, content).unwrap();
        load_dictionary(file.path(), true).unwrap_err().to_string()
    }

    #[test]
    fn strict_mode_names_the_first_duplicate_of_a_dictionary_in_any_order() {
        for (content, part) in [
            ("a\nb\n\nB\na\n", "line 4: 'B' is already in the list"),
            (
                "b\na\n\n# x\nc\nd\n\na\nb\n",
                "line 8: 'a' is already in the list",
            ),
            ("b\na\nb\n12\n", "line 3: 'b' is already in the list"),
            ("b\na\n12\nb\n", "line 3: '12' is not a word"),
            (
                r#"["b", "a", "", "c", "a"]"#,
                "entry 5: 'a' is already in the list",
            ),
        ] {
            let error = error(content);
            assert!(error.contains(part), "{error}");
        }
    }
}
