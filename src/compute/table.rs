//! A code table: its rows, and data derived from them that is computed on demand.

use std::ops::Deref;
use std::sync::OnceLock;

use super::columns::Columns;
use super::index::{CandidateIndex, RowIndex};
use super::rows::{CodeRows, ROWS_PER_GUESS};
use super::split_bounds::SplitBounds;

/// The pattern codes of every guess on every solution: [`CodeRows`], to which it dereferences, with the data that some
/// kernels derive from them.
#[derive(Clone, Debug)]
pub struct CodeTable {
    rows: CodeRows,
    columns: OnceLock<Columns>,
    split_bounds: OnceLock<SplitBounds>,
}

impl Deref for CodeTable {
    type Target = CodeRows;

    fn deref(&self) -> &CodeRows {
        &self.rows
    }
}

impl CodeTable {
    /// A table with `solutions` columns, at first only with the row of zeros. See [`CodeRows::new`].
    pub fn new(
        solutions: usize,
        guess_rows: Vec<[RowIndex; ROWS_PER_GUESS]>,
        solved_code: u8,
    ) -> CodeTable {
        CodeTable::of(CodeRows::new(solutions, guess_rows, solved_code))
    }

    fn of(rows: CodeRows) -> CodeTable {
        CodeTable {
            rows,
            columns: OnceLock::new(),
            split_bounds: OnceLock::new(),
        }
    }

    /// Adds the next row. `cells` has one value per solution.
    ///
    /// # Panics
    /// If `cells` yields fewer values than there are solutions.
    pub fn push_row(&mut self, cells: impl IntoIterator<Item = u8>) {
        self.columns = OnceLock::new();
        self.split_bounds = OnceLock::new();
        self.rows.push_row(cells);
    }

    /// The same guesses on some of the solutions, which become columns 0, 1, 2 … in the given order.
    ///
    /// # Panics
    /// If a solution is out of range.
    pub fn restrict(&self, solutions: &[CandidateIndex]) -> CodeTable {
        CodeTable::of(self.rows.restrict(solutions))
    }

    /// The codes by solution instead of by guess. Computed on the first call.
    pub fn columns(&self) -> &Columns {
        computed_once(&self.columns, || Columns::new(&self.rows))
    }

    /// Upper bounds on the splits of every guess. They are computed if `compute` is true; otherwise they are returned only
    /// if an earlier call has computed them.
    pub(super) fn split_bounds(&self, compute: bool) -> Option<&SplitBounds> {
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
    use crate::compute::GuessIndex;

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
    fn code_is_the_sum_of_its_rows() {
        let table = table();
        assert_eq!([0, 1, 2].map(|s| code(&table, 0, s)), [11, 22, 33]);
        assert_eq!([0, 1, 2].map(|s| code(&table, 1, s)), [10, 20, 30]);
    }

    #[test]
    fn restriction_keeps_the_codes_of_the_given_solutions_in_order() {
        let table = table().restrict(&[2, 0].map(CandidateIndex));
        assert_eq!(table.solutions(), 2);
        assert_eq!([0, 1].map(|s| code(&table, 0, s)), [33, 11]);
    }

    #[test]
    fn tasks_that_need_the_same_columns_do_not_deadlock() {
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
    fn table_without_solutions_is_usable() {
        let table = table().restrict(&[]);
        assert_eq!((table.solutions(), table.guesses()), (0, 2));
        assert_eq!(table.row(RowIndex(0)), &[] as &[u8]);
    }
}
