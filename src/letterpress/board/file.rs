//! Board files: reading and writing a board as text.
//!
//! ```text
//! efpja      five rows of letters
//! ccwce
//! jfjvk
//! qmmpb
//! kumlt
//!            a blank line
//! oo..t      five rows of owners: . free, o ours, t theirs
//! o...o
//! .o...
//! .....
//! .t.tt
//!            a blank line
//! mumble     the words played
//!            a blank line
//! to move: theirs, after a pass
//! ```
//!
//! The words and the last line may be missing. `to move:` is followed by `ours` or `theirs`, and by `, after a pass` or
//! `, after two passes` if the last turns were passes.

use std::fmt;

use super::{Board, BoardError, SIDE, shortened};
use crate::letterpress::game::Side;
use crate::letterpress::rules::{Position, SQUARES, protected};

/// The beginning of the line that says whose turn it is. No word has a colon.
const TO_MOVE: &str = "to move:";

/// The endings of that line, by the number of passes before the turn.
const PASSES: [&str; 3] = ["", ", after a pass", ", after two passes"];

/// The contents of a board file. Its `Display` writes the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFile {
    /// The board as we see it.
    pub board: Board,
    /// Whose turn it is, if the file says so.
    pub turn: Option<SavedTurn>,
}

/// Whose turn it is in a game that was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedTurn {
    /// The player to move.
    pub to_move: Side,
    /// The number of passes since the last word: none, one, or two, which have ended the game.
    pub passes: usize,
}

impl BoardFile {
    /// Reads a board file, as [`Board::parse`] does, and whose turn it is.
    ///
    /// # Errors
    /// [`BoardError`] if the text does not describe a board.
    pub fn parse(text: &str) -> Result<BoardFile, BoardError> {
        let is_turn = |line: &&str| line.trim_start().starts_with(TO_MOVE);
        let turn = text
            .lines()
            .find(is_turn)
            .map(SavedTurn::parse)
            .transpose()?;
        let others: Vec<&str> = text.lines().filter(|line| !is_turn(line)).collect();
        Ok(BoardFile {
            board: Board::parse(&others.join("\n"))?,
            turn,
        })
    }
}

impl SavedTurn {
    fn parse(line: &str) -> Result<SavedTurn, BoardError> {
        let sides = [Side::Ours, Side::Theirs];
        let turns = sides
            .into_iter()
            .flat_map(|to_move| (0..PASSES.len()).map(move |passes| SavedTurn { to_move, passes }));
        let is_written = |turn: &SavedTurn| turn.to_string() == line.trim();
        turns
            .into_iter()
            .find(is_written)
            .ok_or_else(|| BoardError::Turn(shortened(line.trim())))
    }
}

impl fmt::Display for SavedTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passes = PASSES[self.passes.min(PASSES.len() - 1)];
        write!(f, "{TO_MOVE} {}{passes}", self.to_move.name())
    }
}

impl fmt::Display for BoardFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board)?;
        match self.turn {
            Some(turn) => writeln!(f, "\n{turn}"),
            None => Ok(()),
        }
    }
}

impl Board {
    /// Reads a board file. Without the rows of owners every square is free. Spaces within rows are ignored. The
    /// `Display` of [`Board`] writes such a file.
    ///
    /// # Errors
    /// [`BoardError`] if the text does not describe a board.
    pub fn parse(text: &str) -> Result<Board, BoardError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<&str> = text.lines().collect();
        let mut parts = lines
            .split(|line| line.trim().is_empty())
            .filter(|part| !part.is_empty());
        let letters = join_rows(parts.next().unwrap_or_default(), "letters")?;
        let owners = match parts.next() {
            Some(rows) => join_rows(rows, "owners")?,
            None => ".".repeat(SQUARES),
        };
        if let Some(other) = owners.chars().find(|&owner| !".otOT".contains(owner)) {
            return Err(BoardError::Shape(format!("'{other}' is not an owner")));
        }
        let squares_of = |owner: char| {
            let squares = (0..).zip(owners.chars());
            let squares = squares.filter(|(_, other)| other.eq_ignore_ascii_case(&owner));
            squares.map(|(square, _)| 1u64 << square).sum()
        };
        let words = parts.flatten().flat_map(|line| line.split_whitespace());
        Board::new(&letters, squares_of('o'), squares_of('t'), words)
    }
}

