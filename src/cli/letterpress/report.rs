//! What came of boards, in every form.

use std::borrow::Cow;
use std::io::{self, Write};

use comfy_table::CellAlignment::{Left, Right};
use comfy_table::{Cell, Table};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use wordgame_engine::letterpress::{
    BestReplies, Board, Figures, LookAhead, Move, Position, RankOptions, Ranking, Rows, Threat,
};
use wordgame_engine::words::{Dictionary, Vocabulary};

use super::words::{Lookahead, WordsReport};
use super::{RankingName, drawing};
use crate::cli::number::counted;
use crate::cli::output::{Format, table, write_csv_or_header, write_json, write_table};
use crate::cli::report::Ran;

/// What is asked of boards: with which words, and in which order. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Asked {
    #[serde(flatten)]
    pub words: WordsReport,
    pub ranking: RankingName,
    pub all_masks: bool,
}

/// What came of one board, with the board: all that any form shows, without a dictionary. Names are
/// stable.
#[derive(Serialize, Deserialize)]
pub struct BoardResult<'a> {
    board: String,
    ours: u32,
    theirs: u32,
    played: Vec<String>,
    /// The words that can be played.
    words: usize,
    /// All ways to play them.
    ways: u64,
    /// Its best moves, best first.
    moves: Vec<Row<'a>>,
    /// Whether there is no move after which the opponent cannot win at once, if that was asked.
    #[serde(skip)]
    every_move_loses: Option<bool>,
}

impl<'a> BoardResult<'a> {
    /// A ranking without a look at the reply.
    pub fn ranked(board: &Board, ranking: Ranking, dictionary: &'a Dictionary) -> BoardResult<'a> {
        let moves = ranking.moves.iter();
        let rows = moves.map(|played| Row::new(played, dictionary));
        BoardResult::new(board, ranking.words, ranking.ways, rows.collect())
    }

    /// A ranking with the opponent's best replies.
    pub fn replied(
        board: &Board,
        replies: BestReplies,
        dictionary: &'a Dictionary,
    ) -> BoardResult<'a> {
        let moves = replies.moves.iter();
        let rows = moves.map(|(played, reply)| {
            let reply = reply.as_ref().map(|reply| Row::new(reply, dictionary));
            Row::new(played, dictionary).ahead(Ahead::Reply(reply))
        });
        BoardResult::new(board, replies.words, replies.ways, rows.collect())
    }

    /// Moves with the words that beat them.
    pub fn looked_ahead(
        board: &Board,
        ahead: LookAhead,
        dictionary: &'a Dictionary,
    ) -> BoardResult<'a> {
        let moves = ahead.moves.iter();
        let rows = moves.map(|(played, threat)| {
            let beaten_by = BeatenBy::new(*threat, dictionary);
            Row::new(played, dictionary).ahead(Ahead::BeatenBy(beaten_by))
        });
        BoardResult {
            every_move_loses: Some(ahead.every_move_loses),
            ..BoardResult::new(board, ahead.words, ahead.ways, rows.collect())
        }
    }

    fn new(board: &Board, words: usize, ways: u64, moves: Vec<Row<'a>>) -> BoardResult<'a> {
        BoardResult {
            board: board.letters().to_owned(),
            ours: board.position().ours,
            theirs: board.position().theirs,
            played: board.played().to_vec(),
            words,
            ways,
            moves,
            every_move_loses: None,
        }
    }

    /// Whether the opponent can win at once after every move, as far as that was asked.
    pub fn every_move_loses(&self) -> bool {
        self.every_move_loses == Some(true)
    }
}

/// A move. Names are stable.
#[derive(Serialize, Deserialize)]
struct Row<'a> {
    word: Cow<'a, str>,
    frequency: Option<f64>,
    /// The squares of the word.
    mask: u32,
    /// Who owns which squares after it.
    ours: u32,
    theirs: u32,
    game_end: i32,
    protected_diff: i32,
    owned_diff: i32,
    vulnerability: u32,
    /// What the opponent can do then, if it was asked for.
    #[serde(skip)]
    ahead: Option<Box<Ahead<'a>>>,
}

