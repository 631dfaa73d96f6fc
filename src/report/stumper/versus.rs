//! The reports of `stumper versus`: the two-player game from every start, or from one state.

use std::io;

use itertools::Itertools;
use serde::Serialize;

use super::{StumperJob, texts};
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::{counted, grouped};
use crate::report::{Cell, Document, JsonWriter, Report, Rows, Table, Top, cells};
use crate::stumper::versus::{Budgets, VersusState, VersusStep};
use crate::stumper::{Graph, Versus, WordIndex};

/// The job and the rules of the game: the first fields of the JSON forms. Names are stable.
#[derive(Serialize)]
struct GameJson<'a> {
    #[serde(flatten)]
    job: &'a StumperJob,
    /// Null if the number of moves is not limited.
    moves_per_player: Option<u32>,
    addition_gain: Option<u32>,
}

impl<'a> GameJson<'a> {
    fn new(job: &'a StumperJob, budgets: Option<Budgets>) -> GameJson<'a> {
        GameJson {
            job,
            moves_per_player: budgets.map(|budgets| budgets.moves),
            addition_gain: budgets.map(|budgets| budgets.addition_gain),
        }
    }
}

/// The winner from every start.
pub struct VersusStarts<'a> {
    job: StumperJob,
    budgets: Option<Budgets>,
    graph: &'a Graph,
    /// The starts, those with the fewest winning moves first.
    starts: Vec<StartJson<'a>>,
    /// The number of starts from which the first player wins.
    won: usize,
    top: Option<Top>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct StartsJson<'a> {
    #[serde(flatten)]
    game: GameJson<'a>,
    won: usize,
    lost: usize,
    starts: &'a [StartJson<'a>],
}

/// A start in JSON. Names are stable.
#[derive(Serialize)]
struct StartJson<'a> {
    start: &'a str,
    /// True if the first player wins.
    wins: bool,
    /// The number of possible first moves.
    moves: usize,
    winning_moves: Vec<&'a str>,
}

/// A start in CSV. Names are stable.
#[derive(Serialize)]
struct StartRow<'a> {
    start: &'a str,
    wins: bool,
    moves: usize,
    winning_moves: String,
}

impl<'a> VersusStarts<'a> {
    /// The starts of a graph. `winning` holds the winning moves of each, in the order of [`Graph::starts`].
    pub fn new(
        job: StumperJob,
        budgets: Option<Budgets>,
        graph: &'a Graph,
        winning: &[Vec<WordIndex>],
        top: Option<Top>,
    ) -> VersusStarts<'a> {
        let starts = graph.starts().into_iter().zip(winning);
        let mut starts: Vec<StartJson> = starts
            .map(|(start, winning)| StartJson {
                start: graph.word(start),
                wins: !winning.is_empty(),
                moves: graph.moves(start).count(),
                winning_moves: texts(graph, winning),
            })
            .collect();
        starts.sort_by_key(|start| start.winning_moves.len());
        VersusStarts {
            job,
            budgets,
            graph,
            won: starts.iter().filter(|start| start.wins).count(),
            starts,
            top,
        }
    }

    /// The first starts, at most `top`.
    fn first(&self, top: usize) -> &[StartJson<'a>] {
        &self.starts[..top.min(self.starts.len())]
    }

    fn lost(&self) -> usize {
        self.starts.len() - self.won
    }

    fn table(&self, top: usize) -> Table {
        let mut table = Table::new([
            ("start", Left),
            ("moves", Right),
            ("winning", Right),
            ("the first of them", Left),
            ("kind", Left),
        ]);
        for row in self.first(top) {
            let first = row.winning_moves.first().copied();
            let kind = first.and_then(|word| {
                let (start, word) = (self.graph.find(row.start)?, self.graph.find(word)?);
                self.graph.move_kind(start, word)
            });
            table.row(cells![
                row.start,
                row.moves,
                row.winning_moves.len(),
                first.unwrap_or("-"),
                kind.map_or("", |kind| kind.name()),
            ]);
        }
        table
    }
}

impl Report for VersusStarts<'_> {
    fn document(&self) -> Document<'_> {
        let top = Top::in_table(self.top);
        let mut document = Document::new();
        document.line(format!(
            "{}: the first player wins {} and loses {}",
            counted(self.starts.len(), "start", "starts"),
            grouped(self.won),
            grouped(self.lost()),
        ));
        document.table(self.table(top));
        document.more(self.starts.len().saturating_sub(top));
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        let starts = self.first(Top::in_data(self.top)).iter();
        rows.write(starts.map(|start| StartRow {
            start: start.start,
            wins: start.wins,
            moves: start.moves,
            winning_moves: start.winning_moves.join(" "),
        }))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&StartsJson {
            game: GameJson::new(&self.job, self.budgets),
            won: self.won,
            lost: self.lost(),
            starts: self.first(Top::in_data(self.top)),
        })
    }
}

