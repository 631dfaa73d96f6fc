//! `best_moves.wgsl`: the best moves of boards.
//!
//! A tile is a run of boards. The moves of a word are cut into pieces, an invocation each, and no score
//! of a single move comes back. Of each word comes its best move, and the host takes the best of those.
//! For the best moves of a board the device searches for the worst of them, digit by digit of a key that
//! holds a move's score and the place of its piece; then those that are no worse come back: as many as
//! are wanted and, at most, the equals in one piece besides.

use std::cmp::Reverse;
use std::ops::Range;

use bytemuck::{Pod, Zeroable};

use super::super::ComputeError;
use super::super::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use super::super::grid::{CELLS, Exposed};
use super::device::Device;
use super::job::{Dispatch, Job, Stage, Upload};
use super::tiles::{DISPATCHES_PER_TILE, TileLimits};

pub(super) const STAGE: Stage = Stage {
    name: "best_moves",
    entries: &[
        "clear_words",
        "best",
        "settle",
        "clear_boards",
        "count",
        "select_digit",
        "collect",
    ],
    source: include_str!(concat!(env!("OUT_DIR"), "/best_moves.wgsl")),
    sections: 5,
    lanes: |tuning| tuning.best_moves,
};

/// The places of the entry points in [`STAGE`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    ClearWords,
    Best,
    Settle,
    ClearBoards,
    Count,
    SelectDigit,
    Collect,
}

/// The digits of a key.
const DIGITS: u32 = 4;

/// Words that the search for the worst move of a board takes: `BINS` and three in the shader.
const SEARCH_WORDS: usize = 2_048 + 3;

/// Pieces of a board have places of 22 bits.
const MOST_PIECES: usize = 1 << 22;

/// Moves in a piece, unless its word has very many: enough to outweigh the piece's own bytes.
const PIECE: u64 = 64;

/// Pieces of a word, unless they would be too long.
const PIECES_A_WORD: u64 = 1 << 16;

/// The most turns that the loops of one invocation take together: see `sets`.
const TURNS: u64 = 65_000;

/// Words of a result of a word or a piece, and of a move that is kept.
const BEST_WORDS: usize = 2;
const KEPT_WORDS: usize = 3;

/// Whether the device is of use: the CPU twin takes boards whose moves have no number of 32 bits, words
/// of more letters than squares, and batches of which half of the moves or more are wanted, so that
/// there is hardly anything to reduce.
pub(super) fn suits(batch: &MoveBatch, query: MoveQuery) -> bool {
    let (mut all, mut wanted) = (0u64, 0u64);
    for board in 0..batch.len() {
        let moves = batch.moves_of_board(board);
        let mut words = batch.families(board);
        if moves > u64::from(u32::MAX) || words.any(|word| batch.lists(word).len() > CELLS) {
            return false;
        }
        all += moves;
        wanted += moves.min(query.top as u64);
    }
    query.scope == Scope::BestOfFamily || wanted.saturating_mul(2) <= all
}

/// [`Backend::best_moves`](super::super::Backend::best_moves) on a device, for a batch that
/// [`suits`] it, in tiles of boards.
///
/// # Errors
/// [`ComputeError`]; [`ComputeError::Refused`] also if a board fits no tile.
pub(super) fn run(
    device: &Device,
    limits: &TileLimits,
    batch: &MoveBatch,
    query: MoveQuery,
) -> Result<Vec<Vec<BestMove>>, ComputeError> {
    let room = Room {
        batch,
        limits,
        query,
        lanes: device.lanes(&STAGE) as usize,
        alignment: device.part_alignment(),
    };
    let mut best = Vec::with_capacity(batch.len());
    while best.len() < batch.len() {
        let tile = best.len()..room.tile_end(best.len())?;
        let plan = Plan::new(&room, tile.clone());
        // A tile without moves has nothing to ask for.
        if plan.pieces.is_empty() || query.top == 0 {
            best.extend(tile.map(|_| Vec::new()));
            continue;
        }
        let mut upload = device.upload();
        plan.write(&mut upload);
        let dispatches = plan.dispatches(&mut upload, &room);
        let job = Job {
            stage: &STAGE,
            upload: &upload,
            dispatches: &dispatches,
            output_bytes: plan.output * size_of::<u32>(),
            scratch_bytes: plan.scratch * size_of::<u32>(),
        };
        device.run(&job, |bytes| {
            let words: Vec<u32> = bytemuck::pod_collect_to_vec(bytes);
            let of_board = |board| plan.best_moves(&room, &tile, board, &words);
            best.extend(tile.clone().map(of_board));
        })?;
    }
    Ok(best)
}

