//! Writing a table.

use std::fs;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::description::DescriptionWithWords;
use super::{Description, PatternSource, TableFormat, check_stop, npy, npz, parquet, words_path};
use crate::failure::Failure;
use crate::files::NewFile;
use crate::jobs::Watch;
use crate::report::JsonWriter;
use crate::report::numbers::{counted, grouped};
use crate::words::Word;

/// An upper bound on the bytes of a `.npz` file in addition to codes and words.
const NPZ_BYTES: usize = 4_096;

/// A table to write.
pub struct Table<'a> {
    /// The file.
    pub path: &'a Path,
    /// Its format.
    pub format: TableFormat,
    /// The description.
    pub description: Description,
    /// The words and their patterns.
    pub source: &'a dyn PatternSource,
}

impl Table<'_> {
    /// Refuses more columns than data tools open.
    ///
    /// # Errors
    /// [`Failure::BadInput`] for a Parquet file with too many solutions.
    pub fn check_columns(&self) -> Result<(), Failure> {
        let solutions = self.source.solutions().len();
        if self.format != TableFormat::Parquet || solutions <= parquet::MAX_SOLUTIONS {
            return Ok(());
        }
        Err(Failure::BadInput(format!(
            "{}: {} would be as many columns, and few tools open more than {}; write .npy or .npz",
            self.path.display(),
            counted(solutions, "solution", "solutions"),
            grouped(parquet::MAX_SOLUTIONS),
        )))
    }

    /// Checks, before long work, that the table can be written and that the disk has room for it.
    ///
    /// # Errors
    /// [`Failure`] names the file.
    pub fn check_room(&self) -> Result<(), Failure> {
        NewFile::create(self.path, self.max_bytes() as u64).map(drop)
    }

    /// Writes the table, and its words to a second file if the format holds only patterns. Both appear complete or not at
    /// all. Returns the paths.
    ///
    /// # Errors
    /// [`Failure`] names the file; [`Failure::Interrupted`] if the caller stops it.
    pub fn write(&self, watch: Watch) -> Result<Vec<PathBuf>, Failure> {
        let words = self.format.has_words_file().then(|| self.words());
        let words_bytes = words.as_ref().map_or(0, Vec::len);
        let file = NewFile::create(self.path, (self.max_bytes() + words_bytes) as u64)?;
        let words_file = match words {
            Some(words) => {
                let path = words_path(self.path);
                let file = NewFile::create(&path, words.len() as u64)?;
                file.file()
                    .write_all(&words)
                    .map_err(|error| failed(&path, &error))?;
                Some((file, path))
            }
            None => None,
        };
        self.fill(file.file(), watch)?;
        check_stop(watch)?;
        persist(file, self.path, words_file)
    }

    /// An upper bound on the bytes of the table, close to its size.
    fn max_bytes(&self) -> usize {
        let (length, width) = (self.source.length(), self.source.width());
        let codes = self.source.len() * width.bytes();
        let [guesses, solutions] = self.both().map(<[_]>::len);
        match self.format {
            TableFormat::Raw => codes,
            TableFormat::Npy => codes + self.npy_header().len(),
            TableFormat::Npz => codes + 4 * length * (guesses + solutions) + NPZ_BYTES,
            TableFormat::Parquet => parquet::max_bytes(guesses, solutions, length),
        }
    }

    fn npy_header(&self) -> Vec<u8> {
        let shape = self.both().map(<[_]>::len);
        npy::header(self.source.width().dtype(), &shape)
    }

    /// The guesses and the solutions.
    fn both(&self) -> [&[Word]; 2] {
        [self.source.guesses(), self.source.solutions()]
    }

    /// The content of the file with the words.
    pub(super) fn words(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let [guesses, solutions] = self.both();
        let description = DescriptionWithWords {
            description: &self.description,
            guesses,
            solutions,
        };
        JsonWriter::new(&mut bytes)
            .value(&description)
            .expect("writing to a vector cannot fail");
        bytes
    }

    /// Writes the content of the table. The same table always has the same bytes.
    pub(super) fn fill(
        &self,
        mut out: impl Write + Seek + Send,
        watch: Watch,
    ) -> Result<(), Failure> {
        let failed = |error: io::Error| failed(self.path, &error);
        let [guesses, solutions] = self.both().map(<[_]>::len);
        let rows = |out: &mut dyn Write| {
            self.source.by_guesses(&mut |tile, codes| {
                check_stop(watch)?;
                out.write_all(codes).map_err(failed)?;
                (watch.progress)(tile.end * solutions, "");
                Ok(())
            })
        };
        match self.format {
            TableFormat::Raw => rows(&mut out),
            TableFormat::Npy => {
                out.write_all(&self.npy_header()).map_err(failed)?;
                rows(&mut out)
            }
            TableFormat::Npz => {
                let description = self.description.to_line();
                let length = self.source.length();
                let archive = npz::begin(out, self.both(), length, &description);
                let mut archive = archive.map_err(failed)?;
                rows(&mut archive)?;
                archive.finish().map_err(|error| failed(error.into()))?;
                Ok(())
            }
            TableFormat::Parquet => {
                let check = |solutions| {
                    (watch.progress)(solutions * guesses, "");
                    check_stop(watch)
                };
                let description = self.description.to_line();
                parquet::write_table(out, self.source, description, &check, &failed)
            }
        }
    }
}

/// Gives a table its name, and the file with its words, if there is one. The old words are removed first and the new ones
/// come last, so that a table is never next to the words of another one.
fn persist(
    table: NewFile,
    path: &Path,
    words: Option<(NewFile, PathBuf)>,
) -> Result<Vec<PathBuf>, Failure> {
    let mut written = vec![path.to_owned()];
    if let Some((words, words_path)) = &words {
        match fs::remove_file(words.destination()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(words_path, &error));
            }
            _ => {}
        }
    }
    table.persist().map_err(|error| failed(path, &error))?;
    if let Some((words, words_path)) = words {
        words
            .persist()
            .map_err(|error| failed(&words_path, &error))?;
        written.push(words_path);
    }
    Ok(written)
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::writing(&path.display().to_string(), error)
}
