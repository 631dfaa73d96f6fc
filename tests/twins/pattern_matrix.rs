//! Pattern matrices, compared with the reference, which looks up every code.

use std::ops::Range;

use wordgame_engine::compute::cpu::{Cpu, reference};
use wordgame_engine::compute::gpu::Gpu;
use wordgame_engine::compute::{Backend, CodeTable};

use super::{LENGTHS, Random, SIZES, Test};

pub const TESTS: &[Test] = &[
    ("pattern_matrix_on_gpu_equals_cpu_and_oracle", any_size),
    ("pattern_matrix_for_words_of_any_length", any_length),
    ("pattern_matrix_takes_any_run_of_guesses", runs_of_guesses),
];

fn any_size(gpu: Gpu) {
    for (seed, solutions) in (0..).zip(SIZES) {
        for guesses in [0, 1, 2, 3, 5, 64, 65] {
            let table = Random(seed).table(solutions, guesses);
            check(&gpu, &table, 0..guesses);
        }
    }
}

fn any_length(gpu: Gpu) {
    for (seed, length) in (0..).zip(LENGTHS) {
        for solutions in SIZES {
            let table = Random(seed).table_for_length(length, solutions, 30);
            check(&gpu, &table, 0..30);
        }
    }
}

fn runs_of_guesses(gpu: Gpu) {
    let table = Random(2).table(131, 40);
    for run in [0..1, 39..40, 7..31, 40..40] {
        check(&gpu, &table, run);
    }
}

/// Compares the pattern matrices of a backend and of the CPU with the codes one by one.
pub fn check(backend: &dyn Backend, table: &CodeTable, guesses: Range<usize>) {
    let expected = reference::pattern_matrix(table, guesses.clone());
    for backend in [backend, &Cpu] {
        // The previous contents of the output must not matter.
        let mut out = vec![0xaa; expected.len()];
        let result = backend.pattern_matrix(table, guesses.clone(), &mut out);
        assert_eq!(result, Ok(()));
        assert!(
            out == expected,
            "{:?}: codes differ",
            backend.info().backend
        );
    }
}
