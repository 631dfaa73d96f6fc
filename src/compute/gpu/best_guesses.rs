//! `best_guesses.wgsl`: the best guess of each of many candidate sets.

use std::sync::Arc;

use super::super::batch::{Best, Order, SetBatch};
use super::super::partition::n_log_n_up_to;
use super::super::{CodeTable, ComputeError, GuessIndex};
use super::device::Device;
use super::job::{Stage, Upload};
use super::partition::{Packed, unpack};
use super::sets::{self, ENTRIES, Kernel, Members, Sets};
use super::tiles::TileLimits;
use super::tuning::Tuning;

pub(super) const STAGE: Stage = Stage {
    name: "best_guesses",
    entries: ENTRIES,
    source: include_str!(concat!(env!("OUT_DIR"), "/best_guesses.wgsl")),
    sections: 6,
    lanes: |tuning| tuning.best_guesses,
};

/// Counters that the lanes of a workgroup share: `histograms` in the shader.
const HISTOGRAMS: usize = 256 * 8;

/// Words of a result: the guess, then its partition.
const RESULT_WORDS: usize = 1 + size_of::<Packed>() / 4;

/// [`Backend::best_guesses`](super::super::Backend::best_guesses) on a device, in tiles of sets.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    batch: &SetBatch,
    order: Order,
) -> Result<Vec<Best>, ComputeError> {
    let mut best = Vec::with_capacity(batch.len());
    sets::run(device, limits, table, batch, number(order), |_, words| {
        let results = words.as_chunks::<RESULT_WORDS>().0;
        best.extend(results.iter().map(|&[guess, a, b, c, d, e]| Best {
            guess: GuessIndex(guess),
            stats: unpack([a, b, c, d, e]),
        }));
    })?;
    Ok(best)
}

/// The number of an order in the shader.
fn number(order: Order) -> u32 {
    match order {
        Order::Splits => 0,
        Order::MaxSplits => 1,
        Order::ExpectedSize => 2,
        Order::Entropy => 3,
        Order::Minimax => 4,
        Order::LeastTotal => 5,
    }
}

impl Sets for SetBatch {
    const STAGE: &'static Stage = &STAGE;

    const RESULT_BYTES: usize = 4 * RESULT_WORDS;

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
        tuning.best_guesses_small_set
    }

    fn members(&self, set: usize, kernel: Kernel) -> Members {
        let count = self.candidates(set).len();
        let large = count > kernel.small_set;
        Members {
            count,
            words: count,
            patterns: count,
            large,
            turns: match large {
                // Eight a turn and lane; then the shared histograms are cleared and summed up.
                true => count / (8 * kernel.lanes) + 2 * HISTOGRAMS / kernel.lanes + 40,
                false => count + 100,
            },
            terms: count,
            ..Members::default()
        }
    }

    fn write_members(&self, set: usize, numbers: &mut Vec<u32>) {
        numbers.extend_from_slice(bytemuck::cast_slice(self.candidates(set)));
    }

    fn results_of_set(_guesses: usize) -> usize {
        1
    }

    fn results_of_piece(_guesses: usize) -> usize {
        1
    }

    fn write_terms(terms: usize, upload: &mut Upload) {
        // At most MAX_CANDIDATES, so u32 holds it.
        let terms: Vec<u64> = n_log_n_up_to(terms as u32).split_off(1);
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&terms)));
    }
}
