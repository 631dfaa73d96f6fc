//! The report of many boards: the best moves of each.

use std::io;

use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};

use super::row::{BoardJson, MoveRow, move_cells};
use super::{BoardHead, BoardResult, JobJson, RankingInfo};
use crate::report::Alignment::{self, Left, Right};
use crate::report::numbers::{counted, grouped};
use crate::report::{Cell, Document, JsonWriter, LongTable, Report, Rows, RunInfo, cells};
use crate::spool::Spool;

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
    pub results: Spool<BoardResult<'static>>,
    /// The backend that it ran on, and how long it took without reading the words.
    pub run: RunInfo,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct BoardsJson<'a> {
    #[serde(flatten)]
    job: JobJson<'a>,
    boards: BoardsSequence<'a>,
}

/// The boards in JSON, read and written one by one.
struct BoardsSequence<'a>(&'a Spool<BoardResult<'static>>);

impl Serialize for BoardsSequence<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut boards = serializer.serialize_seq(Some(self.0.len()))?;
        for result in self.0.read() {
            let result: BoardResult = result.map_err(S::Error::custom)?;
            boards.serialize_element(&BoardJson::new(&result))?;
        }
        boards.end()
    }
}

impl BoardsReport {
    /// One line that says what was done, where, how long it took and how fast that was.
    ///
    /// # Errors
    /// The error of the file with the results.
    pub fn done(&self) -> io::Result<String> {
        let boards = counted(self.results.len(), "board", "boards");
        let (mut words, mut ways) = (0, 0);
        for head in self.results.read::<BoardHead>() {
            let head = head?;
            words += head.words;
            ways += head.ways;
        }
        let what = format!("{boards}, ");
        Ok(super::done(&what, words, ways, &self.run))
    }

    /// The boards with their numbers.
    fn numbered(&self) -> impl Iterator<Item = io::Result<(usize, BoardResult<'static>)>> {
        let results = (1..).zip(self.results.read());
        results.map(|(number, result)| Ok((number, result?)))
    }

    fn table(&self) -> LongTable<'_> {
        let columns = [("board", Right), ("#", Right), ("word", Left)];
        LongTable::new(columns.into_iter().chain(FIGURES), || {
            self.numbered().flat_map(|numbered| match numbered {
                Err(error) => vec![Err(error)],
                Ok((number, result)) => rows(number, &result).into_iter().map(Ok).collect(),
            })
        })
    }
}

/// The rows of one board.
fn rows(number: usize, result: &BoardResult) -> Vec<Vec<Cell>> {
    let refused = result.error.as_ref().map(|error| {
        let mut cells = cells![grouped(number), "-", format!("({error})")];
        cells.extend(FIGURES.map(|_| Cell::from("")));
        cells
    });
    let moves = (1..).zip(&result.moves).map(|(rank, ranked)| {
        let mut cells = vec![Cell::from(grouped(number))];
        cells.extend(move_cells(rank, ranked));
        cells
    });
    refused.into_iter().chain(moves).collect()
}

impl Report for BoardsReport {
    fn document(&self) -> Document<'_> {
        let boards = counted(self.results.len(), "board", "boards");
        let mut document = Document::new();
        document.line(format!("{boards} ({})", self.ranking.words.describe()));
        document.long_table(self.table());
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        let mut is_empty = true;
        for numbered in self.numbered() {
            let (number, result) = numbered?;
            let mut moves = MoveRow::of(&result, Some(number)).peekable();
            is_empty &= moves.peek().is_none();
            rows.write(moves)?;
        }
        if is_empty {
            rows.header(&MoveRow::of_many())?;
        }
        Ok(())
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&BoardsJson {
            job: JobJson::new(self.ranking.clone(), &self.run),
            boards: BoardsSequence(&self.results),
        })
    }
}
