//! `engine patterns`: the codes of all guesses on all solutions, as a file for other programs.
//!
//! | file | what it holds |
//! |---|---|
//! | `write` | the job that makes a table |
//! | `verify` | the job that makes a table's codes again and compares |
//! | `stats` | `--stats`: the sweep's figures of each guess |
//! | `codes` | the codes, tile by tile, made while the tile before is written |
//! | `computed`, `stored` | codes from the rule, and from the shards of a table |
//! | `shards` | shards joined |
//! | `about` | what a table says of itself |
//! | `npy`, `npz`, `parquet` | the forms of a file |

mod about;
mod codes;
mod computed;
mod npy;
mod npz;
mod parquet;
mod shards;
mod stats;
mod stored;
mod verify;
mod write;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use wordgame_engine::guessing::Rule;
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};

use super::compute::ComputeArgs;
use super::failure::Failure;
pub use about::JOB;
use codes::Codes;
pub use shards::{is_set, merge};

const AFTER_HELP: &str = "\
A table has a row a guess, a column a solution, and a byte a pattern: the sum of mark(i) * 3^i,
with the first letter's mark counting 1. Marks of Wordle: 0 absent, 1 present, 2 correct. Of Word
Peaks: 0 the solution's letter is earlier, 1 the same, 2 later.

  .npy      NumPy's array (uint8, C order), which numpy.load can map; words in PATH.json
  .npz      NumPy's set: patterns, guesses, solutions, and about, a text in JSON
  .parquet  guess_word, then a column a solution under its word; at most 16,384 solutions
  .raw      the bytes alone; words in PATH.json";

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
    write: write::WriteArgs,
}

#[derive(Subcommand)]
enum Job {
    Verify(verify::VerifyArgs),
}

/// Runs `engine patterns`.
pub fn run(args: &PatternsArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    match &args.job {
        None => write::run(&args.write, compute),
        Some(Job::Verify(args)) => verify::run(args, compute),
    }
}

/// A rule on the command line and in a table.
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

/// The form of a table, which its file's name tells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Npy,
    Npz,
    Parquet,
    Raw,
}

impl Form {
    fn of(path: &Path) -> Result<Form, Failure> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("npy") => Ok(Form::Npy),
            Some("npz") => Ok(Form::Npz),
            Some("parquet") => Ok(Form::Parquet),
            Some("raw") => Ok(Form::Raw),
            _ => Err(Failure::BadInput(format!(
                "{}: the name tells no form of table; end it in .npy, .npz, .parquet or .raw",
                path.display()
            ))),
        }
    }

    /// Whether the words stand in a file of their own.
    fn has_words_beside(self) -> bool {
        matches!(self, Form::Npy | Form::Raw)
    }
}

/// Where the words of a table stand that holds codes alone: `PATH.json`.
fn words_beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".json");
    PathBuf::from(name)
}
