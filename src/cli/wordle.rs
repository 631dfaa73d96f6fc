//! `engine wordle`.

use clap::Args;
use wordgame_engine::guessing::rule::Wordle;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::guessing::{self, GuessingArgs};

/// Wordle: rank guesses, play strategies, check trees, chances to win
#[derive(Args)]
pub struct WordleArgs {
    #[command(flatten)]
    game: GuessingArgs,
}

/// Runs `engine wordle`.
pub fn run(args: &WordleArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    guessing::run(&Wordle, &args.game, compute)
}
