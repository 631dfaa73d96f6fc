//! Simulation: a decision tree plays against every solution. The lengths of the games are counted and the guesses are
//! checked.

use std::collections::BTreeMap;

use super::{DecisionTree, Game, HardMode, Pattern, SolutionIndex, Turn, Violation};
use crate::compute::CandidateIndex;
use crate::words::Word;

/// The result of playing a tree against every solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Simulation {
    /// The length of the game for each solution, in guesses, or `None` if the tree does not find the solution. Indexed
    /// by [`SolutionIndex`].
    pub lengths: Vec<Option<u32>>,
    /// The guesses that break the rules, and the marks without a guess.
    pub faults: Vec<Fault>,
}

/// A fault of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A guess that is not in the list.
    #[error("{guess} (guess {number}) is not among the guesses")]
    UnknownGuess {
        /// The guess.
        guess: Word,
        /// The number of the guess in its game, from 1.
        number: usize,
    },
    /// A guess that hard mode forbids.
    #[error("{guess} (guess {number}) is not allowed in hard mode after {}: {violation}", turns.join(" "))]
    NotAllowed {
        /// The guess.
        guess: Word,
        /// The number of the guess in its game, from 1.
        number: usize,
        /// The earlier turns, as text.
        turns: Vec<String>,
        /// The demand of hard mode that the guess does not meet.
        violation: Violation,
    },
    /// Marks that some solutions give. The tree has no guess for them.
    #[error("nothing follows {}; solutions left: {solutions}", turns.join(" "))]
    NoBranch {
        /// The turns so far, as text.
        turns: Vec<String>,
        /// The number of solutions that give these marks.
        solutions: usize,
    },
}

/// Plays a tree against every solution of a game.
pub fn simulate(game: &Game, tree: &DecisionTree, hard: Option<HardMode>) -> Simulation {
    let mut replay = Replay {
        game,
        tree,
        hard,
        turns: Vec::new(),
        lengths: vec![None; game.lists().candidates().len()],
        faults: Vec::new(),
    };
    let solutions = game.candidates_of_solutions();
    replay.play(0, solutions);
    let length = |candidate: &CandidateIndex| replay.lengths[candidate.at()];
    Simulation {
        lengths: solutions.iter().map(length).collect(),
        faults: replay.faults,
    }
}

/// A walk through a tree, depth-first, with the solutions that take each branch.
struct Replay<'a> {
    game: &'a Game,
    tree: &'a DecisionTree,
    hard: Option<HardMode>,
    /// The turns that lead to the current node.
    turns: Vec<Turn>,
    /// The length of the game for each candidate that has been played.
    lengths: Vec<Option<u32>>,
    faults: Vec<Fault>,
}

impl Replay<'_> {
    /// Plays the solutions that reach a node.
    fn play(&mut self, node: usize, solutions: &[CandidateIndex]) {
        let guess = self.tree.nodes[node].guess;
        self.check(guess);
        for (pattern, group) in self.groups(guess, solutions) {
            self.turns.push(Turn { guess, pattern });
            if pattern == self.game.solved() {
                for solution in group {
                    self.lengths[solution.at()] = Some(self.turns.len() as u32);
                }
            } else if let Some(next) = self.tree.next(node, pattern) {
                self.play(next, &group);
            } else {
                let fault = Fault::NoBranch {
                    turns: self.turns_as_text(),
                    solutions: group.len(),
                };
                self.faults.push(fault);
            }
            self.turns.pop();
        }
    }

    /// The groups of a guess, which may be missing from the list of guesses.
    fn groups(
        &self,
        guess: Word,
        solutions: &[CandidateIndex],
    ) -> Vec<(Pattern, Vec<CandidateIndex>)> {
        if let Some(guess) = self.game.lists().guess_index(guess) {
            return self.game.groups(guess, solutions);
        }
        let rule = self.game.rule();
        let mut groups = BTreeMap::<Pattern, Vec<CandidateIndex>>::new();
        for &solution in solutions {
            let pattern = rule.pattern(guess, self.game.candidate_word(solution));
            groups.entry(pattern).or_default().push(solution);
        }
        groups.into_iter().collect()
    }

    /// Records a fault if the guess of the current node is not allowed.
    fn check(&mut self, guess: Word) {
        let number = self.turns.len() + 1;
        if self.game.lists().guess_index(guess).is_none() {
            let fault = Fault::UnknownGuess { guess, number };
            self.faults.push(fault);
        }
        let violation = Violation::find(
            self.game.rule(),
            self.game.lists().alphabet(),
            &self.turns,
            self.hard,
            guess,
        );
        if let Some(violation) = violation {
            let fault = Fault::NotAllowed {
                guess,
                number,
                turns: self.turns_as_text(),
                violation,
            };
            self.faults.push(fault);
        }
    }

    fn turns_as_text(&self) -> Vec<String> {
        let rule = self.game.rule();
        self.turns.iter().map(|turn| turn.format(rule)).collect()
    }
}

impl Simulation {
    /// The number of games of one guess, of two guesses, and so on, up to the longest game.
    pub fn spread(&self) -> Vec<u32> {
        let mut spread = Vec::new();
        for length in self.lengths.iter().flatten().map(|&length| length as usize) {
            if spread.len() < length {
                spread.resize(length, 0);
            }
            spread[length - 1] += 1;
        }
        spread
    }

    /// The number of solutions that the tree finds.
    pub fn found(&self) -> usize {
        self.lengths.iter().flatten().count()
    }

    /// The number of guesses in all games that find the solution.
    pub fn total(&self) -> u64 {
        self.lengths
            .iter()
            .flatten()
            .map(|&length| u64::from(length))
            .sum()
    }

    /// The mean number of guesses in the games that find the solution, or 0 without such games.
    pub fn mean(&self) -> f64 {
        self.total() as f64 / self.found().max(1) as f64
    }

    /// The solutions that are not found within this many guesses, ascending.
    pub fn not_found_in(&self, guesses: usize) -> Vec<SolutionIndex> {
        self.solutions_with(|length| length.is_none_or(|length| length as usize > guesses))
    }

    /// The solutions that are never found. If the tree finds every solution, those with the longest games. Ascending.
    pub fn worst(&self) -> Vec<SolutionIndex> {
        let rank = |length: Option<u32>| length.unwrap_or(u32::MAX);
        let worst = self.lengths.iter().map(|&length| rank(length)).max();
        self.solutions_with(|length| Some(rank(length)) == worst)
    }

    /// The solutions whose games have such a length, ascending.
    fn solutions_with(&self, is_wanted: impl Fn(Option<u32>) -> bool) -> Vec<SolutionIndex> {
        let lengths = self.lengths.iter().enumerate();
        let solutions = lengths.filter(|&(_, &length)| is_wanted(length));
        solutions
            .map(|(index, _)| SolutionIndex::from(index))
            .collect()
    }
}
