//! Lists under a rule, with their code table.

use std::fmt;

use super::{Lists, Rule, Turn};
use crate::compute::CodeTable;

/// One game: its rule, its lists, and the codes of every guess on every solution.
pub struct Game {
    rule: &'static dyn Rule,
    lists: Lists,
    table: CodeTable,
}

impl Game {
    /// Builds the code table of some lists under a rule.
    pub fn new(rule: &'static dyn Rule, lists: Lists) -> Game {
        let table = rule.code_table(lists.guesses(), lists.solutions());
        Game { rule, lists, table }
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

    /// The guesses that may follow some turns: all of them, or with `hard` those that hard mode
    /// allows after each turn. In list order.
    pub fn allowed_guesses(&self, turns: &[Turn], hard: bool) -> Vec<u32> {
        let allowed = |word| !hard || turns.iter().all(|&turn| self.rule.allows(turn, word));
        (0..)
            .zip(self.lists.guesses().iter())
            .filter(|&(_, &word)| allowed(word))
            .map(|(guess, _)| guess)
            .collect()
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
