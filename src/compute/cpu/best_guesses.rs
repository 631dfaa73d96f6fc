//! Twin of `shaders/best_guesses.wgsl`: the best guess of each of many candidate sets.
//!
//! Large sets are counted with a histogram. For small sets, clearing and adding up the 243 counters of a histogram would
//! cost more than the candidates themselves, so a small set is compared with itself, for [`LANES`] guesses at once: for
//! each candidate, let e be the number of earlier candidates with the same code. The m candidates of a group have
//! e = 0, 1, …, m − 1. Therefore
//!
//! - the number of groups is the number of candidates with e = 0,
//! - the largest group has 1 + max e candidates,
//! - Σ n² = Σ (2e + 1), and
//! - Σ f(n) = Σ (f(e + 1) − f(e)) for any f with f(0) = 0, such as n · log n.

use multiversion::multiversion;
use rayon::prelude::*;

use super::partition::PartitionCounter;
use crate::compute::batch::{Best, Order, SetBatch};
use crate::compute::partition::n_log_n_up_to;
use crate::compute::split_bounds::{SplitBounds, splits};
use crate::compute::{CandidateIndex, CodeTable, GuessIndex, PartitionStats};

/// The number of guesses that are compared at once.
const LANES: usize = 64;

/// The largest size of a set that is compared with itself.
const SMALL_SET: usize = 96;

/// If the large sets of a batch have at least this many candidates together, computing [`SplitBounds`] pays off.
const WORTH_BOUNDS: usize = 3_000;

/// The number of codes, and so the most groups.
const CODES: usize = 256;

/// The number of guesses of a large set that a thread takes at a time.
const GUESSES_PER_TASK: usize = 512;

/// The codes of [`LANES`] guesses on one candidate.
type Lane = [u8; LANES];

/// See [`Backend::best_guesses`](crate::compute::Backend::best_guesses).
pub fn best_guesses(table: &CodeTable, batch: &SetBatch, order: Order) -> Vec<Best> {
    let bounds = bounds_for(table, batch, order);
    if (0..batch.len()).any(|set| batch.candidates(set).len() <= SMALL_SET) {
        // Compute the columns once here, not in every thread that needs them for a small set.
        table.columns();
    }
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let (candidates, allowed) = (batch.candidates(set), batch.allowed(set));
            let perfect = order
                .prefers_candidates()
                .then(|| perfect_candidate(table, candidates, allowed));
            perfect.flatten().unwrap_or_else(|| {
                if candidates.len() <= SMALL_SET {
                    best_of_small(table, candidates, allowed, order)
                } else if let Some(bounds) = bounds {
                    best_by_bounds(table, bounds, candidates, allowed, order)
                } else {
                    best_of_large(table, candidates, allowed, order)
                }
            })
        })
        .collect()
}

/// Upper bounds on the splits of every guess, if the order starts with splits and the batch is large.
fn bounds_for<'a>(table: &'a CodeTable, batch: &SetBatch, order: Order) -> Option<&'a SplitBounds> {
    if !matches!(order, Order::Splits | Order::MaxSplits) {
        return None;
    }
    let sizes = (0..batch.len()).map(|set| batch.candidates(set).len());
    let in_large_sets: usize = sizes.filter(|&size| size > SMALL_SET).sum();
    table.split_bounds(in_large_sets > WORTH_BOUNDS)
}

/// The first candidate that gives every candidate a pattern of its own. In any order that prefers candidates, no guess is
/// better.
fn perfect_candidate(
    table: &CodeTable,
    candidates: &[CandidateIndex],
    allowed: &[GuessIndex],
) -> Option<Best> {
    if candidates.len() > CODES {
        return None;
    }
    let columns = table.columns();
    let mut guesses: Vec<GuessIndex> = candidates
        .iter()
        .flat_map(|&candidate| columns.guesses_of_solution(candidate))
        .copied()
        .filter(|guess| allowed.binary_search(guess).is_ok())
        .collect();
    guesses.sort_unstable();
    let tells_apart = |&guess: &GuessIndex| {
        let mut seen = [0u64; 4];
        candidates.iter().all(|&candidate| {
            let code = columns.column(candidate)[guess.at()];
            let (word, bit) = (usize::from(code / 64), 1 << (code % 64));
            let fresh = seen[word] & bit == 0;
            seen[word] |= bit;
            fresh
        })
    };
    let guess = guesses.into_iter().find(tells_apart)?;
    Some(Best {
        guess,
        stats: all_apart(candidates.len(), true),
    })
}

/// The partition of a guess that gives every candidate a pattern of its own.
fn all_apart(candidates: usize, candidate: bool) -> PartitionStats {
    let n = candidates as u32;
    PartitionStats {
        splits: n,
        singletons: n,
        largest: 1,
        candidate,
        sum_squares: n.into(),
        sum_n_log_n: 0,
    }
}

/// The better of two guesses of one set.
fn better(order: Order, a: Best, b: Best) -> Best {
    let key = |best: &Best| (order.key(&best.stats), best.guess);
    std::cmp::min_by_key(a, b, key)
}

fn best_of_large(
    table: &CodeTable,
    candidates: &[CandidateIndex],
    allowed: &[GuessIndex],
    order: Order,
) -> Best {
    let table = table.restrict(candidates);
    let counter = PartitionCounter::new(&table);
    allowed
        .par_chunks(GUESSES_PER_TASK)
        .map_init(
            || vec![0; candidates.len()],
            |codes, guesses| {
                let best = guesses.iter().map(|&guess| Best {
                    guess,
                    stats: counter.stats(guess, codes),
                });
                best.reduce(|a, b| better(order, a, b))
            },
        )
        .flatten()
        .reduce_with(|a, b| better(order, a, b))
        .expect("a set allows at least one guess")
}

