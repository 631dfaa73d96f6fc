//! The stage `collisions`: the guesses that leave the fewest collisions. The host side of
//! `shaders/collisions.wgsl`.

use std::sync::Arc;

use super::device::Device;
use super::job::Stage;
use super::layout::bytes::CODES;
use super::layout::collisions::MEMBER_U32S;
use super::limits::TileLimits;
use super::sets::{self, ENTRIES, Kernel, MemberSizes, Sets};
use super::tuning::Tuning;
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::{CandidateIndex, CodeTable, ComputeError, GuessIndex};

pub(super) const STAGE: Stage = Stage {
    name: "collisions",
    entries: ENTRIES,
    source: include_str!(concat!(env!("OUT_DIR"), "/collisions.wgsl")),
    sections: 5,
    lanes: |tuning| tuning.collisions,
};

const PAIRS_STAGE: Stage = Stage {
    name: "collisions_pairs",
    source: include_str!(concat!(env!("OUT_DIR"), "/collisions_pairs.wgsl")),
    ..STAGE
};

/// True if a bucket with this many members is long. The groups of a long bucket are counted; in a short
/// one each member is compared with those before it. The buckets of a game are short: they have at most
/// one member for each letter of the alphabet.
fn is_long(members: usize) -> bool {
    members > 64
}

/// [`Backend::collisions`](crate::compute::Backend::collisions) on a device.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    batch: &CollisionBatch,
) -> Result<Vec<FewestCollisions>, ComputeError> {
    let mut fewest = Vec::with_capacity(batch.len());
    let order = 0; // The stage has only one.
    sets::run(device, limits, table, batch, order, |tile, mut results| {
        for set in tile {
            let allowed = batch.allowed(set);
            let (result, rest) = results.split_at(CollisionBatch::results_of_set(allowed.len()));
            fewest.push(unpack(result, allowed));
            results = rest;
        }
    })?;
    Ok(fewest)
}

/// The result of a set: its lowest score, and the allowed guesses whose bits are set.
fn unpack(result: &[u32], allowed: &[GuessIndex]) -> FewestCollisions {
    let is_marked = |i: usize| result[1 + i / 32] >> (i % 32) & 1 == 1;
    let marked = allowed.iter().enumerate().filter(|&(i, _)| is_marked(i));
    FewestCollisions {
        score: result[0],
        guesses: marked.map(|(_, &guess)| guess).collect(),
    }
}

impl Sets for CollisionBatch {
    const STAGE: &'static Stage = &STAGE;

    const PAIRS_STAGE: &'static Stage = &PAIRS_STAGE;

    /// A score, or the bits of 32 guesses.
    const RESULT_BYTES: usize = size_of::<u32>();

    fn count(&self) -> usize {
        self.len()
    }

    fn list(&self, set: usize) -> usize {
        self.allowed_list(set)
    }

    fn lists(&self) -> &[Arc<[GuessIndex]>] {
        self.allowed_lists()
    }

    fn largest_small_set(tuning: &Tuning) -> u32 {
        tuning.collisions_small_set
    }

    /// For each code a sum and the size of a group, besides the number `extreme`.
    fn room_for_counters(limits: &TileLimits, _lanes: usize) -> usize {
        limits.workgroup_bytes.saturating_sub(4) / 8
    }

    fn member_sizes(&self, set: usize, kernel: Kernel) -> MemberSizes {
        let sizes = self.buckets(set).map(<[CandidateIndex]>::len);
        let (long, short): (Vec<usize>, Vec<usize>) = sizes.partition(|&size| is_long(size));
        let short_members: usize = short.iter().sum();
        let count = short_members + long.iter().sum::<usize>();
        let is_large = count > kernel.small_set || !long.is_empty();
        // A member of a short bucket is compared with those before it.
        let comparisons: usize = short.iter().map(|size| size * (size + 1) / 2).sum();
        // Upper bounds for the loops of `large` and of `small`.
        let iterations = if is_large {
            let longest = short.iter().max().unwrap_or(&0);
            let of_short = short_members.div_ceil(kernel.lanes) * longest;
            match kernel.passes {
                None => {
                    // For each long bucket the counters are cleared, counted up and read.
                    let of_bucket = |size: &usize| (size + 2 * CODES as usize) / kernel.lanes + 4;
                    of_short + long.iter().map(of_bucket).sum::<usize>()
                }
                Some(passes) => {
                    // In each pass the groups of a long bucket are counted and read, and then the sums of all members.
                    let of_bucket = |size: &usize| 2 * size / kernel.lanes + 4;
                    let of_long: usize = long.iter().map(of_bucket).sum();
                    let to_clear = (1 << 14) / kernel.lanes;
                    to_clear + passes * (of_short + of_long + count.div_ceil(kernel.lanes) + 2)
                }
            }
        } else if kernel.passes.is_some() {
            // Each member is compared with all those before it.
            count * (count + 1) / 2
        } else {
            comparisons
        };
        MemberSizes {
            count,
            u32s: MEMBER_U32S as usize * count,
            patterns: kernel.passes.unwrap_or(1) * (comparisons + count - short_members),
            is_large,
            iterations: 100 + iterations,
            threshold: self.threshold(set),
            short_members,
            ..MemberSizes::default()
        }
    }

    fn write_members(&self, set: usize, numbers: &mut Vec<u32>) {
        for bucket in self.buckets(set).filter(|bucket| !is_long(bucket.len())) {
            for (member, before) in bucket.iter().zip(0..) {
                numbers.extend([member.0, before]);
            }
        }
        for bucket in self.buckets(set).filter(|bucket| is_long(bucket.len())) {
            let size = bucket.len() as u32;
            numbers.extend(bucket.iter().flat_map(|member| [member.0, size]));
        }
    }

    fn results_of_set(guesses: usize) -> usize {
        1 + guesses.div_ceil(32)
    }

    fn results_of_piece(guesses: usize) -> usize {
        guesses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_marked_by_its_bit() {
        let allowed: Vec<GuessIndex> = (100..140).map(GuessIndex).collect();
        let fewest = unpack(&[7, 1 << 31 | 1, 1 << 1], &allowed);
        assert_eq!(fewest.score, 7);
        assert_eq!(fewest.guesses, [100, 131, 133].map(GuessIndex));
    }
}
