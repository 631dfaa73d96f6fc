//! The jobs of `engine wordle` and `engine peaks`: a sweep, or one of the subcommands.

use clap::builder::StyledStr;
use clap::{Args, Command, Subcommand};
use wordgame_engine::Failure;
use wordgame_engine::guessing::Rule;
use wordgame_engine::guessing::rule::{example, notations};

use crate::cli::args::compute::ComputeArgs;
use crate::cli::commands::analyse::{self, AnalyseArgs};
use crate::cli::commands::check::{self, CheckArgs};
use crate::cli::commands::optimal::{self, OptimalArgs};
use crate::cli::commands::play::{self, PlayArgs};
use crate::cli::commands::simulate::{self, SimulateArgs};
use crate::cli::commands::suggest::{self, SuggestArgs};
use crate::cli::commands::sweep::{self, SweepArgs};
use crate::cli::commands::within::{self, WithinArgs};

const AFTER_HELP: &str = "\
Marks: {marks}.
Among equal guesses, candidates (marked *) come first, then the order of the list counts.";

/// Fills the help of a game's commands with the marks of its rule: `{marks}`, and `{turn}` as an example.
pub fn with_examples(command: Command, rule: &dyn Rule) -> Command {
    let turn = example(rule).format(rule);
    let marks = notations(rule);
    let fill = |help: Option<&StyledStr>| {
        help.map(|help| {
            help.to_string()
                .replace("{turn}", &turn)
                .replace("{marks}", &marks)
        })
    };
    let after_help = fill(command.get_after_help()).unwrap_or_default();
    command
        .after_help(after_help)
        .mut_args(|arg| {
            let help = fill(arg.get_help()).unwrap_or_default();
            arg.help(help)
        })
        .mut_subcommands(|command| with_examples(command, rule))
}

/// The arguments of one guessing game.
#[derive(Args)]
#[command(
    arg_required_else_help = true,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP
)]
pub struct GuessingArgs {
    #[command(subcommand)]
    job: Option<Job>,
    #[command(flatten)]
    sweep: SweepArgs,
}

#[derive(Subcommand)]
enum Job {
    Simulate(SimulateArgs),
    Check(CheckArgs),
    Within(WithinArgs),
    Suggest(SuggestArgs),
    Analyse(AnalyseArgs),
    Play(PlayArgs),
    Optimal(OptimalArgs),
}

/// Runs the job that the arguments name.
pub fn run(
    rule: &'static dyn Rule,
    args: &GuessingArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    match &args.job {
        None => sweep::run(rule, &args.sweep, compute),
        Some(Job::Simulate(args)) => simulate::run(rule, args, compute),
        Some(Job::Check(args)) => check::run(rule, args),
        Some(Job::Within(args)) => within::run(rule, args, compute),
        Some(Job::Suggest(args)) => suggest::run(rule, args, compute),
        Some(Job::Play(args)) => play::run(rule, args, compute),
        Some(Job::Analyse(args)) => analyse::run(rule, args, compute),
        Some(Job::Optimal(args)) => optimal::run(rule, args, compute),
    }
}
