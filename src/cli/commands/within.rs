//! `within`: the best chance to win within k guesses, exactly.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::compute::{Backend, GuessIndex};
use wordgame_engine::guessing::within::Within;
use wordgame_engine::guessing::{Bound, Game, Rule};
use wordgame_engine::jobs::within::{Question, RankedOpening, WithinAll, WithinReport};
use wordgame_engine::report::RunInfo;
use wordgame_engine::report::games::write_tree;
use wordgame_engine::report::numbers::counted;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::estimate::{self, EstimateArgs};
use crate::cli::args::lists::{ListArgs, check_memory, find_guess};
use crate::cli::args::number::{at_least, number};
use crate::cli::args::output::OutputArgs;
use crate::cli::args::shard::ShardArgs;
use crate::cli::commands::job::JobRun;
use crate::cli::terminal::progress::Progress;

/// Find the exact best chance to win within K guesses, for every opening or for one
#[derive(Args)]
pub struct WithinArgs {
    /// The number of guesses, the opening included: 1 to 20
    #[arg(value_name = "K", value_parser = |text: &str| number::<u32>(text, 1, 20))]
    within: u32,
    /// The opening to judge; without it, all openings are compared
    #[arg(long, value_name = "WORD", conflicts_with_all = ["top", "estimate"])]
    opening: Option<String>,
    /// The number of best openings with an exact result; the others get a proved bound (json and csv hold all)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| at_least(text, 1))]
    top: usize,
    /// Write the decision tree of --opening: JSON in a .json file, one game per line in a .csv
    /// file, else indented text
    #[arg(long, value_name = "PATH", requires = "opening")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `within`.
pub fn run(
    rule: &'static dyn Rule,
    args: &WithinArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let share = args.shard.share_to(&args.output)?;
    if share.is_some() && args.opening.is_some() {
        return Err(Failure::BadInput(
            "--opening asks for one opening, which has no shards".to_owned(),
        ));
    }
    args.output.check_with(args.tree.as_deref())?;
    args.output
        .check_apart(&[("--tree", args.tree.as_deref())], &args.lists.files())?;
    let lists = args.lists.load()?;
    check_memory(&lists, 2)?;
    let opening = args
        .opening
        .as_ref()
        .map(|word| find_guess(&lists, word, "--opening"))
        .transpose()?;
    let game = Game::new(rule, lists);
    let all: Vec<GuessIndex> = GuessIndex::up_to(game.lists().guesses().len()).collect();
    let budget = args.estimate.budget(compute)?;
    let backend = estimate::open_backend(budget.as_ref(), compute)?;
    if let Some(guess) = opening {
        return run_one(&game, &*backend, guess, args, compute);
    }
    let job = WithinAll {
        game: &game,
        backend: &*backend,
        guesses: args.within,
        top: args.top,
        openings: &all,
    };
    let run = JobRun {
        unit: "openings",
        budget: budget.as_ref(),
        share,
        tree: None,
        output: &args.output,
        compute,
        backend: &*backend,
        stop: &AtomicBool::new(false),
    };
    run.run(&job)
}

/// The result of one opening, with its tree if it is asked for.
fn run_one(
    game: &Game,
    backend: &dyn Backend,
    guess: GuessIndex,
    args: &WithinArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let bar = Progress::new("candidates", game.lists().candidates().len());
    let within = Within::new(game, backend)?;
    let show = |done| bar.set(done);
    let progress = wordgame_engine::Progress::new(&show);
    let (found, tree) = within.solve_opening_with_progress(guess, args.within, progress)?;
    if let Some(path) = &args.tree {
        write_tree(path, game.rule(), &tree)?;
    }
    let run = RunInfo::new(&backend.info(), bar.seconds());
    drop(bar);
    let opening = RankedOpening {
        opening: game.guess_word(guess).to_string(),
        found: Bound::Exactly(found),
    };
    let summary = run.done(&counted(1, "opening", "openings"));
    let question = Question::new(game, args.within, args.top);
    args.output
        .write_report(&WithinReport::new(question, run, vec![opening], 1))?;
    compute.tell(&summary, backend);
    Ok(())
}
