//! The sweep's figures of each guess as a file, in the order of the table's rows.

use std::io::{self, Write};
use std::path::Path;

use super::check_stop;
use super::computed::Computed;
use super::parquet::{Column, write_columns};
use crate::compute::{GuessIndex, PartitionStats};
use crate::failure::Failure;
use crate::files::write_file;
use crate::guessing::Metric;
use crate::jobs::Watch;
use crate::report::Rows;
use crate::report::sweep::GuessRow;

/// The format of the file. The extension of its name determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsFormat {
    /// A header line, then one line per guess.
    Csv,
    /// One row per guess.
    Parquet,
}

impl StatsFormat {
    /// The format of a path.
    ///
    /// # Errors
    /// [`Failure::BadInput`] for an unknown extension.
    pub fn of(path: &Path) -> Result<StatsFormat, Failure> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("csv") => Ok(StatsFormat::Csv),
            Some("parquet") => Ok(StatsFormat::Parquet),
            _ => Err(Failure::BadInput(format!(
                "--stats {}: unknown format; end the name in .csv or .parquet",
                path.display()
            ))),
        }
    }
}

/// The number of patterns between two checks whether to stop: about a tenth of a second.
const PATTERNS_PER_CALL: usize = 1 << 28;

/// The figures of every guess, in the order of the table's rows. The ranks are those of the sweep by splits.
///
/// # Errors
/// [`Failure`] of the backend, or [`Failure::Interrupted`].
pub fn figures(source: &Computed, watch: Watch) -> Result<Vec<GuessRow>, Failure> {
    let mut stats: Vec<PartitionStats> = Vec::with_capacity(source.guesses.len());
    for range in source.tables() {
        let table = source.table(range.clone());
        let guesses: Vec<GuessIndex> = GuessIndex::up_to(range.len()).collect();
        for guesses in guesses.chunks((PATTERNS_PER_CALL / source.solutions.len().max(1)).max(1)) {
            check_stop(watch)?;
            stats.extend(source.backend.partition(&table, guesses)?);
        }
    }
    let mut ranking: Vec<usize> = (0..stats.len()).collect();
    ranking.sort_by_key(|&guess| (Metric::Splits.cost(&stats[guess]), !stats[guess].candidate));
    let mut ranks = vec![0; stats.len()];
    for (rank, guess) in (1..).zip(ranking) {
        ranks[guess] = rank;
    }
    let guesses = ranks.into_iter().zip(source.guesses).zip(&stats);
    let candidates = source.solutions.len();
    Ok(guesses
        .map(|((rank, &guess), stats)| GuessRow::new(rank, guess, stats, candidates))
        .collect())
}

/// Writes figures. The file appears complete or not at all.
///
/// # Errors
/// [`Failure`] names the file.
pub fn write(path: &Path, format: StatsFormat, rows: Vec<GuessRow>) -> Result<(), Failure> {
    write_file(path, |out| match format {
        StatsFormat::Csv => {
            let mut csv = Rows::new(out);
            csv.write(rows)?;
            csv.finish()
        }
        StatsFormat::Parquet => write_parquet(out, &rows),
    })
}

fn write_parquet(out: &mut dyn Write, rows: &[GuessRow]) -> io::Result<()> {
    let counts = |of: fn(&GuessRow) -> u32| Column::Count(rows.iter().map(of).collect());
    let figures = |of: fn(&GuessRow) -> f64| Column::Figure(rows.iter().map(of).collect());
    let guesses = rows.iter().map(|row| row.guess.to_string());
    let candidates = rows.iter().map(|row| row.candidate);
    let squares = rows.iter().map(|row| row.sum_squares);
    write_columns(
        out,
        &[
            ("rank", counts(|row| row.rank as u32)),
            ("guess", Column::Text(guesses.collect())),
            ("candidate", Column::Flag(candidates.collect())),
            ("splits", counts(|row| row.splits)),
            ("largest", counts(|row| row.largest)),
            ("expected", figures(|row| row.expected)),
            ("entropy", figures(|row| row.entropy)),
            ("singletons", counts(|row| row.singletons)),
            ("win_in_two", figures(|row| row.win_in_two)),
            ("sum_squares", Column::Large(squares.collect())),
        ],
    )
}
