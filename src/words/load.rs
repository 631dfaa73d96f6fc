//! A person's own list, from a text file with a word a line or from a JSON array of strings.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use super::{Word, WordList};

/// A file of more bytes is refused.
const MOST_BYTES: usize = 1 << 30;

/// Bytes that are read at a time.
const PIECE_BYTES: u64 = 1 << 20;

/// A list that was read, and what was left out of it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The words, in the order of the file.
    pub words: WordList,
    /// Lines that are no words of five letters a-z. Blank lines do not count.
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
        fault: &'static str,
    },
    /// Not one word was left.
    #[error("{path} holds no word of five letters a-z (lines skipped: {skipped})")]
    Empty {
        /// The file.
        path: PathBuf,
        /// How many lines were no such words.
        skipped: usize,
    },
}

/// Reads a list: one word a line, or a JSON array of strings. A byte order mark and CRLF are
/// accepted, upper case is folded. Lines that are no words are skipped and repeated words dropped,
/// both counted; with `strict` the first of either is an error.
///
/// # Errors
/// See [`LoadError`].
pub fn load(path: &Path, strict: bool) -> Result<Loaded, LoadError> {
    let text = read_text(path)?;
    let (unit, entries) = entries(path, &text)?;
    let mut loaded = Loaded::default();
    for (number, entry) in entries.iter().enumerate() {
        let entry = entry.trim();
        let fault = match entry.parse::<Word>() {
            _ if entry.is_empty() => continue,
            Ok(word) if loaded.words.push(word) => continue,
            Ok(_) => {
                loaded.duplicates += 1;
                "stands in the list already"
            }
            Err(_) => {
                loaded.skipped += 1;
                "is not a word of five letters a-z"
            }
        };
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

/// The file's entries in order, and what one of them is called in a message.
fn entries(path: &Path, text: &str) -> Result<(&'static str, Vec<String>), LoadError> {
    if text.trim_start().starts_with(['[', '{']) {
        let entries = serde_json::from_str(text).map_err(|reason| LoadError::JsonShape {
            path: path.to_owned(),
            reason,
        })?;
        Ok(("entry", entries))
    } else {
        let lines: Vec<&str> = match text.contains('\n') {
            true => text.lines().collect(),
            // Line ends of old Macs.
            false => text.split('\r').collect(),
        };
        Ok(("line", lines.into_iter().map(str::to_owned).collect()))
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
