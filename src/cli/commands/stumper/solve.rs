//! `engine stumper solve`: the best games from every start, or the best game from one start move by move.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::report::Top;
use wordgame_engine::report::stumper::StumperJob;
use wordgame_engine::report::stumper::explain::BestGame;
use wordgame_engine::report::stumper::solve::AllStarts;
use wordgame_engine::stumper::{Graph, Solution, Solver};

use super::chart;
use super::words::WordArgs;
use crate::cli::args::output::OutputArgs;
use crate::cli::terminal::progress::Progress;

/// The best games from every start, proved: their score, final words and count, and one example
#[derive(Args)]
pub struct SolveArgs {
    /// Explain the best game from one start, move by move
    #[arg(long, value_name = "WORD", conflicts_with = "top")]
    word: Option<String>,
    /// How many starts to show, best first: a number or all [default: 20 in a table, otherwise all]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    /// Draw a chart of all starts: scores.svg, a histogram of their best scores; flow.svg or flow.dot, the
    /// words and moves that most of the best games use. A name may continue after scores and flow. Can be repeated
    #[arg(long, value_name = "scores.svg|flow.svg|flow.dot")]
    chart: Vec<PathBuf>,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Runs `engine stumper solve`.
pub fn run(args: &SolveArgs) -> Result<(), Failure> {
    args.output.check()?;
    let charts = chart::charts(&args.chart, &args.output)?;
    let written = args.chart.iter().map(|path| ("--chart", Some(&**path)));
    let written: Vec<_> = written.collect();
    args.output.check_apart(&written, &args.words.files())?;
    let words = args.words.load()?;
    let start = args.word.as_deref();
    let start = start.map(|word| words.find_start(word, "--word", ""));
    let start = start.transpose()?;
    words.check_starts()?;
    let started = Instant::now();
    let solution = solve(&words.graph);
    let seconds = started.elapsed().as_secs_f64();
    let job = StumperJob::new("stumper solve", &words.info, seconds);
    if let Some(start) = start {
        args.output
            .write_report(&BestGame::new(job, &solution, start))?;
    } else {
        let report = AllStarts::new(job, &solution, args.top);
        args.output.write_report(&report)?;
        crate::cli::terminal::note(&report.done());
    }
    charts.iter().try_for_each(|chart| chart.draw(&solution))
}

/// Solves a graph and shows the progress. Dense graphs of a user's own dictionary may take long.
pub fn solve(graph: &Graph) -> Solution<'_> {
    let solver = Solver::new(graph);
    let words = solver.words_to_solve();
    let progress = OnceLock::new();
    let show = |done| {
        progress
            .get_or_init(|| Progress::new("words", words).without_estimate())
            .set(done);
    };
    solver
        .with_progress(wordgame_engine::Progress::new(&show))
        .solve()
}
