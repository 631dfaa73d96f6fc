//! How many boards fit into a tile.

use super::{MAX_PIECES, moves_per_piece};
use crate::compute::ComputeError;
use crate::compute::best_moves::{MoveBatch, MoveQuery, Scope};
use crate::compute::gpu::layout::best_moves::{
    BEST_U32S, Board, DIGITS, Family, KEPT_U32S, Launch, MaskList, MovePiece, SEARCH_U32S,
};
use crate::compute::gpu::limits::{DISPATCHES_PER_TILE, TileLimits};

/// A query, and the limits of a tile.
pub struct TileFit<'a> {
    pub batch: &'a MoveBatch,
    pub query: MoveQuery,
    pub limits: &'a TileLimits,
    /// Invocations in a workgroup.
    pub lanes: usize,
    /// The alignment of the parts of an upload, in bytes.
    pub alignment: usize,
}

/// An upper bound on what the boards of a tile need in total. It counts the masks of a list once
/// for each family that has the list, although a tile stores them only once.
#[derive(Clone, Copy, Default)]
struct TileLoad {
    boards: usize,
    families: usize,
    lists: usize,
    masks: usize,
    pieces: usize,
    moves: u64,
    /// `u32`s that the device writes.
    results: usize,
}

impl TileFit<'_> {
    /// The end of the tile that starts with board `first`.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] if not even this board fits.
    pub fn tile_end(&self, first: usize) -> Result<usize, ComputeError> {
        let mut load = TileLoad::default();
        for board in first..self.batch.len() {
            load = self.load_with(load, board)?;
            let fits = self.fits(&load);
            let is_first = board == first;
            if is_first && !fits {
                return Err(self.refusal(board));
            }
            // This does not apply to the first board: a board that alone needs too many dispatches
            // gets a tile of its own.
            let has_too_many_dispatches = self.max_dispatches(&load) > DISPATCHES_PER_TILE;
            if !is_first && (has_too_many_dispatches || !fits) {
                return Ok(board);
            }
        }
        Ok(self.batch.len())
    }

    fn load_with(&self, mut load: TileLoad, board: usize) -> Result<TileLoad, ComputeError> {
        let mut pieces = 0;
        let mut longest_piece = 0;
        for family in self.batch.families(board) {
            let lists = self.batch.lists(family);
            let moves = self.batch.moves(family);
            let per_piece = moves_per_piece(moves, lists.len(), self.limits);
            longest_piece = longest_piece.max(per_piece);
            pieces += moves.div_ceil(per_piece) as usize;
            load.families += 1;
            load.lists += lists.len();
            load.masks += lists
                .iter()
                .map(|&list| self.batch.masks(list).len())
                .sum::<usize>();
            load.moves += moves;
        }
        if pieces > MAX_PIECES {
            return Err(self.refusal(board));
        }
        load.boards += 1;
        load.pieces += pieces;
        load.results += match self.query.scope {
            Scope::BestOfFamily => BEST_U32S as usize * (self.batch.families(board).len() + pieces),
            Scope::EveryMove => {
                let kept = KEPT_U32S as usize * self.max_kept(board, longest_piece);
                1 + kept + pieces + SEARCH_U32S as usize
            }
        };
        Ok(load)
    }

    /// The greatest number of moves that the device keeps for a board. `longest_piece` is the
    /// number of moves in its longest piece: only moves of one piece can tie with the worst wanted
    /// move.
    pub fn max_kept(&self, board: usize, longest_piece: u64) -> usize {
        let moves = self.batch.moves_of_board(board);
        moves.min((self.query.top as u64).saturating_add(longest_piece)) as usize
    }

    fn fits(&self, load: &TileLoad) -> bool {
        let section_bytes = [
            load.masks * size_of::<u32>(),
            load.lists * size_of::<MaskList>(),
            load.families * size_of::<Family>(),
            load.pieces * size_of::<MovePiece>(),
            load.boards * size_of::<Board>(),
        ];
        self.limits.allow_output(load.results * size_of::<u32>())
            && self.limits.allow_upload(
                &section_bytes,
                self.max_dispatches(load),
                size_of::<Launch>(),
                self.alignment,
            )
    }

    /// An upper bound on the number of dispatches of a [`TilePlan`](super::TilePlan).
    ///
    /// A dispatch over pieces ends when it has as many invocations as the device allows, or when
    /// the next piece would exceed `limits.dispatch_patterns` moves. In the second case, this
    /// dispatch and the next one together exceed `dispatch_patterns`. So at most 2 · (moves /
    /// `dispatch_patterns`) dispatches, the quotient rounded down, end in this way.
    fn max_dispatches(&self, load: &TileLoad) -> usize {
        let limits = self.limits;
        let invocations = limits.workgroups.saturating_mul(self.lanes);
        let over_pieces = 2 * (load.moves / limits.dispatch_patterns as u64) as usize
            + 2
            + load.pieces / invocations;
        match self.query.scope {
            Scope::BestOfFamily => load.families / invocations + 1 + 2 * over_pieces,
            Scope::EveryMove => {
                let over_boards = load.boards / limits.workgroups + 1;
                (DIGITS as usize + 1) * (over_boards + over_pieces)
            }
        }
    }

    fn refusal(&self, board: usize) -> ComputeError {
        ComputeError::Refused(format!(
            "a board with {} families and {} moves is too large for its limits of {} bytes per binding \
             and {} per buffer",
            self.batch.families(board).len(),
            self.batch.moves_of_board(board),
            self.limits.binding_bytes,
            self.limits.upload_bytes,
        ))
    }
}
