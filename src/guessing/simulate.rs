//! A decision tree against every solution: how long the games are, and whether the guesses are legal.

use super::{Constraint, DecisionTree, Game, HardMode, Pattern, Turn};
use crate::words::Word;

/// Guesses that a game allows.
pub const GUESSES: usize = 6;

/// What comes of playing a tree against every solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Simulation {
    /// The length of the game for each solution, in guesses; none where the tree does not find it.
    pub lengths: Vec<Option<u32>>,
    /// Guesses that the rules forbid.
    pub faults: Vec<Fault>,
}

/// Something wrong with a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A guess that is not in the list.
    #[error("{guess} (guess {number}) is not among the guesses")]
    UnknownGuess {
        /// The guess.
        guess: Word,
        /// Which guess of the game it is, from 1.
        number: usize,
    },
    /// A guess that hard mode forbids.
    #[error("{guess} (guess {number}) is not allowed in hard mode after {}", turns.join(" "))]
    NotAllowed {
        /// The guess.
        guess: Word,
        /// Which guess of the game it is, from 1.
        number: usize,
        /// The turns before it, as text.
        turns: Vec<String>,
    },
    /// Marks that some solutions give but the tree has no guess for.
    #[error("nothing follows {}; solutions left: {solutions}", turns.join(" "))]
    NoBranch {
        /// The turns so far, as text.
        turns: Vec<String>,
        /// How many solutions are left without a guess.
        solutions: usize,
    },
}

/// Plays a tree against every solution of a game.
pub fn simulate(game: &Game, tree: &DecisionTree, hard: Option<HardMode>) -> Simulation {
    let mut player = Player {
        game,
        tree,
        hard,
        turns: Vec::new(),
        lengths: vec![None; game.lists().candidates().len()],
        faults: Vec::new(),
    };
    let solutions = game.candidates_of_solutions();
    player.play(0, solutions);
    let length = |&candidate: &u32| player.lengths[candidate as usize];
    Simulation {
        lengths: solutions.iter().map(length).collect(),
        faults: player.faults,
    }
}

/// Goes through a tree with the solutions that take each way.
struct Player<'a> {
    game: &'a Game,
    tree: &'a DecisionTree,
    hard: Option<HardMode>,
    turns: Vec<Turn>,
    /// The length of the game for each candidate that was played.
    lengths: Vec<Option<u32>>,
    faults: Vec<Fault>,
}

impl Player<'_> {
    fn play(&mut self, node: usize, candidates: &[u32]) {
        let rule = self.game.rule();
        let guess = self.tree.nodes[node].guess;
        self.check(guess);
        for (pattern, group) in self.groups(guess, candidates) {
            self.turns.push(Turn { guess, pattern });
            if pattern == rule.solved() {
                for solution in group {
                    self.lengths[solution as usize] = Some(self.turns.len() as u32);
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

    /// The groups that a guess makes, which need not be in the list.
    fn groups(&self, guess: Word, candidates: &[u32]) -> Vec<(Pattern, Vec<u32>)> {
        if let Some(guess) = self.game.lists().guess(guess) {
            return self.game.groups(guess, candidates);
        }
        let mut groups = std::collections::BTreeMap::<Pattern, Vec<u32>>::new();
        for &s in candidates {
            let pattern = self.game.rule().pattern(guess, self.game.candidate_word(s));
            groups.entry(pattern).or_default().push(s);
        }
        groups.into_iter().collect()
    }

    fn check(&mut self, guess: Word) {
        let number = self.turns.len() + 1;
        if self.game.lists().guess(guess).is_none() {
            let fault = Fault::UnknownGuess { guess, number };
            self.faults.push(fault);
        }
        let constraint = Constraint::of_turns(self.game.rule(), &self.turns, self.hard);
        if !constraint.allows(&guess.into()) {
            let fault = Fault::NotAllowed {
                guess,
                number,
                turns: self.turns_as_text(),
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
    /// How many games took each number of guesses: the first is for one guess. Ends with the longest.
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

    /// All guesses of all games that end.
    pub fn total(&self) -> u64 {
        self.lengths
            .iter()
            .flatten()
            .map(|&length| u64::from(length))
            .sum()
    }

    /// The guesses of an average game that ends; 0 if none does.
    pub fn mean(&self) -> f64 {
        let games = self.lengths.iter().flatten().count();
        self.total() as f64 / games.max(1) as f64
    }

    /// The solutions that are not found in `guesses` guesses, in list order.
    pub fn not_found_in(&self, guesses: usize) -> Vec<u32> {
        let late = |&s: &u32| self.lengths[s as usize].is_none_or(|n| n as usize > guesses);
        (0..self.lengths.len() as u32).filter(late).collect()
    }

    /// The solutions with the longest games, in list order; those that are never found, if any.
    pub fn worst(&self) -> Vec<u32> {
        let rank = |s: &u32| self.lengths[*s as usize].unwrap_or(u32::MAX);
        let all = || 0..self.lengths.len() as u32;
        let worst = all().map(|s| rank(&s)).max();
        all().filter(|s| Some(rank(s)) == worst).collect()
    }
}

/// The game that a tree plays when `solution` is to be found. Ends unsolved where the tree does.
pub fn game_of(game: &Game, tree: &DecisionTree, solution: Word) -> Vec<Turn> {
    let mut turns = Vec::new();
    let mut node = Some(0);
    while let Some(at) = node {
        let guess = tree.nodes[at].guess;
        let pattern = game.rule().pattern(guess, solution);
        turns.push(Turn { guess, pattern });
        node = tree
            .next(at, pattern)
            .filter(|_| pattern != game.rule().solved());
    }
    turns
}