/// The rows of one part of a board file as one text, without spaces. `contents` names the part in errors.
fn join_rows(rows: &[&str], contents: &str) -> Result<String, BoardError> {
    if rows.len() != SIDE {
        let message = match rows.len() {
            1 => format!("there is 1 row of {contents}"),
            rows => format!("there are {rows} rows of {contents}"),
        };
        return Err(BoardError::Shape(message));
    }
    let mut text = String::new();
    for row in rows {
        let row: String = row.chars().filter(|c| !c.is_whitespace()).collect();
        if row.chars().count() != SIDE {
            let message = format!("'{}' is not a row of five {contents}", shortened(&row));
            return Err(BoardError::Shape(message));
        }
        text.push_str(&row);
    }
    Ok(text)
}

/// The owner of each square as a character: `.` free, `o` ours, `t` theirs. With `show_protected`, protected
/// squares are in upper case.
pub fn owners(position: Position, show_protected: bool) -> [char; SQUARES] {
    let Position { ours, theirs } = position;
    let has = |mask: u32, square: usize| mask >> square & 1 == 1;
    let is_protected = protected(ours) | protected(theirs);
    std::array::from_fn(|square| {
        let owner = if has(ours, square) {
            'o'
        } else if has(theirs, square) {
            't'
        } else {
            '.'
        };
        if show_protected && has(is_protected, square) {
            owner.to_ascii_uppercase()
        } else {
            owner
        }
    })
}

impl fmt::Display for Board {
    /// Writes a board file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.letters().as_bytes().chunks(SIDE) {
            writeln!(f, "{}", String::from_utf8_lossy(row))?;
        }
        writeln!(f)?;
        for row in owners(self.position, false).chunks(SIDE) {
            writeln!(f, "{}", String::from_iter(row))?;
        }
        if !self.played.is_empty() {
            writeln!(f)?;
        }
        for word in &self.played {
            writeln!(f, "{word}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{LETTERS, board};
    use super::*;

    #[test]
    fn a_board_is_written_as_a_file_that_describes_it() {
        let board = board(2595, 27262992);
        let text = board.to_string();
        assert_eq!(
            text,
            "efpja\nccwce\njfjvk\nqmmpb\nkumlt\n\noo..t\no...o\n.o...\n.....\n.t.tt\n\nmumble\n"
        );
        assert_eq!(Board::parse(&text), Ok(board));
    }

    #[test]
    fn a_file_may_omit_owners_and_words_and_have_spaces_upper_case_and_crlf() {
        let letters = "E F P J A\r\nC C W C E\r\nJ F J V K\r\nQ M M P B\r\nK U M L T\r\n";
        let parsed = Board::parse(letters).unwrap();
        assert_eq!(parsed.letters(), LETTERS);
        assert_eq!(parsed.position(), Position::default());
        let with_words = format!("\n{letters}\n{}\nmumble jam\ncup\n", ".....\n".repeat(5));
        let parsed = Board::parse(&with_words).unwrap();
        assert_eq!(parsed.played(), ["mumble", "jam", "cup"]);
    }

    #[test]
    fn a_file_says_whose_turn_it_is_and_how_many_passes_came_before() {
        for to_move in [Side::Ours, Side::Theirs] {
            for passes in 0..=2 {
                let turn = Some(SavedTurn { to_move, passes });
                for board in [
                    board(2595, 27262992),
                    Board::new(LETTERS, 0, 0, [""; 0]).unwrap(),
                ] {
                    let file = BoardFile { board, turn };
                    assert_eq!(BoardFile::parse(&file.to_string()), Ok(file));
                }
            }
        }
        let without = board(1, 2).to_string();
        assert_eq!(BoardFile::parse(&without).unwrap().turn, None);
        let wrong = BoardFile::parse(&format!("{without}\nto move: me\n"));
        assert_eq!(wrong, Err(BoardError::Turn("to move: me".to_owned())));
    }

    #[test]
    fn files_of_the_wrong_shape_are_refused() {
        for text in ["", "efpja", "efpja\nccwce\njfjvk\nqmmpb\nkumltx", "\n\n\n"] {
            assert!(Board::parse(text).is_err(), "{text}");
        }
    }
}
