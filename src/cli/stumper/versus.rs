//! `engine stumper versus`: the game of two, from every start or in a position.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use itertools::Itertools;
use serde::Serialize;
use wordgame_engine::stumper::versus::{Budgets, VersusState, VersusStep};
use wordgame_engine::stumper::{Graph, Versus, WordIndex};

use super::JobJson;
use super::words::{WordArgs, Words};
use crate::cli::failure::Failure;
use crate::cli::number::{counted, number};
use crate::cli::output::{
    Format, OutputArgs, Top, table, write_csv, write_csv_or_header, write_json, write_table,
};
use crate::cli::progress::Progress;
use crate::cli::report::format_seconds;

/// Rows that a table shows where `--top` is not given.
const TABLE_ROWS: usize = 20;

/// The most moves of a budget, at the start and for an addition.
const MOST_MOVES: u32 = 20;

/// The game of two: they move one word in turn, and who cannot move loses. Who wins, and with which moves
#[derive(Args)]
pub struct VersusArgs {
    /// The words played so far with commas between them; words shorter than the last one need not be
    /// among them [default: every start]
    #[arg(value_name = "WORD,WORD,…")]
    played: Option<String>,
    /// Show a whole game from there. Who can win plays the alphabetically first word that does, and who
    /// cannot the first that there is
    #[arg(long, requires = "played")]
    line: bool,
    /// Play as on the web: each player has so many moves (1 to 20; 3 there) at the first word, and who
    /// has none left loses. Above eight or so it takes long
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| number(text, 1, MOST_MOVES))]
    moves_per_player: Option<u32>,
    /// How many moves an addition gives to who plays it; other moves cost one
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        requires = "moves_per_player",
        allow_negative_numbers = true,
        value_parser = |text: &str| number(text, 0, MOST_MOVES)
    )]
    addition_gain: u32,
    /// How many starts to show, those with the fewest winning moves first: a number or all [default: 20 in a
    /// table, else all]
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

/// How results begin. Names are stable.
#[derive(Serialize)]
struct GameJson {
    #[serde(flatten)]
    job: JobJson,
    /// Null where moves are not counted.
    moves_per_player: Option<u32>,
    addition_gain: Option<u32>,
}

impl GameJson {
    fn new(words: &Words, budgets: Option<Budgets>, seconds: f64) -> GameJson {
        GameJson {
            job: JobJson::new("stumper versus", words, seconds),
            moves_per_player: budgets.map(|budgets| budgets.moves),
            addition_gain: budgets.map(|budgets| budgets.addition_gain),
        }
    }
}

#[derive(Serialize)]
struct StartsJson<'a> {
    #[serde(flatten)]
    game: GameJson,
    won: usize,
    lost: usize,
    starts: Vec<StartJson<'a>>,
}

/// What becomes of a start. Names are stable.
#[derive(Serialize)]
struct StartJson<'a> {
    start: &'a str,
    /// Whether the first player wins.
    wins: bool,
    moves: usize,
    winning_moves: Vec<&'a str>,
}

/// The same in CSV.
#[derive(Serialize)]
struct StartCsv<'a> {
    start: &'a str,
    wins: bool,
    moves: usize,
    winning_moves: String,
}

fn all_starts(args: &VersusArgs, words: &Words, budgets: Option<Budgets>) -> Result<(), Failure> {
    words.check_starts()?;
    let graph = &words.graph;
    let progress = Progress::new("starts", graph.starts().len());
    let done = AtomicUsize::new(0);
    let winning = progress.show_while(&done, || {
        let count = |starts| done.store(starts, Ordering::Relaxed);
        Versus::new(graph, budgets)
            .winning_moves_of_starts_with(wordgame_engine::Progress::new(&count))
    });
    let seconds = progress.seconds();
    drop(progress);
    let mut starts: Vec<StartJson> = graph
        .starts()
        .into_iter()
        .zip(winning)
        .map(|(start, winning)| StartJson {
            start: graph.word(start),
            wins: !winning.is_empty(),
            moves: graph.moves(start).count(),
            winning_moves: texts(graph, &winning),
        })
        .collect();
    starts.sort_by_key(|start| start.winning_moves.len());
    let won = starts.iter().filter(|start| start.wins).count();
    let lost = starts.len() - won;
    let default = match args.output.format {
        Format::Table => TABLE_ROWS,
        Format::Json | Format::Csv => usize::MAX,
    };
    let more = starts.len();
    starts.truncate(args.top.map_or(default, Top::rows));
    let more = more - starts.len();
    args.output.write(|out| match args.output.format {
        Format::Table => write_starts(out, graph, &starts, (won, lost), more),
        Format::Csv => write_csv(out, starts.iter().map(StartJson::csv)),
        Format::Json => write_json(
            out,
            &StartsJson {
                game: GameJson::new(words, budgets, seconds),
                won,
                lost,
                starts,
            },
        ),
    })?;
    let done = counted(won + lost, "start", "starts");
    crate::cli::note(&format!("{done} in {}", format_seconds(seconds)));
    Ok(())
}

