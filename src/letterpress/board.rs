//! A board: its letters, the owners of its squares, and the words that were played.

mod file;

use super::rules::{ALL_SQUARES, Position, SQUARES};
pub use file::{BoardFile, SavedTurn, owners};

/// The number of squares in a row or a column.
pub const SIDE: usize = 5;

/// A board in the middle of a game, as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The letters in lower case, row by row.
    letters: [u8; SQUARES],
    position: Position,
    played: Vec<String>,
}

/// Why input does not describe a board. Each error prints as one line that says what to correct.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The letters are not 25 letters a–z.
    #[error("a board has 25 letters a-z, row by row; '{0}' has {count}", count = letters_in(.0))]
    Letters(String),
    /// A mask has a bit that belongs to no square.
    #[error("{name}: {mask:#x} has bits above 24; a board has squares 0 to 24, one bit each")]
    BeyondBoard {
        /// The name of the player whose squares these are.
        name: &'static str,
        /// The mask.
        mask: u64,
    },
    /// Some squares have two owners.
    #[error("ours and theirs share the squares {0:#x}; a square has one owner")]
    Overlap(u32),
    /// A played word does not have 2 to 25 letters a–z.
    #[error("'{0}' cannot have been played: a word has 2 to 25 letters a-z")]
    Played(String),
    /// A board file has the wrong shape.
    #[error(
        "{0}; a board file has five rows of letters, a blank line, five rows of owners (. free, o ours, t theirs), a blank line, and the words played"
    )]
    Shape(String),
    /// The line of a board file that says whose turn it is cannot be understood.
    #[error(
        "'{0}': expected 'to move: ours' or 'to move: theirs', and ', after a pass' if the other player passed"
    )]
    Turn(String),
}

impl Board {
    /// A board with the given letters, row by row. `ours` and `theirs` are the squares of the players: square
    /// `row · 5 + column` is bit `row · 5 + column`.
    ///
    /// # Errors
    /// [`BoardError`] if the input does not describe a board.
    pub fn new(
        letters: &str,
        ours: u64,
        theirs: u64,
        played: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Board, BoardError> {
        let squares = |name, mask: u64| match u32::try_from(mask) {
            Ok(mask) if mask & !ALL_SQUARES == 0 => Ok(mask),
            _ => Err(BoardError::BeyondBoard { name, mask }),
        };
        let position = Position {
            ours: squares("ours", ours)?,
            theirs: squares("theirs", theirs)?,
        };
        let shared = position.ours & position.theirs;
        if shared != 0 {
            return Err(BoardError::Overlap(shared));
        }
        let played = played.into_iter().map(|word| parse_word(word.as_ref()));
        Ok(Board {
            letters: parse_letters(letters)?,
            position,
            played: played.collect::<Result<_, _>>()?,
        })
    }

    /// The letter of a square, in lower case.
    ///
    /// # Panics
    /// If the square is not below 25.
    pub fn letter(&self, square: usize) -> char {
        self.letters[square].into()
    }

    /// All letters row by row, in lower case.
    pub fn letters(&self) -> &str {
        std::str::from_utf8(&self.letters).expect("letters a-z are ASCII")
    }

    /// The squares with a letter. The letter is given as a number: a is 0, z is 25.
    pub fn squares_with(&self, letter: u8) -> u32 {
        let squares = (0..).zip(self.letters);
        let squares = squares.filter(|&(_, other)| other == b'a' + letter);
        squares.map(|(square, _)| 1u32 << square).sum()
    }

    /// The owners of the squares.
    pub fn position(&self) -> Position {
        self.position
    }

    /// If no square is free, a line that says that the game is over.
    pub fn game_over(&self) -> Option<String> {
        (self.position.free() == 0).then(|| self.over("no square is free"))
    }

    /// A line that says that the game is over and why, and who owns how many squares.
    pub fn over(&self, why: &str) -> String {
        let Position { ours, theirs } = self.position;
        format!(
            "the game is over: {why}, ours are {} and theirs {}",
            ours.count_ones(),
            theirs.count_ones(),
        )
    }

    /// The words played so far.
    pub fn played(&self) -> &[String] {
        &self.played
    }

    /// True if neither the word nor a longer word that begins with it was played.
    pub fn may_play(&self, word: &str) -> bool {
        !self.played.iter().any(|played| played.starts_with(word))
    }

    /// The same board as the opponent sees it.
    pub fn swapped(&self) -> Board {
        Board {
            position: self.position.swapped(),
            ..self.clone()
        }
    }

    /// The board after a move, as the opponent sees it. `after` is the position after the move as the player who
    /// made it sees it.
    pub fn after(&self, word: &str, after: Position) -> Board {
        let mut played = self.played.clone();
        played.push(word.to_owned());
        Board {
            letters: self.letters,
            position: after.swapped(),
            played,
        }
    }
}

fn parse_letters(text: &str) -> Result<[u8; SQUARES], BoardError> {
    let letters: Option<[u8; SQUARES]> = text.as_bytes().try_into().ok();
    letters
        .filter(|letters| letters.iter().all(u8::is_ascii_alphabetic))
        .map(|letters| letters.map(|letter| letter.to_ascii_lowercase()))
        .ok_or_else(|| BoardError::Letters(shortened(text)))
}

fn parse_word(text: &str) -> Result<String, BoardError> {
    let is_letters = text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_letters && (2..=SQUARES).contains(&text.len()) {
        Ok(text.to_ascii_lowercase())
    } else {
        Err(BoardError::Played(shortened(text)))
    }
}

/// The number of letters a-z in a text, and of other characters if it has any, in words.
fn letters_in(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    match text.chars().count() - letters {
        0 => letters.to_string(),
        1 => format!("{letters} and 1 other character"),
        others => format!("{letters} and {others} other characters"),
    }
}

/// The beginning of a text that an error message quotes.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    pub const LETTERS: &str = "efpjaccwcejfjvkqmmpbkumlt";

