//! The best moves of Letterpress boards, held against all moves scored one by one and sorted.

use std::cmp::Reverse;

use wordgame_engine::compute::Backend;
use wordgame_engine::compute::best_moves::{
    ALL_SQUARES, BestMove, MoveBatch, MoveOrder, Position, Rows, Score,
};
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::gpu::{Gpu, TileLimits};
use wordgame_engine::letterpress::moves::Ways;
use wordgame_engine::letterpress::{Board, Lexicon};
use wordgame_engine::words::{Dictionary, Vocabulary};

use super::{Random, Test, TestOnBoth};

pub const ON_BOTH: &[TestOnBoth] = &[
    ("best_moves_of_random_boards", random_boards),
    ("best_moves_of_boards_without_words", without_words),
    ("best_moves_that_are_equal_go_by_word_and_number", equals),
    ("best_moves_of_long_words", long_words),
    ("best_moves_of_the_board_of_the_article", article),
    ("best_moves_of_a_thousand_boards", thousand),
];

pub const TESTS: &[Test] = &[
    ("tiny_tiles_change_no_best_move", tiny_tiles),
    ("millions_of_equal_moves_are_told_apart", millions),
    ("of_the_moves_only_the_best_come_back", traffic),
    ("boards_that_fit_no_tile_are_refused", refused),
    ("where_nothing_is_reduced_the_cpu_does_it", suited),
];

const TOPS: [usize; 6] = [0, 1, 5, 64, 1_000, usize::MAX];

fn random_boards(backend: &dyn Backend) {
    for seed in 70..74 {
        let mut random = Random(seed);
        let mut batch = MoveBatch::default();
        for _ in 0..12 {
            let words = random.below(90);
            random.board(&mut batch, words, 4, 6);
        }
        check(backend, &batch, &TOPS);
    }
}

fn without_words(backend: &dyn Backend) {
    check(backend, &MoveBatch::default(), &TOPS);
    let mut random = Random(74);
    let mut batch = MoveBatch::default();
    for words in [0, 0, 1, 0, 2, 0] {
        random.board(&mut batch, words, 3, 5);
    }
    check(backend, &batch, &TOPS);
    let mut none = MoveBatch::default();
    none.push_board(Position::default());
    check(backend, &none, &TOPS);
}

fn equals(backend: &dyn Backend) {
    let mut batch = MoveBatch::default();
    // All moves take one corner or another, so that there are two scores and many ties.
    let corner = batch.push_list(&[1, 1 << 4, 1 << 20, 1 << 24]);
    let thirteen = batch.push_list(&[1; 13]);
    let side = batch.push_list(&[1 << 2, 1 << 10]);
    for lists in [
        &[side][..],
        &[thirteen, side, thirteen],
        &[corner, corner, thirteen, thirteen],
        &[side, thirteen],
        &[corner],
    ] {
        batch.push_word(lists);
    }
    batch.push_board(Position::default());
    for top in [1, 2, 63, 64, 65, 170, 171, 500, 1_000] {
        check(backend, &batch, &[top]);
    }
}

fn long_words(backend: &dyn Backend) {
    let mut random = Random(75);
    let mut batch = MoveBatch::default();
    for lists in [6, 1, 4] {
        let lists: Vec<u32> = (0..lists).map(|_| random.list(&mut batch, 7)).collect();
        batch.push_word(&lists);
    }
    // A word with only one list, which is long.
    let long: Vec<u32> = (0..70_001).map(|_| random.mask()).collect();
    let long = batch.push_list(&long);
    batch.push_word(&[long]);
    batch.push_board(random.position());
    check(backend, &batch, &[1, 1_000]);
}

fn article(backend: &dyn Backend) {
    let board = Board::new("efpjaccwcejfjvkqmmpbkumlt", 2595, 27262992, [""; 0]).expect("a board");
    check(backend, &common_words(&board), &[1, 5, 1_000]);
}

fn thousand(backend: &dyn Backend) {
    let mut random = Random(76);
    let mut batch = MoveBatch::default();
    for _ in 0..1_000 {
        let words = random.below(12);
        random.board(&mut batch, words, 3, 4);
    }
    check(backend, &batch, &[1, 20]);
}

