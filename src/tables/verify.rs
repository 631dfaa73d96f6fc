//! Verifying a table: computing its file again and comparing every byte.
//!
//! The same table always has the same bytes, so any damage shows, even in a part of the file that only other readers
//! use. If a byte differs, the patterns are compared one by one, so that the first wrong one can be named.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

use super::compare::ComparingWriter;
use super::description::{Description, ENGINE, ReadDescription, ReadDescriptionWithWords};
use super::npz::Archive;
use super::parquet::ParquetTable;
use super::{CodeWidth, Computed, PatternSource, Table, TableFormat, check_stop, npy, words_path};
use crate::compute::Backend;
use crate::failure::Failure;
use crate::guessing::{Rule, rule};
use crate::jobs::Watch;
use crate::report::numbers::{counted, grouped};
use crate::words::{LoadError, Word, WordList, read_text};

/// Bytes of a file to read at a time.
const READ_BYTES: usize = 1 << 20;

/// A table whose patterns are right.
pub struct Verified {
    /// One line about the table and the number of patterns compared.
    pub summary: String,
    /// The number of patterns compared.
    pub compared: usize,
}

/// `count` of the numbers below `of`, ascending: those with the lowest hashes, so the same ones each time.
fn sample(of: usize, count: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..of).collect();
    if count < of {
        numbers.sort_by_key(|&number| xxh3_64(&(number as u64).to_le_bytes()));
        numbers.truncate(count);
        numbers.sort_unstable();
    }
    numbers
}

/// A table that is open for reading. Everything except the codes is in memory.
pub struct OpenTable {
    format: TableFormat,
    description: ReadDescription,
    rule: &'static dyn Rule,
    guesses: Vec<Word>,
    solutions: Vec<Word>,
    codes: CodesSource,
}

/// The location of the codes.
enum CodesSource {
    /// One row per guess, from this offset in the file on.
    Rows { start: u64 },
    /// One column per solution.
    Columns(ParquetTable),
}

impl OpenTable {
    /// Opens a table and checks its words and its size.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if the file is not a table; [`Failure::Failed`] if the table is wrong.
    pub fn open(path: &Path) -> Result<OpenTable, Failure> {
        let format = TableFormat::of(path)?;
        if path.is_dir() {
            return Err(LoadError::Folder(path.to_owned()).into());
        }
        let file = open(path)?;
        match format {
            TableFormat::Npy | TableFormat::Raw => OpenTable::open_rows(path, file, format),
            TableFormat::Npz => OpenTable::open_archive(path, file),
            TableFormat::Parquet => OpenTable::open_columns(path, file),
        }
    }

    fn open_rows(path: &Path, mut file: File, format: TableFormat) -> Result<OpenTable, Failure> {
        let header = match format {
            TableFormat::Npy => {
                Some(npy::read_header(&mut file).map_err(|error| not_a_table(path, &error))?)
            }
            _ => None,
        };
        let start = file
            .stream_position()
            .map_err(|error| unreadable(path, error))?;
        let words_path = words_path(path);
        let text = read_text(&words_path).map_err(|error| {
            Failure::BadInput(format!("the words of {}: {error}", path.display()))
        })?;
        let read: ReadDescriptionWithWords = parse(&words_path, &text)?;
        let words = |texts: &[String]| {
            let words = read.description.words(texts);
            words.map_err(|error| not_a_table(&words_path, &error))
        };
        let table = OpenTable {
            format,
            rule: known_rule(&words_path, &read.description)?,
            guesses: words(&read.guesses)?,
            solutions: words(&read.solutions)?,
            description: read.description,
            codes: CodesSource::Rows { start },
        };
        if let Some(header) = header {
            table.check_header(path, &header)?;
        }
        table.check_words(path)?;
        let bytes = file
            .metadata()
            .map_err(|error| unreadable(path, error))?
            .len();
        table.check_bytes(path, bytes.saturating_sub(start))?;
        Ok(table)
    }

