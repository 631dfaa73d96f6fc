//! `engine stumper route`: the fewest moves from one word to another, and puzzles of them.

use std::io::{self, Write};
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use itertools::Itertools;
use serde::{Serialize, Serializer};
use wordgame_engine::stumper::route::{MoveLimit, Routes, puzzle};
use wordgame_engine::stumper::{Graph, WordIndex};

use super::JobJson;
use super::words::{WordArgs, Words};
use crate::cli::failure::Failure;
use crate::cli::number::{at_least, counted, number};
use crate::cli::output::{
    Format, OutputArgs, Top, table, write_csv_or_header, write_json, write_table,
};
use crate::cli::progress::Progress;
use crate::cli::seed::random_seed;

/// The fewest moves from one word to another, and how many ways there are
#[derive(Args)]
pub struct RouteArgs {
    /// The word that routes begin on, of four letters unless moves are unlimited
    #[arg(required_unless_present = "random")]
    from: Option<String>,
    /// The word that they lead to
    #[arg(required_unless_present = "random")]
    to: Option<String>,
    /// Do not count moves. Else they are counted as in a game: three at the start, an addition gains two, other
    /// moves cost one
    #[arg(long)]
    no_budget: bool,
    /// How many of the shortest routes to show, in alphabetical order: a number or all [default: 1, and
    /// none with --random]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    /// Make a puzzle: two random words
    #[arg(long, requires = "difficulty", conflicts_with_all = ["from", "to"])]
    random: bool,
    /// The fewest moves that the puzzle takes
    #[arg(long, value_name = "N", requires = "random", conflicts_with_all = ["from", "to"], allow_negative_numbers = true, value_parser = |text: &str| at_least(text, 1))]
    difficulty: Option<usize>,
    /// Make the puzzle of this number again [default: another one each time]
    #[arg(long, value_name = "NUMBER", requires = "random", conflicts_with_all = ["from", "to"], allow_negative_numbers = true, value_parser = |text: &str| number::<u64>(text, 0, u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl RouteArgs {
    fn limit(&self) -> MoveLimit {
        match self.no_budget {
            true => MoveLimit::None,
            false => MoveLimit::Game,
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
                MoveLimit::Game => words.find_start(from, "FROM")?,
                MoveLimit::None => words.find(from, "FROM")?,
            };
            (from, words.find(to, "TO")?, None)
        }
        _ => random(args, &words)?,
    };
    let routes = Routes::find(&words.graph, from, to, args.limit());
    let report = Report {
        args,
        words: &words,
        from,
        to,
        seed,
        routes,
        seconds: started.elapsed().as_secs_f64(),
    };
    args.output.write(|out| match args.output.format {
        Format::Table => report.write_text(out),
        Format::Csv => write_csv_or_header(out, report.csv()),
        Format::Json => write_json(out, &report.json()),
    })
}

/// A puzzle, and the seed that makes it again.
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
            "--difficulty {difficulty}: no two words are as far apart; the most is {most}"
        ))
    })?;
    Ok((from, to, Some(seed)))
}

/// What was found.
struct Report<'a> {
    args: &'a RouteArgs,
    words: &'a Words,
    from: WordIndex,
    to: WordIndex,
    seed: Option<u64>,
    routes: Option<Routes>,
    seconds: f64,
}

#[derive(Serialize)]
struct ReportJson<'a> {
    #[serde(flatten)]
    job: JobJson,
    /// Whether moves are counted as in a game.
    budget: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    from: &'a str,
    to: &'a str,
    /// The fewest moves; null if no route leads there.
    moves: Option<u32>,
    /// How many shortest routes there are.
    count: String,
    routes: RoutesJson<'a>,
}

/// The routes that are shown, each its words; written as they are found, for there may be very many.
struct RoutesJson<'a>(&'a Report<'a>);

/// A word of a route. Names are stable.
#[derive(Serialize)]
struct WordJson<'a> {
    word: &'a str,
    /// The kind of the move that leads to it; null for the first.
    kind: Option<&'static str>,
    /// The moves left; null where they are not counted.
    moves_left: Option<u32>,
}

