//! `engine stumper route`: the fewest moves from one word to another, and puzzles of them.

use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::report::Top;
use wordgame_engine::report::numbers::counted;
use wordgame_engine::report::stumper::StumperJob;
use wordgame_engine::report::stumper::route::RouteReport;
use wordgame_engine::stumper::WordIndex;
use wordgame_engine::stumper::route::{MoveLimit, Routes, puzzle};

use crate::cli::args::number::{at_least, number};
use crate::cli::args::output::{Format, OutputArgs};
use crate::cli::args::seed::random_seed;
use crate::cli::commands::stumper::words::{WordArgs, Words};
use crate::cli::terminal::progress::Progress;

/// The fewest moves from one word to another, and the number of shortest routes
#[derive(Args)]
pub struct RouteArgs {
    /// The first word. It has four letters unless --no-budget is given
    #[arg(required_unless_present = "random")]
    from: Option<String>,
    /// The last word
    #[arg(required_unless_present = "random")]
    to: Option<String>,
    /// Do not limit the number of moves. By default it is limited as in a game: three moves at the start, an addition
    /// gains two, other moves cost one
    #[arg(long)]
    no_budget: bool,
    /// How many of the shortest routes to show, in alphabetical order: a number or all [default: 1, and
    /// none with --random]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    /// Make a puzzle: two random words
    #[arg(long, requires = "difficulty", conflicts_with_all = ["from", "to"])]
    random: bool,
    /// The minimum number of moves in the puzzle
    #[arg(long, value_name = "N", requires = "random", conflicts_with_all = ["from", "to"], value_parser = |text: &str| at_least(text, 1))]
    difficulty: Option<usize>,
    /// Make the puzzle with this number again [default: a new puzzle each time]
    #[arg(long, value_name = "NUMBER", requires = "random", conflicts_with_all = ["from", "to"], value_parser = |text: &str| number::<u64>(text, 0, u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl RouteArgs {
    fn limit(&self) -> MoveLimit {
        if self.no_budget {
            MoveLimit::None
        } else {
            MoveLimit::Game
        }
    }
}

/// Runs `engine stumper route`.
pub fn run(args: &RouteArgs) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.words.files())?;
    if args.output.format == Format::Csv && args.random && args.top.is_none() {
        return Err(Failure::BadInput(
            "--format csv lists routes, which a puzzle hides; add --top 1, or use --format json"
                .to_owned(),
        ));
    }
    let words = args.words.load()?;
    let started = Instant::now();
    let (from, to, seed) = match (&args.from, &args.to) {
        (Some(from), Some(to)) => {
            let from = match args.limit() {
                MoveLimit::Game => {
                    words.find_start(from, "FROM", ", and --no-budget allows any word")?
                }
                MoveLimit::None => words.find(from, "FROM")?,
            };
            (from, words.find(to, "TO")?, None)
        }
        _ => random(args, &words)?,
    };
    let routes = Routes::find(&words.graph, from, to, args.limit());
    let seconds = started.elapsed().as_secs_f64();
    args.output.write_report(&RouteReport {
        job: StumperJob::new("stumper route", &words.info, seconds),
        graph: &words.graph,
        limit: args.limit(),
        from,
        to,
        seed,
        routes,
        top: args.top,
    })
}

/// Two random words as a puzzle, and the seed that makes the same puzzle again.
fn random(args: &RouteArgs, words: &Words) -> Result<(WordIndex, WordIndex, Option<u64>), Failure> {
    words.check_starts()?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let difficulty = args.difficulty.unwrap_or_default();
    // No route is longer than there are words.
    let moves = u32::try_from(difficulty).unwrap_or(u32::MAX);
    let progress = Progress::new("puzzle", 1);
    let find = || puzzle(&words.graph, args.limit(), moves, seed);
    let puzzle = progress.show_while(&AtomicUsize::new(0), find);
    let (from, to) = puzzle.map_err(|too_far| {
        let most = counted(too_far.longest as usize, "move", "moves");
        Failure::BadInput(format!(
            "--difficulty {difficulty}: no route has that many moves; the longest has {most}"
        ))
    })?;
    Ok((from, to, Some(seed)))
}
