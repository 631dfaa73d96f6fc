//! A game from move to move: whose turn it is, what was played, and whether a word can be.

use std::cmp::Reverse;

use super::Board;
use super::moves::Ways;
use super::rules::{MoveOrder, Score};
use crate::compute::best_moves::MoveBatch;
use crate::words::Dictionary;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The player whose squares a board file calls `o`.
    Ours,
    /// The one whose squares it calls `t`.
    Theirs,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::Ours => Side::Theirs,
            Side::Theirs => Side::Ours,
        }
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Side::Ours => "ours",
            Side::Theirs => "theirs",
        }
    }
}

/// What a player did when it was his turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player.
    pub side: Side,
    /// The word that he played; none if he passed.
    pub word: Option<String>,
    /// The squares of the word.
    pub squares: u32,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One player has more squares.
    Won(Side),
    /// Both have as many, which takes two passes.
    Drawn,
}

/// Why a move cannot be made. Each prints as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The dictionary does not hold the word, or it has one letter.
    #[error("'{0}' is not among the words")]
    Unknown(String),
    /// The word takes a letter more often than the board has it.
    #[error("the board has {there} '{letter}', and '{word}' takes {needed}")]
    Letter {
        /// The word.
        word: String,
        /// The first letter in it that is short.
        letter: char,
        /// How often the word takes it.
        needed: usize,
        /// How often the board has it.
        there: usize,
    },
    /// The word was played.
    #[error("'{0}' was played already")]
    Played(String),
    /// A word was played that begins with this one.
    #[error("'{word}' is the beginning of '{longer}', which was played already")]
    Beginning {
        /// The word.
        word: String,
        /// The word that was played.
        longer: String,
    },
    /// Squares were named that the word has no use for.
    #[error("'{word}' takes {needed} '{letter}', and the squares named hold {named}")]
    Named {
        /// The word.
        word: String,
        /// The letter of the squares.
        letter: char,
        /// How often the word takes it.
        needed: usize,
        /// How many squares with it were named.
        named: usize,
    },
    /// The squares do not hold the letters of the word.
    #[error("the squares do not spell '{0}'")]
    Squares(String),
}

/// A game: the board, whose turn it is, and every turn since the start, which can be taken back.
///
/// It ends when no square is free, or when both players have passed one after the other.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    dictionary: &'a Dictionary,
    first: Side,
    /// At the start and after each turn, each as the player to move sees it.
    boards: Vec<Board>,
    turns: Vec<Turn>,
}

impl<'a> Game<'a> {
    /// A game from a board, as we see it, on. `dictionary` holds the words that may be played, `first`
    /// moves first.
    pub fn new(board: Board, first: Side, dictionary: &'a Dictionary) -> Game<'a> {
        let seen = match first {
            Side::Ours => board,
            Side::Theirs => board.swapped(),
        };
        Game {
            dictionary,
            first,
            boards: vec![seen],
            turns: Vec::new(),
        }
    }

    /// Whose turn it is, or would be if the game were not over.
    pub fn to_move(&self) -> Side {
        match self.turns.len() % 2 {
            0 => self.first,
            _ => self.first.other(),
        }
    }

    /// The board as the player to move sees it.
    pub fn board(&self) -> &Board {
        self.boards.last().expect("the start stays")
    }

    /// The board as we see it.
    pub fn our_board(&self) -> Board {
        match self.to_move() {
            Side::Ours => self.board().clone(),
            Side::Theirs => self.board().swapped(),
        }
    }

    /// The turns since the start.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Whether both players have just passed.
    pub fn both_passed(&self) -> bool {
        matches!(&self.turns[..], [.., before, last] if before.word.is_none() && last.word.is_none())
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.board().position();
        if position.free() != 0 && !self.both_passed() {
            return None;
        }
        let (mover, other) = (position.ours.count_ones(), position.theirs.count_ones());
        Some(match mover.cmp(&other) {
            std::cmp::Ordering::Greater => Outcome::Won(self.to_move()),
            std::cmp::Ordering::Less => Outcome::Won(self.to_move().other()),
            std::cmp::Ordering::Equal => Outcome::Drawn,
        })
    }

    /// Checks that the player to move may play a word in lower case.
    ///
    /// # Errors
    /// Why not: see [`Illegal`].
    pub fn check(&self, word: &str) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        if word.len() < 2 || !self.dictionary.words().any(|other| other == word) {
            return Err(Illegal::Unknown(word.to_owned()));
        }
        for letter in word.chars() {
            let needed = word.matches(letter).count();
            let there = self.squares_with(letter).count_ones() as usize;
            if needed > there {
                return Err(Illegal::Letter {
                    word: word.to_owned(),
                    letter,
                    needed,
                    there,
                });
            }
        }
        let played = self.board().played();
        if played.iter().any(|played| played == word) {
            return Err(Illegal::Played(word.to_owned()));
        }
        match played.iter().find(|played| played.starts_with(word)) {
            None => Ok(()),
            Some(longer) => Err(Illegal::Beginning {
                word: word.to_owned(),
                longer: longer.clone(),
            }),
        }
    }

