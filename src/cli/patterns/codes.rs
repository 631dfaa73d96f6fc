//! The codes of guesses on solutions, tile by tile: a tile is made while the one before is written or
//! compared, and memory does not grow with the table.

use std::ops::Range;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use wordgame_engine::compute::{Backend, CodeTable};
use wordgame_engine::guessing::Rule;
use wordgame_engine::words::Word;

use super::super::failure::Failure;
use super::super::interrupt;

/// What may be in memory at a time.
struct Limits {
    /// Bytes of a tile, of which there are three.
    tile_bytes: usize,
    /// Bytes of the rows of a code table.
    row_bytes: usize,
}

const LIMITS: Limits = Limits {
    // Still in the cache when it is written, and worth a trip to a GPU.
    tile_bytes: 4 << 20,
    // All rows of Word Peaks on the most words that are supported.
    row_bytes: 136 << 20,
};

/// All guesses on all solutions under a rule.
#[derive(Clone, Copy)]
pub struct Codes<'a> {
    pub rule: &'static dyn Rule,
    pub guesses: &'a [Word],
    pub solutions: &'a [Word],
}

impl Codes<'_> {
    /// The number of patterns.
    pub fn len(&self) -> usize {
        self.guesses.len() * self.solutions.len()
    }

    /// Hands out runs of guesses in their order, each with its codes, a row a guess.
    ///
    /// # Errors
    /// What `take` says, [`Failure::Interrupted`], or a GPU's.
    pub fn by_guesses(
        &self,
        backend: &dyn Backend,
        take: impl FnMut(Range<usize>, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.by_guesses_within(&LIMITS, backend, take)
    }

    fn by_guesses_within(
        &self,
        limits: &Limits,
        backend: &dyn Backend,
        mut take: impl FnMut(Range<usize>, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
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
            Ok(backend.pattern_matrix(table, guesses, codes)?)
        };
        ahead(tiles, make, |(_, tile), codes| take(tile, codes))
    }

    /// Hands out runs of solutions in their order, each with the codes of every guess on them, a row a
    /// guess.
    ///
    /// # Errors
    /// As [`Codes::by_guesses`].
    pub fn by_solutions(
        &self,
        backend: &dyn Backend,
        take: impl FnMut(Range<usize>, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.by_solutions_within(&LIMITS, backend, take)
    }

    fn by_solutions_within(
        &self,
        limits: &Limits,
        backend: &dyn Backend,
        take: impl FnMut(Range<usize>, &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let step = (limits.tile_bytes / self.guesses.len().max(1)).max(1);
        let make = |tile: &Range<usize>, codes: &mut Vec<u8>| {
            let solutions = &self.solutions[tile.clone()];
            let table = self.rule.code_table(self.guesses, solutions);
            codes.resize(self.guesses.len() * solutions.len(), 0);
            Ok(backend.pattern_matrix(&table, 0..self.guesses.len(), codes)?)
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

/// Cuts a range into runs of `step`.
fn runs(range: Range<usize>, step: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range
        .step_by(step)
        .map(move |first| first..end.min(first + step))
}

/// Makes tiles on a thread of their own, at most two ahead of the one that is taken.
fn ahead<T: Send>(
    mut tiles: impl Iterator<Item = T> + Send,
    mut make: impl FnMut(&T, &mut Vec<u8>) -> Result<(), Failure> + Send,
    mut take: impl FnMut(T, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    thread::scope(|scope| {
        let (made, ready) = sync_channel(1);
        let (taken, spare) = channel::<Vec<u8>>();
        let produce = move || {
            // Until all are made, one fails, or nobody takes them any more.
            for tile in &mut tiles {
                let mut codes = spare.try_recv().unwrap_or_default();
                let result = make(&tile, &mut codes).map(|()| (tile, codes));
                let failed = result.is_err();
                if made.send(result).is_err() || failed {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, produce)
            .map_err(|error| Failure::Failed(format!("cannot start threads: {error}")))?;
        for tile in ready {
            interrupt::check()?;
            let (tile, codes) = tile?;
            take(tile, &codes)?;
            // After the last tile nobody wants it.
            let _ = taken.send(codes);
        }
        Ok(())
    })
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
            let codes = Codes {
                rule,
                guesses,
                solutions,
            };
            let code = |g: usize, s: usize| rule.pattern(guesses[g], solutions[s]).code();
            let mut next = 0;
            let rows = codes.by_guesses_within(&limits, &Cpu, |tile, codes| {
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
            let columns = codes.by_solutions_within(&limits, &Cpu, |tile, codes| {
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
        let codes = Codes {
            rule: &Wordle,
            guesses: lists.guesses(),
            solutions: lists.solutions(),
        };
        let mut taken = 0;
        let result = codes.by_guesses(&Cpu, |_, _| {
            taken += 1;
            Err(Failure::ClosedPipe)
        });
        assert!(matches!(result, Err(Failure::ClosedPipe)) && taken == 1);
    }
}
