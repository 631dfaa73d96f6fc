//! Decision trees: what to guess after which marks, and what comes of it.

use std::collections::HashMap;
use std::hash::Hash;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::strategy::{State, Strategy};
use super::{Constraint, Game, HardMode, Pattern, Turn};
use crate::compute::{Backend, ComputeError};
use crate::words::Word;

/// Guesses after which a strategy that has not found the word is stopped, and the most that a game of
/// a tree in a file may have. No strategy here comes near.
pub const MOST_GUESSES: u32 = 60;

/// Choices remembered from one batch of openings to the next, at most: some 100 MB.
const REMEMBERED: usize = 1 << 22;

/// What to guess first, and after each answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionTree {
    /// The nodes; the first is the root, and each stands before those under it.
    pub nodes: Vec<Node>,
}

/// A guess and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The guess.
    pub guess: Word,
    /// Whether it may be the solution.
    pub solves: bool,
    /// The node to go on with after each pattern but the solved one, by ascending code.
    pub branches: Vec<(Pattern, usize)>,
}

impl DecisionTree {
    /// The node after some marks, if the tree knows what to do.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn next(&self, node: usize, pattern: Pattern) -> Option<usize> {
        let branches = &self.nodes[node].branches;
        let branch = branches.binary_search_by_key(&pattern, |branch| branch.0);
        branch.ok().map(|branch| branches[branch].1)
    }
}

/// Grows decision trees by a strategy, level by level: the states of a level, of many openings, are
/// one batch.
pub struct Grower<'a> {
    game: &'a Game,
    backend: &'a dyn Backend,
    strategy: &'a dyn Strategy,
    hard: Option<HardMode>,
    choices: HashMap<u128, u32>,
    /// Whether each candidate is a solution.
    is_solution: Vec<bool>,
}

/// A state that wants a guess, and where the node hangs.
struct Leaf {
    tree: usize,
    parent: Option<(usize, Pattern)>,
    state: State,
}

impl<'a> Grower<'a> {
    /// Grows trees for a game.
    pub fn new(
        game: &'a Game,
        backend: &'a dyn Backend,
        strategy: &'a dyn Strategy,
        hard: Option<HardMode>,
    ) -> Grower<'a> {
        let mut is_solution = vec![false; game.lists().candidates().len()];
        for &solution in game.candidates_of_solutions() {
            is_solution[solution as usize] = true;
        }
        Grower {
            game,
            backend,
            strategy,
            hard,
            choices: HashMap::new(),
            is_solution,
        }
    }

    /// One tree for each opening; where there is none, the strategy chooses it. What follows answers
    /// that no solution gives is left out.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    pub fn grow(&mut self, openings: &[Option<u32>]) -> Result<Vec<DecisionTree>, ComputeError> {
        let mut trees = vec![DecisionTree { nodes: Vec::new() }; openings.len()];
        let mut leaves: Vec<Leaf> = (0..openings.len())
            .map(|tree| Leaf {
                tree,
                parent: None,
                state: State {
                    candidates: self.game.all_candidates(),
                    constraint: Constraint::default(),
                    guesses_made: 0,
                },
            })
            .collect();
        let mut guesses = self.choose(&leaves, openings)?;
        while !leaves.is_empty() {
            leaves = self.branch(&mut trees, leaves, &guesses);
            guesses = self.choose(&leaves, &[])?;
        }
        Ok(trees)
    }

    /// The guess of each leaf: the one given, the only candidate, one that was chosen before in the
    /// same state, or the strategy's choice.
    fn choose(&mut self, leaves: &[Leaf], given: &[Option<u32>]) -> Result<Vec<u32>, ComputeError> {
        if self.choices.len() > REMEMBERED {
            self.choices.clear();
        }
        let keys: Vec<u128> = leaves
            .par_iter()
            .map(|leaf| self.key(&leaf.state))
            .collect();
        // A single candidate is what every strategy guesses.
        let given = |i: usize| {
            let only = match leaves[i].state.candidates[..] {
                [candidate] => Some(self.game.guess_of_candidate(candidate)),
                _ => None,
            };
            given.get(i).copied().flatten().or(only)
        };
        let mut wanted: HashMap<u128, &State> = HashMap::new();
        for (i, (leaf, key)) in leaves.iter().zip(&keys).enumerate() {
            if given(i).is_none() && !self.choices.contains_key(key) {
                wanted.insert(*key, &leaf.state);
            }
        }
        let mut wanted: Vec<(u128, &State)> = wanted.into_iter().collect();
        wanted.sort_unstable_by_key(|&(key, _)| key);
        let states: Vec<&State> = wanted.iter().map(|&(_, state)| state).collect();
        let chosen = self.strategy.choose(self.game, self.backend, &states)?;
        self.choices
            .extend(wanted.iter().map(|&(key, _)| key).zip(chosen));
        let guess = |(i, key)| given(i).unwrap_or_else(|| self.choices[key]);
        Ok(keys.iter().enumerate().map(guess).collect())
    }

    /// A hash of all that the strategy's choice depends on. Of a billion different states, two share
    /// one of the 2^128 hashes with a chance of 10^-21.
    fn key(&self, state: &State) -> u128 {
        let mut hasher = Xxh3::new();
        state.candidates.hash(&mut hasher);
        state.constraint.hash(&mut hasher);
        if self.strategy.counts_guesses() {
            state.guesses_made.hash(&mut hasher);
        }
        hasher.digest128()
    }

    /// Hangs a node with its guess at each leaf, and returns the leaves that this leaves open.
    fn branch(&self, trees: &mut [DecisionTree], leaves: Vec<Leaf>, guesses: &[u32]) -> Vec<Leaf> {
        let solved = self.game.rule().solved();
        let groups: Vec<_> = leaves
            .par_iter()
            .zip(guesses)
            .map(|(leaf, &guess)| self.game.groups(guess, &leaf.state.candidates))
            .collect();
        let mut open = Vec::new();
        for ((leaf, &guess), groups) in leaves.into_iter().zip(guesses).zip(groups) {
            let nodes = &mut trees[leaf.tree].nodes;
            let node = nodes.len();
            if let Some((parent, pattern)) = leaf.parent {
                nodes[parent].branches.push((pattern, node));
            }
            let guess = self.game.guess_word(guess);
            nodes.push(Node {
                guess,
                solves: groups.iter().any(|&(pattern, _)| pattern == solved),
                branches: Vec::new(),
            });
            let guesses_made = leaf.state.guesses_made + 1;
            if guesses_made == MOST_GUESSES {
                continue;
            }
            for (pattern, candidates) in groups {
                let is_solution = |&candidate: &u32| self.is_solution[candidate as usize];
                if pattern == solved || !candidates.iter().any(is_solution) {
                    continue;
                }
                let constraint = self.after(&leaf.state.constraint, Turn { guess, pattern });
                open.push(Leaf {
                    tree: leaf.tree,
                    parent: Some((node, pattern)),
                    state: State {
                        candidates,
                        constraint,
                        guesses_made,
                    },
                });
            }
        }
        open
    }

    fn after(&self, constraint: &Constraint, turn: Turn) -> Constraint {
        match self.hard {
            Some(mode) => constraint.and(&self.game.rule().constraint(turn, mode)),
            None => Constraint::default(),
        }
    }
}
