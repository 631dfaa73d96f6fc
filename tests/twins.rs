//! Every shader against its CPU twin and against the obvious computation, bit for bit.
//!
//! The tests of [`ON_BOTH`] hold one backend against the obvious computation; they run on the CPU too,
//! and there without an adapter.
//!
//! `ENGINE_TEST_ADAPTER` names the adapter (a part of its name); otherwise hardware goes first. Without
//! any adapter the tests are reported as ignored, except where `CI` or `ENGINE_REQUIRE_GPU` is set:
//! there they fail.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::env;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use wordgame_engine::compute::batch::{Best, Order, SetBatch};
use wordgame_engine::compute::choice::{AdapterReport, BackendChoice, list_adapters, open};
use wordgame_engine::compute::collisions::{CollisionBatch, FewestCollisions};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::fallback::Fallback;
use wordgame_engine::compute::gpu::{self, Adapter, AdapterKind, Gpu, TileLimits};
use wordgame_engine::compute::partition::MAX_CANDIDATES;
use wordgame_engine::compute::{
    Backend, CandidateIndex, CodeTable, ComputeError, GuessIndex, PartitionStats, RowIndex,
};
use wordgame_engine::guessing::optimal::{Ahead, Optimal, Settings};
use wordgame_engine::guessing::rule::{WordPeaks, Wordle};
use wordgame_engine::guessing::strategy::{Attempt, ByPartition, Collisions, From, Strategy};
use wordgame_engine::guessing::{Game, Grower, HardMode, Lists, Rule};
use wordgame_engine::words::{Word, WordList};

#[path = "twins/best_moves.rs"]
mod best_moves;
#[path = "twins/games.rs"]
mod games;
#[path = "twins/sets.rs"]
mod sets;
#[path = "twins/tuning.rs"]
mod tuning;

use games::*;
use sets::*;

