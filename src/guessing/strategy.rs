//! Ways to choose the next guess.

mod collisions;
pub mod median;
mod named;
mod partition;

pub use collisions::{Attempt, Collisions, Narrowed, Shards};
pub use median::{LetterMedian, Median};
pub use named::{NamedStrategy, title};
pub use partition::{ByPartition, From};

use super::{Constraint, Game};
use crate::compute::{Backend, ComputeError};

/// What is known in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The solutions that are left: places in the list, ascending, at least one.
    pub candidates: Vec<u32>,
    /// What hard mode asks of the next guess.
    pub constraint: Constraint,
    /// How many guesses were made.
    pub guesses_made: u32,
}

/// Chooses guesses. A strategy is a function of the state: the same state always gets the same guess.
pub trait Strategy: Sync {
    /// Its name on the command line and in results.
    fn name(&self) -> &'static str;

    /// Whether the choice depends on how many guesses were made.
    fn counts_guesses(&self) -> bool {
        false
    }

    /// The guess of each state, as a place in the list of guesses. Many states at once make the large
    /// batches that a backend is fast on.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    fn choose(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&State],
    ) -> Result<Vec<u32>, ComputeError>;
}
