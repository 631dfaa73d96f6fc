//! Rows of bytes that add up to pattern codes.

use std::sync::{Arc, OnceLock};

use super::columns::Columns;
use super::index::{CandidateIndex, GuessIndex, RowIndex};
use super::split_bounds::SplitBounds;

/// The most rows that one guess may add up.
pub const ROWS_PER_GUESS: usize = 5;

/// A row's bytes are padded to a multiple of this, so that a row starts on a cache line and packs
/// into whole `u32`s. The padding holds zeros, which are no codes: kernels stop at
/// [`CodeTable::solutions`].
const ROW_ALIGNMENT: usize = 64;

/// The pattern codes of every guess on every solution, as sums.
///
/// The code of guess `g` on solution `s` is the sum over the rows `r` of `g` of `row(r)[s]`. No sum
/// exceeds 255, so four codes fit a `u32` and one addition makes four of them. Row 0 holds only
/// zeros: a guess with fewer than [`ROWS_PER_GUESS`] rows names it in the places left.
///
/// Shapes: `solutions` columns, any number of rows (a few hundred for a game's lists), and
/// [`ROWS_PER_GUESS`] row numbers for each guess.
#[derive(Clone, Debug)]
pub struct CodeTable {
    solutions: usize,
    stride: usize,
    rows: Vec<u8>,
    guess_rows: Arc<[[RowIndex; ROWS_PER_GUESS]]>,
    solved_code: u8,
    columns: OnceLock<Columns>,
    split_bounds: OnceLock<SplitBounds>,
}

impl CodeTable {
    /// A table over `solutions` columns with the zero row alone. `guess_rows` names the rows of each
    /// guess, which [`CodeTable::push_row`] then adds; `solved_code` is the code of a guess that is
    /// the solution.
    pub fn new(
        solutions: usize,
        guess_rows: Vec<[RowIndex; ROWS_PER_GUESS]>,
        solved_code: u8,
    ) -> CodeTable {
        let stride = solutions.next_multiple_of(ROW_ALIGNMENT);
        CodeTable {
            solutions,
            stride,
            rows: vec![0; stride],
            guess_rows: guess_rows.into(),
            solved_code,
            columns: OnceLock::new(),
            split_bounds: OnceLock::new(),
        }
    }

    /// Adds the next row, filled with the values of `cells`, one a solution.
    ///
    /// # Panics
    /// If `cells` yields fewer values than there are solutions.
    pub fn push_row(&mut self, cells: impl IntoIterator<Item = u8>) {
        self.columns = OnceLock::new();
        self.split_bounds = OnceLock::new();
        let start = self.rows.len();
        self.rows.extend(cells.into_iter().take(self.solutions));
        assert_eq!(
            self.rows.len() - start,
            self.solutions,
            "a row has one cell a solution"
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

    /// The number of rows, the zero row included.
    pub fn row_count(&self) -> usize {
        self.rows.len().checked_div(self.stride).unwrap_or(1)
    }

    /// Bytes from one row to the next: a multiple of 64, at least [`CodeTable::solutions`].
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

    /// The cells of a row, one a solution, without the padding.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: RowIndex) -> &[u8] {
        &self.padded_row(row)[..self.solutions]
    }

    /// The cells of a row with its padding: [`CodeTable::stride`] bytes.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn padded_row(&self, row: RowIndex) -> &[u8] {
        &self.rows[row.at() * self.stride..][..self.stride]
    }

    /// The code of one guess on one solution.
    ///
    /// # Panics
    /// If there is no such guess or solution.
    pub fn code(&self, guess: GuessIndex, solution: CandidateIndex) -> u8 {
        self.guess_rows[guess.at()]
            .iter()
            .map(|&row| self.row(row)[solution.at()])
            .sum()
    }

    /// The table the other way round; made when it is first asked for.
    pub fn columns(&self) -> &Columns {
        made_once(&self.columns, || Columns::new(self))
    }

