//! The stage `best_guesses`: the best guess of each of many candidate sets. The host side of
//! `shaders/best_guesses.wgsl`.

use std::sync::Arc;

use super::device::Device;
use super::job::{Stage, Upload};
use super::layout::best_guesses::{
    ORDER_ENTROPY, ORDER_EXPECTED_SIZE, ORDER_LEAST_TOTAL, ORDER_MAX_SPLITS, ORDER_MINIMAX,
    ORDER_SPLITS, RESULT_U32S,
};
use super::layout::bytes::{CODES, HISTOGRAMS};
use super::limits::TileLimits;
use super::partition::{room_for_counters, unpack};
use super::sets::{self, ENTRIES, Kernel, MemberSizes, Sets};
use super::tuning::Tuning;
use crate::compute::batch::{Best, Order, SetBatch};
use crate::compute::partition::n_log_n_up_to;
use crate::compute::{CodeTable, ComputeError, GuessIndex};

pub(super) const STAGE: Stage = Stage {
    name: "best_guesses",
    entries: ENTRIES,
    source: include_str!(concat!(env!("OUT_DIR"), "/best_guesses.wgsl")),
    sections: 6,
    lanes: |tuning| tuning.best_guesses,
};

const PAIRS_STAGE: Stage = Stage {
    name: "best_guesses_pairs",
    source: include_str!(concat!(env!("OUT_DIR"), "/best_guesses_pairs.wgsl")),
    ..STAGE
};

/// [`Backend::best_guesses`](crate::compute::Backend::best_guesses) on a device.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    batch: &SetBatch,
    order: Order,
) -> Result<Vec<Best>, ComputeError> {
    let mut best = Vec::with_capacity(batch.len());
    sets::run(device, limits, table, batch, number(order), |_, results| {
        let results = results.as_chunks::<{ RESULT_U32S as usize }>().0;
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
        Order::Splits => ORDER_SPLITS,
        Order::MaxSplits => ORDER_MAX_SPLITS,
        Order::ExpectedSize => ORDER_EXPECTED_SIZE,
        Order::Entropy => ORDER_ENTROPY,
        Order::Minimax => ORDER_MINIMAX,
        Order::LeastTotal => ORDER_LEAST_TOTAL,
    }
}

impl Sets for SetBatch {
    const STAGE: &'static Stage = &STAGE;

    const PAIRS_STAGE: &'static Stage = &PAIRS_STAGE;

    const RESULT_BYTES: usize = size_of::<u32>() * RESULT_U32S as usize;

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

    fn room_for_counters(limits: &TileLimits, lanes: usize) -> usize {
        room_for_counters(limits, lanes)
    }

    fn member_sizes(&self, set: usize, kernel: Kernel) -> MemberSizes {
        let count = self.candidates(set).len();
        let is_large = count > kernel.small_set;
        // Upper bounds for the loops of `large` and of `small`, and the codes that are computed or compared.
        let (iterations, patterns) = match kernel.passes {
            // A lane counts eight candidates per iteration; the histograms are cleared before and summed up after.
            None if is_large => {
                let counters = (CODES * HISTOGRAMS) as usize;
                let iterations = count / (8 * kernel.lanes) + 2 * counters / kernel.lanes + 40;
                (iterations, count)
            }
            None => (count + 100, count),
            // A lane takes four candidates per iteration, twice in each pass. The counters, at most 2^14, are cleared
            // before the first guess of a piece.
            Some(passes) if is_large => {
                let to_clear = (1 << 14) / kernel.lanes;
                let per_pass = 2 * (count / (4 * kernel.lanes) + 2);
                (passes * per_pass + to_clear + 40, 2 * passes * count)
            }
            // Each candidate is compared with the earlier ones, two per iteration.
            Some(_) => {
                let comparisons = count * (count + 4) / 4;
                (count + comparisons + 100, count + comparisons)
            }
        };
        MemberSizes {
            count,
            u32s: count,
            patterns,
            is_large,
            iterations,
            terms: count,
            ..MemberSizes::default()
        }
    }

    fn write_members(&self, set: usize, numbers: &mut Vec<u32>) {
        numbers.extend(self.candidates(set).iter().map(|candidate| candidate.0));
    }

    fn results_of_set(_guesses: usize) -> usize {
        1
    }

    fn results_of_piece(_guesses: usize) -> usize {
        1
    }

    fn write_terms(terms: usize, upload: &mut Upload) {
        // There are at most MAX_CANDIDATES terms, so u32 holds their number.
        upload.section_of(&n_log_n_up_to(terms as u32)[1..]);
    }
}
