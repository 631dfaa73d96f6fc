//! The best guesses of candidate sets, compared with the reference, which tries every guess.

use std::sync::Arc;

use wordgame_engine::compute::batch::{Best, Order, SetBatch};
use wordgame_engine::compute::cpu::{Cpu, reference};
use wordgame_engine::compute::gpu::Gpu;
use wordgame_engine::compute::partition::MAX_CANDIDATES;
use wordgame_engine::compute::{
    Backend, CandidateIndex, CodeTable, ComputeError, GuessIndex, RowIndex,
};

use super::device::{tiny_limits_of_sets, too_small_for_a_set};
use super::{LENGTHS, Random, Test, TestOnBoth, all_guesses, bytes};

pub const ON_BOTH: &[TestOnBoth] = &[
    ("best_guesses_of_sets_of_any_size", any_size),
    ("best_guesses_for_words_of_any_length", any_length),
    ("best_guesses_among_few_allowed", few_allowed),
    ("equal_best_guesses_are_ordered_by_index", equal_guesses),
    (
        "best_guesses_where_several_solve_a_candidate",
        several_solve,
    ),
    ("best_guesses_of_seventy_thousand_sets", many_sets),
    ("best_guess_of_the_largest_candidate_set", largest_set),
];

pub const TESTS: &[Test] = &[
    (
        "tiny_tiles_change_no_best_guess_for_words_of_any_length",
        tiny_tiles_of_any_length,
    ),
    ("tiny_tiles_change_no_best_guess", tiny_tiles),
    ("the_best_guess_of_a_set_comes_back_as_24_bytes", traffic),
    (
        "sets_that_fit_no_tile_are_refused_and_the_next_run",
        refused,
    ),
];

/// Sizes around which a backend changes its method, and some between them.
const SET_SIZES: [usize; 16] = [
    1, 2, 3, 4, 31, 64, 65, 95, 96, 97, 254, 255, 256, 257, 258, 1_000,
];

fn any_size(backend: &dyn Backend) {
    for seed in 20..23 {
        let mut random = Random(seed);
        // More guesses than one piece holds, and not a whole number of pieces.
        let table = random.table(1_200, 530);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let mut batch = SetBatch::default();
        for size in SET_SIZES {
            batch.push(&random.some_of(1_200, size), &all);
        }
        check(backend, &table, &batch);
    }
}

fn any_length(backend: &dyn Backend) {
    for (seed, length) in (70..).zip(LENGTHS) {
        let mut random = Random(seed);
        let table = random.table_for_length(length, 700, 150);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let few: Arc<[GuessIndex]> = random.some_of(150, 20).into();
        let mut batch = SetBatch::default();
        for size in [1, 2, 3, 31, 95, 96, 97, 255, 256, 257, 700] {
            for allowed in [&all, &few] {
                batch.push(&random.some_of(700, size), allowed);
            }
        }
        check(backend, &table, &batch);
        // With many candidates in large sets, the CPU computes upper bounds on the groups.
        for _ in 0..5 {
            batch.push(&random.some_of(700, 650), &all);
        }
        check(backend, &table, &batch);
    }
}

fn few_allowed(backend: &dyn Backend) {
    let mut random = Random(23);
    let table = random.table(600, 700);
    let mut batch = SetBatch::default();
    for allowed in [1, 2, 16, 17, 31, 33, 64, 65, 256, 257, 700] {
        let allowed: Arc<[GuessIndex]> = random.some_of(700, allowed).into();
        for size in [1, 3, 17, 96, 97, 255, 256, 600] {
            batch.push(&random.some_of(600, size), &allowed);
        }
    }
    check(backend, &table, &batch);
}

fn equal_guesses(backend: &dyn Backend) {
    let mut random = Random(24);
    // Three kinds of guesses; the last kind separates nothing.
    let rows = (0..300).flat_map(|_| [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [0; 5]][random.below(3)]);
    let rows: Vec<RowIndex> = rows.map(RowIndex).collect();
    let mut table = CodeTable::new(bytes(400, 7), rows);
    table.push_row(random.cells(400, 9));
    table.push_row(random.cells(400, 9));
    let mut batch = SetBatch::default();
    for allowed in [300, 200, 100, 10, 3] {
        let allowed: Arc<[GuessIndex]> = random.some_of(300, allowed).into();
        for size in [1, 2, 5, 96, 97, 255, 256, 400] {
            batch.push(&random.some_of(400, size), &allowed);
        }
    }
    check(backend, &table, &batch);
}

fn several_solve(backend: &dyn Backend) {
    for seed in 25..45 {
        let mut random = Random(seed);
        let guesses = (0..5 * 60).map(|_| random.below(7).into());
        // Small codes are frequent: often a guess solves a candidate, and some guesses give every candidate a
        // code of its own.
        let mut table = CodeTable::new(bytes(40, seed as u16 % 4), guesses.collect());
        for _ in 0..6 {
            table.push_row(random.cells(40, 12));
        }
        let mut batch = SetBatch::default();
        for size in [1, 2, 2, 3, 3, 4, 5, 6] {
            let allowed = random.some_of(60, 45).into();
            batch.push(&random.some_of(40, size), &allowed);
        }
        check(backend, &table, &batch);
    }
}