fn tiny_tiles(mut gpu: Gpu) {
    let mut random = Random(77);
    let mut batch = MoveBatch::default();
    for _ in 0..20 {
        let words = 1 + random.below(40);
        random.board(&mut batch, words, 4, 5);
    }
    let own = gpu.tile_limits();
    let of = |change: fn(&mut TileLimits)| {
        let mut limits = own;
        change(&mut limits);
        limits
    };
    let tiny = [
        of(|limits| limits.output_bytes = 40_000),
        of(|limits| limits.binding_bytes = 40_000),
        of(|limits| limits.upload_bytes = 60_000),
        of(|limits| limits.workgroups = 1),
        of(|limits| limits.workgroups = 3),
        of(|limits| limits.dispatch_patterns = 40),
        of(|limits| limits.dispatch_patterns = 5_000),
    ];
    for limits in tiny {
        gpu.set_tile_limits(limits);
        check(&gpu, &batch, &[1, 7]);
    }
    let before = gpu.traffic();
    gpu.set_tile_limits(tiny[0]);
    check(&gpu, &batch, &[7]);
    assert!(
        gpu.traffic().uploads >= before.uploads + 8,
        "there were tiles"
    );
}

/// More pieces than a digit counts, and a word with so many moves that its pieces are longer. Only
/// against the CPU twin, since the oracle would take long.
fn millions(gpu: Gpu) {
    let mut batch = MoveBatch::default();
    let few = batch.push_list(&[1; 13]);
    let masks: Vec<u32> = (0..170).map(|mask| 1 << (mask % 3)).collect();
    let many = batch.push_list(&masks);
    batch.push_word(&[few; 5]);
    batch.push_word(&[many; 3]);
    batch.push_word(&[few; 5]);
    batch.push_board(Position::default());
    for (rows, top) in [
        (Rows::Words, 3),
        (Rows::Moves, 10),
        (Rows::Moves, 400_000),
        (Rows::Moves, 1_900_000),
    ] {
        let before = gpu.traffic();
        let best = gpu.best_moves(&batch, MoveOrder::Article, rows, top);
        assert!(gpu.traffic().dispatches > before.dispatches);
        let oracle = Cpu.best_moves(&batch, MoveOrder::Article, rows, top);
        assert!(best == oracle, "{rows:?}, top {top}");
    }
}

fn traffic(gpu: Gpu) {
    let mut random = Random(78);
    let mut batch = MoveBatch::default();
    for _ in 0..20 {
        random.board(&mut batch, 100, 5, 6);
    }
    let words: usize = (0..batch.len()).map(|board| batch.words(board).len()).sum();
    let down = |rows, dispatches| {
        let before = gpu.traffic();
        let best = gpu.best_moves(&batch, MoveOrder::Article, rows, 20);
        let after = gpu.traffic();
        assert_eq!(best, Cpu.best_moves(&batch, MoveOrder::Article, rows, 20));
        assert_eq!(after.uploads - before.uploads, 1);
        assert_eq!(after.dispatches - before.dispatches, dispatches);
        after.bytes_down - before.bytes_down
    };
    assert_eq!(down(Rows::Words, 3), 8 * words as u64);
    // The best twenty, and room for the equals in one piece of 64.
    assert!(down(Rows::Moves, 10) <= 20 * (4 + 12 * (20 + 64)));
}

fn refused(mut gpu: Gpu) {
    let mut random = Random(79);
    let mut batch = MoveBatch::default();
    random.board(&mut batch, 50, 4, 6);
    let own = gpu.tile_limits();
    let mut small = own;
    small.output_bytes = 200;
    gpu.set_tile_limits(small);
    for rows in [Rows::Words, Rows::Moves] {
        assert!(gpu.best_moves(&batch, MoveOrder::Article, rows, 3).is_err());
    }
    gpu.set_tile_limits(own);
    check(&gpu, &batch, &[3]);
}

fn suited(gpu: Gpu) {
    let mut random = Random(80);
    let mut batch = MoveBatch::default();
    random.board(&mut batch, 3, 3, 3);
    let before = gpu.traffic();
    // All moves: there is nothing to reduce, so the CPU twin does it.
    let best = gpu.best_moves(&batch, MoveOrder::Article, Rows::Moves, usize::MAX);
    assert_eq!(best, Ok(all_moves(&batch, MoveOrder::Article)));
    // No word of a board has more letters than the board has squares.
    let one = batch.push_list(&[1]);
    batch.push_word(&[one; 26]);
    batch.push_board(Position::default());
    let best = gpu.best_moves(&batch, MoveOrder::Article, Rows::Words, 1);
    assert_eq!(
        best,
        Cpu.best_moves(&batch, MoveOrder::Article, Rows::Words, 1)
    );
    assert_eq!(gpu.traffic(), before);
}

