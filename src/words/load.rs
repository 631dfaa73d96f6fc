//! A person's own list, from a text file with a word a line or from a JSON array of strings.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::dictionary::is_word;
use super::{Dictionary, Word, WordList, embedded};

/// A file of more bytes is refused.
const MOST_BYTES: usize = 1 << 30;

/// Bytes that are read at a time.
const PIECE_BYTES: u64 = 1 << 20;

/// A list that was read, and what was left out of it.
#[derive(Clone, Debug, Default)]
pub struct Loaded<L = WordList> {
    /// The words, in the order of the file.
    pub words: L,
    /// Lines that are no words of the list's kind. Blank lines do not count.
    pub skipped: usize,
    /// Words that had stood in the file before.
    pub duplicates: usize,
}

/// Why a file gives no list. Each prints as one line that names the file and what to do.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// There is no such file, or it may not be read.
    #[error("cannot read {path}: {source}; check the path and its permissions")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The path is a folder.
    #[error("{0} is a folder; name a file")]
    Folder(PathBuf),
    /// The file holds zero bytes.
    #[error("{0} is a binary file (or UTF-16); save it as UTF-8 text")]
    Binary(PathBuf),
    /// The file does not end, or is as good as endless.
    #[error("{0} is larger than 1 GiB; name a smaller file")]
    TooLarge(PathBuf),
    /// The file looks like JSON but is no array of strings.
    #[error("{path} is not a JSON array of words ({reason}); expected [\"crane\", \"slate\", …]")]
    JsonShape {
        /// The file.
        path: PathBuf,
        /// What the JSON parser said.
        reason: serde_json::Error,
    },
    /// Strict loading met a line to skip or to drop.
    #[error("{path}, {place}: '{text}' {fault}; mend it, or leave --strict out to skip such lines")]
    Strict {
        /// The file.
        path: PathBuf,
        /// `line 7`, or `entry 7` of a JSON array.
        place: String,
        /// The line, shortened.
        text: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Not one word was left.
    #[error("{path} holds no {kind} (lines skipped: {skipped})")]
    Empty {
        /// The file.
        path: PathBuf,
        /// What a word of the list is.
        kind: &'static str,
        /// How many lines were no such words.
        skipped: usize,
    },
}

/// What is wrong with an entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not what is named.
    NoWord(&'static str),
    /// It stands in the list already.
    Duplicate,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoWord(kind) => write!(f, "is not a {kind}"),
            Fault::Duplicate => f.write_str("stands in the list already"),
        }
    }
}

/// Reads a list of five-letter words: one a line, or a JSON array of strings. A byte order mark and
/// CRLF are accepted, upper case is folded. Lines that are no words are skipped and repeated words
/// dropped, both counted; with `strict` the first of either is an error.
///
/// # Errors
/// See [`LoadError`].
pub fn load(path: &Path, strict: bool) -> Result<Loaded, LoadError> {
    fill(path, strict)
}

/// Reads a dictionary, likewise. A word may be followed by how common it is: any number, after a tab, a
/// comma or a blank. Where no word is, those that are among the embedded frequencies get those.
///
/// # Errors
/// See [`LoadError`].
pub fn load_dictionary(path: &Path, strict: bool) -> Result<Loaded<Dictionary>, LoadError> {
    let loaded: Loaded<OwnDictionary> = fill(path, strict)?;
    Ok(Loaded {
        words: loaded.words.finish(),
        skipped: loaded.skipped,
        duplicates: loaded.duplicates,
    })
}

/// What entries of a file are collected in.
trait Entries: Default {
    /// What an entry is, for messages.
    const KIND: &'static str;

    /// Takes an entry, which is not blank, unless something is wrong with it.
    fn take(&mut self, entry: &str) -> Result<(), Fault>;

    /// Whether nothing was taken.
    fn is_empty(&self) -> bool;
}

impl Entries for WordList {
    const KIND: &'static str = "word of five letters a-z";

