//! The best moves of boards, compared with the reference, which scores every move and sorts them all.

use wordgame_engine::compute::best_moves::{BestMove, BoardState, MoveBatch, MoveQuery, Scope};
use wordgame_engine::compute::cpu::{Cpu, reference};
use wordgame_engine::compute::gpu::{Gpu, TileLimits};
use wordgame_engine::compute::grid::{ALL_CELLS, Exposed, interior};
use wordgame_engine::compute::{Backend, BackendInfo, ComputedBy};
use wordgame_engine::letterpress::{Board, Lexicon, Ways};
use wordgame_engine::words::{Dictionary, Vocabulary};

use super::{Random, Test, TestOnBoth};

pub const ON_BOTH: &[TestOnBoth] = &[
    ("best_moves_of_random_boards", random_boards),
    ("best_moves_of_boards_without_moves", without_moves),
    ("equal_best_moves_are_ordered_by_family_and_index", equals),
    ("best_moves_of_large_families", large_families),
    ("best_moves_of_the_board_of_the_article", article),
    ("best_moves_of_a_thousand_boards", thousand),
];

pub const TESTS: &[Test] = &[
    ("tiny_tiles_do_not_change_best_moves", tiny_tiles),
    ("millions_of_equal_moves_are_ordered", millions),
    ("only_the_best_moves_come_back", traffic),
    ("boards_that_fit_no_tile_are_refused", refused),
    ("batches_with_nothing_to_reduce_go_to_the_cpu", unsuited),
];

/// The letters of the board in the Letterpress article.
const BOARD: &str = "efpjaccwcejfjvkqmmpbkumlt";

const TOPS: [usize; 6] = [0, 1, 5, 64, 1_000, usize::MAX];

const SCOPES: [Scope; 2] = [Scope::BestOfFamily, Scope::EveryMove];

/// A query that counts the exposed sides of all our cells.
fn query(scope: Scope, top: usize) -> MoveQuery {
    MoveQuery {
        exposed: Exposed::Ours,
        scope,
        top,
    }
}

fn random_boards(backend: &dyn Backend) {
    for seed in 70..74 {
        let mut random = Random(seed);
        let mut batch = MoveBatch::default();
        for _ in 0..12 {
            let families = random.below(90);
            random.board(&mut batch, families, 4, 6);
        }
        check(backend, &batch, &TOPS);
    }
}

fn without_moves(backend: &dyn Backend) {
    check(backend, &MoveBatch::default(), &TOPS);
    let mut random = Random(74);
    let mut batch = MoveBatch::default();
    for families in [0, 0, 1, 0, 2, 0] {
        random.board(&mut batch, families, 3, 5);
    }
    check(backend, &batch, &TOPS);
    let mut none = MoveBatch::default();
    none.push_board(BoardState::default());
    check(backend, &none, &TOPS);
}

fn equals(backend: &dyn Backend) {
    let mut batch = MoveBatch::default();
    // Every move takes corners or cells at a side, so there are few scores and many ties.
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
        batch.push_family(lists);
    }
    batch.push_board(free_board());
    for top in [1, 2, 63, 64, 65, 170, 171, 500, 1_000] {
        check(backend, &batch, &[top]);
    }
}

fn large_families(backend: &dyn Backend) {
    let mut random = Random(75);
    let mut batch = MoveBatch::default();
    for lists in [6, 1, 4] {
        let lists: Vec<u32> = (0..lists).map(|_| random.list(&mut batch, 7)).collect();
        batch.push_family(&lists);
    }
    // A family with a single list, which is longer than a block of the CPU kernel.
    let long: Vec<u32> = (0..70_001).map(|_| random.mask()).collect();
    let long = batch.push_list(&long);
    batch.push_family(&[long]);
    batch.push_board(random.state());
    check(backend, &batch, &[1, 1_000]);
}

fn article(backend: &dyn Backend) {
    let board = Board::new(BOARD, 2595, 27262992, [""; 0]).expect("a board");
    check(backend, &common_words(&board), &[1, 5, 1_000]);
}

fn thousand(backend: &dyn Backend) {
    let mut random = Random(76);
    let mut batch = MoveBatch::default();
    for _ in 0..1_000 {
        let families = random.below(12);
        random.board(&mut batch, families, 3, 4);
    }
    check(backend, &batch, &[1, 20]);
}

