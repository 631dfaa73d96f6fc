//! Twin of `shaders/best_guesses.wgsl`: the best guess of each of many candidate sets.
//!
//! If the order prefers candidates, a candidate that puts every candidate into a group of its own
//! is the best guess. If there is no such candidate, one of three functions finds the best guess.
//! They all give the same result:
//!
//! - [`small`]: in a set of at most [`MAX_SMALL_SET`] candidates, the codes of the candidates are
//!   compared with each other, for 64 guesses at a time.
//! - [`best_of_large`](Set::best_of_large): in a larger set, the groups are counted for every
//!   guess.
//! - [`best_by_bounds`](Set::best_by_bounds): the same, but guesses with a higher upper bound on
//!   the number of their groups are tried first. It stops when no later guess can be better, so the
//!   groups of most guesses are never counted. The order must compare the number of groups first,
//!   and the [`SplitBounds`] must have been computed.

mod small;

use rayon::prelude::*;

use super::partition::PartitionCounter;
use crate::compute::batch::{Best, Order, SetBatch};
use crate::compute::code::Code;
use crate::compute::split_bounds::{Distinct, SplitBounds};
use crate::compute::table::match_width;
use crate::compute::{CandidateIndex, CodeTable, GuessIndex, PartitionStats, TableOf};

/// A set with at most this many candidates is small: the codes of its candidates are compared with
/// each other. For larger sets it is faster to count the groups.
const MAX_SMALL_SET: usize = 96;

/// The bounds are computed for a batch if its large sets have more candidates in total than this.
/// For fewer, computing the bounds takes longer than they save.
const BUILD_BOUNDS_ABOVE: usize = 3_000;

/// In a set with at most this many candidates, a candidate that separates all of them is looked for. Codes of one byte
/// cannot separate more. Codes of two bytes could, but there is hardly ever such a candidate.
const MAX_SEPARATED: usize = 256;

/// The number of guesses of a large set that one task tries.
const GUESSES_PER_TASK: usize = 512;

/// See [`Backend::best_guesses`](crate::compute::Backend::best_guesses).
///
/// # Panics
/// If a guess or a candidate is out of range or a set has more than
/// [`MAX_CANDIDATES`](crate::compute::partition::MAX_CANDIDATES) candidates.
pub fn best_guesses(table: &CodeTable, batch: &SetBatch, order: Order) -> Vec<Best> {
    match_width!(table, table => best_guesses_of(table, batch, order))
}

fn best_guesses_of<C: Code>(table: &TableOf<C>, batch: &SetBatch, order: Order) -> Vec<Best> {
    let bounds = bounds_for(table, batch, order);
    let needs_columns = if order.prefers_candidates() {
        MAX_SEPARATED
    } else {
        MAX_SMALL_SET
    };
    if (0..batch.len()).any(|set| batch.candidates(set).len() <= needs_columns) {
        // Build the columns here, once, and not in every thread that gets a set that needs them.
        table.columns();
    }
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let set = Set {
                table,
                candidates: batch.candidates(set),
                allowed: batch.allowed(set),
                order,
            };
            set.best(bounds)
        })
        .collect()
}

/// Bounds on the splits of every guess, if the order compares splits first, and if the bounds have
/// been computed already or the batch is large enough to compute them.
fn bounds_for<'a, C: Code>(
    table: &'a TableOf<C>,
    batch: &SetBatch,
    order: Order,
) -> Option<&'a SplitBounds<C>> {
    if !matches!(order, Order::Splits | Order::MaxSplits) {
        return None;
    }
    let sizes = (0..batch.len()).map(|set| batch.candidates(set).len());
    let in_large_sets: usize = sizes.filter(|&size| size > MAX_SMALL_SET).sum();
    table.split_bounds(in_large_sets > BUILD_BOUNDS_ABOVE)
}

/// A set of a batch.
struct Set<'a, C: Code> {
    table: &'a TableOf<C>,
    candidates: &'a [CandidateIndex],
    allowed: &'a [GuessIndex],
    order: Order,
}

