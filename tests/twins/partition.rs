//! Partitions of all solutions, compared with the reference, which counts code by code.

use wordgame_engine::compute::cpu::{self, Cpu, reference};
use wordgame_engine::compute::gpu::Gpu;
use wordgame_engine::compute::partition::MAX_CANDIDATES;
use wordgame_engine::compute::{Backend, CodeTable, GuessIndex, RowIndex};

use super::{LENGTHS, Random, SIZES, Test, all_guesses, bytes};

pub const TESTS: &[Test] = &[
    ("partition_on_gpu_equals_cpu_and_oracle", any_size),
    ("partition_for_words_of_any_length", any_length),
    (
        "partition_takes_guesses_in_any_order_and_repeated",
        any_order,
    ),
    ("squares_beyond_32_bits_are_exact", large_groups),
    ("the_largest_candidate_set_is_exact", largest_candidate_set),
    (
        "rows_beyond_the_binding_limit_are_split_into_tiles",
        rows_beyond_the_binding_limit,
    ),
    (
        "a_sweep_is_one_upload_two_dispatches_and_300_kb_at_most",
        sweep_traffic,
    ),
];

fn any_size(gpu: Gpu) {
    for (seed, solutions) in (0..).zip(SIZES) {
        for guesses in [0, 1, 2, 3, 5, 64, 65] {
            let table = Random(seed).table(solutions, guesses);
            check(&gpu, &table, &all_guesses(&table));
        }
    }
}

fn any_length(gpu: Gpu) {
    for (seed, length) in (0..).zip(LENGTHS) {
        for solutions in SIZES {
            let table = Random(seed).table_for_length(length, solutions, 30);
            check(&gpu, &table, &all_guesses(&table));
        }
    }
}

fn any_order(gpu: Gpu) {
    let mut random = Random(1);
    let table = random.table(300, 100);
    let guesses: Vec<GuessIndex> = (0..257).map(|_| random.below(100).into()).collect();
    check(&gpu, &table, &guesses);
}

fn large_groups(gpu: Gpu) {
    let solutions = 200_003;
    let guesses = [[0; 5], [1, 0, 0, 0, 0], [2, 0, 0, 0, 0]];
    let guesses = guesses.as_flattened().iter().copied().map(RowIndex);
    let mut table = CodeTable::new(bytes(solutions, 0), guesses.collect());
    // Groups of 65,537 and of the rest; groups of 65,536, 65,535 and of the rest.
    table.push_row((0..solutions).map(|solution| u16::from(solution < 65_537)));
    table.push_row((0..solutions).map(|solution| match solution {
        0..65_536 => 7,
        65_536..131_071 => 200,
        _ => 255,
    }));
    check(&gpu, &table, &[0, 1, 2].map(GuessIndex));
    let stats = gpu
        .partition(&table, &[GuessIndex(0)])
        .expect("a GPU that works");
    assert_eq!(stats[0].sum_squares, 200_003 * 200_003);
}

fn largest_candidate_set(gpu: Gpu) {
    // One group of 2^20, and one that leaves out three.
    let guesses = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0].map(RowIndex);
    let mut table = CodeTable::new(bytes(MAX_CANDIDATES, 242), guesses.to_vec());
    table.push_row((0..MAX_CANDIDATES).map(|solution| u16::from(solution >= 3) * 242));
    let stats = gpu
        .partition(&table, &[0, 1].map(GuessIndex))
        .expect("a GPU that works");
    assert_eq!(
        stats,
        Cpu.partition(&table, &[0, 1].map(GuessIndex))
            .expect("a CPU")
    );
    assert_eq!((stats[0].splits, stats[0].sum_squares), (1, 1 << 40));
}

fn rows_beyond_the_binding_limit(gpu: Gpu) {
    let solutions = MAX_CANDIDATES - 5;
    let rows = gpu.tile_limits().binding_bytes / solutions + 2;
    let row = |i: usize| RowIndex::from(i % rows + 1);
    let guesses: Vec<_> = (0..rows)
        .step_by(3)
        .flat_map(|guess| [0, 1, 2, 3, 4].map(|i| row(guess + i)))
        .collect();
    let mut random = Random(5);
    let mut table = CodeTable::new(bytes(solutions, 9), guesses);
    for _ in 0..rows {
        table.push_row(random.cells(solutions, 51));
    }
    let before = gpu.traffic();
    let all = all_guesses(&table);
    let stats = gpu.partition(&table, &all).expect("a GPU that works");
    assert_eq!(stats, Cpu.partition(&table, &all).expect("a CPU"));
    assert!(gpu.traffic().uploads >= before.uploads + 2);
}

fn sweep_traffic(gpu: Gpu) {
    let mut random = Random(8);
    let (solutions, rows, guesses) = (2_315, 345, 12_972);
    let guesses: Vec<_> = (0..guesses)
        .flat_map(|_| [0; 5].map(|_| RowIndex::from(random.below(rows + 1))))
        .collect();
    let mut table = CodeTable::new(bytes(solutions, 242), guesses);
    for _ in 0..rows {
        table.push_row(random.cells(solutions, 48));
    }
    let all = all_guesses(&table);
    let before = gpu.traffic();
    let stats = gpu.partition(&table, &all).expect("a GPU that works");
    let went = gpu.traffic() - before;
    assert_eq!(stats, Cpu.partition(&table, &all).expect("a CPU"));
    assert_eq!(went.uploads, 1);
    assert!(went.dispatches <= 2);
    assert!(went.bytes_down < 300_000);
    // The rows, 12 bytes for each guess and 8 bytes for each term; nothing is uploaded twice.
    assert!(went.bytes_up < 1_100_000);
}

/// Compares the partitions of a backend and of the CPU with groups that are counted code by code.
pub fn check(backend: &dyn Backend, table: &CodeTable, guesses: &[GuessIndex]) {
    let expected = reference::partition(table, guesses);
    assert_eq!(backend.partition(table, guesses).as_ref(), Ok(&expected));
    assert_eq!(cpu::partition(table, guesses), expected);
}
