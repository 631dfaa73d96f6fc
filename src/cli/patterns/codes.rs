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

/// Bytes of a tile: some trips to a GPU's memory, and little to keep of three.
const TILE_BYTES: usize = 8 << 20;

/// Bytes that the rows of a code table may take: all rows of Word Peaks on the most words that are
/// supported.
const ROW_BYTES: usize = 136 << 20;

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
        let step = (TILE_BYTES / self.solutions.len().max(1)).max(1);
        let tiles = self.tables().flat_map(move |of| {
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
        let mut take = take;
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
        let step = (TILE_BYTES / self.guesses.len().max(1)).max(1);
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
        // The rows of all guesses, counted on one solution.
        let one = &self.solutions[..self.solutions.len().min(1)];
        let rows = self.rule.code_table(self.guesses, one).row_count();
        let fitting = (ROW_BYTES / self.solutions.len().max(1)).max(1);
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
