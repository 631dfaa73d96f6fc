//! Counts the letters of words quickly.

use crate::letterpress::Board;
use crate::words::ALPHABET;

/// The number of squares that a board has with each letter, all in one `u64`.
///
/// Each letter of the board has a field of bits that is just wide enough for its count, and above it one *guard*
/// bit, which is set. A word subtracts 1 from the field of each of its letters. If the word has more of a letter
/// than the board, the subtraction borrows from the guard and clears it, so one comparison finds out.
///
/// Fields and guards of any board fit 51 bits: a letter needs 2 bits if the board has it once, 3 bits for two or
/// three times, 4 bits for four to seven times, and so on.
///
/// Example: on a board with three m and one u, the fields are `1 11 | 1 1` (guard and count of m, then of u).
/// Taking u, m, m leaves `1 01 | 1 0`: both guards are set, so the letters suffice. Another u would clear its
/// guard.
pub struct Tally {
    /// For each letter, 1 in its field.
    units: [u64; ALPHABET],
    /// All counts and guards of the board.
    full: u64,
    guards: u64,
    letters_present: u32,
}

impl Tally {
    /// Counts the letters of a board.
    pub fn new(board: &Board) -> Tally {
        let mut tally = Tally {
            units: [0; ALPHABET],
            full: 0,
            guards: 0,
            letters_present: 0,
        };
        let mut bit = 0;
        for letter in 0..ALPHABET as u8 {
            let count = board.squares_with(letter).count_ones();
            let width = u32::BITS - count.leading_zeros();
            if count > 0 {
                tally.units[usize::from(letter)] = 1 << bit;
                tally.full |= u64::from(count) << bit;
                tally.guards |= 1 << (bit + width);
                tally.letters_present |= 1 << letter;
                bit += width + 1;
            }
        }
        tally.full |= tally.guards;
        tally
    }

    /// The letters that the board has, one bit for each.
    pub fn letters_present(&self) -> u32 {
        self.letters_present
    }

    /// The letters of a word as counts in their fields, or `None` if the board has too few of some letter. The
    /// board must have each letter at least once.
    pub fn count(&self, word: &str) -> Option<u64> {
        let mut rest = self.full;
        for byte in word.bytes() {
            rest -= self.units[usize::from(byte - b'a')];
            if rest & self.guards != self.guards {
                return None;
            }
        }
        Some(self.full - rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_with_one_letter_or_with_all_different_letters_can_be_counted() {
        for letters in [
            &"a".repeat(25),
            "abcdefghijklmnopqrstuvwxy",
            "aabbccddeeffgghhiijjkkllm",
        ] {
            let board = Board::new(letters, 0, 0, [""; 0]).unwrap();
            let tally = Tally::new(&board);
            assert_eq!(tally.count(letters), Some(tally.full - tally.guards));
            assert_eq!(tally.count(&format!("{letters}a")), None);
        }
    }
}
