//! Upper bounds on the number of groups that a guess makes, without counting them.
//!
//! A guess makes at most as many groups of a set as of all solutions. If one of its rows is constant on the set, that row
//! distinguishes nothing there, and the guess makes at most as many groups as its other rows make of all solutions.
//! Finally, the number of groups is at most the product, over its rows, of the number of distinct values of the row on
//! the set.

use rayon::prelude::*;

use super::GuessIndex;
use super::index::RowIndex;
use super::rows::{CodeRows, ROWS_PER_GUESS};

/// For each guess of a table, bounds that hold for every set of its solutions.
#[derive(Clone, Debug)]
pub struct SplitBounds {
    guesses: Vec<GuessBounds>,
}

#[derive(Clone, Copy, Debug)]
struct GuessBounds {
    all_rows: u8,
    /// The number of groups without the first row, without the second, and so on.
    without: [u8; ROWS_PER_GUESS],
}

impl SplitBounds {
    /// Counts the groups that each guess makes of all solutions, with all its rows and without each of them.
    pub fn new(table: &CodeRows) -> SplitBounds {
        let guesses = (0..table.guesses())
            .into_par_iter()
            .map_init(
                || vec![0; table.solutions()],
                |codes, guess| GuessBounds::new(table, GuessIndex::from(guess), codes),
            )
            .collect();
        SplitBounds { guesses }
    }

    /// The guesses of `allowed`, each with an upper bound on its groups of the solutions of `restricted` (the same table on
    /// some of its solutions). The highest bound comes first; equal bounds are in ascending order of the guesses.
    pub fn ranked(&self, restricted: &CodeRows, allowed: &[GuessIndex]) -> Vec<(u8, GuessIndex)> {
        let values: Vec<u8> = RowIndex::up_to(restricted.row_count())
            .map(|row| splits(restricted.row(row)))
            .collect();
        let bound = |&guess: &GuessIndex| {
            let rows = restricted.rows_of(guess);
            self.guesses[guess.at()].bound(rows, &values)
        };
        let bounds: Vec<u8> = allowed.iter().map(bound).collect();
        // Counting sort: `next[b]` is the index of the next guess with bound b.
        let mut next = [0usize; 256];
        bounds
            .iter()
            .for_each(|&bound| next[usize::from(bound)] += 1);
        let mut start = 0;
        for index in next.iter_mut().rev() {
            (*index, start) = (start, start + *index);
        }
        let mut ranked = vec![(0, GuessIndex(0)); allowed.len()];
        for (&guess, bound) in allowed.iter().zip(bounds) {
            let index = &mut next[usize::from(bound)];
            ranked[*index] = (bound, guess);
            *index += 1;
        }
        ranked
    }
}

impl GuessBounds {
    fn new(table: &CodeRows, guess: GuessIndex, codes: &mut [u8]) -> GuessBounds {
        table.codes_of(guess, codes);
        let all_rows = splits(codes);
        let mut rest = codes.to_vec();
        let without = table.rows_of(guess).map(|row| {
            for ((rest, code), cell) in rest.iter_mut().zip(&*codes).zip(table.row(row)) {
                *rest = code - cell;
            }
            splits(&rest)
        });
        GuessBounds { all_rows, without }
    }

    /// An upper bound on the groups of a set. `values` has the number of distinct values of each row of the table on the set.
    fn bound(&self, rows: [RowIndex; ROWS_PER_GUESS], values: &[u8]) -> u8 {
        let mut bound = self.all_rows;
        let mut product = 1u64;
        for (row, without) in rows.into_iter().zip(self.without) {
            let values = values[row.at()];
            product *= u64::from(values);
            bound = bound.min(if values == 1 { without } else { u8::MAX });
        }
        bound.min(product.min(255) as u8)
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
