//! Guesses with their marks in results.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};

use crate::guessing::rule::format_pattern;
use crate::guessing::{Rule, Turn};

/// A guess with its marks, in JSON. It displays as the user types it: `crane=-y--g`. The guess is a text, because it may be
/// read back where no alphabet is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnInfo {
    guess: String,
    marks: String,
}

impl TurnInfo {
    /// The turns of a game.
    pub fn of(rule: &dyn Rule, turns: &[Turn]) -> Vec<TurnInfo> {
        let info = |turn: &Turn| TurnInfo {
            guess: turn.guess.to_string(),
            marks: format_pattern(rule, turn.pattern),
        };
        turns.iter().map(info).collect()
    }
}

impl Display for TurnInfo {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}={}", self.guess, self.marks)
    }
}

/// Turns in one line, with spaces between them: `crane=-y--g slide=y---g`.
pub fn format_turns(rule: &dyn Rule, turns: &[Turn]) -> String {
    let turns: Vec<String> = turns.iter().map(|turn| turn.format(rule)).collect();
    turns.join(" ")
}
