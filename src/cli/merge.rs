//! `engine merge`: the shards of a job joined into what one process would have given.

use std::path::{Path, PathBuf};

use clap::Args;

use super::failure::Failure;
use super::output::OutputArgs;
use super::parts::{Head, Parts, check};
use super::shard::SHARD;
use super::{letterpress, openings, optimal, patterns, within};

const AFTER_HELP: &str = "\
Shards are what optimal, within, simulate, patterns and letterpress --boards leave with --shard. They hold all that
there is to know: lists and dictionaries are not needed. Of patterns the name of --output says the form, as in
patterns --out.

Example:
  engine wordle optimal --shard 1/2 --output shard-1.json
  engine wordle optimal --shard 2/2 --output shard-2.json
  engine merge shard-1.json shard-2.json";

/// Join the shards of a job into what one process would have given
#[derive(Args)]
#[command(after_help = AFTER_HELP)]
pub struct MergeArgs {
    /// The files of all shards of one job, in any order
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the best decision tree, where the job is `optimal`: JSON in a .json file, else the indented
    /// text that people exchange
    #[arg(long, value_name = "PATH")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

impl MergeArgs {
    /// Refuses a tree of a job that has none.
    fn check_no_tree(&self, job: &str) -> Result<(), Failure> {
        if job == "optimal" || self.tree.is_none() {
            return Ok(());
        }
        Err(Failure::BadInput(format!(
            "--tree is for shards of optimal, and these are of {job}; leave it out"
        )))
    }

    fn check(&self) -> Result<(), Failure> {
        self.output.check_with(self.tree.as_deref())?;
        let tree = [("--tree", self.tree.as_deref())];
        for path in &self.files {
            self.output.check_apart(&tree, &[("a shard", Some(path))])?;
            // Each is read more than once.
            if path
                .metadata()
                .is_ok_and(|at| !at.is_file() && !at.is_dir())
            {
                return Err(Failure::BadInput(format!(
                    "{} is a pipe or a device; name the shard's own file",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

/// Runs `engine merge`.
pub fn run(args: &MergeArgs) -> Result<(), Failure> {
    args.check()?;
    let files: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let (tables, others): (Vec<&Path>, Vec<&Path>) =
        files.iter().partition(|path| patterns::is_set(path));
    if let (Some(table), Some(other)) = (tables.first(), others.first()) {
        return Err(Failure::BadInput(format!(
            "{} may be a shard of a table, and {} is none; leave one of them out",
            table.display(),
            other.display(),
        )));
    }
    if !tables.is_empty() {
        args.check_no_tree(patterns::JOB)?;
        return patterns::merge(&tables, &args.output);
    }
    merge_found(&files, args)
}

/// Joins shards that hold what was found.
fn merge_found(files: &[&Path], args: &MergeArgs) -> Result<(), Failure> {
    let mut shards: Vec<(&Path, Head)> = files
        .iter()
        .map(|&path| Ok((path, SHARD.read(path)?)))
        .collect::<Result<_, Failure>>()?;
    check(&shards)?;
    shards.sort_by_key(|(_, head)| head.shard);
    let paths: Vec<&Path> = shards.iter().map(|(path, _)| *path).collect();
    let job = &*shards[0].1.job;
    args.check_no_tree(job)?;
    match job {
        "optimal" => optimal::merge(Parts::read(&paths)?, &args.output, args.tree.as_deref()),
        "simulate" => openings::merge(Parts::read(&paths)?, &args.output),
        "within" => within::merge(Parts::read(&paths)?, &args.output),
        "letterpress" => letterpress::merge(Parts::read(&paths)?, &args.output),
        _ => Err(SHARD.refuse(paths[0], "is of a job that this version does not know")),
    }
}
