//! Twin of `shaders/pattern_matrix.wgsl`: the codes of guesses on every solution.

use std::ops::Range;

use rayon::prelude::*;

use crate::compute::{CodeTable, GuessIndex};

/// See [`Backend::pattern_matrix`](crate::compute::Backend::pattern_matrix).
pub fn pattern_matrix(table: &CodeTable, guesses: Range<usize>, out: &mut [u8]) {
    let solutions = table.solutions();
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
        .for_each(|(codes, guess)| table.codes_of(GuessIndex::from(guess), codes));
}
