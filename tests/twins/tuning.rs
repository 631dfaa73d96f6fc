//! Workgroup sizes and kernels change no bit, and jobs that are taken apart are the same jobs.

use std::sync::Arc;

use wordgame_engine::compute::batch::{Order, SetBatch};
use wordgame_engine::compute::best_moves::{MoveBatch, MoveQuery, Scope};
use wordgame_engine::compute::collisions::CollisionBatch;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::{AdapterKind, Gpu, Tuning};
use wordgame_engine::compute::grid::Exposed;
use wordgame_engine::compute::{Backend, CandidateIndex, CodeTable, GuessIndex};

use super::{Random, Test, all_guesses, check_partition, check_pattern_matrix, slices};

pub const TESTS: &[Test] = &[
    ("any_tuning_gives_the_same_bits", tunings),
    ("a_gpu_tells_its_tuning_within_its_limits", own_tuning),
    ("jobs_taken_apart_are_the_same_jobs", taken_apart),
    ("all_stages_compile_at_once", prepared),
];

/// Some of every stage's work.
struct Work {
    table: CodeTable,
    sets: SetBatch,
    shards: CollisionBatch,
    moves: MoveBatch,
}

impl Work {
    fn new(seed: u64) -> Work {
        let mut random = Random(seed);
        let table = random.table(400, 150);
        let all: Arc<[GuessIndex]> = all_guesses(&table).into();
        let few: Arc<[GuessIndex]> = random.some_of(150, 7).into();
        let mut work = Work {
            table,
            sets: SetBatch::default(),
            shards: CollisionBatch::default(),
            moves: MoveBatch::default(),
        };
        for size in [1, 2, 30, 31, 32, 33, 64, 200, 255, 256, 300] {
            for allowed in [&all, &few] {
                work.sets.push(&random.some_of(400, size), allowed);
                let mut shards = random.shards(400, size, 6);
                if size == 300 {
                    shards.push(CandidateIndex::up_to(100).collect());
                }
                work.shards.push(slices(&shards), 2, allowed);
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
        let fewest = gpu.collisions(table, &self.shards);
        assert_eq!(fewest, Cpu.collisions(table, &self.shards));
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
    let work = Work::new(90);
    for (lanes, small_set) in [(8, 255), (16, 0), (32, 31), (64, 64), (128, 0), (256, 200)] {
        gpu.set_tuning(&tuning(lanes, small_set));
        work.check(&gpu);
    }
    // More than any adapter has is cut to what this one has.
    gpu.set_tuning(&tuning(1 << 20, u32::MAX));
    assert!(gpu.tuning().is_valid());
    work.check(&gpu);
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

fn taken_apart(gpu: Gpu) {
    let work = Work::new(91);
    let before = gpu.traffic();
    work.check(&gpu);
    let whole = gpu.traffic() - before;
    let before = gpu.traffic();
    let ((), parts) = gpu.taken_apart(|gpu| work.check(gpu));
    assert_eq!(gpu.traffic() - before, whole);
    assert!(!parts.upload.is_zero() && !parts.download.is_zero());
    // Where there is a clock it tells more than nothing.
    assert!(
        parts.kernels.is_none_or(|took| !took.is_zero()),
        "{parts:?}"
    );
    // Afterwards nothing is taken apart any more.
    work.check(&gpu);
    let (_, nothing) = gpu.taken_apart(|_| ());
    assert_eq!(nothing, Default::default());
}

fn prepared(gpu: Gpu) {
    assert_eq!(gpu.prepare(), Ok(()));
    assert_eq!(gpu.traffic(), Default::default());
    Work::new(92).check(&gpu);
}
