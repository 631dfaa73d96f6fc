//! NumPy's `.npz`: arrays of names in a zip archive, stored as they are.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use wordgame_engine::words::Word;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::npy;

/// The names of the arrays.
const PATTERNS: &str = "patterns.npy";
const GUESSES: &str = "guesses.npy";
const SOLUTIONS: &str = "solutions.npy";
const ABOUT: &str = "about.npy";

/// Begins a set with the arrays of words and the description, and then that of the codes, whose bytes
/// are to follow.
pub fn begin<'a>(
    file: &'a File,
    [guesses, solutions]: [&[Word]; 2],
    about: &str,
) -> io::Result<ZipWriter<FailingOnce<'a>>> {
    // The same bytes each time, so without the hour.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    let mut set = ZipWriter::new(FailingOnce {
        file,
        failed: false,
    });
    set.start_file(ABOUT, options)?;
    npy::write_text(&mut set, about)?;
    set.start_file(GUESSES, options)?;
    npy::write_words(&mut set, guesses)?;
    set.start_file(SOLUTIONS, options)?;
    npy::write_words(&mut set, solutions)?;
    let bytes = guesses.len() as u64 * solutions.len() as u64;
    let is_large = bytes + npy::MOST_HEADER_BYTES as u64 > u32::MAX.into();
    set.start_file(PATTERNS, options.large_file(is_large))?;
    set.write_all(&npy::header(npy::CODES, &[guesses.len(), solutions.len()]))?;
    Ok(set)
}

/// A file that takes everything once a write has failed. A dropped archive still writes its end, and
/// would print a second failure to stderr.
pub struct FailingOnce<'a> {
    file: &'a File,
    failed: bool,
}

impl Write for FailingOnce<'_> {
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

impl Seek for FailingOnce<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// A set that is being read.
pub struct Set {
    archive: ZipArchive<File>,
}

/// Where the codes stand in the archive.
pub struct Place {
    /// Their header.
    pub header: npy::Header,
    /// Where their bytes start in the file.
    pub start: u64,
    /// How many bytes there are.
    pub bytes: u64,
}

impl Set {
    /// Opens a set.
    ///
    /// # Errors
    /// What is wrong with the archive.
    pub fn open(file: File) -> io::Result<Set> {
        let archive = ZipArchive::new(file)?;
        Ok(Set { archive })
    }

    /// The description.
    pub fn about(&mut self) -> io::Result<String> {
        npy::read_text(&mut self.array(ABOUT)?)
    }

    /// The guesses.
    pub fn guesses(&mut self) -> io::Result<Vec<Word>> {
        npy::read_words(&mut self.array(GUESSES)?)
    }

    /// The solutions.
    pub fn solutions(&mut self) -> io::Result<Vec<Word>> {
        npy::read_words(&mut self.array(SOLUTIONS)?)
    }

    /// Where the codes are.
    pub fn patterns(&mut self) -> io::Result<Place> {
        let entry = self.archive.by_name(PATTERNS)?;
        let (start, whole) = (entry.data_start(), entry.size());
        let stored = entry.compression() == CompressionMethod::Stored;
        let (Some(start), true) = (start, stored) else {
            return Err(io::Error::other("its patterns are compressed"));
        };
        let mut entry = Counted {
            inner: entry,
            bytes: 0,
        };
        let header = npy::read_header(&mut entry)?;
        Ok(Place {
            header,
            start: start + entry.bytes,
            bytes: whole.saturating_sub(entry.bytes),
        })
    }

    /// Reads the codes to their end, where the archive's check sum is compared.
    pub fn check_sum(&mut self) -> io::Result<()> {
        io::copy(&mut self.array(PATTERNS)?, &mut io::sink()).map(|_| ())
    }

    fn array(&mut self, name: &str) -> io::Result<impl Read> {
        Ok(self.archive.by_name(name)?)
    }
}

/// A reader that counts.
struct Counted<R> {
    inner: R,
    bytes: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes += read as u64;
        Ok(read)
    }
}
