//! Growing the tree: from the values of sets to a decision tree.

use super::Within;
use crate::compute::{CandidateIndex, ComputeError, GuessIndex};
use crate::guessing::DecisionTree;
use crate::guessing::tree::Node;

impl Within<'_> {
    /// Adds the best play from a set on to a tree, beginning with `guess`, and returns the new node. The tree
    /// ends after `guesses` guesses.
    pub fn grow(
        &self,
        tree: &mut DecisionTree,
        guess: GuessIndex,
        candidates: &[CandidateIndex],
        guesses: u32,
    ) -> Result<usize, ComputeError> {
        let solved = self.game.solved();
        let groups = self.game.groups(guess, candidates);
        let node = tree.nodes.len();
        tree.nodes.push(Node {
            guess: self.game.guess_word(guess),
            solves: groups.iter().any(|&(pattern, _)| pattern == solved),
            branches: Vec::new(),
        });
        if guesses > 1 {
            for (pattern, group) in groups.iter().filter(|group| group.0 != solved) {
                let next = self.value(group, guesses - 1, 0)?.guess;
                let child = self.grow(tree, next, group, guesses - 1)?;
                tree.nodes[node].branches.push((*pattern, child));
            }
        }
        Ok(node)
    }
}
