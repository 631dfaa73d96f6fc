//! Comparing a file, byte by byte, with what would be written.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

/// Bytes to compare at a time.
const CHUNK_BYTES: usize = 1 << 16;

/// After this many differences the file is another one.
const MAX_DIFFERENT: usize = 1 << 12;

/// Receives the bytes that a file should have, and compares them with those that it has. Bytes may be written more than
/// once, as archives do with the sizes in their headers: the last ones count.
pub struct ComparingWriter {
    file: BufReader<File>,
    /// The offset of the next byte to write.
    position: u64,
    /// The number of bytes that the file should have.
    length: u64,
    /// The offsets of different bytes.
    different: BTreeSet<u64>,
}

impl ComparingWriter {
    /// Compares with this file, which is open for reading.
    pub fn new(file: File) -> ComparingWriter {
        ComparingWriter {
            file: BufReader::with_capacity(CHUNK_BYTES, file),
            position: 0,
            length: 0,
            different: BTreeSet::new(),
        }
    }

    /// The offset of the first difference, or `None` if the file is as it should be.
    ///
    /// # Errors
    /// The error of the file.
    pub fn first_difference(&self) -> io::Result<Option<u64>> {
        let length = self.file.get_ref().metadata()?.len();
        let end = (length != self.length).then_some(length.min(self.length));
        Ok(self.different.first().copied().into_iter().chain(end).min())
    }

    /// The bytes of the file from `position` on, at most `count`.
    fn read(&mut self, count: usize) -> io::Result<Vec<u8>> {
        let at = self.file.stream_position()?;
        self.file
            .seek_relative(self.position.wrapping_sub(at).cast_signed())?;
        let mut bytes = Vec::with_capacity(count);
        self.file
            .by_ref()
            .take(count as u64)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Write for ComparingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let right = &bytes[..bytes.len().min(CHUNK_BYTES)];
        let read = self.read(right.len())?;
        let range = self.position..self.position + right.len() as u64;
        let was_different = self.different.range(range.clone()).next().is_some();
        if read != right || was_different {
            for (index, (offset, right)) in range.clone().zip(right).enumerate() {
                if read.get(index) == Some(right) {
                    self.different.remove(&offset);
                } else {
                    self.different.insert(offset);
                }
            }
        }
        self.position = range.end;
        self.length = self.length.max(self.position);
        if self.different.len() > MAX_DIFFERENT {
            return Err(io::Error::other("the file differs"));
        }
        Ok(right.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for ComparingWriter {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, offset) = match to {
            SeekFrom::Start(position) => (position, 0),
            SeekFrom::Current(offset) => (self.position, offset),
            SeekFrom::End(offset) => (self.length, offset),
        };
        let position = from.checked_add_signed(offset);
        self.position = position.ok_or_else(|| io::Error::other("a seek out of range"))?;
        Ok(self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comparing(content: &[u8]) -> ComparingWriter {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        file.rewind().unwrap();
        ComparingWriter::new(file)
    }

    #[test]
    fn the_first_difference_is_that_of_the_last_bytes_written() {
        let content: Vec<u8> = (0..CHUNK_BYTES * 2 + 7).map(|byte| byte as u8).collect();
        for changed in [None, Some(0), Some(CHUNK_BYTES), Some(content.len() - 1)] {
            let mut right = content.clone();
            if let Some(changed) = changed {
                right[changed] ^= 1;
            }
            let mut writer = comparing(&content);
            writer.write_all(&[1; 9]).unwrap();
            writer.rewind().unwrap();
            for bytes in right.chunks(1_000_003) {
                writer.write_all(bytes).unwrap();
            }
            let found = writer.first_difference().unwrap();
            assert_eq!(found, changed.map(|changed| changed as u64));
        }
    }

    #[test]
    fn a_file_of_another_length_differs_at_the_end_of_the_shorter() {
        for (is, right) in [("", "a"), ("a", ""), ("abc", "ab"), ("ab", "abc")] {
            let mut writer = comparing(is.as_bytes());
            writer.write_all(right.as_bytes()).unwrap();
            let shorter = is.len().min(right.len()) as u64;
            assert_eq!(writer.first_difference().unwrap(), Some(shorter));
        }
    }
}
