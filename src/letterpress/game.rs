//! A game from move to move: whose turn it is, what was played, and whether a word may be played.

mod illegal;

use std::cmp::{Ordering, Reverse};

use super::Board;
use super::rules::{MoveOrder, Score};
use super::ways::Ways;
use crate::compute::best_moves::MoveBatch;
use crate::words::Dictionary;
pub use illegal::IllegalTurn;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The player whose squares a board file marks with `o`.
    Ours,
    /// The player whose squares a board file marks with `t`.
    Theirs,
}

impl Side {
    /// The opponent of this player.
    pub fn other(self) -> Side {
        match self {
            Side::Ours => Side::Theirs,
            Side::Theirs => Side::Ours,
        }
    }

    /// The name of the player in messages.
    pub fn name(self) -> &'static str {
        match self {
            Side::Ours => "ours",
            Side::Theirs => "theirs",
        }
    }
}

/// A turn that a player took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player.
    pub side: Side,
    /// The word played, or `None` for a pass.
    pub word: Option<String>,
    /// The squares of the word.
    pub squares: u32,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This player has more squares.
    Won(Side),
    /// Both players have the same number of squares. Only a game that ends with two passes can be drawn.
    Drawn,
}

/// A game: the board, whose turn it is, and every turn since the start. Turns can be taken back.
///
/// The game ends when no square is free, or when both players pass, one after the other.
#[derive(Clone, Debug)]
pub struct Game<'a> {
    dictionary: &'a Dictionary,
    /// The player who moved first.
    first: Side,
    /// The number of passes immediately before the first turn, if the game began earlier.
    passes_before: usize,
    /// The board at the start and after each turn, as the player to move next sees it.
    boards: Vec<Board>,
    turns: Vec<Turn>,
}

impl<'a> Game<'a> {
    /// A game that begins with a board, which is given as we see it. `first` moves first, and `dictionary` has the
    /// words that may be played.
    pub fn new(board: Board, first: Side, dictionary: &'a Dictionary) -> Game<'a> {
        Game::continued(board, first, 0, dictionary)
    }

    /// A game that began earlier: the last turns before it were this many passes.
    pub fn continued(
        board: Board,
        first: Side,
        passes_before: usize,
        dictionary: &'a Dictionary,
    ) -> Game<'a> {
        let seen_by_first = match first {
            Side::Ours => board,
            Side::Theirs => board.swapped(),
        };
        Game {
            dictionary,
            first,
            passes_before,
            boards: vec![seen_by_first],
            turns: Vec::new(),
        }
    }

    /// The player to move. If the game is over, the player who would be next.
    pub fn to_move(&self) -> Side {
        if self.turns.len().is_multiple_of(2) {
            self.first
        } else {
            self.first.other()
        }
    }

