//! `engine stumper`: the best game from every start, the two-player game, routes, hints.

mod words;

use clap::{Args, Subcommand};

use super::failure::Failure;

/// Stumper: the best games, proved; the two-player game; routes; hints
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct StumperArgs {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {}

/// Runs `engine stumper`.
pub fn run(args: &StumperArgs) -> Result<(), Failure> {
    match args.job {}
}
