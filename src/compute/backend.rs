//! The trait that the CPU and GPUs implement, and its errors.

use std::ops::Range;

use serde::Serialize;

use super::batch::{Best, Order, SetBatch};
use super::best_moves::{BestMove, MoveBatch, MoveQuery};
use super::collisions::{CollisionBatch, FewestCollisions};
use super::{CodeTable, ComputedBy, GuessIndex, PartitionStats, Traffic};

/// Computes in bulk: each call is one large batch. All backends give the same bits.
pub trait Backend: Send + Sync {
    /// The processors that have computed the batches so far, for reports. A backend that has computed nothing yet
    /// names the processor that it is for.
    fn info(&self) -> BackendInfo;

    /// True if the next batch goes to a GPU, that is, if there is a GPU that has not failed. A GPU may still leave
    /// a batch that does not suit it to the CPU.
    fn uses_gpu(&self) -> bool {
        false
    }

    /// The traffic with the device since it was opened; `None` without a device.
    fn traffic(&self) -> Option<Traffic> {
        None
    }

    /// Why this processor computed, for people, if the backend chose it: `a GPU pays from about 2 billion patterns here`.
    fn reason(&self) -> Option<String> {
        None
    }

    /// Writes the pattern codes of a range of guesses on every solution into `out`: one row per guess,
    /// [`CodeTable::code_bytes`] per code with the lowest byte first, `guesses.len() * table.solutions()` codes.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    ///
    /// # Panics
    /// If a guess is out of range or `out` has another length.
    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError>;

    /// The partition of all solutions of `table` by each of `guesses`, in the order of `guesses`. No matrix is kept in
    /// memory.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    ///
    /// # Panics
    /// If a guess is out of range or the table has more than
    /// [`MAX_CANDIDATES`](super::partition::MAX_CANDIDATES) solutions.
    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError>;

    /// The best guess of each set of a batch, in the order of the sets.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    ///
    /// # Panics
    /// If a guess or a candidate is out of range or a set has more than
    /// [`MAX_CANDIDATES`](super::partition::MAX_CANDIDATES) candidates.
    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError>;

    /// For each set of collision buckets of a batch, the guesses that leave the fewest collisions.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    ///
    /// # Panics
    /// If a guess or a member is out of range.
    fn collisions(
        &self,
        table: &CodeTable,
        batch: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError>;

    /// The best moves of each board of a batch, at most `query.top` of them and the best first. Of two
    /// moves with the same score, the move of the earlier family is better, then the move with the lower
    /// index.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError>;
}

/// The reason why a device could not finish a batch. The CPU can take the same batch instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComputeError {
    /// The device is gone: it was unplugged or reset, or its driver restarted.
    #[error("the GPU was lost ({0})")]
    DeviceLost(String),
    /// An allocation did not fit.
    #[error("the GPU is out of memory ({0})")]
    OutOfMemory(String),
    /// The driver or wgpu refused the work.
    #[error("the GPU refused the work ({0})")]
    Refused(String),
}

/// The processors that computed a job's results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackendInfo {
    /// The processors.
    pub backend: ComputedBy,
    /// The name of the GPU's adapter, as its driver gives it; `None` if no GPU took part.
    pub adapter: Option<String>,
}

impl BackendInfo {
    /// The CPU alone.
    pub const CPU: BackendInfo = BackendInfo {
        backend: ComputedBy::Cpu,
        adapter: None,
    };
}
