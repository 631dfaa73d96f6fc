//! Tiles, limits, shared and lost devices: what the stages have in common.

use std::sync::{Arc, Mutex};

use wordgame_engine::compute::choice::{AdapterReport, BackendChoice, list_adapters, open};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::fallback::Fallback;
use wordgame_engine::compute::gpu::{AdapterKind, Gpu, TileLimits};
use wordgame_engine::compute::{
    Backend, CodeTable, ComputeError, ComputedBy, GuessIndex, RowIndex,
};

use super::partition::check as check_partition;
use super::pattern_matrix::check as check_pattern_matrix;
use super::{LENGTHS, Random, Test, all_guesses, bytes};

pub const TESTS: &[Test] = &[
    (
        "tiny_tiles_change_no_partition_and_no_pattern_matrix",
        tiny_tiles,
    ),
    (
        "tiny_tiles_change_nothing_for_words_of_any_length",
        tiny_tiles_of_any_length,
    ),
    ("no_guesses_or_no_solutions_need_no_dispatch", empty_inputs),
    ("equal_codes_are_all_counted", equal_codes),
    ("all_65536_rows_can_be_used", all_rows),
    ("three_hundred_thousand_guesses_work", many_guesses),
    ("threads_can_share_a_gpu", threads_share),
    (
        "after_work_that_fits_no_tile_is_refused_the_next_runs",
        refused,
    ),
    (
        "a_lost_device_is_an_error_and_the_cpu_takes_over",
        lost_device,
    ),
    (
        "an_adapter_opens_by_name_and_auto_takes_hardware_or_the_cpu",
        choice,
    ),
];

fn tiny_tiles(mut gpu: Gpu) {
    let adapter_limits = gpu.tile_limits();
    for (seed, solutions) in (0..).zip([1, 5, 64, 65, 255, 256, 257]) {
        let table = Random(seed).table(solutions, 50);
        for limits in tiny_limits(adapter_limits, &table) {
            gpu.set_tile_limits(limits);
            check_partition(&gpu, &table, &all_guesses(&table));
            check_pattern_matrix(&gpu, &table, 0..50);
        }
    }
    let before = gpu.traffic();
    let table = Random(3).table(257, 50);
    let [.., tiniest] = tiny_limits(adapter_limits, &table);
    gpu.set_tile_limits(tiniest);
    check_partition(&gpu, &table, &all_guesses(&table));
    let went = gpu.traffic() - before;
    assert!(went.uploads >= 4, "there were several tiles");
    assert!(went.dispatches >= 25, "there were many dispatches");
}

fn tiny_tiles_of_any_length(mut gpu: Gpu) {
    let adapter_limits = gpu.tile_limits();
    for (seed, length) in (0..).zip(LENGTHS) {
        for solutions in [3, 64, 257] {
            let table = Random(seed).table_for_length(length, solutions, 30);
            for limits in tiny_limits(adapter_limits, &table) {
                gpu.set_tile_limits(limits);
                check_partition(&gpu, &table, &all_guesses(&table));
                check_pattern_matrix(&gpu, &table, 0..30);
            }
        }
    }
}

/// Limits under which up to 257 solutions need many tiles, dispatches or passes.
fn tiny_limits(adapter_limits: TileLimits, table: &CodeTable) -> [TileLimits; 9] {
    // A tile has room for one guess: its rows and the terms n log n.
    let rows = table.rows_per_guess() * table.row_bytes();
    let binding_bytes = rows.max(8 * 257);
    let upload_bytes = 4_400 + rows;
    [
        TileLimits {
            output_bytes: 320,
            ..adapter_limits
        },
        TileLimits {
            binding_bytes,
            ..adapter_limits
        },
        TileLimits {
            upload_bytes,
            ..adapter_limits
        },
        TileLimits {
            workgroups: 1,
            ..adapter_limits
        },
        TileLimits {
            workgroups: 3,
            ..adapter_limits
        },
        TileLimits {
            dispatch_patterns: 64,
            ..adapter_limits
        },
        TileLimits {
            dispatch_patterns: 600,
            ..adapter_limits
        },
        TileLimits {
            workgroup_bytes: 5_000,
            ..adapter_limits
        },
        TileLimits {
            binding_bytes,
            upload_bytes,
            output_bytes: 320,
            workgroups: 2,
            dispatch_patterns: 300,
            workgroup_bytes: 16_384,
        },
    ]
}

