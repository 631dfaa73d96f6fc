//! Tests of the backend `auto` with a GPU that is played by the CPU.

use std::sync::atomic::AtomicUsize;

use super::*;
use crate::compute::best_moves::{BoardState, Scope};
use crate::compute::grid::Exposed;
use crate::compute::{CandidateIndex, RowIndex, TableShape};

/// The CPU in the part of a GPU. It counts its calls, and fails after some of them.
struct FakeGpu {
    calls: Arc<AtomicUsize>,
    good: usize,
    failed: AtomicBool,
}

impl FakeGpu {
    fn answer<T>(
        &self,
        compute: impl FnOnce(&Cpu) -> Result<T, ComputeError>,
    ) -> Result<T, ComputeError> {
        if self.calls.fetch_add(1, Ordering::Relaxed) >= self.good {
            self.failed.store(true, Ordering::Relaxed);
        }
        // As a fallback does, the CPU answers when the GPU has failed.
        compute(&Cpu)
    }
}

impl Backend for FakeGpu {
    fn info(&self) -> BackendInfo {
        BackendInfo {
            backend: ComputedBy::Gpu,
            adapter: Some("Fake".to_owned()),
        }
    }

    fn uses_gpu(&self) -> bool {
        !self.failed.load(Ordering::Relaxed)
    }

    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError> {
        self.answer(|cpu| cpu.pattern_matrix(table, guesses, out))
    }

    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        self.answer(|cpu| cpu.partition(table, guesses))
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        self.answer(|cpu| cpu.best_guesses(table, batch, order))
    }

    fn collisions(
        &self,
        table: &CodeTable,
        batch: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        self.answer(|cpu| cpu.collisions(table, batch))
    }

    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        self.answer(|cpu| cpu.best_moves(batch, query))
    }
}

const SOLUTIONS: usize = 60;
const GUESSES: usize = 97;

/// A table with cells that look random.
fn table() -> CodeTable {
    let shape = TableShape {
        solutions: SOLUTIONS,
        codes: 243,
        rows_per_guess: 2,
        solved_code: 242,
    };
    let rows = (0..2 * GUESSES as u32).map(|i| RowIndex(1 + i * 7 % 20));
    let mut table = CodeTable::new(shape, rows.collect());
    for row in 0..20 {
        let cell = |s| ((s * 31 + row * 17 + s * s * row) % 121) as u16;
        table.push_row((0..SOLUTIONS as u32).map(cell));
    }
    table
}

/// A backend with a GPU that answers `good` calls, and the count of its calls. It joins at once, and every batch is divided.
fn auto(good: usize) -> (Auto, Arc<AtomicUsize>) {
    let calls: Arc<AtomicUsize> = Arc::default();
    let fake = FakeGpu {
        calls: Arc::clone(&calls),
        good,
        failed: AtomicBool::new(false),
    };
    let opener: Opener = Box::new(|| Some(Box::new(fake)));
    let mut auto = Auto::new(opener, Duration::ZERO);
    auto.worth_dividing = Duration::ZERO;
    (auto, calls)
}

