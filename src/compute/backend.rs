//! The trait that CPU and GPU share, its errors, and who answered.

use std::ops::Range;

use serde::Serialize;

use super::batch::{Best, Order, SetBatch};
use super::best_moves::{BestMove, MoveBatch, MoveQuery};
use super::collisions::{CollisionBatch, FewestCollisions};
use super::{CodeTable, GuessIndex, PartitionStats, Traffic};

/// Answers questions in bulk. Each call is one big batch; two backends give the same bits.
pub trait Backend: Send + Sync {
    /// Who answers: for reports.
    fn info(&self) -> BackendInfo;

    /// What has gone to and come from a device since it was opened; none without a device.
    fn traffic(&self) -> Option<Traffic> {
        None
    }

    /// Writes the pattern codes of a run of guesses on every solution into `out`: row-major, one
    /// byte a code, `guesses.len() * table.solutions()` bytes.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    ///
    /// # Panics
    /// If a guess is out of range or `out` has another length.
    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError>;

    /// How each of `guesses` partitions all solutions of `table`, in the order of `guesses`. No
    /// matrix is held in memory.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
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
    /// [`ComputeError`], from a GPU alone.
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

    /// For each set of shards of a batch, the guesses that leave the fewest collisions.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
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
    /// [`ComputeError`], from a GPU alone.
    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError>;
}

/// Why a device could not finish a batch. The same batch can be given to the CPU.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComputeError {
    /// The device went away: unplugged, reset, its driver restarted.
    #[error("the GPU was lost ({0})")]
    DeviceLost(String),
    /// An allocation did not fit.
    #[error("the GPU is out of memory ({0})")]
    OutOfMemory(String),
    /// The driver or wgpu refused the work.
    #[error("the GPU refused the work ({0})")]
    Refused(String),
}

/// The backend that ran a job, with the adapter if it was a GPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackendInfo {
    /// `cpu` or `gpu`; `gpu then cpu` if the GPU failed in the middle of the job; `gpu and cpu` if both
    /// worked on it.
    pub backend: &'static str,
    /// The adapter's name, as its driver gives it.
    pub adapter: Option<String>,
}