    pub fn board(ours: u64, theirs: u64) -> Board {
        Board::new(LETTERS, ours, theirs, ["mumble"]).unwrap()
    }

    #[test]
    fn the_top_left_square_is_bit_0_and_the_one_below_it_bit_5() {
        let board = board(0, 0);
        assert_eq!(board.letter(0), 'e');
        assert_eq!(board.letter(5), 'c');
        assert_eq!(board.squares_with(b'e' - b'a'), 1 | 1 << 9);
        assert_eq!(board.squares_with(b'm' - b'a'), 1 << 16 | 1 << 17 | 1 << 22);
    }

    #[test]
    fn a_played_word_and_its_beginnings_may_not_be_played() {
        let board = board(0, 0);
        for (word, may) in [
            ("mumble", false),
            ("mum", false),
            ("mumbles", true),
            ("umble", true),
        ] {
            assert_eq!(board.may_play(word), may, "{word}");
        }
    }

    #[test]
    fn invalid_boards_are_refused_with_the_reason() {
        let refused = |letters: &str, ours, theirs| {
            let board = Board::new(letters, ours, theirs, [""; 0]);
            board.unwrap_err().to_string()
        };
        assert!(refused("abc", 0, 0).contains("25 letters"));
        assert!(refused(&"é".repeat(25), 0, 0).contains("25 letters"));
        assert!(refused(LETTERS, 1 << 25, 0).contains("above 24"));
        assert!(refused(LETTERS, 0, u64::MAX).contains("above 24"));
        assert!(refused(LETTERS, 3, 6).contains("share"));
        assert!(Board::new(LETTERS, 0, 0, ["x"]).is_err());
    }

    #[test]
    fn the_board_after_a_move_is_seen_by_the_opponent() {
        let next = board(1, 2).after("cup", Position { ours: 5, theirs: 2 });
        assert_eq!(next.position(), Position { ours: 2, theirs: 5 });
        assert!(!next.may_play("cup"));
    }
}
