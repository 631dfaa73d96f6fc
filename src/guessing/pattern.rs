//! Patterns: the five marks of a guess as one number.

use crate::words::WORD_LENGTH;

/// The number of patterns: 3^5, for three marks in each of five positions.
pub const PATTERNS: usize = 243;

/// The contribution of a mark of 1 to the code, by position.
pub const POWERS_OF_THREE: [u8; WORD_LENGTH] = [1, 3, 9, 27, 81];

/// The marks of a guess: one of three marks (0, 1, 2) in each of five positions.
///
/// The code of a pattern is Σ mark(i)·3^i, with the first letter least significant. It is below [`PATTERNS`]. The
/// widely copied tables of 3Blue1Brown use the same codes.
///
/// ```
/// use wordgame_engine::guessing::Pattern;
///
/// let pattern = Pattern::from_marks([0, 1, 0, 0, 2]);
/// assert_eq!(pattern.code(), 3 + 2 * 81);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern(u8);

impl Pattern {
    /// The pattern with these marks.
    ///
    /// # Panics
    /// If a mark is above 2.
    pub fn from_marks(marks: [u8; WORD_LENGTH]) -> Pattern {
        assert!(marks.iter().all(|&mark| mark < 3), "a mark is 0, 1 or 2");
        Pattern(marks.iter().zip(POWERS_OF_THREE).map(|(m, p)| m * p).sum())
    }

    /// The pattern with this code, or `None` if the code is not below [`PATTERNS`].
    pub fn from_code(code: u8) -> Option<Pattern> {
        (usize::from(code) < PATTERNS).then_some(Pattern(code))
    }

    /// The code, below [`PATTERNS`].
    pub fn code(self) -> u8 {
        self.0
    }

    /// The five marks.
    pub fn marks(self) -> [u8; WORD_LENGTH] {
        POWERS_OF_THREE.map(|power| self.0 / power % 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_convert_to_marks_and_back() {
        for code in 0..PATTERNS as u8 {
            let pattern = Pattern::from_code(code).unwrap();
            assert_eq!(Pattern::from_marks(pattern.marks()), pattern);
        }
        assert_eq!(Pattern::from_code(243), None);
    }

    #[test]
    fn first_letter_is_least_significant() {
        assert_eq!(Pattern::from_marks([1, 0, 0, 0, 0]).code(), 1);
        assert_eq!(Pattern::from_marks([0, 0, 0, 0, 2]).code(), 162);
        assert_eq!(Pattern::from_marks([2; 5]).code(), 242);
    }
}
