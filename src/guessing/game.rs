//! Games: lists under a rule, with their code table.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::constraint::{Constraint, WordSets};
use super::turn::{Contradiction, Turn, candidates_after};
use super::{Lists, Pattern, Rule, SolutionIndex};
use crate::compute::{CandidateIndex, CodeTable, GuessIndex};
use crate::words::{Letter, Word};

/// The number of guesses that a player of the original games has. [`Game::with_turns`] sets another one.
pub const GUESSES_PER_GAME: usize = 6;

/// A guessing game: its rule, its lists, and the codes of every guess on every candidate.
pub struct Game {
    rule: &'static dyn Rule,
    lists: Lists,
    table: CodeTable,
    /// The number of guesses that a player has.
    turns: usize,
    /// The letters of each guess. Computed when hard mode first needs them.
    word_sets: OnceLock<Vec<WordSets>>,
    all_guesses: Arc<[GuessIndex]>,
    /// The guess that each candidate is.
    guesses_of_candidates: Vec<GuessIndex>,
    /// The candidate that each solution is.
    candidates_of_solutions: Vec<CandidateIndex>,
    /// For each letter, the guesses that have it. Computed when hard mode first needs it.
    guesses_by_letter: OnceLock<Vec<Vec<GuessIndex>>>,
}

impl Game {
    /// Builds the code table of some lists under a rule.
    ///
    /// # Panics
    /// If the words have different lengths, or letters of another alphabet than that of the lists.
    pub fn new(rule: &'static dyn Rule, lists: Lists) -> Game {
        let mut letters = lists.guesses().iter().flat_map(|word| word.iter());
        let is_known =
            |letter: &Letter| lists.alphabet().letter_of_rank(letter.rank()) == Some(*letter);
        assert!(
            letters.all(is_known),
            "the lists have the alphabet of their words"
        );
        let table = rule.code_table(lists.guesses(), lists.candidates());
        let guess_of = |&word: &Word| {
            let guess = lists.guess_index(word);
            guess.expect("every candidate is a guess")
        };
        let candidate_of = |&word: &Word| {
            let candidate = lists.candidate_index(word);
            candidate.expect("every solution is a candidate")
        };
        Game {
            rule,
            table,
            turns: GUESSES_PER_GAME,
            word_sets: OnceLock::new(),
            guesses_by_letter: OnceLock::new(),
            all_guesses: GuessIndex::up_to(lists.guesses().len()).collect(),
            guesses_of_candidates: lists.candidates().iter().map(guess_of).collect(),
            candidates_of_solutions: lists.solutions().iter().map(candidate_of).collect(),
            lists,
        }
    }

    /// The same game, in which a player has `turns` guesses.
    pub fn with_turns(self, turns: usize) -> Game {
        Game { turns, ..self }
    }

    /// The same game with other lists.
    pub fn with_lists(&self, lists: Lists) -> Game {
        Game::new(self.rule, lists).with_turns(self.turns)
    }

    /// The number of guesses that a player has.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// The pattern of a guess that is the solution.
    pub fn solved(&self) -> Pattern {
        self.rule.solved(self.lists.length())
    }

    /// The pattern with a code of the table.
    ///
    /// # Panics
    /// If no pattern of the game has this code.
    pub fn pattern_of_code(&self, code: u16) -> Pattern {
        let pattern = Pattern::from_code(code, self.lists.length());
        pattern.expect("a code table contains only codes of patterns")
    }

