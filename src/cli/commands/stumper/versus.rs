//! `engine stumper versus`: the two-player game, from every start or from one position.

use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::report::Top;
use wordgame_engine::report::numbers::{counted, format_seconds};
use wordgame_engine::report::stumper::StumperJob;
use wordgame_engine::report::stumper::versus::{VersusPosition, VersusStarts};
use wordgame_engine::stumper::Versus;
use wordgame_engine::stumper::versus::{Budgets, TooManyStates};

use super::position;
use crate::cli::args::number::number;
use crate::cli::args::output::OutputArgs;
use crate::cli::commands::stumper::words::{WordArgs, Words};
use crate::cli::terminal::progress::Progress;

/// The largest budget at the start, and the largest gain of an addition.
const MAX_MOVES: u32 = 20;

/// The two-player game: players change the same word in turn, and the player who cannot move loses. Shows who wins,
/// and with which moves
#[derive(Args)]
pub struct VersusArgs {
    /// The words played so far, separated by commas. Words shorter than the last one can be left out [default: every
    /// start]
    #[arg(value_name = "WORD,WORD,…")]
    played: Option<String>,
    /// Show a whole game from there. A player who can win plays the alphabetically first winning word, and one who
    /// cannot plays the alphabetically first word
    #[arg(long, requires = "played")]
    line: bool,
    /// Limit the moves as the game on the web does: each player starts with this many (1 to 20; 3 on the web), and a
    /// player without moves loses. More than about eight take long, and a search that takes too long is given up
    #[arg(long, value_name = "N", value_parser = |text: &str| number(text, 1, MAX_MOVES))]
    moves_per_player: Option<u32>,
    /// How many moves a player gains by an addition; other moves cost one
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        requires = "moves_per_player",
        value_parser = |text: &str| number(text, 0, MAX_MOVES)
    )]
    addition_gain: u32,
    /// How many starts to show, those with the fewest winning moves first: a number or all [default: 20 in a
    /// table, otherwise all]
    #[arg(long, value_name = "N|all", conflicts_with = "played")]
    top: Option<Top>,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `engine stumper versus`.
pub fn run(args: &VersusArgs) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.words.files())?;
    let words = args.words.load()?;
    let budgets = args.moves_per_player.map(|moves| Budgets {
        moves,
        addition_gain: args.addition_gain,
    });
    match &args.played {
        Some(played) => one_position(args, &words, budgets, played),
        None => all_starts(args, &words, budgets),
    }
}

fn all_starts(args: &VersusArgs, words: &Words, budgets: Option<Budgets>) -> Result<(), Failure> {
    words.check_starts()?;
    let graph = &words.graph;
    let progress = Progress::new("starts", graph.starts().len()).without_estimate();
    let done = AtomicUsize::new(0);
    let winning = progress.show_while(&done, || {
        let count = |starts| done.store(starts, Ordering::Relaxed);
        Versus::new(graph, budgets)
            .winning_moves_of_starts_with(wordgame_engine::Progress::new(&count))
    });
    let winning = winning?;
    let seconds = progress.seconds();
    drop(progress);
    let job = StumperJob::new("stumper versus", &words.info, seconds);
    args.output
        .write_report(&VersusStarts::new(job, budgets, graph, &winning, args.top))?;
    let starts = counted(winning.len(), "start", "starts");
    crate::cli::terminal::note(&format!("{starts} in {}", format_seconds(seconds)));
    Ok(())
}

fn one_position(
    args: &VersusArgs,
    words: &Words,
    budgets: Option<Budgets>,
    played: &str,
) -> Result<(), Failure> {
    let progress = Progress::new("position", 1);
    let game = Versus::new(&words.graph, budgets);
    let state = position::versus(&game, words, played)?;
    let (winning, line) = progress.show_while(&AtomicUsize::new(0), || {
        let line = args.line.then(|| game.line(&state)).transpose()?;
        Ok::<_, TooManyStates>((game.winning_moves(&state)?, line))
    })?;
    args.output.write_report(&VersusPosition {
        job: StumperJob::new("stumper versus", &words.info, progress.seconds()),
        budgets,
        graph: &words.graph,
        game: &game,
        state: &state,
        winning: &winning,
        line: line.as_deref(),
    })
}
