//! The stage `best_moves`: the best moves of boards. The host side of `shaders/best_moves.wgsl`, whose
//! comments explain the steps on the device.
//!
//! A tile has as many successive boards as the limits of the device allow. The moves of a family
//! are divided into *pieces*, and one invocation scores all moves of a piece. Most scores never
//! leave the device. Only the first part of the results comes back:
//!
//! ```text
//! board    │ family 0 (150 moves)     │ family 1 (30 moves) │ …
//! pieces   │ 0…63 │ 64…127 │ 128…149  │ 0…29                │ …        one invocation per piece
//!
//! results, if the best move of each family is wanted
//!          │ best of family 0 │ best of family 1 │ … ││ best of each piece │ …
//!          └─ come back ──────────────────────────────┘└─ scratch ───────────────
//!
//! results, if the best of all moves are wanted
//!          │ kept moves of board 0 │ of board 1 │ … ││ best score of each piece │ … │ search of each board │ …
//!          └─ come back ─────────────────────────────┘└─ scratch ─────────────────────────────────────────
//! ```
//!
//! In the second case the device keeps the `top` best moves of each board. It may keep a few more:
//! moves that are in the same piece as the worst of the `top` and have the same score. So there is
//! room for `top` moves and all moves of the longest piece. The host sorts the kept moves and takes
//! the first `top`.
//!
//! | module | what it holds |
//! |---|---|
//! | `fit` | how many boards fit into a tile |
//! | `plan` | the contents of a tile's upload, its dispatches, and reading its results |

use super::device::Device;
use super::job::{Job, Stage};
use super::layout::best_moves::PIECE_BITS;
use super::limits::{MAX_ITERATIONS, TileLimits};
use crate::compute::ComputeError;
use crate::compute::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use crate::compute::grid::CELLS;

mod fit;
mod plan;

use fit::TileFit;
use plan::TilePlan;

pub(super) const STAGE: Stage = Stage {
    name: "best_moves",
    entries: &[
        "clear_families",
        "best_of_piece",
        "best_of_family",
        "clear_boards",
        "count",
        "select_digit",
        "collect",
    ],
    source: include_str!(concat!(env!("OUT_DIR"), "/best_moves.wgsl")),
    sections: 5,
    lanes: |tuning| tuning.best_moves,
};

/// Indices of the entry points in [`STAGE`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    ClearFamilies,
    BestOfPiece,
    BestOfFamily,
    ClearBoards,
    Count,
    SelectDigit,
    Collect,
}

/// The greatest number of pieces of a board.
const MAX_PIECES: usize = 1 << PIECE_BITS;

/// The usual number of moves in a piece. With this many, scoring the moves takes longer than
/// uploading the description of the piece.
const MOVES_PER_PIECE: u64 = 64;

/// The usual limit on the pieces of a family. A family that would need more pieces gets longer ones
/// instead, as far as the limit on the iterations of an invocation allows.
const PIECES_PER_FAMILY: u64 = 1 << 16;

/// True if the device should run a batch. The CPU twin runs it instead if:
///
/// - the best of all moves are wanted, and these are more than half of the moves, because then
///   there is little to reduce;
/// - a board has more moves than 32 bits can count;
/// - a family has more lists than a board has cells.
pub(super) fn suits(batch: &MoveBatch, query: MoveQuery) -> bool {
    let (mut all, mut wanted) = (0u64, 0u64);
    for board in 0..batch.len() {
        let moves = batch.moves_of_board(board);
        let has_too_many_lists = |family| batch.lists(family).len() > CELLS as usize;
        if moves > u64::from(u32::MAX) || batch.families(board).any(has_too_many_lists) {
            return false;
        }
        all += moves;
        wanted += moves.min(query.top as u64);
    }
    query.scope == Scope::BestOfFamily || wanted.saturating_mul(2) <= all
}

/// [`Backend::best_moves`](crate::compute::Backend::best_moves) on a device, for a batch that
/// [`suits`] it.
///
/// # Errors
/// [`ComputeError::Refused`] if a board is too large for a tile. Otherwise any [`ComputeError`] of
/// the device.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    batch: &MoveBatch,
    query: MoveQuery,
) -> Result<Vec<Vec<BestMove>>, ComputeError> {
    let fit = TileFit {
        batch,
        query,
        limits,
        lanes: device.lanes(&STAGE) as usize,
        alignment: device.part_alignment(),
    };
    let mut best = Vec::with_capacity(batch.len());
    while best.len() < batch.len() {
        let tile = best.len()..fit.tile_end(best.len())?;
        let plan = TilePlan::new(&fit, tile.clone());
        if plan.has_no_moves() || query.top == 0 {
            best.extend(tile.map(|_| Vec::new()));
            continue;
        }
        let mut upload = device.upload();
        plan.write(&mut upload);
        let dispatches = plan.dispatches(&mut upload, &fit);
        let job = Job {
            stage: &STAGE,
            constants: None,
            upload: &upload,
            dispatches: &dispatches,
            output_bytes: plan.output * size_of::<u32>(),
            scratch_bytes: plan.scratch * size_of::<u32>(),
        };
        device.run(&job, |bytes| {
            let results: Vec<u32> = bytemuck::pod_collect_to_vec(bytes);
            let of_board = |board| plan.best_moves(&fit, &tile, board, &results);
            best.extend(tile.clone().map(of_board));
        })?;
    }
    Ok(best)
}

/// The number of moves in each piece of a family; the last piece may have fewer.
fn moves_per_piece(moves: u64, lists: usize, limits: &TileLimits) -> u64 {
    // A move takes one iteration. In the worst case, the outer lists advance at every move, which
    // takes one more iteration per list.
    let max_iterations = MAX_ITERATIONS / (lists + 2);
    let max = max_iterations.min(limits.dispatch_patterns) as u64;
    moves
        .div_ceil(PIECES_PER_FAMILY)
        .max(MOVES_PER_PIECE)
        .min(max)
        .max(1)
}
