//! `engine patterns --out`: the job that makes a table.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::HumanCount;
use wordgame_engine::guessing::Lists;
use wordgame_engine::words::Word;

use super::super::compute::ComputeArgs;
use super::super::failure::Failure;
use super::super::lists::WordArgs;
use super::super::number::counted;
use super::super::output::{check_apart, write_json};
use super::super::progress::Progress;
use super::super::report::done_line;
use super::super::shard::{ShardArgs, Share};
use super::super::{interrupt, note};
use super::about::{About, AboutWithWords};
use super::codes::Codes;
use super::computed::Computed;
use super::{Form, RuleName, npy, npz, parquet, stats, words_beside};
use wordgame_engine::files::{NewFile, check_writable, is_same};

/// Bytes that a `.npz` takes besides codes and words, at most.
const SET_BYTES: usize = 4_096;

/// Options of the job.
#[derive(Args)]
pub struct WriteArgs {
    /// The rule that marks guesses
    #[arg(long, value_enum, required = true)]
    rule: Option<RuleName>,
    /// The table: a .npy, .npz, .parquet or .raw file, written whole or not at all; of a shard a .npz
    #[arg(long, value_name = "PATH", required = true)]
    out: Option<PathBuf>,
    /// Take all words for solutions too, not the list of solutions
    #[arg(long)]
    all: bool,
    /// Also write the sweep's figures of each guess, in the order of the rows: a .csv or .parquet file
    #[arg(long, value_name = "PATH")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    lists: WordArgs,
    #[command(flatten)]
    shard: ShardArgs,
}

impl WriteArgs {
    /// The share of the guesses to do, if one is asked for.
    fn share(&self, form: Form) -> Result<Option<Share>, Failure> {
        let share = self.shard.share()?;
        let other = match share {
            Some(_) if form != Form::Npz => {
                "a shard of a table is a .npz file, from which engine merge makes any form"
            }
            Some(_) if self.stats.is_some() => {
                "--stats ranks the guesses of the whole table, and a shard has some; leave it out"
            }
            _ => return Ok(share),
        };
        Err(Failure::BadInput(other.to_owned()))
    }

    /// The lists: guesses are the rows, solutions the columns.
    fn load(&self) -> Result<Lists, Failure> {
        let lists = self.lists.load()?;
        Ok(match self.all {
            true => Lists::new(
                lists.name(),
                lists.guesses().clone(),
                lists.guesses().clone(),
            ),
            false => lists,
        })
    }

    /// Makes sure that the figures can be written, to a file of their own.
    fn stats(&self, out: &Path) -> Result<Option<(&Path, stats::Form)>, Failure> {
        let Some(path) = self.stats.as_deref() else {
            return Ok(None);
        };
        let form = stats::Form::of(path)?;
        if is_same(path, out) {
            return Err(Failure::BadInput(format!(
                "{} is named for two results; give each a file of its own",
                path.display()
            )));
        }
        check_writable(path)?;
        Ok(Some((path, form)))
    }
}

/// Runs the job.
pub fn run(args: &WriteArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let (Some(rule), Some(path)) = (args.rule, &args.out) else {
        unreachable!("clap asks for both");
    };
    let form = Form::of(path)?;
    let share = args.share(form)?;
    let stats = args.stats(path)?;
    let written = [
        ("--out", args.out.as_deref()),
        ("--stats", args.stats.as_deref()),
    ];
    check_apart(&written, &args.lists.files())?;
    let (rule, lists) = (rule.rule(), args.load()?);
    let backend = compute.open_backend()?;
    let about = About::new(rule, &lists);
    let guesses = lists.guesses();
    let guesses = share.map_or_else(|| guesses.to_vec(), |share| share.of(guesses));
    let codes = Computed {
        rule,
        guesses: &guesses,
        solutions: lists.solutions(),
        backend: &*backend,
    };
    let table = Table {
        path,
        form,
        about: match share {
            Some(share) => about.of_shard(share, &guesses),
            None => about,
        },
        codes: &codes,
    };
    table.check_columns()?;
    interrupt::catch()?;
    table.check_room()?;
    let progress = Progress::new("patterns", codes.len());
    let figures = match stats {
        Some((path, form)) => Some((path, form, stats::figures(&codes)?)),
        None => None,
    };
    let mut written = table.write(&progress)?;
    if let Some((path, form, rows)) = figures {
        stats::write(path, form, rows)?;
        written.push(path.to_owned());
    }
    let seconds = progress.seconds();
    drop(progress);
    let patterns = counted(codes.len(), "pattern", "patterns");
    compute.tell(&done_line(&patterns, &backend.info(), seconds), &*backend);
    tell_written(&written);
    Ok(())
}

