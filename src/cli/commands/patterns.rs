//! `engine patterns`: the patterns of all guesses on all solutions, as a file for other programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::files::{check_writable, is_same};
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::{Lists, Rule};
use wordgame_engine::jobs::{Share, Watch};
use wordgame_engine::report::RunInfo;
use wordgame_engine::report::numbers::{counted, format_seconds};
use wordgame_engine::tables::merge::TableMerge;
use wordgame_engine::tables::source::TILE_BYTES;
use wordgame_engine::tables::stats::{self, StatsFormat};
use wordgame_engine::tables::verify::OpenTable;
use wordgame_engine::tables::{Computed, Description, PatternSource, Table, TableFormat};

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::lists::{WordArgs, check_memory_for};
use crate::cli::args::number::at_least;
use crate::cli::args::output::{Format, OutputArgs, check_apart};
use crate::cli::args::shard::ShardArgs;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::note;
use crate::cli::terminal::progress::Progress;

const AFTER_HELP: &str = "\
A table has one row per guess, one column per solution, and one byte per pattern: the sum of
mark(i) * 3^i, where i is 0 for the first letter. From six letters on, a pattern has two bytes,
the lower one first. Marks of Wordle: 0 absent, 1 present, 2 correct. Marks of Word Peaks: 0 the
solution's letter is earlier, 1 the same, 2 later.

  .npy      NumPy's array (uint8 or uint16, C order), which numpy.load can map; words in PATH.json
  .npz      NumPy's archive: patterns, guesses, solutions, and about, a description in JSON
  .parquet  guess_word, then one column per solution, named by it; at most 16,384 solutions
  .raw      only the patterns; words in PATH.json";

/// Tiles of patterns, encoded ones included, that may be in memory together. Where memory ends later, the process cannot
/// delete its temporary file.
const TILES: usize = 12;

/// Write a table of all patterns to a file for other programs, or verify one
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = AFTER_HELP
)]
pub struct PatternsArgs {
    #[command(subcommand)]
    job: Option<Job>,
    #[command(flatten)]
    write: WriteArgs,
}

#[derive(Subcommand)]
enum Job {
    Verify(VerifyArgs),
}

/// The options for writing a table.
#[derive(Args)]
struct WriteArgs {
    /// The rule that marks guesses
    #[arg(long, value_enum, required = true)]
    rule: Option<RuleName>,
    /// The table: a .npy, .npz, .parquet or .raw file; for a shard a .npz file
    #[arg(long, value_name = "PATH", required = true)]
    out: Option<PathBuf>,
    /// Use all guesses as solutions too
    #[arg(long)]
    all: bool,
    /// Also write the sweep's figures for each guess, in row order: a .csv or .parquet file
    #[arg(long, value_name = "PATH")]
    stats: Option<PathBuf>,
    #[command(flatten)]
    lists: WordArgs,
    #[command(flatten)]
    shard: ShardArgs,
}

/// Compute a table again and compare every byte
///
/// The exit code is 1 if the table is wrong: a pattern differs, or any other byte is not the one that this engine
/// writes, even if most programs ignore it. It is 2 if the file is not a table, or too damaged to be read as one.
#[derive(Args)]
struct VerifyArgs {
    /// The table: a file that `engine patterns` wrote
    #[arg(value_name = "PATH")]
    table: PathBuf,
    /// Compare only the patterns of N guesses, the same each time (in a .parquet file, of N solutions)
    #[arg(long, value_name = "N", value_parser = |text: &str| at_least(text, 1))]
    sample: Option<usize>,
}

/// The name of a rule.
#[derive(Clone, Copy, ValueEnum)]
enum RuleName {
    Wordle,
    Peaks,
}

impl RuleName {
    fn rule(self) -> &'static dyn Rule {
        match self {
            RuleName::Wordle => &Wordle,
            RuleName::Peaks => &WordPeaks,
        }
    }
}

impl WriteArgs {
    /// The share of the guesses to do, or `None` for all.
    fn share(&self, format: TableFormat) -> Result<Option<Share>, Failure> {
        let share = self.shard.share()?;
        let refused = match share {
            Some(_) if format != TableFormat::Npz => {
                "a shard of a table is a .npz file, from which engine merge makes any format"
            }
            Some(_) if self.stats.is_some() => {
                "--stats ranks the guesses of the whole table, and a shard has some; leave it out"
            }
            _ => return Ok(share),
        };
        Err(Failure::BadInput(refused.to_owned()))
    }

    /// The lists: guesses are the rows, solutions the columns.
    fn load(&self) -> Result<Lists, Failure> {
        let lists = self.lists.load()?;
        if !self.all {
            return Ok(lists);
        }
        let guesses = lists.guesses();
        let all = Lists::new(lists.name(), guesses.clone(), guesses.clone());
        Ok(all.with_alphabet(lists.alphabet().clone()))
    }

