//! `optimal`: the decision tree with the fewest guesses in all, with proof.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::files::{is_same, is_special};
use wordgame_engine::guessing::optimal::Settings;
use wordgame_engine::guessing::{Game, Lists, Rule};
use wordgame_engine::jobs::optimal::{IncumbentSource, MAX_TOTAL, OptimalTree};
use wordgame_engine::jobs::{MEGABYTE, Share};
use wordgame_engine::report::Top;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::estimate::EstimateArgs;
use crate::cli::args::hard::HardArg;
use crate::cli::args::lists::{ListArgs, check_memory, find_guess, load_words};
use crate::cli::args::number::number;
use crate::cli::args::output::OutputArgs;
use crate::cli::args::shard::ShardArgs;
use crate::cli::args::turns::TurnsArg;
use crate::cli::commands::job::JobRun;
use crate::cli::terminal::interrupt;

/// Find the decision tree with the fewest guesses in all, and prove that no other has fewer
///
/// Ctrl-C stops the search and reports the best tree so far. With --checkpoint, everything proved is kept, and
/// the same command resumes from there.
///
/// The search runs on the CPU. A GPU may scan openings ahead of it, with the same result. By default a hardware
/// GPU does so if there are several openings and it is faster on a sample of them; with --backend gpu or
/// --adapter, the named one always does.
#[derive(Args)]
pub struct OptimalArgs {
    /// The opening whose best tree to find; without it, all openings are compared
    #[arg(long, value_name = "WORD", conflicts_with_all = ["openings", "top", "estimate"])]
    opening: Option<String>,
    /// The openings to compare: the words of a file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The number of best openings with an exact total; the others are proved to take more guesses
    #[arg(long, value_name = "N|all", default_value = "1")]
    top: Top,
    #[command(flatten)]
    hard: HardArg,
    #[command(flatten)]
    turns: TurnsArg,
    /// The most guesses in a game: 1 to 60 [default: no limit]
    #[arg(long, value_name = "N", value_parser = |text: &str| number::<u8>(text, 1, 60))]
    max_guesses: Option<u8>,
    /// Write the best decision tree: JSON in a .json file, one game per line in a .csv file, else
    /// the indented text that people exchange
    #[arg(long, value_name = "PATH", conflicts_with = "estimate")]
    tree: Option<PathBuf>,
    /// Keep everything proved in a file, and resume from it
    #[arg(long, value_name = "PATH", conflicts_with = "estimate")]
    checkpoint: Option<PathBuf>,
    /// A total that is known to be possible: openings that take more are only proved to take more. Or a file through which
    /// several processes share the best total so far
    #[arg(long, value_name = "TOTAL|FILE")]
    incumbent: Option<IncumbentArg>,
    /// The memory for the search in megabytes; with less memory it takes longer
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = |text: &str| number::<u64>(text, 1, 1 << 30))]
    memory: u64,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl OptimalArgs {
    /// The lists, whose solutions have to be known.
    fn load(&self) -> Result<Lists, Failure> {
        let lists = self.lists.load_with(self.openings.as_deref())?;
        if lists.knows_solutions() {
            return Ok(lists);
        }
        Err(Failure::BadInput(
            "optimal counts the games of the solutions, which its tree has to know; leave \
             --candidates out, or give all words as --solutions"
                .to_owned(),
        ))
    }

    /// The share to do and the file of the shard, or `None` for the whole job.
    fn share(&self) -> Result<Option<(Share, &Path)>, Failure> {
        let share = self.shard.share_to(&self.output)?;
        let refused = match share {
            Some(_) if self.opening.is_some() => {
                "--opening asks for one opening, which has no shards"
            }
            Some(_) if self.tree.is_some() => "give --tree to engine merge; a shard has no tree",
            _ => return Ok(share),
        };
        Err(Failure::BadInput(refused.to_owned()))
    }

    /// The openings to compare.
    fn openings(&self, lists: &Lists) -> Result<Vec<GuessIndex>, Failure> {
        if let Some(word) = &self.opening {
            return Ok(vec![find_guess(lists, word, "--opening")?]);
        }
        let Some(path) = &self.openings else {
            return Ok(GuessIndex::up_to(lists.guesses().len()).collect());
        };
        let option = format!("--openings {}", path.display());
        let words = load_words(path, lists, self.lists.is_strict())?;
        if words.is_empty() {
            return Err(Failure::BadInput(format!(
                "{option}: the file has no words"
            )));
        }
        let openings = words
            .iter()
            .map(|word| find_guess(lists, &word.to_string(), &option));
        let mut openings = openings.collect::<Result<Vec<_>, _>>()?;
        openings.sort_unstable();
        Ok(openings)
    }

    /// The files that the job writes in addition to its result, with their options.
    fn written(&self) -> [(&'static str, Option<&Path>); 3] {
        [
            ("--tree", self.tree.as_deref()),
            ("--checkpoint", self.checkpoint.as_deref()),
            (
                "--incumbent",
                self.incumbent.as_ref().and_then(|given| given.0.file()),
            ),
        ]
    }

    fn check_files(&self) -> Result<(), Failure> {
        if let Some(path) = &self.checkpoint
            && is_special(path)
        {
            return Err(Failure::BadInput(format!(
                "--checkpoint: {} is a pipe or a device, from which nothing can be read again; name a regular file",
                path.display()
            )));
        }
        let written = self.written();
        for (index, &(one, path)) in written.iter().enumerate() {
            self.output.check_with(path)?;
            let others = written[index + 1..].iter();
            for &(other, other_path) in others {
                if let (Some(path), Some(other_path)) = (path, other_path)
                    && is_same(path, other_path)
                {
                    return Err(Failure::BadInput(format!(
                        "{one} and {other} name one file, {}; give each its own",
                        path.display()
                    )));
                }
            }
        }
        let [solutions, guesses] = self.lists.files();
        self.output.check_apart(
            &written,
            &[solutions, guesses, ("--openings", self.openings.as_deref())],
        )
    }
}

/// The value of `--incumbent`: a total, or a file that processes share.
#[derive(Clone)]
struct IncumbentArg(IncumbentSource);

impl FromStr for IncumbentArg {
    type Err = String;

    fn from_str(text: &str) -> Result<IncumbentArg, String> {
        // A text that is nearly a number is a mistyped total, not a file name.
        let is_number = text.is_empty() || text.trim().parse::<f64>().is_ok();
        match number(text, 1, MAX_TOTAL) {
            Ok(total) => Ok(IncumbentArg(IncumbentSource::Total(total))),
            Err(expected) if is_number => Err(format!("{expected}, or a file")),
            Err(_) => Ok(IncumbentArg(IncumbentSource::File(text.into()))),
        }
    }
}

/// Runs `optimal`.
pub fn run(
    rule: &'static dyn Rule,
    args: &OptimalArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let share = args.share()?;
    args.check_files()?;
    let lists = args.load()?;
    check_memory(&lists, 3)?;
    let openings = args.openings(&lists)?;
    let game = args.turns.of(Game::new(rule, lists));
    let budget = args.estimate.budget(compute)?;
    let backend = match args.opening {
        Some(_) => compute.open_backend_for_one()?,
        None if budget.is_some() => Box::new(Cpu),
        None => compute.open_backend_at_once()?,
    };
    let job = OptimalTree {
        game: &game,
        backend: &*backend,
        backend_if_faster: compute.is_auto()?,
        settings: Settings {
            hard: args.hard.mode(),
            max_guesses: args.max_guesses,
            memory: args.memory * MEGABYTE,
        },
        openings: &openings,
        is_of_one: args.opening.is_some(),
        top: args.top,
        checkpoint: args.checkpoint.as_deref(),
        incumbent: args.incumbent.as_ref().map(|given| &given.0),
    };
    let run = JobRun {
        unit: "openings",
        budget: budget.as_ref(),
        share,
        tree: args.tree.as_deref(),
        output: &args.output,
        compute,
        backend: &*backend,
        // An estimate catches Ctrl-C itself, once it has measured something.
        stop: match budget {
            Some(_) => interrupt::flag(),
            None => interrupt::catch(),
        },
    };
    run.run(&job)
}
