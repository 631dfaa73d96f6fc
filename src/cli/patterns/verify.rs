//! `engine patterns verify`: makes the codes of a table again and compares.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::HumanCount;
use serde::de::DeserializeOwned;
use wordgame_engine::compute::Backend;
use wordgame_engine::guessing::{Rule, rule};
use wordgame_engine::words::{LoadError, Word, WordList, read_text};
use xxhash_rust::xxh3::xxh3_64;

use super::super::compute::ComputeArgs;
use super::super::failure::Failure;
use super::super::number::{at_least, counted};
use super::super::progress::Progress;
use super::super::report::done_line;
use super::about::{Told, ToldWithWords};
use super::codes::Codes;
use super::computed::Computed;
use super::npz::Set;
use super::parquet::{Table, column_of};
use super::{Form, npy, words_beside};

/// Bytes of a file that are read at a time.
const READ_BYTES: usize = 1 << 20;

/// Make a table's patterns again and say whether it is right
///
/// The exit code is 1 if it is not: a pattern is another, words were changed, bytes are missing or too
/// many. What is no such table, or so damaged that it cannot be read as one, is bad input, 2.
#[derive(Args)]
pub struct VerifyArgs {
    /// The table: a file that `engine patterns` wrote
    #[arg(value_name = "PATH")]
    table: PathBuf,
    /// Compare so many guesses instead of all, the same each time (of a .parquet file, solutions)
    #[arg(long, value_name = "N", value_parser = |text: &str| at_least(text, 1))]
    sample: Option<usize>,
}

/// Runs the job.
pub fn run(args: &VerifyArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let path = &args.table;
    let mut table = Opened::open(path)?;
    let backend = compute.open_backend()?;
    let lines = match table.source {
        Source::Rows { .. } | Source::Set { .. } => table.guesses.len(),
        Source::Columns(_) => table.solutions.len(),
    };
    let lines = sample(lines, args.sample.unwrap_or(usize::MAX));
    let found = table.compare(path, &lines, &*backend)?;
    if let Some(first) = &found.first {
        return Err(wrong(path, &found.describe(first)));
    }
    if let Source::Set { set, .. } = &mut table.source
        && args.sample.is_none()
    {
        let check = set.check_sum();
        check.map_err(|error| wrong(path, &format!("its check sum is another ({error})")))?;
    }
    let all = table.guesses.len() * table.solutions.len();
    let line = format!(
        "{}: {}, {} on {}; {} of {} compared, all right",
        path.display(),
        table.rule.name(),
        counted(table.guesses.len(), "guess", "guesses"),
        counted(table.solutions.len(), "solution", "solutions"),
        HumanCount(found.compared as u64),
        counted(all, "pattern", "patterns"),
    );
    writeln!(io::stdout(), "{line}")
        .map_err(|error| Failure::writing("to standard output", &error))?;
    let patterns = counted(found.compared, "pattern", "patterns");
    compute.tell(
        &done_line(&patterns, &backend.info(), found.seconds),
        &*backend,
    );
    Ok(())
}

/// Some of the numbers below `of`, in order: those whose hashes are the lowest.
fn sample(of: usize, count: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..of).collect();
    if count < of {
        numbers.sort_by_key(|&number| xxh3_64(&(number as u64).to_le_bytes()));
        numbers.truncate(count);
        numbers.sort_unstable();
    }
    numbers
}

/// A table of which all but the codes has been read.
struct Opened {
    rule: &'static dyn Rule,
    guesses: Vec<Word>,
    solutions: Vec<Word>,
    source: Source,
}

/// Where the codes are.
enum Source {
    /// A row a guess, from a place in the file on.
    Rows { start: u64 },
    /// The same in a set.
    Set { set: Set, start: u64 },
    /// A column a solution.
    Columns(Table),
}

impl Opened {
    fn open(path: &Path) -> Result<Opened, Failure> {
        let form = Form::of(path)?;
        if path.is_dir() {
            return Err(LoadError::Folder(path.to_owned()).into());
        }
        let file = open(path)?;
        match form {
            Form::Npy | Form::Raw => Opened::codes_alone(path, file, form),
            Form::Npz => Opened::set(path, file),
            Form::Parquet => Opened::columns(path, file),
        }
    }

