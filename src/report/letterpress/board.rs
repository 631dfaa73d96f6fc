//! The report of one board: a drawing and its best moves.

use std::io;

use serde::Serialize;

use super::drawing::{self, BestMove};
use super::row::{BoardJson, MoveRow, move_cells};
use super::{BoardResult, JobJson, Lookahead, RankingInfo};
use crate::letterpress::{Board, RankOptions, Rows as RankedRows};
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::counted;
use crate::report::{Document, JsonWriter, Report, Rows, RunInfo, Table};

/// One board with its best moves.
pub struct BoardReport<'a> {
    /// The words that we know, for people.
    pub words: String,
    /// How the board was ranked. This is computed on demand, as it includes the hash of a dictionary.
    pub ranking: &'a dyn Fn() -> RankingInfo,
    /// The board.
    pub board: &'a Board,
    /// How the moves were ranked.
    pub options: RankOptions,
    /// How the opponent's next move was taken into account, if at all.
    pub lookahead: Option<Lookahead>,
    /// The best moves.
    pub result: &'a BoardResult<'a>,
    /// The backend that it ran on, and how long it took without reading the words.
    pub run: RunInfo,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct BoardReportJson<'a> {
    #[serde(flatten)]
    job: JobJson<'a>,
    boards: [BoardJson<'a>; 1],
}

impl BoardReport<'_> {
    /// One line that says what was done, where, how long it took and how fast that was.
    pub fn done(&self) -> String {
        super::done("", self.result.words, self.result.ways, &self.run)
    }

    fn table(&self) -> Table {
        let mut columns = vec![("#", Right), ("word", Left)];
        columns.extend(self.lookahead.map(|lookahead| match lookahead {
            Lookahead::Any | Lookahead::Level(_) => ("beaten by", Left),
            Lookahead::Full => ("best reply", Left),
        }));
        columns.extend(super::boards::FIGURES);
        let mut table = Table::new(columns);
        for (rank, ranked) in (1..).zip(&self.result.moves) {
            table.row(move_cells(rank, ranked));
        }
        table
    }

    /// The number of moves that are not shown, or `None` if it is not known.
    fn hidden(&self) -> Option<usize> {
        let shown = self.result.moves.len();
        if shown < self.options.top {
            return Some(0);
        }
        match (self.lookahead, self.options.rows) {
            // Moves that lose were dropped, and nobody counted how many there are in all.
            (Some(Lookahead::Level(_)), _) => None,
            (_, RankedRows::Words) => Some(self.result.words - shown),
            (_, RankedRows::Moves) => Some(self.result.ways as usize - shown),
        }
    }
}

impl Report for BoardReport<'_> {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        document.line(format!(
            "{}, {} ({})",
            counted(self.result.words, "word", "words"),
            counted(self.result.ways as usize, "move", "moves"),
            self.words,
        ));
        let best = self.result.moves.first().map(|best| BestMove {
            word: &best.word,
            squares: best.mask,
            after: best.after(),
        });
        document.lines(drawing::draw(self.board, best).into_iter());
        if let Some(key) = drawing::key(self.board.position(), best.map(|best| best.after)) {
            document.line(key);
        }
        if self.result.moves.is_empty() {
            document.line("no word can be played");
            return document;
        }
        if let Some(line) = self.result.every_move_loses() {
            document.line(line);
        }
        if self.lookahead == Some(Lookahead::Full) {
            document.line(
                "best reply: the word, then protected, vulnerable and owned as the opponent has them",
            );
        }
        document.table(self.table());
        match self.hidden() {
            Some(hidden) => document.more(hidden),
            None => document.line("more: --top N or --top all"),
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write_or_header(MoveRow::of(self.result, None))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&BoardReportJson {
            job: JobJson::new((self.ranking)(), &self.run),
            boards: [BoardJson::new(self.result)],
        })
    }
}
