//! Hard mode: the constraint after a guess, and the guesses that a constraint allows.

use super::search::Worker;
use super::state::State;
use super::tables::GuessRank;
use crate::guessing::{Constraint, Turn};

impl Worker<'_, '_> {
    /// The words that hard mode allows once `guess` has got the pattern `code`. In normal mode, the constraint
    /// of the state.
    pub fn constraint_after(&self, state: &State, guess: GuessRank, code: u16) -> Constraint {
        let Some((mode, _)) = &self.shared.hard else {
            return state.constraint.clone();
        };
        let game = self.shared.game;
        let turn = Turn {
            guess: game.guess_word(self.shared.tables.guess(guess)),
            pattern: game.pattern_of_code(code),
        };
        state.constraint.and(&game.rule().constraint(turn, *mode))
    }

    /// The guesses that a constraint allows, ascending; `None` if it allows all.
    pub fn allowed_guesses(&mut self, constraint: &Constraint) -> Option<Vec<GuessRank>> {
        let (_, filters) = self.shared.hard.as_ref()?;
        filters.apply(constraint, &mut self.allowed);
        (!self.allowed.is_all(filters)).then(|| self.allowed.ranks())
    }
}