/// How many moves a piece of a word has.
fn moves_a_piece(moves: u64, lists: usize, limits: &TileLimits) -> u64 {
    let most = (TURNS / (lists as u64 + 2)).min(limits.dispatch_patterns as u64);
    moves.div_ceil(PIECES_A_WORD).max(PIECE).min(most).max(1)
}

/// `Launch` in the shader.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Launch {
    first: u32,
    end: u32,
    digit: u32,
    order: u32,
}

/// `MoveWord` in the shader.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Word {
    lists: u32,
    list_count: u32,
    board: u32,
    result: u32,
}

/// `MovePiece` in the shader.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Piece {
    word: u32,
    first: u32,
    count: u32,
    place: u32,
    result: u32,
}

/// `MoveBoard` in the shader.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Board {
    ours: u32,
    theirs: u32,
    takeable: u32,
    wanted: u32,
    kept: u32,
    room: u32,
    search: u32,
}

/// What some boards take together, at most: lists that words share are counted for each.
#[derive(Clone, Copy, Default)]
struct Load {
    boards: usize,
    words: usize,
    lists: usize,
    masks: usize,
    pieces: usize,
    moves: u64,
    /// Words that are written.
    results: usize,
}

/// What is asked for, and what a tile may take.
struct Room<'a> {
    batch: &'a MoveBatch,
    limits: &'a TileLimits,
    query: MoveQuery,
    /// Invocations in a workgroup.
    lanes: usize,
    alignment: usize,
}

impl Room<'_> {
    /// Where a tile that starts with board `first` ends.
    fn tile_end(&self, first: usize) -> Result<usize, ComputeError> {
        let mut load = Load::default();
        for board in first..self.batch.len() {
            let more = self.with(load, board)?;
            let fits = self.fits(&more);
            if board == first && !fits {
                return Err(self.refusal(board));
            }
            let long = self.dispatches(&more) > DISPATCHES_PER_TILE;
            if board > first && (long || !fits) {
                return Ok(board);
            }
            load = more;
        }
        Ok(self.batch.len())
    }

    fn with(&self, mut load: Load, board: usize) -> Result<Load, ComputeError> {
        let pieces = load.pieces;
        let mut largest = 0;
        for word in self.batch.families(board) {
            let lists = self.batch.lists(word);
            let moves = self.batch.moves(word);
            let a_piece = moves_a_piece(moves, lists.len(), self.limits);
            largest = largest.max(a_piece);
            load.words += 1;
            load.lists += lists.len();
            load.masks += lists
                .iter()
                .map(|&list| self.batch.masks(list).len())
                .sum::<usize>();
            load.pieces += moves.div_ceil(a_piece) as usize;
            load.moves += moves;
        }
        if load.pieces - pieces > MOST_PIECES {
            return Err(self.refusal(board));
        }
        load.boards += 1;
        load.results += match self.query.scope {
            Scope::BestOfFamily => {
                BEST_WORDS * (self.batch.families(board).len() + load.pieces - pieces)
            }
            Scope::EveryMove => {
                1 + SEARCH_WORDS + (load.pieces - pieces) + KEPT_WORDS * self.kept(board, largest)
            }
        };
        Ok(load)
    }

    /// The most moves that are kept of a board of which the largest piece has so many.
    fn kept(&self, board: usize, largest: u64) -> usize {
        let moves = self.batch.moves_of_board(board);
        moves.min((self.query.top as u64).saturating_add(largest)) as usize
    }

    fn fits(&self, load: &Load) -> bool {
        let sections = [
            load.masks * size_of::<u32>(),
            load.lists * size_of::<[u32; 2]>(),
            load.words * size_of::<Word>(),
            load.pieces * size_of::<Piece>(),
            load.boards * size_of::<Board>(),
        ];
        let launch = size_of::<Launch>().next_multiple_of(self.alignment);
        let upload = sections.iter().sum::<usize>()
            + sections.len() * self.alignment
            + self.dispatches(load) * launch;
        let largest = self.limits.binding_bytes;
        load.results * size_of::<u32>() <= largest.min(self.limits.output_bytes)
            && sections.iter().all(|&bytes| bytes <= largest)
            && upload <= self.limits.upload_bytes
    }

    /// At least as many as [`Plan::dispatches`] makes. Of two neighbours, one ended because the other's
    /// first piece had too many moves for it, or because it had all workgroups.
    fn dispatches(&self, load: &Load) -> usize {
        let limits = self.limits;
        let lanes = limits.workgroups.saturating_mul(self.lanes);
        let by_moves = 2 * (load.moves / limits.dispatch_patterns as u64) as usize + 2;
        let over_pieces = by_moves + load.pieces / lanes;
        match self.query.scope {
            Scope::BestOfFamily => load.words / lanes + 1 + 2 * over_pieces,
            Scope::EveryMove => {
                let digits = DIGITS as usize;
                (digits + 1) * (load.boards / limits.workgroups + 1 + over_pieces)
            }
        }
    }

    fn refusal(&self, board: usize) -> ComputeError {
        ComputeError::Refused(format!(
            "a board of {} words and {} moves is too large for its limits of {} bytes a binding and \
             {} a buffer",
            self.batch.families(board).len(),
            self.batch.moves_of_board(board),
            self.limits.binding_bytes,
            self.limits.upload_bytes,
        ))
    }
}