    /// The squares with which a word is played best, among those ways that use all squares of `named`;
    /// of equal ones the first, as in a [ranking](super::rank()).
    ///
    /// # Errors
    /// If the word may not be played, or has no use for a named square: see [`Illegal`].
    pub fn best_squares(&self, word: &str, named: u32, order: MoveOrder) -> Result<u32, Illegal> {
        self.check(word)?;
        for letter in 'a'..='z' {
            let needed = word.matches(letter).count();
            let named = (self.squares_with(letter) & named).count_ones() as usize;
            if named > needed {
                return Err(Illegal::Named {
                    word: word.to_owned(),
                    letter,
                    needed,
                    named,
                });
            }
        }
        let mut batch = MoveBatch::default();
        let mut ways = Ways::new(&mut batch, self.board(), false);
        ways.push(word);
        ways.finish();
        let position = self.board().position();
        // No board has more than C(25, 12) ways.
        (0..batch.moves(0) as u32)
            .map(|index| batch.cells(0, index))
            .filter(|squares| squares & named == named)
            .min_by_key(|&squares| Reverse(Score::of(order, position.after(squares))))
            .ok_or_else(|| Illegal::Squares(word.to_owned()))
    }

    /// Plays a word in lower case on squares.
    ///
    /// # Errors
    /// If it may not be played, or the squares do not hold its letters: see [`Illegal`]. The game is
    /// as it was.
    pub fn play(&mut self, word: &str, squares: u32) -> Result<(), Illegal> {
        self.check(word)?;
        let spells = |letter: char| {
            let held = (self.squares_with(letter) & squares).count_ones() as usize;
            held == word.matches(letter).count()
        };
        if !('a'..='z').all(spells) || squares.count_ones() as usize != word.len() {
            return Err(Illegal::Squares(word.to_owned()));
        }
        let board = self.board();
        let next = board.after(word, board.position().after(squares));
        self.push(next, Some(word.to_owned()), squares);
        Ok(())
    }

