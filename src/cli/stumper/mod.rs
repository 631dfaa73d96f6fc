//! `engine stumper`: the best game from every start, the two-player game, routes, hints.

mod chart;
mod explain;
mod hint;
mod play;
mod position;
mod route;
mod solve;
mod versus;
mod words;

use clap::{Args, Subcommand};
use serde::Serialize;
use wordgame_engine::stumper::{BestGames, Graph, Step};

use super::failure::Failure;
use words::{Words, WordsJson};

/// Stumper: the best games, proved; the two-player game; routes; hints
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct StumperArgs {
    #[command(subcommand)]
    job: Job,
}

#[derive(Subcommand)]
enum Job {
    Solve(solve::SolveArgs),
    Hint(hint::HintArgs),
    Play(play::PlayArgs),
    Versus(versus::VersusArgs),
    Route(route::RouteArgs),
}

/// Runs `engine stumper`.
pub fn run(args: &StumperArgs) -> Result<(), Failure> {
    match &args.job {
        Job::Solve(args) => solve::run(args),
        Job::Hint(args) => hint::run(args),
        Job::Play(args) => play::run(args),
        Job::Versus(args) => versus::run(args),
        Job::Route(args) => route::run(args),
    }
}

/// How every result of a job begins.
#[derive(Serialize)]
struct JobJson {
    engine: &'static str,
    job: &'static str,
    #[serde(flatten)]
    words: WordsJson,
    seconds: f64,
}

/// What the best games from a word have in common, in JSON.
#[derive(Serialize)]
struct BestGamesJson<'a> {
    score: u32,
    paths: String,
    fewest_moves: u32,
    most_moves: u32,
    finals: Vec<&'a str>,
}

impl BestGamesJson<'_> {
    fn new<'a>(graph: &'a Graph, best: &BestGames) -> BestGamesJson<'a> {
        let finals = best.final_words.iter().map(|&word| graph.word(word));
        BestGamesJson {
            score: best.score,
            paths: best.count.to_string(),
            fewest_moves: best.fewest_moves,
            most_moves: best.most_moves,
            finals: finals.collect(),
        }
    }
}

/// A move in JSON.
#[derive(Serialize)]
struct StepJson<'a> {
    word: &'a str,
    kind: &'static str,
    points: u32,
    moves_left: u32,
}

impl StepJson<'_> {
    fn new<'a>(graph: &'a Graph, step: &Step) -> StepJson<'a> {
        StepJson {
            word: graph.word(step.word),
            kind: step.kind.name(),
            points: step.points,
            moves_left: step.moves_left,
        }
    }
}

impl JobJson {
    /// A job on some words that took some time.
    fn new(job: &'static str, words: &Words, seconds: f64) -> JobJson {
        JobJson {
            engine: env!("CARGO_PKG_VERSION"),
            job,
            words: words.json(),
            seconds,
        }
    }
}
