//! `engine wordle play`: guesses suggested from turn to turn, a hidden word, or a strategy to watch.

mod assist;
mod computer;
mod watch;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::guessing::Rule;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::commands::suggest::AdviceArgs;

/// Suggest guesses from turn to turn of your game; or hide a word for you to find, or show a strategy at work
#[derive(Args)]
pub struct PlayArgs {
    /// Guess a word that the computer hides
    #[arg(long, conflicts_with = "watch")]
    computer: bool,
    /// Hide the word with this number again [default: a new word each time]
    #[arg(long, value_name = "NUMBER", requires = "computer")]
    seed: Option<u64>,
    /// Watch the strategy find a word
    #[arg(long, value_name = "WORD")]
    watch: Option<String>,
    #[command(flatten)]
    advice: AdviceArgs,
}

/// Runs `engine wordle play` or `engine peaks play`.
pub fn run(rule: &'static dyn Rule, args: &PlayArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let backend = compute.open_backend_for_one()?;
    let adviser = args.advice.adviser(rule)?;
    match &args.watch {
        _ if args.computer => computer::play(&adviser, &*backend, args.seed),
        Some(word) => watch::watch(&adviser, &*backend, word),
        None => assist::play(&adviser, &*backend),
    }
}
