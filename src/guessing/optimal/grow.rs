//! From values to a tree: in each state the first guess, in a stated order, that attains the value.

use super::bounds::NEVER;
use super::groups::Frame;
use super::search::Worker;
use super::shared::{Cancelled, State, UNLIMITED};
use crate::guessing::tree::Node;
use crate::guessing::{DecisionTree, Pattern};

/// Hangs the best play on a state under a tree, its first guess given by place, and returns its node.
///
/// A state's guess is, of the guesses that attain its value: one that makes no group of more than two
/// before others, then the one with the lowest 2 Σ n² + n · bound, then the one that stands first in
/// the order of the tables, the fewest expected candidates left of all and then the list's order. That depends on nothing that a thread did.
pub fn grow(
    worker: &mut Worker,
    tree: &mut DecisionTree,
    state: &State,
    place: u32,
) -> Result<usize, Cancelled> {
    let shared = worker.shared;
    let mut frame = Frame::default();
    worker.split(state, place, &mut frame);
    let solved = shared.tables.solved();
    let node = tree.nodes.len();
    tree.nodes.push(Node {
        guess: shared.game.guess_word(shared.tables.guess(place)),
        solves: frame.groups.iter().any(|group| group.code == solved),
        branches: Vec::new(),
    });
    for group in frame.groups.iter().filter(|group| group.code != solved) {
        let constraint = worker.constraint_after(state, place, group.code);
        let child = State {
            members: &frame.members[group.start..][..group.len],
            key: group.key,
            constraint: &constraint,
            left: match state.left {
                UNLIMITED => UNLIMITED,
                left => left - 1,
            },
        };
        let next = best_guess(worker, &child)?;
        let next = grow(worker, tree, &child, next)?;
        let pattern = Pattern::from_code(group.code).expect("a table holds codes of patterns");
        tree.nodes[node].branches.push((pattern, next));
    }
    Ok(node)
}

fn best_guess(worker: &mut Worker, state: &State) -> Result<u32, Cancelled> {
    if state.members.len() <= 2 {
        return Ok(worker.shared.tables.place_of_candidate(state.members[0]));
    }
    let value = worker.solve(*state, NEVER, None)?;
    let limit = value.total + 1;
    let found = worker.scan(state, limit, u32::MAX)?;
    if let Some(exact) = found.least_exact()
        && exact.bound == value.total
    {
        return Ok(exact.place);
    }
    let mut candidates = found.candidates;
    candidates.retain(|candidate| !candidate.exact);
    candidates.sort_unstable_by_key(|candidate| (candidate.key, candidate.place));
    for candidate in candidates {
        let attained = worker.evaluate(state, candidate.place, limit, None)?;
        if attained.total == value.total {
            return Ok(candidate.place);
        }
    }
    unreachable!("some guess attains the value of a state")
}
