//! Sets of letters, by rank.

use std::ops::{BitAnd, BitOr, Not};
use std::sync::Arc;

use crate::words::{Alphabet, Letter, Word};

/// The number of `u64`s of a set.
const PARTS: usize = 4;

/// A set of letters: bit r of the set belongs to the letter with rank r.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct LetterSet([u64; PARTS]);

impl LetterSet {
    /// The empty set.
    pub const NONE: LetterSet = LetterSet([0; PARTS]);
    /// The set of all ranks, also of those that an alphabet does not have.
    pub const ALL: LetterSet = LetterSet([u64::MAX; PARTS]);

    /// The set of one letter.
    pub fn of(letter: Letter) -> LetterSet {
        let mut set = LetterSet::NONE;
        set.insert(letter.rank());
        set
    }

    /// The letters before a letter.
    pub fn before(letter: Letter) -> LetterSet {
        LetterSet::first(usize::from(letter.rank()))
    }

    /// The letters with the first ranks, this many.
    pub fn first(ranks: usize) -> LetterSet {
        LetterSet(std::array::from_fn(|part| {
            match ranks.saturating_sub(64 * part) {
                bits @ 0..64 => (1 << bits) - 1,
                _ => u64::MAX,
            }
        }))
    }

    /// Adds the letter with a rank.
    pub fn insert(&mut self, rank: u8) {
        self.0[usize::from(rank) / 64] |= 1 << (rank % 64);
    }

    /// True if the set has the letter with a rank.
    pub fn contains(&self, rank: u8) -> bool {
        self.0[usize::from(rank) / 64] >> (rank % 64) & 1 == 1
    }

    /// The number of letters.
    fn len(&self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    /// The rank of the only letter, if there is exactly one.
    pub fn only(&self) -> Option<u8> {
        match self.len() {
            1 => self.ranks().next(),
            _ => None,
        }
    }

    /// The ranks of the letters, ascending.
    pub fn ranks(self) -> impl Iterator<Item = u8> {
        (0..).zip(self.0).flat_map(|(part, mut bits)| {
            std::iter::from_fn(move || {
                let rank = 64 * part + bits.trailing_zeros();
                let has_more = bits != 0;
                bits &= bits.wrapping_sub(1);
                has_more.then_some(rank as u8)
            })
        })
    }

    /// The letters of an alphabet that are in the set: `e` for a single letter, `[a-l]` for a range of the alphabet,
    /// `[aeo]` for other sets, `[]` for none.
    pub fn format(&self, alphabet: &Alphabet) -> String {
        let letters = (0..).zip(alphabet.letters());
        let in_set: Vec<(u8, char)> = letters
            .filter(|&(rank, _)| self.contains(rank))
            .map(|(rank, &letter)| (rank, letter))
            .collect();
        match in_set[..] {
            [(_, letter)] => letter.to_string(),
            [(first, from), .., (last, to)]
                if in_set.len() > 2 && usize::from(last - first) + 1 == in_set.len() =>
            {
                format!("[{from}-{to}]")
            }
            _ => format!("[{}]", in_set.iter().map(|of| of.1).collect::<String>()),
        }
    }
}

impl BitAnd for LetterSet {
    type Output = LetterSet;

    fn bitand(self, other: LetterSet) -> LetterSet {
        LetterSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for LetterSet {
    type Output = LetterSet;

    fn bitor(self, other: LetterSet) -> LetterSet {
        LetterSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for LetterSet {
    type Output = LetterSet;

    fn not(self) -> LetterSet {
        LetterSet(self.0.map(|part| !part))
    }
}

/// Some sets of letters of one alphabet, packed: each takes only as many `u64`s as the alphabet needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct LetterSets {
    /// The sets, one after the other; `None` if all are empty, so that equal sets are equal bits.
    bits: Option<Arc<[u64]>>,
    /// The number of letters of the alphabet, or zero if all sets are empty.
    ranks: usize,
}

impl LetterSets {
    /// Sets of letters of a word's alphabet. Ranks beyond the alphabet are left out.
    pub fn new(word: &Word, sets: &[LetterSet]) -> LetterSets {
        let (ranks, alphabet) = (word.ranks(), LetterSet::first(word.ranks()));
        let parts = |set: &LetterSet| {
            (0..ranks.div_ceil(64))
                .map(|i| set.0[i] & alphabet.0[i])
                .collect::<Vec<u64>>()
        };
        let bits: Arc<[u64]> = sets.iter().flat_map(parts).collect();
        if bits.iter().all(|&bits| bits == 0) {
            return LetterSets::default();
        }
        LetterSets {
            bits: Some(bits),
            ranks,
        }
    }

    /// True if all sets are empty.
    pub fn are_empty(&self) -> bool {
        self.bits.is_none()
    }

    /// The set with an index.
    pub fn get(&self, index: usize) -> LetterSet {
        let mut set = LetterSet::NONE;
        if let Some(bits) = &self.bits {
            let parts = self.ranks.div_ceil(64);
            set.0[..parts].copy_from_slice(&bits[index * parts..][..parts]);
        }
        set
    }

    /// The letters of the alphabet that are not in the set with an index. If all sets are empty, the alphabet is not
    /// known, and these are all ranks.
    pub fn complement(&self, index: usize) -> LetterSet {
        match self.ranks {
            0 => LetterSet::ALL,
            ranks => !self.get(index) & LetterSet::first(ranks),
        }
    }

    /// The union of each set with that of the same index.
    pub fn union(&self, other: &LetterSets) -> LetterSets {
        match (&self.bits, &other.bits) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(bits), Some(others)) => LetterSets {
                bits: Some(bits.iter().zip(&**others).map(|(a, b)| a | b).collect()),
                ranks: self.ranks,
            },
        }
    }

    /// The `u64`s of all sets, or none if all are empty.
    pub fn bits(&self) -> &[u64] {
        self.bits.as_deref().unwrap_or(&[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_those_inserted_ascending() {
        let mut set = LetterSet::NONE;
        let ranks = [0, 1, 63, 64, 130, 254];
        ranks.iter().rev().for_each(|&rank| set.insert(rank));
        assert_eq!(set.ranks().collect::<Vec<u8>>(), ranks);
        assert_eq!(set.len(), 6);
        assert!(set.contains(130) && !set.contains(131));
        assert_eq!((!set).len(), 250);
    }

    #[test]
    fn sets_are_written_as_letters_or_ranges() {
        let alphabet = Alphabet::of_words(["aß"]).unwrap();
        let set = |text: &str| {
            let letters = text.chars().map(|c| alphabet.letter(c).unwrap());
            letters.fold(LetterSet::NONE, |set, letter| set | LetterSet::of(letter))
        };
        for (letters, written) in [("", "[]"), ("e", "e"), ("ab", "[ab]"), ("abd", "[abd]")] {
            assert_eq!(set(letters).format(&alphabet), written);
        }
        assert_eq!(set("yzß").format(&alphabet), "[y-ß]");
        assert_eq!(LetterSet::ALL.format(&alphabet), "[a-ß]");
    }
}