/// The same in CSV, with the number of the route and of the move.
#[derive(Serialize, Default)]
struct WordCsv<'a> {
    route: usize,
    r#move: usize,
    word: &'a str,
    kind: Option<&'static str>,
    moves_left: Option<u32>,
}

impl Serialize for RoutesJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let routes = self.0.shown();
        serializer.collect_seq(routes.map(|route| self.0.words_of(&route)))
    }
}

impl<'a> Report<'a> {
    fn graph(&self) -> &'a Graph {
        &self.words.graph
    }

    /// The routes that are shown.
    fn shown(&self) -> impl Iterator<Item = Vec<WordIndex>> {
        let default = if self.args.random { 0 } else { 1 };
        let top = self.args.top.map_or(default, Top::rows);
        self.routes.iter().flat_map(Routes::iter).take(top)
    }

    fn words_of(&self, route: &[WordIndex]) -> Vec<WordJson<'a>> {
        let graph = self.graph();
        let words = route.iter().enumerate().map(|(made, &word)| WordJson {
            word: graph.word(word),
            kind: made
                .checked_sub(1)
                .and_then(|before| graph.move_kind(route[before], word))
                .map(|kind| kind.name()),
            moves_left: self
                .args
                .limit()
                .moves_left(graph.length(word), made as u32),
        });
        words.collect()
    }

    fn csv(&self) -> impl Iterator<Item = WordCsv<'a>> {
        (1..).zip(self.shown()).flat_map(|(route, words)| {
            let words = self.words_of(&words).into_iter().enumerate();
            words.map(move |(made, json)| WordCsv {
                route,
                r#move: made,
                word: json.word,
                kind: json.kind,
                moves_left: json.moves_left,
            })
        })
    }

    fn json(&self) -> ReportJson<'_> {
        let count = self
            .routes
            .as_ref()
            .map(|routes| routes.count().to_string());
        ReportJson {
            job: JobJson::new("stumper route", self.words, self.seconds),
            budget: self.args.limit() == MoveLimit::Game,
            seed: self.seed,
            from: self.graph().word(self.from),
            to: self.graph().word(self.to),
            moves: self.routes.as_ref().map(Routes::moves),
            count: count.unwrap_or_else(|| "0".to_owned()),
            routes: RoutesJson(self),
        }
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let graph = self.graph();
        write!(
            out,
            "{} to {}: ",
            graph.word(self.from),
            graph.word(self.to)
        )?;
        match &self.routes {
            None => return writeln!(out, "no route{}", self.without_budget()),
            Some(routes) => {
                let moves = counted(routes.moves() as usize, "move", "moves");
                write!(out, "{moves}, shortest routes: {}", routes.count())?;
            }
        }
        match self.seed {
            Some(seed) => writeln!(out, " (--seed {seed})")?,
            None => writeln!(out)?,
        }
        match self.args.top {
            // A line a route.
            Some(_) => self.shown().try_for_each(|route| {
                let words = route.iter().map(|&word| graph.word(word));
                writeln!(out, "  {}", words.format(" "))
            }),
            None => self
                .shown()
                .try_for_each(|route| write_route(out, &self.words_of(&route))),
        }
    }

    /// What to say of the route that there is if moves are not counted.
    fn without_budget(&self) -> String {
        if self.args.no_budget {
            return String::new();
        }
        match Routes::find(self.graph(), self.from, self.to, MoveLimit::None) {
            None => ", not even without a budget".to_owned(),
            Some(routes) => {
                let moves = counted(routes.moves() as usize, "move", "moves");
                format!(" with the moves of a game; --no-budget finds one of {moves}")
            }
        }
    }
}

/// Writes a route move by move.
fn write_route(out: &mut dyn Write, words: &[WordJson]) -> io::Result<()> {
    let mut columns = vec![("move", Right), ("word", Left), ("kind", Left)];
    let counted = words.iter().any(|word| word.moves_left.is_some());
    columns.extend(counted.then_some(("moves left", Right)));
    let mut rows = table(&columns);
    for (number, word) in words.iter().enumerate() {
        let cells = [
            number.to_string(),
            word.word.to_owned(),
            word.kind.unwrap_or_default().to_owned(),
        ];
        let left = word.moves_left.map(|left| left.to_string());
        rows.add_row(cells.into_iter().chain(left));
    }
    write_table(out, &rows)
}
