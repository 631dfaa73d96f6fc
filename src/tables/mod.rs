//! Pattern tables as files for other programs: every guess's pattern on every solution.
//!
//! A table has one row per guess, one column per solution, and one code per pattern: the sum of mark(i) · 3^i, with the
//! first letter least significant. A code is a byte if words have up to five letters, else a number of two bytes.
//!
//! | module | content |
//! |---|---|
//! | [`codes`] | codes as bytes |
//! | [`source`] | patterns tile by tile, computed while the previous tile is written |
//! | [`computed`], [`stored`] | the two sources: the rule, and the shards of a table |
//! | [`description`] | the description of a table: rule, lists, convention |
//! | [`npy`], [`npz`], [`parquet`] | the file formats |
//! | [`write`](mod@write) | writing a table |
//! | [`verify`](mod@verify) | reading a table and comparing it with the rule |
//! | [`compare`] | comparing a file with what would be written |
//! | [`stats`] | the sweep's figures of each guess, as a second file |
//! | [`merge`](mod@merge) | joining the shards of a table |

pub mod codes;
pub mod compare;
pub mod computed;
pub mod description;
pub mod merge;
pub mod npy;
pub mod npz;
pub mod parquet;
pub mod source;
pub mod stats;
pub mod stored;
pub mod verify;
pub mod write;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

pub use codes::CodeWidth;
pub use description::{Description, JOB};

use crate::failure::Failure;
use crate::jobs::Watch;
pub use computed::Computed;
pub use source::PatternSource;
pub use stored::Stored;
pub use write::Table;

/// The file format of a table. The extension of the file's name determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// NumPy's array, with the words in a file of their own.
    Npy,
    /// NumPy's archive of arrays: patterns, words and description.
    Npz,
    /// Parquet, with one column per solution.
    Parquet,
    /// The codes alone, with the words in a file of their own.
    Raw,
}

impl TableFormat {
    /// The format of a path.
    ///
    /// # Errors
    /// [`Failure::BadInput`] for an unknown extension.
    pub fn of(path: &Path) -> Result<TableFormat, Failure> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("npy") => Ok(TableFormat::Npy),
            Some("npz") => Ok(TableFormat::Npz),
            Some("parquet") => Ok(TableFormat::Parquet),
            Some("raw") => Ok(TableFormat::Raw),
            _ => Err(Failure::BadInput(format!(
                "{}: unknown table format; end the name in .npy, .npz, .parquet or .raw",
                path.display()
            ))),
        }
    }

    /// True if the words are in a file of their own.
    fn has_words_file(self) -> bool {
        matches!(self, TableFormat::Npy | TableFormat::Raw)
    }
}

/// The file with the words of a table that holds only patterns: `PATH.json`.
fn words_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".json");
    PathBuf::from(name)
}

/// Ends a job that was stopped before its file was complete.
fn check_stop(watch: Watch) -> Result<(), Failure> {
    if watch.stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted("nothing was written"));
    }
    Ok(())
}
