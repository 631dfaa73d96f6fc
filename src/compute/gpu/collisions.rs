//! `collisions.wgsl`: the guesses that leave the fewest collisions.

use std::sync::Arc;

use super::super::collisions::{CollisionBatch, FewestCollisions};
use super::super::{CandidateIndex, CodeTable, ComputeError, GuessIndex};
use super::device::Device;
use super::job::Stage;
use super::sets::{self, ENTRIES, Kernel, Members, Sets};
use super::tiles::TileLimits;
use super::tuning::Tuning;

pub(super) const STAGE: Stage = Stage {
    name: "collisions",
    entries: ENTRIES,
    source: include_str!(concat!(env!("OUT_DIR"), "/collisions.wgsl")),
    sections: 5,
    lanes: |tuning| tuning.collisions,
};

/// Codes that are counted.
const CODES: usize = 256;

/// Whether a shard has so many members that they are counted, not compared with each other. A game's
/// have at most one a letter of the alphabet.
fn is_long(members: usize) -> bool {
    members > 64
}

/// [`Backend::collisions`](super::super::Backend::collisions) on a device, in tiles of sets.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    batch: &CollisionBatch,
) -> Result<Vec<FewestCollisions>, ComputeError> {
    let mut fewest = Vec::with_capacity(batch.len());
    sets::run(device, limits, table, batch, 0, |tile, mut words| {
        for set in tile {
            let allowed = batch.allowed(set);
            let (result, rest) = words.split_at(CollisionBatch::results_of_set(allowed.len()));
            fewest.push(unpack(result, allowed));
            words = rest;
        }
    })?;
    Ok(fewest)
}

/// The lowest score and the guesses whose bits are set.
fn unpack(result: &[u32], allowed: &[GuessIndex]) -> FewestCollisions {
    let is_marked = |place: usize| result[1 + place / 32] >> (place % 32) & 1 == 1;
    let guesses = allowed.iter().enumerate();
    FewestCollisions {
        score: result[0],
        guesses: guesses
            .filter(|&(place, _)| is_marked(place))
            .map(|(_, &guess)| guess)
            .collect(),
    }
}

impl Sets for CollisionBatch {
    const STAGE: &'static Stage = &STAGE;

    /// Scores and marks are words.
    const RESULT_BYTES: usize = 4;

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

    fn members(&self, set: usize, kernel: Kernel) -> Members {
        let sizes = self.shards(set).map(<[CandidateIndex]>::len);
        let (long, short): (Vec<usize>, Vec<usize>) = sizes.partition(|&size| is_long(size));
        let short_members: usize = short.iter().sum();
        let count = short_members + long.iter().sum::<usize>();
        let large = count > kernel.small_set || !long.is_empty();
        // A member of a short shard is compared with those before it.
        let comparisons: usize = short.iter().map(|size| size * (size + 1) / 2).sum();
        let of_lane = short_members.div_ceil(kernel.lanes) * short.iter().max().unwrap_or(&0);
        // Counts are cleared, made and read.
        let turns_of_long = |size: &usize| size / kernel.lanes + 2 * CODES / kernel.lanes + 3;
        let of_long: usize = long.iter().map(turns_of_long).sum();
        Members {
            count,
            words: 2 * count,
            patterns: comparisons + count - short_members,
            large,
            turns: 100
                + if large {
                    of_lane + of_long
                } else {
                    comparisons
                },
            threshold: self.threshold(set),
            short: short_members,
            ..Members::default()
        }
    }

    fn write_members(&self, set: usize, numbers: &mut Vec<u32>) {
        for shard in self.shards(set).filter(|shard| !is_long(shard.len())) {
            let before = 0..;
            numbers.extend(
                shard
                    .iter()
                    .zip(before)
                    .flat_map(|(&member, n)| [member.0, n]),
            );
        }
        for shard in self.shards(set).filter(|shard| is_long(shard.len())) {
            let size = shard.len() as u32;
            numbers.extend(shard.iter().flat_map(|&member| [member.0, size]));
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
    fn a_bit_marks_a_guess() {
        let allowed: Vec<GuessIndex> = (100..140).map(GuessIndex).collect();
        let fewest = unpack(&[7, 1 << 31 | 1, 1 << 1], &allowed);
        assert_eq!(
            (fewest.score, fewest.guesses),
            (7, [100, 131, 133].map(GuessIndex).to_vec())
        );
    }
}
