//! Patterns: the marks of a guess as one number.

use crate::words::MAX_LENGTH;

/// The contribution of a mark of 1 to the code, by position.
pub const POWERS_OF_THREE: [u16; MAX_LENGTH] = [1, 3, 9, 27, 81, 243, 729, 2_187, 6_561, 19_683];

/// The number of patterns of words of a length: three marks in each position.
///
/// # Panics
/// If the length exceeds [`MAX_LENGTH`].
pub fn patterns(length: usize) -> usize {
    assert!(length <= MAX_LENGTH, "at most {MAX_LENGTH} letters");
    3usize.pow(length as u32)
}

/// The number of bytes of a code in tables of words of a length: one for up to five letters, else two.
///
/// # Panics
/// If the length exceeds [`MAX_LENGTH`].
pub fn code_bytes(length: usize) -> usize {
    if patterns(length) <= 256 { 1 } else { 2 }
}

/// The marks of a guess: one of three marks (0, 1, 2) in each position.
///
/// The code of a pattern is Σ mark(i)·3^i, with the first letter least significant. It is below [`patterns`]. The
/// widely copied tables of 3Blue1Brown use the same codes.
///
/// ```
/// use wordgame_engine::guessing::Pattern;
///
/// let pattern = Pattern::from_marks(&[0, 1, 0, 0, 2]);
/// assert_eq!(pattern.code(), 3 + 2 * 81);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    code: u16,
    length: u8,
}

impl Pattern {
    /// The pattern with these marks.
    ///
    /// # Panics
    /// If a mark is above 2, or if there are more than [`MAX_LENGTH`].
    pub fn from_marks(marks: &[u8]) -> Pattern {
        assert!(marks.iter().all(|&mark| mark < 3), "a mark is 0, 1 or 2");
        assert!(marks.len() <= MAX_LENGTH, "at most {MAX_LENGTH} marks");
        let weighted = marks.iter().zip(POWERS_OF_THREE);
        Pattern {
            code: weighted.map(|(&mark, power)| u16::from(mark) * power).sum(),
            length: marks.len() as u8,
        }
    }

    /// The pattern with `length` marks that are all the same.
    pub fn of_equal_marks(mark: u8, length: usize) -> Pattern {
        Pattern::from_marks(&[mark; MAX_LENGTH][..length])
    }

    /// The pattern of `length` marks with this code, or `None` if the code is not below [`patterns`].
    pub fn from_code(code: u16, length: usize) -> Option<Pattern> {
        (usize::from(code) < patterns(length)).then_some(Pattern {
            code,
            length: length as u8,
        })
    }

    /// The code, below [`patterns`].
    pub fn code(self) -> u16 {
        self.code
    }

    /// The number of marks.
    pub fn length(self) -> usize {
        usize::from(self.length)
    }

    /// The marks.
    pub fn marks(self) -> impl ExactSizeIterator<Item = u8> + Clone {
        (0..self.length()).map(move |position| self.mark(position))
    }

    /// The mark of a position.
    ///
    /// # Panics
    /// If the position is not below [`MAX_LENGTH`].
    pub fn mark(self, position: usize) -> u8 {
        (self.code / POWERS_OF_THREE[position] % 3) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_convert_to_marks_and_back() {
        for length in [1, 3, 5, 6, 10] {
            for code in 0..patterns(length) as u16 {
                let pattern = Pattern::from_code(code, length).unwrap();
                let marks: Vec<u8> = pattern.marks().collect();
                assert_eq!(Pattern::from_marks(&marks), pattern);
            }
            assert_eq!(Pattern::from_code(patterns(length) as u16, length), None);
        }
    }

    #[test]
    fn first_letter_is_least_significant() {
        assert_eq!(Pattern::from_marks(&[1, 0, 0, 0, 0]).code(), 1);
        assert_eq!(Pattern::from_marks(&[0, 0, 0, 0, 2]).code(), 162);
        assert_eq!(Pattern::from_marks(&[2; 5]).code(), 242);
        assert_eq!(Pattern::from_marks(&[2; 10]).code(), 59_048);
    }
}
