//! Lists from a user's own files: text files with one word per line, or JSON arrays of strings.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::dictionary::is_word;
use super::{Dictionary, Word, WordList, embedded};

/// Larger files are rejected.
const MAX_BYTES: usize = 1 << 30;

/// The number of bytes read at a time.
const CHUNK_BYTES: u64 = 1 << 20;

/// A list from a file, and the number of lines that were left out of it.
#[derive(Clone, Debug, Default)]
pub struct Loaded<L = WordList> {
    /// The words, in the order of the file.
    pub words: L,
    /// The number of lines that are not words of the list's kind. Blank lines do not count.
    pub skipped: usize,
    /// The number of lines that repeat an earlier word.
    pub duplicates: usize,
}

/// The reasons for which a file cannot be loaded. Each prints as one line that names the file and a remedy.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file does not exist or cannot be read.
    #[error("cannot read {path}: {source}; check the path and its permissions")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// The path is a folder.
    #[error("{0} is a folder; name a file")]
    Folder(PathBuf),
    /// The file contains null bytes.
    #[error("{0} is a binary file (or UTF-16); save it as UTF-8 text")]
    Binary(PathBuf),
    /// The file is too large, or a device that never ends.
    #[error("{0} is larger than 1 GiB; name a smaller file")]
    TooLarge(PathBuf),
    /// The file looks like JSON but is not an array of strings.
    #[error("{path} is not a JSON array of words ({reason}); expected [\"crane\", \"slate\", …]")]
    JsonShape {
        /// The file.
        path: PathBuf,
        /// The JSON parser's error.
        reason: serde_json::Error,
    },
    /// In strict mode: an entry that would otherwise be left out.
    #[error("{path}, {entry}: '{text}' {fault}; fix it, or omit --strict to skip such lines")]
    Strict {
        /// The file.
        path: PathBuf,
        /// `line 7`, or `entry 7` of a JSON array.
        entry: String,
        /// The text of the entry, shortened.
        text: String,
        /// The reason for rejecting it.
        fault: EntryFault,
    },
    /// The file contains no word of the list's kind.
    #[error("{path} contains no {kind} (lines skipped: {skipped})")]
    Empty {
        /// The file.
        path: PathBuf,
        /// The kind of entry that was expected, for example `word of five letters a-z`.
        kind: &'static str,
        /// The number of other lines.
        skipped: usize,
    },
}

/// The reasons for leaving an entry out of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryFault {
    /// It is not of this kind, for example `word of five letters a-z`.
    NotA(&'static str),
    /// It is already in the list.
    Duplicate,
}

impl fmt::Display for EntryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryFault::NotA(kind) => write!(f, "is not a {kind}"),
            EntryFault::Duplicate => f.write_str("is already in the list"),
        }
    }
}

/// Loads a list of five-letter words from a text file with one word per line, or from a JSON array of
/// strings. A byte order mark, CRLF and upper case are accepted.
///
/// Lines that are not words and repeated words are left out and counted. If `strict` is true, the first such
/// line is an error instead.
///
/// # Errors
/// See [`LoadError`].
pub fn load(path: &Path, strict: bool) -> Result<Loaded, LoadError> {
    load_entries(path, strict)
}

/// Loads a dictionary in the same way. A word may be followed by a tab, a comma or a space and its
/// frequency, which can be any finite number. If the file contains no frequency at all, its words get the
/// embedded English frequencies.
///
/// # Errors
/// See [`LoadError`].
pub fn load_dictionary(path: &Path, strict: bool) -> Result<Loaded<Dictionary>, LoadError> {
    let loaded: Loaded<DictionaryBuilder> = load_entries(path, strict)?;
    Ok(Loaded {
        words: loaded.words.finish(),
        skipped: loaded.skipped,
        duplicates: loaded.duplicates,
    })
}

/// A list under construction.
trait Entries: Default {
    /// The kind of entry, for error messages.
    const KIND: &'static str;

    /// Adds an entry, which is not blank.
    fn add(&mut self, entry: &str) -> Result<(), EntryFault>;

    /// True if nothing has been added yet.
    fn is_empty(&self) -> bool;
}

impl Entries for WordList {
    const KIND: &'static str = "word of five letters a-z";

