//! A result for people as plain data: lines and tables in order. [`text`](crate::report::text) renders it.

use std::fmt::Display;
use std::io;

use super::numbers::grouped;
pub use crate::cells;

/// Lines and tables in order.
///
/// ```
/// use wordgame_engine::report::{Alignment, Document, Table, cells};
///
/// let mut table = Table::new([("guess", Alignment::Left), ("splits", Alignment::Right)]);
/// table.row(cells!["trace", 150]);
/// let mut document = Document::new();
/// document.line("12,972 guesses");
/// document.table(table);
/// ```
#[derive(Default)]
pub struct Document<'a> {
    /// The parts of the document, from top to bottom.
    pub blocks: Vec<Block<'a>>,
}

/// A part of a document.
pub enum Block<'a> {
    /// One line.
    Line(Line),
    /// Lines that are made one by one as they are written, where there may be too many to hold.
    Lines(Box<dyn Iterator<Item = Line> + 'a>),
    /// A table.
    Table(Table),
    /// A table that may be too long to hold.
    LongTable(LongTable<'a>),
}

/// A line of text, in pieces of one style each. It has no line break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The pieces, from left to right.
    pub spans: Vec<Span>,
}

/// A text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// How it looks.
    pub style: Style,
}

/// The meaning of a text. The renderer chooses a colour for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Ordinary text.
    #[default]
    Plain,
    /// Highlighted, as good: a guess that may be the solution, a device that is faster.
    Good,
    /// Something that belongs to us.
    Ours {
        /// True if it is safe from the opponent.
        is_protected: bool,
    },
    /// Something that belongs to the opponent.
    Theirs {
        /// True if it is safe from us.
        is_protected: bool,
    },
}

/// A table: columns with a heading and an alignment, and rows of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<Cell>>,
}

/// A table whose rows are made twice, one by one: to find the widths of the columns, and to write them.
pub struct LongTable<'a> {
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// Makes the rows, each with one cell per column. They may come from a file that cannot be read.
    pub rows: Box<dyn Fn() -> LongRows<'a> + 'a>,
}

/// The rows of a [`LongTable`].
pub type LongRows<'a> = Box<dyn Iterator<Item = io::Result<Vec<Cell>>> + 'a>;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The text at the top.
    pub heading: String,
    /// The side on which heading and cells line up.
    pub alignment: Alignment,
}

/// The side on which the cells of a column line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The text.
    pub text: String,
    /// How it looks.
    pub style: Style,
}

impl<'a> Document<'a> {
    /// An empty document.
    pub fn new() -> Document<'a> {
        Document::default()
    }

    /// Adds a line.
    pub fn line(&mut self, line: impl Into<Line>) {
        self.blocks.push(Block::Line(line.into()));
    }

    /// Adds lines that are made as they are written.
    pub fn lines(&mut self, lines: impl Iterator<Item = Line> + 'a) {
        self.blocks.push(Block::Lines(Box::new(lines)));
    }

    /// Says how many rows are left out and how to see them, if there are any.
    pub fn more(&mut self, left_out: usize) {
        if left_out > 0 {
            self.line(format!("{} more: --top N or --top all", grouped(left_out)));
        }
    }

    /// Adds a table that may be too long to hold.
    pub fn long_table(&mut self, table: LongTable<'a>) {
        self.blocks.push(Block::LongTable(table));
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }
}

impl Line {
    /// Adds text in a style at the end.
    pub fn push(&mut self, text: impl Into<String>, style: Style) {
        self.spans.push(Span {
            text: text.into(),
            style,
        });
    }
}

impl<T: Into<String>> From<T> for Line {
    fn from(text: T) -> Line {
        let mut line = Line::default();
        line.push(text, Style::Plain);
        line
    }
}

impl Column {
    fn all<Heading: Into<String>>(
        columns: impl IntoIterator<Item = (Heading, Alignment)>,
    ) -> Vec<Column> {
        let columns = columns.into_iter().map(|(heading, alignment)| Column {
            heading: heading.into(),
            alignment,
        });
        columns.collect()
    }
}

impl<'a> LongTable<'a> {
    /// A table from the heading and alignment of each column, and a function that makes its rows.
    pub fn new<Heading: Into<String>, Rows: Iterator<Item = io::Result<Vec<Cell>>> + 'a>(
        columns: impl IntoIterator<Item = (Heading, Alignment)>,
        rows: impl Fn() -> Rows + 'a,
    ) -> LongTable<'a> {
        LongTable {
            columns: Column::all(columns),
            rows: Box::new(move || Box::new(rows())),
        }
    }
}

impl Table {
    /// A table without rows, from the heading and alignment of each column.
    pub fn new<Heading: Into<String>>(
        columns: impl IntoIterator<Item = (Heading, Alignment)>,
    ) -> Table {
        Table {
            columns: Column::all(columns),
            rows: Vec::new(),
        }
    }

    /// Adds a row. It should have a cell for each column; [`cells!`] makes one from values of any types.
    pub fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }
}

impl Cell {
    /// A cell that is highlighted as good.
    pub fn good(text: impl Display) -> Cell {
        Cell {
            text: text.to_string(),
            style: Style::Good,
        }
    }
}

impl<T: Display> From<T> for Cell {
    fn from(value: T) -> Cell {
        Cell {
            text: value.to_string(),
            style: Style::Plain,
        }
    }
}

/// The cells of a row, a `Vec<Cell>`, from values that can be displayed or are cells already.
#[macro_export]
macro_rules! cells {
    ($($value:expr),* $(,)?) => {
        ::std::vec![$($crate::report::Cell::from($value)),*]
    };
}
