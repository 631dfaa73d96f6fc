//! The stage `partition`: how guesses partition all solutions. The host side of `shaders/partition.wgsl`.

use super::device::Device;
use super::job::{Job, PairConstants, Stage};
use super::layout::sums::{CANDIDATE_BIT, COUNT_BITS, SQUARES_HIGH_BITS, SUMS_U32S};
use super::limits::{MAX_ITERATIONS, TileLimits};
use super::tiles::{Layout, Shape, tiles};
use super::tuning::SUMS_BYTES;
use crate::compute::partition::n_log_n_up_to;
use crate::compute::{CodeTable, ComputeError, GuessIndex, PartitionStats};

pub(super) const STAGE: Stage = Stage {
    name: "partition",
    entries: &["main"],
    source: include_str!(concat!(env!("OUT_DIR"), "/partition.wgsl")),
    sections: 3,
    lanes: |tuning| tuning.partition,
};

const PAIRS_STAGE: Stage = Stage {
    name: "partition_pairs",
    source: include_str!(concat!(env!("OUT_DIR"), "/partition_pairs.wgsl")),
    ..STAGE
};

/// The codes of two bytes for which there is room in the memory of a workgroup, besides the sums of its lanes.
pub(super) fn room_for_counters(limits: &TileLimits, lanes: usize) -> usize {
    let sums = lanes * SUMS_BYTES as usize;
    limits.workgroup_bytes.saturating_sub(sums) / size_of::<u32>()
}

/// True if an invocation does not exceed [`MAX_ITERATIONS`] for a table. Codes of one byte never need that many.
pub(super) fn suits(device: &Device, limits: &TileLimits, table: &CodeTable) -> bool {
    let lanes = device.lanes(&PAIRS_STAGE) as usize;
    let Some(constants) = PairConstants::of(table, room_for_counters(limits, lanes)) else {
        return true;
    };
    // A lane takes four `u32`s of two codes per iteration, twice in each pass.
    let per_pass = 2 * (table.solutions() / (8 * lanes) + 2);
    let to_clear = constants.counters as usize / lanes + 1;
    to_clear + per_pass * constants.passes() + 100 <= MAX_ITERATIONS
}

/// The figures of a partition as a shader packs them: see [`layout::sums`](super::layout::sums).
pub(super) type PackedSums = [u32; SUMS_U32S as usize];

/// [`Backend::partition`](crate::compute::Backend::partition) on a device, in tiles of guesses.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    guesses: &[GuessIndex],
) -> Result<Vec<PartitionStats>, ComputeError> {
    if table.solutions() == 0 {
        return Ok(vec![PartitionStats::default(); guesses.len()]);
    }
    let lanes = device.lanes(&STAGE) as usize;
    let constants = PairConstants::of(table, room_for_counters(limits, lanes));
    let stage = if constants.is_none() {
        &STAGE
    } else {
        &PAIRS_STAGE
    };
    let shape = Shape {
        layout: Layout::of(table),
        // For codes of two bytes each code is computed to be counted, and again to be read.
        passes: constants.map_or(1, |constants| 2 * constants.passes()),
        columns: 0..table.solutions(),
        output_bytes: size_of::<PackedSums>(),
        shared_bytes: table.solutions() * size_of::<u64>(),
        alignment: device.part_alignment(),
    };
    let budget = shape.budget(limits)?;
    // The terms of groups of 1 to all solutions. There are at most MAX_CANDIDATES solutions, so u32 holds
    // their number.
    let terms = n_log_n_up_to(table.solutions() as u32).split_off(1);
    let rows = guesses.iter().map(|&guess| table.rows_of(guess));
    let mut stats = Vec::with_capacity(guesses.len());
    for tile in tiles(rows, budget) {
        let mut upload = device.upload();
        tile.write(&mut upload, table, &shape);
        upload.section_of(&terms);
        let dispatches =
            tile.dispatches(&mut upload, table, &shape, &budget, |guesses| [guesses, 1]);
        let job = Job {
            stage,
            constants,
            upload: &upload,
            dispatches: &dispatches,
            output_bytes: tile.guesses.len() * shape.output_bytes,
            scratch_bytes: 0,
        };
        device.run(&job, |bytes| {
            let packed = bytes.chunks_exact(size_of::<PackedSums>());
            stats.extend(packed.map(|packed| unpack(bytemuck::pod_read_unaligned(packed))));
        })?;
    }
    Ok(stats)
}

/// The inverse of `pack` in `shaders/shared/sums.wgsl`.
pub(super) fn unpack([counts, largest, squares, logs, high]: PackedSums) -> PartitionStats {
    let wide = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    let count_mask = (1 << COUNT_BITS) - 1;
    let squares_high_mask = (1 << SQUARES_HIGH_BITS) - 1;
    PartitionStats {
        splits: counts & count_mask,
        singletons: counts >> COUNT_BITS & count_mask,
        candidate: largest >> CANDIDATE_BIT == 1,
        largest: largest & ((1 << CANDIDATE_BIT) - 1),
        sum_squares: wide(squares, high & squares_high_mask),
        sum_n_log_n: wide(logs, high >> SQUARES_HIGH_BITS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::partition::{MAX_CANDIDATES, n_log_n};

    #[test]
    fn the_sums_of_the_largest_candidate_set_fit_the_packing() {
        let n = MAX_CANDIDATES as u32;
        assert!(u64::from(n) * u64::from(n) < 1 << (32 + SQUARES_HIGH_BITS));
        assert!(n_log_n(n) < 1 << (64 - SQUARES_HIGH_BITS));
    }

    #[test]
    fn every_field_is_unpacked_from_its_own_bits() {
        let stats = unpack([59_049 | 59_048 << 16, 7 | 1 << 31, 5, 6, 3 | 2 << 9]);
        assert_eq!((stats.splits, stats.singletons), (59_049, 59_048));
        assert_eq!((stats.candidate, stats.largest), (true, 7));
        assert_eq!(stats.sum_squares, (3 << 32) + 5);
        assert_eq!(stats.sum_n_log_n, (2 << 32) + 6);
    }
}