    /// Bounds on the splits of every guess; made when they are first `wanted`, and none before.
    pub(super) fn split_bounds(&self, wanted: bool) -> Option<&SplitBounds> {
        if wanted {
            return Some(made_once(&self.split_bounds, || SplitBounds::new(self)));
        }
        self.split_bounds.get()
    }

    /// Writes the codes of a guess into `codes`, one a solution, from the first on.
    ///
    /// All five rows are added in one pass, the zero row in the places left: the compiler makes it one
    /// loop of vector additions, and a store for each row would cost more than the additions saved.
    ///
    /// # Panics
    /// If there is no such guess, or there are more `codes` than solutions.
    pub fn codes_of(&self, guess: GuessIndex, codes: &mut [u8]) {
        let n = codes.len();
        let [a, b, c, d, e] = self.rows_of(guess).map(|row| &self.row(row)[..n]);
        for (i, code) in codes.iter_mut().enumerate() {
            *code = a[i] + b[i] + c[i] + d[i] + e[i];
        }
    }

    /// The same guesses on some of the solutions, which become columns 0, 1, 2 … in the order given.
    ///
    /// # Panics
    /// If a solution is out of range.
    pub fn restrict(&self, solutions: &[CandidateIndex]) -> CodeTable {
        let mut table = CodeTable {
            guess_rows: Arc::clone(&self.guess_rows),
            ..CodeTable::new(solutions.len(), Vec::new(), self.solved_code)
        };
        table.rows.reserve_exact(table.stride * self.row_count());
        for row in RowIndex::up_to(self.row_count()).skip(1) {
            let cells = self.row(row);
            table.push_row(solutions.iter().map(|&solution| cells[solution.at()]));
        }
        table
    }
}

/// The value of a cell, made if it is not there yet, while the cell is not locked: it is made on rayon's
/// threads, and one that waits for a part of it may be handed work that wants the same value and would
/// wait for itself. Several threads may make it at the same time; one of their values is kept.
fn made_once<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    if let Some(value) = cell.get() {
        return value;
    }
    let value = make();
    cell.get_or_init(|| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> CodeTable {
        let mut table = CodeTable::new(
            3,
            vec![[1, 2, 0, 0, 0].map(RowIndex), [2, 0, 0, 0, 0].map(RowIndex)],
            242,
        );
        table.push_row([1, 2, 3]);
        table.push_row([10, 20, 30]);
        table
    }

    fn code(table: &CodeTable, guess: u32, solution: u32) -> u8 {
        table.code(GuessIndex(guess), CandidateIndex(solution))
    }

    #[test]
    fn a_code_is_the_sum_of_its_rows() {
        let table = table();
        assert_eq!([0, 1, 2].map(|s| code(&table, 0, s)), [11, 22, 33]);
        assert_eq!([0, 1, 2].map(|s| code(&table, 1, s)), [10, 20, 30]);
    }

    #[test]
    fn restriction_keeps_the_codes_of_the_chosen_solutions_in_their_order() {
        let table = table().restrict(&[2, 0].map(CandidateIndex));
        assert_eq!(table.solutions(), 2);
        assert_eq!([0, 1].map(|s| code(&table, 0, s)), [33, 11]);
    }

    #[test]
    fn tasks_that_want_the_same_columns_do_not_wait_for_each_other() {
        use rayon::prelude::*;

        for _ in 0..20 {
            let mut table = CodeTable::new(700, vec![[1, 0, 0, 0, 0].map(RowIndex); 700], 242);
            table.push_row((0..700).map(|s| (s % 200) as u8));
            let first = |_| table.columns().column(CandidateIndex(3))[0];
            let columns: Vec<u8> = (0..64).into_par_iter().map(first).collect();
            assert_eq!(columns, [3; 64]);
            let bounds = |_| table.split_bounds(true).is_some();
            assert!((0..64).into_par_iter().all(bounds));
        }
    }

    #[test]
    fn a_table_without_solutions_is_empty_but_usable() {
        let table = table().restrict(&[]);
        assert_eq!((table.solutions(), table.guesses()), (0, 2));
        assert_eq!(table.row(RowIndex(0)), &[] as &[u8]);
    }
}
