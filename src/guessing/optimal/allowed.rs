//! The guesses that hard mode allows, as bit sets.

use xxhash_rust::xxh3::xxh3_128;

use super::tables::{GuessRank, Tables};
use crate::guessing::{Constraint, Game};
use crate::words::{ALPHABET, WORD_LENGTH, Word};

/// One bit for each guess, by rank.
type Bits = Box<[u64]>;

/// For each elementary condition of a [`Constraint`], the guesses that meet it. The guesses that a constraint
/// allows are then a few ANDs of bit sets.
pub struct ConstraintFilters {
    all: Bits,
    /// `letter_before[position][end]`: the guesses whose letter at this position comes before letter `end` of
    /// the alphabet. Any run of letters is the difference of two of these sets.
    letter_before: [Vec<Bits>; WORD_LENGTH],
    /// `more_than[copies][letter]`: the guesses with more than this many copies of a letter.
    more_than: [Vec<Bits>; WORD_LENGTH],
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
        ConstraintFilters {
            all: set(&|_| true),
            letter_before: std::array::from_fn(|position| {
                let before =
                    |end: usize| set(&|word: Word| usize::from(word.letters()[position]) < end);
                (0..=ALPHABET).map(before).collect()
            }),
            more_than: std::array::from_fn(|copies| {
                let more = |letter: usize| set(&|word: Word| word.count(letter as u8) > copies);
                (0..ALPHABET).map(more).collect()
            }),
        }
    }

    /// Writes the guesses that a constraint allows to `allowed`.
    pub fn apply(&self, constraint: &Constraint, allowed: &mut AllowedBits) {
        allowed.bits.clear();
        allowed.bits.extend_from_slice(&self.all);
        let bits = &mut allowed.bits;
        for (position, letters) in constraint.positions().into_iter().enumerate() {
            self.keep_letters(position, letters, bits);
        }
        for (copies, letters) in constraint.more_than().into_iter().enumerate() {
            for letter in indices_of_bits(letters) {
                and(bits, &self.more_than[copies][letter]);
            }
        }
        for (copies, letters) in constraint.not_more_than().into_iter().enumerate() {
            for letter in indices_of_bits(letters) {
                and_not(bits, &self.more_than[copies][letter]);
            }
        }
    }

    /// Keeps the guesses that have one of `letters` (bit 0 is a) at a position.
    fn keep_letters(&self, position: usize, letters: u32, bits: &mut [u64]) {
        let before = &self.letter_before[position];
        // Removes one run of forbidden letters after the other. There are at most two runs if the allowed
        // letters are an interval, and none if all are allowed.
        let mut forbidden = !letters & ((1 << ALPHABET) - 1);
        while forbidden != 0 {
            let first = forbidden.trailing_zeros() as usize;
            let length = (forbidden >> first).trailing_ones() as usize;
            let end = first + length;
            for (bits, (before_first, before_end)) in
                bits.iter_mut().zip(before[first].iter().zip(&before[end]))
            {
                *bits &= before_first | !before_end;
            }
            forbidden &= !(((1u32 << length) - 1) << first);
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

/// The indices of the bits that are set.
fn indices_of_bits(letters: u32) -> impl Iterator<Item = usize> {
    (0..ALPHABET).filter(move |letter| letters >> letter & 1 == 1)
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
