//! The CPU backend: the twin of every shader, on rayon's threads.

mod best_guesses;
mod best_moves;
mod collisions;

mod partition;
mod pattern_matrix;

use std::ops::Range;

use super::batch::{Best, Order, SetBatch};
use super::best_moves::{BestMove, MoveBatch, MoveQuery};
use super::collisions::{CollisionBatch, FewestCollisions};
use super::{Backend, BackendInfo, CodeTable, ComputeError, GuessIndex, PartitionStats};

/// The CPU, on the threads of the rayon pool in which it is called.
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
        pattern_matrix::pattern_matrix(table, guesses, out);
        Ok(())
    }

    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[GuessIndex],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        Ok(partition::partition(table, guesses))
    }

    fn best_guesses(
        &self,
        table: &CodeTable,
        batch: &SetBatch,
        order: Order,
    ) -> Result<Vec<Best>, ComputeError> {
        Ok(best_guesses::best_guesses(table, batch, order))
    }

    fn collisions(
        &self,
        table: &CodeTable,
        batch: &CollisionBatch,
    ) -> Result<Vec<FewestCollisions>, ComputeError> {
        Ok(collisions::collisions(table, batch))
    }

    fn best_moves(
        &self,
        batch: &MoveBatch,
        query: MoveQuery,
    ) -> Result<Vec<Vec<BestMove>>, ComputeError> {
        Ok(best_moves::best_moves(batch, query))
    }
}
