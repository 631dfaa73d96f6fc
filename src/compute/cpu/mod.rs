//! The CPU: one function per stage, on the threads of the rayon pool in which it is called.
//!
//! Each stage is the twin of the shader of the same name and gives the same bits. The functions of this module cannot
//! fail. Code that has only the CPU calls them directly; [`Cpu`] wraps them for code that takes any [`Backend`].
//! [`reference`](mod@reference) computes the same in the slow and obvious way.

mod best_guesses;
mod best_moves;
mod collisions;
mod partition;
mod pattern_matrix;
pub mod reference;

use std::ops::Range;

use super::batch::{Best, Order, SetBatch};
use super::best_moves::{BestMove, MoveBatch, MoveQuery};
use super::collisions::{CollisionBatch, FewestCollisions};
use super::{Backend, BackendInfo, CodeTable, ComputeError, GuessIndex, PartitionStats};

pub use best_guesses::best_guesses;
pub use best_moves::best_moves;
pub use collisions::collisions;
pub use partition::{CountBuffer, PartitionCounter, partition};
pub use pattern_matrix::pattern_matrix;

/// The CPU as a [`Backend`]. Its methods never return an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cpu;

impl Backend for Cpu {
    fn info(&self) -> BackendInfo {
        BackendInfo::CPU
    }

    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError> {
        pattern_matrix(table, guesses, out);
        Ok(())
    }

    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        Ok(partition(table, guesses))
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        Ok(best_guesses(table, batch, order))
    }

    fn collisions(
        &self,
        table: &CodeTable,
        batch: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        Ok(collisions(table, batch))
    }

    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        Ok(best_moves(batch, query))
    }
}
