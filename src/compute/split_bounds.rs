//! How many groups a guess can make at most, without counting them.
//!
//! A guess makes no more groups of a set than of all solutions. If one of its rows is constant on the
//! set, that row tells nothing apart, and the guess makes no more groups than its other rows do of
//! all solutions. And it makes no more than the product of the numbers of values of its rows.

use rayon::prelude::*;

use super::index::RowIndex;
use super::table::ROWS_PER_GUESS;
use super::{CodeTable, GuessIndex};

/// For each guess of a table, bounds that hold for every set of its solutions.
#[derive(Clone, Debug)]
pub struct SplitBounds {
    guesses: Vec<GuessBounds>,
}

#[derive(Clone, Copy, Debug)]
struct GuessBounds {
    all_rows: u8,
    /// Without the first, second ... of its rows.
    without: [u8; ROWS_PER_GUESS],
}

impl SplitBounds {
    /// Counts the groups that each guess, and each guess without one of its rows, makes of all
    /// solutions.
    pub fn new(table: &CodeTable) -> SplitBounds {
        let guesses = (0..table.guesses())
            .into_par_iter()
            .map_init(
                || vec![0; table.solutions()],
                |codes, guess| GuessBounds::new(table, GuessIndex::from(guess), codes),
            )
            .collect();
        SplitBounds { guesses }
    }

    /// The guesses of `allowed` with the most groups that each can make of the solutions of
    /// `restricted` (the same table on some of its solutions), the highest bound first and ascending
    /// among equals.
    pub fn ranked(&self, restricted: &CodeTable, allowed: &[GuessIndex]) -> Vec<(u8, GuessIndex)> {
        let values: Vec<u8> = RowIndex::up_to(restricted.row_count())
            .map(|row| splits(restricted.row(row)))
            .collect();
        let bound = |&guess: &GuessIndex| {
            let rows = restricted.rows_of(guess);
            self.guesses[guess.at()].bound(rows, &values)
        };
        let bounds: Vec<u8> = allowed.iter().map(bound).collect();
        // Counting sort: `places[b]` is where the next guess with bound b goes.
        let mut places = [0usize; 256];
        bounds
            .iter()
            .for_each(|&bound| places[usize::from(bound)] += 1);
        let mut start = 0;
        for place in places.iter_mut().rev() {
            (*place, start) = (start, start + *place);
        }
        let mut ranked = vec![(0, GuessIndex(0)); allowed.len()];
        for (&guess, bound) in allowed.iter().zip(bounds) {
            let place = &mut places[usize::from(bound)];
            ranked[*place] = (bound, guess);
            *place += 1;
        }
        ranked
    }
}

impl GuessBounds {
    fn new(table: &CodeTable, guess: GuessIndex, codes: &mut [u8]) -> GuessBounds {
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

    /// The most groups of a set on which each row has so many `values`.
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

/// The number of different codes; 255 for 256 of them, which no rule has.
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
