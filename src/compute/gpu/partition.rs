//! The stage `partition`: how guesses partition all solutions. The host side of `shaders/partition.wgsl`.

use super::device::Device;
use super::job::{Job, Stage};
use super::layout::sums::{CANDIDATE_BIT, COUNT_BITS, SQUARES_HIGH_BITS, SUMS_U32S};
use super::limits::TileLimits;
use super::tiles::{Shape, tiles};
use crate::compute::partition::n_log_n_up_to;
use crate::compute::{ComputeError, GuessIndex, PartitionStats, TableOf};

pub(super) const STAGE: Stage = Stage {
    name: "partition",
    entries: &["main"],
    source: include_str!(concat!(env!("OUT_DIR"), "/partition.wgsl")),
    sections: 3,
    lanes: |tuning| tuning.partition,
};

/// The figures of a partition as a shader packs them: see [`layout::sums`](super::layout::sums).
pub(super) type PackedSums = [u32; SUMS_U32S as usize];

/// [`Backend::partition`](crate::compute::Backend::partition) on a device, in tiles of guesses.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &TableOf<u8>,
    guesses: &[GuessIndex],
) -> Result<Vec<PartitionStats>, ComputeError> {
    if table.solutions() == 0 {
        return Ok(vec![PartitionStats::default(); guesses.len()]);
    }
    let shape = Shape {
        columns: 0..table.solutions(),
        output_bytes: size_of::<PackedSums>(),
        shared_bytes: table.solutions() * size_of::<u64>(),
        alignment: device.part_alignment(),
    };
    let budget = shape.budget(limits)?;
    // The terms of groups of 1 to all solutions. There are at most MAX_CANDIDATES solutions, so u32 holds
    // their number.
    let terms = n_log_n_up_to(table.solutions() as u32).split_off(1);
    let rows = guesses.iter().map(|&guess| table.rows_array(guess));
    let mut stats = Vec::with_capacity(guesses.len());
    for tile in tiles(rows, budget) {
        let mut upload = device.upload();
        tile.write(&mut upload, table, &shape);
        upload.section_of(&terms);
        let dispatches =
            tile.dispatches(&mut upload, table, &shape, &budget, |guesses| [guesses, 1]);
        let job = Job {
            stage: &STAGE,
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
        candidate: counts >> CANDIDATE_BIT & 1 == 1,
        largest,
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
        let stats = unpack([256 | 255 << 9 | 1 << 18, 7, 5, 6, 3 | 2 << 9]);
        assert_eq!((stats.splits, stats.singletons), (256, 255));
        assert_eq!((stats.candidate, stats.largest), (true, 7));
        assert_eq!(stats.sum_squares, (3 << 32) + 5);
        assert_eq!(stats.sum_n_log_n, (2 << 32) + 6);
    }
}