/// What the opponent can do after a move.
enum Ahead<'a> {
    /// Whether he can win at once.
    BeatenBy(BeatenBy<'a>),
    /// His best reply, with its figures as he sees them.
    Reply(Option<Row<'a>>),
}

/// The commonest word with which the opponent wins at once.
struct BeatenBy<'a> {
    word: Option<&'a str>,
    frequency: Option<f64>,
    /// For people: the word with the vocabulary that it takes to know it.
    shown: String,
}

impl<'a> Row<'a> {
    fn new(played: &Move, dictionary: &'a Dictionary) -> Row<'a> {
        let Figures {
            game_end,
            protected_diff,
            vulnerability,
            owned_diff,
        } = played.score.figures();
        Row {
            word: dictionary.word(played.word).into(),
            frequency: dictionary.frequency(played.word),
            mask: played.squares,
            ours: played.after.ours,
            theirs: played.after.theirs,
            game_end,
            protected_diff,
            owned_diff,
            vulnerability,
            ahead: None,
        }
    }

    fn ahead(self, ahead: Ahead<'a>) -> Row<'a> {
        Row {
            ahead: Some(Box::new(ahead)),
            ..self
        }
    }

    /// Who owns which squares after the move.
    fn after(&self) -> Position {
        Position {
            ours: self.ours,
            theirs: self.theirs,
        }
    }
}

impl<'a> BeatenBy<'a> {
    fn new(threat: Threat, dictionary: &'a Dictionary) -> BeatenBy<'a> {
        let Threat::Word(place) = threat else {
            let shown = if threat == Threat::Lost {
                "(lost)"
            } else {
                "-"
            };
            return BeatenBy {
                word: None,
                frequency: None,
                shown: shown.to_owned(),
            };
        };
        let (word, frequency) = (dictionary.word(place), dictionary.frequency(place));
        BeatenBy {
            word: Some(word),
            frequency,
            shown: match (dictionary.is_zipf(), frequency) {
                (true, _) => format!("{word} ({})", Vocabulary::needed_for(frequency).name()),
                (false, Some(frequency)) => format!("{word} ({frequency})"),
                (false, None) => word.to_owned(),
            },
        }
    }
}

/// A finished job.
pub struct Report<'a> {
    /// Which words we know, for people.
    pub words: String,
    /// What was asked. Made where it is shown: it has the hash of a dictionary.
    pub asked: &'a dyn Fn() -> Asked,
    /// What came of the boards.
    pub results: &'a [BoardResult<'a>],
    /// How the only board is shown; none where there may be many.
    pub only: Option<Only<'a>>,
    /// Where it ran, and for how long, without reading.
    pub ran: &'a Ran,
}

/// How the only board is shown.
pub struct Only<'a> {
    /// The board.
    pub board: &'a Board,
    /// How its moves were ranked.
    pub options: RankOptions,
    /// What of the opponent's next move was looked at.
    pub lookahead: Option<Lookahead>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct ReportJson<'a> {
    engine: &'static str,
    job: &'static str,
    #[serde(flatten)]
    asked: Asked,
    #[serde(flatten)]
    ran: &'a Ran,
    boards: Vec<BoardJson<'a>>,
}

#[derive(Serialize)]
struct BoardJson<'a> {
    board: &'a str,
    ours: u32,
    theirs: u32,
    played: &'a [String],
    words: usize,
    ways: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    every_move_loses: Option<bool>,
    moves: Vec<MoveJson<'a>>,
}

/// One move in JSON and CSV. Names are stable. An outer `None` is a column that was not asked for.
#[derive(Serialize, Default)]
struct MoveJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<usize>,
    rank: usize,
    word: &'a str,
    mask: u32,
    ours: u32,
    theirs: u32,
    game_end: i32,
    protected_diff: i32,
    owned_diff: i32,
    vulnerability: u32,
    frequency: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beaten_by: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beaten_by_frequency: Option<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_mask: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_game_end: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_protected_diff: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_owned_diff: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_vulnerability: Option<Option<u32>>,
}

