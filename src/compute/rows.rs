//! The rows of a code table: cells that add up to pattern codes.

use std::sync::Arc;

use bytemuck::Zeroable;
use multiversion::multiversion;

use super::code::Code;
use super::index::{CandidateIndex, GuessIndex, RowIndex};

/// Rows are padded to a multiple of this many cells, so that each starts on a cache line and consists of whole `u32`s.
/// The padding is zero and is not a code: kernels stop at [`CodeRows::solutions`].
const ROW_ALIGNMENT: usize = 64;

/// The sizes of a code table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableShape {
    /// The number of solutions: the columns of the table.
    pub solutions: usize,
    /// The number of codes: 3^n for patterns of n marks. All codes are below it. At most 3^10, 59,049.
    pub codes: usize,
    /// The number of rows that add up to the codes of a guess, at most 10: one per letter.
    pub rows_per_guess: usize,
    /// The code of a guess that is the solution.
    pub solved_code: u16,
}

/// Evaluates an expression in which the constant `$n` is the number of rows per guess, so that the compiler can unroll
/// loops over the rows.
macro_rules! with_rows {
    ($rows:expr, $n:ident => $body:expr) => {
        with_rows!(@ $rows, $n => $body, 5 6 7 8 9 10)
    };
    (@ $rows:expr, $n:ident => $body:expr, $($count:literal)*) => {
        match $rows {
            $($count => { const $n: usize = $count; $body })*
            rows => unreachable!("{rows} rows per guess"),
        }
    };
}
pub(super) use with_rows;

/// The pattern codes of every guess on every solution, as sums.
///
/// The code of guess `g` on solution `s` is the sum over the rows `r` of `g` of `row(r)[s]`. No sum exceeds the largest
/// number of the cells' type, so one addition of registers computes many codes. Row 0 is all zeros. A guess with fewer
/// rows than the others uses it for the rest.
///
/// Shapes: one column per solution, any number of rows (a few hundred for a game's lists), and
/// [`CodeRows::rows_per_guess`] row indices per guess: always 5 in a table of bytes, 6 to 10 in a table of `u16`s.
#[derive(Clone, Debug)]
pub struct CodeRows<C: Code> {
    shape: TableShape,
    /// Cells from one row to the next.
    stride: usize,
    /// The rows, one after the other. A vector register that is loaded from two cache lines takes twice as long.
    lines: Vec<C::Line>,
    /// The rows of all guesses, one guess after the other.
    guess_rows: Arc<[RowIndex]>,
    solved_code: C,
}

impl<C: Code> CodeRows<C> {
    /// Rows with `shape.solutions` columns, at first only the row of zeros. `guess_rows` has `shape.rows_per_guess` rows
    /// for each guess.
    ///
    /// # Panics
    /// If a code or a guess has more of anything than the cells' type allows, or `guess_rows` has a part of a guess.
    pub fn new(mut shape: TableShape, guess_rows: Vec<RowIndex>) -> CodeRows<C> {
        let given = shape.rows_per_guess;
        assert!(
            (1..=*C::ROWS.end()).contains(&given),
            "{given} rows per guess"
        );
        assert!(
            shape.codes <= C::MAX_CODES && usize::from(shape.solved_code) < shape.codes,
            "{} codes",
            shape.codes
        );
        assert!(guess_rows.len().is_multiple_of(given), "rows of a guess");
        shape.rows_per_guess = given.max(*C::ROWS.start());
        let guess_rows = if given == shape.rows_per_guess {
            guess_rows.into()
        } else {
            let zeros = vec![RowIndex(0); shape.rows_per_guess - given];
            let guesses = guess_rows.chunks_exact(given);
            guesses.flat_map(|rows| [rows, &zeros].concat()).collect()
        };
        CodeRows::with_room(1, shape, guess_rows)
    }

    /// The row of zeros, with room for `rows` rows in all.
    fn with_room(rows: usize, shape: TableShape, guess_rows: Arc<[RowIndex]>) -> CodeRows<C> {
        let stride = shape.solutions.next_multiple_of(ROW_ALIGNMENT);
        let mut table = CodeRows {
            shape,
            stride,
            lines: Vec::with_capacity(rows * stride / C::PER_LINE),
            guess_rows,
            solved_code: C::saturating(shape.solved_code.into()),
        };
        table.new_row();
        table
    }

    /// Adds the next row. `cells` has one value per solution.
    ///
    /// # Panics
    /// If `cells` yields fewer values than there are solutions, or a value that is not below the number of codes.
    pub fn push_row(&mut self, cells: impl IntoIterator<Item = u16>) {
        let solutions = self.shape.solutions;
        let row = self.new_row();
        let mut largest = 0;
        let mut given = 0;
        for (cell, value) in row.iter_mut().zip(cells) {
            *cell = C::saturating(value.into());
            largest = value.max(largest);
            given += 1;
        }
        assert_eq!(given, solutions, "a row has one cell per solution");
        assert!(
            usize::from(largest) < self.shape.codes,
            "the cell {largest} is not below the number of codes, {}",
            self.shape.codes
        );
    }

    /// Adds the next row, whose cell for solution s is `values[keys[s]]`. This is faster than [`CodeRows::push_row`] if
    /// there are far fewer values than solutions.
    ///
    /// # Panics
    /// If there are fewer keys than solutions, a key is out of range, or a value is not below the number of codes.
    pub fn push_row_by_key(&mut self, keys: &[u16], values: &[u16]) {
        let is_code = |&value: &u16| usize::from(value) < self.shape.codes;
        assert!(values.iter().all(is_code), "all values are codes");
        let values: Vec<C> = values
            .iter()
            .map(|&value| C::saturating(value.into()))
            .collect();
        let keys = &keys[..self.shape.solutions];
        for (cell, &key) in self.new_row().iter_mut().zip(keys) {
            *cell = values[usize::from(key)];
        }
    }

