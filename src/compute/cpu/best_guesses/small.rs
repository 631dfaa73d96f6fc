//! Small sets: a set is compared with itself, for [`LANES`] guesses at a time.
//!
//! For each candidate, count the earlier candidates with the same code; call that number e. In a group of n candidates,
//! e is 0, 1, … n − 1 for its members in order. So the number of groups is the number of candidates with e = 0,
//! Σ n² = Σ (2e + 1), the largest group has 1 + max e members, and Σ f(n) = Σ (f(e + 1) − f(e)) for any f with
//! f(0) = 0.
//!
//! Example: codes 7, 7, 4, 7 give e = 0, 1, 0, 2. There are two groups, Σ n² = 1 + 3 + 1 + 5 = 10 = 3² + 1², and the
//! largest group has 3 members.
//!
//! This needs no histogram. Clearing and reading one with 243 counters or more would take longer than the comparisons.

use std::ops::Range;

use multiversion::multiversion;

use super::{MAX_SMALL_SET, Set};
use crate::compute::PartitionStats;
use crate::compute::batch::{Best, Order};
use crate::compute::code::Code;
use crate::compute::partition::n_log_n_up_to;

/// The number of guesses that are compared at a time, one per code of the vector registers.
const LANES: usize = 64;

/// The codes of [`LANES`] guesses on one candidate, or another number for each of the guesses. They fill one or two
/// whole cache lines: a row on one line more takes longer to load.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lanes<C>([C; LANES]);

impl<C: Code> Lanes<C> {
    /// Zero for every guess.
    fn zero() -> Lanes<C> {
        Lanes([C::default(); LANES])
    }
}

impl<C: Code> Set<'_, C> {
    /// The best guess of a small set. Expects that, if the order prefers candidates, no candidate separates the set:
    /// [`Set::best`] has looked for one before.
    pub(super) fn best_of_small(&self) -> Best {
        let solved_code = self.table.solved_code();
        let n_log_n = n_log_n_up_to(self.candidates.len() as u32);
        let mut codes = [Lanes::zero(); MAX_SMALL_SET];
        let codes = &mut codes[..self.candidates.len()];
        let mut counts = C::per_code(0, self.table.codes());
        // The best guess, and the first number of its key.
        let mut best: Option<(u64, Best)> = None;
        for start in (0..self.allowed.len()).step_by(LANES) {
            let guesses = start..self.allowed.len().min(start + LANES);
            self.load(codes, guesses.clone());
            let costs = first_costs(self.order, codes, solved_code, &n_log_n);
            for (lane, (&guess, cost)) in self.allowed[guesses].iter().zip(costs).enumerate() {
                if best.is_some_and(|(least, _)| cost > least) {
                    continue;
                }
                let stats = stats_of_lane(codes, lane, solved_code, &n_log_n, &mut counts);
                let found = Best { guess, stats };
                let chosen = best.map_or(found, |(_, best)| self.better(best, found));
                best = Some((cost, chosen));
                if chosen.stats.splits as usize == self.candidates.len() {
                    // It separates all candidates, and it is the first such guess. Only a candidate could be better.
                    return chosen;
                }
            }
        }
        best.expect("a set allows at least one guess").1
    }

    /// Loads the codes of some of the allowed guesses, at most [`LANES`], on each candidate.
    fn load(&self, codes: &mut [Lanes<C>], guesses: Range<usize>) {
        let columns = self.table.columns();
        let all_are_allowed = self.allowed.len() == self.table.guesses();
        let guesses = &self.allowed[guesses];
        for (lanes, &candidate) in codes.iter_mut().zip(self.candidates) {
            let column = columns.column(candidate);
            if all_are_allowed && guesses.len() == LANES {
                lanes.0.copy_from_slice(&column[guesses[0].at()..][..LANES]);
            } else {
                for (code, &guess) in lanes.0.iter_mut().zip(guesses) {
                    *code = column[guess.at()];
                }
            }
        }
    }
}

