//! What came of boards, in every form.

use std::io::{self, Write};

use comfy_table::CellAlignment::{Left, Right};
use comfy_table::{Cell, Table};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::compute::BackendInfo;
use wordgame_engine::compute::letterpress::{Figures, Rows};
use wordgame_engine::letterpress::reply::{LookAhead, Threat};
use wordgame_engine::letterpress::{Board, Move, Ranking};
use wordgame_engine::words::Vocabulary;

use super::words::{Lookahead, Words, WordsJson};
use super::{RankArgs, RankingName, drawing};
use crate::cli::number::counted;
use crate::cli::output::{Format, table, write_csv_or_header, write_json, write_table};
use crate::cli::report::done_line;

/// What came of one board.
pub struct BoardResult {
    /// Its best moves, best first.
    pub rows: Vec<Row>,
    /// The words that can be played.
    pub words: usize,
    /// All ways to play them.
    pub ways: u64,
    /// Whether there is no move after which the opponent cannot win at once.
    pub every_move_loses: bool,
}

impl BoardResult {
    /// A ranking without a look at the reply.
    pub fn ranked(ranking: Ranking) -> BoardResult {
        let moves = ranking.moves.iter();
        let rows = moves.map(|&played| Row::new(played, Ahead::NotAsked));
        BoardResult {
            rows: rows.collect(),
            words: ranking.words,
            ways: ranking.ways,
            every_move_loses: false,
        }
    }

    /// A ranking with the opponent's best replies.
    pub fn replied(ranking: Ranking, replies: Vec<Option<Move>>) -> BoardResult {
        let moves = ranking.moves.iter().zip(replies);
        let rows = moves.map(|(&played, reply)| Row::new(played, Ahead::Reply(reply)));
        BoardResult {
            rows: rows.collect(),
            words: ranking.words,
            ways: ranking.ways,
            every_move_loses: false,
        }
    }

    /// Moves with the words that beat them.
    pub fn looked_ahead(ahead: LookAhead) -> BoardResult {
        let moves = ahead.moves.into_iter();
        let rows = moves.map(|(played, threat)| Row::new(played, Ahead::Threat(threat)));
        BoardResult {
            rows: rows.collect(),
            words: ahead.words,
            ways: ahead.ways,
            every_move_loses: ahead.every_move_loses,
        }
    }
}

/// A move, and what the opponent can do then.
pub struct Row {
    /// The move.
    pub played: Move,
    /// The next, if it was asked for.
    pub ahead: Ahead,
}

impl Row {
    fn new(played: Move, ahead: Ahead) -> Row {
        Row { played, ahead }
    }
}

/// What the opponent can do after a move.
pub enum Ahead {
    /// Nobody asked.
    NotAsked,
    /// Whether he can win at once.
    Threat(Threat),
    /// His best reply.
    Reply(Option<Move>),
}

/// A finished job and what it was run with.
pub struct Report<'a> {
    /// The arguments.
    pub args: &'a RankArgs,
    /// The words.
    pub words: &'a Words,
    /// How many of them we know.
    pub known: usize,
    /// The boards.
    pub boards: &'a [Board],
    /// What came of each.
    pub results: &'a [BoardResult],
    /// Who computed.
    pub backend: BackendInfo,
    /// How long it took, without reading.
    pub seconds: f64,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct ReportJson<'a> {
    engine: &'static str,
    job: &'static str,
    #[serde(flatten)]
    words: WordsJson,
    ranking: RankingName,
    all_masks: bool,
    #[serde(flatten)]
    backend: &'a BackendInfo,
    seconds: f64,
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

