//! The pattern codes of a game in two layouts, in the order in which a scan reads them.

use rayon::prelude::*;

use crate::compute::code::Code;
use crate::compute::cpu;
use crate::compute::{CandidateIndex, CodeTable, GuessIndex, PartitionStats, TableOf};
use crate::guessing::Game;

/// The number of best guesses whose patterns determine the order of the candidates.
const SORTING_GUESSES: usize = 3;

/// The number of guesses in a block.
pub const LANES: usize = 64;

/// The codes of the guesses of a block on one candidate: one cache line if a code is a byte.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct BlockRow<C>(pub [C; LANES]);

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

/// The codes of a game, and the order in which a search looks at guesses and candidates.
///
/// The order of guesses and candidates is chosen for speed:
///
/// - Guesses are ordered by [`GuessRank`], so that a scan sees good guesses early and can then skip whole
///   blocks of bad ones.
/// - Candidates are ordered so that those with the same patterns for the best guesses are neighbours. Most sets
///   in a search are groups of good guesses, so their columns are in a few runs of memory.
pub struct Tables {
    /// The list index of each guess, by rank.
    guesses: Vec<GuessIndex>,
    /// The rank of each guess, by list index.
    ranks: Vec<GuessRank>,
    /// The table of the game with its columns in the order of these tables.
    table: CodeTable,
    layouts: Layouts,
    /// For each column, the rank of the candidate as a guess.
    ranks_of_candidates: Vec<GuessRank>,
    max_groups: u32,
    /// How each guess divides all candidates, by rank.
    stats: Vec<PartitionStats>,
}

/// The code of every guess on every candidate in two layouts, in the width of the game's codes.
pub enum Layouts {
    Bytes(LayoutsOf<u8>),
    Pairs(LayoutsOf<u16>),
}

/// The code of every guess on every candidate, in two layouts: by guess, to sort a set into groups, and by
/// block of 64 guesses, to compare the candidates of a set with each other.
///
/// Both layouts together take two codes per guess and candidate: 60 MB for the original lists of Wordle.
pub struct LayoutsOf<C> {
    candidates: usize,
    /// The length of a row of `by_guess`.
    stride: usize,
    by_guess: Vec<C>,
    by_block: Vec<BlockRow<C>>,
}

/// Evaluates an expression with the [`LayoutsOf`] one width that [`Layouts`] are.
macro_rules! match_layouts {
    ($layouts:expr, $of_width:ident => $body:expr) => {
        match $layouts {
            $crate::guessing::optimal::tables::Layouts::Bytes($of_width) => $body,
            $crate::guessing::optimal::tables::Layouts::Pairs($of_width) => $body,
        }
    };
}
pub(super) use match_layouts;

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
        let order = match game.table() {
            CodeTable::Bytes(table) => sorted_candidates(table, &guesses),
            CodeTable::Pairs(table) => sorted_candidates(table, &guesses),
        };
        let table = game.table().restrict(&order);
        let ranks_of_candidates = order
            .iter()
            .map(|&candidate| ranks[game.guess_of_candidate(candidate).at()])
            .collect();
        let layouts = match &table {
            CodeTable::Bytes(table) => Layouts::Bytes(LayoutsOf::new(table, &guesses)),
            CodeTable::Pairs(table) => Layouts::Pairs(LayoutsOf::new(table, &guesses)),
        };
        Tables {
            layouts,
            max_groups: stats.iter().map(|stats| stats.splits).max().unwrap_or(0),
            table,
            guesses,
            ranks,
            ranks_of_candidates,
            stats,
        }
    }

    /// The number of bytes that the tables of a game take.
    pub fn bytes(game: &Game) -> u64 {
        let table = game.table();
        let codes = table.guesses() as u64 * table.solutions() as u64;
        2 * codes * table.code_bytes() as u64
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
        self.table.solutions()
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

    /// The codes, in their width.
    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// The number of codes. All codes are below it.
    pub fn code_count(&self) -> usize {
        self.table.codes()
    }

    /// The code of a guess that is the solution.
    pub fn solved(&self) -> u16 {
        self.table.solved_code()
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

impl<C: Code> LayoutsOf<C> {
    fn new(table: &TableOf<C>, guesses: &[GuessIndex]) -> LayoutsOf<C> {
        let candidates = table.solutions();
        let stride = candidates.next_multiple_of(LANES).max(LANES);
        let by_guess = rows(table, guesses, stride);
        LayoutsOf {
            by_block: blocks(&by_guess, stride, candidates),
            candidates,
            stride,
            by_guess,
        }
    }

    /// The codes of one guess, by column.
    pub fn codes(&self, rank: GuessRank) -> &[C] {
        &self.by_guess[rank.at() * self.stride..][..self.candidates]
    }

    /// The codes of the 64 guesses from rank 64 · `block` on, by column. Where there are fewer guesses, the
    /// remaining lanes are zero.
    pub fn block(&self, block: usize) -> &[BlockRow<C>] {
        &self.by_block[block * self.candidates..][..self.candidates]
    }
}

/// The candidates, sorted by their patterns for the first [`SORTING_GUESSES`] of `guesses`: those that these
/// guesses do not separate become neighbours.
fn sorted_candidates<C: Code>(table: &TableOf<C>, guesses: &[GuessIndex]) -> Vec<CandidateIndex> {
    let mut order: Vec<CandidateIndex> = CandidateIndex::up_to(table.solutions()).collect();
    let codes: Vec<Vec<C>> = guesses
        .iter()
        .take(SORTING_GUESSES)
        .map(|&guess| {
            let mut codes = vec![C::default(); table.solutions()];
            table.codes_of(guess, &mut codes);
            codes
        })
        .collect();
    order.sort_by_cached_key(|&candidate| -> Vec<C> {
        codes.iter().map(|codes| codes[candidate.at()]).collect()
    });
    order
}

/// The codes of `guesses`, one row of `stride` codes per guess.
fn rows<C: Code>(table: &TableOf<C>, guesses: &[GuessIndex], stride: usize) -> Vec<C> {
    let mut rows = vec![C::default(); stride * guesses.len()];
    rows.par_chunks_mut(stride)
        .zip(guesses)
        .for_each(|(codes, &guess)| {
            table.codes_of(guess, &mut codes[..table.solutions()]);
        });
    rows
}

/// Transposes the rows of guesses, block by block.
fn blocks<C: Code>(by_guess: &[C], stride: usize, candidates: usize) -> Vec<BlockRow<C>> {
    let mut blocks =
        vec![BlockRow([C::default(); LANES]); by_guess.len().div_ceil(stride * LANES) * candidates];
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
