//! Twin of `shaders/best_moves.wgsl`: the best moves of each of many boards.
//!
//! The moves of a family are the unions of one mask from each of its lists. The kernel first writes all
//! unions of the last lists, the inner ones, into a block of masks that fits a core's cache. Then, for
//! each union of the lists before them, it scores the whole block. That inner loop is nothing but bit
//! operations, which the compiler turns into vector instructions.

use multiversion::multiversion;
use rayon::prelude::*;

use crate::compute::best_moves::{BestMove, BoardState, MoveBatch, MoveQuery, Scope};
use crate::compute::grid::Exposed;

/// The greatest number of masks in a block of several lists: 8 KiB, and as much for their scores. They fit
/// the first-level cache of a core.
const BLOCK: usize = 2_048;

/// See [`Backend::best_moves`](crate::compute::Backend::best_moves).
pub fn best_moves(batch: &MoveBatch, query: MoveQuery) -> Vec<Vec<BestMove>> {
    (0..batch.len())
        .into_par_iter()
        .map(|board| {
            let families = batch.families(board);
            let first = families.start;
            let best = families
                .into_par_iter()
                .fold(
                    || Search::new(batch, board, query),
                    |mut search, family| {
                        search.family(family, (family - first) as u32);
                        search
                    },
                )
                .map(|search| search.best)
                .reduce(|| TopMoves::new(query.top), TopMoves::merge);
            let entries = best.finish();
            entries
                .into_iter()
                .map(|entry| entry.best_move(batch, first))
                .collect()
        })
        .collect()
}

/// A move in the order of results: a lower entry is a better move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// The complement of the score in the high half, the family in the low half.
    rank: u64,
    /// The index of the move among the moves of its family.
    index: u32,
}

impl Entry {
    fn new(score: u32, family: u32, index: u32) -> Entry {
        Entry {
            rank: (u64::from(!score) << 32) | u64::from(family),
            index,
        }
    }

    fn score(self) -> u32 {
        !((self.rank >> 32) as u32)
    }

    fn best_move(self, batch: &MoveBatch, first_family: usize) -> BestMove {
        let family = self.rank as u32;
        BestMove {
            family,
            index: self.index,
            cells: batch.cells(first_family + family as usize, self.index),
            score: self.score(),
        }
    }
}

/// The best of the moves seen so far.
struct TopMoves {
    top: usize,
    entries: Vec<Entry>,
    /// A move with a lower score cannot be among the best.
    min_score: u32,
}

impl TopMoves {
    fn new(top: usize) -> TopMoves {
        TopMoves {
            top,
            entries: Vec::new(),
            min_score: if top == 0 { u32::MAX } else { 0 },
        }
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
        // Letting the list grow to twice its size first keeps the cost of a cut small per move.
        if self.entries.len() >= self.top.saturating_mul(2).max(64) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.entries.len() > self.top {
            let (_, worst, _) = self.entries.select_nth_unstable(self.top - 1);
            self.min_score = worst.score();
            self.entries.truncate(self.top);
        }
    }

    fn merge(mut self, other: TopMoves) -> TopMoves {
        self.entries.extend(other.entries);
        self.min_score = self.min_score.max(other.min_score);
        if self.top > 0 {
            self.cut();
        }
        self
    }

    fn finish(mut self) -> Vec<Entry> {
        self.entries.par_sort_unstable();
        self.entries
    }
}

/// One thread's search of some families of a board, with its working memory.
struct Search<'a> {
    batch: &'a MoveBatch,
    state: BoardState,
    query: MoveQuery,
    block: Vec<u32>,
    scores: Vec<u32>,
    best: TopMoves,
}

impl<'a> Search<'a> {
    fn new(batch: &'a MoveBatch, board: usize, query: MoveQuery) -> Search<'a> {
        Search {
            batch,
            state: batch.state(board),
            query,
            block: Vec::new(),
            scores: vec![0; BLOCK],
            best: TopMoves::new(query.top),
        }
    }

    /// Scores all moves of a family, which is number `on_board` among the families of its board.
    fn family(&mut self, family: usize, on_board: u32) {
        let outer = self.fill_block(self.batch.lists(family));
        let inner = self.block.len();
        let outer_unions: usize = outer
            .iter()
            .map(|&list| self.batch.masks(list).len())
            .product();
        // The best move of the family: its score and index.
        let mut best: Option<(u32, u32)> = None;
        for outer_index in 0..outer_unions {
            let base = self.batch.union(outer, outer_index);
            for start in (0..inner).step_by(BLOCK) {
                let end = inner.min(start + BLOCK);
                let first_index = (outer_index * inner + start) as u32;
                let scores = &mut self.scores[..end - start];
                let block = &self.block[start..end];
                let greatest = score_all(self.query.exposed, self.state, base, block, scores);
                if greatest < self.best.min_score {
                    continue;
                }
                match self.query.scope {
                    Scope::BestOfFamily if best.is_none_or(|(score, _)| score < greatest) => {
                        let offset = scores.iter().position(|&score| score == greatest);
                        best = offset.map(|offset| (greatest, first_index + offset as u32));
                    }
                    Scope::BestOfFamily => {}
                    Scope::EveryMove => {
                        for (index, &score) in (first_index..).zip(&*scores) {
                            if score >= self.best.min_score {
                                self.best.push(Entry::new(score, on_board, index));
                            }
                        }
                    }
                }
            }
        }
        if let Some((score, index)) = best {
            self.best.push(Entry::new(score, on_board, index));
        }
    }

    /// Fills the block with the unions of the last lists: as many lists as fit, but at least one. Returns
    /// the lists before them.
    fn fill_block<'b>(&mut self, lists: &'b [u32]) -> &'b [u32] {
        let (&last, mut outer) = lists.split_last().expect("a family has lists");
        self.block.clear();
        self.block.extend_from_slice(self.batch.masks(last));
        while let Some((&list, before)) = outer.split_last() {
            let masks = self.batch.masks(list);
            let inner = self.block.len();
            if masks.len() * inner > BLOCK {
                break;
            }
            for &mask in &masks[1..] {
                self.block.extend_from_within(..inner);
                let end = self.block.len();
                for cells in &mut self.block[end - inner..] {
                    *cells |= mask;
                }
            }
            for cells in &mut self.block[..inner] {
                *cells |= masks[0];
            }
            outer = before;
        }
        outer
    }
}

/// Scores moves, each the union of `base` and one mask of `block`, and returns the greatest score.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq+avx2+popcnt",
    "x86_64+avx2+popcnt",
    "x86_64+sse4.2+popcnt",
    "aarch64+neon"
))]
fn score_all(
    exposed: Exposed,
    state: BoardState,
    base: u32,
    block: &[u32],
    scores: &mut [u32],
) -> u32 {
    // One loop for each case, so that the choice is not made again for every move.
    match exposed {
        Exposed::Ours => score_by(Exposed::Ours, state, base, block, scores),
        Exposed::Interior => score_by(Exposed::Interior, state, base, block, scores),
    }
}

#[inline(always)]
fn score_by(
    exposed: Exposed,
    state: BoardState,
    base: u32,
    block: &[u32],
    scores: &mut [u32],
) -> u32 {
    let mut greatest = 0;
    for (score, &cells) in scores.iter_mut().zip(block) {
        *score = state.score_after(exposed, base | cells);
        greatest = greatest.max(*score);
    }
    greatest
}
