//! Lists under a rule, with their code table.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::constraint::{Constraint, LetterSets};
use super::pattern::PATTERNS;
use super::{Lists, Pattern, Rule};
use crate::compute::{CodeTable, GuessIndex};
use crate::words::{ALPHABET, Word, WordList};

/// One game: its rule, its lists, and the codes of every guess on every solution.
pub struct Game {
    rule: &'static dyn Rule,
    lists: Lists,
    table: CodeTable,
    letter_sets: Vec<LetterSets>,
    all_guesses: Arc<[u32]>,
    guesses_of_candidates: Vec<u32>,
    candidates_of_solutions: Vec<u32>,
    /// For each letter the guesses that have it; made when hard mode first asks.
    guesses_with: OnceLock<Vec<Vec<u32>>>,
}

impl Game {
    /// Builds the code table of some lists under a rule.
    pub fn new(rule: &'static dyn Rule, lists: Lists) -> Game {
        let table = rule.code_table(lists.guesses(), lists.candidates());
        Game {
            rule,
            table,
            letter_sets: lists.guesses().iter().map(|&word| word.into()).collect(),
            guesses_with: OnceLock::new(),
            all_guesses: (0..lists.guesses().len() as u32).collect(),
            guesses_of_candidates: places(lists.candidates(), lists.guesses()),
            candidates_of_solutions: places(lists.solutions(), lists.candidates()),
            lists,
        }
    }

    /// The rule.
    pub fn rule(&self) -> &'static dyn Rule {
        self.rule
    }

    /// The lists.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The codes: a guess for each word of [`Lists::guesses`], a column for each of
    /// [`Lists::candidates`].
    pub fn table(&self) -> &CodeTable {
        &self.table
    }

    /// The guesses that a constraint allows, in list order. One that allows all shares one list.
    pub fn allowed_guesses(&self, constraint: &Constraint) -> Arc<[u32]> {
        if *constraint == Constraint::default() {
            return Arc::clone(&self.all_guesses);
        }
        let allows = |&guess: &u32| constraint.allows(&self.letter_sets[guess as usize]);
        // A letter that has to be there leaves few guesses to look at.
        let with_letter = self.guesses_with.get_or_init(|| guesses_with(&self.lists));
        let required = constraint
            .required_letters()
            .map(|letter| &with_letter[letter]);
        match required.min_by_key(|guesses| guesses.len()) {
            Some(guesses) => guesses.iter().copied().filter(allows).collect(),
            None => self.all_guesses.iter().copied().filter(allows).collect(),
        }
    }

    /// The lists of [`Game::allowed_guesses`] for many constraints, each list made once.
    pub fn allowed_guesses_of_each(&self, constraints: &[Constraint]) -> Vec<Arc<[u32]>> {
        let different: HashSet<&Constraint> = constraints.iter().collect();
        let lists: HashMap<&Constraint, Arc<[u32]>> = different
            .into_par_iter()
            .map(|constraint| (constraint, self.allowed_guesses(constraint)))
            .collect();
        constraints
            .iter()
            .map(|constraint| Arc::clone(&lists[constraint]))
            .collect()
    }

    /// The guess that is a candidate.
    ///
    /// # Panics
    /// If there is no such candidate.
    pub fn guess_of_candidate(&self, candidate: u32) -> u32 {
        self.guesses_of_candidates[candidate as usize]
    }

    /// A guess as a word.
    ///
    /// # Panics
    /// If there is no such guess.
    pub fn guess_word(&self, guess: u32) -> Word {
        self.lists.guesses()[guess as usize]
    }

    /// The groups that a guess makes of some candidates, by ascending code; candidates keep their
    /// order.
    ///
    /// # Panics
    /// If a guess or a candidate is out of range.
    pub fn groups(&self, guess: u32, candidates: &[u32]) -> Vec<(Pattern, Vec<u32>)> {
        let rows = self
            .table
            .rows_of(GuessIndex(guess))
            .map(|row| self.table.row(row));
        let code = |s: usize| rows.iter().map(|row| row[s]).sum::<u8>();
        let mut groups: Vec<Vec<u32>> = vec![Vec::new(); PATTERNS];
        for &candidate in candidates {
            groups[usize::from(code(candidate as usize))].push(candidate);
        }
        (0..)
            .zip(groups)
            .filter(|(_, group)| !group.is_empty())
            .map(|(code, group)| {
                let pattern = Pattern::from_code(code).expect("a table holds codes of patterns");
                (pattern, group)
            })
            .collect()
    }

    /// A candidate as a word.
    ///
    /// # Panics
    /// If there is no such candidate.
    pub fn candidate_word(&self, candidate: u32) -> Word {
        self.lists.candidates()[candidate as usize]
    }

    /// The candidate that each solution is, in the order of the solutions.
    pub fn candidates_of_solutions(&self) -> &[u32] {
        &self.candidates_of_solutions
    }

    /// All candidates, in list order.
    pub fn all_candidates(&self) -> Vec<u32> {
        (0..self.lists.candidates().len() as u32).collect()
    }
}

fn guesses_with(lists: &Lists) -> Vec<Vec<u32>> {
    let mut with = vec![Vec::new(); ALPHABET];
    for (guess, word) in (0..).zip(lists.guesses().iter()) {
        for letter in word.letters() {
            let guesses: &mut Vec<u32> = &mut with[usize::from(letter)];
            if guesses.last() != Some(&guess) {
                guesses.push(guess);
            }
        }
    }
    with
}

/// Where each of some words stands in a list that holds them all.
fn places(words: &[Word], list: &WordList) -> Vec<u32> {
    let place = |&word| list.position(word);
    let places = words.iter().map(place);
    places
        .collect::<Option<_>>()
        .expect("candidates are guesses, and solutions candidates")
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("rule", &self.rule.name())
            .field("lists", &self.lists.name())
            .finish_non_exhaustive()
    }
}
