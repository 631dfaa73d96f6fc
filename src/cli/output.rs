//! Where results go and in which form: `--format`, `--output`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, StripStream};
use clap::{Args, ValueEnum};
use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, Cell, CellAlignment, Table};
use serde::Serialize;
use wordgame_engine::files::{check_writable, is_same, write_file};
pub use wordgame_engine::report::Top;
use wordgame_engine::report::{self, Report};

use super::failure::Failure;

/// Options that say where results go.
#[derive(Args)]
pub struct OutputArgs {
    /// The form of the result: a table for people, json or csv for programs
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = "Output options")]
    pub format: Format,
    /// Write the result to a file, whole or not at all
    #[arg(long, value_name = "PATH", help_heading = "Output options")]
    output: Option<PathBuf>,
}

/// The form of a result.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns for people.
    Table,
    /// One JSON value.
    Json,
    /// A header line, then one line a row.
    Csv,
}

impl OutputArgs {
    /// The file that is asked for.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// The file of a shard's result.
    ///
    /// # Errors
    /// There is none, or it is asked for in another form.
    pub fn of_shard(&self) -> Result<&Path, Failure> {
        if self.format == Format::Csv {
            return Err(Failure::BadInput(
                "a shard is written in a form of its own; give --format csv to engine merge"
                    .to_owned(),
            ));
        }
        self.output.as_deref().ok_or_else(|| {
            Failure::BadInput("--shard needs --output PATH, the file for engine merge".to_owned())
        })
    }

    /// Makes sure, before a long job, that `--output` can be written.
    pub fn check(&self) -> Result<(), Failure> {
        self.output.as_deref().map_or(Ok(()), check_writable)
    }

    /// The same where the job writes another file too.
    pub fn check_with(&self, other: Option<&Path>) -> Result<(), Failure> {
        self.check()?;
        let Some(other) = other else {
            return Ok(());
        };
        if self
            .output
            .as_deref()
            .is_some_and(|output| is_same(output, other))
        {
            return Err(Failure::BadInput(format!(
                "{} is named for two results; give each a file of its own",
                other.display()
            )));
        }
        check_writable(other)
    }

    /// Makes sure that the job writes no file that it reads: see [`check_apart`]. `--output` is one of those
    /// written.
    pub fn check_apart(
        &self,
        written: &[(&str, Option<&Path>)],
        read: &[(&str, Option<&Path>)],
    ) -> Result<(), Failure> {
        let output = ("--output", self.output.as_deref());
        check_apart(&[&[output], written].concat(), read)
    }

    /// Writes a report to `--output`, or to stdout, in the form that is asked for.
    pub fn write_report(&self, report: &dyn Report) -> Result<(), Failure> {
        let format = match self.format {
            Format::Table => report::Format::Table,
            Format::Json => report::Format::Json,
            Format::Csv => report::Format::Csv,
        };
        self.write(|out| report::write(out, report, format))
    }

    /// Writes a result to `--output`, or to stdout. Only a terminal gets colours.
    pub fn write(
        &self,
        render: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match &self.output {
            Some(path) => {
                let mut plain = StripStream::new(Vec::new());
                render(&mut plain)
                    .map_err(|error| Failure::writing(&path.display().to_string(), &error))?;
                write_file(path, |file| file.write_all(&plain.into_inner()))
            }
            None => {
                let mut stdout = BufWriter::new(AutoStream::auto(io::stdout().lock()));
                render(&mut stdout)
                    .and_then(|()| stdout.flush())
                    .map_err(|error| Failure::writing("to standard output", &error))
            }
        }
    }
}

/// Makes sure that none of the files that are written is one of those read. Both are options with their
/// paths.
pub fn check_apart(
    written: &[(&str, Option<&Path>)],
    read: &[(&str, Option<&Path>)],
) -> Result<(), Failure> {
    for &(writes, to) in written {
        for &(reads, from) in read {
            if let (Some(to), Some(from)) = (to, from)
                && is_same(to, from)
            {
                return Err(Failure::BadInput(format!(
                    "{writes} would replace {}, the file of {reads}; name another file",
                    from.display()
                )));
            }
        }
    }
    Ok(())
}

/// Writes a value as indented JSON with a line end.
pub fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes rows as CSV under a header of their field names.
pub fn write_csv<T: Serialize>(
    out: &mut dyn Write,
    rows: impl IntoIterator<Item = T>,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    for row in rows {
        csv.serialize(row).map_err(io_error)?;
    }
    csv.flush()
}

/// The error of the stream under a CSV writer, of its own kind: csv's conversion hides a closed pipe.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// A table with a bold header, its columns aligned as given and two blanks before each.
pub fn table(columns: &[(&str, CellAlignment)]) -> Table {
    let mut table = Table::new();
    // Always with colours: the stream that it is written to strips them where they do not belong.
    table.load_style(NOTHING).enforce_styling();
    let header = |&(name, alignment): &(&str, CellAlignment)| {
        Cell::new(name)
            .add_attribute(Attribute::Bold)
            .set_alignment(alignment)
    };
    table.set_header(columns.iter().map(header));
    for (column, &(_, alignment)) in table.column_iter_mut().zip(columns) {
        column.set_cell_alignment(alignment);
        column.set_padding((2, 0));
    }
    table
}

/// Writes a table.
pub fn write_table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    for line in table.lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