impl<'a> BoardJson<'a> {
    fn new(result: &'a BoardResult) -> BoardJson<'a> {
        let moves = (1..).zip(&result.moves);
        BoardJson {
            board: &result.board,
            ours: result.ours,
            theirs: result.theirs,
            played: &result.played,
            words: result.words,
            ways: result.ways,
            every_move_loses: result.every_move_loses,
            moves: moves
                .map(|(rank, row)| MoveJson::new(None, rank, row))
                .collect(),
        }
    }
}

impl<'a> MoveJson<'a> {
    /// A move of the board of that number, if there are many.
    fn new(board: Option<usize>, rank: usize, row: &'a Row) -> MoveJson<'a> {
        let (beaten_by, reply) = match row.ahead.as_deref() {
            None => (None, None),
            Some(Ahead::BeatenBy(beaten_by)) => (Some(beaten_by), None),
            Some(Ahead::Reply(reply)) => (None, Some(reply.as_ref())),
        };
        MoveJson {
            board,
            rank,
            word: &row.word,
            mask: row.mask,
            ours: row.ours,
            theirs: row.theirs,
            game_end: row.game_end,
            protected_diff: row.protected_diff,
            owned_diff: row.owned_diff,
            vulnerability: row.vulnerability,
            frequency: row.frequency,
            beaten_by: beaten_by.map(|by| by.word),
            beaten_by_frequency: beaten_by.map(|by| by.frequency),
            reply: reply.map(|reply| reply.map(|reply| &*reply.word)),
            reply_mask: reply.map(|reply| reply.map(|reply| reply.mask)),
            reply_game_end: reply.map(|reply| reply.map(|reply| reply.game_end)),
            reply_protected_diff: reply.map(|reply| reply.map(|reply| reply.protected_diff)),
            reply_owned_diff: reply.map(|reply| reply.map(|reply| reply.owned_diff)),
            reply_vulnerability: reply.map(|reply| reply.map(|reply| reply.vulnerability)),
        }
    }
}

impl Report<'_> {
    /// What was done, where, how long it took and how fast that was: for stderr, once the result is out.
    pub fn done(&self) -> String {
        let words: usize = self.results.iter().map(|result| result.words).sum();
        let ways: u64 = self.results.iter().map(|result| result.ways).sum();
        let boards = match self.only {
            Some(_) => String::new(),
            None => format!("{}, ", counted(self.results.len(), "board", "boards")),
        };
        let words = counted(words, "word", "words");
        let moves = counted(ways as usize, "move", "moves");
        let done = self.ran.done(&format!("{boards}{words}, {moves}"));
        let rate = HumanCount((ways as f64 / self.ran.seconds().max(1e-9)) as u64);
        format!("{done}, {rate} moves a second")
    }

    /// Writes the result in a form.
    pub fn write(&self, out: &mut dyn Write, format: Format) -> io::Result<()> {
        match (format, &self.only) {
            (Format::Table, None) => self.table_of_boards(out),
            (Format::Table, Some(only)) => self.board_table(out, only, &self.results[0]),
            (Format::Csv, _) => write_csv_or_header(out, self.rows().map(|(json, _)| json)),
            (Format::Json, _) => write_json(out, &self.json()),
        }
    }

    /// The moves of all boards.
    fn rows(&self) -> impl Iterator<Item = (MoveJson<'_>, &Row<'_>)> {
        let results = (1..).zip(self.results);
        results.flat_map(move |(number, result)| {
            let number = self.only.is_none().then_some(number);
            let rows = (1..).zip(&result.moves);
            rows.map(move |(rank, row)| (MoveJson::new(number, rank, row), row))
        })
    }

    fn json(&self) -> ReportJson<'_> {
        ReportJson {
            engine: env!("CARGO_PKG_VERSION"),
            job: "letterpress",
            asked: (self.asked)(),
            ran: self.ran,
            boards: self.results.iter().map(BoardJson::new).collect(),
        }
    }