fn tiny_tiles(mut gpu: Gpu) {
    let mut random = Random(77);
    let mut batch = MoveBatch::default();
    for _ in 0..20 {
        let families = 1 + random.below(40);
        random.board(&mut batch, families, 4, 5);
    }
    let adapter_limits = gpu.tile_limits();
    let tiny = [
        TileLimits {
            output_bytes: 40_000,
            ..adapter_limits
        },
        TileLimits {
            binding_bytes: 40_000,
            ..adapter_limits
        },
        TileLimits {
            upload_bytes: 60_000,
            ..adapter_limits
        },
        TileLimits {
            workgroups: 1,
            ..adapter_limits
        },
        TileLimits {
            workgroups: 3,
            ..adapter_limits
        },
        TileLimits {
            dispatch_patterns: 40,
            ..adapter_limits
        },
        TileLimits {
            dispatch_patterns: 5_000,
            ..adapter_limits
        },
    ];
    for limits in tiny {
        gpu.set_tile_limits(limits);
        check(&gpu, &batch, &[1, 7]);
    }
    let before = gpu.traffic();
    gpu.set_tile_limits(tiny[0]);
    check(&gpu, &batch, &[7]);
    let went = gpu.traffic() - before;
    assert!(went.uploads >= 8, "there were several tiles");
}

/// Has more pieces than one digit of the search can number, and a family whose pieces are longer than
/// usual because it has millions of moves. It is compared with the CPU twin, since the oracle would take too long.
fn millions(gpu: Gpu) {
    let mut batch = MoveBatch::default();
    let few = batch.push_list(&[1; 13]);
    let masks: Vec<u32> = (0..170).map(|mask| 1 << (mask % 3)).collect();
    let many = batch.push_list(&masks);
    batch.push_family(&[few; 5]);
    batch.push_family(&[many; 3]);
    batch.push_family(&[few; 5]);
    batch.push_board(free_board());
    for query in [
        query(Scope::BestOfFamily, 3),
        query(Scope::EveryMove, 10),
        query(Scope::EveryMove, 400_000),
        query(Scope::EveryMove, 1_900_000),
    ] {
        let before = gpu.traffic();
        let best = gpu.best_moves(&batch, query);
        assert!(gpu.traffic().dispatches > before.dispatches);
        assert!(best == Cpu.best_moves(&batch, query), "{query:?}");
    }
}

fn traffic(gpu: Gpu) {
    let mut random = Random(78);
    let mut batch = MoveBatch::default();
    for _ in 0..20 {
        random.board(&mut batch, 100, 5, 6);
    }
    let families: usize = (0..batch.len())
        .map(|board| batch.families(board).len())
        .sum();
    let bytes_down = |scope, dispatches| {
        let query = query(scope, 20);
        let before = gpu.traffic();
        let best = gpu.best_moves(&batch, query);
        let went = gpu.traffic() - before;
        assert_eq!(best, Cpu.best_moves(&batch, query));
        assert_eq!((went.uploads, went.dispatches), (1, dispatches));
        went.bytes_down
    };
    assert_eq!(bytes_down(Scope::BestOfFamily, 3), 8 * families as u64);
    let compiled = gpu.traffic().pipelines;
    assert!((1..=3).contains(&compiled), "{compiled} entry points");
    bytes_down(Scope::BestOfFamily, 3);
    assert_eq!(gpu.traffic().pipelines, compiled, "each is compiled once");
    // The best twenty of each board, and room for the moves of one more piece of 64 that may tie.
    assert!(bytes_down(Scope::EveryMove, 10) <= 20 * (4 + 12 * (20 + 64)));
}

fn refused(mut gpu: Gpu) {
    let mut random = Random(79);
    let mut batch = MoveBatch::default();
    random.board(&mut batch, 50, 4, 6);
    let adapter_limits = gpu.tile_limits();
    gpu.set_tile_limits(TileLimits {
        output_bytes: 200,
        ..adapter_limits
    });
    for scope in SCOPES {
        assert!(gpu.best_moves(&batch, query(scope, 3)).is_err());
    }
    gpu.set_tile_limits(adapter_limits);
    check(&gpu, &batch, &[3]);
}