fn many_sets(backend: &dyn Backend) {
    let mut random = Random(45);
    let table = random.table(50, 5);
    let allowed: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = SetBatch::default();
    for _ in 0..70_000 {
        let size = 1 + random.below(3);
        batch.push(&random.some_of(50, size), &allowed);
    }
    check_by(&[Order::Entropy], backend, &table, &batch);
    check(backend, &table, &SetBatch::default());
}

fn largest_set(backend: &dyn Backend) {
    let solutions = MAX_CANDIDATES;
    let guesses = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0].map(RowIndex);
    let mut table = CodeTable::new(bytes(solutions, 242), guesses.to_vec());
    table.push_row((0..solutions).map(|solution| u16::from(solution >= 3) * 242));
    let mut batch = SetBatch::default();
    let all: Vec<CandidateIndex> = CandidateIndex::up_to(solutions).collect();
    batch.push(&all, &all_guesses(&table).into());
    let best = backend.best_guesses(&table, &batch, Order::Entropy);
    let [Best { guess, stats }] = best.expect("a backend that works")[..] else {
        panic!("one set has one best guess");
    };
    let larger = solutions as u64 - 3;
    assert_eq!(
        (guess, stats.splits, stats.candidate),
        (GuessIndex(1), 2, true)
    );
    assert_eq!(stats.sum_squares, larger * larger + 9);
}

fn tiny_tiles(mut gpu: Gpu) {
    let mut random = Random(60);
    let table = random.table(300, 60);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = SetBatch::default();
    for i in 0..12 {
        let short: Arc<[GuessIndex]> = random.some_of(60, 1 + 4 * i).into();
        let size = [1, 3, 50, 255, 256, 300][i % 6];
        for allowed in [&all, &short] {
            batch.push(&random.some_of(300, size), allowed);
        }
    }
    for limits in tiny_limits_of_sets(gpu.tile_limits(), &table) {
        gpu.set_tile_limits(limits);
        check(&gpu, &table, &batch);
    }
    let before = gpu.traffic();
    assert!(gpu.best_guesses(&table, &batch, Order::Splits).is_ok());
    let went = gpu.traffic() - before;
    assert!(went.uploads >= 4, "there were several tiles");
    assert!(went.dispatches >= 100, "there were many dispatches");
}

fn tiny_tiles_of_any_length(mut gpu: Gpu) {
    let adapter_limits = gpu.tile_limits();
    for (seed, length) in (63..).zip(LENGTHS) {
        let mut random = Random(seed);
        let table = random.table_for_length(length, 300, 20);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let mut batch = SetBatch::default();
        for size in [1, 3, 50, 64, 65, 255, 300] {
            batch.push(&random.some_of(300, size), &all);
        }
        for limits in tiny_limits_of_sets(adapter_limits, &table) {
            gpu.set_tile_limits(limits);
            check(&gpu, &table, &batch);
        }
    }
}

fn traffic(gpu: Gpu) {
    let mut random = Random(61);
    let table = random.table(500, 12_972);
    let all: Arc<[GuessIndex]> = all_guesses(&table).into();
    let mut batch = SetBatch::default();
    for _ in 0..200 {
        batch.push(&random.some_of(500, 5), &all);
    }
    let before = gpu.traffic();
    let best = gpu.best_guesses(&table, &batch, Order::MaxSplits);
    let went = gpu.traffic() - before;
    assert_eq!(best, Cpu.best_guesses(&table, &batch, Order::MaxSplits));
    assert_eq!((went.uploads, went.dispatches), (1, 2));
    assert_eq!(went.bytes_down, 24 * 200);
}

fn refused(mut gpu: Gpu) {
    let adapter_limits = gpu.tile_limits();
    let mut random = Random(62);
    let table = random.table(300, 20);
    let mut batch = SetBatch::default();
    batch.push(&random.some_of(300, 100), &all_guesses(&table).into());
    for limits in too_small_for_a_set(adapter_limits) {
        gpu.set_tile_limits(limits);
        let best = gpu.best_guesses(&table, &batch, Order::Splits);
        assert!(matches!(best, Err(ComputeError::Refused(_))), "{best:?}");
        gpu.set_tile_limits(adapter_limits);
        check(&gpu, &table, &batch);
    }
}

/// [`check_by`] every order.
fn check(backend: &dyn Backend, table: &CodeTable, batch: &SetBatch) {
    check_by(&Order::ALL, backend, table, batch);
}

/// Compares a backend's best guesses with those of the reference.
fn check_by(orders: &[Order], backend: &dyn Backend, table: &CodeTable, batch: &SetBatch) {
    for &order in orders {
        let expected = reference::best_guesses(table, batch, order);
        let best = backend
            .best_guesses(table, batch, order)
            .expect("a backend that works");
        assert_eq!(best.len(), expected.len());
        for (set, (best, expected)) in best.iter().zip(&expected).enumerate() {
            let candidates = batch.candidates(set).len();
            assert_eq!(best, expected, "{order:?}, set {set} of {candidates}");
        }
    }
}