type Test = (&'static str, fn(Gpu));

type TestOnBoth = (&'static str, fn(&dyn Backend));

const ON_BOTH: &[TestOnBoth] = &[
    ("best_guesses_of_sets_of_any_size", best_guesses_of_sizes),
    ("best_guesses_among_few_allowed", best_guesses_of_few),
    (
        "best_guesses_that_are_equal_go_by_place",
        best_guesses_of_equals,
    ),
    (
        "best_guesses_where_several_solve_a_candidate",
        best_guesses_of_one_code,
    ),
    (
        "best_guesses_of_seventy_thousand_sets",
        best_guesses_of_many,
    ),
    (
        "best_guess_of_the_largest_candidate_set",
        best_guess_of_largest,
    ),
    ("collisions_of_any_number_of_members", collisions_of_sizes),
    (
        "collisions_with_any_threshold_and_few_allowed",
        collisions_of_few,
    ),
    ("collisions_of_seventy_thousand_sets", collisions_of_many),
];

const TESTS: &[Test] = &[
    ("partition_on_gpu_equals_cpu_and_oracle", partition_equals),
    (
        "pattern_matrix_on_gpu_equals_cpu_and_oracle",
        pattern_matrix_equals,
    ),
    (
        "partition_takes_guesses_in_any_order_and_repeated",
        partition_in_any_order,
    ),
    (
        "pattern_matrix_takes_any_run_of_guesses",
        pattern_matrix_of_a_run,
    ),
    (
        "tiny_tiles_in_every_direction_change_no_bit",
        tiny_tiles_change_nothing,
    ),
    ("no_guesses_or_no_solutions_need_no_dispatch", empty_inputs),
    ("many_equal_codes_are_all_counted", equal_codes),
    ("squares_beyond_32_bits_are_exact", large_groups),
    ("the_largest_candidate_set_is_exact", largest_candidate_set),
    (
        "rows_beyond_the_binding_limit_are_cut_into_tiles",
        rows_beyond_the_binding_limit,
    ),
    ("all_65536_rows_can_be_named", all_rows),
    ("three_hundred_thousand_guesses_work", many_guesses),
    (
        "a_sweep_is_one_upload_two_dispatches_and_300_kb_at_most",
        sweep_traffic,
    ),
    ("threads_can_share_a_gpu", threads_share),
    (
        "work_that_fits_no_tile_is_refused_and_the_next_runs",
        refusal_is_survived,
    ),
    (
        "a_lost_device_is_an_error_and_the_cpu_takes_over",
        lost_device,
    ),
    (
        "tiny_tiles_change_no_best_guess_and_no_collision",
        tiny_tiles_of_sets,
    ),
    (
        "the_best_guess_of_a_set_comes_back_as_24_bytes",
        best_guesses_traffic,
    ),
    (
        "the_fewest_collisions_come_back_as_a_score_and_a_bit_a_guess",
        collisions_traffic,
    ),
    ("games_are_the_same_games_on_a_gpu", whole_games),
    (
        "sets_that_fit_no_tile_are_refused_and_the_next_run",
        sets_that_do_not_fit,
    ),
    (
        "an_adapter_opens_by_name_and_auto_takes_hardware_or_the_cpu",
        choice,
    ),
    ("word_peaks_on_gpu_is_word_peaks_on_cpu", word_peaks),
    ("a_gpu_that_scans_ahead_changes_no_best_tree", best_trees),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let adapter = find_adapter().map(Arc::new);
    if let Ok(adapter) = &adapter {
        let description = adapter.description();
        println!("adapter: {} ({})", description.name, description.api);
    }
    let on_gpu = |name: String, test: Box<dyn FnOnce(Gpu) + Send>| {
        let adapter = adapter.clone();
        let ignored = matches!(adapter, Err(NoAdapter { fails: false, .. }));
        Trial::test(name, move || {
            let adapter = adapter.map_err(|missing| Failed::from(missing.reason))?;
            test(adapter.open()?);
            Ok(())
        })
        .with_ignored_flag(ignored)
    };
    let mut trials = Vec::new();
    for &(name, test) in ON_BOTH.iter().chain(best_moves::ON_BOTH) {
        trials.push(Trial::test(format!("{name}_on_cpu"), move || {
            test(&Cpu);
            Ok(())
        }));
        let test = move |gpu| test(&gpu as &Gpu);
        trials.push(on_gpu(format!("{name}_on_gpu"), Box::new(test)));
    }
    let tests = TESTS.iter().chain(best_moves::TESTS);
    for &(name, test) in tests.chain(tuning::TESTS) {
        trials.push(on_gpu(name.to_string(), Box::new(test)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

#[derive(Clone)]
struct NoAdapter {
    reason: String,
    /// Whether the tests fail for it; otherwise they are ignored.
    fails: bool,
}

fn find_adapter() -> Result<Adapter, NoAdapter> {
    let named = env::var("ENGINE_TEST_ADAPTER")
        .ok()
        .filter(|name| !name.is_empty());
    let part = named.as_deref().unwrap_or_default().to_lowercase();
    let mut adapters = gpu::adapters();
    adapters.sort_by_key(|adapter| adapter.description().kind == AdapterKind::Cpu);
    adapters
        .into_iter()
        .find(|adapter| adapter.description().name.to_lowercase().contains(&part))
        .ok_or_else(|| NoAdapter {
            reason: match &named {
                Some(name) => format!("no adapter matches ENGINE_TEST_ADAPTER={name}"),
                None => "no GPU adapter was found".to_string(),
            },
            fails: named.is_some() || is_set("CI") || is_set("ENGINE_REQUIRE_GPU"),
        })
}

fn is_set(variable: &str) -> bool {
    env::var(variable).is_ok_and(|value| !["", "0", "false"].contains(&value.as_str()))
}

// The sizes around which words, workgroups and cache lines end.
const SIZES: [usize; 17] = [
    0, 1, 2, 3, 4, 5, 63, 64, 65, 66, 255, 256, 257, 511, 1_000, 2_315, 5_003,
];

fn partition_equals(gpu: Gpu) {
    for (seed, solutions) in (0..).zip(SIZES) {
        for guesses in [0, 1, 2, 3, 5, 64, 65] {
            let table = Random(seed).table(solutions, guesses);
            check_partition(&gpu, &table, &all_guesses(&table));
        }
    }
}

fn pattern_matrix_equals(gpu: Gpu) {
    for (seed, solutions) in (0..).zip(SIZES) {
        for guesses in [0, 1, 2, 3, 5, 64, 65] {
            let table = Random(seed).table(solutions, guesses);
            check_pattern_matrix(&gpu, &table, 0..guesses);
        }
    }
}

fn partition_in_any_order(gpu: Gpu) {
    let mut random = Random(1);
    let table = random.table(300, 100);
    let guesses: Vec<GuessIndex> = (0..257).map(|_| random.below(100).into()).collect();
    check_partition(&gpu, &table, &guesses);
}

fn pattern_matrix_of_a_run(gpu: Gpu) {
    let table = Random(2).table(131, 40);
    for run in [0..1, 39..40, 7..31, 40..40] {
        check_pattern_matrix(&gpu, &table, run);
    }
}

fn tiny_tiles_change_nothing(mut gpu: Gpu) {
    let own = gpu.tile_limits();
    let of = |change: fn(&mut TileLimits)| {
        let mut limits = own;
        change(&mut limits);
        limits
    };
    let tiny = [
        of(|limits| limits.output_bytes = 320),
        of(|limits| limits.binding_bytes = 8 * 257),
        of(|limits| limits.upload_bytes = 6_000),
        of(|limits| limits.workgroups = 1),
        of(|limits| limits.workgroups = 3),
        of(|limits| limits.dispatch_patterns = 64),
        of(|limits| limits.dispatch_patterns = 600),
        TileLimits {
            binding_bytes: 8 * 257,
            upload_bytes: 6_000,
            output_bytes: 320,
            workgroups: 2,
            dispatch_patterns: 300,
        },
    ];
    for (seed, solutions) in (0..).zip([1, 5, 64, 65, 255, 256, 257]) {
        let table = Random(seed).table(solutions, 50);
        for limits in tiny {
            gpu.set_tile_limits(limits);
            check_partition(&gpu, &table, &all_guesses(&table));
            check_pattern_matrix(&gpu, &table, 0..50);
        }
    }
    let before = gpu.traffic();
    gpu.set_tile_limits(tiny[tiny.len() - 1]);
    let table = Random(3).table(257, 50);
    check_partition(&gpu, &table, &all_guesses(&table));
    let after = gpu.traffic();
    assert!(after.uploads >= before.uploads + 4, "there were tiles");
    assert!(after.dispatches >= before.dispatches + 25, "and dispatches");
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
        let guesses = guesses.map(|rows| rows.map(RowIndex)).to_vec();
        let mut table = CodeTable::new(solutions, guesses, 242);
        table.push_row((0..solutions).map(|_| code));
        check_partition(&gpu, &table, &[0, 1, 2].map(GuessIndex));
        check_pattern_matrix(&gpu, &table, 0..3);
    }
}

fn large_groups(gpu: Gpu) {
    let solutions = 200_003;
    let guesses = [[0; 5], [1, 0, 0, 0, 0], [2, 0, 0, 0, 0]];
    let guesses = guesses.map(|rows| rows.map(RowIndex)).to_vec();
    let mut table = CodeTable::new(solutions, guesses, 0);
    // Groups of 65,537 and of the rest; groups of 65,536, 65,535 and of the rest.
    table.push_row((0..solutions).map(|solution| u8::from(solution < 65_537)));
    table.push_row((0..solutions).map(|solution| match solution {
        0..65_536 => 7,
        65_536..131_071 => 200,
        _ => 255,
    }));
    check_partition(&gpu, &table, &[0, 1, 2].map(GuessIndex));
    let stats = gpu
        .partition(&table, &[GuessIndex(0)])
        .expect("a GPU that works");
    assert_eq!(stats[0].sum_squares, 200_003 * 200_003);
}

fn largest_candidate_set(gpu: Gpu) {
    // One group of 2^20, and one that leaves out three.
    let mut table = CodeTable::new(
        MAX_CANDIDATES,
        vec![[RowIndex(0); 5], [1, 0, 0, 0, 0].map(RowIndex)],
        242,
    );
    table.push_row((0..MAX_CANDIDATES).map(|solution| u8::from(solution >= 3) * 242));
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
    let row = |place: usize| RowIndex::from(place % rows + 1);
    let guesses: Vec<_> = (0..rows)
        .step_by(3)
        .map(|guess| [0, 1, 2, 3, 4].map(|place| row(guess + place)))
        .collect();
    let mut random = Random(5);
    let mut table = CodeTable::new(solutions, guesses, 9);
    for _ in 0..rows {
        table.push_row(random.cells(solutions, 51));
    }
    let before = gpu.traffic();
    let all = all_guesses(&table);
    let stats = gpu.partition(&table, &all).expect("a GPU that works");
    assert_eq!(stats, Cpu.partition(&table, &all).expect("a CPU"));
    assert!(gpu.traffic().uploads >= before.uploads + 2);
}

fn all_rows(gpu: Gpu) {
    let guesses: Vec<_> = (0..=u16::MAX)
        .rev()
        .step_by(4)
        .map(|row| [row, row - 1, row - 2, row - 3, 0].map(RowIndex))
        .collect();
    let mut random = Random(6);
    let mut table = CodeTable::new(9, guesses, 100);
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

fn sweep_traffic(gpu: Gpu) {
    let mut random = Random(8);
    let (solutions, rows, guesses) = (2_315, 345, 12_972);
    let guesses: Vec<_> = (0..guesses)
        .map(|_| [0; 5].map(|_| random.below(rows + 1).into()))
        .collect();
    let mut table = CodeTable::new(solutions, guesses, 242);
    for _ in 0..rows {
        table.push_row(random.cells(solutions, 48));
    }
    let all = all_guesses(&table);
    let before = gpu.traffic();
    let stats = gpu.partition(&table, &all).expect("a GPU that works");
    let after = gpu.traffic();
    assert_eq!(stats, Cpu.partition(&table, &all).expect("a CPU"));
    assert_eq!(after.uploads - before.uploads, 1);
    assert!(after.dispatches - before.dispatches <= 2);
    assert!(after.bytes_down - before.bytes_down < 300_000);
    // The rows, three words a guess, eight bytes a term; nothing goes up twice.
    assert!(after.bytes_up - before.bytes_up < 1_100_000);
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

fn refusal_is_survived(mut gpu: Gpu) {
    let own = gpu.tile_limits();
    let small = Random(9).table(100, 10);
    let many = Random(9).table(1, 300_000);
    let too_small_to_cut = TileLimits {
        binding_bytes: 100,
        ..own
    };
    let beyond_the_adapter = TileLimits {
        workgroups: usize::MAX,
        dispatch_patterns: usize::MAX / 1_000,
        ..own
    };
    for (limits, table) in [(too_small_to_cut, &small), (beyond_the_adapter, &many)] {
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
        gpu.set_tile_limits(own);
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
    assert_eq!(fallback.info().backend, "cpu");
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

fn all_guesses(table: &CodeTable) -> Vec<GuessIndex> {
    GuessIndex::up_to(table.guesses()).collect()
}

/// Holds a backend's partition against the CPU's and against counts made code by code.
fn check_partition(backend: &dyn Backend, table: &CodeTable, guesses: &[GuessIndex]) {
    let oracle: Vec<_> = guesses
        .iter()
        .map(|&guess| {
            let mut counts = [0; 256];
            for solution in CandidateIndex::up_to(table.solutions()) {
                counts[usize::from(table.code(guess, solution))] += 1;
            }
            PartitionStats::of_counts(&counts, table.solved_code())
        })
        .collect();
    assert_eq!(backend.partition(table, guesses).as_ref(), Ok(&oracle));
    assert_eq!(Cpu.partition(table, guesses).as_ref(), Ok(&oracle));
}

/// Holds a backend's pattern matrix against the CPU's and against the codes one by one.
fn check_pattern_matrix(backend: &dyn Backend, table: &CodeTable, guesses: std::ops::Range<usize>) {
    let oracle: Vec<u8> = guesses
        .clone()
        .map(GuessIndex::from)
        .flat_map(|guess| {
            let solutions = CandidateIndex::up_to(table.solutions());
            solutions.map(move |solution| table.code(guess, solution))
        })
        .collect();
    for backend in [backend, &Cpu] {
        // What was in the output must not matter.
        let mut out = vec![0xaa; oracle.len()];
        let result = backend.pattern_matrix(table, guesses.clone(), &mut out);
        assert_eq!(result, Ok(()));
        assert!(out == oracle, "{}: codes differ", backend.info().backend);
    }
}

/// SplitMix64: the same tables in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// So many of the numbers below `limit`, ascending.
    fn some_of<I: std::convert::From<usize> + Ord>(
        &mut self,
        limit: usize,
        count: usize,
    ) -> Vec<I> {
        let mut numbers: Vec<I> = (0..limit).map(I::from).collect();
        while numbers.len() > count {
            let one = self.below(numbers.len());
            numbers.swap_remove(one);
        }
        numbers.sort_unstable();
        numbers
    }

    /// Shards of one to `most` of the numbers below `limit`, with so many members in all.
    fn shards(
        &mut self,
        limit: usize,
        mut members: usize,
        most: usize,
    ) -> Vec<Vec<CandidateIndex>> {
        let mut shards = Vec::new();
        while members > 0 {
            let size = (1 + self.below(most)).min(members);
            shards.push(self.some_of(limit, size));
            members -= size;
        }
        shards
    }

    /// Cells of up to `most`, small ones more often, as patterns are.
    fn cells(&mut self, count: usize, most: usize) -> impl Iterator<Item = u8> {
        (0..count).map(move |_| (self.below(most + 1) * self.below(most + 1) / most.max(1)) as u8)
    }

    /// A table of up to forty rows, with guesses of one to five rows and codes up to 255.
    fn table(&mut self, solutions: usize, guesses: usize) -> CodeTable {
        let rows = 1 + self.below(40);
        let guess_rows = (0..guesses)
            .map(|_| {
                let used = 1 + self.below(5);
                [0, 1, 2, 3, 4].map(|place| match place < used {
                    true => self.below(rows + 1).into(),
                    false => RowIndex(0),
                })
            })
            .collect();
        let mut table = CodeTable::new(solutions, guess_rows, self.below(256) as u8);
        for _ in 0..rows {
            let most = self.below(52);
            table.push_row(self.cells(solutions, most));
        }
        table
    }
}