/// A tile, ready to be uploaded.
#[derive(Default)]
struct Plan {
    masks: Vec<u32>,
    lists: Vec<[u32; 2]>,
    words: Vec<Word>,
    pieces: Vec<Piece>,
    boards: Vec<Board>,
    /// The first word of each board.
    first_words: Vec<u32>,
    /// Words that come back.
    output: usize,
    /// Words behind them.
    scratch: usize,
}

impl Plan {
    fn new(room: &Room, tile: Range<usize>) -> Plan {
        let mut plan = Plan::default();
        // Where each list of the batch stands, once it does.
        let mut places = vec![None; room.batch.list_count()];
        for board in tile {
            plan.push_board(room, board, &mut places);
        }
        plan.place_scratch(room.query.scope);
        plan
    }

    fn push_board(&mut self, room: &Room, board: usize, places: &mut [Option<[u32; 2]>]) {
        let batch = room.batch;
        let first_piece = self.pieces.len();
        let mut largest = 0;
        self.first_words.push(self.words.len() as u32);
        for word in batch.families(board) {
            let lists = batch.lists(word);
            let moves = batch.moves(word);
            let a_piece = moves_a_piece(moves, lists.len(), room.limits);
            largest = largest.max(a_piece);
            for first in (0..moves).step_by(a_piece as usize) {
                self.pieces.push(Piece {
                    word: self.words.len() as u32,
                    first: first as u32,
                    count: a_piece.min(moves - first) as u32,
                    place: (self.pieces.len() - first_piece) as u32,
                    result: 0,
                });
            }
            self.words.push(Word {
                lists: self.lists.len() as u32,
                list_count: lists.len() as u32,
                board: self.boards.len() as u32,
                result: (BEST_WORDS * self.words.len()) as u32,
            });
            for &list in lists {
                let place = places[list as usize].get_or_insert_with(|| {
                    let start = self.masks.len() as u32;
                    self.masks.extend_from_slice(batch.masks(list));
                    [start, self.masks.len() as u32 - start]
                });
                self.lists.push(*place);
            }
        }
        let state = batch.state(board);
        let kept = room.kept(board, largest);
        self.boards.push(Board {
            ours: state.ours,
            theirs: state.theirs,
            takeable: state.takeable,
            wanted: room.query.top.min(kept) as u32,
            kept: self.output as u32,
            room: kept as u32,
            search: 0,
        });
        self.output += match room.query.scope {
            Scope::BestOfFamily => BEST_WORDS * batch.families(board).len(),
            Scope::EveryMove => 1 + KEPT_WORDS * kept,
        };
    }

    /// Gives each piece, and each board where it needs it, its place behind what comes back.
    fn place_scratch(&mut self, rows: Scope) {
        let words_a_piece = match rows {
            Scope::BestOfFamily => BEST_WORDS,
            Scope::EveryMove => 1,
        };
        for piece in &mut self.pieces {
            piece.result = (self.output + self.scratch) as u32;
            self.scratch += words_a_piece;
        }
        if rows == Scope::EveryMove {
            for board in &mut self.boards {
                board.search = (self.output + self.scratch) as u32;
                self.scratch += SEARCH_WORDS;
            }
        }
    }