    /// Adds a row of zeros and returns its cells, one per solution.
    fn new_row(&mut self) -> &mut [C] {
        let start = self.lines.len();
        let end = start + self.stride / C::PER_LINE;
        self.lines.resize(end, C::Line::zeroed());
        let cells = bytemuck::cast_slice_mut(&mut self.lines[start..]);
        &mut cells[..self.shape.solutions]
    }

    /// The number of solutions: the columns of the table.
    pub fn solutions(&self) -> usize {
        self.shape.solutions
    }

    /// The number of guesses.
    pub fn guesses(&self) -> usize {
        self.guess_rows.len() / self.shape.rows_per_guess
    }

    /// The number of codes. All codes are below it.
    pub fn codes(&self) -> usize {
        self.shape.codes
    }

    /// The number of rows that add up to the codes of a guess, the row of zeros included as often as it is used.
    pub fn rows_per_guess(&self) -> usize {
        self.shape.rows_per_guess
    }

    /// The number of rows, the row of zeros included.
    pub fn row_count(&self) -> usize {
        let lines = self.stride / C::PER_LINE;
        self.lines.len().checked_div(lines).unwrap_or(1)
    }

    /// Bytes from one row to the next: a multiple of 64.
    pub fn row_bytes(&self) -> usize {
        self.stride * C::BYTES
    }

    /// The code of a guess that is the solution.
    pub fn solved_code(&self) -> C {
        self.solved_code
    }

    /// The rows that add up to the codes of `guess`.
    ///
    /// # Panics
    /// If there is no such guess.
    pub fn rows_of(&self, guess: GuessIndex) -> &[RowIndex] {
        let n = self.shape.rows_per_guess;
        &self.guess_rows[guess.at() * n..][..n]
    }

    /// [`CodeRows::rows_of`], for kernels that know the number of rows.
    pub(super) fn rows_array<const N: usize>(&self, guess: GuessIndex) -> [RowIndex; N] {
        self.rows_of_guesses()[guess.at()]
    }

    /// The rows of all guesses, for kernels that know the number of rows.
    pub(super) fn rows_of_guesses<const N: usize>(&self) -> &[[RowIndex; N]] {
        assert_eq!(N, self.shape.rows_per_guess, "rows per guess");
        self.guess_rows.as_chunks().0
    }

    /// The cells of a row, one per solution, without the padding.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: RowIndex) -> &[C] {
        &self.padded_row(row)[..self.shape.solutions]
    }

    /// The cells of a row with its padding: a multiple of 64.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn padded_row(&self, row: RowIndex) -> &[C] {
        let cells: &[C] = bytemuck::cast_slice(&self.lines);
        &cells[row.at() * self.stride..][..self.stride]
    }

    /// The code of one guess on one solution.
    ///
    /// # Panics
    /// If an index is out of range.
    pub fn code(&self, guess: GuessIndex, solution: CandidateIndex) -> C {
        let cells = self
            .rows_of(guess)
            .iter()
            .map(|&row| self.row(row)[solution.at()]);
        cells.fold(C::default(), |code, cell| code + cell)
    }

    /// Writes the codes of a guess into `codes`, one per solution, from the first solution on.
    ///
    /// It adds all rows in one pass, even if some rows of bytes are the row of zeros. The compiler turns this into one
    /// loop of vector additions. Storing intermediate sums would cost more than the additions that it saves.
    ///
    /// # Panics
    /// If the index is out of range, or there are more `codes` than solutions.
    pub fn codes_of(&self, guess: GuessIndex, codes: &mut [C]) {
        let n = codes.len();
        let cells = |row: RowIndex| &self.row(row)[..n];
        if C::BYTES == 1 {
            let [a, b, c, d, e] = self.rows_array(guess).map(cells);
            for (i, code) in codes.iter_mut().enumerate() {
                *code = a[i] + b[i] + c[i] + d[i] + e[i];
            }
            return;
        }
        // A word of eight letters often has a letter twice, and then a row less.
        let rows = self.rows_of(guess);
        let is_used = |row: &RowIndex| *row != RowIndex(0);
        let used = rows.iter().rposition(is_used).map_or(0, |last| last + 1);
        with_rows!(used.max(5), N => {
            let rows: &[RowIndex; N] = rows.first_chunk().expect("at least six rows");
            add_rows(rows.map(cells), codes);
        });
    }

    /// The same guesses on some of the solutions, which become columns 0, 1, 2 … in the given order.
    ///
    /// # Panics
    /// If a solution is out of range.
    pub fn restrict(&self, solutions: &[CandidateIndex]) -> CodeRows<C> {
        let shape = TableShape {
            solutions: solutions.len(),
            ..self.shape
        };
        let guess_rows = Arc::clone(&self.guess_rows);
        let mut restricted = CodeRows::with_room(self.row_count(), shape, guess_rows);
        for row in RowIndex::up_to(self.row_count()).skip(1) {
            let cells = self.row(row);
            for (cell, &solution) in restricted.new_row().iter_mut().zip(solutions) {
                *cell = cells[solution.at()];
            }
        }
        restricted
    }
}

/// Adds rows of equal length. Registers of 32 bytes, where the processor has them, make up for the width of the codes.
#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
fn add_rows<C: Code, const N: usize>(rows: [&[C]; N], codes: &mut [C]) {
    let n = codes.len();
    let rows = rows.map(|row| &row[..n]);
    for i in 0..n {
        let mut code = rows[0][i];
        for row in &rows[1..] {
            code = code + row[i];
        }
        codes[i] = code;
    }
}
