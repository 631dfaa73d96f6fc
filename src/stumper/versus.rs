//! The game of two: they move one word in turn, by the moves of the game of one and without repeating
//! a word, and who cannot move loses. There are no points.
//!
//! As in the game of one, words of other tiers no longer matter once an addition has been played, so
//! tiers are solved from the longest words to the shortest.

mod budgets;
mod matching;
mod unlimited;

use super::graph::{Graph, Kind};
use super::position::Illegal;
use budgets::Budgeted;
pub use budgets::Budgets;
use unlimited::Unlimited;

/// The game of two on some words.
pub struct Versus<'g> {
    graph: &'g Graph,
    solver: Solver<'g>,
}

enum Solver<'g> {
    Unlimited(Unlimited<'g>),
    Budgeted(Budgeted<'g>),
}

/// A game under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The words played, that in play last.
    played: Vec<u32>,
    /// The moves left to the player whose turn it is and to the other one.
    left: Option<[u32; 2]>,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The word that it led to.
    pub word: u32,
    /// Its kind.
    pub kind: Kind,
    /// The moves left to the player who made it, where there are budgets.
    pub left: Option<u32>,
}

impl Position {
    /// The words played, that in play last.
    pub fn played(&self) -> &[u32] {
        &self.played
    }

    /// The word in play.
    pub fn word(&self) -> u32 {
        *self.played.last().expect("a game has its start at least")
    }

    /// The moves left to the player whose turn it is and to the other one, where there are budgets.
    pub fn left(&self) -> Option<[u32; 2]> {
        self.left
    }

    /// The words played that have as many letters as that in play, which is the last.
    fn played_in_tier(&self, graph: &Graph) -> &[u32] {
        let tier = graph.tier(graph.letters(self.word()));
        // Words are never shorter than those before them.
        let start = self.played.partition_point(|&word| word < tier.start);
        &self.played[start..]
    }
}

impl<'g> Versus<'g> {
    /// Gets ready to solve the game: with budgets, or else all games at once.
    pub fn new(graph: &'g Graph, budgets: Option<Budgets>) -> Versus<'g> {
        Versus {
            graph,
            solver: match budgets {
                None => Solver::Unlimited(Unlimited::new(graph)),
                Some(budgets) => Solver::Budgeted(Budgeted::new(graph, budgets)),
            },
        }
    }

    /// The game that begins on a word, of any length.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn start(&self, word: u32) -> Position {
        assert!((word as usize) < self.graph.len(), "no word {word}");
        Position {
            played: vec![word],
            left: match &self.solver {
                Solver::Unlimited(_) => None,
                Solver::Budgeted(solver) => Some([solver.budgets().moves; 2]),
            },
        }
    }

    /// Plays a word and says of what kind the move was.
    ///
    /// # Errors
    /// [`Illegal`] says why it cannot be played; then nothing has changed.
    pub fn play(&self, position: &mut Position, word: u32) -> Result<Kind, Illegal> {
        if position.left.is_some_and(|[own, _]| own == 0) {
            return Err(Illegal::NoMovesLeft);
        }
        if position.played.contains(&word) {
            return Err(Illegal::Repeat);
        }
        let kind = self.graph.kind(position.word(), word);
        let kind = kind.ok_or(Illegal::NoMove)?;
        if let (Some([own, other]), Solver::Budgeted(solver)) = (position.left, &self.solver) {
            position.left = Some([other, solver.budgets().after(kind, own)]);
        }
        position.played.push(word);
        Ok(kind)
    }

    /// The words that can be played, alphabetically.
    pub fn moves(&self, position: &Position) -> Vec<u32> {
        if position.left.is_some_and(|[own, _]| own == 0) {
            return Vec::new();
        }
        let new = |word: &u32| !position.played.contains(word);
        self.graph.moves(position.word()).filter(new).collect()
    }

    /// The words that win for the player whose turn it is, alphabetically. He loses if there are none.
    pub fn winning_moves(&self, position: &Position) -> Vec<u32> {
        let played = position.played_in_tier(self.graph);
        let mut winning = match (&self.solver, position.left) {
            (Solver::Budgeted(solver), Some(left)) => solver.winning_moves(played, left),
            (Solver::Unlimited(solver), None) => solver.winning_moves(played),
            _ => panic!("a position of a game with other rules"),
        };
        self.alphabetically(&mut winning);
        winning
    }

    /// The words that win for the first player of each of [`Graph::starts`], likewise. `progress` is
    /// told how many are done.
    pub fn winning_moves_of_starts(&self, progress: &(dyn Fn(usize) + Sync)) -> Vec<Vec<u32>> {
        let mut winning = match &self.solver {
            Solver::Budgeted(solver) => solver.winning_moves_of_starts(progress),
            Solver::Unlimited(solver) => solver.winning_moves_of_starts(),
        };
        winning
            .iter_mut()
            .for_each(|words| self.alphabetically(words));
        winning
    }

    /// A whole game from a position: who can win plays the alphabetically first word that does, and who
    /// cannot the alphabetically first that there is.
    pub fn line(&self, position: &Position) -> Vec<Step> {
        let mut position = position.clone();
        let mut steps = Vec::new();
        loop {
            let winning = self.winning_moves(&position).first().copied();
            let Some(word) = winning.or_else(|| self.moves(&position).first().copied()) else {
                return steps;
            };
            let kind = self.play(&mut position, word);
            steps.push(Step {
                word,
                kind: kind.expect("the word is one of those that can be played"),
                left: position.left.map(|[_, mover]| mover),
            });
        }
    }

    fn alphabetically(&self, words: &mut [u32]) {
        words.sort_unstable_by_key(|&word| self.graph.word(word));
    }
}
