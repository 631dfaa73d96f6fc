//! Text files of a user: reading with checks that the file is text and not too large.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use super::LoadError;

/// Larger files are rejected.
const MAX_BYTES: usize = 1 << 30;

/// Longer lines are no entries of any list. Of such a line this many bytes are kept, for a message.
const LONGEST_LINE: usize = 1 << 12;

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads a file as text, without its byte order mark. Bytes that are not UTF-8 (old dictionaries in Latin-1)
/// become replacement characters.
///
/// # Errors
/// [`LoadError`] if the file is unreadable, a folder, binary, or too large.
pub fn read_text(path: &Path) -> Result<String, LoadError> {
    read_all(TextFile::open(path)?).map_err(|error| load_error(path, error))
}

/// Reads the whole of a text in the same way.
pub(super) fn read_all(mut text: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    text.read_to_end(&mut bytes)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// A file of text that is being read. It may be a pipe, or a device that never ends.
pub(super) struct TextFile {
    file: File,
    path: PathBuf,
    /// The number of bytes read.
    bytes: usize,
}

impl TextFile {
    pub(super) fn open(path: &Path) -> Result<TextFile, LoadError> {
        if path.is_dir() {
            return Err(LoadError::Folder(path.to_owned()));
        }
        let file = File::open(path).map_err(|error| load_error(path, error))?;
        Ok(TextFile {
            file,
            path: path.to_owned(),
            bytes: 0,
        })
    }
}

impl Read for TextFile {
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

/// The failure of a [`TextFile`].
pub(super) fn load_error(path: &Path, error: io::Error) -> LoadError {
    let unreadable = |source| LoadError::Unreadable {
        path: path.to_owned(),
        source,
    };
    error.downcast::<LoadError>().unwrap_or_else(unreadable)
}

/// Reads a line without its end, which is any of two bytes. Of a line that is too long to be an entry, only the start is
/// kept. Returns false at the end of the text.
pub(super) fn read_line(
    text: &mut impl BufRead,
    ends: [u8; 2],
    line: &mut Vec<u8>,
) -> io::Result<bool> {
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
