//! A board: its letters, who owns which squares, and the words that were played.

use std::fmt;

use super::rules::{ALL_SQUARES, Position, SQUARES, protected};

/// Squares in a row.
pub const SIDE: usize = 5;

/// A board in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Lower case, row by row.
    letters: [u8; SQUARES],
    position: Position,
    played: Vec<String>,
}

/// Why something is no board. Each prints as one line that says what to mend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not 25 letters.
    #[error("a board has 25 letters a-z, row by row; '{0}' has {count}", count = .0.chars().count())]
    Letters(String),
    /// A bit that stands for no square.
    #[error("{name}: {mask:#x} has bits above 24; a board has squares 0 to 24, one bit each")]
    BeyondBoard {
        /// Whose squares.
        name: &'static str,
        /// Their mask.
        mask: u64,
    },
    /// Squares with two owners.
    #[error("ours and theirs share the squares {0:#x}; a square has one owner")]
    Overlap(u32),
    /// A word that was played is none.
    #[error("'{0}' cannot have been played: a word has 2 to 25 letters a-z")]
    Played(String),
    /// The board file has too few or too many rows, or one of them is none.
    #[error(
        "{0}; a board file has five rows of letters, a blank line, five rows of owners (. free, o ours, t theirs), a blank line, and the words played"
    )]
    Shape(String),
}

impl Board {
    /// A board of 25 letters, of which each player owns some squares.
    ///
    /// # Errors
    /// If it is no board: see [`BoardError`].
    pub fn new(
        letters: &str,
        ours: u64,
        theirs: u64,
        played: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Board, BoardError> {
        let own = |name, mask: u64| match u32::try_from(mask) {
            Ok(mask) if mask & !ALL_SQUARES == 0 => Ok(mask),
            _ => Err(BoardError::BeyondBoard { name, mask }),
        };
        let position = Position {
            ours: own("ours", ours)?,
            theirs: own("theirs", theirs)?,
        };
        let shared = position.ours & position.theirs;
        if shared != 0 {
            return Err(BoardError::Overlap(shared));
        }
        let played = played.into_iter().map(|word| played_word(word.as_ref()));
        Ok(Board {
            letters: parse_letters(letters)?,
            position,
            played: played.collect::<Result<_, _>>()?,
        })
    }

    /// Reads a board file: five rows of letters, a blank line, five rows of owners (`.` free, `o` ours,
    /// `t` theirs), a blank line, the words played. Blanks within rows do not count; without owners
    /// every square is free. What [`Board`] displays is such a file.
    ///
    /// # Errors
    /// If it is no board: see [`BoardError`].
    pub fn parse(text: &str) -> Result<Board, BoardError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines: Vec<&str> = text.lines().collect();
        let mut parts = lines
            .split(|line| line.trim().is_empty())
            .filter(|part| !part.is_empty());
        let letters = square(parts.next().unwrap_or_default(), "letters")?;
        let owners = match parts.next() {
            Some(rows) => square(rows, "owners")?,
            None => ".".repeat(SQUARES),
        };
        if let Some(other) = owners.chars().find(|&owner| !".otOT".contains(owner)) {
            return Err(BoardError::Shape(format!("'{other}' is no owner")));
        }
        let owned_by = |owner: char| {
            let squares = (0..).zip(owners.chars());
            let squares = squares.filter(|(_, other)| other.eq_ignore_ascii_case(&owner));
            squares.map(|(square, _)| 1u64 << square).sum()
        };
        let words = parts.flatten().flat_map(|line| line.split_whitespace());
        Board::new(&letters, owned_by('o'), owned_by('t'), words)
    }

    /// The letter of a square, in lower case.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn letter(&self, square: usize) -> char {
        self.letters[square].into()
    }

    /// All letters row by row, in lower case.
    pub fn letters(&self) -> &str {
        std::str::from_utf8(&self.letters).expect("letters a-z are ASCII")
    }

    /// The squares that hold a letter, given by its place in the alphabet (a is 0).
    pub fn squares_with(&self, letter: u8) -> u32 {
        let squares = (0..).zip(self.letters);
        let squares = squares.filter(|&(_, other)| other == b'a' + letter);
        squares.map(|(square, _)| 1u32 << square).sum()
    }

    /// Who owns which squares.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The words played so far.
    pub fn played(&self) -> &[String] {
        &self.played
    }

    /// Whether a word was not played yet, and no word was that begins with it.
    pub fn may_play(&self, word: &str) -> bool {
        !self.played.iter().any(|played| played.starts_with(word))
    }

    /// The board as the opponent sees it.
    pub fn swapped(&self) -> Board {
        Board {
            position: self.position.swapped(),
            ..self.clone()
        }
    }

    /// The board after a move, as the opponent sees it.
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

