//! Twin of `shaders/pattern_matrix.wgsl`: the codes of guesses on every solution.

use std::ops::Range;

use rayon::prelude::*;

use crate::compute::code::Code;
use crate::compute::table::match_width;
use crate::compute::{CodeRows, CodeTable, GuessIndex};

/// See [`Backend::pattern_matrix`](crate::compute::Backend::pattern_matrix).
///
/// # Panics
/// If a guess is out of range or `out` has another length.
pub fn pattern_matrix(table: &CodeTable, guesses: Range<usize>, out: &mut [u8]) {
    match_width!(table, rows => matrix_of(rows, guesses, out))
}

fn matrix_of<C: Code>(rows: &CodeRows<C>, guesses: Range<usize>, out: &mut [u8]) {
    let row_bytes = rows.solutions() * C::BYTES;
    assert_eq!(
        out.len(),
        guesses.len() * row_bytes,
        "one code per guess and solution"
    );
    if out.is_empty() {
        return;
    }
    out.par_chunks_exact_mut(row_bytes)
        .zip(guesses)
        .for_each(|(out, guess)| write_row(rows, GuessIndex::from(guess), out));
}

/// Writes the codes of one guess, the lowest byte of each first.
fn write_row<C: Code>(rows: &CodeRows<C>, guess: GuessIndex, out: &mut [u8]) {
    // Bytes need not be aligned as numbers of two bytes are, though they nearly always are.
    match bytemuck::try_cast_slice_mut(out) {
        Ok(codes) if cfg!(target_endian = "little") || C::BYTES == 1 => {
            rows.codes_of(guess, codes);
        }
        _ => {
            let mut codes = vec![C::default(); out.len() / C::BYTES];
            rows.codes_of(guess, &mut codes);
            for (out, code) in out.chunks_exact_mut(C::BYTES).zip(codes) {
                out.copy_from_slice(&code.wide().to_le_bytes()[..C::BYTES]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::{RowIndex, TableShape};

    #[test]
    fn codes_are_written_with_the_lowest_byte_first_wherever_the_output_begins() {
        let shape = TableShape {
            solutions: 3,
            codes: 729,
            rows_per_guess: 2,
            solved_code: 728,
        };
        let mut table = CodeTable::new(shape, [1, 0, 1, 2].map(RowIndex).to_vec());
        table.push_row([1, 2, 300]);
        table.push_row([0, 10, 400]);
        let mut memory = [0; 14];
        for start in [0, 1, 2] {
            let out = &mut memory[start..][..12];
            pattern_matrix(&table, 0..2, out);
            assert_eq!(
                out,
                [1, 0, 2, 0, 44, 1, 1, 0, 12, 0, 188, 2],
                "from {start}"
            );
        }
    }
}
