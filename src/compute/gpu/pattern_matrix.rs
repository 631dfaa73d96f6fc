//! The stage `pattern_matrix`: the codes of guesses on solutions. The host side of
//! `shaders/pattern_matrix.wgsl`.
//!
//! The matrix is divided into tiles in both directions: runs of solutions that fit the device, and for each
//! of them runs of guesses.

use std::ops::Range;

use super::device::Device;
use super::job::{Job, PairConstants, Stage};
use super::limits::TileLimits;
use super::tiles::{Layout, Shape, Tile, tiles};
use crate::compute::{CodeTable, ComputeError, GuessIndex};

pub(super) const STAGE: Stage = Stage {
    name: "pattern_matrix",
    entries: &["main"],
    source: include_str!(concat!(env!("OUT_DIR"), "/pattern_matrix.wgsl")),
    sections: 2,
    lanes: |tuning| tuning.pattern_matrix,
};

const PAIRS_STAGE: Stage = Stage {
    name: "pattern_matrix_pairs",
    source: include_str!(concat!(env!("OUT_DIR"), "/pattern_matrix_pairs.wgsl")),
    ..STAGE
};

/// [`Backend::pattern_matrix`](crate::compute::Backend::pattern_matrix) on a device.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    guesses: Range<usize>,
    out: &mut [u8],
) -> Result<(), ComputeError> {
    let solutions = table.solutions();
    // Nothing is counted, so there is room for all codes.
    let constants = PairConstants::of(table, table.codes());
    let stage = if constants.is_none() {
        &STAGE
    } else {
        &PAIRS_STAGE
    };
    let layout = Layout::of(table);
    let lanes = device.lanes(stage);
    let step = max_columns(limits, layout, lanes as usize);
    for first in (0..solutions).step_by(step) {
        let columns = first..solutions.min(first + step);
        let shape = Shape {
            output_bytes: (columns.len() * layout.code_bytes).next_multiple_of(4),
            columns,
            layout,
            shared_bytes: 0,
            alignment: device.part_alignment(),
            passes: 1,
        };
        let budget = shape.budget(limits)?;
        let rows = guesses
            .clone()
            .map(|guess| table.rows_of(GuessIndex::from(guess)));
        for tile in tiles(rows, budget) {
            let mut upload = device.upload();
            tile.write(&mut upload, table, &shape);
            let workgroups_per_guess = (shape.row_u32s() as u32).div_ceil(lanes);
            let dispatches = tile.dispatches(&mut upload, table, &shape, &budget, |guesses| {
                [workgroups_per_guess, guesses]
            });
            let job = Job {
                stage,
                constants,
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
fn max_columns(limits: &TileLimits, layout: Layout, lanes: usize) -> usize {
    let Layout {
        code_bytes,
        rows_per_guess,
    } = layout;
    let bytes = (limits.binding_bytes / rows_per_guess)
        // Half of the upload, so that the other half is left for everything but rows.
        .min(limits.upload_bytes / 2 / rows_per_guess)
        .min(limits.output_bytes);
    let fitting = (bytes / code_bytes).min(limits.dispatch_patterns).min(
        limits
            .workgroups
            .saturating_mul(layout.codes_per_u32() * lanes),
    );
    // Whole cache lines of a row. If not even one fits, a single column is tried, and the budget refuses
    // it.
    (fitting / 64 * 64).max(1)
}

/// Copies the codes of a tile, whose rows are whole `u32`s, into the matrix.
fn copy(codes: &[u8], shape: &Shape, tile: &Tile, solutions: usize, out: &mut [u8]) {
    let code_bytes = shape.layout.code_bytes;
    let columns = shape.columns.start * code_bytes..shape.columns.end * code_bytes;
    let rows = codes.chunks_exact(shape.output_bytes);
    for (guess, codes) in tile.guesses.clone().zip(rows) {
        let row = &mut out[guess * solutions * code_bytes..][..solutions * code_bytes];
        row[columns.clone()].copy_from_slice(&codes[..columns.len()]);
    }
}
