//! Decision trees: the guess to make after each sequence of marks.

use super::{Pattern, Rule, Turn};
use crate::words::Word;

/// The most guesses in a game of a tree. The builder stops a strategy that has not found the solution by then, and files
/// with deeper trees are rejected. No strategy of this crate comes near.
pub const MAX_DEPTH: usize = 60;

/// The guess to make first, and the guess to make after each sequence of marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionTree {
    /// The nodes. The first one is the root, and every node comes before its children.
    pub nodes: Vec<Node>,
}

/// A guess and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The guess.
    pub guess: Word,
    /// True if the guess can be the solution.
    pub solves: bool,
    /// The index of the next node for each pattern except the solved one, by ascending code.
    pub branches: Vec<(Pattern, usize)>,
}

impl DecisionTree {
    /// The index of the node that follows a node after a pattern, or `None` if the tree has no such branch.
    ///
    /// # Panics
    /// If the node does not exist.
    pub fn next(&self, node: usize, pattern: Pattern) -> Option<usize> {
        let branches = &self.nodes[node].branches;
        let branch = branches.binary_search_by_key(&pattern, |branch| branch.0);
        branch.ok().map(|branch| branches[branch].1)
    }

    /// The game that the tree plays when `solution` is hidden. The last turn is not solved if the tree has no guess
    /// for its marks.
    pub fn play(&self, rule: &dyn Rule, solution: Word) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut node = Some(0);
        while let Some(at) = node {
            let guess = self.nodes[at].guess;
            let pattern = rule.pattern(guess, solution);
            turns.push(Turn { guess, pattern });
            node = self
                .next(at, pattern)
                .filter(|_| pattern != rule.solved(guess.len()));
        }
        turns
    }
}
