//! `--stats`: what the sweep says of each guess, as a table in CSV or Parquet.

use std::io::{self, Write};
use std::path::Path;

use wordgame_engine::compute::{GuessIndex, PartitionStats};
use wordgame_engine::guessing::Metric;

use super::super::failure::Failure;
use super::super::interrupt;
use super::super::output::write_csv;
use super::super::sweep::Row;
use super::computed::Computed;
use super::parquet::{Column, write_columns};
use wordgame_engine::files::write_file;

/// The form of a table of figures, which its file's name tells.
#[derive(Clone, Copy)]
pub enum Form {
    Csv,
    Parquet,
}

impl Form {
    /// The form that a path asks for.
    ///
    /// # Errors
    /// [`Failure`] if it is none.
    pub fn of(path: &Path) -> Result<Form, Failure> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str() {
            Some("csv") => Ok(Form::Csv),
            Some("parquet") => Ok(Form::Parquet),
            _ => Err(Failure::BadInput(format!(
                "--stats {}: the name tells no form; end it in .csv or .parquet",
                path.display()
            ))),
        }
    }
}

/// Patterns between two looks at Ctrl-C, about: a tenth of a second.
const PATTERNS_PER_CALL: usize = 1 << 28;

/// The figures of every guess in the order of the table's rows, ranked by splits as the sweep ranks.
pub fn figures(codes: &Computed) -> Result<Vec<Row>, Failure> {
    let mut stats: Vec<PartitionStats> = Vec::with_capacity(codes.guesses.len());
    for run in codes.tables() {
        let table = codes.table(run.clone());
        let guesses: Vec<GuessIndex> = GuessIndex::up_to(run.len()).collect();
        for guesses in guesses.chunks((PATTERNS_PER_CALL / codes.solutions.len().max(1)).max(1)) {
            interrupt::check()?;
            stats.extend(codes.backend.partition(&table, guesses)?);
        }
    }
    let mut ranking: Vec<usize> = (0..stats.len()).collect();
    ranking.sort_by_key(|&guess| (Metric::Splits.cost(&stats[guess]), !stats[guess].candidate));
    let mut ranks = vec![0; stats.len()];
    for (rank, guess) in (1..).zip(ranking) {
        ranks[guess] = rank;
    }
    let guesses = ranks.into_iter().zip(codes.guesses).zip(&stats);
    let candidates = codes.solutions.len();
    Ok(guesses
        .map(|((rank, &guess), stats)| Row::new(rank, guess, stats, candidates))
        .collect())
}

/// Writes figures, whole or not at all.
pub fn write(path: &Path, form: Form, rows: Vec<Row>) -> Result<(), Failure> {
    write_file(path, |out| match form {
        Form::Csv => write_csv(out, rows),
        Form::Parquet => write_parquet(out, &rows),
    })
}

fn write_parquet(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let counts = |of: fn(&Row) -> u32| Column::Count(rows.iter().map(of).collect());
    let figures = |of: fn(&Row) -> f64| Column::Figure(rows.iter().map(of).collect());
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
