//! Twin of `shaders/pattern_matrix.wgsl`: the codes of guesses on every solution.

use std::ops::Range;

use rayon::prelude::*;

use crate::compute::CodeTable;

/// See [`Backend::pattern_matrix`](crate::compute::Backend::pattern_matrix).
pub fn pattern_matrix(table: &CodeTable, guesses: Range<usize>, out: &mut [u8]) {
    let solutions = table.solutions();
    assert_eq!(
        out.len(),
        guesses.len() * solutions,
        "a byte a guess and solution"
    );
    if out.is_empty() {
        return;
    }
    out.par_chunks_exact_mut(solutions)
        .zip(guesses)
        .for_each(|(codes, guess)| codes_of(table, guess, codes));
}

/// Writes the codes of one guess into `codes`, one a solution.
///
/// All five rows are added in one pass, the zero row in the places left: the compiler makes it one
/// loop of vector additions, and a store for each row would cost more than the additions saved.
pub fn codes_of(table: &CodeTable, guess: usize, codes: &mut [u8]) {
    let n = codes.len();
    let [a, b, c, d, e] = table.rows_of(guess).map(|row| &table.row(row)[..n]);
    for (i, code) in codes.iter_mut().enumerate() {
        *code = a[i] + b[i] + c[i] + d[i] + e[i];
    }
}
