//! The JSON form of a result: one indented value and a line break.

use std::io::{self, Write};

use serde::Serialize;

/// Receives the JSON form, a single value.
pub struct JsonWriter<'a> {
    out: &'a mut dyn Write,
}

impl<'a> JsonWriter<'a> {
    /// JSON that is written to `out`.
    pub fn new(out: &'a mut dyn Write) -> JsonWriter<'a> {
        JsonWriter { out }
    }

    /// Writes the value.
    ///
    /// # Errors
    /// The error of the output.
    pub fn value(&mut self, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        writeln!(self.out)
    }
}
