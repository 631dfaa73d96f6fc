//! `engine wordle analyse`: how good and how lucky the guesses of a game were.

use std::time::Instant;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::guessing::analysis::{PlayedGame, analyse};
use wordgame_engine::guessing::{Game, Rule, Turn};
use wordgame_engine::report::JobInfo;
use wordgame_engine::report::analysis::Analysis;
use wordgame_engine::report::numbers::counted;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::hard::HardArg;
use crate::cli::args::lists::{ListArgs, find_guess};
use crate::cli::args::output::OutputArgs;

/// Judge how good and how lucky the guesses of a game were. Each is compared with the best guess at that point, which
/// leaves the fewest candidates on average
#[derive(Args)]
pub struct AnalyseArgs {
    /// The guesses made, in order
    #[arg(value_name = "GUESS", required = true)]
    played: Vec<String>,
    /// The hidden word
    #[arg(long, value_name = "WORD")]
    solution: String,
    #[command(flatten)]
    hard: HardArg,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `engine wordle analyse` or `engine peaks analyse`.
pub fn run(
    rule: &'static dyn Rule,
    args: &AnalyseArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.lists.files())?;
    let lists = args.lists.load()?;
    let guess = |word: &String| find_guess(&lists, word, "GUESS");
    let guesses = args.played.iter().map(guess);
    let guesses = guesses.collect::<Result<Vec<_>, Failure>>()?;
    let solution = find_guess(&lists, &args.solution, "--solution")?;
    let solution = lists.guesses()[solution.at()];
    let started = Instant::now();
    let found = Turn {
        guess: solution,
        pattern: rule.solved(solution.len()),
    };
    let remaining = lists.remaining(rule, &[found])?;
    if remaining.beyond_solutions {
        crate::cli::terminal::note(&format!(
            "note: '{}' is not among the {}; every guess is a candidate",
            solution,
            counted(lists.solutions().len(), "solution", "solutions"),
        ));
    }
    let game = Game::new(rule, remaining.lists(lists));
    let backend = compute.open_backend_for_one()?;
    let played = PlayedGame {
        guesses: &guesses,
        solution: remaining.candidates[0],
        hard: args.hard.mode(),
    };
    let analysis = analyse(&game, &*backend, played)?;
    let seconds = started.elapsed().as_secs_f64();

    let left_out = guesses.len() - analysis.len();
    if left_out > 0 {
        let guesses = counted(left_out, "guess", "guesses");
        crate::cli::terminal::note(&format!("note: {guesses} after the solution ignored"));
    }
    let job = JobInfo::new("analyse", &game, backend.info(), seconds);
    let done = job.done(&counted(analysis.len(), "guess", "guesses"));
    args.output.write_report(&Analysis {
        job,
        game: &game,
        solution,
        hard: args.hard.mode(),
        analysis: &analysis,
    })?;
    crate::cli::terminal::note(&done);
    Ok(())
}
