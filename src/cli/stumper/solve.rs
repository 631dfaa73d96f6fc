//! `engine stumper solve`: the best games from every start.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use itertools::Itertools;
use serde::Serialize;
use wordgame_engine::stumper::{BestGames, GameState, Graph, Solution, Solver, WordIndex};

use super::chart::{self, Chart};
use super::words::{WordArgs, Words};
use super::{BestGamesJson, JobJson, StepJson, explain};
use crate::cli::failure::Failure;
use crate::cli::number::counted;
use crate::cli::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use crate::cli::progress::Progress;
use crate::cli::report::format_seconds;

/// Rows that a table shows where `--top` is not given.
const TABLE_ROWS: usize = 20;

/// Final words that a table shows.
const TABLE_FINALS: usize = 10;

/// The best games from every start, proved: score, final words, how many there are, one of them
#[derive(Args)]
pub struct SolveArgs {
    /// Explain the best game from one start, move by move
    #[arg(long, value_name = "WORD", conflicts_with = "top")]
    word: Option<String>,
    /// How many starts to show, best first: a number or all [default: 20 in a table, else all]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    /// Draw a chart of all starts: scores.svg, a histogram of their best scores; flow.svg or flow.dot, the
    /// words that the best games go through. Names may go on after scores and flow; may be given several times
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
    let written: Vec<_> = args
        .chart
        .iter()
        .map(|path| ("--chart", Some(&**path)))
        .collect();
    args.output.check_apart(&written, &args.words.files())?;
    let words = args.words.load()?;
    let start = match &args.word {
        Some(word) => Some(words.find_start(word, "--word")?),
        None => None,
    };
    words.check_starts()?;
    let started = Instant::now();
    let solution = solve(&words.graph);
    if let Some(start) = start {
        explain::explain(&solution, start, &words, &args.output, started)?;
    } else {
        all_starts(args, &solution, &words, started)?;
    }
    charts
        .iter()
        .try_for_each(|chart: &Chart| chart.draw(&solution))
}

/// Solves a graph. Dense graphs of a person's own may take long.
pub fn solve(graph: &Graph) -> Solution<'_> {
    let solver = Solver::new(graph);
    let words = solver.words_to_solve();
    let progress = OnceLock::new();
    let show = |done| {
        progress
            .get_or_init(|| Progress::new("entries", words))
            .set(done);
    };
    solver
        .with_progress(wordgame_engine::Progress::new(&show))
        .solve()
}

fn all_starts(
    args: &SolveArgs,
    solution: &Solution,
    words: &Words,
    started: Instant,
) -> Result<(), Failure> {
    let report = Report::new(args, solution, words, started);
    args.output
        .write(|out| report.write(out, args.output.format))?;
    crate::cli::note(&report.done());
    Ok(())
}

/// What came of all starts.
struct Report<'a> {
    solution: &'a Solution<'a>,
    words: &'a Words,
    /// The starts, the highest score first.
    ranked: Vec<WordIndex>,
    top: usize,
    finals: Vec<Final<'a>>,
    seconds: f64,
}

/// A word that best games end on. Names are stable.
#[derive(Serialize)]
struct Final<'a> {
    word: &'a str,
    /// Starts with a best game that ends on it.
    starts: usize,
    /// Starts whose best games all do.
    only: usize,
}

#[derive(Serialize)]
struct ReportJson<'a> {
    #[serde(flatten)]
    job: JobJson,
    finals: &'a [Final<'a>],
    starts: Vec<StartJson<'a>>,
}

/// The best games from a start. Names are stable.
#[derive(Serialize)]
struct StartJson<'a> {
    rank: usize,
    start: &'a str,
    #[serde(flatten)]
    best: BestGamesJson<'a>,
    path: Vec<StepJson<'a>>,
}

/// The same in CSV.
#[derive(Serialize)]
struct StartCsv<'a> {
    rank: usize,
    start: &'a str,
    score: u32,
    paths: String,
    fewest_moves: u32,
    most_moves: u32,
    finals: String,
    path: String,
}

