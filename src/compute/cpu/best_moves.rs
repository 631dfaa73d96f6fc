//! Twin of `shaders/best_moves.wgsl`: the best moves of each of many boards.
//!
//! The last lists of a word are multiplied out to a block of masks, which is scored as one run for each
//! combination of the lists before them: the inner loop is nothing but bit operations, which the
//! compiler does for many masks at once.

use multiversion::multiversion;
use rayon::prelude::*;

use crate::compute::best_moves::{
    BestMove, MoveBatch, MoveOrder, Position, Rows, Score, protected,
};

/// Masks in a block: few enough for a core's nearest cache.
const BLOCK: usize = 2_048;

/// See [`Backend::best_moves`](crate::compute::Backend::best_moves).
pub fn best_moves(
    batch: &MoveBatch,
    order: MoveOrder,
    rows: Rows,
    top: usize,
) -> Vec<Vec<BestMove>> {
    (0..batch.len())
        .into_par_iter()
        .map(|board| {
            let words = batch.words(board);
            let first = words.start;
            let best = words
                .into_par_iter()
                .fold(
                    || Search::new(batch, board, order, rows, top),
                    |mut search, word| {
                        search.word(word, (word - first) as u32);
                        search
                    },
                )
                .map(|search| search.best)
                .reduce(|| TopMoves::new(top), TopMoves::merge);
            let entries = best.finish();
            entries
                .into_iter()
                .map(|entry| entry.best_move(batch, first))
                .collect()
        })
        .collect()
}

/// A move among the best: lower is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    /// The score, its bits turned over, then the word.
    rank: u64,
    /// The move's number among those of the word.
    number: u32,
}

impl Entry {
    fn new(score: u32, word: u32, number: u32) -> Entry {
        Entry {
            rank: (u64::from(!score) << 32) | u64::from(word),
            number,
        }
    }

    fn best_move(self, batch: &MoveBatch, first: usize) -> BestMove {
        let word = self.rank as u32;
        BestMove {
            word,
            number: self.number,
            squares: batch.squares(first + word as usize, self.number),
            score: Score::from_bits(!((self.rank >> 32) as u32)),
        }
    }
}

/// The best of the moves seen so far.
struct TopMoves {
    top: usize,
    entries: Vec<Entry>,
    /// A move with a lower score is not among the best.
    least_score: u32,
}

impl TopMoves {
    fn new(top: usize) -> TopMoves {
        TopMoves {
            top,
            entries: Vec::new(),
            least_score: if top == 0 { u32::MAX } else { 0 },
        }
    }

    fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
        // Twice as many as needed, so that a cut costs little a move.
        if self.entries.len() >= self.top.saturating_mul(2).max(64) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        if self.entries.len() > self.top {
            let (_, worst, _) = self.entries.select_nth_unstable(self.top - 1);
            self.least_score = !((worst.rank >> 32) as u32);
            self.entries.truncate(self.top);
        }
    }

    fn merge(mut self, other: TopMoves) -> TopMoves {
        self.entries.extend(other.entries);
        self.least_score = self.least_score.max(other.least_score);
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

/// A thread's search of some words of a board, with room to work in.
struct Search<'a> {
    batch: &'a MoveBatch,
    order: MoveOrder,
    rows: Rows,
    position: Position,
    /// The squares that the opponent does not protect.
    takeable: u32,
    block: Vec<u32>,
    scores: Vec<u32>,
    best: TopMoves,
}

impl<'a> Search<'a> {
    fn new(
        batch: &'a MoveBatch,
        board: usize,
        order: MoveOrder,
        rows: Rows,
        top: usize,
    ) -> Search<'a> {
        let position = batch.position(board);
        Search {
            batch,
            order,
            rows,
            position,
            takeable: !protected(position.theirs),
            block: Vec::new(),
            scores: vec![0; BLOCK],
            best: TopMoves::new(top),
        }
    }

    /// Scores all moves of a word, which has place `rank` among those of its board.
    fn word(&mut self, word: usize, rank: u32) {
        let lists = self.batch.lists(word);
        let outer = self.multiply_out(lists);
        let inner = self.block.len();
        let count: usize = outer
            .iter()
            .map(|&list| self.batch.masks(list).len())
            .product();
        let mut best: Option<(u32, u32)> = None;
        for combination in 0..count {
            let base = union(self.batch, outer, combination);
            for start in (0..inner).step_by(BLOCK) {
                let end = inner.min(start + BLOCK);
                let number = (combination * inner + start) as u32;
                let scores = &mut self.scores[..end - start];
                let ground = Ground {
                    order: self.order,
                    position: self.position,
                    takeable: self.takeable,
                };
                let greatest = score_all(ground, base, &self.block[start..end], scores);
                if greatest < self.best.least_score {
                    continue;
                }
                match self.rows {
                    Rows::Words if best.is_none_or(|(score, _)| score < greatest) => {
                        let first = scores.iter().position(|&score| score == greatest);
                        best = first.map(|first| (greatest, number + first as u32));
                    }
                    Rows::Words => {}
                    Rows::Moves => {
                        for (number, &score) in (number..).zip(&*scores) {
                            if score >= self.best.least_score {
                                self.best.push(Entry::new(score, rank, number));
                            }
                        }
                    }
                }
            }
        }
        if let Some((score, number)) = best {
            self.best.push(Entry::new(score, rank, number));
        }
    }

    /// Fills the block with the unions of the last lists, as many as fit but at least one, and returns
    /// the lists before them.
    fn multiply_out<'b>(&mut self, lists: &'b [u32]) -> &'b [u32] {
        let (&last, mut outer) = lists.split_last().expect("a word has lists");
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
                for square in &mut self.block[end - inner..] {
                    *square |= mask;
                }
            }
            for square in &mut self.block[..inner] {
                *square |= masks[0];
            }
            outer = before;
        }
        outer
    }
}

/// The union of one mask of each list, by its number.
fn union(batch: &MoveBatch, lists: &[u32], number: usize) -> u32 {
    let mut rest = number;
    let mut union = 0;
    for &list in lists.iter().rev() {
        let masks = batch.masks(list);
        union |= masks[rest % masks.len()];
        rest /= masks.len();
    }
    union
}

/// What all moves of a board are scored on.
#[derive(Clone, Copy)]
struct Ground {
    order: MoveOrder,
    position: Position,
    takeable: u32,
}

/// Scores moves, each the union of a base and a mask of a block, and returns the greatest score.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq+avx2+popcnt",
    "x86_64+avx2+popcnt",
    "x86_64+sse4.2+popcnt",
    "aarch64+neon"
))]
fn score_all(ground: Ground, base: u32, block: &[u32], scores: &mut [u32]) -> u32 {
    // A loop for each order, so that the choice is not made for every move.
    match ground.order {
        MoveOrder::Article => score_by(MoveOrder::Article, ground, base, block, scores),
        MoveOrder::Letterpwn => score_by(MoveOrder::Letterpwn, ground, base, block, scores),
    }
}

#[inline(always)]
fn score_by(order: MoveOrder, ground: Ground, base: u32, block: &[u32], scores: &mut [u32]) -> u32 {
    let mut greatest = 0;
    for (score, &squares) in scores.iter_mut().zip(block) {
        let position = ground.position.take((base | squares) & ground.takeable);
        *score = Score::of(order, position).bits();
        greatest = greatest.max(*score);
    }
    greatest
}
