//! Greedy strategies: the guess whose partition is best by some order.

use super::{State, Strategy};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::{Backend, ComputeError};
use crate::guessing::{Constraint, Game};

/// Takes the allowed guess that stands first in an [`Order`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByPartition(pub Order);

impl Strategy for ByPartition {
    fn name(&self) -> &'static str {
        match self.0 {
            Order::Splits => "splits",
            Order::MaxSplits => "max-splits",
            Order::ExpectedSize => "expected-size",
            Order::Entropy => "entropy",
            Order::Minimax => "minimax",
        }
    }

    fn choose(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&State],
    ) -> Result<Vec<u32>, ComputeError> {
        let mut guesses: Vec<u32> = states.iter().map(|state| first(game, state)).collect();
        // One or two candidates are settled: the first of them.
        let open: Vec<usize> = (0..states.len())
            .filter(|&i| states[i].candidates.len() > 2)
            .collect();
        let constraints: Vec<Constraint> = open.iter().map(|&i| states[i].constraint).collect();
        let mut batch = SetBatch::default();
        for (&i, allowed) in open.iter().zip(game.allowed_guesses_of_each(&constraints)) {
            batch.push(&states[i].candidates, &allowed);
        }
        let best = backend.best_guesses(game.table(), &batch, self.0)?;
        for (i, best) in open.into_iter().zip(best) {
            guesses[i] = best.guess;
        }
        Ok(guesses)
    }
}

/// The candidate that stands first among the guesses.
fn first(game: &Game, state: &State) -> u32 {
    let guesses = state.candidates.iter().map(|&s| game.guess_of_solution(s));
    guesses.min().expect("a state has candidates")
}
