//! The rows of a code table: bytes that add up to pattern codes.

use std::sync::Arc;

use super::index::{CandidateIndex, GuessIndex, RowIndex};

/// The most rows of one guess.
pub const ROWS_PER_GUESS: usize = 5;

/// Rows are padded to a multiple of this many bytes, so that each starts on a cache line and consists of whole `u32`s.
/// The padding is zero and is not a code: kernels stop at [`CodeRows::solutions`].
const ROW_ALIGNMENT: usize = 64;

/// The pattern codes of every guess on every solution, as sums.
///
/// The code of guess `g` on solution `s` is the sum over the rows `r` of `g` of `row(r)[s]`. No sum exceeds 255, so four
/// codes fit in a `u32`, and one addition computes all four. Row 0 is all zeros. A guess with fewer than
/// [`ROWS_PER_GUESS`] rows uses it for the rest.
///
/// Shapes: one column per solution, any number of rows (a few hundred for a game's lists), and [`ROWS_PER_GUESS`] row
/// indices per guess.
#[derive(Clone, Debug)]
pub struct CodeRows {
    solutions: usize,
    stride: usize,
    rows: Vec<u8>,
    guess_rows: Arc<[[RowIndex; ROWS_PER_GUESS]]>,
    solved_code: u8,
}

impl CodeRows {
    /// Rows with `solutions` columns, at first only the row of zeros. `guess_rows` has the rows of each guess.
    /// `solved_code` is the code of a guess that is the solution.
    pub fn new(
        solutions: usize,
        guess_rows: Vec<[RowIndex; ROWS_PER_GUESS]>,
        solved_code: u8,
    ) -> CodeRows {
        let stride = solutions.next_multiple_of(ROW_ALIGNMENT);
        CodeRows {
            solutions,
            stride,
            rows: vec![0; stride],
            guess_rows: guess_rows.into(),
            solved_code,
        }
    }

    /// Adds the next row. `cells` has one value per solution.
    ///
    /// # Panics
    /// If `cells` yields fewer values than there are solutions.
    pub fn push_row(&mut self, cells: impl IntoIterator<Item = u8>) {
        let start = self.rows.len();
        self.rows.extend(cells.into_iter().take(self.solutions));
        assert_eq!(
            self.rows.len() - start,
            self.solutions,
            "a row has one cell per solution"
        );
        self.rows.resize(start + self.stride, 0);
    }

    /// The number of solutions: the columns of the table.
    pub fn solutions(&self) -> usize {
        self.solutions
    }

    /// The number of guesses.
    pub fn guesses(&self) -> usize {
        self.guess_rows.len()
    }

    /// The number of rows, the row of zeros included.
    pub fn row_count(&self) -> usize {
        self.rows.len().checked_div(self.stride).unwrap_or(1)
    }

    /// Bytes from one row to the next: a multiple of 64, at least [`CodeRows::solutions`].
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// The code of a guess that is the solution.
    pub fn solved_code(&self) -> u8 {
        self.solved_code
    }

    /// The rows that add up to the codes of `guess`.
    ///
    /// # Panics
    /// If there is no such guess.
    pub fn rows_of(&self, guess: GuessIndex) -> [RowIndex; ROWS_PER_GUESS] {
        self.guess_rows[guess.at()]
    }

    /// The cells of a row, one per solution, without the padding.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: RowIndex) -> &[u8] {
        &self.padded_row(row)[..self.solutions]
    }

    /// The cells of a row with its padding: [`CodeRows::stride`] bytes.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn padded_row(&self, row: RowIndex) -> &[u8] {
        &self.rows[row.at() * self.stride..][..self.stride]
    }

    /// The code of one guess on one solution.
    ///
    /// # Panics
    /// If an index is out of range.
    pub fn code(&self, guess: GuessIndex, solution: CandidateIndex) -> u8 {
        self.guess_rows[guess.at()]
            .iter()
            .map(|&row| self.row(row)[solution.at()])
            .sum()
    }

    /// Writes the codes of a guess into `codes`, one per solution, from the first solution on.
    ///
    /// It always adds five rows in one pass, even if some of them are the row of zeros. The compiler turns this into one
    /// loop of vector additions. Storing intermediate sums would cost more than the additions that it saves.
    ///
    /// # Panics
    /// If the index is out of range, or there are more `codes` than solutions.
    pub fn codes_of(&self, guess: GuessIndex, codes: &mut [u8]) {
        let n = codes.len();
        let [a, b, c, d, e] = self.rows_of(guess).map(|row| &self.row(row)[..n]);
        for (i, code) in codes.iter_mut().enumerate() {
            *code = a[i] + b[i] + c[i] + d[i] + e[i];
        }
    }

    /// The same guesses on some of the solutions, which become columns 0, 1, 2 … in the given order.
    ///
    /// # Panics
    /// If a solution is out of range.
    pub fn restrict(&self, solutions: &[CandidateIndex]) -> CodeRows {
        let mut restricted = CodeRows {
            guess_rows: Arc::clone(&self.guess_rows),
            ..CodeRows::new(solutions.len(), Vec::new(), self.solved_code)
        };
        let bytes = restricted.stride * self.row_count();
        restricted.rows.reserve_exact(bytes);
        for row in RowIndex::up_to(self.row_count()).skip(1) {
            let cells = self.row(row);
            restricted.push_row(solutions.iter().map(|&solution| cells[solution.at()]));
        }
        restricted
    }
}
