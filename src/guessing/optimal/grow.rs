//! Growing the tree: from costs to a decision tree.
//!
//! The search keeps costs, not trees. Once the cost of an opening is known, the tree is grown from the top: in
//! each state the search looks for the first guess, in a stated order, that attains the cost of the state.

use super::bounds::IMPOSSIBLE;
use super::groups::Partition;
use super::search::{NO_GUESS_OMITTED, Worker};
use super::state::{State, Stopped};
use super::tables::GuessRank;
use crate::guessing::DecisionTree;
use crate::guessing::tree::Node;

/// Adds the best play from a state on to a tree, beginning with `guess`, and returns the new node.
///
/// Of the guesses that attain the cost of a state, the tree has the first in this order: those that make no
/// group of more than two; then the lowest priority number (2 Σ size² + n · lower bound); then the lowest rank,
/// which means the fewest expected candidates left of all candidates, then the order of the list. So the tree
/// does not depend on threads or timing.
pub fn grow(
    worker: &mut Worker,
    tree: &mut DecisionTree,
    state: &State,
    guess: GuessRank,
) -> Result<usize, Stopped> {
    let shared = worker.shared;
    let mut partition = Partition::default();
    worker.divide(state, guess, &mut partition);
    let solved = shared.tables.solved();
    let node = tree.nodes.len();
    tree.nodes.push(Node {
        guess: shared.game.guess_word(shared.tables.guess(guess)),
        solves: partition.groups.iter().any(|group| group.code == solved),
        branches: Vec::new(),
    });
    for group in partition.groups.iter().filter(|group| group.code != solved) {
        let constraint = worker.constraint_after(state, guess, group.code);
        let child = State {
            members: group.of(&partition.members),
            set_hash: group.set_hash,
            constraint: &constraint,
            left: state.left.after_guess(),
        };
        let next = best_guess(worker, &child)?;
        let next = grow(worker, tree, &child, next)?;
        let pattern = worker.shared.game.pattern_of_code(group.code);
        tree.nodes[node].branches.push((pattern, next));
    }
    Ok(node)
}

/// The first guess, in the order of [`grow`], that attains the cost of a state.
fn best_guess(worker: &mut Worker, state: &State) -> Result<GuessRank, Stopped> {
    if state.members.len() <= 2 {
        return Ok(worker.shared.tables.rank_of_candidate(state.members[0]));
    }
    let cost = worker.solve(*state, IMPOSSIBLE, None)?.cost;
    let limit = cost + 1;
    let scan = worker.scan(state, limit, NO_GUESS_OMITTED)?;
    if let Some(exact) = scan.cheapest_exact()
        && exact.lower_bound == cost
    {
        return Ok(exact.guess);
    }
    let mut guesses = scan.guesses;
    guesses.retain(|guess| !guess.is_exact);
    guesses.sort_unstable_by_key(|guess| (guess.priority, guess.guess));
    for guess in guesses {
        if worker.evaluate(state, guess.guess, limit, None)?.cost == cost {
            return Ok(guess.guess);
        }
    }
    unreachable!("some guess attains the cost of a state")
}
