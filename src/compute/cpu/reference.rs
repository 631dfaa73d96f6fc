//! Every stage in the slow and obvious way: loops over all guesses or moves that follow the definitions literally.
//!
//! Tests and `engine bench` compare the kernels of the CPU and of GPUs with these functions. They share no code with
//! the kernels: they read single codes with [`CodeTable::code`], count groups one by
//! one, and compare guesses as the documentation of [`Order`] says.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::compute::batch::{Best, Order, SetBatch};
use crate::compute::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use crate::compute::collisions::{CollisionBatch, FewestCollisions};
use crate::compute::{CandidateIndex, CodeTable, GuessIndex, PartitionStats};

/// See [`Backend::pattern_matrix`](crate::compute::Backend::pattern_matrix).
pub fn pattern_matrix(table: &CodeTable, guesses: Range<usize>) -> Vec<u8> {
    let solutions = || CandidateIndex::up_to(table.solutions());
    let codes = guesses
        .map(GuessIndex::from)
        .flat_map(|guess| solutions().map(move |solution| table.code(guess, solution)));
    let bytes = codes.map(|code| code.to_le_bytes());
    bytes
        .flat_map(|[low, high]| [low, high].into_iter().take(table.code_bytes()))
        .collect()
}

/// See [`Backend::partition`](crate::compute::Backend::partition).
pub fn partition(table: &CodeTable, guesses: &[GuessIndex]) -> Vec<PartitionStats> {
    let solutions: Vec<CandidateIndex> = CandidateIndex::up_to(table.solutions()).collect();
    guesses
        .par_iter()
        .map(|&guess| partition_of(table, guess, &solutions))
        .collect()
}

/// See [`Backend::best_guesses`](crate::compute::Backend::best_guesses).
pub fn best_guesses(table: &CodeTable, batch: &SetBatch, order: Order) -> Vec<Best> {
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let guesses = batch.allowed(set).par_iter().map(|&guess| Best {
                guess,
                stats: partition_of(table, guess, batch.candidates(set)),
            });
            guesses
                .min_by(|a, b| compare(order, &a.stats, &b.stats).then(a.guess.cmp(&b.guess)))
                .expect("a set allows at least one guess")
        })
        .collect()
}

/// See [`Backend::collisions`](crate::compute::Backend::collisions).
pub fn collisions(table: &CodeTable, batch: &CollisionBatch) -> Vec<FewestCollisions> {
    (0..batch.len())
        .into_par_iter()
        .map(|set| {
            let allowed = batch.allowed(set);
            let scores: Vec<u32> = allowed
                .par_iter()
                .map(|&guess| collision_score(table, batch, set, guess))
                .collect();
            let lowest = scores.iter().copied().min().unwrap_or(0);
            let has_lowest = |&(_, &score): &(&GuessIndex, &u32)| score == lowest;
            let guesses = allowed.iter().zip(&scores).filter(has_lowest);
            FewestCollisions {
                score: lowest,
                guesses: guesses.map(|(&guess, _)| guess).collect(),
            }
        })
        .collect()
}

/// See [`Backend::best_moves`](crate::compute::Backend::best_moves).
pub fn best_moves(batch: &MoveBatch, query: MoveQuery) -> Vec<Vec<BestMove>> {
    (0..batch.len())
        .into_par_iter()
        .map(|board| {
            let families = (0..).zip(batch.families(board));
            let mut moves: Vec<BestMove> = families
                .flat_map(|(family, in_batch)| {
                    let moves = moves_of_family(batch, board, family, in_batch, query);
                    match query.scope {
                        Scope::EveryMove => moves.collect(),
                        Scope::BestOfFamily => {
                            let best = moves.min_by_key(|best| (Reverse(best.score), best.index));
                            Vec::from_iter(best)
                        }
                    }
                })
                .collect();
            moves.sort_by_key(|best| (Reverse(best.score), best.family, best.index));
            moves.truncate(query.top);
            moves
        })
        .collect()
}

/// Compares the partitions of two guesses of one set. The better one is less.
fn compare(order: Order, a: &PartitionStats, b: &PartitionStats) -> Ordering {
    let more_groups = b.splits.cmp(&a.splits);
    let more_bits = a.sum_n_log_n.cmp(&b.sum_n_log_n);
    let fewer_left = a.sum_squares.cmp(&b.sum_squares);
    let candidate_first = b.candidate.cmp(&a.candidate);
    let smaller_largest = a.largest.cmp(&b.largest);
    match order {
        Order::Splits => more_groups,
        Order::MaxSplits => more_groups
            .then(more_bits)
            .then(candidate_first)
            .then(smaller_largest),
        Order::ExpectedSize => fewer_left.then(candidate_first),
        Order::Entropy => more_bits.then(candidate_first),
        Order::Minimax => smaller_largest.then(fewer_left).then(candidate_first),
        Order::LeastTotal => {
            let groups = |stats: &PartitionStats| stats.splits + u32::from(stats.candidate);
            let is_exact = |stats: &PartitionStats| stats.largest <= 2;
            let more_groups = groups(b).cmp(&groups(a));
            let exact_first = is_exact(b).cmp(&is_exact(a));
            more_groups.then(exact_first).then(fewer_left)
        }
    }
}

/// The groups that a guess makes of some candidates.
fn partition_of(
    table: &CodeTable,
    guess: GuessIndex,
    candidates: &[CandidateIndex],
) -> PartitionStats {
    let mut counts = vec![0; table.codes()];
    for &candidate in candidates {
        counts[usize::from(table.code(guess, candidate))] += 1;
    }
    PartitionStats::of_counts(&counts, table.solved_code())
}

/// The score of a guess, as [`CollisionBatch`] defines it.
fn collision_score(
    table: &CodeTable,
    batch: &CollisionBatch,
    set: usize,
    guess: GuessIndex,
) -> u32 {
    let mut sums: HashMap<u16, u32> = HashMap::new();
    for bucket in batch.buckets(set) {
        let mut groups: HashMap<u16, u32> = HashMap::new();
        for &member in bucket {
            *groups.entry(table.code(guess, member)).or_default() += 1;
        }
        for (code, size) in groups {
            if size >= batch.threshold(set) {
                *sums.entry(code).or_default() += size;
            }
        }
    }
    sums.into_values().max().unwrap_or(0)
}

/// All moves of a family of a board. `in_batch` is the index of the family among the families of all boards.
fn moves_of_family(
    batch: &MoveBatch,
    board: usize,
    family: u32,
    in_batch: usize,
    query: MoveQuery,
) -> impl Iterator<Item = BestMove> {
    (0..batch.moves(in_batch) as u32).map(move |index| {
        let cells = batch.cells(in_batch, index);
        BestMove {
            family,
            index,
            cells,
            score: batch.state(board).score_after(query.exposed, cells),
        }
    })
}
