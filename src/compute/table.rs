//! Code tables: rows of codes, and data derived from them that is computed on demand.

use std::ops::{Deref, Range};
use std::sync::OnceLock;

use super::code::Code;
use super::columns::Columns;
use super::index::{CandidateIndex, GuessIndex, RowIndex};
use super::rows::{CodeRows, TableShape};
use super::split_bounds::SplitBounds;

/// The pattern codes of every guess on every solution. A table with at most 256 codes holds bytes; a table with more
/// holds numbers of two bytes.
///
/// Kernels are generic over the width: they take a [`TableOf`].
#[derive(Clone, Debug)]
pub enum CodeTable {
    /// Codes of one byte.
    Bytes(TableOf<u8>),
    /// Codes of two bytes.
    Pairs(TableOf<u16>),
}

/// Evaluates an expression with the [`TableOf`] that a [`CodeTable`] is.
macro_rules! match_width {
    ($table:expr, $of_width:ident => $body:expr) => {
        match $table {
            $crate::compute::CodeTable::Bytes($of_width) => $body,
            $crate::compute::CodeTable::Pairs($of_width) => $body,
        }
    };
}
pub(crate) use match_width;

impl CodeTable {
    /// A table at first only with the row of zeros. `guess_rows` has the rows of each guess, `shape.rows_per_guess` of
    /// them for the first guess, as many for the next, and so on. A guess that needs fewer has row 0 for the rest.
    ///
    /// # Panics
    /// If there are more than 59,049 codes, or more rows per guess than 5 for up to 256 codes and 10 for more, or if the
    /// solved code is not below the number of codes, or if `guess_rows` ends within a guess.
    pub fn new(shape: TableShape, guess_rows: Vec<RowIndex>) -> CodeTable {
        if shape.codes <= 256 {
            CodeTable::Bytes(TableOf::of(CodeRows::new(shape, guess_rows)))
        } else {
            CodeTable::Pairs(TableOf::of(CodeRows::new(shape, guess_rows)))
        }
    }

    /// Adds the next row. `cells` has one value per solution.
    ///
    /// # Panics
    /// If `cells` yields fewer values than there are solutions, or a value that is not below the number of codes.
    pub fn push_row(&mut self, cells: impl IntoIterator<Item = u16>) {
        match_width!(self, table => table.rows_mut().push_row(cells));
    }

    /// Adds the next row, whose cell for solution s is `values[keys[s]]`.
    ///
    /// # Panics
    /// If there are fewer keys than solutions, a key is out of range, or a value is not below the number of codes.
    pub fn push_row_by_key(&mut self, keys: &[u16], values: &[u16]) {
        match_width!(self, table => table.rows_mut().push_row_by_key(keys, values));
    }

    /// The number of solutions: the columns of the table.
    pub fn solutions(&self) -> usize {
        match_width!(self, table => table.solutions())
    }

    /// The number of guesses.
    pub fn guesses(&self) -> usize {
        match_width!(self, table => table.guesses())
    }

    /// The number of rows, the row of zeros included.
    pub fn row_count(&self) -> usize {
        match_width!(self, table => table.row_count())
    }

    /// Bytes from one row to the next: a multiple of 64.
    pub fn row_bytes(&self) -> usize {
        match_width!(self, table => table.row_bytes())
    }

    /// Bytes of a code: 1 or 2.
    pub fn code_bytes(&self) -> usize {
        match self {
            CodeTable::Bytes(_) => u8::BYTES,
            CodeTable::Pairs(_) => u16::BYTES,
        }
    }

    /// The number of codes. All codes are below it.
    pub fn codes(&self) -> usize {
        match_width!(self, table => table.codes())
    }

    /// The code of a guess that is the solution.
    pub fn solved_code(&self) -> u16 {
        match_width!(self, table => table.solved_code().wide())
    }

    /// The number of rows that add up to the codes of a guess, the row of zeros included as often as it is used: 5 in a
    /// table of bytes, 6 to 10 otherwise.
    pub fn rows_per_guess(&self) -> usize {
        match_width!(self, table => table.rows_per_guess())
    }

    /// The bytes of some cells of a row.
    ///
    /// # Panics
    /// If there is no such row or column.
    pub fn bytes_of_row(&self, row: RowIndex, columns: Range<usize>) -> &[u8] {
        match_width!(self, table => bytemuck::cast_slice(&table.row(row)[columns]))
    }

    /// The rows that add up to the codes of `guess`. The row of zeros is among them as often as it is used.
    ///
    /// # Panics
    /// If there is no such guess.
    pub fn rows_of(&self, guess: GuessIndex) -> &[RowIndex] {
        match_width!(self, table => table.rows_of(guess))
    }

    /// The code of one guess on one solution.
    ///
    /// # Panics
    /// If an index is out of range.
    pub fn code(&self, guess: GuessIndex, solution: CandidateIndex) -> u16 {
        match_width!(self, table => table.code(guess, solution).wide())
    }

    /// The same guesses on some of the solutions, which become columns 0, 1, 2 … in the given order.
    ///
    /// # Panics
    /// If a solution is out of range.
    pub fn restrict(&self, solutions: &[CandidateIndex]) -> CodeTable {
        match self {
            CodeTable::Bytes(table) => CodeTable::Bytes(table.restrict(solutions)),
            CodeTable::Pairs(table) => CodeTable::Pairs(table.restrict(solutions)),
        }
    }