    /// The rule.
    pub fn rule(&self) -> &'static dyn Rule {
        self.rule
    }

    /// The lists.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The codes: one guess for each word of [`Lists::guesses`], one column for each word of [`Lists::candidates`].
    pub fn table(&self) -> &CodeTable {
        &self.table
    }

    /// The pattern of a guess when a candidate is hidden.
    ///
    /// # Panics
    /// If an index is out of range.
    pub fn pattern(&self, guess: GuessIndex, candidate: CandidateIndex) -> Pattern {
        self.pattern_of_code(self.table.code(guess, candidate))
    }

    /// The guesses that a constraint allows, ascending. All constraints that allow every guess share one list.
    pub fn allowed_guesses(&self, constraint: &Constraint) -> Arc<[GuessIndex]> {
        if constraint.allows_all() {
            return Arc::clone(&self.all_guesses);
        }
        let word_sets = self.word_sets.get_or_init(|| {
            let guesses = self.lists.guesses().iter();
            guesses.map(|&word| word.into()).collect()
        });
        let is_allowed = |guess: &GuessIndex| constraint.allows(&word_sets[guess.at()]);
        // Only the guesses with a required letter need to be tested. The rarest letter leaves the fewest.
        let by_letter = self
            .guesses_by_letter
            .get_or_init(|| guesses_by_letter(&self.lists));
        let required = constraint
            .required_letters()
            .map(|letter| by_letter[usize::from(letter)].as_slice());
        let tested = required.min_by_key(|guesses| guesses.len());
        let tested = tested.unwrap_or(&self.all_guesses);
        tested.iter().copied().filter(is_allowed).collect()
    }

    /// The lists of [`Game::allowed_guesses`] for many constraints. Equal constraints share one list.
    pub fn allowed_guesses_of_each(&self, constraints: &[Constraint]) -> Vec<Arc<[GuessIndex]>> {
        let distinct: HashSet<&Constraint> = constraints.iter().collect();
        let lists: HashMap<&Constraint, Arc<[GuessIndex]>> = distinct
            .into_par_iter()
            .map(|constraint| (constraint, self.allowed_guesses(constraint)))
            .collect();
        constraints
            .iter()
            .map(|constraint| Arc::clone(&lists[constraint]))
            .collect()
    }

    /// The candidates that fit some turns, ascending.
    ///
    /// # Errors
    /// [`Contradiction`] names the first turn that leaves no candidate.
    pub fn candidates_after(&self, turns: &[Turn]) -> Result<Vec<CandidateIndex>, Contradiction> {
        candidates_after(self.rule, turns, self.lists.candidates())
    }

    /// The guess that a candidate is.
    ///
    /// # Panics
    /// If the candidate is out of range.
    pub fn guess_of_candidate(&self, candidate: CandidateIndex) -> GuessIndex {
        self.guesses_of_candidates[candidate.at()]
    }

    /// The guesses that some candidates are, ascending.
    ///
    /// # Panics
    /// If a candidate is out of range.
    pub fn guesses_of_candidates(&self, candidates: &[CandidateIndex]) -> Vec<GuessIndex> {
        let guesses = candidates.iter().map(|&c| self.guess_of_candidate(c));
        let mut guesses: Vec<GuessIndex> = guesses.collect();
        guesses.sort_unstable();
        guesses
    }

    /// The candidate that a solution is.
    ///
    /// # Panics
    /// If the solution is out of range.
    pub fn candidate_of_solution(&self, solution: SolutionIndex) -> CandidateIndex {
        self.candidates_of_solutions[solution.at()]
    }

    /// The candidate that each solution is, in the order of the solutions.
    pub fn candidates_of_solutions(&self) -> &[CandidateIndex] {
        &self.candidates_of_solutions
    }

    /// The word of a guess.
    ///
    /// # Panics
    /// If the guess is out of range.
    pub fn guess_word(&self, guess: GuessIndex) -> Word {
        self.lists.guesses()[guess.at()]
    }

    /// The word of a candidate.
    ///
    /// # Panics
    /// If the candidate is out of range.
    pub fn candidate_word(&self, candidate: CandidateIndex) -> Word {
        self.lists.candidates()[candidate.at()]
    }

    /// The word of a solution.
    ///
    /// # Panics
    /// If the solution is out of range.
    pub fn solution_word(&self, solution: SolutionIndex) -> Word {
        self.lists.solutions()[solution.at()]
    }

    /// The groups into which a guess divides some candidates, by ascending code. Candidates keep their order.
    ///
    /// # Panics
    /// If the guess or a candidate is out of range.
    pub fn groups(
        &self,
        guess: GuessIndex,
        candidates: &[CandidateIndex],
    ) -> Vec<(Pattern, Vec<CandidateIndex>)> {
        let code = |&candidate: &CandidateIndex| self.table.code(guess, candidate);
        let mut coded: Vec<_> = candidates.iter().map(|c| (code(c), *c)).collect();
        // The sort is stable.
        coded.sort_by_key(|&(code, _)| code);
        let groups = coded.chunk_by(|a, b| a.0 == b.0);
        let group = |group: &[(_, CandidateIndex)]| {
            let pattern = self.pattern_of_code(group[0].0);
            (
                pattern,
                group.iter().map(|&(_, candidate)| candidate).collect(),
            )
        };
        groups.map(group).collect()
    }

    /// All candidates, ascending.
    pub fn all_candidates(&self) -> Vec<CandidateIndex> {
        CandidateIndex::up_to(self.lists.candidates().len()).collect()
    }
}

/// For each letter of the alphabet, by rank, the guesses that have it, ascending.
fn guesses_by_letter(lists: &Lists) -> Vec<Vec<GuessIndex>> {
    let mut by_letter = vec![Vec::new(); lists.alphabet().letters().len()];
    let all = GuessIndex::up_to(lists.guesses().len());
    for (guess, word) in all.zip(lists.guesses().iter()) {
        for letter in word.iter() {
            let guesses: &mut Vec<GuessIndex> = &mut by_letter[usize::from(letter.rank())];
            if guesses.last() != Some(&guess) {
                guesses.push(guess);
            }
        }
    }
    by_letter
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("rule", &self.rule.name())
            .field("lists", &self.lists.name())
            .finish_non_exhaustive()
    }
}