impl Report<'_> {
    /// What was done, where, how long it took and how fast that was: for stderr, once the result is out.
    pub fn done(&self) -> String {
        let words: usize = self.results.iter().map(|result| result.words).sum();
        let ways: u64 = self.results.iter().map(|result| result.ways).sum();
        let boards = match self.args.boards.are_many() {
            true => format!("{}, ", counted(self.boards.len(), "board", "boards")),
            false => String::new(),
        };
        let words = counted(words, "word", "words");
        let moves = counted(ways as usize, "move", "moves");
        let done = done_line(
            &format!("{boards}{words}, {moves}"),
            &self.backend,
            self.seconds,
        );
        let rate = HumanCount((ways as f64 / self.seconds.max(1e-9)) as u64);
        format!("{done}, {rate} moves a second")
    }

    /// Writes the result in the form that was asked for.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.args.output.format {
            Format::Table if self.args.boards.are_many() => self.table_of_boards(out),
            Format::Table => self.board_table(out, &self.boards[0], &self.results[0]),
            Format::Csv => write_csv_or_header(out, self.rows()),
            Format::Json => write_json(out, &self.json()),
        }
    }

    /// The moves of all boards.
    fn rows(&self) -> impl Iterator<Item = MoveJson<'_>> {
        let results = (1..).zip(self.results);
        results.flat_map(move |(number, result)| {
            let number = self.args.boards.are_many().then_some(number);
            let rows = (1..).zip(&result.rows);
            rows.map(move |(rank, row)| self.row(number, rank, row))
        })
    }

    fn row(&self, board: Option<usize>, rank: usize, row: &Row) -> MoveJson<'_> {
        let dictionary = self.words.dictionary();
        let figures = row.played.score.figures();
        let threat = match row.ahead {
            Ahead::Threat(Threat::Word(place)) => Some(Some(place)),
            Ahead::Threat(_) => Some(None),
            _ => None,
        };
        let reply = match row.ahead {
            Ahead::Reply(reply) => Some(reply),
            _ => None,
        };
        let of_reply = reply.map(|reply| reply.map(|reply| reply.score.figures()));
        MoveJson {
            board,
            rank,
            word: dictionary.word(row.played.place),
            mask: row.played.squares,
            ours: row.played.after.ours,
            theirs: row.played.after.theirs,
            game_end: figures.game_end,
            protected_diff: figures.protected_diff,
            owned_diff: figures.owned_diff,
            vulnerability: figures.vulnerability,
            frequency: dictionary.frequency(row.played.place),
            beaten_by: threat.map(|word| word.map(|place| dictionary.word(place))),
            beaten_by_frequency: threat
                .map(|word| word.and_then(|place| dictionary.frequency(place))),
            reply: reply.map(|reply| reply.map(|reply| dictionary.word(reply.place))),
            reply_mask: reply.map(|reply| reply.map(|reply| reply.squares)),
            reply_game_end: of_reply.map(|reply| reply.map(|reply| reply.game_end)),
            reply_protected_diff: of_reply.map(|reply| reply.map(|reply| reply.protected_diff)),
            reply_owned_diff: of_reply.map(|reply| reply.map(|reply| reply.owned_diff)),
            reply_vulnerability: of_reply.map(|reply| reply.map(|reply| reply.vulnerability)),
        }
    }

    fn json(&self) -> ReportJson<'_> {
        let boards = self.boards.iter().zip(self.results);
        let looks_for_wins = matches!(
            self.args.lookahead,
            Some(Lookahead::Any | Lookahead::Level(_))
        );
        ReportJson {
            engine: env!("CARGO_PKG_VERSION"),
            job: "letterpress",
            words: self.words.json(self.known),
            ranking: self.args.ranking,
            all_masks: self.args.all_masks,
            backend: &self.backend,
            seconds: self.seconds,
            boards: boards
                .map(|(board, result)| BoardJson {
                    board: board.letters(),
                    ours: board.position().ours,
                    theirs: board.position().theirs,
                    played: board.played(),
                    words: result.words,
                    ways: result.ways,
                    every_move_loses: looks_for_wins.then_some(result.every_move_loses),
                    moves: (1..)
                        .zip(&result.rows)
                        .map(|(rank, row)| self.row(None, rank, row))
                        .collect(),
                })
                .collect(),
        }
    }

    fn board_table(
        &self,
        out: &mut dyn Write,
        board: &Board,
        result: &BoardResult,
    ) -> io::Result<()> {
        writeln!(
            out,
            "{}, {} ({})",
            counted(result.words, "word", "words"),
            counted(result.ways as usize, "move", "moves"),
            self.words.describe(),
        )?;
        let dictionary = self.words.dictionary();
        let best = result.rows.first().map(|row| &row.played);
        let named = best.map(|best| (dictionary.word(best.place), best));
        drawing::draw(out, board, named)?;
        if let Some(key) = drawing::key(board.position(), best.map(|best| best.after)) {
            writeln!(out, "{key}")?;
        }
        if result.rows.is_empty() {
            return writeln!(out, "no word can be played");
        }
        if result.every_move_loses {
            writeln!(out, "every move loses: the rarest way to lose first")?;
        }
        if self.args.lookahead == Some(Lookahead::Full) {
            let figures = "protected, vulnerable and owned as the opponent has them";
            writeln!(out, "best reply: the word, then {figures}")?;
        }
        write_table(out, &self.figures())?;
        match self.more(result) {
            Some(0) => Ok(()),
            Some(more) => writeln!(out, "{} more: --top N or --top all", HumanCount(more)),
            None => writeln!(out, "more: --top N or --top all"),
        }
    }

    /// How many moves are not shown, if that is known.
    fn more(&self, result: &BoardResult) -> Option<u64> {
        let ranked = self.args.ranked();
        let all = match ranked.rows {
            Rows::Words => result.words as u64,
            Rows::Moves => result.ways,
        };
        let is_all = result.rows.len() < ranked.top;
        match self.args.lookahead {
            _ if is_all => Some(0),
            Some(Lookahead::Level(_)) => None,
            _ => Some(all - result.rows.len() as u64),
        }
    }

    fn table_of_boards(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{} ({})",
            counted(self.boards.len(), "board", "boards"),
            self.words.describe(),
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
        match self.args.lookahead {
            Some(Lookahead::Any | Lookahead::Level(_)) => columns.insert(2, ("beaten by", Left)),
            Some(Lookahead::Full) => columns.insert(2, ("best reply", Left)),
            None => {}
        }
        if self.args.boards.are_many() {
            columns.insert(0, ("board", Right));
        }
        let mut table = table(&columns);
        let all = self.results.iter().flat_map(|result| &result.rows);
        for (row, source) in self.rows().zip(all) {
            table.add_row(self.cells(&row, source));
        }
        table
    }

    fn cells(&self, row: &MoveJson, source: &Row) -> Vec<Cell> {
        let mut cells = Vec::new();
        cells.extend(row.board.map(|board| Cell::new(HumanCount(board as u64))));
        cells.extend([Cell::new(HumanCount(row.rank as u64)), Cell::new(row.word)]);
        match source.ahead {
            Ahead::NotAsked => {}
            Ahead::Threat(Threat::None) => cells.push(Cell::new("-")),
            Ahead::Threat(Threat::Lost) => cells.push(Cell::new("(lost)")),
            Ahead::Threat(Threat::Word(place)) => cells.push(Cell::new(self.level_of(place))),
            Ahead::Reply(reply) => cells.push(Cell::new(self.reply(reply))),
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

    /// A word with the vocabulary that it takes to know it.
    fn level_of(&self, place: u32) -> String {
        let dictionary = self.words.dictionary();
        let word = dictionary.word(place);
        let frequency = dictionary.frequency(place);
        match (dictionary.is_zipf(), frequency) {
            (true, _) => format!("{word} ({})", Vocabulary::needed_for(frequency).name()),
            (false, Some(frequency)) => format!("{word} ({frequency})"),
            (false, None) => word.to_owned(),
        }
    }

    /// A reply with its figures, as the opponent sees them.
    fn reply(&self, reply: Option<Move>) -> String {
        let Some(reply) = reply else {
            return "-".to_owned();
        };
        let Figures {
            game_end,
            protected_diff,
            vulnerability,
            owned_diff,
        } = reply.score.figures();
        let word = self.words.dictionary().word(reply.place);
        let end = match end(game_end) {
            "" => String::new(),
            end => format!(" {end}"),
        };
        format!("{word}{end} {protected_diff:+} {vulnerability} {owned_diff:+}")
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