    /// The board as the player to move sees it.
    pub fn board(&self) -> &Board {
        self.boards
            .last()
            .expect("the board at the start is never removed")
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

    /// The number of passes since the last word.
    pub fn passes(&self) -> usize {
        let last_word = self.turns.iter().rposition(|turn| turn.word.is_some());
        match last_word {
            Some(index) => self.turns.len() - 1 - index,
            None => self.turns.len() + self.passes_before,
        }
    }

    /// True if the last two turns were passes.
    pub fn both_passed(&self) -> bool {
        self.passes() >= 2
    }

    /// The result of the game if the player to move passes, or `None` if it goes on.
    pub fn outcome_of_pass(&self) -> Option<Outcome> {
        (self.passes() > 0).then(|| self.leader())
    }

    /// The result of the game, or `None` if it is not over.
    pub fn outcome(&self) -> Option<Outcome> {
        let is_over = self.board().position().free() == 0 || self.both_passed();
        is_over.then(|| self.leader())
    }

    /// The result of the game if it ended now.
    fn leader(&self) -> Outcome {
        let position = self.board().position();
        let (own, others) = (position.ours.count_ones(), position.theirs.count_ones());
        match own.cmp(&others) {
            Ordering::Greater => Outcome::Won(self.to_move()),
            Ordering::Less => Outcome::Won(self.to_move().other()),
            Ordering::Equal => Outcome::Drawn,
        }
    }

    /// Checks that the player to move may play a word, which must be in lower case.
    ///
    /// # Errors
    /// The reason why the word may not be played.
    pub fn check(&self, word: &str) -> Result<(), IllegalTurn> {
        if self.outcome().is_some() {
            return Err(IllegalTurn::GameOver);
        }
        if word.len() < 2 || !self.dictionary.words().any(|other| other == word) {
            return Err(IllegalTurn::UnknownWord(word.to_owned()));
        }
        self.check_letters(word)?;
        let played = self.board().played();
        if played.iter().any(|played| played == word) {
            return Err(IllegalTurn::Played(word.to_owned()));
        }
        match played.iter().find(|played| played.starts_with(word)) {
            None => Ok(()),
            Some(longer) => Err(IllegalTurn::BeginningOfPlayed {
                word: word.to_owned(),
                longer: longer.clone(),
            }),
        }
    }

    /// Checks that the board has a square for each letter of a word.
    fn check_letters(&self, word: &str) -> Result<(), IllegalTurn> {
        for letter in word.chars() {
            let needed = word.matches(letter).count();
            let there = self.squares_with(letter).count_ones() as usize;
            if needed > there {
                return Err(IllegalTurn::MissingLetter {
                    word: word.to_owned(),
                    letter,
                    needed,
                    there,
                });
            }
        }
        Ok(())
    }

    /// The best squares for a word that include all squares of `named`. The first of several equal choices is taken,
    /// as in a [ranking](super::rank).
    ///
    /// # Errors
    /// The reason why the word may not be played, or that `named` has squares that the word cannot use.
    pub fn best_squares(
        &self,
        word: &str,
        named: u32,
        order: MoveOrder,
    ) -> Result<u32, IllegalTurn> {
        self.check(word)?;
        self.check_named(word, named)?;
        let mut batch = MoveBatch::default();
        let mut ways = Ways::new(&mut batch, self.board(), false);
        ways.push(word);
        ways.finish();
        let position = self.board().position();
        // No word has more ways than C(25, 12), which fits 32 bits.
        (0..batch.moves(0) as u32)
            .map(|index| batch.cells(0, index))
            .filter(|squares| squares & named == named)
            .min_by_key(|&squares| Reverse(Score::of(order, position.after(squares))))
            .ok_or_else(|| IllegalTurn::WrongSquares(word.to_owned()))
    }

    /// Checks that a word can use all squares of `named`.
    fn check_named(&self, word: &str, named: u32) -> Result<(), IllegalTurn> {
        for letter in 'a'..='z' {
            let needed = word.matches(letter).count();
            let named = (self.squares_with(letter) & named).count_ones() as usize;
            if named > needed {
                return Err(IllegalTurn::TooManyNamed {
                    word: word.to_owned(),
                    letter,
                    needed,
                    named,
                });
            }
        }
        Ok(())
    }

    /// Plays a word, in lower case, on some squares.
    ///
    /// # Errors
    /// The reason why the word may not be played, or that the squares do not have its letters. The game has then not
    /// changed.
    pub fn play(&mut self, word: &str, squares: u32) -> Result<(), IllegalTurn> {
        self.check(word)?;
        let has_copies = |letter: char| {
            let copies = (self.squares_with(letter) & squares).count_ones() as usize;
            copies == word.matches(letter).count()
        };
        if !('a'..='z').all(has_copies) || squares.count_ones() as usize != word.len() {
            return Err(IllegalTurn::WrongSquares(word.to_owned()));
        }
        let board = self.board();
        let next = board.after(word, board.position().after(squares));
        self.push(next, Some(word.to_owned()), squares);
        Ok(())
    }

    /// Passes for the player to move.
    ///
    /// # Errors
    /// [`IllegalTurn::GameOver`] if the game is over.
    pub fn pass(&mut self) -> Result<(), IllegalTurn> {
        if self.outcome().is_some() {
            return Err(IllegalTurn::GameOver);
        }
        self.push(self.board().swapped(), None, 0);
        Ok(())
    }

    /// Takes the last turn back and returns it; `None` at the start.
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

    /// The squares with a letter. Characters other than a–z are on no square.
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
    fn players_take_turns_and_the_player_to_move_sees_their_own_squares_as_ours() {
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
    fn a_board_is_given_as_we_see_it_even_if_the_opponent_moves_first() {
        let dictionary = dictionary();
        let game = Game::new(board(1, 2), Side::Theirs, &dictionary);
        assert_eq!(game.to_move(), Side::Theirs);
        assert_eq!(game.board().position(), Position { ours: 2, theirs: 1 });
        assert_eq!(game.our_board(), board(1, 2));
    }

    #[test]
    fn an_illegal_word_is_refused_with_the_reason_and_the_game_does_not_change() {
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
            ("zoo", "'zoo' needs 1 'z', and the board has 0"),
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
        // Too few squares, the wrong squares, and too many.
        for squares in [
            0,
            1 << 5 | 1 << 21,
            1 << 5 | 1 << 2 | 1 << 21 | 1,
            ALL_SQUARES,
            0b111,
        ] {
            assert_eq!(
                game.play("cup", squares),
                Err(IllegalTurn::WrongSquares("cup".to_owned()))
            );
        }
        assert_eq!((game.board(), game.turns().len()), (&before, 1));
        assert_eq!(game.play("cup", 1 << 5 | 1 << 2 | 1 << 21), Ok(()));
    }

    #[test]
    fn a_word_takes_the_named_squares_and_the_best_of_the_others() {
        let dictionary = dictionary();
        let game = Game::new(board(2595, 27262992), Side::Ours, &dictionary);
        let best = |named| game.best_squares("mumble", named, MoveOrder::Article);
        assert_eq!(best(0), Ok(15335425));
        // Name the other e, and then the other two m.
        assert_eq!(best(1 << 9), Ok(15335936));
        assert_eq!(best(1 << 16 | 1 << 17), Ok(11206657));
        let error = best(1 << 3).unwrap_err().to_string();
        assert_eq!(error, "'mumble' takes 0 'j', and the squares named hold 1");
        assert!(matches!(
            best(1 | 1 << 9),
            Err(IllegalTurn::TooManyNamed {
                needed: 1,
                named: 2,
                ..
            })
        ));
    }

    #[test]
    fn a_game_ends_when_no_square_is_free_and_the_player_with_more_squares_wins() {
        let dictionary = dictionary();
        // The letters c, u and p are free. We own 12 or 3 of the other squares, and the opponent owns the rest.
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
            assert_eq!(game.check("jack"), Err(IllegalTurn::GameOver));
            assert_eq!(game.pass(), Err(IllegalTurn::GameOver));
        }
    }

    #[test]
    fn two_passes_in_a_row_end_a_game_and_equal_numbers_of_squares_are_a_draw() {
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

    #[test]
    fn a_pass_before_a_continued_game_counts() {
        let dictionary = dictionary();
        let mut game = Game::continued(board(5, 2), Side::Ours, 1, &dictionary);
        assert_eq!((game.passes(), game.outcome()), (1, None));
        assert_eq!(game.outcome_of_pass(), Some(Outcome::Won(Side::Ours)));
        game.play(
            "cup",
            game.best_squares("cup", 0, MoveOrder::Article).unwrap(),
        )
        .unwrap();
        assert_eq!((game.passes(), game.outcome_of_pass()), (0, None));
        game.undo();
        game.pass().unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Won(Side::Ours)));
        let over = Game::continued(board(1, 2), Side::Ours, 2, &dictionary);
        assert_eq!(over.outcome(), Some(Outcome::Drawn));
    }
}
