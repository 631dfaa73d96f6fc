//! Hard mode: what it asks for, and the guesses that it allows.

use super::search::Worker;
use super::shared::{State, Unscanned};
use crate::guessing::{Constraint, Pattern, Turn};

impl Worker<'_, '_> {
    /// What hard mode asks for after another guess.
    pub fn constraint_after(&self, state: &State, place: u32, code: u8) -> Constraint {
        let Some((mode, _)) = &self.shared.hard else {
            return *state.constraint;
        };
        let game = self.shared.game;
        let turn = Turn {
            guess: game.guess_word(self.shared.tables.guess(place)),
            pattern: Pattern::from_code(code).expect("a table holds codes of patterns"),
        };
        state.constraint.and(&game.rule().constraint(turn, *mode))
    }

    /// The places of the guesses that hard mode allows, if they are not all.
    pub(super) fn allowed_places(&mut self, constraint: &Constraint) -> Option<Vec<u32>> {
        let (_, obeying) = self.shared.hard.as_ref()?;
        obeying.find(constraint, &mut self.allowed);
        (self.allowed.hash(obeying) != 0).then(|| self.allowed.places())
    }

    /// The guesses that hard mode allows on a set, ascending, if they are not all.
    pub fn allowed_on(&mut self, set: &Unscanned) -> Option<Vec<u32>> {
        let places = self.allowed_places(&set.constraint)?;
        let guess = |&place: &u32| self.shared.tables.guess(place);
        let mut guesses: Vec<u32> = places.iter().map(guess).collect();
        guesses.sort_unstable();
        Some(guesses)
    }
}