fn unsuited(gpu: Gpu) {
    let mut random = Random(80);
    let mut batch = MoveBatch::default();
    random.board(&mut batch, 3, 3, 3);
    let before = gpu.traffic();
    // All moves are wanted, so nothing can be reduced on the device.
    let best = gpu.best_moves(&batch, query(Scope::EveryMove, usize::MAX));
    assert_eq!(best, Ok(all_moves(&batch, Exposed::Ours, Scope::EveryMove)));
    // The shader handles families with at most as many lists as the grid has cells.
    let one = batch.push_list(&[1]);
    batch.push_family(&[one; 26]);
    batch.push_board(free_board());
    let query = query(Scope::BestOfFamily, 1);
    assert_eq!(gpu.best_moves(&batch, query), Cpu.best_moves(&batch, query));
    assert_eq!(gpu.traffic(), before);
    assert_eq!(gpu.info(), BackendInfo::CPU);
    // One batch on the device, and both have computed.
    let suitable = common_words(&Board::new(BOARD, 0, 0, [""; 0]).expect("a board"));
    assert!(gpu.best_moves(&suitable, query).is_ok());
    assert_eq!(gpu.info().backend, ComputedBy::GpuAndCpu);
}

fn free_board() -> BoardState {
    BoardState {
        takeable: ALL_CELLS,
        ..BoardState::default()
    }
}

/// The common words of a Letterpress board with all their moves.
fn common_words(board: &Board) -> MoveBatch {
    let dictionary = Dictionary::english();
    let lexicon = Lexicon::new(&dictionary, |frequency| Vocabulary::Common.knows(frequency));
    let mut batch = MoveBatch::default();
    let mut ways = Ways::new(&mut batch, board, false);
    for word in lexicon.playable(board) {
        ways.push(dictionary.word(word.word));
    }
    ways.finish();
    batch
}

/// Compares a backend's best moves with those of the reference, for both scores, both scopes and some
/// numbers of moves.
fn check(backend: &dyn Backend, batch: &MoveBatch, tops: &[usize]) {
    for exposed in [Exposed::Ours, Exposed::Interior] {
        for scope in SCOPES {
            let all = all_moves(batch, exposed, scope);
            for &top in tops {
                let query = MoveQuery {
                    exposed,
                    scope,
                    top,
                };
                let best = backend
                    .best_moves(batch, query)
                    .expect("a backend that works");
                assert_eq!(best.len(), all.len());
                for (board, (best, all)) in best.iter().zip(&all).enumerate() {
                    let expected = &all[..top.min(all.len())];
                    assert!(
                        best == expected,
                        "board {board}, {query:?}: {} moves, expected {}; first difference {:?}",
                        best.len(),
                        expected.len(),
                        best.iter().zip(expected).find(|(a, b)| a != b),
                    );
                }
            }
        }
    }
}

/// All moves of each board in this scope, the best first.
fn all_moves(batch: &MoveBatch, exposed: Exposed, scope: Scope) -> Vec<Vec<BestMove>> {
    let query = MoveQuery {
        exposed,
        scope,
        top: usize::MAX,
    };
    reference::best_moves(batch, query)
}

impl Random {
    fn mask(&mut self) -> u32 {
        self.next() as u32 & self.next() as u32 & self.next() as u32 & ALL_CELLS
    }

    /// Adds a list of 1 to `max_masks` masks.
    fn list(&mut self, batch: &mut MoveBatch, max_masks: usize) -> u32 {
        let count = 1 + self.below(max_masks);
        let masks: Vec<u32> = (0..count).map(|_| self.mask()).collect();
        batch.push_list(&masks)
    }

    /// A board that is empty, sparse or dense, so that some boards have interior cells and some are full.
    fn state(&mut self) -> BoardState {
        let (a, b) = (self.next() as u32, self.next() as u32);
        let ours = ALL_CELLS & [0, a, a | b, a & b][self.below(4)];
        let dense = self.next() as u32 | self.next() as u32;
        let theirs = ALL_CELLS & !ours & [0, dense, !0][self.below(3)];
        BoardState {
            ours,
            theirs,
            takeable: ALL_CELLS & !interior(theirs),
        }
    }

    /// Adds a board with some families, each of 1 to `max_lists` lists of 1 to `max_masks` masks. The
    /// families share lists.
    pub fn board(
        &mut self,
        batch: &mut MoveBatch,
        families: usize,
        max_lists: usize,
        max_masks: usize,
    ) {
        let shared: Vec<u32> = (0..10).map(|_| self.list(batch, max_masks)).collect();
        for _ in 0..families {
            let count = 1 + self.below(max_lists);
            let lists: Vec<u32> = (0..count).map(|_| shared[self.below(10)]).collect();
            batch.push_family(&lists);
        }
        let state = self.state();
        batch.push_board(state);
    }
}
