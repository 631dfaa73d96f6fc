//! Lists from a user's own files: text files with one word per line, or JSON arrays of strings.
//!
//! A file is read in one pass, entry by entry, so that it takes no more memory than its list.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::hash::BuildHasher;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use hashbrown::{DefaultHashBuilder, HashTable};
use serde::de::{self, DeserializeSeed, Deserializer, SeqAccess, Visitor};

use super::dictionary::is_word;
use super::{Dictionary, Word, WordList, embedded};

/// Larger files are rejected.
const MAX_BYTES: usize = 1 << 30;

/// The number of bytes read at a time.
const CHUNK_BYTES: u64 = 1 << 20;

/// Longer lines are no entries of any list. Of such a line this many bytes are kept, for a message.
const LONGEST_LINE: usize = 1 << 12;

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

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
    let mut file = ListFile::open(path)?;
    let failed = |error| load_error(path, error);
    // The first part determines the form of the file.
    let mut start = Vec::new();
    let first = file.by_ref().take(CHUNK_BYTES).read_to_end(&mut start);
    first.map_err(failed)?;
    let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&start);
    let is_json = is_json(start);
    let mut collector = Collector {
        path,
        strict,
        unit: if is_json { "entry" } else { "line" },
        number: 0,
        loaded: Loaded::<L>::default(),
        fault: None,
    };
    let mut text = BufReader::with_capacity(CHUNK_BYTES as usize, start.chain(file));
    if is_json {
        collector.add_json(text)?;
    } else {
        // Old Macs end lines with a CR only.
        let end = if start.contains(&b'\r') && !start.contains(&b'\n') {
            b"\r\n"
        } else {
            b"\n\n"
        };
        let mut line = Vec::new();
        while read_line(&mut text, *end, &mut line).map_err(failed)? {
            collector.add(&String::from_utf8_lossy(&line))?;
        }
    }
    let loaded = collector.loaded;
    if loaded.words.is_empty() {
        return Err(LoadError::Empty {
            path: path.to_owned(),
            kind: L::KIND,
            skipped: loaded.skipped,
        });
    }
    Ok(loaded)
}

/// Receives the entries of a file, one after the other.
struct Collector<'a, L> {
    path: &'a Path,
    strict: bool,
    /// The name of an entry in messages: `line`, or `entry` of a JSON array.
    unit: &'static str,
    /// The number of entries so far.
    number: usize,
    loaded: Loaded<L>,
    /// The reason for which a JSON array was not read to its end, if it is ours.
    fault: Option<LoadError>,
}

impl<L: Entries> Collector<'_, L> {
    fn add(&mut self, entry: &str) -> Result<(), LoadError> {
        self.number += 1;
        let entry = entry.trim();
        if entry.is_empty() {
            return Ok(());
        }
        let Err(fault) = self.loaded.words.add(entry) else {
            return Ok(());
        };
        match fault {
            EntryFault::NotA(_) => self.loaded.skipped += 1,
            EntryFault::Duplicate => self.loaded.duplicates += 1,
        }
        if !self.strict {
            return Ok(());
        }
        Err(LoadError::Strict {
            path: self.path.to_owned(),
            entry: format!("{} {}", self.unit, self.number),
            text: shorten(entry),
            fault,
        })
    }

    /// Adds the strings of a JSON array.
    fn add_json(&mut self, text: impl Read) -> Result<(), LoadError> {
        let mut json = serde_json::Deserializer::from_reader(text);
        let added = json
            .deserialize_seq(ArrayVisitor(self))
            .and_then(|()| json.end());
        let Err(reason) = added else {
            return Ok(());
        };
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if reason.is_io() {
            return Err(load_error(self.path, reason.into()));
        }
        Err(LoadError::JsonShape {
            path: self.path.to_owned(),
            reason,
        })
    }
}

/// Visits a JSON array of words.
struct ArrayVisitor<'c, 'a, L>(&'c mut Collector<'a, L>);

