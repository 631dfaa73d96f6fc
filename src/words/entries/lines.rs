//! Text with one word per line.

use std::io::BufRead;
use std::path::Path;

use super::{Entry, Location, Receiver, number};
use crate::words::LoadError;
use crate::words::text_file::{load_error, read_line};

/// The characters between a word and a number.
const SEPARATORS: [char; 4] = [' ', '\t', ',', ';'];

/// The quotes around words.
const QUOTES: [(char, char); 4] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”')];

/// Reads lines that end with any of two bytes. `header` is the number of a line that is not an entry.
pub(super) fn read(
    path: &Path,
    ends: [u8; 2],
    header: Option<usize>,
    mut text: impl BufRead,
    receive: Receiver<'_>,
) -> Result<(), LoadError> {
    let mut line = Vec::new();
    let mut number = 0;
    while read_line(&mut text, ends, &mut line).map_err(|error| load_error(path, error))? {
        number += 1;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if is_comment(line) || header == Some(number) {
            continue;
        }
        let (word, frequency) = split(line);
        if !word.is_empty() {
            receive(Entry {
                word,
                frequency,
                location: Location::line(number),
            })?;
        }
    }
    Ok(())
}

/// True if a line without blanks at its start is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with(['#', ';']) || line.starts_with("//")
}

/// Splits a line into a word without quotes and the number next to it. A line of another form is a word as a whole.
pub(super) fn split(line: &str) -> (&str, Option<f64>) {
    let line = line.trim_end_matches(SEPARATORS);
    let Some((first, rest)) = line.split_once(SEPARATORS) else {
        return (unquote(line), None);
    };
    let rest = unquote(rest.trim_start_matches(SEPARATORS));
    if let Some(frequency) = number(rest) {
        return (unquote(first), Some(frequency));
    }
    match number(first) {
        Some(frequency) if !rest.contains(SEPARATORS) => (rest, Some(frequency)),
        _ => (unquote(line), None),
    }
}

/// A text without the quotes around it.
pub(super) fn unquote(text: &str) -> &str {
    let without = |(open, close)| text.strip_prefix(open)?.strip_suffix(close);
    QUOTES.into_iter().find_map(without).unwrap_or(text).trim()
}