    fn board_table(
        &self,
        out: &mut dyn Write,
        only: &Only,
        result: &BoardResult,
    ) -> io::Result<()> {
        writeln!(
            out,
            "{}, {} ({})",
            counted(result.words, "word", "words"),
            counted(result.ways as usize, "move", "moves"),
            self.words,
        )?;
        let best = result.moves.first().map(|best| drawing::Best {
            word: &best.word,
            squares: best.mask,
            after: best.after(),
        });
        drawing::draw(out, only.board, best)?;
        if let Some(key) = drawing::key(only.board.position(), best.map(|best| best.after)) {
            writeln!(out, "{key}")?;
        }
        if result.moves.is_empty() {
            return writeln!(out, "no word can be played");
        }
        if result.every_move_loses() {
            writeln!(out, "every move loses: the rarest way to lose first")?;
        }
        if only.lookahead == Some(Lookahead::Full) {
            let figures = "protected, vulnerable and owned as the opponent has them";
            writeln!(out, "best reply: the word, then {figures}")?;
        }
        write_table(out, &self.figures())?;
        match only.more(result) {
            Some(0) => Ok(()),
            Some(more) => writeln!(out, "{} more: --top N or --top all", HumanCount(more)),
            None => writeln!(out, "more: --top N or --top all"),
        }
    }

    fn table_of_boards(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{} ({})",
            counted(self.results.len(), "board", "boards"),
            self.words,
        )?;
        write_table(out, &self.figures())
    }

    /// The moves of all boards as a table.
    fn figures(&self) -> Table {
        let mut columns = vec![
            ("#", Right),
            ("word", Left),
            ("mask", Right),
            ("ours", Right),
            ("theirs", Right),
            ("end", Left),
            ("protected", Right),
            ("vulnerable", Right),
            ("owned", Right),
            ("frequency", Right),
        ];
        match self.only.as_ref().and_then(|only| only.lookahead) {
            Some(Lookahead::Any | Lookahead::Level(_)) => columns.insert(2, ("beaten by", Left)),
            Some(Lookahead::Full) => columns.insert(2, ("best reply", Left)),
            None => {}
        }
        if self.only.is_none() {
            columns.insert(0, ("board", Right));
        }
        let mut table = table(&columns);
        for (json, row) in self.rows() {
            table.add_row(cells(&json, row));
        }
        table
    }
}

impl Only<'_> {
    /// How many moves are not shown, if that is known.
    fn more(&self, result: &BoardResult) -> Option<u64> {
        let all = match self.options.rows {
            Rows::Words => result.words as u64,
            Rows::Moves => result.ways,
        };
        let is_all = result.moves.len() < self.options.top;
        match self.lookahead {
            _ if is_all => Some(0),
            Some(Lookahead::Level(_)) => None,
            _ => Some(all - result.moves.len() as u64),
        }
    }
}

fn cells(json: &MoveJson, row: &Row) -> Vec<Cell> {
    let mut cells = Vec::new();
    cells.extend(json.board.map(|board| Cell::new(HumanCount(board as u64))));
    cells.extend([
        Cell::new(HumanCount(json.rank as u64)),
        Cell::new(&row.word),
    ]);
    match row.ahead.as_deref() {
        None => {}
        Some(Ahead::BeatenBy(beaten_by)) => cells.push(Cell::new(&beaten_by.shown)),
        Some(Ahead::Reply(None)) => cells.push(Cell::new("-")),
        Some(Ahead::Reply(Some(reply))) => cells.push(Cell::new(reply.shown())),
    }
    cells.extend([
        Cell::new(row.mask),
        Cell::new(row.ours),
        Cell::new(row.theirs),
        Cell::new(end(row.game_end)),
        Cell::new(format!("{:+}", row.protected_diff)),
        Cell::new(row.vulnerability),
        Cell::new(format!("{:+}", row.owned_diff)),
        Cell::new(row.frequency.map_or("-".to_owned(), |f| f.to_string())),
    ]);
    cells
}

impl Row<'_> {
    /// The word with its figures.
    fn shown(&self) -> String {
        let word = &self.word;
        let end = match end(self.game_end) {
            "" => String::new(),
            end => format!(" {end}"),
        };
        let (protected, owned) = (self.protected_diff, self.owned_diff);
        format!("{word}{end} {protected:+} {} {owned:+}", self.vulnerability)
    }
}

/// How a game has ended.
pub fn end(game_end: i32) -> &'static str {
    match game_end {
        1 => "won",
        -1 => "lost",
        _ => "",
    }
}
