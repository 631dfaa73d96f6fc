//! The stage `pattern_matrix`: the codes of guesses on solutions. The host side of
//! `shaders/pattern_matrix.wgsl`.
//!
//! The matrix is divided into tiles in both directions: runs of solutions that fit the device, and for each
//! of them runs of guesses.

use std::ops::Range;

use super::device::Device;
use super::job::{Job, Stage};
use super::layout::table::ROWS_PER_GUESS;
use super::limits::TileLimits;
use super::tiles::{Shape, Tile, tiles};
use crate::compute::{ComputeError, GuessIndex, TableOf};

pub(super) const STAGE: Stage = Stage {
    name: "pattern_matrix",
    entries: &["main"],
    source: include_str!(concat!(env!("OUT_DIR"), "/pattern_matrix.wgsl")),
    sections: 2,
    lanes: |tuning| tuning.pattern_matrix,
};

/// [`Backend::pattern_matrix`](crate::compute::Backend::pattern_matrix) on a device.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &TableOf<u8>,
    guesses: Range<usize>,
    out: &mut [u8],
) -> Result<(), ComputeError> {
    let solutions = table.solutions();
    let lanes = device.lanes(&STAGE);
    let step = max_columns(limits, lanes as usize);
    for first in (0..solutions).step_by(step) {
        let columns = first..solutions.min(first + step);
        let shape = Shape {
            output_bytes: columns.len().next_multiple_of(4),
            columns,
            shared_bytes: 0,
            alignment: device.part_alignment(),
        };
        let budget = shape.budget(limits)?;
        let rows = guesses
            .clone()
            .map(|guess| table.rows_array(GuessIndex::from(guess)));
        for tile in tiles(rows, budget) {
            let mut upload = device.upload();
            tile.write(&mut upload, table, &shape);
            let workgroups_per_guess = (shape.row_u32s() as u32).div_ceil(lanes);
            let dispatches = tile.dispatches(&mut upload, table, &shape, &budget, |guesses| {
                [workgroups_per_guess, guesses]
            });
            let job = Job {
                stage: &STAGE,
                upload: &upload,
                dispatches: &dispatches,
                output_bytes: tile.guesses.len() * shape.output_bytes,
                scratch_bytes: 0,
            };
            device.run(&job, |codes| copy(codes, &shape, &tile, solutions, out))?;
        }
    }
    Ok(())
}

/// The greatest number of solutions in a tile: one guess on them must be within every limit.
fn max_columns(limits: &TileLimits, lanes: usize) -> usize {
    let fitting = (limits.binding_bytes / ROWS_PER_GUESS as usize)
        // Half of the upload, so that the other half is left for everything but rows.
        .min(limits.upload_bytes / 2 / ROWS_PER_GUESS as usize)
        .min(limits.output_bytes)
        .min(limits.dispatch_patterns)
        .min(limits.workgroups.saturating_mul(4 * lanes));
    // Whole cache lines of a row. If not even one fits, a single column is tried, and the budget refuses
    // it.
    (fitting / 64 * 64).max(1)
}

/// Copies the codes of a tile, whose rows are whole `u32`s, into the matrix.
fn copy(codes: &[u8], shape: &Shape, tile: &Tile, solutions: usize, out: &mut [u8]) {
    let rows = codes.chunks_exact(shape.output_bytes);
    for (guess, codes) in tile.guesses.clone().zip(rows) {
        let row = &mut out[guess * solutions..][..solutions];
        row[shape.columns.clone()].copy_from_slice(&codes[..shape.columns.len()]);
    }
}
