//! `engine stumper hint`: the best score still in reach, and a hint of the next move.

use std::time::Instant;

use clap::{Args, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::report::stumper::StumperJob;
use wordgame_engine::report::stumper::hint::{Hint, HintLevel, HintReport};

use super::position;
use super::solve::solve;
use super::words::WordArgs;
use crate::cli::args::output::{Format, OutputArgs};

/// The best score still in reach, and a hint of the move that leads there
#[derive(Args)]
pub struct HintArgs {
    /// The words played so far, separated by commas, from the first to the last
    #[arg(value_name = "WORD,WORD,…")]
    played: String,
    /// How much to give away: the kind of the move, its letter too, the word, or what every move leads to
    #[arg(long, value_enum, default_value_t = LevelName::Kind)]
    show: LevelName,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LevelName {
    /// The kind of the move.
    Kind,
    /// Also the letter that it brings in, or that an anagram begins with.
    Letter,
    /// Also the word.
    Word,
    /// Also every other move.
    All,
}

impl LevelName {
    fn level(self) -> HintLevel {
        match self {
            LevelName::Kind => HintLevel::Kind,
            LevelName::Letter => HintLevel::Letter,
            LevelName::Word => HintLevel::Word,
            LevelName::All => HintLevel::All,
        }
    }
}

/// Runs `engine stumper hint`.
pub fn run(args: &HintArgs) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.words.files())?;
    if args.output.format == Format::Csv && args.show != LevelName::All {
        return Err(Failure::BadInput(
            "--format csv lists every move; add --show all, or use --format json".to_owned(),
        ));
    }
    let words = args.words.load()?;
    let state = position::solo(&words, &args.played)?;
    let started = Instant::now();
    let solution = solve(&words.graph);
    let hint = Hint::new(&solution, &state);
    let seconds = started.elapsed().as_secs_f64();
    args.output.write_report(&HintReport {
        job: StumperJob::new("stumper hint", &words.info, seconds),
        hint: &hint,
        level: args.show.level(),
    })
}
