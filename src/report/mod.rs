//! Results as data, and one renderer per form.
//!
//! A [`Report`] holds a result and can describe it in three ways: as a [`Document`] for people, as rows for CSV, and as
//! one value for JSON. [`write()`] renders any report in any [`Format`]. Charts are data too: see [`chart`].
//!
//! Field names in JSON and CSV are stable: programs depend on them.

pub mod analysis;
pub mod chart;
pub mod check;
pub mod csv;
#[cfg(feature = "gpu")]
pub mod devices;
pub mod document;
pub mod games;
mod info;
pub mod json;
pub mod letterpress;
pub mod numbers;
pub mod simulate;
mod strategy;
pub mod stumper;
pub mod suggest;
#[cfg(feature = "cli")]
pub mod svg;
pub mod sweep;
#[cfg(feature = "cli")]
pub mod text;
mod top;
mod turns;

use std::io::{self, Write};

pub use csv::Rows;
pub use document::{
    Alignment, Block, Cell, Column, Document, Line, LongTable, Span, Style, Table, cells,
};
pub use info::{GameInfo, JobInfo, ListInfo, ListsInfo, RunInfo, lists_title};
pub use json::JsonWriter;
pub use strategy::{StrategyInfo, title};
pub use top::{TABLE_ROWS, Top};
pub use turns::{TurnInfo, format_turns};

/// A result that can be written in every [`Format`].
///
/// A report holds data and borrows from the game that it is about where that is easier.
pub trait Report {
    /// The result for people: lines and tables in order.
    fn document(&self) -> Document<'_>;

    /// Writes the rows of the CSV form. Each row is a struct whose field names are the header.
    ///
    /// # Errors
    /// The error of the output.
    fn rows(&self, rows: &mut Rows) -> io::Result<()>;

    /// Writes the JSON form, one value.
    ///
    /// # Errors
    /// The error of the output.
    fn json(&self, json: &mut JsonWriter) -> io::Result<()>;
}

/// The form of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Lines and aligned columns, for people.
    #[cfg(feature = "cli")]
    Table,
    /// One JSON value.
    Json,
    /// A header line, then one line per row.
    Csv,
}

/// Writes a report in a form.
///
/// # Errors
/// The error of the output.
pub fn write(out: &mut dyn Write, report: &dyn Report, format: Format) -> io::Result<()> {
    match format {
        #[cfg(feature = "cli")]
        Format::Table => text::write(out, report.document()),
        Format::Json => report.json(&mut JsonWriter::new(out)),
        Format::Csv => {
            let mut rows = Rows::new(out);
            report.rows(&mut rows)?;
            rows.finish()
        }
    }
}
