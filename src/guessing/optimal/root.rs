//! The set of all candidates, where every search begins.

use super::shared::{Shared, State};
use crate::guessing::Constraint;

/// All candidates of a game.
#[derive(Clone, Copy)]
pub struct Root<'s, 'a> {
    pub shared: &'s Shared<'a>,
    pub members: &'s [u32],
}

impl Root<'_, '_> {
    /// The state before the opening.
    pub fn state<'c>(&'c self, constraint: &'c Constraint, left: u8) -> State<'c> {
        State {
            members: self.members,
            key: self.shared.key(self.members),
            constraint,
            left,
        }
    }
}
