//! Upper bounds on the number of groups that a guess makes, without counting them.
//!
//! A guess makes at most as many groups of a set as of all solutions. If one of its rows is constant on the set, that row
//! distinguishes nothing there, and the guess makes at most as many groups as its other rows make of all solutions.
//! Finally, the number of groups is at most the product, over its rows, of the number of distinct values of the row on
//! the set.

use std::mem;

use rayon::prelude::*;

use super::code::Code;
use super::index::{GuessIndex, RowIndex};
use super::rows::{CodeRows, with_rows};

/// For each guess of a table, bounds that hold for every set of its solutions.
///
/// A number of groups takes as many bytes as a code. 256 groups, which no rule makes with codes of one byte, count as 255.
#[derive(Clone, Debug)]
pub struct SplitBounds<C> {
    /// For each guess, the number of groups with all its rows.
    all_rows: Vec<C>,
    /// For each guess, the number of groups without its first row, without the second, and so on.
    without: Vec<C>,
}

impl<C: Code> SplitBounds<C> {
    /// Counts the groups that each guess makes of all solutions, with all its rows and without each of them.
    pub fn new(table: &CodeRows<C>) -> SplitBounds<C> {
        let rows = table.rows_per_guess();
        let mut all_rows = vec![C::default(); table.guesses()];
        let mut without = vec![C::default(); rows * table.guesses()];
        all_rows
            .par_iter_mut()
            .zip(without.par_chunks_exact_mut(rows))
            .enumerate()
            .for_each_init(
                || Counter::new(table),
                |counter, (guess, (all_rows, without))| {
                    *all_rows = counter.count(GuessIndex::from(guess), without);
                },
            );
        SplitBounds { all_rows, without }
    }

    /// The guesses of `allowed`, each with an upper bound on its groups of the solutions of `restricted` (the same table on
    /// some of its solutions). The highest bound comes first; equal bounds are in ascending order of the guesses.
    pub fn ranked(&self, restricted: &CodeRows<C>, allowed: &[GuessIndex]) -> Vec<(C, GuessIndex)> {
        let values = distinct_values(restricted);
        let bounds: Vec<C> = with_rows!(restricted.rows_per_guess(), N => {
            let (rows, without) = (restricted.rows_of_guesses::<N>(), self.without.as_chunks().0);
            let bound = |guess: &GuessIndex| {
                let guess = guess.at();
                bound(self.all_rows[guess], &rows[guess], &without[guess], &values)
            };
            allowed.iter().map(bound).collect()
        });
        // Counting sort: `next[b]` is the index of the next guess with bound b.
        let largest = bounds.iter().max().map_or(0, |bound| bound.at());
        let mut next = C::per_code(0usize, largest + 1);
        bounds.iter().for_each(|&bound| next[bound.at()] += 1);
        let mut start = 0;
        for index in next.as_mut().iter_mut().rev() {
            (*index, start) = (start, start + *index);
        }
        let mut ranked = vec![(C::default(), GuessIndex(0)); allowed.len()];
        for (&guess, bound) in allowed.iter().zip(bounds) {
            let index = &mut next[bound.at()];
            ranked[*index] = (bound, guess);
            *index += 1;
        }
        ranked
    }
}

/// The number of distinct values of each row.
///
/// For codes of two bytes this is only an upper bound, unless it is 1. Products of longer words' rows are larger than most
/// sets anyway, and counting the values of thousands of rows would take longer than it saves.
fn distinct_values<C: Code>(table: &CodeRows<C>) -> Vec<C> {
    let values = |row| {
        let cells: &[C] = table.row(row);
        match C::as_bytes(cells) {
            Some(bytes) => C::saturating(splits(bytes).into()),
            None if is_constant(cells) => C::from(true),
            None => C::mask(true),
        }
    };
    RowIndex::up_to(table.row_count()).map(values).collect()
}

/// True if all cells are equal.
fn is_constant<C: Code>(cells: &[C]) -> bool {
    let first = cells.first().copied().unwrap_or_default();
    // Whole blocks are compared, which takes a few vector operations.
    cells.chunks(64).all(|cells| {
        cells
            .iter()
            .fold(true, |equal, &cell| equal & (cell == first))
    })
}