/// Counts guesses from the highest bound down, until the next bound is below the most splits found.
fn best_by_bounds(
    table: &CodeTable,
    bounds: &SplitBounds,
    candidates: &[CandidateIndex],
    allowed: &[GuessIndex],
    order: Order,
) -> Best {
    let table = table.restrict(candidates);
    let counter = PartitionCounter::new(&table);
    let mut codes = vec![0; candidates.len()];
    let mut best: Option<Best> = None;
    for (bound, guess) in bounds.ranked(&table, allowed) {
        let most = best.map_or(0, |best| best.stats.splits);
        if u32::from(bound) < most {
            break;
        }
        table.codes_of(guess, &mut codes);
        if u32::from(splits(&codes)) >= most {
            let stats = counter.stats(guess, &mut codes);
            let found = Best { guess, stats };
            best = Some(best.map_or(found, |best| better(order, best, found)));
        }
    }
    best.expect("a set allows at least one guess")
}

fn best_of_small(
    table: &CodeTable,
    candidates: &[CandidateIndex],
    allowed: &[GuessIndex],
    order: Order,
) -> Best {
    let columns = table.columns();
    let terms = n_log_n_up_to(candidates.len() as u32);
    let everything = allowed.len() == table.guesses();
    let mut codes = [[0; LANES]; SMALL_SET];
    let codes = &mut codes[..candidates.len()];
    let mut best: Option<(u64, Best)> = None;
    for guesses in allowed.chunks(LANES) {
        for (lane, &candidate) in codes.iter_mut().zip(candidates) {
            let column = columns.column(candidate);
            if everything && guesses.len() == LANES {
                lane.copy_from_slice(&column[guesses[0].at()..][..LANES]);
            } else {
                for (code, &guess) in lane.iter_mut().zip(guesses) {
                    *code = column[guess.at()];
                }
            }
        }
        let costs = first_costs(order, codes, table.solved_code(), &terms);
        for (i, (&guess, cost)) in guesses.iter().zip(costs).enumerate() {
            if best.is_some_and(|(least, _)| cost > least) {
                continue;
            }
            let stats = stats_of_lane(codes, i, table.solved_code(), &terms);
            let found = Best { guess, stats };
            let chosen = best.map_or(found, |(_, best)| better(order, best, found));
            best = Some((cost, chosen));
            if chosen.stats.splits as usize == candidates.len() {
                // No guess beats the first one that separates all candidates, except a candidate that also does, in an
                // order that prefers candidates. Such a candidate was looked for before this loop.
                return chosen;
            }
        }
    }
    best.expect("a set allows at least one guess").1
}

/// For each guess in the lanes, a number that compares like the first number of its [`Order::key`].
#[multiversion(targets("x86_64+avx2", "x86_64+sse4.2", "aarch64+neon"))]
fn first_costs(order: Order, codes: &[Lane], solved_code: u8, terms: &[u64]) -> [u64; LANES] {
    let mut costs = [0u64; LANES];
    match order {
        Order::Splits | Order::MaxSplits | Order::LeastTotal => {
            let mut repeated = [0u8; LANES];
            for i in 1..codes.len() {
                let mut seen = [0u8; LANES];
                for earlier in &codes[..i] {
                    for l in 0..LANES {
                        seen[l] |= u8::from(earlier[l] == codes[i][l]);
                    }
                }
                for l in 0..LANES {
                    repeated[l] += seen[l];
                }
            }
            let mut other = [u8::from(order == Order::LeastTotal); LANES];
            if order == Order::LeastTotal {
                for lane in codes {
                    for l in 0..LANES {
                        other[l] &= u8::from(lane[l] != solved_code);
                    }
                }
            }
            for l in 0..LANES {
                costs[l] = u64::from(repeated[l]) + u64::from(other[l]);
            }
        }
        Order::ExpectedSize => for_each_earlier(codes, |earlier| {
            for l in 0..LANES {
                costs[l] += u64::from(earlier[l]);
            }
        }),
        Order::Minimax => for_each_earlier(codes, |earlier| {
            for l in 0..LANES {
                costs[l] = costs[l].max(earlier[l].into());
            }
        }),
        Order::Entropy => for_each_earlier(codes, |earlier| {
            for l in 0..LANES {
                let n = usize::from(earlier[l]);
                costs[l] += terms[n + 1] - terms[n];
            }
        }),
    }
    costs
}

/// Calls `each` for every candidate, with the number of earlier candidates that have the same code.
#[inline(always)]
fn for_each_earlier(codes: &[Lane], mut each: impl FnMut(Lane)) {
    for i in 1..codes.len() {
        let mut equal = [0u8; LANES];
        for earlier in &codes[..i] {
            for l in 0..LANES {
                equal[l] += u8::from(earlier[l] == codes[i][l]);
            }
        }
        each(equal);
    }
}

/// The whole partition of the guess in one lane.
fn stats_of_lane(codes: &[Lane], lane: usize, solved_code: u8, terms: &[u64]) -> PartitionStats {
    let mut counts = [0u8; 256];
    let mut stats = PartitionStats::default();
    for code in codes.iter().map(|codes| codes[lane]) {
        let earlier = counts[usize::from(code)];
        counts[usize::from(code)] += 1;
        let n = usize::from(earlier);
        stats.splits += u32::from(n == 0);
        stats.singletons += u32::from(n == 0);
        stats.singletons -= u32::from(n == 1);
        stats.largest = stats.largest.max(u32::from(earlier) + 1);
        stats.candidate |= code == solved_code;
        stats.sum_squares += 2 * u64::from(earlier) + 1;
        stats.sum_n_log_n += terms[n + 1] - terms[n];
    }
    stats
}
