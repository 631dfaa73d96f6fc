//! Which guesses a hard mode allows, as sets of bits.

use xxhash_rust::xxh3::xxh3_128;

use super::tables::Tables;
use crate::guessing::{Constraint, Game};
use crate::words::{ALPHABET, WORD_LENGTH};

/// A bit for each guess, by place.
type Bits = Box<[u64]>;

/// For each part of a [`Constraint`] the guesses that obey it.
pub struct Obeying {
    words: usize,
    all: Bits,
    /// For each place in the word, the guesses with one of the letters before a, b … z and any letter there.
    before: [Vec<Bits>; WORD_LENGTH],
    /// For i from 0, for each letter the guesses with more than i copies.
    more_than: [Vec<Bits>; WORD_LENGTH],
}

/// The guesses that a constraint allows.
#[derive(Clone, Debug, Default)]
pub struct AllowedGuesses {
    bits: Vec<u64>,
}

impl Obeying {
    /// The sets of a game.
    pub fn new(game: &Game, tables: &Tables) -> Obeying {
        let words = tables.guesses().div_ceil(64);
        let set = |obeys: &dyn Fn(crate::words::Word) -> bool| {
            let mut bits = vec![0u64; words].into_boxed_slice();
            for place in 0..tables.guesses() as u32 {
                if obeys(game.guess_word(tables.guess(place))) {
                    bits[place as usize / 64] |= 1 << (place % 64);
                }
            }
            bits
        };
        Obeying {
            words,
            all: set(&|_| true),
            before: std::array::from_fn(|i| {
                let before = |end: usize| set(&|word| usize::from(word.letters()[i]) < end);
                (0..=ALPHABET).map(before).collect()
            }),
            more_than: std::array::from_fn(|copies| {
                let more = |letter: usize| set(&|word| word.count(letter as u8) > copies);
                (0..ALPHABET).map(more).collect()
            }),
        }
    }

    /// Writes the guesses that a constraint allows.
    pub fn find(&self, constraint: &Constraint, allowed: &mut AllowedGuesses) {
        allowed.bits.clear();
        allowed.bits.extend_from_slice(&self.all);
        let bits = &mut allowed.bits;
        for (i, letters) in constraint.places().into_iter().enumerate() {
            self.keep_place(i, letters, bits);
        }
        for (i, letters) in constraint.more_than().into_iter().enumerate() {
            for letter in letters_of(letters) {
                and(bits, &self.more_than[i][letter]);
            }
        }
        for (i, letters) in constraint.not_more_than().into_iter().enumerate() {
            for letter in letters_of(letters) {
                and_not(bits, &self.more_than[i][letter]);
            }
        }
    }

    /// Leaves the guesses with one of some letters in a place.
    fn keep_place(&self, place: usize, letters: u32, bits: &mut [u64]) {
        let before = &self.before[place];
        let missing = !letters & ((1 << ALPHABET) - 1);
        // The runs of letters that may not be there: none, one or two if they come of an interval.
        let mut rest = missing;
        while rest != 0 {
            let first = rest.trailing_zeros() as usize;
            let length = (rest >> first).trailing_ones() as usize;
            let end = first + length;
            for (word, (start, end)) in bits.iter_mut().zip(before[first].iter().zip(&before[end]))
            {
                *word &= start | !end;
            }
            rest &= !(((1u32 << length) - 1) << first);
        }
        debug_assert_eq!(bits.len(), self.words);
    }
}

impl AllowedGuesses {
    /// A hash of the guesses, 0 if they are all.
    pub fn hash(&self, obeying: &Obeying) -> u128 {
        match self.bits[..] == obeying.all[..] {
            true => 0,
            false => xxh3_128(bytemuck::cast_slice(&self.bits)),
        }
    }

    /// The places of the guesses, ascending.
    pub fn places(&self) -> Vec<u32> {
        let count: u32 = self.bits.iter().map(|word| word.count_ones()).sum();
        let mut places = Vec::with_capacity(count as usize);
        for (i, &word) in (0..).zip(&self.bits) {
            let mut rest = word;
            while rest != 0 {
                places.push(i * 64 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
        places
    }
}

fn letters_of(letters: u32) -> impl Iterator<Item = usize> {
    (0..ALPHABET).filter(move |letter| letters >> letter & 1 == 1)
}

fn and(bits: &mut [u64], other: &[u64]) {
    for (word, other) in bits.iter_mut().zip(other) {
        *word &= other;
    }
}

fn and_not(bits: &mut [u64], other: &[u64]) {
    for (word, other) in bits.iter_mut().zip(other) {
        *word &= !other;
    }
}
