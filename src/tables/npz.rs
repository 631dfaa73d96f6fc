//! NumPy's `.npz` format: named arrays in a zip archive, without compression.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::{CodeWidth, npy};
use crate::words::Word;

/// The names of the arrays.
const PATTERNS: &str = "patterns.npy";
const GUESSES: &str = "guesses.npy";
const SOLUTIONS: &str = "solutions.npy";
const ABOUT: &str = "about.npy";

/// Starts an archive: writes the description, the words of `length` letters, and the header of the codes. The caller then
/// writes the codes.
///
/// # Errors
/// The error of the file.
pub fn begin<W: Write + Seek>(
    file: W,
    [guesses, solutions]: [&[Word]; 2],
    length: usize,
    description: &str,
) -> io::Result<ZipWriter<FailingOnce<W>>> {
    // A fixed time, so that the same table always has the same bytes.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    let mut archive = ZipWriter::new(FailingOnce {
        file,
        failed: false,
    });
    archive.start_file(ABOUT, options)?;
    npy::write_text(&mut archive, description)?;
    archive.start_file(GUESSES, options)?;
    npy::write_words(&mut archive, guesses, length)?;
    archive.start_file(SOLUTIONS, options)?;
    npy::write_words(&mut archive, solutions, length)?;
    let width = CodeWidth::of(length);
    let bytes = (width.bytes() * guesses.len() * solutions.len()) as u64;
    let is_large = bytes + npy::MAX_HEADER_BYTES as u64 > u32::MAX.into();
    archive.start_file(PATTERNS, options.large_file(is_large))?;
    let shape = [guesses.len(), solutions.len()];
    archive.write_all(&npy::header(width.dtype(), &shape))?;
    Ok(archive)
}

/// A file that ignores all writes after the first failed one. A dropped archive still writes its end, and would print a
/// second failure to stderr.
pub struct FailingOnce<W> {
    file: W,
    failed: bool,
}

impl<W: Write> Write for FailingOnce<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Ok(bytes.len());
        }
        let written = self.file.write(bytes);
        self.failed = written.is_err();
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl<W: Seek> Seek for FailingOnce<W> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// An archive that is being read.
pub struct Archive {
    archive: ZipArchive<File>,
}

/// The location of the codes in the archive.
pub struct CodesLocation {
    /// The header of their array.
    pub header: npy::Header,
    /// The offset of the first code in the file.
    pub start: u64,
    /// The number of bytes.
    pub bytes: u64,
}

impl Archive {
    /// Opens an archive.
    ///
    /// # Errors
    /// The fault of the archive.
    pub fn open(file: File) -> io::Result<Archive> {
        let archive = ZipArchive::new(file)?;
        Ok(Archive { archive })
    }

    /// The description, as JSON.
    ///
    /// # Errors
    /// The fault of the archive.
    pub fn description(&mut self) -> io::Result<String> {
        npy::read_text(&mut self.array(ABOUT)?)
    }

    /// The guesses, as texts.
    ///
    /// # Errors
    /// The fault of the archive.
    pub fn guesses(&mut self) -> io::Result<Vec<String>> {
        npy::read_words(&mut self.array(GUESSES)?)
    }

    /// The solutions, as texts.
    ///
    /// # Errors
    /// The fault of the archive.
    pub fn solutions(&mut self) -> io::Result<Vec<String>> {
        npy::read_words(&mut self.array(SOLUTIONS)?)
    }

    /// The location of the codes.
    ///
    /// # Errors
    /// The fault of the archive.
    pub fn codes(&mut self) -> io::Result<CodesLocation> {
        let entry = self.archive.by_name(PATTERNS)?;
        let (start, size) = (entry.data_start(), entry.size());
        let is_stored = entry.compression() == CompressionMethod::Stored;
        let (Some(start), true) = (start, is_stored) else {
            return Err(io::Error::other("its patterns are compressed"));
        };
        let mut entry = CountingReader {
            inner: entry,
            bytes: 0,
        };
        let header = npy::read_header(&mut entry)?;
        Ok(CodesLocation {
            header,
            start: start + entry.bytes,
            bytes: size.saturating_sub(entry.bytes),
        })
    }

    /// Reads all codes, so that their checksum is compared.
    ///
    /// # Errors
    /// The checksum differs, or the file cannot be read.
    pub fn verify_checksum(&mut self) -> io::Result<()> {
        io::copy(&mut self.array(PATTERNS)?, &mut io::sink()).map(|_| ())
    }

    fn array(&mut self, name: &str) -> io::Result<impl Read> {
        Ok(self.archive.by_name(name)?)
    }
}

/// A reader that counts the bytes it has read.
struct CountingReader<R> {
    inner: R,
    bytes: u64,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}