/// Waits until the GPU has been opened, or has been found to be missing.
fn wait_for_gpu(auto: &Auto) {
    while auto.gpu.get().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn all_guesses() -> Vec<GuessIndex> {
    GuessIndex::up_to(GUESSES).collect()
}

#[test]
fn a_gpu_joins_a_job_that_takes_long_and_the_answers_stay_the_same() {
    let table = table();
    let right = Cpu.partition(&table, &all_guesses()).unwrap();
    let (auto, calls) = auto(usize::MAX);
    assert_eq!(auto.partition(&table, &all_guesses()).unwrap(), right);
    assert_eq!(calls.load(Ordering::Relaxed), 0, "the CPU begins");
    assert_eq!(auto.info(), BackendInfo::CPU);
    wait_for_gpu(&auto);
    assert!(auto.uses_gpu());
    while calls.load(Ordering::Relaxed) == 0 {
        assert_eq!(auto.partition(&table, &all_guesses()).unwrap(), right);
    }
    let info = auto.info();
    assert_eq!(info.backend, ComputedBy::GpuAndCpu);
    assert_eq!(info.adapter.as_deref(), Some("Fake"));
    assert_eq!(auto.reason(), None);
}

#[test]
fn short_work_opens_nothing_and_the_reason_says_from_when_on_it_would() {
    let opener: Opener = Box::new(|| panic!("it must not be called"));
    let auto = Auto::new(opener, Duration::from_secs(3600));
    assert_eq!(auto.reason(), None, "nothing was computed");
    auto.partition(&table(), &all_guesses()).unwrap();
    assert!(!auto.begun.is_completed());
    let reason = auto.reason().unwrap();
    assert!(reason.starts_with("a GPU pays from about "), "{reason}");
    assert!(reason.contains("patterns here"), "{reason}");
}

#[test]
fn without_a_gpu_the_cpu_goes_on_alone() {
    let auto = Auto::new(Box::new(|| None), Duration::ZERO);
    for _ in 0..3 {
        let stats = auto.partition(&table(), &all_guesses()).unwrap();
        assert_eq!(stats.len(), GUESSES);
    }
    wait_for_gpu(&auto);
    assert!(auto.is_alone() && !auto.uses_gpu());
    assert_eq!(auto.info(), BackendInfo::CPU);
    assert_eq!(auto.reason().as_deref(), Some("there is no GPU to open"));
}

#[test]
fn an_opener_that_panics_leaves_the_cpu_alone() {
    let opener: Opener = Box::new(|| panic!("a driver"));
    let auto = Auto::new(opener, Duration::ZERO);
    for _ in 0..3 {
        assert!(auto.partition(&table(), &all_guesses()).is_ok());
    }
    drop(auto);
}

#[test]
fn a_gpu_that_fails_is_not_asked_again() {
    let table = table();
    let (auto, calls) = auto(0);
    auto.partition(&table, &all_guesses()).unwrap();
    wait_for_gpu(&auto);
    while calls.load(Ordering::Relaxed) == 0 {
        auto.partition(&table, &all_guesses()).unwrap();
    }
    let failed_after = calls.load(Ordering::Relaxed);
    for _ in 0..5 {
        auto.partition(&table, &all_guesses()).unwrap();
    }
    assert_eq!(calls.load(Ordering::Relaxed), failed_after);
}

#[test]
fn every_stage_divided_equals_the_cpu() {
    let table = table();
    let allowed: Arc<[GuessIndex]> = all_guesses().into();
    let members = |from: u32| (from..from + 9).map(CandidateIndex).collect::<Vec<_>>();
    let (mut sets, mut buckets, mut boards) = <(SetBatch, CollisionBatch, MoveBatch)>::default();
    for i in 0..20 {
        sets.push(&members(2 * i), &allowed);
        buckets.push([&members(i)[..], &members(i + 11)[..4]], 2, &allowed);
        let list = boards.push_list(&[1 << i, 3 << i, 5]);
        boards.push_family(&[list]);
        boards.push_board(BoardState::default());
    }
    let query = MoveQuery {
        exposed: Exposed::Ours,
        scope: Scope::EveryMove,
        top: 2,
    };
    let (auto, calls) = auto(usize::MAX);
    auto.partition(&table, &allowed).unwrap();
    wait_for_gpu(&auto);
    let bytes = |backend: &dyn Backend| {
        let mut out = vec![0; (GUESSES - 3) * SOLUTIONS];
        backend
            .pattern_matrix(&table, 3..GUESSES, &mut out)
            .map(|()| out)
    };
    for _ in 0..20 {
        let order = Order::Entropy;
        assert_eq!(
            auto.best_guesses(&table, &sets, order),
            Cpu.best_guesses(&table, &sets, order)
        );
        assert_eq!(
            auto.collisions(&table, &buckets),
            Cpu.collisions(&table, &buckets)
        );
        assert_eq!(
            auto.best_moves(&boards, query),
            Cpu.best_moves(&boards, query)
        );
        assert_eq!(bytes(&auto), bytes(&Cpu));
    }
    assert!(calls.load(Ordering::Relaxed) > 0);
}

#[test]
fn an_empty_batch_has_an_empty_answer() {
    let (auto, _) = auto(0);
    assert_eq!(auto.partition(&table(), &[]), Ok(Vec::new()));
    assert_eq!(auto.pattern_matrix(&table(), 5..5, &mut []), Ok(()));
    let none = auto.best_guesses(&table(), &SetBatch::default(), Order::Splits);
    assert_eq!(none, Ok(Vec::new()));
}

#[test]
fn rounded_numbers_have_one_digit_that_counts() {
    let cases = [
        (12.0, "1 thousand"),
        (812_000_000.0, "800 million"),
        (1.9e9, "2 billion"),
        (3.7e10, "40 billion"),
    ];
    for (units, text) in cases {
        assert_eq!(rounded(units), text);
    }
}
