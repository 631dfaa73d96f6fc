//! How one guess divides a set.

use crate::compute::code::Code;
use crate::compute::split_bounds::splits;
use crate::guessing::optimal::tables::{BlockRow, Column, Tables};

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
pub struct SetPatterns<C: Code> {
    codes: Vec<C>,
    /// The size of each group, by code. All zero between calls.
    counts: Box<C::PerCode<u16>>,
    /// The code of a guess that is the solution.
    solved: usize,
}

impl<C: Code> SetPatterns<C> {
    /// Empty buffers for the codes of some tables.
    pub fn new(tables: &Tables) -> SetPatterns<C> {
        SetPatterns {
            codes: Vec::new(),
            counts: Box::new(C::per_code(0, tables.code_count())),
            solved: tables.solved().into(),
        }
    }

    /// Loads the patterns of a guess on some words. `codes` are the patterns of the guess on all words.
    pub fn load(&mut self, codes: &[C], members: &[Column]) {
        self.codes.clear();
        self.codes
            .extend(members.iter().map(|&member| codes[member.at()]));
    }

    /// Loads the patterns of one of 64 guesses: row i holds the patterns of word i.
    pub fn load_lane(&mut self, rows: &[BlockRow<C>], lane: usize) {
        self.codes.clear();
        self.codes.extend(rows.iter().map(|row| row.0[lane]));
    }

    /// The number of groups.
    pub fn groups(&mut self) -> u32 {
        match C::as_bytes(&self.codes) {
            Some(codes) => splits(codes).into(),
            None => self.codes.len() as u32 - self.split().repeats,
        }
    }

    /// The split that the patterns make.
    pub fn split(&mut self) -> Split {
        let mut split = Split {
            repeats: 0,
            pairs: 0,
            is_in_set: false,
        };
        for &code in &self.codes {
            let count = &mut self.counts[code.at()];
            split.repeats += u32::from(*count > 0);
            split.pairs += u64::from(*count);
            split.is_in_set |= code.at() == self.solved;
            *count += 1;
        }
        // Only the entries that were used: clearing all of them would take longer than counting a small set.
        for &code in &self.codes {
            self.counts[code.at()] = 0;
        }
        split
    }
}
