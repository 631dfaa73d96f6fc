//! Greedy strategies: the guess whose partition is the best by some order.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{GuessingState, Strategy};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::{Backend, ComputeError, GuessIndex};
use crate::guessing::Game;

/// Chooses the allowed guess whose partition is the first by an [`Order`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByPartition {
    /// The order by which partitions are compared.
    pub order: Order,
    /// The guesses that are compared.
    pub from: GuessPool,
}

/// The guesses that a strategy considers, among those that hard mode allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuessPool {
    /// All guesses.
    All,
    /// The remaining candidates.
    Candidates,
}

impl GuessPool {
    /// The name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            GuessPool::All => "all",
            GuessPool::Candidates => "candidates",
        }
    }
}

impl Strategy for ByPartition {
    fn name(&self) -> &'static str {
        match self.order {
            Order::Splits => "splits",
            Order::MaxSplits => "max-splits",
            Order::ExpectedSize => "expected-size",
            Order::Entropy => "entropy",
            Order::Minimax => "minimax",
            Order::LeastTotal => "least-total",
        }
    }

    fn choose(
        &self,
        game: &Game,
        backend: &dyn Backend,
        states: &[&GuessingState],
    ) -> Result<Vec<GuessIndex>, ComputeError> {
        // With one or two candidates, the first of them is chosen. The backend decides all other states.
        let mut guesses: Vec<GuessIndex> =
            states.iter().map(|s| first_candidate(game, s)).collect();
        let open: Vec<usize> = (0..states.len())
            .filter(|&i| states[i].candidates.len() > 2)
            .collect();
        let open_states: Vec<&GuessingState> = open.iter().map(|&i| states[i]).collect();
        let mut batch = SetBatch::default();
        for (state, allowed) in open_states.iter().zip(self.allowed(game, &open_states)) {
            batch.push(&state.candidates, &allowed);
        }
        let best = backend.best_guesses(game.table(), &batch, self.order)?;
        for (i, best) in open.into_iter().zip(best) {
            guesses[i] = best.guess;
        }
        Ok(guesses)
    }
}

impl ByPartition {
    /// The guesses to compare in each state.
    fn allowed(&self, game: &Game, states: &[&GuessingState]) -> Vec<Arc<[GuessIndex]>> {
        match self.from {
            GuessPool::All => {
                let constraints: Vec<_> = states
                    .iter()
                    .map(|state| state.constraint.clone())
                    .collect();
                game.allowed_guesses_of_each(&constraints)
            }
            // Hard mode allows every candidate.
            GuessPool::Candidates => states
                .iter()
                .map(|state| game.guesses_of_candidates(&state.candidates).into())
                .collect(),
        }
    }
}

/// The candidate that comes first in the list of guesses.
fn first_candidate(game: &Game, state: &GuessingState) -> GuessIndex {
    let guesses = state.candidates.iter().map(|&c| game.guess_of_candidate(c));
    guesses.min().expect("a state has candidates")
}