impl<'de, L: Entries> Visitor<'de> for ArrayVisitor<'_, '_, L> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while entries.next_element_seed(EntrySeed(self.0))?.is_some() {}
        Ok(())
    }
}

/// Adds one string of a JSON array.
struct EntrySeed<'c, 'a, L>(&'c mut Collector<'a, L>);

impl<'de, L: Entries> DeserializeSeed<'de> for EntrySeed<'_, '_, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, entry: D) -> Result<(), D::Error> {
        // As bytes, since the string may not be UTF-8.
        entry.deserialize_bytes(self)
    }
}

impl<'de, L: Entries> Visitor<'de> for EntrySeed<'_, '_, L> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("a string")
    }

    fn visit_bytes<E: de::Error>(self, entry: &[u8]) -> Result<(), E> {
        let added = self.0.add(&String::from_utf8_lossy(entry));
        added.map_err(|fault| {
            self.0.fault = Some(fault);
            E::custom("a word is refused")
        })
    }
}

/// Reads a line without its end, which is any of two bytes. Of a line that is too long to be an entry, only the start is
/// kept. Returns false at the end of the text.
fn read_line(text: &mut impl BufRead, ends: [u8; 2], line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut is_line = false;
    loop {
        let bytes = text.fill_buf()?;
        if bytes.is_empty() {
            return Ok(is_line);
        }
        is_line = true;
        let end = bytes.iter().position(|byte| ends.contains(byte));
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let read = part.len() + usize::from(end.is_some());
        text.consume(read);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// Reads a file as text, without its byte order mark. Bytes that are not UTF-8 (old dictionaries in Latin-1)
/// become replacement characters.
///
/// # Errors
/// [`LoadError`] if the file is unreadable, a folder, binary, or too large.
pub fn read_text(path: &Path) -> Result<String, LoadError> {
    let mut bytes = Vec::new();
    let read = ListFile::open(path)?.read_to_end(&mut bytes);
    read.map_err(|error| load_error(path, error))?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// A file of text that is being read. It may be a pipe, or a device that never ends.
struct ListFile {
    file: File,
    path: PathBuf,
    /// The number of bytes read.
    bytes: usize,
}

impl ListFile {
    fn open(path: &Path) -> Result<ListFile, LoadError> {
        if path.is_dir() {
            return Err(LoadError::Folder(path.to_owned()));
        }
        let file = File::open(path).map_err(|error| load_error(path, error))?;
        Ok(ListFile {
            file,
            path: path.to_owned(),
            bytes: 0,
        })
    }
}

impl Read for ListFile {
    /// Fails with a [`LoadError`] if the file is binary or too large.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bytes += read;
        if buffer[..read].contains(&0) {
            return Err(io::Error::other(LoadError::Binary(self.path.clone())));
        }
        if self.bytes > MAX_BYTES {
            return Err(io::Error::other(LoadError::TooLarge(self.path.clone())));
        }
        Ok(read)
    }
}

/// The failure of a [`ListFile`].
fn load_error(path: &Path, error: io::Error) -> LoadError {
    let unreadable = |source| LoadError::Unreadable {
        path: path.to_owned(),
        source,
    };
    error.downcast::<LoadError>().unwrap_or_else(unreadable)
}

/// True if a file starts like JSON. A bracket alone may also start a word of a list.
fn is_json(start: &[u8]) -> bool {
    let start = start.trim_ascii_start();
    match start.strip_prefix(b"[") {
        Some(rest) => match rest.trim_ascii_start().first() {
            Some(next) => b"\"[]{-".contains(next) || next.is_ascii_digit(),
            None => true,
        },
        None => start.starts_with(b"{"),
    }
}

/// An entry as it is quoted in a message: at most 40 characters long.
fn shorten(entry: &str) -> String {
    let mut short: String = entry.chars().take(40).collect();
    if short.len() < entry.len() {
        short.push('…');
    }
    short
}
