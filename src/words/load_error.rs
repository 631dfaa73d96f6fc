//! The reasons for which a file of words cannot be loaded.

use std::fmt;
use std::path::{Path, PathBuf};

use super::alphabet::NotAnAlphabet;
use super::entries::Location;

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
    /// The file looks like JSON but is neither an array nor an object of words.
    #[error(
        "{path} is not a JSON array of words ({reason}); expected [\"crane\", \"slate\", …] or {{\"words\": [\"crane\", \"slate\", …]}}"
    )]
    JsonShape {
        /// The file.
        path: PathBuf,
        /// The JSON parser's error.
        reason: String,
    },
    /// The file looks like JavaScript, but its array cannot be read.
    #[error(
        "{path} is not a JavaScript array of words ({reason}); expected const words = [\"crane\", \"slate\", …]"
    )]
    ScriptShape {
        /// The file.
        path: PathBuf,
        /// The parser's error.
        reason: String,
    },
    /// The file is a JSON object with several lists.
    #[error("{path} contains two lists, '{first}' and '{second}'; save each in a file of its own")]
    TwoLists {
        /// The file.
        path: PathBuf,
        /// The key of one list.
        first: String,
        /// The key of another.
        second: String,
    },
    /// The file is a program with several arrays of words.
    #[error("{0} contains more than one array of words; save each in a file of its own")]
    TwoArrays(PathBuf),
    /// A cell of a CSV file starts with a quote that no other one closes.
    #[error("{path}, {line}: a quote is not closed; close it, or remove it")]
    OpenQuote {
        /// The file.
        path: PathBuf,
        /// The line in which the row starts.
        line: Location,
    },
    /// In strict mode: an entry that would otherwise be left out.
    #[error("{path}, {entry}: '{text}' {fault}; fix it, or omit --strict to skip such lines")]
    Strict {
        /// The file.
        path: PathBuf,
        /// `line 7`, or `entry 7` of a JSON array.
        entry: Location,
        /// The text of the entry, shortened.
        text: String,
        /// The reason for rejecting it.
        fault: EntryFault,
    },
    /// The words have letters of which no alphabet can be made.
    #[error("{path}: {source}; choose the letters with --alphabet")]
    Alphabet {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: NotAnAlphabet,
    },
    /// The words of two lists have different lengths.
    #[error(
        "{solutions} has words of {length} letters, but {guesses} has none of these (most of its words have {other}); \
         name lists of one length, or choose it with --length"
    )]
    TwoLengths {
        /// The file of solutions.
        solutions: PathBuf,
        /// The length of its words.
        length: usize,
        /// The file of guesses.
        guesses: PathBuf,
        /// The length of most of its words.
        other: usize,
    },
    /// The file contains no word of the list's kind.
    #[error("{path} contains no {kind} (lines skipped: {skipped}{}){}", first_skipped(.first), forms(.first))]
    Empty {
        /// The file.
        path: PathBuf,
        /// The kind of entry that was expected, for example `word of five letters a-z`.
        kind: String,
        /// The number of other lines.
        skipped: usize,
        /// The location and the text, shortened, of the first of them.
        first: Option<(Location, String)>,
    },
}

fn first_skipped(first: &Option<(Location, String)>) -> String {
    match first {
        Some((location, text)) => format!("; {location} is '{text}'"),
        None => String::new(),
    }
}

/// The forms that are read, for a file of which nothing could be used.
fn forms(first: &Option<(Location, String)>) -> &'static str {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match first {
        Some((_, text)) if is_number(text) => {
            "; for words made of digits, add --alphabet 0123456789"
        }
        Some(_) => {
            "; a list has one word per line, alone, in quotes or with a number, or is a CSV file with a header, JSON, \
             or a JavaScript array"
        }
        None => "",
    }
}

impl LoadError {
    /// The error for a quote that is not closed, in a row that starts in this line.
    pub(super) fn open_quote(path: &Path, line: usize) -> LoadError {
        LoadError::OpenQuote {
            path: path.to_owned(),
            line: Location::line(line),
        }
    }

    /// The error for an entry in strict mode.
    pub fn strict(path: &Path, entry: Location, text: &str, fault: EntryFault) -> LoadError {
        LoadError::Strict {
            path: path.to_owned(),
            entry,
            text: shorten(text),
            fault,
        }
    }
}

/// The reasons for leaving an entry out of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryFault {
    /// It is not of this kind, for example `word of five letters a-z`.
    NotA(String),
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

/// An entry as it is quoted in a message: at most 40 characters long.
pub(super) fn shorten(entry: &str) -> String {
    let mut short: String = entry.chars().take(40).collect();
    if short.len() < entry.len() {
        short.push('…');
    }
    short
}
