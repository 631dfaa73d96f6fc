//! Lists in the source text of a program: JavaScript, TypeScript or Python.
//!
//! The array or object after `=` or `export default` is read as JSON5, which is the part of JavaScript that data is written
//! in. Whatever follows it in the file is ignored.

use std::io::{BufRead, Read};
use std::path::Path;

use super::Receiver;
use super::json::{Words, list_key};
use crate::words::LoadError;
use crate::words::text_file::{load_error, read_all};

/// An array is looked for in this many bytes.
const HEAD_BYTES: usize = 1 << 14;

/// The declaration before an array has at most this many bytes.
const LONGEST_DECLARATION: usize = 200;

/// The offset of the array or object in a file that starts like this, if the file is a program.
pub(super) fn find_array(start: &[u8]) -> Option<usize> {
    let head = &start[..start.len().min(HEAD_BYTES)];
    // Each byte becomes one character below 256, so that offsets stay the same.
    let head: String = head
        .iter()
        .map(|&byte| {
            if byte.is_ascii() {
                char::from(byte)
            } else {
                '?'
            }
        })
        .collect();
    let code = skip_comments(&head);
    let offset = |rest: &str| head.len() - rest.len();
    if let Some(inside) = code.strip_prefix('[') {
        // A bracket may also start a word of a list, such as [sic].
        return skip_comments(inside)
            .starts_with('\'')
            .then(|| offset(code));
    }
    let value = match code.strip_prefix("export default") {
        Some(value) => value,
        None => {
            let (declaration, value) = code.split_once('=')?;
            if declaration.len() > LONGEST_DECLARATION || declaration.contains(['\n', '\r']) {
                return None;
            }
            value
        }
    };
    // The array may be the argument of a call, such as `new Set(`.
    let is_call = |c: char| c.is_ascii_alphanumeric() || " .(<>".contains(c);
    let array = skip_comments(skip_comments(value).trim_start_matches(is_call));
    array.starts_with(['[', '{']).then(|| offset(array))
}

/// A text without the blanks, comments and directives (`'use strict';`) at its start.
fn skip_comments(text: &str) -> &str {
    let mut text = text;
    loop {
        text = text.trim_start();
        let rest = if text.starts_with("//") || text.starts_with('#') {
            text.split_once(['\n', '\r']).map(|(_, rest)| rest)
        } else if text.starts_with("/*") {
            text.split_once("*/").map(|(_, rest)| rest)
        } else if text.starts_with("'use ") || text.starts_with("\"use ") {
            text.split_once(';').map(|(_, rest)| rest)
        } else {
            return text;
        };
        text = rest.unwrap_or_default();
    }
}

/// Reads the words of the array or object at an offset.
pub(super) fn read(
    path: &Path,
    array: usize,
    mut text: impl BufRead,
    receive: Receiver<'_>,
) -> Result<(), LoadError> {
    // Line ends stay, so that the numbers of lines in messages are right.
    let mut before = vec![0; array];
    let failed = |error| load_error(path, error);
    text.read_exact(&mut before).map_err(failed)?;
    before.retain(|&byte| byte == b'\n');
    let text = read_all(before.chain(text)).map_err(failed)?;
    if has_array(&text) {
        return Err(LoadError::TwoArrays(path.to_owned()));
    }
    let key = list_key(path, &mut json5::Deserializer::from_str(&text))?;
    let mut words = Words::new(path, key, receive);
    let read = words.read(&mut json5::Deserializer::from_str(&text));
    read.map_err(|error| {
        words
            .failed
            .take()
            .unwrap_or_else(|| LoadError::ScriptShape {
                path: path.to_owned(),
                reason: error.to_string(),
            })
    })
}

/// True if an array of texts is assigned to something in a text.
fn has_array(text: &str) -> bool {
    text.match_indices('=').any(|(index, _)| {
        let array = text[index + 1..].trim_start().strip_prefix('[');
        array.is_some_and(|inside| inside.trim_start().starts_with(['"', '\'']))
    })
}
