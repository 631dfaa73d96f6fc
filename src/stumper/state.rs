//! A game in progress: the words played, the moves left and the score.

use super::graph::{Graph, START_LETTERS};
use super::index::WordIndex;
use super::move_kind::MoveKind;

/// The number of moves that a game starts with.
pub const START_MOVES: u32 = 3;

/// By how much an addition raises the number of moves left: it costs one and gains three.
pub const ADDITION_GAIN: u32 = 2;

/// A game in progress. A move scores the number of letters of the word that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    played: Vec<WordIndex>,
    moves_left: u32,
    score: u32,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The word that the move led to.
    pub word: WordIndex,
    /// The kind of the move.
    pub kind: MoveKind,
    /// The points that the move scored.
    pub points: u32,
    /// The number of moves left after it.
    pub moves_left: u32,
}

/// Why a word cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The first word of a game has another length.
    #[error("a game starts on a word of {START_LETTERS} letters")]
    WrongStart,
    /// The player has no moves left.
    #[error("there are no moves left")]
    NoMovesLeft,
    /// The word was played before, perhaps as the first word.
    #[error("it was played before")]
    PlayedBefore,
    /// No move leads from the word in play to this one.
    #[error("it is not an anagram, alteration or addition")]
    NotAMove,
}

impl GameState {
    /// The state at the start of a game.
    ///
    /// # Errors
    /// [`IllegalMove::WrongStart`] unless the word has [`START_LETTERS`] letters.
    pub fn start(graph: &Graph, word: WordIndex) -> Result<GameState, IllegalMove> {
        if !graph.starts().contains(word) {
            return Err(IllegalMove::WrongStart);
        }
        Ok(GameState {
            played: vec![word],
            moves_left: START_MOVES,
            score: 0,
        })
    }

    /// Plays a word.
    ///
    /// # Errors
    /// The reason why the word cannot be played. The state has then not changed.
    pub fn play(&mut self, graph: &Graph, word: WordIndex) -> Result<Step, IllegalMove> {
        if self.moves_left == 0 {
            return Err(IllegalMove::NoMovesLeft);
        }
        if self.played.contains(&word) {
            return Err(IllegalMove::PlayedBefore);
        }
        let kind = graph.move_kind(self.word(), word);
        let kind = kind.ok_or(IllegalMove::NotAMove)?;
        let points = graph.length(self.word()) as u32;
        self.moves_left = moves_left_after(kind, self.moves_left);
        self.score += points;
        self.played.push(word);
        Ok(Step {
            word,
            kind,
            points,
            moves_left: self.moves_left,
        })
    }

    /// The words played, from the first to the last.
    pub fn played(&self) -> &[WordIndex] {
        &self.played
    }

    /// The word in play: the last one played.
    pub fn word(&self) -> WordIndex {
        *self.played.last().expect("the first word is never removed")
    }

    /// The number of moves left.
    pub fn moves_left(&self) -> u32 {
        self.moves_left
    }

    /// The points scored so far.
    pub fn score(&self) -> u32 {
        self.score
    }
}

/// The number of moves left after a move of this kind. There must be a move left to make it.
fn moves_left_after(kind: MoveKind, moves_left: u32) -> u32 {
    match kind {
        MoveKind::Addition => moves_left + ADDITION_GAIN,
        MoveKind::Anagram | MoveKind::Alteration => moves_left - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_scores_the_length_of_the_word_it_leaves_and_the_last_move_can_be_made() {
        let graph = Graph::new(["star", "arts", "rats", "tars", "stars", "soar"]);
        let word = |text| graph.find(text).unwrap();
        let mut game = GameState::start(&graph, word("star")).unwrap();
        let mut play = |text| game.play(&graph, word(text));
        assert_eq!(play("star"), Err(IllegalMove::PlayedBefore));
        assert_eq!(play("arts").unwrap().moves_left, 2);
        assert_eq!(play("star"), Err(IllegalMove::PlayedBefore));
        assert_eq!(play("soar"), Err(IllegalMove::NotAMove));
        play("rats").unwrap();
        let last = play("tars").unwrap();
        assert_eq!((last.kind, last.points), (MoveKind::Anagram, 4));
        assert_eq!(last.moves_left, 0);
        assert_eq!(play("stars"), Err(IllegalMove::NoMovesLeft));
        assert_eq!((game.score(), game.played().len()), (12, 4));
        let five_letters = GameState::start(&graph, word("stars"));
        assert_eq!(five_letters, Err(IllegalMove::WrongStart));
    }

    #[test]
    fn an_addition_adds_two_moves() {
        let graph = Graph::new(["star", "stars"]);
        let [star, stars] = ["star", "stars"].map(|text| graph.find(text).unwrap());
        let mut game = GameState::start(&graph, star).unwrap();
        let step = game.play(&graph, stars).unwrap();
        assert_eq!(
            step,
            Step {
                word: stars,
                kind: MoveKind::Addition,
                points: 4,
                moves_left: 5
            }
        );
    }
}
