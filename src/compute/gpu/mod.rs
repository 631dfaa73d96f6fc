//! A GPU, through wgpu. Nothing outside of this module knows wgpu.
//!
//! A call of the [`Backend`] brings a batch. The host side of the stage divides it into tiles that fit the
//! device. For each tile it makes a job: the bytes to upload, the dispatches, and how many bytes come back.
//! [`Device::run`] runs the job, and the stage turns the bytes that come back into results.
//!
//! ```text
//! batch ──> tiles ──> job ──> Device::run: upload, dispatch …, read back ──> results
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`adapter`] | the adapters of this machine |
//! | [`device`] | an open device, which runs jobs |
//! | `compiled_stage` | a stage on a device, with the entry points that have been compiled |
//! | [`job`] | a stage, and what one tile asks of it |
//! | [`profile`] | where the time of jobs goes |
//! | [`limits`] | how large a tile and a dispatch may be |
//! | [`tiles`] | tiles of guesses, for `pattern_matrix` and `partition` |
//! | `sets` | tiles of sets, for `best_guesses` and `collisions` |
//! | [`layout`] | constants and structs that the shaders use too |
//! | `pattern_matrix`, `partition`, `best_guesses`, `collisions`, `best_moves` | the host side of the shader of the same name |
//! | [`tuning`] | workgroup sizes and other settings for speed |
//! | [`store`] | a folder that keeps the tunings of adapters |
//! | `faults` | errors that wgpu reports outside of any call |

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
mod collisions;
mod compiled_stage;
pub mod device;
pub mod driver_output;
mod faults;
pub mod job;
pub mod layout;
pub mod limits;

mod partition;
mod pattern_matrix;
pub mod profile;
mod sets;
pub mod store;
pub mod tiles;
pub mod tuning;

pub use adapter::{Adapter, AdapterDescription, AdapterKind, AdapterLimits, adapters};
pub use limits::TileLimits;
pub use profile::Profile;
pub use store::Store;
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

    /// The limits of tiles and dispatches: those of the adapter, unless others were set.
    pub fn tile_limits(&self) -> TileLimits {
        self.limits
    }

    /// Sets other limits. Tests use this to get tiles that are smaller than necessary. Jobs beyond the limits
    /// of the adapter are refused when they run.
    pub fn set_tile_limits(&mut self, limits: TileLimits) {
        self.limits = limits;
    }

    /// The tuning with which the stages run, reduced to the limits of the adapter.
    pub fn tuning(&self) -> Tuning {
        self.device.tuning()
    }

    /// Runs the stages with another tuning from now on. They are compiled again when they are next used.
    pub fn set_tuning(&mut self, tuning: &Tuning) {
        self.device.set_tuning(tuning);
    }

    /// Compiles all stages for codes of one byte now. Otherwise each stage is compiled when it is first used, as are the
    /// stages for codes of two bytes for each length of words.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] with the reason of the driver.
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

    /// The uploads, dispatches and downloads since the GPU was opened.
    pub fn traffic(&self) -> Traffic {
        self.device.traffic()
    }

    /// Runs `work` while all jobs of the GPU are profiled, and returns where their time went.
    pub fn profiled<T>(&self, work: impl FnOnce(&Gpu) -> T) -> (T, Profile) {
        self.device.profiled(|| work(self))
    }

    /// Gives up the device, as if it were lost. Every later batch that needs it fails with
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
            guesses.len() * table.solutions() * table.code_bytes(),
            "the output has one code for each guess and solution"
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
        if !partition::suits(&self.device, &self.limits, table) {
            self.left_to_cpu.store(true, Ordering::Relaxed);
            return Cpu.partition(table, guesses);
        }
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
        for bucket in (0..batch.len()).flat_map(|set| batch.buckets(set)) {
            assert_solutions(table, bucket);
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

// An out-of-range index would read out of bounds on the GPU.

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
