//! The pattern codes of a game in two layouts, in the order in which a scan reads them.

use rayon::prelude::*;

use crate::compute::cpu;
use crate::compute::{CandidateIndex, CodeTable, GuessIndex, PartitionStats, TableOf};
use crate::guessing::Game;

/// The number of best guesses whose patterns determine the order of the candidates.
const SORTING_GUESSES: usize = 3;

/// The number of guesses in a block.
pub const LANES: usize = 64;

/// The codes of the guesses of a block on one candidate: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct BlockRow(pub [u8; LANES]);

/// A guess by its rank in [`Tables`]: rank 0 leaves the fewest expected candidates. This is not its index in
/// the list of guesses; see [`Tables::guess`] and [`Tables::rank`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GuessRank(pub u32);

/// A candidate by its column in [`Tables`]. This is not its index in the list of candidates: columns are in the
/// order of [`sorted_candidates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Column(pub u32);

impl GuessRank {
    /// The rank as an index into a slice.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

impl Column {
    /// The column as an index into a slice.
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// The code of every guess on every candidate, in two layouts: by guess, to sort a set into groups, and by
/// block of 64 guesses, to compare the candidates of a set with each other.
///
/// The order of rows and columns is chosen for speed:
///
/// - Guesses are ordered by [`GuessRank`], so that a scan sees good guesses early and can then skip whole
///   blocks of bad ones.
/// - Candidates are ordered so that those with the same patterns for the best guesses are neighbours. Most sets
///   in a search are groups of good guesses, so their columns are in a few runs of memory.
///
/// Both layouts together take two bytes per guess and candidate: 60 MB for the original lists of Wordle.
pub struct Tables {
    /// The list index of each guess, by rank.
    guesses: Vec<GuessIndex>,
    /// The rank of each guess, by list index.
    ranks: Vec<GuessRank>,
    candidates: usize,
    /// The length of a row of `by_guess`.
    stride: usize,
    /// The table of the game with its columns in the order of these tables.
    table: CodeTable,
    by_guess: Vec<u8>,
    by_block: Vec<BlockRow>,
    /// For each column, the rank of the candidate as a guess.
    ranks_of_candidates: Vec<GuessRank>,
    solved: u8,
    max_groups: u32,
    /// How each guess divides all candidates, by rank.
    stats: Vec<PartitionStats>,
}

impl Tables {
    /// Builds the tables of a game.
    pub fn new(game: &Game) -> Tables {
        let all: Vec<GuessIndex> = GuessIndex::up_to(game.table().guesses()).collect();
        let all_stats = cpu::partition(game.table(), &all);
        let mut guesses = all;
        guesses.sort_by_key(|&guess| all_stats[guess.at()].sum_squares);
        let stats: Vec<PartitionStats> =
            guesses.iter().map(|&guess| all_stats[guess.at()]).collect();
        let mut ranks = vec![GuessRank(0); guesses.len()];
        for (rank, &guess) in (0..).zip(&guesses) {
            ranks[guess.at()] = GuessRank(rank);
        }
        let order = sorted_candidates(bytes(game.table()), &guesses);
        let table = game.table().restrict(&order);
        let ranks_of_candidates = order
            .iter()
            .map(|&candidate| ranks[game.guess_of_candidate(candidate).at()])
            .collect();
        let candidates = table.solutions();
        let stride = candidates.next_multiple_of(LANES).max(LANES);
        let by_guess = rows(bytes(&table), &guesses, stride);
        Tables {
            by_block: blocks(&by_guess, stride, candidates),
            max_groups: stats.iter().map(|stats| stats.splits).max().unwrap_or(0),
            solved: bytes(&table).solved_code(),
            table,
            guesses,
            ranks,
            candidates,
            stride,
            by_guess,
            ranks_of_candidates,
            stats,
        }
    }

    /// The number of bytes that the tables of a game take.
    pub fn bytes(game: &Game) -> u64 {
        2 * game.table().guesses() as u64 * game.table().solutions() as u64
    }

    /// The number of guesses.
    pub fn guesses(&self) -> usize {
        self.guesses.len()
    }

