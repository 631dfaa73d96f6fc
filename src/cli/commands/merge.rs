//! `engine merge`: the shards of a job, joined into the result of one process.

use std::path::{Path, PathBuf};

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::jobs;
use wordgame_engine::tables;
use wordgame_engine::tables::merge::is_archive;

use crate::cli::args::output::OutputArgs;
use crate::cli::commands::job;
use crate::cli::commands::patterns;
use crate::cli::terminal::note;

const AFTER_HELP: &str = "\
The commands optimal, within, simulate, patterns and letterpress --boards write shards with --shard. \
A merge needs only the shards, neither lists nor dictionaries. For shards of patterns, the extension of \
--output determines the format, as in patterns --out.

Example:
  engine wordle optimal --shard 1/2 --output shard-1.json
  engine wordle optimal --shard 2/2 --output shard-2.json
  engine merge shard-1.json shard-2.json";

/// Join the shards of a job into the result of one process
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct MergeArgs {
    /// The files of all shards of one job, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// For shards of optimal: write the best decision tree, as JSON to a .json file, as one game per line
    /// to a .csv file, else as the indented text that people exchange
    #[arg(long, value_name = "PATH")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl MergeArgs {
    fn check(&self) -> Result<(), Failure> {
        self.output.check_with(self.tree.as_deref())?;
        let tree = [("--tree", self.tree.as_deref())];
        for path in &self.files {
            self.output.check_apart(&tree, &[("a shard", Some(path))])?;
            // A shard is read more than once, so it must be a regular file.
            let metadata = path.metadata();
            if metadata.is_ok_and(|at| !at.is_file() && !at.is_dir()) {
                return Err(Failure::BadInput(format!(
                    "{} is a pipe or a device; name the shard's own file",
                    path.display()
                )));
            }
        }
        Ok(())
    }

    /// Refuses `--tree` for a job that has no tree.
    fn check_no_tree(&self, job: &str) -> Result<(), Failure> {
        if self.tree.is_none() {
            return Ok(());
        }
        Err(Failure::BadInput(format!(
            "--tree is for shards of optimal, and these are of {job}; leave it out"
        )))
    }
}

/// Runs `engine merge`.
pub fn run(args: &MergeArgs) -> Result<(), Failure> {
    args.check()?;
    let files: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let (tables, others): (Vec<&Path>, Vec<&Path>) =
        files.iter().partition(|path| is_archive(path));
    if let (Some(table), Some(other)) = (tables.first(), others.first()) {
        return Err(Failure::BadInput(format!(
            "{} may be a shard of a table, and {} is not; leave one of them out",
            table.display(),
            other.display(),
        )));
    }
    if !tables.is_empty() {
        args.check_no_tree(tables::JOB)?;
        return patterns::merge(&tables, &args.output);
    }
    let merged = jobs::merge(&files)?;
    if !merged.has_tree {
        args.check_no_tree(merged.job)?;
    }
    job::show(merged.finished, args.tree.as_deref(), &args.output, &note)
}
