//! Squares by name: 24 is the square in the second row and the fourth column.

use itertools::Itertools;
use wordgame_engine::letterpress::Board;
use wordgame_engine::letterpress::board::SIDE;

/// Reads the names of squares into a mask.
///
/// # Errors
/// A line that says which name is wrong.
pub fn parse<'a>(names: impl Iterator<Item = &'a str>) -> Result<u32, String> {
    let mut squares = 0;
    for name in names {
        let square = square(name).ok_or_else(|| {
            format!("'{name}' is not a square: name its row and column, each 1 to {SIDE}, as in 24")
        })?;
        if squares >> square & 1 == 1 {
            return Err(format!("the square {name} is named twice"));
        }
        squares |= 1 << square;
    }
    Ok(squares)
}

/// The names of the squares of a word, in the order of its letters. Squares with the same letter are named from the top
/// left to the bottom right.
pub fn spelled(board: &Board, word: &str, mut squares: u32) -> String {
    let mut names = Vec::new();
    for letter in word.bytes() {
        let square = (board.squares_with(letter - b'a') & squares).trailing_zeros() as usize;
        squares &= !(1 << square);
        names.push(format!("{}{}", square / SIDE + 1, square % SIDE + 1));
    }
    names.iter().join(" ")
}

fn square(name: &str) -> Option<usize> {
    let index = |byte: u8| {
        usize::from(byte)
            .checked_sub(usize::from(b'1'))
            .filter(|&n| n < SIDE)
    };
    match *name.as_bytes() {
        [row, column] => Some(index(row)? * SIDE + index(column)?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_named_by_its_row_and_column_from_one() {
        assert_eq!(
            parse("11 12 21 55".split(' ')),
            Ok(1 | 2 | 1 << 5 | 1 << 24)
        );
        assert_eq!(parse("".split_whitespace()), Ok(0));
        for name in ["00", "16", "60", "1", "111", "a1", "é", "-1"] {
            assert!(parse([name].into_iter()).is_err(), "{name}");
        }
        assert!(parse("11 11".split(' ')).unwrap_err().contains("twice"));
    }

    #[test]
    fn the_squares_of_a_word_are_named_in_the_order_of_its_letters() {
        let board = Board::new("efpjaccwcejfjvkqmmpbkumlt", 0, 0, [""; 0]).unwrap();
        let mumble = 15335425;
        assert_eq!(spelled(&board, "mumble", mumble), "43 52 53 45 54 11");
        assert_eq!(parse("43 52 53 45 54 11".split(' ')), Ok(mumble));
    }
}
