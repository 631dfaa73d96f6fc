//! `engine stumper`: the best game from every start, the two-player game, routes, hints.

mod chart;
mod hint;
mod play;
mod position;
mod route;
mod solve;
mod versus;
mod words;

use clap::{Args, Subcommand};
use wordgame_engine::Failure;

/// Stumper: the best games, proved; the two-player game; routes; hints
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct StumperArgs {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    Solve(solve::SolveArgs),
    Hint(hint::HintArgs),
    Play(play::PlayArgs),
    Versus(versus::VersusArgs),
    Route(route::RouteArgs),
}

/// Runs `engine stumper`.
pub fn run(args: &StumperArgs) -> Result<(), Failure> {
    match &args.job {
        Job::Solve(args) => solve::run(args),
        Job::Hint(args) => hint::run(args),
        Job::Play(args) => play::run(args),
        Job::Versus(args) => versus::run(args),
        Job::Route(args) => route::run(args),
    }
}
