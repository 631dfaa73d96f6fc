//! `engine peaks`.

use clap::Args;
use wordgame_engine::guessing::rule::WordPeaks;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::guessing::{self, GuessingArgs};

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