fn empty_inputs(gpu: Gpu) {
    let before = gpu.traffic();
    let table = Random(4).table(10, 10);
    check_partition(&gpu, &table, &[]);
    check_pattern_matrix(&gpu, &table, 4..4);
    let no_solutions = Random(4).table(0, 10);
    check_partition(&gpu, &no_solutions, &all_guesses(&no_solutions));
    check_pattern_matrix(&gpu, &no_solutions, 0..10);
    assert_eq!(gpu.traffic(), before);
}

fn equal_codes(gpu: Gpu) {
    for (code, solutions) in [(0, 4_097), (242, 4_098), (255, 4_099), (1, 1)] {
        let guesses = [[1, 0, 0, 0, 0], [0; 5], [1, 0, 0, 0, 0]];
        let guesses = guesses.as_flattened().iter().copied().map(RowIndex);
        let mut table = CodeTable::new(bytes(solutions, 242), guesses.collect());
        table.push_row((0..solutions).map(|_| code));
        check_partition(&gpu, &table, &[0, 1, 2].map(GuessIndex));
        check_pattern_matrix(&gpu, &table, 0..3);
    }
}

fn all_rows(gpu: Gpu) {
    let guesses: Vec<_> = (0..=u32::from(u16::MAX))
        .rev()
        .step_by(4)
        .flat_map(|row| [row, row - 1, row - 2, row - 3, 0].map(RowIndex))
        .collect();
    let mut random = Random(6);
    let mut table = CodeTable::new(bytes(9, 100), guesses);
    for _ in 1..=u16::MAX {
        table.push_row(random.cells(9, 51));
    }
    check_partition(&gpu, &table, &all_guesses(&table));
    check_pattern_matrix(&gpu, &table, 0..table.guesses());
}

fn many_guesses(gpu: Gpu) {
    let table = Random(7).table(41, 300_000);
    check_partition(&gpu, &table, &all_guesses(&table));
    check_pattern_matrix(&gpu, &table, 0..300_000);
}

fn threads_share(gpu: Gpu) {
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let gpu = &gpu;
            scope.spawn(move || {
                for solutions in [10, 500, 1_500] {
                    let table = Random(seed).table(solutions, 60);
                    check_partition(gpu, &table, &all_guesses(&table));
                    check_pattern_matrix(gpu, &table, 0..60);
                }
            });
        }
    });
}

fn refused(mut gpu: Gpu) {
    let adapter_limits = gpu.tile_limits();
    let small = Random(9).table(100, 10);
    let many = Random(9).table(1, 300_000);
    let too_small_for_one_guess = TileLimits {
        binding_bytes: 100,
        ..adapter_limits
    };
    let beyond_the_adapter = TileLimits {
        workgroups: usize::MAX,
        dispatch_patterns: usize::MAX / 1_000,
        ..adapter_limits
    };
    for (limits, table) in [
        (too_small_for_one_guess, &small),
        (beyond_the_adapter, &many),
    ] {
        gpu.set_tile_limits(limits);
        let result = gpu.partition(table, &all_guesses(table));
        assert!(
            matches!(result, Err(ComputeError::Refused(_))),
            "{result:?}"
        );
        let mut out = vec![0; table.solutions() * table.guesses()];
        let result = gpu.pattern_matrix(table, 0..table.guesses(), &mut out);
        assert!(
            matches!(result, Err(ComputeError::Refused(_))),
            "{result:?}"
        );
        gpu.set_tile_limits(adapter_limits);
        check_partition(&gpu, &small, &all_guesses(&small));
        check_pattern_matrix(&gpu, &small, 0..10);
    }
}

