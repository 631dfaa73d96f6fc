//! `engine wordle`.

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::guessing::rule::Wordle;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::commands::guessing::{self, GuessingArgs};

/// Wordle: rank guesses, suggest the next, analyse a game, strategies, exact chances, best trees
#[derive(Args)]
pub struct WordleArgs {
    #[command(flatten)]
    game: GuessingArgs,
}

/// Runs `engine wordle`.
pub fn run(args: &WordleArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    guessing::run(&Wordle, &args.game, compute)
}
