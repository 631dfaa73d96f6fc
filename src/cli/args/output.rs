//! The form and the destination of results: `--format` and `--output`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anstream::AutoStream;
use anstream::adapter::StripBytes;
use clap::{Args, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::files::{check_writable, is_same, write_file};
use wordgame_engine::report::{self, Report};

/// Options for the form and the destination of results.
#[derive(Args)]
pub struct OutputArgs {
    /// The format of the result: a table for people, json or csv for programs
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = "Output options")]
    pub format: Format,
    /// Write the result to a file, which appears complete or not at all. It replaces a file of that name, unless that
    /// is read-only
    #[arg(long, value_name = "PATH", help_heading = "Output options")]
    output: Option<PathBuf>,
}

/// The format of a result.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns for people.
    Table,
    /// One JSON value.
    Json,
    /// A header line, then one line per row.
    Csv,
}

impl OutputArgs {
    /// The path of `--output`, if it is given.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// The same form, on stdout.
    pub fn to_stdout(&self) -> OutputArgs {
        OutputArgs {
            format: self.format,
            output: None,
        }
    }

    /// The file of a shard's result.
    ///
    /// # Errors
    /// `--output` is missing, or the user asks for CSV.
    pub fn of_shard(&self) -> Result<&Path, Failure> {
        if self.format == Format::Csv {
            return Err(Failure::BadInput(
                "a shard has a format of its own; give --format csv to engine merge".to_owned(),
            ));
        }
        self.output.as_deref().ok_or_else(|| {
            Failure::BadInput("--shard needs --output PATH, the file for engine merge".to_owned())
        })
    }

    /// Checks, before a long job, that `--output` can be written.
    ///
    /// # Errors
    /// It cannot.
    pub fn check(&self) -> Result<(), Failure> {
        self.output.as_deref().map_or(Ok(()), check_writable)
    }

    /// Checks, before a long job, that `--output` and another file can be written and are not the same.
    ///
    /// # Errors
    /// They cannot, or they are.
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

    /// Checks that the job does not replace a file that it reads: see [`check_apart`]. `--output` is one of the files
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
            Some(path) => write_file(path, |file| {
                render(&mut WithoutColours {
                    out: file,
                    state: StripBytes::new(),
                })
            }),
            None => {
                let mut stdout = BufWriter::new(AutoStream::auto(io::stdout().lock()));
                render(&mut stdout)
                    .and_then(|()| stdout.flush())
                    .map_err(|error| Failure::writing("to standard output", &error))
            }
        }
    }
}

/// Writes everything except the codes for colours.
struct WithoutColours<'a> {
    out: &'a mut dyn Write,
    state: StripBytes,
}

impl Write for WithoutColours<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for plain in self.state.strip_next(bytes) {
            self.out.write_all(plain)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Checks that none of the files that are written is one that is read. Both are given as options with their paths.
///
/// # Errors
/// [`Failure::BadInput`] names both options.
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
                    "{writes} would replace {}, which {reads} reads; name another file",
                    from.display()
                )));
            }
        }
    }
    Ok(())
}
