//! Dictionaries from a user's own files, in every form that [`entries`] reads.

use std::borrow::Cow;
use std::path::Path;

use super::dictionary::is_word;
use super::dictionary_builder::DictionaryBuilder;
use super::entries::{self, Entry, Location};
use super::load_error::{EntryFault, LoadError, shorten};
use super::{Dictionary, WordList};

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

/// The kind of entry, for error messages.
const KIND: &str = "word of 1 to 31 letters a-z";

/// Loads a dictionary from a file of any form that [`entries::read`] reads. Upper case is accepted.
///
/// Entries that are not words and repeated words are left out and counted. If `strict` is true, the first such entry is
/// an error instead. The number next to a word is its frequency. If the file contains no frequency at
/// all, its words get the embedded English frequencies.
///
/// # Errors
/// See [`LoadError`].
pub fn load_dictionary(path: &Path, strict: bool) -> Result<Loaded<Dictionary>, LoadError> {
    let mut builder = DictionaryBuilder::default();
    let mut locations = Locations::default();
    let (mut skipped, mut duplicates) = (0, 0);
    let mut first_skipped = None;
    let header = entries::read(path, &mut |entry| {
        let Err(fault) = add(&mut builder, &entry) else {
            if strict {
                locations.push(entry.location);
            }
            return Ok(());
        };
        if strict {
            refuse_duplicate(path, &builder, &locations)?;
            return Err(LoadError::strict(path, entry.location, entry.word, fault));
        }
        if fault == EntryFault::Duplicate {
            duplicates += 1;
        } else {
            skipped += 1;
            first_skipped.get_or_insert_with(|| (entry.location, shorten(entry.word)));
        }
        Ok(())
    })?;
    if strict {
        refuse_duplicate(path, &builder, &locations)?;
    }
    let (words, removed) = builder.finish();
    if words.is_empty() {
        return Err(LoadError::Empty {
            path: path.to_owned(),
            kind: KIND.to_owned(),
            skipped,
            first: first_skipped,
        });
    }
    Ok(Loaded {
        words,
        skipped,
        duplicates: duplicates + removed,
        header: header.map(|header| shorten(&header.replace('\t', " "))),
    })
}

/// Adds an entry to a dictionary.
fn add(builder: &mut DictionaryBuilder, entry: &Entry<'_>) -> Result<(), EntryFault> {
    let word = if is_word(entry.word) {
        Cow::Borrowed(entry.word)
    } else {
        Cow::Owned(entry.word.to_ascii_lowercase())
    };
    if !is_word(&word) {
        let kind = if word.contains(['\t', ',', ' ']) {
            "word, alone or with a number"
        } else {
            KIND
        };
        return Err(EntryFault::NotA(kind.to_owned()));
    }
    if builder.push(&word, entry.frequency) {
        Ok(())
    } else {
        Err(EntryFault::Duplicate)
    }
}

/// Fails if an entry was added although it repeats an earlier one.
fn refuse_duplicate(
    path: &Path,
    builder: &DictionaryBuilder,
    locations: &Locations,
) -> Result<(), LoadError> {
    match builder.duplicates().first() {
        Some(&first) => {
            let location = locations.get(first as usize);
            let word = builder.dictionary().word(first);
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
