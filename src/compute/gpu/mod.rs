//! A GPU through wgpu: the only module that knows wgpu.
//!
//! | module | what it holds |
//! |---|---|
//! | [`adapter`] | the adapters there are |
//! | [`device`] | an open device: upload, dispatch, read back, and what can go wrong |
//! | [`tuning`] | workgroup sizes and the choice of kernels, which change no result |
//! | [`store`] | a folder that keeps the tunings of adapters |
//! | [`tiles`] | cutting a job into pieces that fit |
//! | `sets` | batches of sets: cut into tiles of sets and into pieces of their guesses |
//! | `pattern_matrix`, `partition`, `best_guesses`, `collisions`, `best_moves` | a stage each: the host side of the shader of the same name |

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::batch::{Best, Order, SetBatch};
use super::best_moves::{BestMove, MoveBatch, MoveQuery};
use super::collisions::{CollisionBatch, FewestCollisions};
use super::cpu::Cpu;
use super::partition::MAX_CANDIDATES;
use super::{
    Backend, BackendInfo, CandidateIndex, CodeTable, ComputeError, ComputedBy, GuessIndex,
    PartitionStats, Traffic,
};

pub mod adapter;
mod best_guesses;
mod best_moves;
mod clock;
mod collisions;
pub mod device;
mod faults;
pub mod job;

mod partition;
mod pattern_matrix;
mod sets;
pub mod store;
pub mod tiles;
pub mod tuning;

pub use adapter::{Adapter, AdapterDescription, AdapterKind, AdapterLimits, adapters};
pub use clock::Parts;
pub use store::Store;
pub use tiles::TileLimits;
pub use tuning::Tuning;

use device::Device;

/// An open GPU. Calls of several threads run one after another.
pub struct Gpu {
    device: Device,
    name: String,
    limits: TileLimits,
    /// True if a batch did not suit the GPU, so that the CPU computed it.
    left_to_cpu: AtomicBool,
}

impl Gpu {
    fn new(device: Device, name: String) -> Gpu {
        Gpu {
            limits: TileLimits::of(&device.limits()),
            device,
            name,
            left_to_cpu: AtomicBool::new(false),
        }
    }

    /// How the GPU cuts its work: by its adapter's limits, unless told otherwise.
    pub fn tile_limits(&self) -> TileLimits {
        self.limits
    }

    /// Cuts the work differently: for tests, with tiles smaller than the adapter asks for. Larger ones
    /// are refused when they are used.
    pub fn set_tile_limits(&mut self, limits: TileLimits) {
        self.limits = limits;
    }

    /// How the stages are run: what the adapter was opened with, within its limits.
    pub fn tuning(&self) -> Tuning {
        self.device.tuning()
    }

    /// Runs the stages differently from now on. What has been compiled is compiled anew.
    pub fn set_tuning(&mut self, tuning: &Tuning) {
        self.device.set_tuning(tuning);
    }

    /// Compiles all stages. Otherwise each is when it is first used.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] with the driver's reason.
    pub fn prepare(&self) -> Result<(), ComputeError> {
        let stages = [
            &pattern_matrix::STAGE,
            &partition::STAGE,
            &best_guesses::STAGE,
            &collisions::STAGE,
            &best_moves::STAGE,
        ];
        stages
            .into_iter()
            .try_for_each(|stage| self.device.prepare(stage))
    }

    /// What has gone to and come from the GPU since it was opened.
    pub fn traffic(&self) -> Traffic {
        self.device.traffic()
    }

    /// Does `work` with everything that it asks of the GPU taken apart, and tells where the time went.
    pub fn taken_apart<T>(&self, work: impl FnOnce(&Gpu) -> T) -> (T, Parts) {
        self.device.taken_apart(|| work(self))
    }

    /// Gives the device up, as if it were lost: every later batch that needs it fails with
    /// [`ComputeError::DeviceLost`].
    pub fn destroy(&self) {
        self.device.destroy();
    }
}

impl Backend for Gpu {
    fn info(&self) -> BackendInfo {
        let cpu_computed = self.left_to_cpu.load(Ordering::Relaxed);
        let gpu_computed = self.device.traffic().dispatches > 0;
        let backend = match (gpu_computed, cpu_computed) {
            (false, true) => return BackendInfo::CPU,
            (true, true) => ComputedBy::GpuAndCpu,
            (_, false) => ComputedBy::Gpu,
        };
        BackendInfo {
            backend,
            adapter: Some(self.name.clone()),
        }
    }

    fn uses_gpu(&self) -> bool {
        true
    }

    fn traffic(&self) -> Option<Traffic> {
        Some(self.device.traffic())
    }

    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError> {
        assert!(guesses.end <= table.guesses(), "a guess is out of range");
        assert_eq!(
            out.len(),
            guesses.len() * table.solutions(),
            "the output has one byte a guess and solution"
        );
        pattern_matrix::run(&self.device, &self.limits, table, guesses, out)
    }

    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        assert!(
            guesses.iter().all(|guess| guess.at() < table.guesses()),
            "a guess is out of range"
        );
        assert!(
            table.solutions() <= MAX_CANDIDATES,
            "more than {MAX_CANDIDATES} solutions"
        );
        partition::run(&self.device, &self.limits, table, guesses)
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        for set in 0..batch.len() {
            let candidates = batch.candidates(set);
            assert!(
                candidates.len() <= MAX_CANDIDATES,
                "more than {MAX_CANDIDATES} candidates"
            );
            assert_solutions(table, candidates);
        }
        assert_guesses(table, batch.allowed_lists());
        best_guesses::run(&self.device, &self.limits, table, batch, order)
    }

    fn collisions(
        &self,
        table: &CodeTable,
        batch: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        for shard in (0..batch.len()).flat_map(|set| batch.shards(set)) {
            assert_solutions(table, shard);
        }
        assert_guesses(table, batch.allowed_lists());
        collisions::run(&self.device, &self.limits, table, batch)
    }

    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        if !best_moves::suits(batch, query) {
            self.left_to_cpu.store(true, Ordering::Relaxed);
            return Cpu.best_moves(batch, query);
        }
        best_moves::run(&self.device, &self.limits, batch, query)
    }
}

// A shader would read beside the table.

fn assert_solutions(table: &CodeTable, solutions: &[CandidateIndex]) {
    let is_in_range = |solution: &CandidateIndex| solution.at() < table.solutions();
    assert!(
        solutions.iter().all(is_in_range),
        "a solution is out of range"
    );
}

fn assert_guesses(table: &CodeTable, lists: &[Arc<[GuessIndex]>]) {
    let is_in_range = |guess: &GuessIndex| guess.at() < table.guesses();
    let mut guesses = lists.iter().flat_map(|list| list.iter());
    assert!(guesses.all(is_in_range), "a guess is out of range");
}
