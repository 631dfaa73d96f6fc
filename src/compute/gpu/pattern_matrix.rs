//! `pattern_matrix.wgsl`: the pattern codes of guesses on solutions.

use std::ops::Range;

use super::super::table::ROWS_PER_GUESS;
use super::super::{CodeTable, ComputeError, GuessIndex};
use super::device::Device;
use super::job::{Job, Stage};
use super::tiles::{Parameters, Shape, Tile, TileLimits, tiles};

pub(super) const STAGE: Stage = Stage {
    name: "pattern_matrix",
    entries: &["main"],
    source: include_str!(concat!(env!("OUT_DIR"), "/pattern_matrix.wgsl")),
    sections: 2,
    lanes: |tuning| tuning.pattern_matrix,
};

/// [`Backend::pattern_matrix`](super::super::Backend::pattern_matrix) on a device, in tiles of guesses
/// and of solutions.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    guesses: Range<usize>,
    out: &mut [u8],
) -> Result<(), ComputeError> {
    let solutions = table.solutions();
    let lanes = device.lanes(&STAGE);
    let step = columns(limits, lanes as usize);
    for first in (0..solutions).step_by(step) {
        let columns = first..solutions.min(first + step);
        let shape = Shape {
            output_bytes: columns.len().next_multiple_of(4),
            columns,
            shared_bytes: 0,
            alignment: device.part_alignment(),
        };
        let budget = shape.budget(limits)?;
        let rows = |guess| table.rows_of(GuessIndex::from(guess)).map(|row| row.0);
        for tile in tiles(guesses.clone().map(rows), budget) {
            let mut upload = device.upload();
            tile.write(&mut upload, table, &shape);
            let words = (shape.row_words() as u32).div_ceil(lanes);
            let dispatches = Parameters::write(
                &mut upload,
                table,
                &shape,
                tile.dispatches(&budget),
                |guesses| [words, guesses],
            );
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

/// The most solutions in a tile: one guess on them must fit every limit.
fn columns(limits: &TileLimits, lanes: usize) -> usize {
    let fitting = (limits.binding_bytes / ROWS_PER_GUESS)
        // Half of the upload, so that the other half has room for everything but rows.
        .min(limits.upload_bytes / 2 / ROWS_PER_GUESS)
        .min(limits.output_bytes)
        .min(limits.dispatch_patterns)
        .min(limits.workgroups.saturating_mul(4 * lanes));
    // Whole cache lines of a row, but at least one column, which the budget then refuses.
    (fitting / 64 * 64).max(1)
}

/// Copies a tile's rows of codes, which fill whole words, to their places in the matrix.
fn copy(codes: &[u8], shape: &Shape, tile: &Tile, solutions: usize, out: &mut [u8]) {
    let rows = codes.chunks_exact(shape.output_bytes);
    for (guess, codes) in tile.guesses.clone().zip(rows) {
        let row = &mut out[guess * solutions..][..solutions];
        row[shape.columns.clone()].copy_from_slice(&codes[..shape.columns.len()]);
    }
}