    fn open_archive(path: &Path, file: File) -> Result<OpenTable, Failure> {
        let not_a_table = |error: io::Error| not_a_table(path, &error);
        let mut archive = Archive::open(file).map_err(not_a_table)?;
        let description: ReadDescription =
            parse(path, &archive.description().map_err(not_a_table)?)?;
        let codes = archive.codes().map_err(not_a_table)?;
        let words = |texts: Vec<String>| description.words(&texts);
        let table = OpenTable {
            format: TableFormat::Npz,
            rule: known_rule(path, &description)?,
            guesses: archive.guesses().and_then(words).map_err(not_a_table)?,
            solutions: archive.solutions().and_then(words).map_err(not_a_table)?,
            description,
            codes: CodesSource::Rows { start: codes.start },
        };
        table.check_header(path, &codes.header)?;
        table.check_words(path)?;
        table.check_bytes(path, codes.bytes)?;
        Ok(table)
    }

    fn open_columns(path: &Path, file: File) -> Result<OpenTable, Failure> {
        let not_a_table = |error: io::Error| not_a_table(path, &error);
        let columns = ParquetTable::open(file).map_err(not_a_table)?;
        let description = columns.description().unwrap_or_default();
        let description: ReadDescription = parse(path, &description)?;
        let words = |texts: Vec<String>| description.words(&texts);
        let table = OpenTable {
            format: TableFormat::Parquet,
            rule: known_rule(path, &description)?,
            guesses: columns.guesses().and_then(words).map_err(not_a_table)?,
            solutions: words(columns.solutions()).map_err(not_a_table)?,
            description,
            codes: CodesSource::Columns(columns),
        };
        table.check_words(path)?;
        Ok(table)
    }

    fn check_header(&self, path: &Path, header: &npy::Header) -> Result<(), Failure> {
        let shape = [self.guesses.len(), self.solutions.len()];
        let width = self.description.width();
        if header.descr != width.dtype() || header.shape.len() != 2 {
            let codes = match width {
                CodeWidth::Byte => "bytes",
                CodeWidth::Pair => "numbers of two bytes",
            };
            let what = format!(
                "an array of type {} and shape {:?}, not of {codes} for guesses and solutions",
                header.descr, header.shape
            );
            return Err(not_a_table(path, &io::Error::other(what)));
        }
        if header.shape != shape {
            let what = format!(
                "its shape is {:?}, that of its words {shape:?}",
                header.shape
            );
            return Err(wrong(path, &what));
        }
        Ok(())
    }

    /// Checks that the words are those from which the table, or this shard of it, was made.
    fn check_words(&self, path: &Path) -> Result<(), Failure> {
        let described = &self.description.lists;
        if !described.are_of_the_command() {
            return Err(wrong(
                path,
                "it says what this engine never says of its lists",
            ));
        }
        let guesses = match &self.description.part {
            Some(part) => &part.guesses,
            None => &described.guesses,
        };
        let lists = [
            ("guesses", &self.guesses, guesses),
            ("solutions", &self.solutions, &described.solutions),
        ];
        for (name, words, expected) in lists {
            let list = WordList::new(words.iter().copied());
            if list.len() != words.len() || !expected.matches(&list) {
                let what = format!("its {name} are not those from which it was made");
                return Err(wrong(path, &what));
            }
        }
        Ok(())
    }

    fn check_bytes(&self, path: &Path, bytes: u64) -> Result<(), Failure> {
        let width = self.description.width();
        let expected = (width.bytes() * self.guesses.len() * self.solutions.len()) as u64;
        let what = match bytes {
            bytes if bytes < expected => "it is truncated",
            bytes if bytes > expected => "it is too long",
            _ => return Ok(()),
        };
        let [bytes, expected] = [bytes, expected].map(grouped);
        let unit = match width {
            CodeWidth::Byte => "patterns",
            CodeWidth::Pair => "bytes",
        };
        Err(wrong(
            path,
            &format!("{what}: {bytes} {unit} instead of {expected}"),
        ))
    }

    /// The number of patterns that [`OpenTable::verify`] compares.
    pub fn patterns_to_compare(&self, sample: Option<usize>) -> usize {
        let lines = self.lines().min(sample.unwrap_or(usize::MAX));
        match self.codes {
            CodesSource::Rows { .. } => lines * self.solutions.len(),
            CodesSource::Columns(_) => lines * self.guesses.len(),
        }
    }

    /// The number of guesses or, in a table of columns, of solutions.
    fn lines(&self) -> usize {
        match self.codes {
            CodesSource::Rows { .. } => self.guesses.len(),
            CodesSource::Columns(_) => self.solutions.len(),
        }
    }