impl<'a> StartJson<'a> {
    fn csv(&self) -> StartCsv<'a> {
        StartCsv {
            start: self.start,
            wins: self.wins,
            moves: self.moves,
            winning_moves: self.winning_moves.join(" "),
        }
    }
}

fn write_starts(
    out: &mut dyn Write,
    graph: &Graph,
    starts: &[StartJson],
    (won, lost): (usize, usize),
    more: usize,
) -> io::Result<()> {
    writeln!(
        out,
        "{}: the first player wins {} and loses {}",
        counted(won + lost, "start", "starts"),
        HumanCount(won as u64),
        HumanCount(lost as u64)
    )?;
    let mut rows = table(&[
        ("start", Left),
        ("moves", Right),
        ("winning", Right),
        ("the first of them", Left),
        ("kind", Left),
    ]);
    for row in starts {
        let winning = row.winning_moves.first();
        let kind = winning.and_then(|word| {
            let place = |text: &str| graph.find(text);
            graph.move_kind(place(row.start)?, place(word)?)
        });
        rows.add_row([
            row.start.to_owned(),
            row.moves.to_string(),
            row.winning_moves.len().to_string(),
            winning.copied().unwrap_or("-").to_owned(),
            kind.map_or(String::new(), |kind| kind.to_string()),
        ]);
    }
    write_table(out, &rows)?;
    match more {
        0 => Ok(()),
        more => writeln!(
            out,
            "{} more: --top N or --top all",
            HumanCount(more as u64)
        ),
    }
}

/// A position, its moves and, if asked for, a whole game from there. Names are stable.
#[derive(Serialize)]
struct PositionJson<'a> {
    #[serde(flatten)]
    game: GameJson,
    played: Vec<&'a str>,
    /// The moves left to the player whose turn it is, and to the other one.
    moves_left: Option<[u32; 2]>,
    /// Whether the player whose turn it is wins.
    wins: bool,
    moves: Vec<MoveJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<StepJson<'a>>>,
}

/// A move that can be made. Names are stable.
#[derive(Clone, Copy, Serialize, Default)]
struct MoveJson<'a> {
    word: &'a str,
    kind: &'static str,
    wins: bool,
}

/// A move of a line. Names are stable.
#[derive(Clone, Copy, Serialize, Default)]
struct StepJson<'a> {
    /// 1 is the player whose turn it is in the position, 2 the other one.
    player: usize,
    word: &'a str,
    kind: &'static str,
    /// The moves left to the player after it; null where they are not counted.
    moves_left: Option<u32>,
}

fn one_position(
    args: &VersusArgs,
    words: &Words,
    budgets: Option<Budgets>,
    played: &str,
) -> Result<(), Failure> {
    let graph = &words.graph;
    let progress = Progress::new("position", 1);
    let game = Versus::new(graph, budgets);
    let position = position(&game, words, played)?;
    let (winning, line) = progress.show_while(&AtomicUsize::new(0), || {
        let line = args.line.then(|| steps(graph, &game.line(&position)));
        (game.winning_moves(&position), line)
    });
    let json = PositionJson {
        game: GameJson::new(words, budgets, progress.seconds()),
        played: texts(graph, position.played()),
        moves_left: position.moves_left(),
        wins: !winning.is_empty(),
        moves: moves(graph, &game, &position, &winning),
        line,
    };
    args.output.write(|out| match args.output.format {
        Format::Table => write_position(out, &json),
        Format::Json => write_json(out, &json),
        Format::Csv => match &json.line {
            Some(line) => write_csv_or_header(out, line.iter().copied()),
            None => write_csv_or_header(out, json.moves.iter().copied()),
        },
    })
}

