//! Five marks as one number.

use crate::words::WORD_LENGTH;

/// The number of patterns: three marks in each of five places.
pub const PATTERNS: usize = 243;

/// Powers of three: what a mark of 1 in each place adds to the code.
pub const PLACE_VALUES: [u8; WORD_LENGTH] = [1, 3, 9, 27, 81];

/// The marks that a guess was given, one of three (0, 1, 2) in each of five places.
///
/// Its code is Σ mark(i)·3^i with the first letter least significant, below [`PATTERNS`]: the
/// convention of the widely copied 3Blue1Brown tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern(u8);

impl Pattern {
    /// The pattern of five marks.
    ///
    /// # Panics
    /// If a mark is above 2.
    pub fn from_marks(marks: [u8; WORD_LENGTH]) -> Pattern {
        assert!(marks.iter().all(|&mark| mark < 3), "a mark is 0, 1 or 2");
        Pattern(marks.iter().zip(PLACE_VALUES).map(|(m, v)| m * v).sum())
    }

    /// The pattern with a code, if there is one.
    pub fn from_code(code: u8) -> Option<Pattern> {
        (usize::from(code) < PATTERNS).then_some(Pattern(code))
    }

    /// The code, below [`PATTERNS`].
    pub fn code(self) -> u8 {
        self.0
    }

    /// The five marks.
    pub fn marks(self) -> [u8; WORD_LENGTH] {
        PLACE_VALUES.map(|value| self.0 / value % 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_goes_through_its_marks_and_back() {
        for code in 0..PATTERNS as u8 {
            let pattern = Pattern::from_code(code).unwrap();
            assert_eq!(Pattern::from_marks(pattern.marks()), pattern);
        }
        assert_eq!(Pattern::from_code(243), None);
    }

    #[test]
    fn the_first_letter_is_least_significant() {
        assert_eq!(Pattern::from_marks([1, 0, 0, 0, 0]).code(), 1);
        assert_eq!(Pattern::from_marks([0, 0, 0, 0, 2]).code(), 162);
        assert_eq!(Pattern::from_marks([2; 5]).code(), 242);
    }
}
