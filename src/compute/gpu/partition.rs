//! `partition.wgsl`: how guesses partition all solutions, without a matrix in memory.

use super::super::partition::n_log_n_up_to;
use super::super::{CodeTable, ComputeError, GuessIndex, PartitionStats};
use super::device::Device;
use super::job::{Job, Stage};
use super::tiles::{Parameters, Shape, TileLimits, tiles};

pub(super) const STAGE: Stage = Stage {
    name: "partition",
    entries: &["main"],
    source: include_str!(concat!(env!("OUT_DIR"), "/partition.wgsl")),
    sections: 3,
    lanes: |tuning| tuning.partition,
};

/// A guess's figures as `packed` in `common.wgsl` leaves them.
pub(super) type Packed = [u32; 5];

/// [`Backend::partition`](super::super::Backend::partition) on a device, in tiles of guesses.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    guesses: &[GuessIndex],
) -> Result<Vec<PartitionStats>, ComputeError> {
    if table.solutions() == 0 {
        return Ok(vec![PartitionStats::default(); guesses.len()]);
    }
    let shape = Shape {
        columns: 0..table.solutions(),
        output_bytes: size_of::<Packed>(),
        shared_bytes: table.solutions() * size_of::<u64>(),
        alignment: device.part_alignment(),
    };
    let budget = shape.budget(limits)?;
    // A group has from one to all of the solutions; at most MAX_CANDIDATES, so u32 holds it.
    let terms = n_log_n_up_to(table.solutions() as u32).split_off(1);
    let rows = guesses
        .iter()
        .map(|&guess| table.rows_of(guess).map(|row| row.0));
    let mut stats = Vec::with_capacity(guesses.len());
    for tile in tiles(rows, budget) {
        let mut upload = device.upload();
        tile.write(&mut upload, table, &shape);
        upload.section(|bytes| bytes.extend(bytemuck::cast_slice::<u64, u8>(&terms)));
        let dispatches = Parameters::write(
            &mut upload,
            table,
            &shape,
            tile.dispatches(&budget),
            |guesses| [guesses, 1],
        );
        let job = Job {
            stage: &STAGE,
            upload: &upload,
            dispatches: &dispatches,
            output_bytes: tile.guesses.len() * shape.output_bytes,
            scratch_bytes: 0,
        };
        device.run(&job, |packed| {
            let packed = packed.chunks_exact(size_of::<Packed>());
            stats.extend(packed.map(|packed| unpack(bytemuck::pod_read_unaligned(packed))));
        })?;
    }
    Ok(stats)
}

/// The inverse of `packed` in `common.wgsl`.
pub(super) fn unpack([counts, largest, squares, logs, high]: Packed) -> PartitionStats {
    let wide = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    PartitionStats {
        splits: counts & 0x1ff,
        singletons: counts >> 9 & 0x1ff,
        candidate: counts >> 18 & 1 == 1,
        largest,
        sum_squares: wide(squares, high & 0x1ff),
        sum_n_log_n: wide(logs, high >> 9),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::partition::{MAX_CANDIDATES, n_log_n};
    use super::*;

    #[test]
    fn the_sums_of_the_largest_candidate_set_fit_the_packing() {
        let n = MAX_CANDIDATES as u32;
        assert!(u64::from(n) * u64::from(n) < 1 << (32 + 9));
        assert!(n_log_n(n) < 1 << (32 + 23));
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