    /// Computes the file again and compares every byte. With a `sample`, only the patterns of that many guesses (in a table
    /// of columns, solutions) are computed and compared.
    ///
    /// # Errors
    /// [`Failure::Failed`] names the first wrong pattern, or the first other byte that differs.
    pub fn verify(
        &self,
        path: &Path,
        sample: Option<usize>,
        backend: &dyn Backend,
        watch: Watch,
    ) -> Result<Verified, Failure> {
        let different = match sample {
            Some(_) => None,
            None => match self.first_difference(path, backend, watch)? {
                None => return Ok(self.verified(path, self.patterns_to_compare(None))),
                different => different,
            },
        };
        let lines = self::sample(self.lines(), sample.unwrap_or(usize::MAX));
        let comparison = self.compare_lines(path, &lines, backend, watch)?;
        if let Some(first) = &comparison.first {
            return Err(wrong(path, &comparison.describe(first)));
        }
        match different {
            None => Ok(self.verified(path, comparison.compared)),
            Some((path, offset)) => Err(wrong(&path, &self.describe_difference(offset))),
        }
    }

    /// The file and the offset of the first byte that this version would not write, or `None` if there is none.
    fn first_difference(
        &self,
        path: &Path,
        backend: &dyn Backend,
        watch: Watch,
    ) -> Result<Option<(PathBuf, u64)>, Failure> {
        let source = Computed {
            rule: self.rule,
            guesses: &self.guesses,
            solutions: &self.solutions,
            backend,
        };
        let shape = [self.guesses.len(), self.solutions.len()];
        let table = Table {
            path,
            format: self.format,
            description: Description::of_read(self.rule, &self.description, shape),
            source: &source,
        };
        let mut writer = ComparingWriter::new(open(path)?);
        let written = table.fill(&mut writer, watch);
        let first = writer.first_difference();
        if let Some(offset) = first.map_err(|error| unreadable(path, error))? {
            return Ok(Some((path.to_owned(), offset)));
        }
        written?;
        if !self.format.has_words_file() {
            return Ok(None);
        }
        let path = words_path(path);
        let mut writer = ComparingWriter::new(open(&path)?);
        let compared = writer.write_all(&table.words());
        let first = compared.and_then(|()| writer.first_difference());
        let first = first.map_err(|error| unreadable(&path, error))?;
        Ok(first.map(|offset| (path, offset)))
    }

    fn describe_difference(&self, offset: u64) -> String {
        let byte = grouped(offset + 1);
        let writer = &self.description.engine;
        if writer == ENGINE {
            format!(
                "its patterns are right, but byte {byte} is not the one that this engine writes: the file is \
                 damaged, or another program wrote it"
            )
        } else {
            format!(
                "its patterns are right, but engine '{writer}' wrote it, and this is engine {ENGINE}: they \
                 differ at byte {byte}, so that damage cannot be excluded"
            )
        }
    }

    fn verified(&self, path: &Path, compared: usize) -> Verified {
        let summary = format!(
            "{}: {}, {} on {}; {} of {} compared, all right",
            path.display(),
            self.rule.name(),
            counted(self.guesses.len(), "guess", "guesses"),
            counted(self.solutions.len(), "solution", "solutions"),
            grouped(compared),
            counted(
                self.guesses.len() * self.solutions.len(),
                "pattern",
                "patterns"
            ),
        );
        Verified { summary, compared }
    }

    /// Compares some guesses or, in a table of columns, some solutions.
    fn compare_lines(
        &self,
        path: &Path,
        lines: &[usize],
        backend: &dyn Backend,
        watch: Watch,
    ) -> Result<Comparison, Failure> {
        let mut comparison = Comparison::default();
        let words = |list: &[Word]| lines.iter().map(|&line| list[line]).collect::<Vec<Word>>();
        match &self.codes {
            CodesSource::Rows { start } => {
                let guesses = words(&self.guesses);
                let codes = Computed {
                    rule: self.rule,
                    guesses: &guesses,
                    solutions: &self.solutions,
                    backend,
                };
                comparison.rows(path, *start, &codes, lines, watch)?;
            }
            CodesSource::Columns(table) => {
                let solutions = words(&self.solutions);
                let codes = Computed {
                    rule: self.rule,
                    guesses: &self.guesses,
                    solutions: &solutions,
                    backend,
                };
                comparison.columns(path, table, &codes, lines, watch)?;
            }
        }
        Ok(comparison)
    }
}