/// The owners of a position as a board file and a plain drawing show them, `protected` ones in upper
/// case if that is asked for.
pub fn owners(position: Position, show_protected: bool) -> [char; SQUARES] {
    let Position { ours, theirs } = position;
    let has = |mask: u32, square: usize| mask >> square & 1 == 1;
    let (our_safe, their_safe) = (protected(ours), protected(theirs));
    std::array::from_fn(|square| match (has(ours, square), has(theirs, square)) {
        (true, _) if show_protected && has(our_safe, square) => 'O',
        (true, _) => 'o',
        (_, true) if show_protected && has(their_safe, square) => 'T',
        (_, true) => 't',
        _ => '.',
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

fn parse_letters(text: &str) -> Result<[u8; SQUARES], BoardError> {
    let letters: Option<[u8; SQUARES]> = text.as_bytes().try_into().ok();
    letters
        .filter(|letters| letters.iter().all(u8::is_ascii_alphabetic))
        .map(|letters| letters.map(|letter| letter.to_ascii_lowercase()))
        .ok_or_else(|| BoardError::Letters(text.chars().take(40).collect()))
}

fn played_word(text: &str) -> Result<String, BoardError> {
    let is_word =
        (2..=SQUARES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    match is_word {
        true => Ok(text.to_ascii_lowercase()),
        false => Err(BoardError::Played(text.chars().take(40).collect())),
    }
}

/// The rows of a part of a board file as one text, without blanks.
fn square(rows: &[&str], what: &str) -> Result<String, BoardError> {
    if rows.len() != SIDE {
        let message = format!("there are {} rows of {what}", rows.len());
        return Err(BoardError::Shape(message));
    }
    let mut text = String::new();
    for row in rows {
        let row: String = row.chars().filter(|c| !c.is_whitespace()).collect();
        if row.chars().count() != SIDE {
            let row: String = row.chars().take(40).collect();
            let message = format!("'{row}' is no row of five {what}");
            return Err(BoardError::Shape(message));
        }
        text.push_str(&row);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: &str = "efpjaccwcejfjvkqmmpbkumlt";

    fn board(ours: u64, theirs: u64) -> Board {
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
    fn what_a_board_displays_is_a_file_that_holds_it() {
        let board = board(2595, 27262992);
        let text = board.to_string();
        assert_eq!(
            text,
            "efpja\nccwce\njfjvk\nqmmpb\nkumlt\n\noo..t\no...o\n.o...\n.....\n.t.tt\n\nmumble\n"
        );
        assert_eq!(Board::parse(&text), Ok(board));
    }

    #[test]
    fn a_board_file_may_lack_owners_and_words_and_hold_blanks_upper_case_and_crlf() {
        let letters = "E F P J A\r\nC C W C E\r\nJ F J V K\r\nQ M M P B\r\nK U M L T\r\n";
        let parsed = Board::parse(letters).unwrap();
        assert_eq!(parsed.letters(), LETTERS);
        assert_eq!(parsed.position(), Position::default());
        let with_words = format!("\n{letters}\n{}\nmumble jam\ncup\n", ".....\n".repeat(5));
        let parsed = Board::parse(&with_words).unwrap();
        assert_eq!(parsed.played(), ["mumble", "jam", "cup"]);
    }

    #[test]
    fn played_words_and_what_they_begin_with_may_not_be_played() {
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
    fn what_is_no_board_is_refused_with_the_reason() {
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
        for text in ["", "efpja", "efpja\nccwce\njfjvk\nqmmpb\nkumltx", "\n\n\n"] {
            assert!(Board::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_board_after_a_move_is_the_opponents() {
        let next = board(1, 2).after("cup", Position { ours: 5, theirs: 2 });
        assert_eq!(next.position(), Position { ours: 2, theirs: 5 });
        assert!(!next.may_play("cup"));
    }
}
