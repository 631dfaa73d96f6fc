//! A stand-in until the rayon backend is merged: plain loops.
use std::ops::Range;

use super::{Backend, BackendInfo, CodeTable, ComputeError, PartitionStats};

/// The processor.
pub struct Cpu;

impl Cpu {
    /// A CPU backend.
    pub fn new() -> Cpu {
        Cpu
    }
}

impl Default for Cpu {
    fn default() -> Cpu {
        Cpu::new()
    }
}

impl Backend for Cpu {
    fn info(&self) -> BackendInfo {
        BackendInfo {
            backend: "cpu",
            adapter: None,
        }
    }

    fn pattern_matrix(
        &self,
        table: &CodeTable,
        guesses: Range<usize>,
        out: &mut [u8],
    ) -> Result<(), ComputeError> {
        assert_eq!(out.len(), guesses.len() * table.solutions());
        if table.solutions() > 0 {
            for (guess, row) in guesses.zip(out.chunks_mut(table.solutions())) {
                let cells = table.rows_of(guess).map(|row| table.row(row));
                for (solution, code) in row.iter_mut().enumerate() {
                    *code = cells.iter().map(|cells| cells[solution]).sum();
                }
            }
        }
        Ok(())
    }

    fn partition(
        &self,
        table: &CodeTable,
        guesses: &[u32],
    ) -> Result<Vec<PartitionStats>, ComputeError> {
        Ok(guesses
            .iter()
            .map(|&guess| {
                let cells = table.rows_of(guess as usize).map(|row| table.row(row));
                let mut counts = [0u32; 256];
                for solution in 0..table.solutions() {
                    let code: u8 = cells.iter().map(|cells| cells[solution]).sum();
                    counts[usize::from(code)] += 1;
                }
                PartitionStats::of_counts(&counts, table.solved_code())
            })
            .collect())
    }
}
