//! The report of many boards: the best moves of each.

use std::io;

use serde::Serialize;

use super::row::{BoardJson, MoveRow, move_cells};
use super::{BoardResult, JobJson, RankingInfo};
use crate::report::Alignment::{self, Left, Right};
use crate::report::numbers::{counted, grouped};
use crate::report::{Cell, Document, JsonWriter, Report, Rows, RunInfo, Table, cells};

/// The columns for the figures of a move.
pub(super) const FIGURES: [(&str, Alignment); 8] = [
    ("mask", Right),
    ("ours", Right),
    ("theirs", Right),
    ("end", Left),
    ("protected", Right),
    ("vulnerable", Right),
    ("owned", Right),
    ("frequency", Right),
];

/// Many boards with their best moves.
pub struct BoardsReport {
    /// How the boards were ranked.
    pub ranking: RankingInfo,
    /// The boards with their best moves.
    pub results: Vec<BoardResult<'static>>,
    /// The backend that it ran on, and how long it took without reading the words.
    pub run: RunInfo,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct BoardsJson<'a> {
    #[serde(flatten)]
    job: JobJson<'a>,
    boards: Vec<BoardJson<'a>>,
}

impl BoardsReport {
    /// One line that says what was done, where, how long it took and how fast that was.
    pub fn done(&self) -> String {
        let boards = counted(self.results.len(), "board", "boards");
        super::done(&format!("{boards}, "), &self.results, &self.run)
    }

    fn table(&self) -> Table {
        let columns = [("board", Right), ("#", Right), ("word", Left)];
        let mut table = Table::new(columns.into_iter().chain(FIGURES));
        for (number, result) in (1_usize..).zip(&self.results) {
            if let Some(error) = &result.error {
                let mut cells = cells![grouped(number), "-", format!("({error})")];
                cells.extend(FIGURES.map(|_| Cell::from("")));
                table.row(cells);
            }
            for (rank, ranked) in (1..).zip(&result.moves) {
                let mut cells = vec![Cell::from(grouped(number))];
                cells.extend(move_cells(rank, ranked));
                table.row(cells);
            }
        }
        table
    }
}

impl Report for BoardsReport {
    fn document(&self) -> Document<'_> {
        let boards = counted(self.results.len(), "board", "boards");
        let mut document = Document::new();
        document.line(format!("{boards} ({})", self.ranking.words.describe()));
        document.table(self.table());
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        let results = (1..).zip(&self.results);
        rows.write_or_header(results.flat_map(|(number, result)| MoveRow::of(result, Some(number))))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&BoardsJson {
            job: JobJson::new(self.ranking.clone(), &self.run),
            boards: self.results.iter().map(BoardJson::new).collect(),
        })
    }
}