/// The winner from one state of the game with the winning moves, or a whole game from there.
pub struct VersusPosition<'a> {
    /// The job.
    pub job: StumperJob,
    /// The number of moves that each player has, if it is limited.
    pub budgets: Option<Budgets>,
    /// The words of the game.
    pub graph: &'a Graph,
    /// The game.
    pub game: &'a Versus<'a>,
    /// The state.
    pub state: &'a VersusState,
    /// The moves with which the player to move wins.
    pub winning: &'a [WordIndex],
    /// A whole game from there, if it is asked for.
    pub line: Option<&'a [VersusStep]>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct PositionJson<'a> {
    #[serde(flatten)]
    game: GameJson<'a>,
    played: Vec<&'a str>,
    /// The moves left to the player to move, and to the opponent.
    moves_left: Option<[u32; 2]>,
    /// True if the player to move wins.
    wins: bool,
    moves: Vec<MoveRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Vec<StepRow<'a>>>,
}

/// A possible move in JSON and CSV. Names are stable.
#[derive(Serialize, Default)]
struct MoveRow<'a> {
    word: &'a str,
    kind: &'static str,
    wins: bool,
}

/// A move of a game in JSON and CSV. Names are stable.
#[derive(Serialize, Default)]
struct StepRow<'a> {
    /// 1 is the player to move in the position, 2 the opponent.
    player: usize,
    word: &'a str,
    kind: &'static str,
    /// The moves left to the player afterwards; null if their number is not limited.
    moves_left: Option<u32>,
}

impl<'a> VersusPosition<'a> {
    /// The possible moves, those that win first.
    fn moves(&self) -> Vec<MoveRow<'a>> {
        let moves = self.game.moves(self.state).into_iter();
        let (wins, loses): (Vec<_>, Vec<_>) = moves.partition(|word| self.winning.contains(word));
        let row = |(word, wins)| {
            let kind = self.graph.move_kind(self.state.word(), word);
            MoveRow {
                word: self.graph.word(word),
                kind: kind.expect("a possible move has a kind").name(),
                wins,
            }
        };
        let wins = wins.into_iter().map(|word| (word, true));
        let loses = loses.into_iter().map(|word| (word, false));
        wins.chain(loses).map(row).collect()
    }

    /// The whole game, if it is asked for.
    fn steps(&self) -> Option<Vec<StepRow<'a>>> {
        let row = |(index, step): (usize, &VersusStep)| StepRow {
            player: index % 2 + 1,
            word: self.graph.word(step.word),
            kind: step.kind.name(),
            moves_left: step.moves_left,
        };
        self.line
            .map(|line| line.iter().enumerate().map(row).collect())
    }

    /// The words played, the moves left and who wins. `moves` is the number of possible moves.
    fn summary(&self, moves: usize) -> String {
        let played = texts(self.graph, self.state.played()).iter().join(", ");
        let left = match self.state.moves_left() {
            None => String::new(),
            Some([own, opponents]) => format!(
                "{} left to the player to move, {opponents} to the other; ",
                counted(own as usize, "move", "moves")
            ),
        };
        let of = counted(moves, "move", "moves");
        let outcome = match (self.winning.len(), moves) {
            (_, 0) => "the player to move has no move and loses".to_owned(),
            (0, _) => format!("the player to move loses, with {of} to play"),
            (winning, _) => format!("the player to move wins with {winning} of {of}"),
        };
        format!("{played}: {left}{outcome}")
    }
}

impl Report for VersusPosition<'_> {
    fn document(&self) -> Document<'_> {
        let moves = self.moves();
        let mut document = Document::new();
        document.line(self.summary(moves.len()));
        match self.steps() {
            Some(steps) => add_line(&mut document, &steps),
            None => add_moves(&mut document, &moves),
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        match self.steps() {
            Some(steps) => rows.write_or_header(steps),
            None => rows.write_or_header(self.moves()),
        }
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&PositionJson {
            game: GameJson::new(&self.job, self.budgets),
            played: texts(self.graph, self.state.played()),
            moves_left: self.state.moves_left(),
            wins: !self.winning.is_empty(),
            moves: self.moves(),
            line: self.steps(),
        })
    }
}

fn add_moves(document: &mut Document, moves: &[MoveRow]) {
    if moves.is_empty() {
        return;
    }
    let mut table = Table::new([("move", Left), ("kind", Left), ("outcome", Left)]);
    for row in moves {
        let outcome = if row.wins { "wins" } else { "loses" };
        table.row(cells![row.word, row.kind, outcome]);
    }
    document.table(table);
}

fn add_line(document: &mut Document, line: &[StepRow]) {
    let Some(last) = line.last() else {
        return;
    };
    let mut columns = vec![("player", Right), ("word", Left), ("kind", Left)];
    if last.moves_left.is_some() {
        columns.push(("moves left", Right));
    }
    let mut table = Table::new(columns);
    for step in line {
        let mut cells = cells![step.player, step.word, step.kind];
        cells.extend(step.moves_left.map(Cell::from));
        table.row(cells);
    }
    document.table(table);
    let loser = 3 - last.player;
    document.line(format!("player {loser} cannot move and loses"));
}