    /// All ranks, ascending.
    pub fn all_ranks(&self) -> impl Iterator<Item = GuessRank> + use<> {
        (0..self.guesses.len() as u32).map(GuessRank)
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// The list index of the guess with this rank.
    pub fn guess(&self, rank: GuessRank) -> GuessIndex {
        self.guesses[rank.at()]
    }

    /// The rank of the guess with this list index.
    pub fn rank(&self, guess: GuessIndex) -> GuessRank {
        self.ranks[guess.at()]
    }

    /// The rank of a candidate as a guess.
    pub fn rank_of_candidate(&self, candidate: Column) -> GuessRank {
        self.ranks_of_candidates[candidate.at()]
    }

    /// The same codes for a backend: rows are guesses by list index, columns are in the order of these tables.
    pub fn table(&self) -> &CodeTable {
        &self.table
    }

    /// The codes of one guess, by column.
    pub fn codes(&self, rank: GuessRank) -> &[u8] {
        &self.by_guess[rank.at() * self.stride..][..self.candidates]
    }

    /// The codes of the 64 guesses from rank 64 · `block` on, by column. Where there are fewer guesses, the
    /// remaining lanes are zero.
    pub fn block(&self, block: usize) -> &[BlockRow] {
        &self.by_block[block * self.candidates..][..self.candidates]
    }

    /// The code of a guess that is the solution.
    pub fn solved(&self) -> u8 {
        self.solved
    }

    /// The highest number of groups that any guess makes of all candidates. No guess makes more groups of a
    /// smaller set.
    pub fn max_groups(&self) -> u32 {
        self.max_groups
    }

    /// How a guess divides all candidates.
    pub fn stats(&self, rank: GuessRank) -> &PartitionStats {
        &self.stats[rank.at()]
    }
}

/// The table itself, whose codes are bytes.
fn bytes(table: &CodeTable) -> &TableOf<u8> {
    match table {
        CodeTable::Bytes(table) => table,
        CodeTable::Pairs(_) => unimplemented!("words of more than five letters"),
    }
}

/// The candidates, sorted by their patterns for the first [`SORTING_GUESSES`] of `guesses`: those that these
/// guesses do not separate become neighbours.
fn sorted_candidates(table: &TableOf<u8>, guesses: &[GuessIndex]) -> Vec<CandidateIndex> {
    let mut order: Vec<CandidateIndex> = CandidateIndex::up_to(table.solutions()).collect();
    let codes: Vec<Vec<u8>> = guesses
        .iter()
        .take(SORTING_GUESSES)
        .map(|&guess| {
            let mut codes = vec![0; table.solutions()];
            table.codes_of(guess, &mut codes);
            codes
        })
        .collect();
    order.sort_by_cached_key(|&candidate| -> Vec<u8> {
        codes.iter().map(|codes| codes[candidate.at()]).collect()
    });
    order
}

/// The codes of `guesses`, one row of `stride` bytes per guess.
fn rows(table: &TableOf<u8>, guesses: &[GuessIndex], stride: usize) -> Vec<u8> {
    let mut rows = vec![0; stride * guesses.len()];
    rows.par_chunks_mut(stride)
        .zip(guesses)
        .for_each(|(codes, &guess)| {
            table.codes_of(guess, &mut codes[..table.solutions()]);
        });
    rows
}

/// Transposes the rows of guesses, block by block.
fn blocks(by_guess: &[u8], stride: usize, candidates: usize) -> Vec<BlockRow> {
    let mut blocks =
        vec![BlockRow([0; LANES]); by_guess.len().div_ceil(stride * LANES) * candidates];
    blocks
        .par_chunks_mut(candidates.max(1))
        .zip(by_guess.par_chunks(stride * LANES))
        .for_each(|(block, guesses)| {
            for first in (0..candidates).step_by(LANES) {
                let block = &mut block[first..candidates.min(first + LANES)];
                for (lane, codes) in guesses.chunks_exact(stride).enumerate() {
                    for (line, &code) in block.iter_mut().zip(&codes[first..]) {
                        line.0[lane] = code;
                    }
                }
            }
        });
    blocks
}