    fn codes_alone(path: &Path, mut file: File, form: Form) -> Result<Opened, Failure> {
        let header = match form {
            Form::Npy => Some(npy::read_header(&mut file).map_err(|error| foreign(path, &error))?),
            _ => None,
        };
        let start = file
            .stream_position()
            .map_err(|error| unreadable(path, error))?;
        let beside = words_beside(path);
        let text = read_text(&beside).map_err(|error| {
            Failure::BadInput(format!("the words of {}: {error}", path.display()))
        })?;
        let told: ToldWithWords = parse(&beside, &text)?;
        let table = Opened {
            rule: known_rule(&beside, &told.told)?,
            guesses: told.guesses,
            solutions: told.solutions,
            source: Source::Rows { start },
        };
        if let Some(header) = header {
            table.check_header(path, &header)?;
        }
        table.check_words(path, told.told)?;
        let bytes = file
            .metadata()
            .map_err(|error| unreadable(path, error))?
            .len();
        table.check_bytes(path, bytes.saturating_sub(start))?;
        Ok(table)
    }

    fn set(path: &Path, file: File) -> Result<Opened, Failure> {
        let foreign = |error: io::Error| foreign(path, &error);
        let mut set = Set::open(file).map_err(foreign)?;
        let told: Told = parse(path, &set.about().map_err(foreign)?)?;
        let place = set.patterns().map_err(foreign)?;
        let table = Opened {
            rule: known_rule(path, &told)?,
            guesses: set.guesses().map_err(foreign)?,
            solutions: set.solutions().map_err(foreign)?,
            source: Source::Set {
                set,
                start: place.start,
            },
        };
        table.check_header(path, &place.header)?;
        table.check_words(path, told)?;
        table.check_bytes(path, place.bytes)?;
        Ok(table)
    }

    fn columns(path: &Path, file: File) -> Result<Opened, Failure> {
        let foreign = |error: io::Error| foreign(path, &error);
        let columns = Table::open(file).map_err(foreign)?;
        let about = columns.about();
        let told: Told = parse(path, &about.unwrap_or_default())?;
        let table = Opened {
            rule: known_rule(path, &told)?,
            guesses: columns.guesses().map_err(foreign)?,
            solutions: columns.solutions().map_err(foreign)?,
            source: Source::Columns(columns),
        };
        table.check_words(path, told)?;
        Ok(table)
    }

