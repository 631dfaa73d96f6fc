//! The codes of a game both ways round, with the guesses in the order in which a scan wants them.

use rayon::prelude::*;

use crate::compute::cpu::Cpu;
use crate::compute::{Backend, CodeTable, GuessIndex, PartitionStats};
use crate::guessing::Game;

/// Guesses whose codes order the candidates.
const TELLING_GUESSES: usize = 3;

/// Guesses of a block.
pub const LANES: usize = 64;

/// The codes of the guesses of a block on one candidate: a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Lane(pub [u8; LANES]);

/// The codes of every guess on every candidate, twice.
///
/// Guesses go by their *place*: the guesses with the fewest expected candidates left stand first, so
/// that a scan sees good ones early and drops whole runs of bad ones. Candidates are numbered anew, so
/// that those that good guesses do not tell apart stand together: most sets are of such, and what is
/// read of a set lies in few runs of memory. Takes two bytes a guess and
/// candidate: 60 MB for the lists of Wordle.
pub struct Tables {
    guesses: Vec<u32>,
    places: Vec<u32>,
    candidates: usize,
    stride: usize,
    /// The table of the game with the candidates in this order, for a backend.
    table: CodeTable,
    by_guess: Vec<u8>,
    by_block: Vec<Lane>,
    place_of_candidate: Vec<u32>,
    solved: u8,
    most_groups: u32,
    stats: Vec<PartitionStats>,
}

impl Tables {
    /// The tables of a game.
    pub fn new(game: &Game) -> Tables {
        let all: Vec<u32> = (0..game.table().guesses() as u32).collect();
        let all_stats = Cpu
            .partition(game.table(), bytemuck::cast_slice(&all))
            .expect("the CPU does not fail");
        let mut guesses = all;
        guesses.sort_by_key(|&guess| all_stats[guess as usize].sum_squares);
        let stats: Vec<PartitionStats> = guesses
            .iter()
            .map(|&guess| all_stats[guess as usize])
            .collect();
        let order = neighbours(game.table(), &guesses);
        let table = game.table().restrict(bytemuck::cast_slice(&order));
        let mut places = vec![0; guesses.len()];
        for (place, &guess) in (0..).zip(&guesses) {
            places[guess as usize] = place;
        }
        let candidates = table.solutions();
        let stride = candidates.next_multiple_of(LANES).max(LANES);
        let mut by_guess = vec![0; stride * guesses.len()];
        by_guess
            .par_chunks_mut(stride)
            .zip(&guesses)
            .for_each(|(codes, &guess)| {
                table.codes_of(GuessIndex(guess), &mut codes[..candidates])
            });
        let place_of_candidate = order
            .iter()
            .map(|&candidate| places[game.guess_of_candidate(candidate) as usize])
            .collect();
        Tables {
            by_block: blocks(&by_guess, stride, candidates),
            most_groups: stats.iter().map(|stats| stats.splits).max().unwrap_or(0),
            solved: table.solved_code(),
            table,
            guesses,
            places,
            candidates,
            stride,
            by_guess,
            place_of_candidate,
            stats,
        }
    }

    /// The bytes that the tables of a game take.
    pub fn bytes(game: &Game) -> u64 {
        2 * game.table().guesses() as u64 * game.table().solutions() as u64
    }

    /// The number of guesses.
    pub fn guesses(&self) -> usize {
        self.guesses.len()
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// The guess at a place.
    pub fn guess(&self, place: u32) -> u32 {
        self.guesses[place as usize]
    }

    /// The place of a guess.
    pub fn place(&self, guess: u32) -> u32 {
        self.places[guess as usize]
    }

    /// The place of the guess that is a candidate.
    pub fn place_of_candidate(&self, candidate: u32) -> u32 {
        self.place_of_candidate[candidate as usize]
    }

    /// The codes of all guesses, by their numbers, on the candidates.
    pub fn table(&self) -> &CodeTable {
        &self.table
    }

    /// The codes of the guess at a place, one a candidate.
    pub fn codes(&self, place: u32) -> &[u8] {
        &self.by_guess[place as usize * self.stride..][..self.candidates]
    }

    /// The codes of 64 guesses, from place 64 · `block` on, on each candidate; zeros where there is no
    /// guess any more.
    pub fn block(&self, block: usize) -> &[Lane] {
        &self.by_block[block * self.candidates..][..self.candidates]
    }

    /// The code of a guess that is the solution.
    pub fn solved(&self) -> u8 {
        self.solved
    }

    /// The most groups that any guess makes of all candidates, and so of any set.
    pub fn most_groups(&self) -> u32 {
        self.most_groups
    }

    /// What the guess at a place does to all candidates.
    pub fn stats(&self, place: u32) -> &PartitionStats {
        &self.stats[place as usize]
    }
}

/// The candidates in an order in which those that the first of some guesses do not tell apart stand
/// together.
fn neighbours(table: &CodeTable, guesses: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..table.solutions() as u32).collect();
    let codes: Vec<Vec<u8>> = guesses
        .iter()
        .take(TELLING_GUESSES)
        .map(|&guess| {
            let mut codes = vec![0; table.solutions()];
            table.codes_of(GuessIndex(guess), &mut codes);
            codes
        })
        .collect();
    let code_of = |candidate: u32, codes: &Vec<u8>| codes[candidate as usize];
    order.sort_by_cached_key(|&candidate| -> Vec<u8> {
        codes
            .iter()
            .map(|codes| code_of(candidate, codes))
            .collect()
    });
    order
}

/// Turns the codes of guesses round, block by block.
fn blocks(by_guess: &[u8], stride: usize, candidates: usize) -> Vec<Lane> {
    let mut blocks = vec![Lane([0; LANES]); by_guess.len().div_ceil(stride * LANES) * candidates];
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
