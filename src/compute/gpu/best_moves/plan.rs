//! The contents of a tile's upload, its dispatches, and reading its results.

use std::cmp::Reverse;
use std::ops::Range;

use super::fit::TileFit;
use super::{Entry, moves_per_piece};
use crate::compute::best_moves::{BestMove, Scope};
use crate::compute::gpu::job::{Dispatch, Upload};
use crate::compute::gpu::layout::best_moves::{
    BEST_U32S, Board, DIGITS, Family, KEPT_U32S, Launch, MaskList, MovePiece, SEARCH_U32S,
};

/// A tile, ready to be uploaded. Every index of a result is an index of a `u32`.
#[derive(Default)]
pub struct TilePlan {
    masks: Vec<u32>,
    /// The lists of all families, one family after the other.
    lists: Vec<MaskList>,
    families: Vec<Family>,
    pieces: Vec<MovePiece>,
    boards: Vec<Board>,
    /// The first family of each board.
    first_families: Vec<u32>,
    /// The number of `u32`s that come back.
    pub output: usize,
    /// The number of `u32`s that follow these and stay on the device.
    pub scratch: usize,
}

impl TilePlan {
    /// Plans the tile with a range of boards.
    pub fn new(fit: &TileFit, tile: Range<usize>) -> TilePlan {
        let mut plan = TilePlan::default();
        // For each list of the batch, its range in `masks`, or `None` if it has not been added yet.
        let mut added = vec![None; fit.batch.list_count()];
        for board in tile {
            plan.add_board(fit, board, &mut added);
        }
        plan.assign_scratch(fit.query.scope);
        plan
    }

    /// True if the tile has nothing to score.
    pub fn has_no_moves(&self) -> bool {
        self.pieces.is_empty()
    }

    fn add_board(&mut self, fit: &TileFit, board: usize, added: &mut [Option<MaskList>]) {
        let families = fit.batch.families(board);
        let first_piece = self.pieces.len();
        self.first_families.push(self.families.len() as u32);
        let mut longest_piece = 0;
        for family in families.clone() {
            let moves = fit.batch.moves(family);
            let lists = fit.batch.lists(family).len();
            let per_piece = moves_per_piece(moves, lists, fit.limits);
            longest_piece = longest_piece.max(per_piece);
            self.add_pieces(first_piece, moves, per_piece);
            self.add_family(fit, family, added);
        }
        let state = fit.batch.state(board);
        let room = fit.max_kept(board, longest_piece);
        self.boards.push(Board {
            ours: state.ours,
            theirs: state.theirs,
            takeable: state.takeable,
            wanted: fit.query.top.min(room) as u32,
            kept: self.output as u32,
            room: room as u32,
            search: 0, // See `assign_scratch`.
        });
        self.output += match fit.query.scope {
            Scope::BestOfFamily => BEST_U32S as usize * families.len(),
            Scope::EveryMove => 1 + KEPT_U32S as usize * room,
        };
    }

    /// Divides the moves of a family into pieces. [`TilePlan::add_family`] adds the family
    /// afterwards. `first_piece` is the index of the first piece of the board.
    fn add_pieces(&mut self, first_piece: usize, moves: u64, per_piece: u64) {
        for first in (0..moves).step_by(per_piece as usize) {
            self.pieces.push(MovePiece {
                family: self.families.len() as u32,
                first: first as u32,
                count: per_piece.min(moves - first) as u32,
                on_board: (self.pieces.len() - first_piece) as u32,
                result: 0, // See `assign_scratch`.
            });
        }
    }

    fn add_family(&mut self, fit: &TileFit, family: usize, added: &mut [Option<MaskList>]) {
        let lists = fit.batch.lists(family);
        self.families.push(Family {
            lists: self.lists.len() as u32,
            list_count: lists.len() as u32,
            board: self.boards.len() as u32,
            // This is only used if the best move of each family is wanted. Then nothing else comes
            // back, so these results start at index 0 and follow each other.
            result: BEST_U32S * self.families.len() as u32,
        });
        for &list in lists {
            let in_tile = added[list as usize].get_or_insert_with(|| {
                let first = self.masks.len() as u32;
                let masks = fit.batch.masks(list);
                self.masks.extend_from_slice(masks);
                MaskList {
                    first,
                    count: masks.len() as u32,
                }
            });
            self.lists.push(*in_tile);
        }
    }

    /// Assigns the results that stay on the device. Each piece has one. Each board has a search if
    /// the best of all moves are wanted.
    fn assign_scratch(&mut self, scope: Scope) {
        let u32s_per_piece = match scope {
            Scope::BestOfFamily => BEST_U32S as usize,
            Scope::EveryMove => 1,
        };
        for piece in &mut self.pieces {
            piece.result = (self.output + self.scratch) as u32;
            self.scratch += u32s_per_piece;
        }
        if scope == Scope::EveryMove {
            for board in &mut self.boards {
                board.search = (self.output + self.scratch) as u32;
                self.scratch += SEARCH_U32S as usize;
            }
        }
    }