/// Plays the words that an argument lists, with commas between them.
fn position(game: &Versus, words: &Words, argument: &str) -> Result<VersusState, Failure> {
    let mut played = argument.split(',').map(str::trim);
    let first = words.find(played.next().unwrap_or_default(), "word 1")?;
    let mut position = game.start(first);
    for (number, text) in (2..).zip(played) {
        let place = format!("word {number}");
        let word = words.find(text, &place)?;
        game.play(&mut position, word).map_err(|illegal| {
            let after = words.graph.word(position.word());
            Failure::BadInput(format!(
                "{place}: '{text}' cannot be played after '{after}': {illegal}"
            ))
        })?;
    }
    Ok(position)
}

/// The moves of a position, those that win first.
fn moves<'a>(
    graph: &'a Graph,
    game: &Versus,
    position: &VersusState,
    winning: &[WordIndex],
) -> Vec<MoveJson<'a>> {
    let (wins, loses): (Vec<WordIndex>, Vec<WordIndex>) = game
        .moves(position)
        .into_iter()
        .partition(|word| winning.contains(word));
    let moves = wins.into_iter().chain(loses);
    let moves = moves.map(|word| MoveJson {
        word: graph.word(word),
        kind: graph
            .move_kind(position.word(), word)
            .expect("a move leads there")
            .name(),
        wins: winning.contains(&word),
    });
    moves.collect()
}

fn steps<'a>(graph: &'a Graph, line: &[VersusStep]) -> Vec<StepJson<'a>> {
    let steps = line.iter().enumerate().map(|(number, step)| StepJson {
        player: number % 2 + 1,
        word: graph.word(step.word),
        kind: step.kind.name(),
        moves_left: step.moves_left,
    });
    steps.collect()
}

fn texts<'a>(graph: &'a Graph, words: &[WordIndex]) -> Vec<&'a str> {
    words.iter().map(|&word| graph.word(word)).collect()
}

fn write_position(out: &mut dyn Write, json: &PositionJson) -> io::Result<()> {
    write!(out, "{}: ", json.played.iter().join(", "))?;
    if let Some([own, other]) = json.moves_left {
        let own = counted(own as usize, "move", "moves");
        write!(
            out,
            "{own} left to the player to move, {other} to the other; "
        )?;
    }
    let winning = json.moves.iter().filter(|row| row.wins).count();
    let of = counted(json.moves.len(), "move", "moves");
    match (winning, json.moves.len()) {
        (_, 0) => writeln!(out, "the player to move cannot, and loses")?,
        (0, _) => writeln!(out, "the player to move loses, with {of} to play")?,
        _ => writeln!(out, "the player to move wins with {winning} of {of}")?,
    }
    match &json.line {
        Some(line) => write_line(out, line),
        None => write_moves(out, &json.moves),
    }
}

fn write_moves(out: &mut dyn Write, moves: &[MoveJson]) -> io::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let mut rows = table(&[("move", Left), ("kind", Left), ("outcome", Left)]);
    for row in moves {
        rows.add_row([row.word, row.kind, if row.wins { "wins" } else { "loses" }]);
    }
    write_table(out, &rows)
}

fn write_line(out: &mut dyn Write, line: &[StepJson]) -> io::Result<()> {
    let Some(last) = line.last() else {
        return Ok(());
    };
    let mut columns = vec![("player", Right), ("word", Left), ("kind", Left)];
    let counted = last.moves_left.is_some();
    columns.extend(counted.then_some(("moves left", Right)));
    let mut rows = table(&columns);
    for step in line {
        let left = step.moves_left.map(|left| left.to_string());
        let cells = [
            step.player.to_string(),
            step.word.to_owned(),
            step.kind.to_owned(),
        ];
        rows.add_row(cells.into_iter().chain(left));
    }
    write_table(out, &rows)?;
    writeln!(out, "player {} cannot move and loses", 3 - last.player)
}
