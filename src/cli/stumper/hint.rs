//! `engine stumper hint`: what can still be scored, and a hint of the next move by degrees.

use std::io::{self, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};
use comfy_table::CellAlignment::{Left, Right};
use itertools::Itertools;
use serde::Serialize;
use wordgame_engine::stumper::{GameState, Graph, MoveKind, Solution, Step};

use super::JobJson;
use super::position::position;
use super::words::{WordArgs, Words};
use crate::cli::failure::Failure;
use crate::cli::number::counted;
use crate::cli::output::{Format, OutputArgs, table, write_csv_or_header, write_json, write_table};

/// The best score still in reach, and a hint of the move that leads there
#[derive(Args)]
pub struct HintArgs {
    /// The words played so far with commas between them, the start first
    #[arg(value_name = "WORD,WORD,…")]
    played: String,
    /// How much to give away: the kind of the move, its letter too, the word, or what every move leads to
    #[arg(long, value_enum, default_value_t = Degree::Kind)]
    show: Degree,
    #[command(flatten)]
    words: WordArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How much a hint gives away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Degree {
    /// The kind of the move.
    Kind,
    /// And which letter it brings in, or an anagram begins with.
    Letter,
    /// And the word.
    Word,
    /// And all other moves.
    All,
}

/// What can be done in a position.
pub struct Hint<'a> {
    graph: &'a Graph,
    position: &'a GameState,
    /// The score of the best game from here on, with what was scored before.
    pub best: u32,
    /// The moves that there are, the best first.
    moves: Vec<(Step, u32)>,
}

impl<'a> Hint<'a> {
    /// Looks at every move of a position.
    pub fn new(solution: &Solution<'a>, position: &'a GameState) -> Hint<'a> {
        let mut moves = solution.moves(position);
        moves.sort_by_key(|&(_, after)| std::cmp::Reverse(after));
        let best = moves.first().map_or(0, |(step, after)| step.points + after);
        Hint {
            graph: solution.graph(),
            position,
            best: position.score() + best,
            moves,
        }
    }

    /// The best move as far as it is given away, if there is a move.
    pub fn text(&self, degree: Degree) -> Option<String> {
        let (step, _) = self.moves.first()?;
        let word = self.graph.word(step.word);
        let letter = self.letter(step);
        let kind = step.kind;
        Some(match (degree, kind) {
            (Degree::Kind, _) => format!("an {kind}"),
            (Degree::Letter, MoveKind::Anagram) => format!("an {kind} that begins with '{letter}'"),
            (Degree::Letter, _) => format!("an {kind} that brings in '{letter}'"),
            (Degree::Word | Degree::All, _) => format!("{word}, an {kind}"),
        })
    }

    /// The letter that a move brings in, or that an anagram begins with.
    fn letter(&self, step: &Step) -> char {
        let (from, to) = (
            self.graph.word(self.position.word()),
            self.graph.word(step.word),
        );
        let mut different = from.chars().zip(to.chars()).filter(|(a, b)| a != b);
        let first = match step.kind {
            MoveKind::Anagram => to.chars().next(),
            MoveKind::Alteration | MoveKind::Addition => different
                .next()
                .map_or(to.chars().last(), |(_, letter)| Some(letter)),
        };
        first.expect("a word has letters")
    }
}

#[derive(Serialize)]
struct HintJson<'a> {
    #[serde(flatten)]
    job: JobJson,
    played: Vec<&'a str>,
    score: u32,
    moves_left: u32,
    /// The best score that can still be reached, and that could be at the start.
    best_score: u32,
    best_score_of_start: u32,
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveJson<'a>>>,
}

/// A move that can be made. Names are stable.
#[derive(Serialize, Default)]
struct MoveJson<'a> {
    word: &'a str,
    kind: &'static str,
    moves_left: u32,
    /// The best score that can be reached after it.
    best_score: u32,
    loses: u32,
}

/// Runs `engine stumper hint`.
pub fn run(args: &HintArgs) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.words.files())?;
    if args.output.format == Format::Csv && args.show != Degree::All {
        return Err(Failure::BadInput(
            "--format csv lists every move; add --show all, or use --format json".to_owned(),
        ));
    }
    let words = args.words.load()?;
    let position = position(&words, &args.played)?;
    let started = Instant::now();
    let solution = super::solve::solve(&words.graph);
    let hint = Hint::new(&solution, &position);
    let seconds = started.elapsed().as_secs_f64();
    args.output.write(|out| match args.output.format {
        Format::Table => write_text(out, &solution, &hint, args.show),
        Format::Csv => write_csv_or_header(out, hint.rows()),
        Format::Json => write_json(out, &json(&solution, &hint, args.show, &words, seconds)),
    })
}

fn json<'a>(
    solution: &Solution<'a>,
    hint: &Hint<'a>,
    show: Degree,
    words: &Words,
    seconds: f64,
) -> HintJson<'a> {
    let (graph, position) = (hint.graph, hint.position);
    let best = hint.moves.first().map(|(step, _)| step);
    HintJson {
        job: JobJson::new("stumper hint", words, seconds),
        played: position
            .played()
            .iter()
            .map(|&word| graph.word(word))
            .collect(),
        score: position.score(),
        moves_left: position.moves_left(),
        best_score: hint.best,
        best_score_of_start: solution.of_start(position.played()[0]).score,
        kind: best.map(|step| step.kind.name()),
        letter: best
            .filter(|_| show >= Degree::Letter)
            .map(|step| hint.letter(step)),
        word: best
            .filter(|_| show >= Degree::Word)
            .map(|step| graph.word(step.word)),
        moves: (show == Degree::All).then(|| hint.rows().collect()),
    }
}

impl<'a> Hint<'a> {
    fn rows(&self) -> impl Iterator<Item = MoveJson<'a>> {
        self.moves.iter().map(|&(step, after)| {
            let best_score = self.position.score() + step.points + after;
            MoveJson {
                word: self.graph.word(step.word),
                kind: step.kind.name(),
                moves_left: step.moves_left,
                best_score,
                loses: self.best - best_score,
            }
        })
    }

    /// Writes every move and what it leads to.
    pub fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut moves = table(&[
            ("move", Left),
            ("kind", Left),
            ("moves left", Right),
            ("best score", Right),
            ("loses", Right),
        ]);
        for row in self.rows() {
            moves.add_row([
                row.word.to_owned(),
                row.kind.to_owned(),
                row.moves_left.to_string(),
                row.best_score.to_string(),
                row.loses.to_string(),
            ]);
        }
        write_table(out, &moves)
    }
}

fn write_text(
    out: &mut dyn Write,
    solution: &Solution,
    hint: &Hint,
    show: Degree,
) -> io::Result<()> {
    let position = hint.position;
    let played = position
        .played()
        .iter()
        .map(|&word| hint.graph.word(word))
        .join(", ");
    let left = counted(position.moves_left() as usize, "move", "moves");
    writeln!(out, "{played}: {}, {left} left", points(position.score()))?;
    let of_start = solution.of_start(position.played()[0]).score;
    let lost = match of_start - hint.best {
        0 => "nothing is lost so far".to_owned(),
        lost => format!("{} lost so far", points(lost)),
    };
    writeln!(out, "best score in reach: {} ({lost})", hint.best)?;
    match hint.text(show) {
        None => writeln!(out, "no move is possible: the game is over"),
        Some(_) if show == Degree::All => hint.write_moves(out),
        Some(text) => writeln!(out, "best move: {text}"),
    }
}

/// A number of points in words.
pub fn points(points: u32) -> String {
    counted(points as usize, "point", "points")
}