/// The common words of a board with all their moves.
fn common_words(board: &Board) -> MoveBatch {
    let dictionary = Dictionary::english();
    let lexicon = Lexicon::new(&dictionary, |frequency| Vocabulary::Common.knows(frequency));
    let mut batch = MoveBatch::default();
    let mut ways = Ways::new(&mut batch, board, false);
    for word in lexicon.playable(board) {
        ways.push(dictionary.word(word.place));
    }
    ways.finish();
    batch
}

/// Holds a backend's best moves against the oracle's, in both orders and for both kinds of rows.
fn check(backend: &dyn Backend, batch: &MoveBatch, tops: &[usize]) {
    for order in [MoveOrder::Article, MoveOrder::Letterpwn] {
        let moves = all_moves(batch, order);
        let firsts = moves.iter().map(|moves| best_of_words(moves)).collect();
        for (rows, all) in [(Rows::Words, firsts), (Rows::Moves, moves)] {
            for &top in tops {
                let best = backend
                    .best_moves(batch, order, rows, top)
                    .expect("a backend that works");
                assert_eq!(best.len(), all.len());
                for (board, (best, all)) in best.iter().zip(&all).enumerate() {
                    let oracle = &all[..top.min(all.len())];
                    assert!(
                        best == oracle,
                        "board {board}, {order:?}, {rows:?}, top {top}: {:?} is not {:?}",
                        best.iter().zip(oracle).find(|(a, b)| a != b),
                        (best.len(), oracle.len()),
                    );
                }
            }
        }
    }
}

/// All moves of each board, the best first.
fn all_moves(batch: &MoveBatch, order: MoveOrder) -> Vec<Vec<BestMove>> {
    let of_board = |board| {
        let mut all = Vec::new();
        for (word, place) in (0..).zip(batch.words(board)) {
            for number in 0..batch.moves(place) as u32 {
                let squares = batch.squares(place, number);
                all.push(BestMove {
                    word,
                    number,
                    squares,
                    score: Score::of(order, batch.position(board).after(squares)),
                });
            }
        }
        all.sort_by_key(|best| (Reverse(best.score), best.word, best.number));
        all
    };
    (0..batch.len()).map(of_board).collect()
}

/// The first move of each word.
fn best_of_words(moves: &[BestMove]) -> Vec<BestMove> {
    let mut seen = std::collections::HashSet::new();
    let first = |best: &&BestMove| seen.insert(best.word);
    moves.iter().filter(first).copied().collect()
}

impl Random {
    fn mask(&mut self) -> u32 {
        self.next() as u32 & self.next() as u32 & self.next() as u32 & ALL_SQUARES
    }

    /// A list of one to `most` masks.
    fn list(&mut self, batch: &mut MoveBatch, most: usize) -> u32 {
        let count = 1 + self.below(most);
        let masks: Vec<u32> = (0..count).map(|_| self.mask()).collect();
        batch.push_list(&masks)
    }

    /// Nobody's squares, or dense ones, so that some are protected and some boards are full.
    fn position(&mut self) -> Position {
        let (a, b) = (self.next() as u32, self.next() as u32);
        let ours = ALL_SQUARES & [0, a, a | b, a & b][self.below(4)];
        let dense = self.next() as u32 | self.next() as u32;
        let theirs = ALL_SQUARES & !ours & [0, dense, !0][self.below(3)];
        Position { ours, theirs }
    }

    /// A board of words of up to so many lists, which they share, of up to so many masks.
    pub fn board(&mut self, batch: &mut MoveBatch, words: usize, lists: usize, masks: usize) {
        let shared: Vec<u32> = (0..10).map(|_| self.list(batch, masks)).collect();
        for _ in 0..words {
            let count = 1 + self.below(lists);
            let word: Vec<u32> = (0..count).map(|_| shared[self.below(10)]).collect();
            batch.push_word(&word);
        }
        let position = self.position();
        batch.push_board(position);
    }
}
