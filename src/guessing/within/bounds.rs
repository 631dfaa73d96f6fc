//! Upper bounds on the number of words that a guess finds, from the sizes of its groups.

use super::Within;
use crate::compute::{CandidateIndex, GuessIndex};
use crate::guessing::Pattern;

impl Within<'_> {
    /// An upper bound on W(T, `guesses`) for a set T of n words: nothing is found without a guess, one word
    /// with one guess, and with two no more words than any guess makes groups.
    pub fn bound_of_set(&self, n: u32, guesses: u32) -> u32 {
        match guesses {
            0 => 0,
            1 => n.min(1),
            2 => n.min(self.max_groups),
            _ => n,
        }
    }

    /// An upper bound on the number of words that are found in some groups with `guesses` left: the sum over
    /// the groups. A solved group is found.
    pub fn bound_of_groups(&self, groups: &[(Pattern, Vec<CandidateIndex>)], guesses: u32) -> u32 {
        let solved = self.game.solved();
        let bound = |(pattern, group): &(Pattern, Vec<CandidateIndex>)| {
            if *pattern == solved {
                1
            } else {
                self.bound_of_set(group.len() as u32, guesses)
            }
        };
        groups.iter().map(bound).sum()
    }

    /// The groups that a guess makes and does not solve, by ascending code.
    pub fn unsolved_groups(
        &self,
        guess: GuessIndex,
        candidates: &[CandidateIndex],
    ) -> Vec<Vec<CandidateIndex>> {
        let solved = self.game.solved();
        let groups = self.game.groups(guess, candidates).into_iter();
        groups
            .filter(|&(pattern, _)| pattern != solved)
            .map(|(_, group)| group)
            .collect()
    }
}
