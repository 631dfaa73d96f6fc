//! The root of the search: all candidates of a game, before the opening.

use super::shared::Shared;
use super::state::{GuessesLeft, State};
use super::tables::Column;
use crate::guessing::Constraint;

/// All candidates of a game.
#[derive(Clone, Copy)]
pub struct Root<'s, 'a> {
    pub shared: &'s Shared<'a>,
    pub members: &'s [Column],
}

impl Root<'_, '_> {
    /// The state before the opening.
    pub fn state<'c>(&'c self, constraint: &'c Constraint, left: GuessesLeft) -> State<'c> {
        State {
            members: self.members,
            set_hash: self.shared.set_hash(self.members),
            constraint,
            left,
        }
    }
}
