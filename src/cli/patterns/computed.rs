//! Codes that are computed, from the rule.

use std::ops::Range;

use wordgame_engine::compute::{Backend, CodeTable};
use wordgame_engine::guessing::Rule;
use wordgame_engine::words::Word;

use super::super::failure::Failure;
use super::codes::{Codes, TILE_BYTES, Take, ahead, runs};

/// What may be in memory at a time.
struct Limits {
    /// Bytes of a tile, of which there are three.
    tile_bytes: usize,
    /// Bytes of the rows of a code table.
    row_bytes: usize,
}

const LIMITS: Limits = Limits {
    tile_bytes: TILE_BYTES,
    // All rows of Word Peaks on the most words that are supported.
    row_bytes: 136 << 20,
};

/// Guesses on solutions under a rule.
#[derive(Clone, Copy)]
pub struct Computed<'a> {
    pub rule: &'static dyn Rule,
    pub guesses: &'a [Word],
    pub solutions: &'a [Word],
    pub backend: &'a dyn Backend,
}

impl Codes for Computed<'_> {
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
        let step = (limits.tile_bytes / self.solutions.len().max(1)).max(1);
        let tiles = self.tables_within(limits).flat_map(move |of| {
            let cut = runs(of.clone(), step);
            cut.map(move |tile| (of.clone(), tile))
        });
        let mut table: Option<(Range<usize>, CodeTable)> = None;
        let make = |(of, tile): &(Range<usize>, Range<usize>), codes: &mut Vec<u8>| {
            let (of, table) = match table.take() {
                Some((had, kept)) if had == *of => table.insert((had, kept)),
                _ => table.insert((of.clone(), self.table(of.clone()))),
            };
            codes.resize(tile.len() * self.solutions.len(), 0);
            let guesses = tile.start - of.start..tile.end - of.start;
            Ok(self.backend.pattern_matrix(table, guesses, codes)?)
        };
        ahead(tiles, make, |(_, tile), codes| take(tile, codes))
    }

    fn by_solutions_within(&self, limits: &Limits, take: &mut Take) -> Result<(), Failure> {
        let step = (limits.tile_bytes / self.guesses.len().max(1)).max(1);
        let make = |tile: &Range<usize>, codes: &mut Vec<u8>| {
            let solutions = &self.solutions[tile.clone()];
            let table = self.rule.code_table(self.guesses, solutions);
            codes.resize(self.guesses.len() * solutions.len(), 0);
            Ok(self
                .backend
                .pattern_matrix(&table, 0..self.guesses.len(), codes)?)
        };
        ahead(runs(0..self.solutions.len(), step), make, take)
    }

    /// The guesses in runs whose code tables stay small: one run, unless there are very many solutions.
    pub fn tables(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        self.tables_within(&LIMITS)
    }

    fn tables_within(&self, limits: &Limits) -> impl Iterator<Item = Range<usize>> + use<> {
        // The rows of all guesses, counted on one solution.
        let one = &self.solutions[..self.solutions.len().min(1)];
        let rows = self.rule.code_table(self.guesses, one).row_count();
        let fitting = (limits.row_bytes / self.solutions.len().max(1)).max(1);
        let step = match rows <= fitting {
            true => self.guesses.len().max(1),
            // A guess has at most five, and there is the one of zeros.
            false => (fitting / 5).saturating_sub(1).max(1),
        };
        runs(0..self.guesses.len(), step)
    }

    /// The code table of a run of guesses.
    pub fn table(&self, guesses: Range<usize>) -> CodeTable {
        self.rule.code_table(&self.guesses[guesses], self.solutions)
    }
}

#[cfg(test)]
mod tests {
    use wordgame_engine::compute::cpu::Cpu;
    use wordgame_engine::guessing::Lists;
    use wordgame_engine::guessing::rule::{WordPeaks, Wordle};

    use super::*;

    #[test]
    fn whatever_memory_they_have_tiles_hold_every_pattern_in_order() {
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
            let code = |g: usize, s: usize| rule.pattern(guesses[g], solutions[s]).code();
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
    fn an_error_of_the_taker_ends_the_job() {
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
