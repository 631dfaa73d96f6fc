//! Twin of `shaders/pattern_matrix.wgsl`: the codes of guesses on every solution.

use std::ops::Range;

use rayon::prelude::*;

use crate::compute::{CodeRows, GuessIndex};

/// See [`Backend::pattern_matrix`](crate::compute::Backend::pattern_matrix).
///
/// # Panics
/// If a guess is out of range or `out` has another length.
pub fn pattern_matrix(rows: &CodeRows, guesses: Range<usize>, out: &mut [u8]) {
    let solutions = rows.solutions();
    assert_eq!(
        out.len(),
        guesses.len() * solutions,
        "one byte per guess and solution"
    );
    if out.is_empty() {
        return;
    }
    out.par_chunks_exact_mut(solutions)
        .zip(guesses)
        .for_each(|(codes, guess)| rows.codes_of(GuessIndex::from(guess), codes));
}