/// Says on stderr which files were written.
pub fn tell_written(paths: &[PathBuf]) {
    let paths: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    note(&format!("wrote {}", paths.join(", ")));
}

/// A table that is to be written.
pub struct Table<'a> {
    /// Where it goes.
    pub path: &'a Path,
    /// Its form.
    pub form: Form,
    /// What it says of itself.
    pub about: About,
    /// Its codes and words.
    pub codes: &'a dyn Codes,
}

impl Table<'_> {
    /// Refuses more columns than data tools open.
    pub fn check_columns(&self) -> Result<(), Failure> {
        let solutions = self.codes.solutions().len();
        if self.form != Form::Parquet || solutions <= parquet::MOST_SOLUTIONS {
            return Ok(());
        }
        Err(Failure::BadInput(format!(
            "{}: {} would be as many columns, and few tools open more than {}; write .npy or .npz",
            self.path.display(),
            counted(solutions, "solution", "solutions"),
            HumanCount(parquet::MOST_SOLUTIONS as u64),
        )))
    }

    /// Writes the table, and the words beside it where it has room for codes alone. Returns the files.
    pub fn write(&self, progress: &Progress) -> Result<Vec<PathBuf>, Failure> {
        let words = match self.form.has_words_beside() {
            true => Some(self.words()),
            false => None,
        };
        let beside = words.as_ref().map_or(0, Vec::len);
        let file = NewFile::create(self.path, (self.bytes() + beside) as u64)?;
        let beside = match words {
            Some(words) => {
                let path = words_beside(self.path);
                let file = NewFile::create(&path, words.len() as u64)?;
                file.file()
                    .write_all(&words)
                    .map_err(|error| failed(&path, &error))?;
                Some((file, path))
            }
            None => None,
        };
        self.fill(&file, progress)?;
        interrupt::check()?;
        put(file, self.path, beside)
    }

    /// Makes sure that the table can be written and has room on the disk, before a long sweep.
    fn check_room(&self) -> Result<(), Failure> {
        NewFile::create(self.path, self.bytes() as u64).map(drop)
    }

    /// About how many bytes the table takes, and no fewer.
    fn bytes(&self) -> usize {
        let codes = self.codes.len();
        let [guesses, solutions] = self.both().map(<[_]>::len);
        match self.form {
            Form::Raw => codes,
            Form::Npy => codes + npy::header(npy::CODES, &[guesses, solutions]).len(),
            Form::Npz => codes + 20 * (guesses + solutions) + SET_BYTES,
            Form::Parquet => {
                codes + codes / 64 + 10 * guesses + parquet::BYTES_A_COLUMN * (solutions + 1)
            }
        }
    }

    /// Its guesses and solutions.
    fn both(&self) -> [&[Word]; 2] {
        [self.codes.guesses(), self.codes.solutions()]
    }

    /// What stands beside a table of codes alone.
    fn words(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let [guesses, solutions] = self.both();
        let about = AboutWithWords {
            about: &self.about,
            guesses,
            solutions,
        };
        write_json(&mut bytes, &about).expect("a vector takes what is written to it");
        bytes
    }

    fn fill(&self, file: &NewFile, done: &Progress) -> Result<(), Failure> {
        let failed = |error: io::Error| failed(self.path, &error);
        let [guesses, solutions] = self.both().map(<[_]>::len);
        let rows = |out: &mut dyn Write| {
            self.codes.by_guesses(&mut |tile, codes| {
                out.write_all(codes).map_err(failed)?;
                done.set(tile.end * solutions);
                Ok(())
            })
        };
        let mut out = file.file();
        match self.form {
            Form::Raw => rows(&mut out),
            Form::Npy => {
                let header = npy::header(npy::CODES, &[guesses, solutions]);
                out.write_all(&header).map_err(failed)?;
                rows(&mut out)
            }
            Form::Npz => {
                let mut set = npz::begin(out, self.both(), &self.about.line()).map_err(failed)?;
                rows(&mut set)?;
                set.finish().map_err(|error| failed(error.into()))?;
                Ok(())
            }
            Form::Parquet => {
                let columns = |solutions| done.set(solutions * guesses);
                let about = self.about.line();
                parquet::write_table(out, self.codes, about, &columns, &failed)
            }
        }
    }
}

/// Puts a table in its place, with the words beside it: the old words go first and the new ones come
/// last, so that at no moment words of one table stand beside another.
fn put(
    table: NewFile,
    path: &Path,
    beside: Option<(NewFile, PathBuf)>,
) -> Result<Vec<PathBuf>, Failure> {
    let mut written = vec![path.to_owned()];
    if let Some((words, words_path)) = &beside {
        match fs::remove_file(words.destination()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(words_path, &error));
            }
            _ => {}
        }
    }
    table.persist().map_err(|error| failed(path, &error))?;
    if let Some((words, words_path)) = beside {
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