impl<'a> Report<'a> {
    fn new(
        args: &SolveArgs,
        solution: &'a Solution<'a>,
        words: &'a Words,
        started: Instant,
    ) -> Report<'a> {
        let graph = solution.graph();
        let mut ranked: Vec<WordIndex> = graph.starts().into_iter().collect();
        ranked.sort_by_key(|&start| Reverse(solution.of_start(start).score));
        let default = match args.output.format {
            Format::Table => TABLE_ROWS,
            Format::Json | Format::Csv => usize::MAX,
        };
        let top = args.top.map_or(default, Top::rows);
        Report {
            finals: finals(solution),
            solution,
            words,
            top: top.min(ranked.len()),
            ranked,
            seconds: started.elapsed().as_secs_f64(),
        }
    }

    fn done(&self) -> String {
        let starts = counted(self.ranked.len(), "start", "starts");
        format!("{starts} in {}", format_seconds(self.seconds))
    }

    fn write(&self, out: &mut dyn Write, format: Format) -> io::Result<()> {
        match format {
            Format::Table => self.write_tables(out),
            Format::Csv => write_csv(out, self.shown().map(|(rank, start)| self.csv(rank, start))),
            Format::Json => write_json(
                out,
                &ReportJson {
                    job: JobJson::new("stumper solve", self.words, self.seconds),
                    finals: &self.finals,
                    starts: self
                        .shown()
                        .map(|(rank, start)| self.json(rank, start))
                        .collect(),
                },
            ),
        }
    }

    /// The starts that are shown, with their ranks.
    fn shown(&self) -> impl Iterator<Item = (usize, WordIndex)> {
        (1..).zip(self.ranked[..self.top].iter().copied())
    }

    fn json(&self, rank: usize, start: WordIndex) -> StartJson<'a> {
        let graph = self.solution.graph();
        let best = self.solution.of_start(start);
        let path = self.solution.first_best_game(&position(graph, start));
        StartJson {
            rank,
            start: graph.word(start),
            best: BestGamesJson::new(graph, best),
            path: path.iter().map(|step| StepJson::new(graph, step)).collect(),
        }
    }

    fn csv(&self, rank: usize, start: WordIndex) -> StartCsv<'a> {
        let json = self.json(rank, start);
        StartCsv {
            rank,
            start: json.start,
            score: json.best.score,
            paths: json.best.paths,
            fewest_moves: json.best.fewest_moves,
            most_moves: json.best.most_moves,
            finals: json.best.finals.join(" "),
            path: json.path.iter().map(|step| step.word).join(" "),
        }
    }

    fn write_tables(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut starts = table(&[
            ("rank", Right),
            ("start", Left),
            ("score", Right),
            ("moves", Right),
            ("paths", Right),
            ("final words", Left),
        ]);
        let graph = self.solution.graph();
        for (rank, start) in self.shown() {
            let best = self.solution.of_start(start);
            starts.add_row([
                rank.to_string(),
                graph.word(start).to_owned(),
                best.score.to_string(),
                moves(best),
                best.count.to_string(),
                some_words(graph, &best.final_words),
            ]);
        }
        write_table(out, &starts)?;
        let more = self.ranked.len() - self.top;
        if more > 0 {
            writeln!(
                out,
                "{} more: --top N or --top all",
                HumanCount(more as u64)
            )?;
        }
        writeln!(out)?;
        let mut finals = table(&[("final word", Left), ("starts", Right), ("only", Right)]);
        for row in self.finals.iter().take(TABLE_FINALS) {
            finals.add_row([
                row.word.to_owned(),
                row.starts.to_string(),
                row.only.to_string(),
            ]);
        }
        write_table(out, &finals)?;
        let more = self.finals.len().saturating_sub(TABLE_FINALS);
        if more > 0 {
            writeln!(out, "{} more: --format json", HumanCount(more as u64))?;
        }
        writeln!(
            out,
            "starts: with a best game that ends on the word; only: whose best games all do"
        )
    }
}

/// The words that best games end on, those of the most starts first.
fn finals<'a>(solution: &Solution<'a>) -> Vec<Final<'a>> {
    let graph = solution.graph();
    let mut counts = vec![(0, 0); graph.len()];
    for start in graph.starts() {
        let finals = &solution.of_start(start).final_words;
        for &word in finals {
            let (starts, only) = &mut counts[word.at()];
            *starts += 1;
            *only += usize::from(finals.len() == 1);
        }
    }
    let counted = graph
        .words()
        .into_iter()
        .zip(counts)
        .filter(|&(_, (starts, _))| starts > 0);
    let mut finals: Vec<Final> = counted
        .map(|(word, (starts, only))| Final {
            word: graph.word(word),
            starts,
            only,
        })
        .collect();
    finals.sort_by_key(|row| (Reverse(row.starts), row.word));
    finals
}

/// The position of a start.
pub fn position(graph: &Graph, start: WordIndex) -> GameState {
    GameState::start(graph, start).expect("a start has the letters of a start")
}

/// The moves of the best games: one number, or from how many to how many.
pub fn moves(best: &BestGames) -> String {
    match best.fewest_moves == best.most_moves {
        true => best.most_moves.to_string(),
        false => format!("{}-{}", best.fewest_moves, best.most_moves),
    }
}

/// The first words of some, and how many more there are.
pub fn some_words(graph: &Graph, words: &[WordIndex]) -> String {
    let shown = words
        .iter()
        .take(3)
        .map(|&word| graph.word(word))
        .join(", ");
    match words.len().saturating_sub(3) {
        0 => shown,
        more => format!("{shown}, {more} more"),
    }
}
