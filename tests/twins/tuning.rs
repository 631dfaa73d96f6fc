//! Workgroup sizes and the choice of kernels do not change results, and neither does profiling.

use std::sync::Arc;

use wordgame_engine::compute::batch::{Order, SetBatch};
use wordgame_engine::compute::best_moves::{MoveBatch, MoveQuery, Scope};
use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::{AdapterKind, Gpu, Tuning};
use wordgame_engine::compute::grid::Exposed;
use wordgame_engine::compute::{Backend, CodeTable, GuessIndex, Traffic};

use super::collisions::slices;
use super::partition::check as check_partition;
use super::pattern_matrix::check as check_pattern_matrix;
use super::{Random, Test, all_guesses};

pub const TESTS: &[Test] = &[
    ("every_tuning_gives_the_same_bits", tunings),
    ("a_gpu_reports_a_tuning_within_its_limits", own_tuning),
    ("profiled_jobs_do_the_same_work", profiled_jobs),
    ("all_stages_can_be_compiled_in_advance", prepared),
];

/// A job for every stage.
struct Work {
    table: CodeTable,
    sets: SetBatch,
    buckets: CollisionBatch,
    moves: MoveBatch,
}

impl Work {
    /// `length` is the length of words for which the codes are.
    fn new(seed: u64, length: usize) -> Work {
        let mut random = Random(seed);
        let table = random.table_for_length(length, 400, 150);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let few: Arc<[GuessIndex]> = random.some_of(150, 7).into();
        let mut work = Work {
            table,
            sets: SetBatch::default(),
            buckets: CollisionBatch::default(),
            moves: MoveBatch::default(),
        };
        for size in [1, 2, 30, 31, 32, 33, 64, 200, 255, 256, 300] {
            for allowed in [&all, &few] {
                work.sets.push(&random.some_of(400, size), allowed);
                let mut buckets = random.buckets(400, size, 6);
                if size == 300 {
                    buckets.push(random.some_of(100, 100));
                }
                work.buckets.push(slices(&buckets), 2, allowed);
            }
        }
        for _ in 0..8 {
            random.board(&mut work.moves, 30, 4, 5);
        }
        work
    }

    fn check(&self, gpu: &Gpu) {
        let table = &self.table;
        check_partition(gpu, table, &all_guesses(table));
        check_pattern_matrix(gpu, table, 0..table.guesses());
        for order in [Order::Splits, Order::Entropy] {
            let best = gpu.best_guesses(table, &self.sets, order);
            assert_eq!(best, Cpu.best_guesses(table, &self.sets, order));
        }
        let fewest = gpu.collisions(table, &self.buckets);
        assert_eq!(fewest, Cpu.collisions(table, &self.buckets));
        for scope in [Scope::BestOfFamily, Scope::EveryMove] {
            let query = MoveQuery {
                exposed: Exposed::Ours,
                scope,
                top: 9,
            };
            let best = gpu.best_moves(&self.moves, query);
            assert_eq!(best, Cpu.best_moves(&self.moves, query), "{scope:?}");
        }
    }
}

fn tuning(lanes: u32, small_set: u32) -> Tuning {
    Tuning {
        pattern_matrix: lanes,
        partition: lanes,
        best_guesses: lanes,
        best_guesses_small_set: small_set,
        collisions: lanes,
        collisions_small_set: small_set,
        best_moves: lanes,
    }
}

fn tunings(mut gpu: Gpu) {
    let own = gpu.tuning();
    for length in [5, 7, 8] {
        let work = Work::new(90, length);
        for (lanes, small_set) in [(8, 255), (16, 0), (32, 31), (64, 64), (128, 0), (256, 200)] {
            gpu.set_tuning(&tuning(lanes, small_set));
            work.check(&gpu);
        }
        // Workgroups larger than any adapter allows are reduced to what this adapter allows.
        gpu.set_tuning(&tuning(1 << 20, u32::MAX));
        assert!(gpu.tuning().is_valid());
        work.check(&gpu);
        gpu.set_tuning(&own);
    }
}

fn own_tuning(gpu: Gpu) {
    let own = gpu.tuning();
    assert!(own.is_valid());
    let kinds = [
        AdapterKind::Discrete,
        AdapterKind::Integrated,
        AdapterKind::Virtual,
        AdapterKind::Cpu,
        AdapterKind::Other,
    ];
    assert!(kinds.into_iter().any(|kind| Tuning::of(kind) == own));
}

fn profiled_jobs(gpu: Gpu) {
    let work = Work::new(91, 6);
    // All that the work uses is compiled before.
    work.check(&gpu);
    let before = gpu.traffic();
    work.check(&gpu);
    let whole = gpu.traffic() - before;
    let before = gpu.traffic();
    let ((), profile) = gpu.profiled(|gpu| work.check(gpu));
    assert_eq!(gpu.traffic() - before, whole);
    assert!(!profile.upload.is_zero() && !profile.download.is_zero());
    // A device with a clock reports a time above zero.
    assert!(
        profile.kernels.is_none_or(|took| !took.is_zero()),
        "{profile:?}"
    );
    // Later jobs are not profiled any more.
    work.check(&gpu);
    let (_, nothing) = gpu.profiled(|_| ());
    assert_eq!(nothing, Default::default());
}

fn prepared(gpu: Gpu) {
    assert_eq!(gpu.prepare(), Ok(()));
    let prepared = gpu.traffic();
    let nothing_sent = Traffic {
        pipelines: prepared.pipelines,
        ..Traffic::default()
    };
    assert_eq!(prepared, nothing_sent);
    Work::new(92, 5).check(&gpu);
    assert_eq!(gpu.traffic().pipelines, prepared.pipelines);
}
