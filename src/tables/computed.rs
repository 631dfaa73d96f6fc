//! Patterns computed from the rule.

use std::ops::Range;

use super::source::{PatternSource, TILE_BYTES, Take, pieces, pipeline};
use crate::compute::{Backend, CodeTable};
use crate::failure::Failure;
use crate::guessing::Rule;
use crate::words::Word;

/// Limits on memory.
struct Limits {
    /// Bytes of a tile. Up to three exist at a time.
    tile_bytes: usize,
    /// Bytes of the rows of a code table.
    row_bytes: usize,
}

const LIMITS: Limits = Limits {
    tile_bytes: TILE_BYTES,
    // Enough for all rows of Word Peaks on the largest supported list.
    row_bytes: 136 << 20,
};

/// The patterns of guesses on solutions under a rule.
#[derive(Clone, Copy)]
pub struct Computed<'a> {
    /// The rule.
    pub rule: &'static dyn Rule,
    /// The guesses: the rows of the table.
    pub guesses: &'a [Word],
    /// The solutions: the columns of the table.
    pub solutions: &'a [Word],
    /// The backend that computes.
    pub backend: &'a dyn Backend,
}

impl PatternSource for Computed<'_> {
    fn guesses(&self) -> &[Word] {
        self.guesses
    }

    fn solutions(&self) -> &[Word] {
        self.solutions
    }

    fn by_guesses(&self, take: &mut Take) -> Result<(), Failure> {
        self.by_guesses_within(&LIMITS, take)
    }

    fn by_solutions(&self, take: &mut Take) -> Result<(), Failure> {
        self.by_solutions_within(&LIMITS, take)
    }
}

impl Computed<'_> {
    fn by_guesses_within(&self, limits: &Limits, take: &mut Take) -> Result<(), Failure> {
        let row_bytes = self.solutions.len() * self.width().bytes();
        let step = (limits.tile_bytes / row_bytes.max(1)).max(1);
        let tiles = self.tables_within(limits).flat_map(move |of| {
            let cut = pieces(of.clone(), step);
            cut.map(move |tile| (of.clone(), tile))
        });
        let mut table: Option<(Range<usize>, CodeTable)> = None;
        let fill = |(of, tile): &(Range<usize>, Range<usize>), codes: &mut Vec<u8>| {
            let (of, table) = match table.take() {
                Some((had, kept)) if had == *of => table.insert((had, kept)),
                _ => table.insert((of.clone(), self.table(of.clone()))),
            };
            codes.resize(tile.len() * row_bytes, 0);
            let guesses = tile.start - of.start..tile.end - of.start;
            Ok(self.backend.pattern_matrix(table, guesses, codes)?)
        };
        pipeline(tiles, fill, |(_, tile), codes| take(tile, codes))
    }

    fn by_solutions_within(&self, limits: &Limits, take: &mut Take) -> Result<(), Failure> {
        let column_bytes = self.guesses.len() * self.width().bytes();
        let step = (limits.tile_bytes / column_bytes.max(1)).max(1);
        let fill = |tile: &Range<usize>, codes: &mut Vec<u8>| {
            let solutions = &self.solutions[tile.clone()];
            let table = self.rule.code_table(self.guesses, solutions);
            codes.resize(column_bytes * solutions.len(), 0);
            Ok(self
                .backend
                .pattern_matrix(&table, 0..self.guesses.len(), codes)?)
        };
        pipeline(pieces(0..self.solutions.len(), step), fill, take)
    }

    /// Ranges of guesses whose code tables stay within the memory limit. There is one range unless there are very many
    /// solutions.
    pub fn tables(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        self.tables_within(&LIMITS)
    }

    fn tables_within(&self, limits: &Limits) -> impl Iterator<Item = Range<usize>> + use<> {
        // The number of rows depends only on the guesses, so one solution is enough to count them.
        let one = &self.solutions[..self.solutions.len().min(1)];
        let rows = self.rule.code_table(self.guesses, one).row_count();
        let row_bytes = self.solutions.len() * self.width().bytes();
        let fitting = (limits.row_bytes / row_bytes.max(1)).max(1);
        let step = if rows <= fitting {
            self.guesses.len().max(1)
        } else {
            // Each guess needs at most one row per letter, and every table has one row of zeros.
            (fitting / self.length()).saturating_sub(1).max(1)
        };
        pieces(0..self.guesses.len(), step)
    }

    /// The code table of a range of guesses.
    pub fn table(&self, guesses: Range<usize>) -> CodeTable {
        self.rule.code_table(&self.guesses[guesses], self.solutions)
    }
}

#[cfg(test)]
mod tests {
    use crate::compute::cpu::Cpu;
    use crate::guessing::Lists;
    use crate::guessing::rule::{WordPeaks, Wordle};

    use super::*;

    #[test]
    fn tiles_of_any_size_hold_every_pattern_in_order() {
        let lists = Lists::original();
        let (guesses, solutions) = (&lists.guesses()[5_000..5_090], &lists.solutions()[..70]);
        let rules: [&'static dyn Rule; 2] = [&Wordle, &WordPeaks];
        for (rule, [tile_bytes, row_bytes]) in rules.into_iter().flat_map(|rule| {
            let limits = [
                [1, 1],
                [500, 800],
                [70, 2_000],
                [1_000, 9_000],
                [1 << 20, 1 << 20],
            ];
            limits.map(|limits| (rule, limits))
        }) {
            let limits = Limits {
                tile_bytes,
                row_bytes,
            };
            let codes = Computed {
                rule,
                guesses,
                solutions,
                backend: &Cpu,
            };
            let code = |g: usize, s: usize| rule.pattern(guesses[g], solutions[s]).code() as u8;
            let mut next = 0;
            let rows = codes.by_guesses_within(&limits, &mut |tile, codes| {
                assert_eq!(
                    (tile.start, codes.len()),
                    (next, tile.len() * solutions.len())
                );
                next = tile.end;
                let right = tile.flat_map(|g| (0..solutions.len()).map(move |s| code(g, s)));
                assert!(right.eq(codes.iter().copied()));
                Ok(())
            });
            assert!(rows.is_ok() && next == guesses.len());
            let mut next = 0;
            let columns = codes.by_solutions_within(&limits, &mut |tile, codes| {
                assert_eq!(
                    (tile.start, codes.len()),
                    (next, tile.len() * guesses.len())
                );
                next = tile.end;
                let right = (0..guesses.len()).flat_map(|g| tile.clone().map(move |s| code(g, s)));
                assert!(right.eq(codes.iter().copied()));
                Ok(())
            });
            assert!(columns.is_ok() && next == solutions.len());
        }
    }

    #[test]
    fn error_of_take_ends_the_job() {
        let lists = Lists::original();
        let codes = Computed {
            rule: &Wordle,
            guesses: lists.guesses(),
            solutions: lists.solutions(),
            backend: &Cpu,
        };
        let mut taken = 0;
        let result = codes.by_guesses(&mut |_, _| {
            taken += 1;
            Err(Failure::ClosedPipe)
        });
        assert!(matches!(result, Err(Failure::ClosedPipe)) && taken == 1);
    }
}