    fn take(&mut self, entry: &str) -> Result<(), Fault> {
        match entry.parse::<Word>() {
            Ok(word) if self.push(word) => Ok(()),
            Ok(_) => Err(Fault::Duplicate),
            Err(_) => Err(Fault::NoWord(Self::KIND)),
        }
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A dictionary that is being read.
struct OwnDictionary {
    dictionary: Dictionary,
    /// The places of the words, by hash.
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Default for OwnDictionary {
    fn default() -> OwnDictionary {
        OwnDictionary {
            dictionary: Dictionary::new(false),
            places: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl OwnDictionary {
    fn place(&self, word: &str) -> Option<u32> {
        let same = |&place: &u32| self.dictionary.word(place) == word;
        self.places.find(self.hasher.hash_one(word), same).copied()
    }

    fn push(&mut self, word: &str, frequency: Option<f64>) {
        let place = self.dictionary.len() as u32;
        self.dictionary.push(word, frequency);
        let (dictionary, hasher) = (&self.dictionary, &self.hasher);
        let rehash = |&place: &u32| hasher.hash_one(dictionary.word(place));
        self.places
            .insert_unique(hasher.hash_one(word), place, rehash);
    }

    /// The dictionary, with the embedded frequencies if the file has none.
    fn finish(mut self) -> Dictionary {
        if self.dictionary.has_frequencies() {
            return self.dictionary;
        }
        for (word, zipf) in embedded::english_frequencies() {
            if let Some(place) = self.place(word) {
                self.dictionary.set_frequency(place, Some(zipf));
            }
        }
        self.dictionary.set_zipf();
        self.dictionary
    }
}

impl Entries for OwnDictionary {
    const KIND: &'static str = "word of 1 to 31 letters a-z";

    fn take(&mut self, entry: &str) -> Result<(), Fault> {
        let (word, frequency) = match entry.split_once(['\t', ',', ' ']) {
            None => (entry, None),
            Some((word, frequency)) => match frequency.trim().parse::<f64>() {
                Ok(frequency) if frequency.is_finite() => (word, Some(frequency)),
                _ => return Err(Fault::NoWord("word, alone or with a number")),
            },
        };
        let word = match is_word(word) {
            true => Cow::Borrowed(word),
            false => Cow::Owned(word.to_ascii_lowercase()),
        };
        if !is_word(&word) {
            return Err(Fault::NoWord(Self::KIND));
        }
        if self.place(&word).is_some() {
            return Err(Fault::Duplicate);
        }
        self.push(&word, frequency);
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.dictionary.is_empty()
    }
}

fn fill<L: Entries>(path: &Path, strict: bool) -> Result<Loaded<L>, LoadError> {
    let text = read_text(path)?;
    let (unit, entries) = entries(path, &text)?;
    let mut loaded = Loaded::<L>::default();
    for (number, entry) in entries.enumerate() {
        let entry = entry.trim();
        if entry.is_empty() {
            continue;
        }
        let Err(fault) = loaded.words.take(entry) else {
            continue;
        };
        match fault {
            Fault::NoWord(_) => loaded.skipped += 1,
            Fault::Duplicate => loaded.duplicates += 1,
        }
        if strict {
            return Err(LoadError::Strict {
                path: path.to_owned(),
                place: format!("{unit} {}", number + 1),
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

/// A file as text without a byte order mark. Bytes that are not UTF-8 (old dictionaries in Latin-1)
/// become replacement characters, so that only the lines that hold them are skipped.
///
/// # Errors
/// [`LoadError`]: unreadable, a folder, binary, or too large.
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
    // Piece by piece, since a device may never end.
    loop {
        let start = bytes.len();
        let piece = file.by_ref().take(PIECE_BYTES);
        let read = BufReader::new(piece)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes[start..].contains(&0) {
            return Err(LoadError::Binary(path.to_owned()));
        }
        if bytes.len() > MOST_BYTES {
            return Err(LoadError::TooLarge(path.to_owned()));
        }
        if read == 0 {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// What an entry of a file is called in a message, and the entries in order.
type Unit<'a> = (&'static str, Box<dyn Iterator<Item = Cow<'a, str>> + 'a>);

fn entries<'a>(path: &Path, text: &'a str) -> Result<Unit<'a>, LoadError> {
    if text.trim_start().starts_with(['[', '{']) {
        let entries: Vec<Cow<str>> =
            serde_json::from_str(text).map_err(|reason| LoadError::JsonShape {
                path: path.to_owned(),
                reason,
            })?;
        Ok(("entry", Box::new(entries.into_iter())))
    } else {
        // Old Macs end lines with CR alone.
        let is_old = !text.contains('\n');
        let lines = text.split(move |c| c == '\n' || (is_old && c == '\r'));
        Ok(("line", Box::new(lines.map(Cow::Borrowed))))
    }
}

/// A line for a message: without control characters, at most 40 characters.
fn shorten(entry: &str) -> String {
    let mut short: String = entry.chars().filter(|c| !c.is_control()).take(40).collect();
    if short.len() < entry.len() {
        short.push('…');
    }
    short
}
