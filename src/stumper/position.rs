//! A game under way: the words played, the moves left, the points made.

use super::graph::{Graph, Kind, START_LETTERS};

/// Moves that a game starts with.
pub const START_MOVES: u32 = 3;

/// By how much an addition changes the moves left: it costs one and gains three.
pub const ADDITION_GAIN: u32 = 2;

/// A game under way. What a move scores is the length of the word that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    played: Vec<u32>,
    left: u32,
    score: u32,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The word that it led to.
    pub word: u32,
    /// Its kind.
    pub kind: Kind,
    /// The points that it scored.
    pub points: u32,
    /// The moves left after it.
    pub left: u32,
}

/// Why a word cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A game starts on another kind of word.
    #[error("a game starts on a word of {START_LETTERS} letters")]
    Start,
    /// There are no moves left.
    #[error("there are no moves left")]
    NoMovesLeft,
    /// The word was played before.
    #[error("it was played before")]
    Repeat,
    /// It is no anagram, alteration or addition.
    #[error("it is no anagram, alteration or addition")]
    NoMove,
}

impl Position {
    /// The start of a game.
    ///
    /// # Errors
    /// [`Illegal::Start`] unless the word has [`START_LETTERS`] letters.
    pub fn start(graph: &Graph, word: u32) -> Result<Position, Illegal> {
        match graph.starts().contains(&word) {
            true => Ok(Position {
                played: vec![word],
                left: START_MOVES,
                score: 0,
            }),
            false => Err(Illegal::Start),
        }
    }

    /// Plays a word.
    ///
    /// # Errors
    /// [`Illegal`] says why it cannot be played; then nothing has changed.
    pub fn play(&mut self, graph: &Graph, word: u32) -> Result<Step, Illegal> {
        if self.left == 0 {
            return Err(Illegal::NoMovesLeft);
        }
        if self.played.contains(&word) {
            return Err(Illegal::Repeat);
        }
        let kind = graph.kind(self.word(), word).ok_or(Illegal::NoMove)?;
        let points = graph.letters(self.word()) as u32;
        self.left = left_after(kind, self.left);
        self.score += points;
        self.played.push(word);
        Ok(Step {
            word,
            kind,
            points,
            left: self.left,
        })
    }

    /// The words played, the start first.
    pub fn played(&self) -> &[u32] {
        &self.played
    }

    /// The word in play.
    pub fn word(&self) -> u32 {
        *self.played.last().expect("a game has its start at least")
    }

    /// The moves left.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// The points made.
    pub fn score(&self) -> u32 {
        self.score
    }
}

/// The moves left after a move that was made with some left.
pub fn left_after(kind: Kind, left: u32) -> u32 {
    match kind {
        Kind::Addition => left + ADDITION_GAIN,
        Kind::Anagram | Kind::Alteration => left - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_scores_the_word_that_it_leaves_and_the_last_move_may_be_made() {
        let graph = Graph::new(["star", "arts", "rats", "tars", "stars", "soar"]);
        let word = |text| graph.find(text).unwrap();
        let mut game = Position::start(&graph, word("star")).unwrap();
        assert_eq!(game.play(&graph, word("star")), Err(Illegal::Repeat));
        assert_eq!(game.play(&graph, word("arts")).unwrap().left, 2);
        assert_eq!(game.play(&graph, word("star")), Err(Illegal::Repeat));
        assert_eq!(game.play(&graph, word("soar")), Err(Illegal::NoMove));
        game.play(&graph, word("rats")).unwrap();
        let last = game.play(&graph, word("tars")).unwrap();
        assert_eq!((last.kind, last.points, last.left), (Kind::Anagram, 4, 0));
        assert_eq!(game.play(&graph, word("stars")), Err(Illegal::NoMovesLeft));
        assert_eq!((game.score(), game.played().len()), (12, 4));
        assert_eq!(Position::start(&graph, word("stars")), Err(Illegal::Start));
    }

    #[test]
    fn an_addition_gains_two_moves() {
        let graph = Graph::new(["star", "stars"]);
        let mut game = Position::start(&graph, 0).unwrap();
        let step = game.play(&graph, 1).unwrap();
        assert_eq!(
            step,
            Step {
                word: 1,
                kind: Kind::Addition,
                points: 4,
                left: 5
            }
        );
    }
}