    /// The file for the figures, which must not be the table, and its format.
    fn stats(&self, out: &Path) -> Result<Option<(&Path, StatsFormat)>, Failure> {
        let Some(path) = self.stats.as_deref() else {
            return Ok(None);
        };
        let format = StatsFormat::of(path)?;
        if is_same(path, out) {
            return Err(Failure::BadInput(format!(
                "{} is named for two results; give each a file of its own",
                path.display()
            )));
        }
        check_writable(path)?;
        Ok(Some((path, format)))
    }
}

/// Runs `engine patterns`.
pub fn run(args: &PatternsArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    match &args.job {
        None => write(&args.write, compute),
        Some(Job::Verify(args)) => verify(args, compute),
    }
}

fn write(args: &WriteArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let (Some(rule), Some(path)) = (args.rule, &args.out) else {
        unreachable!("clap requires --rule and --out");
    };
    let format = TableFormat::of(path)?;
    let share = args.share(format)?;
    let stats = args.stats(path)?;
    let written = [
        ("--out", args.out.as_deref()),
        ("--stats", args.stats.as_deref()),
    ];
    check_apart(&written, &args.lists.files())?;
    let (rule, lists) = (rule.rule(), args.load()?);
    let backend = compute.open_backend()?;
    let description = Description::new(rule, &lists);
    let guesses = lists.guesses();
    let guesses = share.map_or_else(|| guesses.to_vec(), |share| share.of(guesses));
    let source = Computed {
        rule,
        guesses: &guesses,
        solutions: lists.solutions(),
        backend: &*backend,
    };
    let table = Table {
        path,
        format,
        description: match share {
            Some(share) => description.of_shard(share, &guesses),
            None => description,
        },
        source: &source,
    };
    table.check_columns()?;
    check_memory_for(TILES * TILE_BYTES)?;
    let stop = interrupt::catch();
    table.check_room()?;
    let bar = Progress::new("patterns", source.len());
    let show = |done, _: &str| bar.set(done);
    let watch = Watch {
        progress: &show,
        note: &note,
        stop,
    };
    let figures = match stats {
        Some((path, format)) => Some((path, format, stats::figures(&source, watch)?)),
        None => None,
    };
    let mut paths = table.write(watch)?;
    if let Some((path, format, rows)) = figures {
        stats::write(path, format, rows)?;
        paths.push(path.to_owned());
    }
    let run = RunInfo::new(&backend.info(), bar.seconds());
    drop(bar);
    let patterns = counted(source.len(), "pattern", "patterns");
    compute.tell(&run.done(&patterns), &*backend);
    note_written(&paths);
    Ok(())
}

fn verify(args: &VerifyArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let path = &args.table;
    let table = OpenTable::open(path)?;
    let backend = compute.open_backend()?;
    let bar = Progress::new("patterns", table.patterns_to_compare(args.sample));
    let show = |done, _: &str| bar.set(done);
    let watch = Watch {
        progress: &show,
        note: &note,
        stop: &AtomicBool::new(false),
    };
    let verified = table.verify(path, args.sample, &*backend, watch);
    let run = RunInfo::new(&backend.info(), bar.seconds());
    drop(bar);
    let verified = verified?;
    writeln!(io::stdout(), "{}", verified.summary)
        .map_err(|error| Failure::writing("to standard output", &error))?;
    let patterns = counted(verified.compared, "pattern", "patterns");
    compute.tell(&run.done(&patterns), &*backend);
    Ok(())
}

/// Joins the shards of a table.
///
/// # Errors
/// [`Failure`] of the shards or of the output.
pub fn merge(paths: &[&Path], output: &OutputArgs) -> Result<(), Failure> {
    let (path, format) = merged_table(output)?;
    let stop = interrupt::catch();
    let started = Instant::now();
    let merge = TableMerge::open(paths)?;
    let patterns = merge.patterns();
    let bar = Progress::new("patterns", patterns);
    let show = |done, _: &str| bar.set(done);
    let watch = Watch {
        progress: &show,
        note: &note,
        stop,
    };
    let written = merge.write(path, format, watch)?;
    drop(bar);
    note(&format!(
        "{} of {} joined in {}",
        counted(patterns, "pattern", "patterns"),
        counted(paths.len(), "shard", "shards"),
        format_seconds(started.elapsed().as_secs_f64()),
    ));
    note_written(&written);
    Ok(())
}

/// The path and the format of a merged table.
fn merged_table(output: &OutputArgs) -> Result<(&Path, TableFormat), Failure> {
    if output.format != Format::Table {
        return Err(Failure::BadInput(
            "the name of --output determines the format of a table; leave --format out".to_owned(),
        ));
    }
    let Some(path) = output.path() else {
        return Err(Failure::BadInput(
            "these are shards of a table: name it with --output, a .npy, .npz, .parquet or .raw file"
                .to_owned(),
        ));
    };
    Ok((path, TableFormat::of(path)?))
}

/// Reports on stderr which files were written.
fn note_written(paths: &[PathBuf]) {
    let paths: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    note(&format!("wrote {}", paths.join(", ")));
}