/// For the guess in each lane, a number that compares as the first number of its [`Order::key`] does.
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.2", "aarch64+neon"))]
fn first_costs<C: Code>(
    order: Order,
    codes: &[Lanes<C>],
    solved_code: C,
    n_log_n: &[u64],
) -> [u64; LANES] {
    let mut costs = [0u64; LANES];
    match order {
        Order::Splits | Order::MaxSplits => {
            let repeats = count_repeats(codes);
            for (cost, repeats) in costs.iter_mut().zip(repeats.0) {
                *cost = repeats.into();
            }
        }
        Order::LeastTotal => {
            let repeats = count_repeats(codes);
            let no_candidate = solves_none(codes, solved_code);
            for ((cost, repeats), no_candidate) in
                costs.iter_mut().zip(repeats.0).zip(no_candidate.0)
            {
                *cost = Into::<u64>::into(repeats) + Into::<u64>::into(no_candidate);
            }
        }
        Order::ExpectedSize => for_each_earlier(codes, |earlier| {
            for (cost, earlier) in costs.iter_mut().zip(earlier.0) {
                *cost += Into::<u64>::into(earlier);
            }
        }),
        Order::Minimax => for_each_earlier(codes, |earlier| {
            for (cost, earlier) in costs.iter_mut().zip(earlier.0) {
                *cost = Into::<u64>::into(earlier).max(*cost);
            }
        }),
        Order::Entropy => for_each_earlier(codes, |earlier| {
            for (cost, earlier) in costs.iter_mut().zip(earlier.0) {
                let n = earlier.at();
                *cost += n_log_n[n + 1] - n_log_n[n];
            }
        }),
    }
    costs
}

/// The number of candidates that have the same code as an earlier one: all candidates minus the number of groups.
#[inline(always)]
fn count_repeats<C: Code>(codes: &[Lanes<C>]) -> Lanes<C> {
    let mut repeats = Lanes::<C>::zero();
    for i in 1..codes.len() {
        // All bits set if the code was seen before, as a comparison of vectors gives it. Subtracting that adds 1.
        let mut seen = Lanes::<C>::zero();
        for earlier in &codes[..i] {
            for l in 0..LANES {
                seen.0[l] |= C::mask(earlier.0[l] == codes[i].0[l]);
            }
        }
        for l in 0..LANES {
            repeats.0[l] = repeats.0[l].wrapping_sub(seen.0[l]);
        }
    }
    repeats
}

/// 1 for each guess that is not a candidate, 0 for the others.
#[inline(always)]
fn solves_none<C: Code>(codes: &[Lanes<C>], solved_code: C) -> Lanes<C> {
    let mut solves_none = Lanes([C::from(true); LANES]);
    for lanes in codes {
        for l in 0..LANES {
            solves_none.0[l] &= C::from(lanes.0[l] != solved_code);
        }
    }
    solves_none
}

/// For each candidate but the first, calls `each` with the number of earlier candidates that have the same code.
#[inline(always)]
fn for_each_earlier<C: Code>(codes: &[Lanes<C>], mut each: impl FnMut(Lanes<C>)) {
    for i in 1..codes.len() {
        let mut equal = Lanes::<C>::zero();
        for earlier in &codes[..i] {
            for l in 0..LANES {
                equal.0[l] = equal.0[l] + C::from(earlier.0[l] == codes[i].0[l]);
            }
        }
        each(equal);
    }
}

/// The complete partition of the guess in one lane. `counts` is zero for each code, and is so again afterwards.
fn stats_of_lane<C: Code>(
    codes: &[Lanes<C>],
    lane: usize,
    solved_code: C,
    n_log_n: &[u64],
    counts: &mut C::PerCode<u8>,
) -> PartitionStats {
    let mut stats = PartitionStats::default();
    for code in codes.iter().map(|codes| codes.0[lane]) {
        let earlier = counts[code.at()];
        counts[code.at()] += 1;
        let n = usize::from(earlier);
        stats.splits += u32::from(n == 0);
        stats.singletons += u32::from(n == 0);
        stats.singletons -= u32::from(n == 1);
        stats.largest = stats.largest.max(u32::from(earlier) + 1);
        stats.candidate |= code == solved_code;
        stats.sum_squares += 2 * u64::from(earlier) + 1;
        stats.sum_n_log_n += n_log_n[n + 1] - n_log_n[n];
    }
    if C::BYTES == 1 {
        // The counters of all bytes are cleared faster than those of the codes one by one.
        counts.as_mut().fill(0);
    } else {
        codes
            .iter()
            .for_each(|codes| counts[codes.0[lane].at()] = 0);
    }
    stats
}