    fn add(&mut self, entry: &str) -> Result<(), EntryFault> {
        match entry.parse::<Word>() {
            Ok(word) if self.push(word) => Ok(()),
            Ok(_) => Err(EntryFault::Duplicate),
            Err(_) => Err(EntryFault::NotA(Self::KIND)),
        }
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A dictionary under construction.
struct DictionaryBuilder {
    dictionary: Dictionary,
    /// The indices of the words, hashed by word.
    indices: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Default for DictionaryBuilder {
    fn default() -> DictionaryBuilder {
        DictionaryBuilder {
            dictionary: Dictionary::new(false),
            indices: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl DictionaryBuilder {
    fn position(&self, word: &str) -> Option<u32> {
        let is_same = |&index: &u32| self.dictionary.word(index) == word;
        let hash = self.hasher.hash_one(word);
        self.indices.find(hash, is_same).copied()
    }

    fn push(&mut self, word: &str, frequency: Option<f64>) {
        let index = self.dictionary.len() as u32;
        self.dictionary.push(word, frequency);
        let (dictionary, hasher) = (&self.dictionary, &self.hasher);
        let rehash = |&index: &u32| hasher.hash_one(dictionary.word(index));
        self.indices
            .insert_unique(hasher.hash_one(word), index, rehash);
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

    fn add(&mut self, entry: &str) -> Result<(), EntryFault> {
        let (word, frequency) = match entry.split_once(['\t', ',', ' ']) {
            None => (entry, None),
            Some((word, frequency)) => match frequency.trim().parse::<f64>() {
                Ok(frequency) if frequency.is_finite() => (word, Some(frequency)),
                _ => return Err(EntryFault::NotA("word, alone or with a number")),
            },
        };
        let word = if is_word(word) {
            Cow::Borrowed(word)
        } else {
            Cow::Owned(word.to_ascii_lowercase())
        };
        if !is_word(&word) {
            return Err(EntryFault::NotA(Self::KIND));
        }
        if self.position(&word).is_some() {
            return Err(EntryFault::Duplicate);
        }
        self.push(&word, frequency);
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.dictionary.is_empty()
    }
}

fn load_entries<L: Entries>(path: &Path, strict: bool) -> Result<Loaded<L>, LoadError> {
    let text = read_text(path)?;
    let (unit, entries) = entries(path, &text)?;
    let mut loaded = Loaded::<L>::default();
    for (number, entry) in entries.enumerate() {
        let entry = entry.trim();
        if entry.is_empty() {
            continue;
        }
        let Err(fault) = loaded.words.add(entry) else {
            continue;
        };
        match fault {
            EntryFault::NotA(_) => loaded.skipped += 1,
            EntryFault::Duplicate => loaded.duplicates += 1,
        }
        if strict {
            return Err(LoadError::Strict {
                path: path.to_owned(),
                entry: format!("{unit} {}", number + 1),
                text: shorten(entry),
                fault,
            });
        }
    }
    if loaded.words.is_empty() {
        return Err(LoadError::Empty {
            path: path.to_owned(),
            kind: L::KIND,
            skipped: loaded.skipped,
        });
    }
    Ok(loaded)
}

/// Reads a file as text, without its byte order mark. Bytes that are not UTF-8 (old dictionaries in Latin-1)
/// become replacement characters, so that only the lines with such bytes are skipped.
///
/// # Errors
/// [`LoadError`] if the file is unreadable, a folder, binary, or too large.
pub fn read_text(path: &Path) -> Result<String, LoadError> {
    if path.is_dir() {
        return Err(LoadError::Folder(path.to_owned()));
    }
    let unreadable = |source| LoadError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // In chunks, since a device may never end.
    loop {
        let start = bytes.len();
        let chunk = file.by_ref().take(CHUNK_BYTES);
        let read = BufReader::new(chunk)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes[start..].contains(&0) {
            return Err(LoadError::Binary(path.to_owned()));
        }
        if bytes.len() > MAX_BYTES {
            return Err(LoadError::TooLarge(path.to_owned()));
        }
        if read == 0 {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// The name of an entry in messages (`line` or `entry`), and the entries in order.
type NamedEntries<'a> = (&'static str, Box<dyn Iterator<Item = Cow<'a, str>> + 'a>);

fn entries<'a>(path: &Path, text: &'a str) -> Result<NamedEntries<'a>, LoadError> {
    if is_json(text) {
        let entries: Vec<Cow<str>> =
            serde_json::from_str(text).map_err(|reason| LoadError::JsonShape {
                path: path.to_owned(),
                reason,
            })?;
        Ok(("entry", Box::new(entries.into_iter())))
    } else {
        // Old Macs end lines with a CR only.
        let is_old = !text.contains('\n');
        let lines = text.split(move |c| c == '\n' || (is_old && c == '\r'));
        Ok(("line", Box::new(lines.map(Cow::Borrowed))))
    }
}

/// True if a text starts like JSON. A bracket alone may also start a word of a list.
fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    match text.strip_prefix('[') {
        Some(rest) => rest
            .trim_start()
            .starts_with(|c: char| "\"[]{-".contains(c) || c.is_ascii_digit()),
        None => text.starts_with('{'),
    }
}

/// An entry as it is quoted in a message: without control characters, at most 40 characters long.
fn shorten(entry: &str) -> String {
    let mut short: String = entry.chars().take(40).collect();
    if short.len() < entry.len() {
        short.push('…');
    }
    short
}