fn lost_device(gpu: Gpu) {
    let table = Random(10).table(100, 10);
    let all = all_guesses(&table);
    check_partition(&gpu, &table, &all);
    gpu.destroy();
    let result = gpu.partition(&table, &all);
    assert!(
        matches!(result, Err(ComputeError::DeviceLost(_))),
        "{result:?}"
    );

    let warnings = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&warnings);
    let warn = move |line: &str| heard.lock().expect("no panic").push(line.to_string());
    let fallback = Fallback::new(Box::new(gpu), Box::new(Cpu), Box::new(warn));
    for _ in 0..2 {
        check_partition(&fallback, &table, &all);
        check_pattern_matrix(&fallback, &table, 0..10);
    }
    assert_eq!(warnings.lock().expect("no panic").len(), 1);
    assert_eq!(fallback.info().backend, ComputedBy::Cpu);
}

fn choice(gpu: Gpu) {
    let name = gpu.info().adapter.expect("a GPU has an adapter");
    let quiet = || Box::new(|_: &str| ());
    let named = open(
        BackendChoice::Auto,
        Some(&name.to_uppercase()),
        None,
        quiet(),
    );
    assert_eq!(named.map(|backend| backend.info()), Ok(gpu.info()));

    let reports = list_adapters();
    let taken: Vec<_> = reports.iter().filter(|report| report.auto).collect();
    let software = |report: &&AdapterReport| report.description.kind == AdapterKind::Cpu;
    assert!(taken.len() <= 1 && !taken.iter().any(software));
    let auto = open(BackendChoice::Auto, None, None, quiet()).map(|backend| backend.info().adapter);
    assert_eq!(
        auto,
        Ok(taken.first().map(|report| report.description.name.clone()))
    );
}

/// Limits under which a batch of sets over `table` needs many tiles and dispatches. The table is uploaded
/// whole, so there is room for it and for one set.
pub fn tiny_limits_of_sets(adapter_limits: TileLimits, table: &CodeTable) -> [TileLimits; 9] {
    let row_bytes = table.row_count() * table.row_bytes();
    // 300 candidates with up to two numbers each, and 60 allowed guesses.
    let binding_bytes = row_bytes.max(8 * 300 + 4 * 60);
    [
        TileLimits {
            output_bytes: 1_464,
            ..adapter_limits
        },
        TileLimits {
            binding_bytes,
            ..adapter_limits
        },
        TileLimits {
            upload_bytes: row_bytes + 12_000,
            ..adapter_limits
        },
        TileLimits {
            workgroups: 1,
            ..adapter_limits
        },
        TileLimits {
            workgroups: 3,
            ..adapter_limits
        },
        TileLimits {
            dispatch_patterns: 64,
            ..adapter_limits
        },
        TileLimits {
            dispatch_patterns: 2_000,
            ..adapter_limits
        },
        TileLimits {
            workgroup_bytes: 5_000,
            ..adapter_limits
        },
        TileLimits {
            binding_bytes,
            // Each dispatch has its own parameters, which some adapters align to 256 bytes.
            upload_bytes: row_bytes + 200_000,
            output_bytes: 1_464,
            workgroups: 2,
            dispatch_patterns: 300,
            workgroup_bytes: 16_384,
        },
    ]
}

/// Limits under which no tile holds a set of 100 candidates out of 300 with 20 allowed guesses.
pub fn too_small_for_a_set(adapter_limits: TileLimits) -> [TileLimits; 3] {
    let [mut binding, mut upload, mut output] = [adapter_limits; 3];
    binding.binding_bytes = 100;
    upload.upload_bytes = 2_000;
    output.output_bytes = 40;
    [binding, upload, output]
}
