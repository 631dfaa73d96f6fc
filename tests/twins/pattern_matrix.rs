//! Pattern matrices, compared with the codes of a table looked up one by one.

use std::ops::Range;

use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::Gpu;
use wordgame_engine::compute::{Backend, CandidateIndex, CodeTable, GuessIndex};

use super::{Random, SIZES, Test};

pub const TESTS: &[Test] = &[
    ("pattern_matrix_on_gpu_equals_cpu_and_oracle", any_size),
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

fn runs_of_guesses(gpu: Gpu) {
    let table = Random(2).table(131, 40);
    for run in [0..1, 39..40, 7..31, 40..40] {
        check(&gpu, &table, run);
    }
}

/// Compares the pattern matrices of a backend and of the CPU with the codes one by one.
pub fn check(backend: &dyn Backend, table: &CodeTable, guesses: Range<usize>) {
    let oracle: Vec<u8> = guesses
        .clone()
        .map(GuessIndex::from)
        .flat_map(|guess| {
            let solutions = CandidateIndex::up_to(table.solutions());
            solutions.map(move |solution| table.code(guess, solution))
        })
        .collect();
    for backend in [backend, &Cpu] {
        // The previous contents of the output must not matter.
        let mut out = vec![0xaa; oracle.len()];
        let result = backend.pattern_matrix(table, guesses.clone(), &mut out);
        assert_eq!(result, Ok(()));
        assert!(out == oracle, "{:?}: codes differ", backend.info().backend);
    }
}