/// The result of a comparison.
#[derive(Default)]
struct Comparison {
    /// The number of patterns compared.
    compared: usize,
    /// The number of wrong patterns.
    wrong: usize,
    first: Option<Difference>,
}

/// A wrong pattern.
struct Difference {
    guess: Word,
    solution: Word,
    is: i32,
    should_be: i32,
}

impl Comparison {
    fn rows(
        &mut self,
        path: &Path,
        start: u64,
        codes: &Computed,
        lines: &[usize],
        watch: Watch,
    ) -> Result<(), Failure> {
        let failed = |error| unreadable(path, error);
        let mut file = BufReader::with_capacity(READ_BYTES, open(path)?);
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        let (columns, width) = (codes.solutions.len(), codes.width());
        let row_bytes = columns * width.bytes();
        let mut row = vec![0; row_bytes];
        // The row at which the file is positioned.
        let mut next_row = 0;
        codes.by_guesses(&mut |tile, tile_codes| {
            for (guess, right) in tile.clone().zip(tile_codes.chunks_exact(row_bytes.max(1))) {
                let skipped = (lines[guess] - next_row) * row_bytes;
                file.seek_relative(skipped as i64).map_err(failed)?;
                file.read_exact(&mut row).map_err(failed)?;
                next_row = lines[guess] + 1;
                self.compared += columns;
                if row != right {
                    let codes_of_both = width.codes(&row).zip(width.codes(right));
                    let pairs = codes.solutions.iter().zip(codes_of_both);
                    for (&solution, (is, should_be)) in pairs {
                        self.pair(codes.guesses[guess], solution, is.into(), should_be.into());
                    }
                }
            }
            (watch.progress)(self.compared, "");
            check_stop(watch)
        })
    }

    fn columns(
        &mut self,
        path: &Path,
        table: &ParquetTable,
        codes: &Computed,
        lines: &[usize],
        watch: Watch,
    ) -> Result<(), Failure> {
        let width = codes.width();
        codes.by_solutions(&mut |tile, tile_codes| {
            for solution in tile.clone() {
                let column = table.codes(lines[solution]);
                let column = column.map_err(|error| wrong(path, &error.to_string()))?;
                if column.len() != codes.guesses.len() {
                    return Err(wrong(path, "a column has too few or too many patterns"));
                }
                let right = width.column(tile_codes, tile.len(), solution - tile.start);
                self.compared += column.len();
                let pairs = codes.guesses.iter().zip(column.into_iter().zip(right));
                for (&guess, (is, should_be)) in pairs {
                    self.pair(guess, codes.solutions[solution], is, should_be);
                }
            }
            (watch.progress)(self.compared, "");
            check_stop(watch)
        })
    }

    fn pair(&mut self, guess: Word, solution: Word, is: i32, should_be: i32) {
        if is == should_be {
            return;
        }
        self.wrong += 1;
        self.first.get_or_insert(Difference {
            guess,
            solution,
            is,
            should_be,
        });
    }

    fn describe(&self, first: &Difference) -> String {
        let Difference {
            guess,
            solution,
            is,
            should_be,
        } = first;
        format!(
            "{} of {} compared differ; the first, {guess} on {solution}, is {is} instead of {should_be}",
            grouped(self.wrong),
            counted(self.compared, "pattern", "patterns"),
        )
    }
}

fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| unreadable(path, error))
}

/// Parses a description.
fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let what = format!("it has no description of a table ({error})");
        not_a_table(path, &io::Error::other(what))
    })
}

fn known_rule(path: &Path, description: &ReadDescription) -> Result<&'static dyn Rule, Failure> {
    rule::named(&description.rule).ok_or_else(|| {
        let what = format!(
            "its rule is '{}', which this version does not know",
            description.rule
        );
        not_a_table(path, &io::Error::other(what))
    })
}

fn unreadable(path: &Path, source: io::Error) -> Failure {
    let path = path.to_owned();
    LoadError::Unreadable { path, source }.into()
}

/// The failure for a file that is not a table.
fn not_a_table(path: &Path, error: &io::Error) -> Failure {
    Failure::BadInput(format!(
        "{} is not a table of `engine patterns`, or is damaged: {error}",
        path.display()
    ))
}

/// The failure for a table with wrong content.
fn wrong(path: &Path, what: &str) -> Failure {
    Failure::Failed(format!(
        "{} is wrong: {what}; write it again",
        path.display()
    ))
}
