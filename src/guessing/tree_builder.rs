//! Building decision trees with a strategy.

use std::collections::HashMap;
use std::hash::Hash;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::settled::Settled;
use super::strategy::{GuessingState, Strategy};
use super::tree::{MAX_DEPTH, Node};
use super::{Constraint, DecisionTree, Game, HardMode, Pattern, Turn};
use crate::compute::{Backend, CandidateIndex, ComputeError, GuessIndex};

/// The most choices that are remembered from one batch of openings to the next: about 100 MB.
const MAX_REMEMBERED: usize = 1 << 22;

/// Builds decision trees with a strategy, level by level: the states of one level of all openings form one batch.
///
/// Equal states share one choice, also across openings.
pub struct TreeBuilder<'a> {
    game: &'a Game,
    backend: &'a dyn Backend,
    strategy: &'a dyn Strategy,
    hard: Option<HardMode>,
    /// The guesses chosen so far, by the hash of the state.
    choices: HashMap<u128, GuessIndex>,
    /// For each candidate, true if it is a solution.
    is_solution: Vec<bool>,
}

/// A state that needs a guess, and the branch that its node will hang from.
struct Leaf {
    tree: usize,
    parent: Option<(usize, Pattern)>,
    /// The state without its settled letters.
    state: GuessingState,
    settled: Settled,
}