    /// Writes the bindings 1 to 5 of the shader.
    pub fn write(&self, upload: &mut Upload) {
        upload.section_of(&self.masks);
        upload.section_of(&self.lists);
        upload.section_of(&self.families);
        upload.section_of(&self.pieces);
        upload.section_of(&self.boards);
    }

    /// Makes the dispatches and appends their parameters.
    pub fn dispatches(&self, upload: &mut Upload, fit: &TileFit) -> Vec<Dispatch> {
        let limits = fit.limits;
        let invocations = limits.workgroups.saturating_mul(fit.lanes);
        let pieces = self.runs_of_pieces(limits.dispatch_patterns, invocations);
        let mut launches = Launches {
            upload,
            exposed: fit.query.exposed.number(),
            dispatches: Vec::new(),
        };
        match fit.query.scope {
            Scope::BestOfFamily => {
                let families = runs(self.families.len(), invocations);
                launches.add(Entry::ClearFamilies, 0, &families, fit.lanes);
                launches.add(Entry::BestOfPiece, 0, &pieces, fit.lanes);
                launches.add(Entry::BestOfFamily, 0, &pieces, fit.lanes);
            }
            Scope::EveryMove => {
                let boards = runs(self.boards.len(), limits.workgroups);
                launches.add(Entry::ClearBoards, 0, &boards, 1);
                for digit in 0..DIGITS {
                    launches.add(Entry::Count, digit, &pieces, fit.lanes);
                    launches.add(Entry::SelectDigit, digit, &boards, 1);
                }
                launches.add(Entry::Collect, 0, &pieces, fit.lanes);
            }
        }
        launches.dispatches
    }

    /// Divides the pieces into runs of at most `max_moves` moves and `max_pieces` pieces. A run has at least
    /// one piece.
    fn runs_of_pieces(&self, max_moves: usize, max_pieces: usize) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        let mut moves = 0;
        for (index, piece) in self.pieces.iter().enumerate() {
            moves += piece.count as usize;
            match runs.last_mut() {
                Some(run) if run.len() < max_pieces && moves <= max_moves => run.end = index + 1,
                _ => {
                    runs.push(index..index + 1);
                    moves = piece.count as usize;
                }
            }
        }
        runs
    }

    /// The best moves of a board of the tile, from the results that came back.
    pub fn best_moves(
        &self,
        fit: &TileFit,
        tile: &Range<usize>,
        board: usize,
        results: &[u32],
    ) -> Vec<BestMove> {
        let in_tile = board - tile.start;
        let families = fit.batch.families(board);
        let results = &results[self.boards[in_tile].kept as usize..];
        // The score, the index of the family on the board, and the index of the move. A lower tuple
        // is a better move.
        let mut moves: Vec<(Reverse<u32>, u32, u32)> = match fit.query.scope {
            Scope::BestOfFamily => {
                let best = results.chunks_exact(BEST_U32S as usize);
                let of_family = |(family, best): (u32, &[u32])| (Reverse(best[0]), family, best[1]);
                (0..families.len() as u32)
                    .zip(best)
                    .map(of_family)
                    .collect()
            }
            Scope::EveryMove => {
                let first = self.first_families[in_tile];
                // The count is never greater than `room`: see `TileFit::max_kept`.
                let count = results[0] as usize;
                let kept = results[1..].chunks_exact(KEPT_U32S as usize).take(count);
                kept.map(|kept| (Reverse(kept[0]), kept[1] - first, kept[2]))
                    .collect()
            }
        };
        if moves.len() > fit.query.top {
            moves.select_nth_unstable(fit.query.top);
            moves.truncate(fit.query.top);
        }
        moves.sort_unstable();
        let best_move = |(Reverse(score), family, index)| BestMove {
            family,
            index,
            cells: fit.batch.cells(families.start + family as usize, index),
            score,
        };
        moves.into_iter().map(best_move).collect()
    }
}

/// Divides `0..count` into runs of at most `max`.
fn runs(count: usize, max: usize) -> Vec<Range<usize>> {
    let starts = (0..count).step_by(max);
    starts.map(|start| start..count.min(start + max)).collect()
}

/// Collects the dispatches of a tile.
struct Launches<'a> {
    upload: &'a mut Upload,
    exposed: u32,
    dispatches: Vec<Dispatch>,
}

impl Launches<'_> {
    /// Adds one dispatch of an entry point for each run of pieces, families or boards. One
    /// workgroup handles `per_workgroup` pieces, families or boards.
    fn add(&mut self, entry: Entry, digit: u32, runs: &[Range<usize>], per_workgroup: usize) {
        for run in runs {
            let launch = Launch {
                first: run.start as u32,
                end: run.end as u32,
                digit,
                exposed: self.exposed,
            };
            self.dispatches.push(Dispatch {
                entry: entry as usize,
                parameters: self.upload.parameters(&launch),
                workgroups: [run.len().div_ceil(per_workgroup) as u32, 1],
            });
        }
    }
}
