//! The CSV form of a result: a header line, then one line per row.

use std::io::{self, Write};

use serde::Serialize;

/// Receives the rows of the CSV form, one by one. The first row determines the header.
pub struct Rows<'a> {
    writer: csv::Writer<&'a mut dyn Write>,
}

impl<'a> Rows<'a> {
    /// Rows that are written to `out`.
    pub fn new(out: &'a mut dyn Write) -> Rows<'a> {
        Rows {
            writer: csv::Writer::from_writer(out),
        }
    }

    /// Writes rows. The names of the fields are the header. Without any row nothing is written, not even a header.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write<T: Serialize>(&mut self, rows: impl IntoIterator<Item = T>) -> io::Result<()> {
        for row in rows {
            self.writer.serialize(row).map_err(io_error)?;
        }
        Ok(())
    }

    /// Writes rows that are tuples, under a header of their own. A vector in a tuple fills several columns. Without any row
    /// nothing is written, not even the header.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write_under<T: Serialize>(
        &mut self,
        header: impl IntoIterator<Item = String>,
        rows: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_some() {
            self.writer.write_record(header).map_err(io_error)?;
        }
        self.write(rows)
    }

    /// Writes rows. Without any row, only the header is written: that of the default row.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write_or_header<T: Serialize + Default>(
        &mut self,
        rows: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_some() {
            self.write(rows)
        } else {
            self.header(&T::default())
        }
    }

    /// Writes only the header: the names of the fields of a row.
    ///
    /// # Errors
    /// The error of the output.
    pub fn header<T: Serialize>(&mut self, row: &T) -> io::Result<()> {
        let mut with_row = csv::Writer::from_writer(Vec::new());
        with_row.serialize(row).map_err(io_error)?;
        let bytes = with_row.into_inner().map_err(|error| error.into_error())?;
        let mut reader = csv::Reader::from_reader(&bytes[..]);
        let header = reader.byte_headers().map_err(io_error)?;
        self.writer.write_byte_record(header).map_err(io_error)
    }

    /// Writes what is still buffered.
    ///
    /// # Errors
    /// The error of the output.
    pub fn finish(mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The error of the stream under a CSV writer, with its own kind. csv's conversion hides that a pipe was closed.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Default)]
    struct Row {
        word: &'static str,
        score: Option<u32>,
    }

    fn written(rows: Vec<Row>, with_header: bool) -> String {
        let mut out = Vec::new();
        let mut csv = Rows::new(&mut out);
        if with_header {
            csv.write_or_header(rows).unwrap();
        } else {
            csv.write(rows).unwrap();
        }
        csv.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_header_without_rows_is_written_only_on_request() {
        let row = || Row {
            word: "salet",
            score: None,
        };
        assert_eq!(written(vec![row()], false), "word,score\nsalet,\n");
        assert_eq!(written(vec![row()], true), "word,score\nsalet,\n");
        assert_eq!(written(Vec::new(), false), "");
        assert_eq!(written(Vec::new(), true), "word,score\n");
    }
}