impl<C: Code> Set<'_, C> {
    /// The best guess.
    fn best(&self, bounds: Option<&SplitBounds<C>>) -> Best {
        if self.order.prefers_candidates()
            && let Some(best) = self.separating_candidate()
        {
            return best;
        }
        if self.candidates.len() <= MAX_SMALL_SET {
            self.best_of_small()
        } else if let Some(bounds) = bounds {
            self.best_by_bounds(bounds)
        } else {
            self.best_of_large()
        }
    }

    /// The first allowed guess that is a candidate and puts every candidate into a group of its
    /// own. In an order that prefers candidates, no guess is better.
    fn separating_candidate(&self) -> Option<Best> {
        if self.candidates.len() > MAX_SEPARATED {
            return None;
        }
        let columns = self.table.columns();
        let mut guesses: Vec<GuessIndex> = self
            .candidates
            .iter()
            .flat_map(|&candidate| columns.guesses_of_solution(candidate))
            .copied()
            .filter(|guess| self.allowed.binary_search(guess).is_ok())
            .collect();
        guesses.sort_unstable();
        let mut seen = SeenCodes::new::<C>(self.table.codes());
        let separates_all = |&guess: &GuessIndex| {
            let codes = self.candidates.iter();
            seen.all_differ(codes.map(|&candidate| columns.column(candidate)[guess.at()]))
        };
        let guess = guesses.into_iter().find(separates_all)?;
        let n = self.candidates.len() as u32;
        let stats = PartitionStats {
            splits: n,
            singletons: n,
            largest: 1,
            candidate: true,
            sum_squares: n.into(),
            sum_n_log_n: 0,
        };
        Some(Best { guess, stats })
    }

    /// Counts the groups of every allowed guess.
    fn best_of_large(&self) -> Best {
        let table = self.table.restrict(self.candidates);
        let counter = PartitionCounter::new(&table);
        self.allowed
            .par_chunks(GUESSES_PER_TASK)
            .map_init(
                || counter.buffer(),
                |buffer, guesses| {
                    let best = guesses.iter().map(|&guess| Best {
                        guess,
                        stats: counter.stats(guess, buffer),
                    });
                    best.reduce(|a, b| self.better(a, b))
                },
            )
            .flatten()
            .reduce_with(|a, b| self.better(a, b))
            .expect("a set allows at least one guess")
    }

    /// Tries the guesses in descending order of the upper bound on their splits. Stops when the
    /// bound is lower than the splits of the best guess so far. Guesses with equal splits are still
    /// compared.
    fn best_by_bounds(&self, bounds: &SplitBounds<C>) -> Best {
        let table = self.table.restrict(self.candidates);
        let counter = PartitionCounter::new(&table);
        let mut buffer = counter.buffer();
        let mut distinct = Distinct::new(table.codes());
        let mut best: Option<Best> = None;
        for (bound, guess) in bounds.ranked(&table, self.allowed) {
            let most_splits = best.map_or(0, |best| best.stats.splits as usize);
            if bound.at() < most_splits {
                break;
            }
            table.codes_of(guess, &mut buffer.codes);
            if distinct.count(&buffer.codes).at() >= most_splits {
                let stats = counter.stats(guess, &mut buffer);
                let found = Best { guess, stats };
                best = Some(best.map_or(found, |best| self.better(best, found)));
            }
        }
        best.expect("a set allows at least one guess")
    }

    /// The better of two guesses.
    fn better(&self, a: Best, b: Best) -> Best {
        let key = |best: &Best| (self.order.key(&best.stats), best.guess);
        std::cmp::min_by_key(a, b, key)
    }
}

/// Finds out if codes are all different.
struct SeenCodes {
    /// For codes of two bytes, one bit for each. All zero between calls.
    bits: Vec<u64>,
}

impl SeenCodes {
    /// For codes below `codes`.
    fn new<C: Code>(codes: usize) -> SeenCodes {
        let bits = if C::BYTES == 1 { 0 } else { codes };
        SeenCodes {
            bits: vec![0; bits.div_ceil(64)],
        }
    }

    /// True if no two of these codes are equal.
    fn all_differ<C: Code>(&mut self, codes: impl Iterator<Item = C> + Clone) -> bool {
        // Bits for codes of one byte are cleared faster than they are found again.
        let mut bits_of_bytes = [0u64; 256 / 64];
        let seen = if C::BYTES == 1 {
            &mut bits_of_bytes[..]
        } else {
            &mut self.bits[..]
        };
        let mut tested = 0;
        let all_differ = codes.clone().all(|code| {
            let (word, bit) = (code.at() / 64, 1 << (code.at() % 64));
            let is_new = seen[word] & bit == 0;
            seen[word] |= bit;
            tested += 1;
            is_new
        });
        if C::BYTES > 1 {
            codes.take(tested).for_each(|code| seen[code.at() / 64] = 0);
        }
        all_differ
    }
}
