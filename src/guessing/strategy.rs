//! Strategies: ways to choose the next guess.

mod collisions;
pub mod median;
mod named;
mod partition;

pub use collisions::{Attempt, CollisionBuckets, Collisions, Shortlist};
pub use median::{LetterMedian, Median};
pub use named::{NamedStrategy, title};
pub use partition::{ByPartition, GuessPool};

use super::settled::Settled;
use super::{Constraint, Game};
use crate::compute::{Backend, CandidateIndex, ComputeError, GuessIndex};

/// The information that a player has in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GuessingState {
    /// The remaining candidates, ascending. There is at least one.
    pub candidates: Vec<CandidateIndex>,
    /// The condition that hard mode puts on the next guess.
    pub constraint: Constraint,
    /// The number of guesses made so far.
    pub guesses_made: u32,
    /// The letters whose marks are known from the turns so far. A strategy does not choose a guess that reveals nothing,
    /// but settled letters do not change its choice in any other way: if its choice without them reveals something, it
    /// is also its choice with them.
    pub settled: Settled,
}

impl GuessingState {
    /// The state before the first guess.
    pub fn initial(game: &Game) -> GuessingState {
        GuessingState {
            candidates: game.all_candidates(),
            constraint: Constraint::default(),
            guesses_made: 0,
            settled: Settled::default(),
        }
    }
}

/// Chooses guesses. A strategy is a function of the state: it always chooses the same guess in the same state.
pub trait Strategy: Sync {
    /// The name on the command line and in results.
    fn name(&self) -> &'static str;

    /// True if the choice depends on the number of guesses made or on the settled letters.
    fn depends_on_turns(&self) -> bool {
        false
    }

    /// Chooses the next guess in each of some states. Passing many states at once makes the large batches on which
    /// backends are fast.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    fn choose(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&GuessingState],
    ) -> Result<Vec<GuessIndex>, ComputeError>;

    /// Chooses the next guess in one state.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    fn choose_one(
        &self,
        game: &Game,
        backend: &dyn Backend,
        state: &GuessingState,
    ) -> Result<GuessIndex, ComputeError> {
        Ok(self.choose(game, backend, &[state])?[0])
    }
}