    /// Computes the [`Columns`] now, if they are not there yet. Otherwise a kernel computes them when it first needs them.
    pub fn compute_columns(&self) {
        match_width!(self, table => {
            table.columns();
        });
    }
}

/// A code table with codes of one width: [`CodeRows`], to which it dereferences, with the data that some kernels derive
/// from them.
#[derive(Clone, Debug)]
pub struct TableOf<C: Code> {
    rows: CodeRows<C>,
    columns: OnceLock<Columns<C>>,
    split_bounds: OnceLock<SplitBounds<C>>,
}

impl<C: Code> Deref for TableOf<C> {
    type Target = CodeRows<C>;

    fn deref(&self) -> &CodeRows<C> {
        &self.rows
    }
}

impl<C: Code> TableOf<C> {
    fn of(rows: CodeRows<C>) -> TableOf<C> {
        TableOf {
            rows,
            columns: OnceLock::new(),
            split_bounds: OnceLock::new(),
        }
    }

    /// The rows, to change them. The derived data are computed again when they are next needed.
    fn rows_mut(&mut self) -> &mut CodeRows<C> {
        self.columns = OnceLock::new();
        self.split_bounds = OnceLock::new();
        &mut self.rows
    }

    /// The same guesses on some of the solutions, which become columns 0, 1, 2 … in the given order.
    ///
    /// # Panics
    /// If a solution is out of range.
    pub fn restrict(&self, solutions: &[CandidateIndex]) -> TableOf<C> {
        TableOf::of(self.rows.restrict(solutions))
    }

    /// The codes by solution instead of by guess. Computed on the first call.
    pub fn columns(&self) -> &Columns<C> {
        computed_once(&self.columns, || Columns::new(&self.rows))
    }

    /// Upper bounds on the splits of every guess. They are computed if `compute` is true; otherwise they are returned only
    /// if an earlier call has computed them.
    pub(super) fn split_bounds(&self, compute: bool) -> Option<&SplitBounds<C>> {
        if compute {
            let bounds = || SplitBounds::new(&self.rows);
            return Some(computed_once(&self.split_bounds, bounds));
        }
        self.split_bounds.get()
    }
}

/// The value of a cell, computed if it is not there yet.
///
/// Unlike `OnceLock::get_or_init`, this does not lock the cell during the computation, which runs on rayon's threads. A
/// thread that waits for part of the computation may be given another task that needs the same value, and would then
/// wait for itself. Several threads may compute the value at the same time. One of the results is kept.
fn computed_once<T>(cell: &OnceLock<T>, compute: impl FnOnce() -> T) -> &T {
    if let Some(value) = cell.get() {
        return value;
    }
    let value = compute();
    cell.get_or_init(|| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with two guesses, on three solutions.
    fn table(codes: usize) -> CodeTable {
        let shape = TableShape {
            solutions: 3,
            codes,
            rows_per_guess: 2,
            solved_code: 242,
        };
        let mut table = CodeTable::new(shape, [1, 2, 2, 0].map(RowIndex).to_vec());
        table.push_row([1, 2, 3]);
        table.push_row([10, 20, 30]);
        table
    }

    fn code(table: &CodeTable, guess: u32, solution: u32) -> u16 {
        table.code(GuessIndex(guess), CandidateIndex(solution))
    }

    #[test]
    fn code_is_the_sum_of_its_rows() {
        for (codes, bytes) in [(243, 1), (256, 1), (257, 2), (59_049, 2)] {
            let table = table(codes);
            assert_eq!((table.codes(), table.code_bytes()), (codes, bytes));
            assert_eq!([0, 1, 2].map(|s| code(&table, 0, s)), [11, 22, 33]);
            assert_eq!([0, 1, 2].map(|s| code(&table, 1, s)), [10, 20, 30]);
        }
    }

    #[test]
    fn restriction_keeps_the_codes_of_the_given_solutions_in_order() {
        for codes in [243, 729] {
            let table = table(codes).restrict(&[2, 0].map(CandidateIndex));
            assert_eq!(table.solutions(), 2);
            assert_eq!([0, 1].map(|s| code(&table, 0, s)), [33, 11]);
        }
    }

    #[test]
    #[should_panic(expected = "the cell 243 is not below the number of codes")]
    fn a_cell_that_is_no_code_is_refused() {
        table(243).push_row([0, 1, 243]);
    }

    #[test]
    fn tasks_that_need_the_same_columns_do_not_deadlock() {
        use rayon::prelude::*;

        for _ in 0..20 {
            let shape = TableShape {
                solutions: 700,
                codes: 243,
                rows_per_guess: 1,
                solved_code: 242,
            };
            let mut table = CodeTable::new(shape, vec![RowIndex(1); 700]);
            table.push_row((0..700).map(|s| s % 200));
            let CodeTable::Bytes(table) = table else {
                unreachable!("243 codes fit bytes")
            };
            let first = |_| table.columns().column(CandidateIndex(3))[0];
            let columns: Vec<u8> = (0..64).into_par_iter().map(first).collect();
            assert_eq!(columns, [3; 64]);
            let bounds = |_| table.split_bounds(true).is_some();
            assert!((0..64).into_par_iter().all(bounds));
        }
    }

    #[test]
    fn table_without_solutions_is_usable() {
        for codes in [243, 729] {
            let table = table(codes).restrict(&[]);
            assert_eq!((table.solutions(), table.guesses()), (0, 2));
            assert_eq!((table.row_count(), table.row_bytes()), (1, 0));
        }
    }
}