/// An upper bound on the groups that a guess with these rows makes of a set. `values` has the number of distinct values of
/// each row of the table on the set.
#[inline(always)]
fn bound<C: Code, const N: usize>(
    all_rows: C,
    rows: &[RowIndex; N],
    without: &[C; N],
    values: &[C],
) -> C {
    let mut bound = all_rows;
    let mut product = 1u64;
    for (row, &without) in rows.iter().zip(without) {
        let values = values[row.at()];
        product *= Into::<u64>::into(values);
        if C::BYTES > 1 {
            // Ten numbers of two bytes would not fit.
            product = product.min(1 << 16);
        }
        let is_constant = values.at() == 1;
        bound = bound.min(if is_constant { without } else { C::mask(true) });
    }
    bound.min(C::saturating(product as usize))
}

/// Counts the groups of one guess after the other.
struct Counter<'a, C: Code> {
    table: &'a CodeRows<C>,
    codes: Vec<C>,
    rest: Vec<C>,
    distinct: Distinct,
}

impl<C: Code> Counter<'_, C> {
    fn new(table: &CodeRows<C>) -> Counter<'_, C> {
        let codes = vec![C::default(); table.solutions()];
        Counter {
            table,
            rest: codes.clone(),
            codes,
            distinct: Distinct::new(table.codes()),
        }
    }

    /// The number of groups with all rows. Writes those without the first row, without the second, and so on.
    fn count(&mut self, guess: GuessIndex, without: &mut [C]) -> C {
        self.table.codes_of(guess, &mut self.codes);
        for (&row, without) in self.table.rows_of(guess).iter().zip(without) {
            let cells = self.table.row(row);
            for ((rest, &code), &cell) in self.rest.iter_mut().zip(&self.codes).zip(cells) {
                *rest = code - cell;
            }
            *without = self.distinct.count(&self.rest);
        }
        self.distinct.count(&self.codes)
    }
}

/// Counts distinct codes. The memory is kept from one count to the next.
#[derive(Clone, Debug)]
pub struct Distinct {
    /// For codes of two bytes: whether each code was seen, as 0 or 1. All zero between counts.
    seen: Vec<u8>,
}

impl Distinct {
    /// For codes below `codes`.
    pub fn new(codes: usize) -> Distinct {
        Distinct {
            seen: if codes <= 256 {
                Vec::new()
            } else {
                vec![0; codes]
            },
        }
    }

    /// The number of distinct codes. For codes of one byte, 256 of them count as 255.
    ///
    /// # Panics
    /// If a code is out of range.
    pub fn count<C: Code>(&mut self, codes: &[C]) -> C {
        if let Some(bytes) = C::as_bytes(codes) {
            return C::saturating(splits(bytes).into());
        }
        for code in codes {
            self.seen[code.at()] = 1;
        }
        // Either way each mark is read and cleared once. Reading all marks costs less per mark, because it needs no codes
        // and is one loop of vector additions.
        let distinct = if codes.len() < self.seen.len() / 8 {
            let marks = codes
                .iter()
                .map(|code| mem::take(&mut self.seen[code.at()]));
            marks.map(usize::from).sum()
        } else {
            let distinct = self.seen.iter().map(|&seen| usize::from(seen)).sum();
            self.seen.fill(0);
            distinct
        };
        C::saturating(distinct)
    }
}

/// The number of distinct codes. 256 distinct codes, which no rule has, would count as 255.
pub fn splits(codes: &[u8]) -> u8 {
    let mut seen = [0u8; 256];
    let mut eights = codes.chunks_exact(8);
    for eight in &mut eights {
        let eight = u64::from_le_bytes(eight.try_into().expect("chunks of eight"));
        for i in 0..8 {
            seen[usize::from((eight >> (8 * i)) as u8)] = 1;
        }
    }
    for &code in eights.remainder() {
        seen[usize::from(code)] = 1;
    }
    seen.iter()
        .map(|&seen| u16::from(seen))
        .sum::<u16>()
        .min(255) as u8
}
