//! `engine peaks`.

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::guessing::rule::WordPeaks;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::commands::guessing::{self, GuessingArgs};

/// Word Peaks: the same jobs with marks that say earlier, equal or later in the alphabet
#[derive(Args)]
pub struct PeaksArgs {
    #[command(flatten)]
    game: GuessingArgs,
}

/// Runs `engine peaks`.
pub fn run(args: &PeaksArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    guessing::run(&WordPeaks, &args.game, compute)
}
