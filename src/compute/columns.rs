//! The transpose of a code table: for each solution, the codes of all guesses.

use rayon::prelude::*;

use super::code::Code;
use super::rows::{CodeRows, with_rows};
use super::{CandidateIndex, GuessIndex};

/// The number of solutions that a thread transposes at a time: one or two cache lines of each row.
const TILE: usize = 64;

/// For each solution, the codes of all guesses next to each other, so that a vector register holds the codes of many
/// guesses on one solution.
///
/// It takes one or two bytes per guess and solution: 30 MB for the original lists.
#[derive(Clone, Debug)]
pub struct Columns<C> {
    stride: usize,
    codes: Vec<C>,
    /// The guesses that are equal to a solution, solution by solution.
    solving: Vec<GuessIndex>,
    /// For each solution, the end of its guesses in `solving`.
    solving_ends: Vec<usize>,
}

impl<C: Code> Columns<C> {
    /// Transposes a table.
    pub fn new(table: &CodeRows<C>) -> Columns<C> {
        let stride = table.guesses().next_multiple_of(TILE);
        let mut codes = vec![C::default(); stride * table.solutions()];
        codes
            .par_chunks_mut((stride * TILE).max(1))
            .enumerate()
            .for_each(|(tile, columns)| {
                with_rows!(table.rows_per_guess(), N => {
                    transpose::<C, N>(table, tile * TILE, columns, stride);
                });
            });
        let mut columns = Columns {
            stride,
            codes,
            solving: Vec::new(),
            solving_ends: Vec::with_capacity(table.solutions()),
        };
        let solving: Vec<Vec<GuessIndex>> = (0..table.solutions())
            .into_par_iter()
            .map(CandidateIndex::from)
            .map(|solution| {
                let codes = &columns.column(solution)[..table.guesses()];
                let solved = table.solved_code();
                let tiles = codes.chunks(TILE).zip((0..).step_by(TILE));
                // Few tiles have any, and `contains` finds that out quickly.
                let tiles = tiles.filter(|(tile, _)| tile.contains(&solved));
                tiles
                    .flat_map(|(tile, first)| tile.iter().zip(first..))
                    .filter(|&(&code, _)| code == solved)
                    .map(|(_, guess)| GuessIndex(guess))
                    .collect()
            })
            .collect();
        for guesses in solving {
            columns.solving.extend(guesses);
            columns.solving_ends.push(columns.solving.len());
        }
        columns
    }

    /// The codes of all guesses on a solution, followed by zeros up to a multiple of 64.
    ///
    /// # Panics
    /// If there is no such solution.
    pub fn column(&self, solution: CandidateIndex) -> &[C] {
        &self.codes[solution.at() * self.stride..][..self.stride]
    }

    /// The guesses that are equal to a solution, ascending. In a game there is at most one.
    ///
    /// # Panics
    /// If there is no such solution.
    pub fn guesses_of_solution(&self, solution: CandidateIndex) -> &[GuessIndex] {
        let ends = &self.solving_ends[..=solution.at()];
        let start = ends.iter().nth_back(1).copied().unwrap_or(0);
        &self.solving[start..ends[solution.at()]]
    }
}

/// Fills some columns in tiles of 64 × 64 codes. The first column is that of the solution `first`.
fn transpose<C: Code, const N: usize>(
    table: &CodeRows<C>,
    first: usize,
    columns: &mut [C],
    stride: usize,
) {
    let mut tile = [[C::default(); TILE]; TILE];
    for start in (0..table.guesses()).step_by(TILE) {
        let guesses = TILE.min(table.guesses() - start);
        for (i, codes) in tile[..guesses].iter_mut().enumerate() {
            let rows = table.rows_array::<N>(GuessIndex::from(start + i));
            let rows = rows.map(|row| &table.padded_row(row)[first..][..TILE]);
            for (j, code) in codes.iter_mut().enumerate() {
                *code = rows.iter().fold(C::default(), |sum, row| sum + row[j]);
            }
        }
        for (j, column) in columns.chunks_exact_mut(stride).enumerate() {
            let codes = &mut column[start..][..guesses];
            for (code, row) in codes.iter_mut().zip(&tile) {
                *code = row[j];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::rows::TableShape;
    use crate::compute::table::match_width;
    use crate::compute::{CodeTable, RowIndex};

    #[test]
    fn columns_hold_the_codes_of_the_table() {
        let solved_code = 6;
        for codes in [243, 729, 59_049] {
            for (guesses, solutions) in [(1, 1), (70, 3), (3, 70), (64, 64), (130, 129)] {
                let shape = TableShape {
                    solutions,
                    codes,
                    rows_per_guess: 3,
                    solved_code,
                };
                let rows = (0..guesses).flat_map(|g| [1 + g as u32 % 3, 0, 2].map(RowIndex));
                let mut table = CodeTable::new(shape, rows.collect());
                for row in 1..4u16 {
                    table.push_row((0..solutions).map(|s| row * (s % 5) as u16));
                }
                match_width!(&table, table => check(table, solved_code));
            }
        }
    }

    fn check<C: Code>(table: &CodeRows<C>, solved_code: u16) {
        let columns = Columns::new(table);
        for solution in CandidateIndex::up_to(table.solutions()) {
            let column = columns.column(solution);
            let codes: Vec<C> = GuessIndex::up_to(table.guesses())
                .map(|guess| table.code(guess, solution))
                .collect();
            assert_eq!(column[..table.guesses()], codes);
            let is_solved = |guess: &GuessIndex| codes[guess.at()].at() == usize::from(solved_code);
            let solving = GuessIndex::up_to(table.guesses()).filter(is_solved);
            assert!(solving.eq(columns.guesses_of_solution(solution).iter().copied()));
        }
    }
}
