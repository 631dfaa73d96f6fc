//! Lists under a rule, with their code table.

use std::fmt;
use std::sync::Arc;

use super::constraint::{Constraint, LetterSets};
use super::{Lists, Rule};
use crate::compute::CodeTable;

/// One game: its rule, its lists, and the codes of every guess on every solution.
pub struct Game {
    rule: &'static dyn Rule,
    lists: Lists,
    table: CodeTable,
    letter_sets: Vec<LetterSets>,
    all_guesses: Arc<[u32]>,
}

impl Game {
    /// Builds the code table of some lists under a rule.
    pub fn new(rule: &'static dyn Rule, lists: Lists) -> Game {
        let table = rule.code_table(lists.guesses(), lists.solutions());
        Game {
            rule,
            table,
            letter_sets: lists.guesses().iter().map(|&word| word.into()).collect(),
            all_guesses: (0..lists.guesses().len() as u32).collect(),
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
    /// [`Lists::solutions`].
    pub fn table(&self) -> &CodeTable {
        &self.table
    }

    /// The guesses that a constraint allows, in list order. One that allows all shares one list.
    pub fn allowed_guesses(&self, constraint: &Constraint) -> Arc<[u32]> {
        if *constraint == Constraint::default() {
            return Arc::clone(&self.all_guesses);
        }
        (0..)
            .zip(&self.letter_sets)
            .filter(|(_, word)| constraint.allows(word))
            .map(|(guess, _)| guess)
            .collect()
    }

    /// All solutions, in list order.
    pub fn all_solutions(&self) -> Vec<u32> {
        (0..self.lists.solutions().len() as u32).collect()
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("rule", &self.rule.name())
            .field("lists", &self.lists.name())
            .finish_non_exhaustive()
    }
}
