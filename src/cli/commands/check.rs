//! `check`: a decision tree from a file against every solution.

use std::path::PathBuf;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::compute::BackendInfo;
use wordgame_engine::guessing::{DecisionTree, Game, Rule, simulate};
use wordgame_engine::report::JobInfo;
use wordgame_engine::report::check::CheckReport;
use wordgame_engine::report::numbers::counted;
use wordgame_engine::words;

use crate::cli::args::hard::HardArg;
use crate::cli::args::lists::ListArgs;
use crate::cli::args::output::OutputArgs;
use crate::cli::args::turns::TurnsArg;
use crate::cli::terminal::progress::Progress;

/// Play a decision tree against every solution; report its games and any illegal guess
///
/// A guess that the rules forbid is a fault. So are marks that some solution gives and that have no next guess (a tree
/// of `within` ends with its last guess: solutions that it does not find are faults). The exit code is 1 if there is a fault.
#[derive(Args)]
pub struct CheckArgs {
    /// The tree: JSON, or the indented text that people exchange
    #[arg(value_name = "TREE")]
    tree: PathBuf,
    #[command(flatten)]
    hard: HardArg,
    #[command(flatten)]
    turns: TurnsArg,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `check`. A tree with faults is reported first and is a failure then.
pub fn run(rule: &'static dyn Rule, args: &CheckArgs) -> Result<(), Failure> {
    args.output.check()?;
    args.output
        .check_apart(&[], &[("TREE", Some(&args.tree))])?;
    args.output.check_apart(&[], &args.lists.files())?;
    let path = args.tree.display();
    let text = words::read_text(&args.tree)?;
    let lists = args.lists.load()?;
    let tree = DecisionTree::parse(rule, lists.alphabet(), lists.length(), &text)
        .map_err(|error| Failure::BadInput(format!("{path}: {error}")))?;
    let game = args.turns.of(Game::new(rule, lists));
    let progress = Progress::new("solutions", game.lists().solutions().len());
    let simulation = simulate(&game, &tree, args.hard.mode());
    let job = JobInfo::new("check", &game, BackendInfo::CPU, progress.seconds());
    let done = job.done(&counted(simulation.lengths.len(), "game", "games"));
    args.output.write_report(&CheckReport {
        job,
        game: &game,
        hard: args.hard.mode(),
        tree: &tree,
        simulation: &simulation,
    })?;
    crate::cli::terminal::note(&done);
    match simulation.faults.len() {
        0 => Ok(()),
        faults => Err(Failure::Failed(format!(
            "{path} has {}",
            counted(faults, "fault", "faults")
        ))),
    }
}