    fn check_header(&self, path: &Path, header: &npy::Header) -> Result<(), Failure> {
        let shape = [self.guesses.len(), self.solutions.len()];
        if header.descr != npy::CODES || header.shape.len() != 2 {
            let what = format!(
                "an array of type {} and shape {:?}, not of bytes for guesses and solutions",
                header.descr, header.shape
            );
            return Err(foreign(path, &io::Error::other(what)));
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

    /// Makes sure that the words are those of which the table was made, or the shard of one.
    fn check_words(&self, path: &Path, told: Told) -> Result<(), Failure> {
        let guesses = match told.part {
            Some(part) => part.guesses,
            None => told.lists.guesses,
        };
        let lists = [
            ("guesses", &self.guesses, guesses),
            ("solutions", &self.solutions, told.lists.solutions),
        ];
        for (name, words, told) in lists {
            let list = WordList::new(words.iter().copied());
            if list.len() != words.len() || !told.matches(&list) {
                let what = format!("its {name} are not those of which it was made");
                return Err(wrong(path, &what));
            }
        }
        Ok(())
    }

    fn check_bytes(&self, path: &Path, bytes: u64) -> Result<(), Failure> {
        let expected = self.guesses.len() as u64 * self.solutions.len() as u64;
        let what = match bytes {
            bytes if bytes < expected => "it is truncated",
            bytes if bytes > expected => "it is too long",
            _ => return Ok(()),
        };
        let [bytes, expected] = [bytes, expected].map(HumanCount);
        Err(wrong(
            path,
            &format!("{what}: {bytes} patterns instead of {expected}"),
        ))
    }

    /// Compares some guesses, or of a table of columns some solutions.
    fn compare(
        &self,
        path: &Path,
        lines: &[usize],
        backend: &dyn Backend,
    ) -> Result<Found, Failure> {
        let mut found = Found::default();
        let words = |list: &[Word]| lines.iter().map(|&line| list[line]).collect::<Vec<Word>>();
        match &self.source {
            Source::Rows { start } | Source::Set { start, .. } => {
                let guesses = words(&self.guesses);
                let codes = Computed {
                    rule: self.rule,
                    guesses: &guesses,
                    solutions: &self.solutions,
                    backend,
                };
                found.rows(path, *start, &codes, lines)?;
            }
            Source::Columns(table) => {
                let solutions = words(&self.solutions);
                let codes = Computed {
                    rule: self.rule,
                    guesses: &self.guesses,
                    solutions: &solutions,
                    backend,
                };
                found.columns(path, table, &codes, lines)?;
            }
        }
        Ok(found)
    }
}

/// What a comparison found.
#[derive(Default)]
struct Found {
    compared: usize,
    wrong: usize,
    first: Option<Difference>,
    seconds: f64,
}

/// A pattern that is another than it should be.
struct Difference {
    guess: Word,
    solution: Word,
    is: i32,
    should_be: i32,
}

impl Found {
    fn rows(
        &mut self,
        path: &Path,
        start: u64,
        codes: &Computed,
        lines: &[usize],
    ) -> Result<(), Failure> {
        let failed = |error| unreadable(path, error);
        let mut file = BufReader::with_capacity(READ_BYTES, open(path)?);
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        let width = codes.solutions.len();
        let mut row = vec![0; width];
        let mut at = 0;
        let progress = Progress::new("patterns", codes.len());
        codes.by_guesses(&mut |tile, tile_codes| {
            for (guess, right) in tile.clone().zip(tile_codes.chunks_exact(width.max(1))) {
                let skipped = (lines[guess] - at) * width;
                file.seek_relative(skipped as i64).map_err(failed)?;
                file.read_exact(&mut row).map_err(failed)?;
                at = lines[guess] + 1;
                self.compared += width;
                if row != right {
                    let pairs = codes.solutions.iter().zip(row.iter().zip(right));
                    for (&solution, (&is, &should_be)) in pairs {
                        self.pair(codes.guesses[guess], solution, is.into(), should_be.into());
                    }
                }
            }
            progress.set(self.compared);
            Ok(())
        })?;
        self.seconds = progress.seconds();
        Ok(())
    }

    fn columns(
        &mut self,
        path: &Path,
        table: &Table,
        codes: &Computed,
        lines: &[usize],
    ) -> Result<(), Failure> {
        let progress = Progress::new("patterns", codes.len());
        codes.by_solutions(&mut |tile, tile_codes| {
            for solution in tile.clone() {
                let column = table.codes(lines[solution]);
                let column = column.map_err(|error| wrong(path, &error.to_string()))?;
                if column.len() != codes.guesses.len() {
                    return Err(wrong(path, "a column has too few or too many patterns"));
                }
                let right = column_of(tile_codes, tile.len(), solution - tile.start);
                self.compared += column.len();
                let pairs = codes.guesses.iter().zip(column.into_iter().zip(right));
                for (&guess, (is, should_be)) in pairs {
                    self.pair(guess, codes.solutions[solution], is, should_be);
                }
            }
            progress.set(self.compared);
            Ok(())
        })?;
        self.seconds = progress.seconds();
        Ok(())
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
            HumanCount(self.wrong as u64),
            counted(self.compared, "pattern", "patterns"),
        )
    }
}

fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| unreadable(path, error))
}

/// Reads a description.
fn parse<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let what = format!("no description of a table ({error})");
        foreign(path, &io::Error::other(what))
    })
}

fn known_rule(path: &Path, told: &Told) -> Result<&'static dyn Rule, Failure> {
    rule::named(&told.rule).ok_or_else(|| {
        let what = format!(
            "its rule is '{}', which this version does not know",
            told.rule
        );
        foreign(path, &io::Error::other(what))
    })
}

fn unreadable(path: &Path, source: io::Error) -> Failure {
    let path = path.to_owned();
    LoadError::Unreadable { path, source }.into()
}

/// What is no table.
fn foreign(path: &Path, error: &io::Error) -> Failure {
    Failure::BadInput(format!(
        "{} is no table of `engine patterns`, or damaged: {error}",
        path.display()
    ))
}

/// What is no right table.
fn wrong(path: &Path, what: &str) -> Failure {
    Failure::Failed(format!(
        "{} is wrong: {what}; write it again",
        path.display()
    ))
}
