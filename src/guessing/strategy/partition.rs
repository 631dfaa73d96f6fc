//! Greedy strategies: the guess whose partition is best by some order.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{State, Strategy};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::{Backend, ComputeError};
use crate::guessing::Game;

/// Takes the allowed guess that stands first in an [`Order`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByPartition {
    /// By what guesses are compared.
    pub order: Order,
    /// Which guesses are compared.
    pub from: From,
}

/// Which guesses a strategy considers, of those that hard mode allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum From {
    /// Every guess. Its name in results is `all`.
    #[serde(rename = "all")]
    Guesses,
    /// The candidates that are left.
    Candidates,
}

impl From {
    /// The name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            From::Guesses => "all",
            From::Candidates => "candidates",
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
        states: &[&State],
    ) -> Result<Vec<u32>, ComputeError> {
        let mut guesses: Vec<u32> = states.iter().map(|state| first(game, state)).collect();
        // One or two candidates are settled: the first of them.
        let open: Vec<usize> = (0..states.len())
            .filter(|&i| states[i].candidates.len() > 2)
            .collect();
        let open_states: Vec<&State> = open.iter().map(|&i| states[i]).collect();
        let mut batch = SetBatch::default();
        for (state, allowed) in open_states.iter().zip(self.allowed(game, &open_states)) {
            let allowed = bytemuck::allocation::cast_slice_arc(allowed);
            batch.push(bytemuck::cast_slice(&state.candidates), &allowed);
        }
        let best = backend.best_guesses(game.table(), &batch, self.order)?;
        for (i, best) in open.into_iter().zip(best) {
            guesses[i] = best.guess.0;
        }
        Ok(guesses)
    }
}

impl ByPartition {
    fn allowed(&self, game: &Game, states: &[&State]) -> Vec<Arc<[u32]>> {
        match self.from {
            From::Guesses => {
                let constraints: Vec<_> = states.iter().map(|state| state.constraint).collect();
                game.allowed_guesses_of_each(&constraints)
            }
            // Hard mode allows every candidate.
            From::Candidates => states.iter().map(|state| candidates(game, state)).collect(),
        }
    }
}

/// The candidates as guesses.
fn candidates(game: &Game, state: &State) -> Arc<[u32]> {
    let guesses = state.candidates.iter().map(|&c| game.guess_of_candidate(c));
    let mut guesses: Vec<u32> = guesses.collect();
    guesses.sort_unstable();
    guesses.into()
}

/// The candidate that stands first among the guesses.
fn first(game: &Game, state: &State) -> u32 {
    let guesses = state.candidates.iter().map(|&s| game.guess_of_candidate(s));
    guesses.min().expect("a state has candidates")
}
