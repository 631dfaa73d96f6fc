//! The guesses that hard mode allows, as bit sets.

use xxhash_rust::xxh3::xxh3_128;

use super::tables::{GuessRank, Tables};
use crate::guessing::letter_set::LetterSet;
use crate::guessing::{Constraint, Game};
use crate::words::Word;

/// One bit for each guess, by rank.
type Bits = Box<[u64]>;

/// For each elementary condition of a [`Constraint`], the guesses that meet it. The guesses that a constraint
/// allows are then a few ANDs of bit sets.
pub struct ConstraintFilters {
    all: Bits,
    /// `letter_before[position][end]`: the guesses whose letter at this position comes before letter `end` of
    /// the alphabet. Any run of letters is the difference of two of these sets.
    letter_before: Vec<Vec<Bits>>,
    /// `more_than[copies][letter]`: the guesses with more than this many copies of a letter.
    more_than: Vec<Vec<Bits>>,
}

/// The guesses that a constraint allows.
#[derive(Clone, Debug, Default)]
pub struct AllowedBits {
    bits: Vec<u64>,
}

impl ConstraintFilters {
    /// Builds the bit sets of a game.
    pub fn new(game: &Game, tables: &Tables) -> ConstraintFilters {
        let set = |meets: &dyn Fn(Word) -> bool| {
            let mut bits = vec![0u64; tables.guesses().div_ceil(64)].into_boxed_slice();
            for rank in tables.all_ranks() {
                if meets(game.guess_word(tables.guess(rank))) {
                    bits[rank.at() / 64] |= 1 << (rank.0 % 64);
                }
            }
            bits
        };
        let letters = game.lists().alphabet().letters().len();
        let letter_before = |position: usize| {
            let before = |end: usize| set(&|word| usize::from(word[position].rank()) < end);
            (0..=letters).map(before).collect()
        };
        let more_than = |copies: usize| {
            let more = |letter: usize| set(&|word| word.count(letter as u8) > copies);
            (0..letters).map(more).collect()
        };
        let length = game.lists().length();
        ConstraintFilters {
            all: set(&|_| true),
            letter_before: (0..length).map(letter_before).collect(),
            more_than: (0..length).map(more_than).collect(),
        }
    }

    /// Writes the guesses that a constraint allows to `allowed`.
    pub fn apply(&self, constraint: &Constraint, allowed: &mut AllowedBits) {
        allowed.bits.clear();
        allowed.bits.extend_from_slice(&self.all);
        let bits = &mut allowed.bits;
        if constraint.allows_all() {
            return;
        }
        for (position, before) in self.letter_before.iter().enumerate() {
            forbid_letters(before, constraint.forbidden(position), bits);
        }
        for (copies, more_than) in self.more_than.iter().enumerate() {
            for letter in constraint.more_than(copies).ranks() {
                and(bits, &more_than[usize::from(letter)]);
            }
            for letter in constraint.not_more_than(copies).ranks() {
                and_not(bits, &more_than[usize::from(letter)]);
            }
        }
    }
}

/// Removes the guesses that have one of some letters at a position. `before[end]` has the guesses whose letter there comes
/// before letter `end` of the alphabet.
fn forbid_letters(before: &[Bits], forbidden: LetterSet, bits: &mut [u64]) {
    let letters = before.len() - 1;
    let is_forbidden = |letter: usize| forbidden.contains(letter as u8);
    // Removes one run of forbidden letters after the other. There are at most two runs if the allowed letters are an
    // interval, and none if all are allowed.
    let mut end = 0;
    while let Some(first) = (end..letters).find(|&letter| is_forbidden(letter)) {
        end = (first..letters)
            .find(|&letter| !is_forbidden(letter))
            .unwrap_or(letters);
        for (bits, (before_first, before_end)) in
            bits.iter_mut().zip(before[first].iter().zip(&before[end]))
        {
            *bits &= before_first | !before_end;
        }
    }
}

impl AllowedBits {
    /// True if all guesses are allowed.
    pub fn is_all(&self, filters: &ConstraintFilters) -> bool {
        self.bits[..] == filters.all[..]
    }

    /// A hash of the guesses; 0 if all are allowed.
    pub fn hash(&self, filters: &ConstraintFilters) -> u128 {
        if self.is_all(filters) {
            0
        } else {
            xxh3_128(bytemuck::cast_slice(&self.bits))
        }
    }

    /// The guesses, ascending.
    pub fn ranks(&self) -> Vec<GuessRank> {
        let count: u32 = self.bits.iter().map(|bits| bits.count_ones()).sum();
        let mut ranks = Vec::with_capacity(count as usize);
        for (i, &bits) in (0..).zip(&self.bits) {
            let mut rest = bits;
            while rest != 0 {
                ranks.push(GuessRank(i * 64 + rest.trailing_zeros()));
                rest &= rest - 1;
            }
        }
        ranks
    }
}

fn and(bits: &mut [u64], other: &[u64]) {
    for (bits, other) in bits.iter_mut().zip(other) {
        *bits &= other;
    }
}

fn and_not(bits: &mut [u64], other: &[u64]) {
    for (bits, other) in bits.iter_mut().zip(other) {
        *bits &= !other;
    }
}
