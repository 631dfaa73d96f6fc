//! CSV: tables with a header, separated by commas, semicolons or tabs.

use std::borrow::Cow;
use std::io::BufRead;
use std::path::Path;

use csv_core::ReadRecordResult;

use super::lines::{is_comment, split, unquote};
use super::{Entry, FREQUENCY_NAMES, Location, Receiver, WORD_NAMES, is_one_of, number};
use crate::words::LoadError;
use crate::words::text_file::{load_error, read_line};

/// A row with more bytes has a quote that is not closed.
const LONGEST_ROW: usize = 1 << 16;

/// The first line of a text file or table, if it names the columns.
pub(super) struct Header {
    /// The line as it is in the file.
    pub text: String,
    /// The number of the line.
    pub line: usize,
    /// What separates the columns. `None` if there is one column.
    separator: Option<u8>,
    /// The index of the column of words.
    word: usize,
    /// The index of the column of frequencies, if there is one.
    frequency: Option<usize>,
}

impl Header {
    /// The header of a file that starts like this and whose lines end with any of two bytes. A header has a line below it
    /// and contains no number. It contains the usual name of a column of words, or there are numbers below it.
    pub fn find(start: &[u8], ends: [u8; 2]) -> Option<Header> {
        let mut lines = first_lines(start, ends);
        let (line, text) = lines.next()?;
        let (_, second) = lines.next()?;
        let separator = [b'\t', b';', b','].into_iter().find(|&byte| {
            // A comma at the end of a line separates nothing.
            let cells = text.trim_end_matches(char::from(byte));
            cells.contains(char::from(byte))
        });
        let (names, values) = (cells(&text, separator), cells(&second, separator));
        if names.iter().any(|name| number(name).is_some()) {
            return None;
        }
        if separator.is_none() && is_title_of_pairs(&text, &second) {
            return Some(Header::of_lines(text, line));
        }
        let word = names.iter().position(|name| is_one_of(name, &WORD_NAMES));
        let is_number = |&column: &usize| {
            values
                .get(column)
                .is_some_and(|value| number(value).is_some())
        };
        let has_numbers = (1..names.len()).any(|column| is_number(&column));
        if word.is_none() && !has_numbers {
            return None;
        }
        let word = word.unwrap_or(0);
        let named = names
            .iter()
            .position(|name| is_one_of(name, &FREQUENCY_NAMES));
        let frequency = named.or_else(|| (word + 1..names.len()).find(is_number));
        Some(Header {
            text,
            line,
            separator,
            word,
            frequency,
        })
    }

    /// A line above lines that are not a table.
    fn of_lines(text: String, line: usize) -> Header {
        Header {
            text,
            line,
            separator: None,
            word: 0,
            frequency: None,
        }
    }

    /// True if there is more than one column.
    pub fn has_columns(&self) -> bool {
        self.separator.is_some()
    }
}

/// True if a line such as `word count` is above a line with a word and a number, with blanks between them.
fn is_title_of_pairs(line: &str, below: &str) -> bool {
    let mut names = line.split_whitespace();
    names.any(|name| is_one_of(name, &WORD_NAMES))
        && split(line).1.is_none()
        && split(below).1.is_some()
}

/// The first lines that are neither blank nor comments, with their numbers.
fn first_lines(start: &[u8], ends: [u8; 2]) -> impl Iterator<Item = (usize, String)> {
    let lines = start.split(move |byte| ends.contains(byte));
    let lines = lines.map(|line| String::from_utf8_lossy(line).trim().to_owned());
    let lines = (1..).zip(lines);
    lines.filter(|(_, line)| !line.is_empty() && !is_comment(line))
}

/// The cells of one line, without blanks around them.
fn cells(line: &str, separator: Option<u8>) -> Vec<String> {
    let Some(separator) = separator else {
        return vec![unquote(line).to_owned()];
    };
    let mut row = Row::new(separator);
    row.add(line.as_bytes());
    row.cells().map(Cow::into_owned).collect()
}

/// Reads the rows below a header. Lines end with any of two bytes.
pub(super) fn read(
    path: &Path,
    ends: [u8; 2],
    header: &Header,
    mut text: impl BufRead,
    receive: Receiver<'_>,
) -> Result<(), LoadError> {
    let mut row = Row::new(header.separator.unwrap_or(b','));
    let mut line = Vec::new();
    // The number of the line, and of the line that the row starts in.
    let (mut number, mut first) = (0, 1);
    while read_line(&mut text, ends, &mut line).map_err(|error| load_error(path, error))? {
        number += 1;
        if row.is_empty() {
            let text = line.trim_ascii();
            if number <= header.line
                || text.is_empty()
                || is_comment(&String::from_utf8_lossy(text))
            {
                continue;
            }
            first = number;
        }
        if !row.add(&line) {
            if row.len() > LONGEST_ROW {
                return Err(LoadError::open_quote(path, first));
            }
            continue;
        }
        if let Some(word) = row.cell(header.word).filter(|word| !word.is_empty()) {
            let frequency = header.frequency.and_then(|column| row.cell(column));
            receive(Entry {
                word: &word,
                frequency: frequency.and_then(|text| super::number(&text)),
                location: Location::line(first),
            })?;
        }
        row.clear();
    }
    if row.is_empty() {
        Ok(())
    } else {
        Err(LoadError::open_quote(path, first))
    }
}

/// A row of a table. A cell in quotes may contain line ends, so that a row may have several lines.
struct Row {
    parser: csv_core::Reader,
    /// The bytes of the cells, one after the other, and room for more.
    bytes: Vec<u8>,
    len: usize,
    /// For each cell, the offset in `bytes` at which it ends; and room for more.
    ends: Vec<usize>,
    cells: usize,
    is_empty: bool,
}

impl Row {
    fn new(separator: u8) -> Row {
        Row {
            parser: csv_core::ReaderBuilder::new().delimiter(separator).build(),
            bytes: vec![0; 256],
            len: 0,
            ends: vec![0; 16],
            cells: 0,
            is_empty: true,
        }
    }

    /// Adds a line without its end. Returns true if it completes the row.
    fn add(&mut self, line: &[u8]) -> bool {
        self.is_empty = false;
        self.parse(line) || self.parse(b"\n")
    }

    fn parse(&mut self, mut text: &[u8]) -> bool {
        // To the parser, an empty text is the end of the file.
        while !text.is_empty() {
            let (bytes, ends) = (&mut self.bytes[self.len..], &mut self.ends[self.cells..]);
            let (result, read, written, cells) = self.parser.read_record(text, bytes, ends);
            text = &text[read..];
            self.len += written;
            self.cells += cells;
            match result {
                ReadRecordResult::InputEmpty => (),
                ReadRecordResult::OutputFull => self.bytes.resize(2 * self.bytes.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::Record | ReadRecordResult::End => return true,
            }
        }
        false
    }

    fn clear(&mut self) {
        (self.len, self.cells, self.is_empty) = (0, 0, true);
    }

    /// True if no line has been added.
    fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// The number of bytes of all cells.
    fn len(&self) -> usize {
        self.len
    }

    /// A cell without blanks around it.
    fn cell(&self, column: usize) -> Option<Cow<'_, str>> {
        let end = *self.ends[..self.cells].get(column)?;
        let start = column.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(String::from_utf8_lossy(self.bytes[start..end].trim_ascii()))
    }

    fn cells(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.cells).filter_map(|column| self.cell(column))
    }
}
