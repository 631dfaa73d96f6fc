//! The codes of a table as bytes.

use crate::guessing::pattern::code_bytes;

/// The width of the codes of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeWidth {
    /// One byte: words of up to five letters.
    Byte,
    /// Two bytes, the lower one first: words of six letters or more.
    Pair,
}

impl CodeWidth {
    /// The width of the codes of words of a length.
    pub fn of(length: usize) -> CodeWidth {
        match code_bytes(length) {
            1 => CodeWidth::Byte,
            _ => CodeWidth::Pair,
        }
    }

    /// Bytes of a code.
    pub fn bytes(self) -> usize {
        match self {
            CodeWidth::Byte => 1,
            CodeWidth::Pair => 2,
        }
    }

    /// The type of a code in NumPy's notation.
    pub fn dtype(self) -> &'static str {
        match self {
            CodeWidth::Byte => "|u1",
            CodeWidth::Pair => "<u2",
        }
    }

    /// The codes that some bytes hold.
    pub fn codes(self, bytes: &[u8]) -> impl Iterator<Item = u16> {
        let code = |bytes: &[u8]| match *bytes {
            [low, high] => u16::from_le_bytes([low, high]),
            [byte] => byte.into(),
            _ => unreachable!("a code has one or two bytes"),
        };
        bytes.chunks_exact(self.bytes()).map(code)
    }

    /// One column of a tile that has rows of `columns` codes.
    pub fn column(self, tile: &[u8], columns: usize, column: usize) -> Vec<i32> {
        let from = &tile[column * self.bytes()..];
        let codes = self.codes(from).step_by(columns);
        codes.map(i32::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_take_two_bytes_from_six_letters_on() {
        for length in 1..=10 {
            assert_eq!(CodeWidth::of(length).bytes(), 1 + usize::from(length > 5));
        }
    }

    #[test]
    fn columns_are_taken_out_of_rows() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(CodeWidth::Byte.column(&bytes, 4, 1), [2, 6]);
        assert_eq!(CodeWidth::Byte.column(&bytes, 1, 0).len(), 8);
        assert_eq!(CodeWidth::Pair.column(&bytes, 2, 1), [0x0403, 0x0807]);
        assert_eq!(CodeWidth::Pair.column(&bytes, 4, 3), [0x0807]);
    }
}