impl<'a> TreeBuilder<'a> {
    /// A builder of trees for a game.
    pub fn new(
        game: &'a Game,
        backend: &'a dyn Backend,
        strategy: &'a dyn Strategy,
        hard: Option<HardMode>,
    ) -> TreeBuilder<'a> {
        let mut is_solution = vec![false; game.lists().candidates().len()];
        for &candidate in game.candidates_of_solutions() {
            is_solution[candidate.at()] = true;
        }
        TreeBuilder {
            game,
            backend,
            strategy,
            hard,
            choices: HashMap::new(),
            is_solution,
        }
    }

    /// Builds one tree. If no opening is given, the strategy chooses it.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    pub fn build_one(&mut self, opening: Option<GuessIndex>) -> Result<DecisionTree, ComputeError> {
        Ok(self.build(&[opening])?.remove(0))
    }

    /// Builds one tree for each opening; where it is `None`, the strategy chooses it. The trees omit branches for
    /// marks that no solution gives.
    ///
    /// # Errors
    /// [`ComputeError`], only from a GPU.
    pub fn build(
        &mut self,
        openings: &[Option<GuessIndex>],
    ) -> Result<Vec<DecisionTree>, ComputeError> {
        let mut trees = vec![DecisionTree { nodes: Vec::new() }; openings.len()];
        let mut leaves: Vec<Leaf> = (0..openings.len())
            .map(|tree| Leaf {
                tree,
                parent: None,
                state: GuessingState::initial(self.game),
                settled: Settled::default(),
            })
            .collect();
        let mut guesses = self.choose(&leaves, openings)?;
        while !leaves.is_empty() {
            leaves = self.grow(&mut trees, leaves, &guesses);
            guesses = self.choose(&leaves, &[])?;
        }
        Ok(trees)
    }

    /// The guess of each leaf: the given opening, the only candidate, the choice made earlier in an equal state, or
    /// the strategy's choice.
    fn choose(
        &mut self,
        leaves: &[Leaf],
        openings: &[Option<GuessIndex>],
    ) -> Result<Vec<GuessIndex>, ComputeError> {
        if self.choices.len() > MAX_REMEMBERED {
            self.choices.clear();
        }
        let keys: Vec<u128> = leaves
            .par_iter()
            .map(|leaf| self.key(&leaf.state))
            .collect();
        let game = self.game;
        let given = |i: usize| {
            // Every strategy plays a single candidate.
            let only = match leaves[i].state.candidates[..] {
                [candidate] => Some(game.guess_of_candidate(candidate)),
                _ => None,
            };
            openings.get(i).copied().flatten().or(only)
        };
        let chosen = (0..leaves.len()).filter(|&i| given(i).is_none());
        let chosen: Vec<usize> = chosen.collect();
        let states = chosen.iter().map(|&i| (keys[i], &leaves[i].state));
        self.remember_choices(states)?;
        let mut guesses: Vec<GuessIndex> = (0..leaves.len())
            .map(|i| given(i).unwrap_or_else(|| self.choices[&keys[i]]))
            .collect();
        // Few choices depend on the settled letters. All others are shared by states that differ only in these.
        let reveals_nothing = |&i: &usize| {
            let guess = game.guess_word(guesses[i]);
            leaves[i].settled.includes(guess)
        };
        let again: Vec<usize> = chosen.into_iter().filter(reveals_nothing).collect();
        let states: Vec<GuessingState> = again
            .iter()
            .map(|&i| GuessingState {
                settled: leaves[i].settled.clone(),
                ..leaves[i].state.clone()
            })
            .collect();
        let keys: Vec<u128> = states.iter().map(|state| self.key(state)).collect();
        self.remember_choices(keys.iter().copied().zip(&states))?;
        for (i, key) in again.into_iter().zip(keys) {
            guesses[i] = self.choices[&key];
        }
        Ok(guesses)
    }

    /// Lets the strategy choose in the states that it has not chosen in before. Each comes with its key.
    fn remember_choices<'s>(
        &mut self,
        states: impl Iterator<Item = (u128, &'s GuessingState)>,
    ) -> Result<(), ComputeError> {
        let open: HashMap<u128, &GuessingState> = states
            .filter(|(key, _)| !self.choices.contains_key(key))
            .collect();
        let mut open: Vec<(u128, &GuessingState)> = open.into_iter().collect();
        open.sort_unstable_by_key(|&(key, _)| key);
        let states: Vec<&GuessingState> = open.iter().map(|&(_, state)| state).collect();
        let chosen = self.strategy.choose(self.game, self.backend, &states)?;
        self.choices
            .extend(open.iter().map(|&(key, _)| key).zip(chosen));
        Ok(())
    }

    /// A hash of everything that the strategy's choice depends on. The probability that any two of a billion
    /// different states share one of the 2^128 hashes is 10^-21.
    fn key(&self, state: &GuessingState) -> u128 {
        let mut hasher = Xxh3::new();
        state.candidates.hash(&mut hasher);
        state.constraint.hash(&mut hasher);
        if self.strategy.depends_on_turns() {
            state.guesses_made.hash(&mut hasher);
            state.settled.hash(&mut hasher);
        }
        hasher.digest128()
    }

    /// Adds a node with its guess at each leaf. Returns the leaves of the next level.
    fn grow(
        &self,
        trees: &mut [DecisionTree],
        leaves: Vec<Leaf>,
        guesses: &[GuessIndex],
    ) -> Vec<Leaf> {
        let groups: Vec<_> = leaves
            .par_iter()
            .zip(guesses)
            .map(|(leaf, &guess)| self.game.groups(guess, &leaf.state.candidates))
            .collect();
        let mut next = Vec::new();
        for ((leaf, &guess), groups) in leaves.into_iter().zip(guesses).zip(groups) {
            let node = self.add_node(&mut trees[leaf.tree], &leaf, guess, &groups);
            let guesses_made = leaf.state.guesses_made + 1;
            if guesses_made as usize == MAX_DEPTH {
                continue;
            }
            let guess = self.game.guess_word(guess);
            let open = groups.into_iter().filter(|group| self.is_open(group));
            next.extend(open.map(|(pattern, candidates)| {
                let turn = Turn { guess, pattern };
                Leaf {
                    tree: leaf.tree,
                    parent: Some((node, pattern)),
                    state: GuessingState {
                        candidates,
                        constraint: self.after(&leaf.state.constraint, turn),
                        guesses_made,
                        settled: Settled::default(),
                    },
                    settled: leaf.settled.and(&self.game.rule().settled(turn)),
                }
            }));
        }
        next
    }

    /// Adds the node of a leaf to its tree and returns its index.
    fn add_node(
        &self,
        tree: &mut DecisionTree,
        leaf: &Leaf,
        guess: GuessIndex,
        groups: &[(Pattern, Vec<CandidateIndex>)],
    ) -> usize {
        let node = tree.nodes.len();
        if let Some((parent, pattern)) = leaf.parent {
            tree.nodes[parent].branches.push((pattern, node));
        }
        let solved = self.game.solved();
        tree.nodes.push(Node {
            guess: self.game.guess_word(guess),
            solves: groups.iter().any(|&(pattern, _)| pattern == solved),
            branches: Vec::new(),
        });
        node
    }

    /// True if a group needs another guess: it is not solved and includes a solution.
    fn is_open(&self, (pattern, candidates): &(Pattern, Vec<CandidateIndex>)) -> bool {
        let is_solution = |candidate: &CandidateIndex| self.is_solution[candidate.at()];
        *pattern != self.game.solved() && candidates.iter().any(is_solution)
    }

    /// The constraint on the next guess after one more turn.
    fn after(&self, constraint: &Constraint, turn: Turn) -> Constraint {
        match self.hard {
            Some(mode) => constraint.and(&self.game.rule().constraint(turn, mode)),
            None => Constraint::default(),
        }
    }
}
