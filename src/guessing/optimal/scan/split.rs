//! How one guess divides a set.

use crate::compute::split_bounds::splits;
use crate::guessing::optimal::tables::{BlockRow, Column, GuessRank, Tables};

/// How a guess divides a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The number of words that share a group with an earlier word.
    pub repeats: u32,
    /// The number of pairs of words that share a group.
    pub pairs: u64,
    /// True if the guess is one of the words.
    pub is_in_set: bool,
}

/// The patterns of one guess on a set. The buffers are reused for the next guess.
pub struct SetPatterns {
    codes: Vec<u8>,
    /// The size of each group, by code. All zero between calls.
    counts: Box<[u16; 256]>,
}

impl Default for SetPatterns {
    fn default() -> SetPatterns {
        SetPatterns {
            codes: Vec::new(),
            counts: Box::new([0; 256]),
        }
    }
}

impl SetPatterns {
    /// Loads the patterns of a guess on some words.
    pub fn load(&mut self, tables: &Tables, guess: GuessRank, members: &[Column]) {
        let codes = tables.codes(guess);
        self.codes.clear();
        self.codes
            .extend(members.iter().map(|&member| codes[member.at()]));
    }

    /// Loads the patterns of one of 64 guesses: row i holds the patterns of word i.
    pub fn load_lane(&mut self, rows: &[BlockRow], lane: usize) {
        self.codes.clear();
        self.codes.extend(rows.iter().map(|row| row.0[lane]));
    }

    /// The number of groups.
    pub fn groups(&self) -> u32 {
        splits(&self.codes).into()
    }

    /// The split that the patterns make. `solved` is the code of a guess that is the solution.
    pub fn split(&mut self, solved: u8) -> Split {
        let mut split = Split {
            repeats: 0,
            pairs: 0,
            is_in_set: false,
        };
        for &code in &self.codes {
            let count = &mut self.counts[usize::from(code)];
            split.repeats += u32::from(*count > 0);
            split.pairs += u64::from(*count);
            split.is_in_set |= code == solved;
            *count += 1;
        }
        // Only the entries that were used: clearing all 256 would take longer than counting a small set.
        for &code in &self.codes {
            self.counts[usize::from(code)] = 0;
        }
        split
    }
}