    /// Lets the player to move play nothing.
    ///
    /// # Errors
    /// If the game is over.
    pub fn pass(&mut self) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::Over);
        }
        self.push(self.board().swapped(), None, 0);
        Ok(())
    }

    /// Takes the last turn back and returns it; none at the start.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.boards.pop();
        Some(turn)
    }

    fn push(&mut self, next: Board, word: Option<String>, squares: u32) {
        let side = self.to_move();
        self.turns.push(Turn {
            side,
            word,
            squares,
        });
        self.boards.push(next);
    }

    /// The squares that hold a letter a-z; of other characters none do.
    fn squares_with(&self, letter: char) -> u32 {
        match letter {
            'a'..='z' => self.board().squares_with(letter as u8 - b'a'),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letterpress::rules::{ALL_SQUARES, Position};

    const ARTICLE: &str = "efpjaccwcejfjvkqmmpbkumlt";

    fn dictionary() -> Dictionary {
        let mut dictionary = Dictionary::new(true);
        for word in [
            "a", "cup", "jack", "jacket", "jumble", "mumble", "mummy", "zoo",
        ] {
            dictionary.push(word, None);
        }
        dictionary
    }

    fn board(ours: u64, theirs: u64) -> Board {
        Board::new(ARTICLE, ours, theirs, [""; 0]).unwrap()
    }

    #[test]
    fn the_players_take_turns_and_the_board_is_seen_by_the_one_to_move() {
        let dictionary = dictionary();
        let mut game = Game::new(board(2595, 27262992), Side::Ours, &dictionary);
        assert_eq!(game.to_move(), Side::Ours);
        game.play("jack", 16664).unwrap();
        assert_eq!(game.to_move(), Side::Theirs);
        let after = Position {
            ours: 19259,
            theirs: 27262976,
        };
        assert_eq!(game.board().position(), after.swapped());
        assert_eq!(game.our_board().position(), after);
        assert_eq!(game.our_board().played(), ["jack"]);
        game.pass().unwrap();
        assert_eq!(game.to_move(), Side::Ours);
        assert_eq!(game.board().position(), after);
        let turns: Vec<(Side, Option<&str>)> = game
            .turns()
            .iter()
            .map(|turn| (turn.side, turn.word.as_deref()))
            .collect();
        assert_eq!(turns, [(Side::Ours, Some("jack")), (Side::Theirs, None)]);
    }

    #[test]
    fn where_they_move_first_a_board_is_still_given_as_we_see_it() {
        let dictionary = dictionary();
        let game = Game::new(board(1, 2), Side::Theirs, &dictionary);
        assert_eq!(game.to_move(), Side::Theirs);
        assert_eq!(game.board().position(), Position { ours: 2, theirs: 1 });
        assert_eq!(game.our_board(), board(1, 2));
    }

    #[test]
    fn a_word_that_cannot_be_played_is_refused_with_the_reason_and_changes_nothing() {
        let dictionary = dictionary();
        let mut game = Game::new(board(0, 0), Side::Ours, &dictionary);
        game.play(
            "jacket",
            game.best_squares("jacket", 0, MoveOrder::Article).unwrap(),
        )
        .unwrap();
        let before = game.board().clone();
        for (word, says) in [
            ("jam", "not among the words"),
            ("a", "not among the words"),
            ("Cup", "not among the words"),
            ("é", "not among the words"),
            ("", "not among the words"),
            ("zoo", "the board has 0 'z', and 'zoo' takes 1"),
            ("jacket", "'jacket' was played already"),
            ("jack", "the beginning of 'jacket'"),
        ] {
            let error = game.play(word, 0).unwrap_err().to_string();
            assert!(error.contains(says), "{word}: {error}");
            assert_eq!(
                game.best_squares(word, 0, MoveOrder::Article),
                game.check(word).map(|()| 0)
            );
        }
        // Too few squares, too many, and others.
        for squares in [
            0,
            1 << 5 | 1 << 21,
            1 << 5 | 1 << 2 | 1 << 21 | 1,
            ALL_SQUARES,
            0b111,
        ] {
            assert_eq!(
                game.play("cup", squares),
                Err(Illegal::Squares("cup".to_owned()))
            );
        }
        assert_eq!((game.board(), game.turns().len()), (&before, 1));
        assert_eq!(game.play("cup", 1 << 5 | 1 << 2 | 1 << 21), Ok(()));
    }

    #[test]
    fn a_word_takes_the_squares_that_are_named_and_the_best_others() {
        let dictionary = dictionary();
        let game = Game::new(board(2595, 27262992), Side::Ours, &dictionary);
        let best = |named| game.best_squares("mumble", named, MoveOrder::Article);
        assert_eq!(best(0), Ok(15335425));
        // The other e, the other two m.
        assert_eq!(best(1 << 9), Ok(15335936));
        assert_eq!(best(1 << 16 | 1 << 17), Ok(11206657));
        let error = best(1 << 3).unwrap_err().to_string();
        assert_eq!(error, "'mumble' takes 0 'j', and the squares named hold 1");
        assert!(matches!(
            best(1 | 1 << 9),
            Err(Illegal::Named {
                needed: 1,
                named: 2,
                ..
            })
        ));
    }

    #[test]
    fn a_game_ends_when_no_square_is_free_and_the_greater_owner_wins() {
        let dictionary = dictionary();
        // c, u and p are free; the mover has 12 of the others and theirs 10, or fewer.
        let cup = 1u64 << 2 | 1 << 5 | 1 << 21;
        let rest = u64::from(ALL_SQUARES) & !cup;
        let low = |n: u32| {
            (0..25)
                .map(|bit| 1u64 << bit)
                .filter(|bit| rest & bit != 0)
                .take(n as usize)
                .sum::<u64>()
        };
        for (ours, winner) in [(12, Side::Ours), (3, Side::Theirs)] {
            let board = board(low(ours), rest & !low(ours));
            let mut game = Game::new(board, Side::Ours, &dictionary);
            assert_eq!(game.outcome(), None);
            let squares = game
                .best_squares("cup", cup as u32, MoveOrder::Article)
                .unwrap();
            game.play("cup", squares).unwrap();
            assert_eq!(game.outcome(), Some(Outcome::Won(winner)));
            assert_eq!(game.check("jack"), Err(Illegal::Over));
            assert_eq!(game.pass(), Err(Illegal::Over));
        }
    }

    #[test]
    fn two_passes_in_a_row_end_a_game_and_equal_squares_are_a_draw() {
        let dictionary = dictionary();
        for (ours, theirs, outcome) in [
            (1, 2, Outcome::Drawn),
            (5, 2, Outcome::Won(Side::Ours)),
            (1, 6, Outcome::Won(Side::Theirs)),
        ] {
            let mut game = Game::new(board(ours, theirs), Side::Theirs, &dictionary);
            game.pass().unwrap();
            assert_eq!(game.outcome(), None);
            game.pass().unwrap();
            assert_eq!(game.outcome(), Some(outcome));
            game.undo();
            assert_eq!(game.outcome(), None);
        }
    }
}
