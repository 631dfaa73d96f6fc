//! `engine wordle`.

use clap::Args;
use wordgame_engine::guessing::rule::Wordle;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::sweep::{self, SweepArgs};

/// Wordle: rank guesses by what they tell
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct WordleArgs {
    #[command(flatten)]
    sweep: SweepArgs,
}

/// Runs `engine wordle`.
pub fn run(args: &WordleArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    sweep::run(&Wordle, &args.sweep, compute)
}