    fn write(&self, upload: &mut Upload) {
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.masks)));
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.lists)));
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.words)));
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.pieces)));
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.boards)));
    }

    fn dispatches(&self, upload: &mut Upload, room: &Room) -> Vec<Dispatch> {
        let limits = room.limits;
        let a_workgroup = room.lanes;
        let lanes = limits.workgroups.saturating_mul(a_workgroup);
        let pieces = self.runs_of_pieces(limits.dispatch_patterns, lanes);
        let words = runs(self.words.len(), lanes);
        let boards = runs(self.boards.len(), limits.workgroups);
        let mut launches = Launches {
            upload,
            exposed: room.query.exposed,
            dispatches: Vec::new(),
        };
        match room.query.scope {
            Scope::BestOfFamily => {
                launches.push(Entry::ClearWords, 0, &words, a_workgroup);
                launches.push(Entry::Best, 0, &pieces, a_workgroup);
                launches.push(Entry::Settle, 0, &pieces, a_workgroup);
            }
            Scope::EveryMove => {
                launches.push(Entry::ClearBoards, 0, &boards, 1);
                for digit in 0..DIGITS {
                    launches.push(Entry::Count, digit, &pieces, a_workgroup);
                    launches.push(Entry::SelectDigit, digit, &boards, 1);
                }
                launches.push(Entry::Collect, 0, &pieces, a_workgroup);
            }
        }
        launches.dispatches
    }

    /// The pieces in runs of at most so many moves and pieces.
    fn runs_of_pieces(&self, most_moves: usize, most: usize) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        let mut moves = 0;
        for (place, piece) in self.pieces.iter().enumerate() {
            moves += piece.count as usize;
            match runs.last_mut() {
                Some(run) if run.len() < most && moves <= most_moves => run.end = place + 1,
                _ => {
                    runs.push(place..place + 1);
                    moves = piece.count as usize;
                }
            }
        }
        runs
    }

    /// The best moves of a board of the tile, from the words that came back.
    fn best_moves(
        &self,
        room: &Room,
        tile: &Range<usize>,
        board: usize,
        words: &[u32],
    ) -> Vec<BestMove> {
        let place = board - tile.start;
        let first = self.first_words[place];
        let in_batch = room.batch.families(board);
        let start = self.boards[place].kept as usize;
        let mut entries: Vec<(Reverse<u32>, u32, u32)> = match room.query.scope {
            Scope::BestOfFamily => {
                let best = words[start..].chunks_exact(BEST_WORDS);
                let numbered = (0..in_batch.len() as u32).zip(best);
                numbered
                    .map(|(w, best)| (Reverse(best[0]), w, best[1]))
                    .collect()
            }
            Scope::EveryMove => {
                // The shader has counted no more than there was room for.
                let kept = words[start] as usize;
                let moves = words[start + 1..].chunks_exact(KEPT_WORDS).take(kept);
                moves.map(|m| (Reverse(m[0]), m[1] - first, m[2])).collect()
            }
        };
        if entries.len() > room.query.top {
            entries.select_nth_unstable(room.query.top);
            entries.truncate(room.query.top);
        }
        entries.sort_unstable();
        let best_move = |(Reverse(score), word, number)| BestMove {
            family: word,
            index: number,
            cells: room.batch.cells(in_batch.start + word as usize, number),
            score,
        };
        entries.into_iter().map(best_move).collect()
    }
}

/// So many things in runs of at most so many.
fn runs(count: usize, most: usize) -> Vec<Range<usize>> {
    let starts = (0..count).step_by(most);
    starts.map(|start| start..count.min(start + most)).collect()
}

/// The dispatches of a tile, as they are made.
struct Launches<'a> {
    upload: &'a mut Upload,
    exposed: Exposed,
    dispatches: Vec<Dispatch>,
}

impl Launches<'_> {
    /// Launches an entry point for each of some runs of things, of which a workgroup takes so many.
    fn push(&mut self, entry: Entry, digit: u32, runs: &[Range<usize>], a_workgroup: usize) {
        for run in runs {
            let launch = Launch {
                first: run.start as u32,
                end: run.end as u32,
                digit,
                order: match self.exposed {
                    Exposed::Ours => 0,
                    Exposed::Interior => 1,
                },
            };
            self.dispatches.push(Dispatch {
                entry: entry as usize,
                parameters: self.upload.parameters(&launch),
                workgroups: [run.len().div_ceil(a_workgroup) as u32, 1],
            });
        }
    }
}
