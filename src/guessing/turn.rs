//! A guess with the marks it was given, and the candidates that turns leave.

use std::str::FromStr;

use super::rule::{NotAPattern, format_pattern, parse_pattern};
use super::{Pattern, Rule};
use crate::words::{NotAWord, Word};

/// A guess with the marks it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The guess.
    pub guess: Word,
    /// Its marks.
    pub pattern: Pattern,
}

/// Why a text is no [`Turn`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// There is no `=`.
    #[error("'{0}' is not a guess with its marks; write GUESS=MARKS, as in crane=-y--g")]
    NoMarks(String),
    /// The part before the `=` is no word.
    #[error(transparent)]
    Guess(#[from] NotAWord),
    /// The part after the `=` is no pattern.
    #[error("{guess}: {source}")]
    Marks {
        /// The guess.
        guess: Word,
        /// What is wrong with its marks.
        source: NotAPattern,
    },
}

/// Turns that no candidate fits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// No candidate gives the marks of one turn, whatever the others say.
    #[error("no solution in the list gives {turn}; check its marks")]
    Alone {
        /// The turn, as text.
        turn: String,
    },
    /// Some candidates fit the turn, but not the turns before it.
    #[error(
        "the marks contradict each other: of the {before} solutions left after {earlier}, none gives \
         {turn} (without the turns before it, {alone} would)"
    )]
    Together {
        /// The turns before, as text.
        earlier: String,
        /// The turn after which nothing is left, as text.
        turn: String,
        /// How many candidates were left before it.
        before: usize,
        /// How many of all candidates fit that turn alone.
        alone: usize,
    },
}

impl Turn {
    /// Reads `GUESS=MARKS`, as in `crane=-y--g`.
    ///
    /// # Errors
    /// [`TurnError`].
    pub fn parse(rule: &dyn Rule, text: &str) -> Result<Turn, TurnError> {
        let text = text.trim();
        let (guess, marks) = text
            .split_once('=')
            .ok_or_else(|| TurnError::NoMarks(text.to_owned()))?;
        let guess = Word::from_str(guess.trim())?;
        let pattern = parse_pattern(rule, marks.trim())
            .map_err(|source| TurnError::Marks { guess, source })?;
        Ok(Turn { guess, pattern })
    }

    /// The turn as text that [`Turn::parse`] reads.
    pub fn format(self, rule: &dyn Rule) -> String {
        format!("{}={}", self.guess, format_pattern(rule, self.pattern))
    }

    /// Whether `solution` would have given these marks.
    pub fn fits(self, rule: &dyn Rule, solution: Word) -> bool {
        rule.pattern(self.guess, solution) == self.pattern
    }
}

/// The places, in `solutions`, of those that fit every turn, ascending.
///
/// # Errors
/// [`Contradiction`] names the first turn after which none is left.
pub fn candidates(
    rule: &dyn Rule,
    turns: &[Turn],
    solutions: &[Word],
) -> Result<Vec<u32>, Contradiction> {
    let mut left: Vec<u32> = (0..solutions.len() as u32).collect();
    for (i, turn) in turns.iter().enumerate() {
        let before = left.len();
        left.retain(|&s| turn.fits(rule, solutions[s as usize]));
        if left.is_empty() {
            let alone = solutions.iter().filter(|&&s| turn.fits(rule, s)).count();
            let earlier: Vec<String> = turns[..i].iter().map(|turn| turn.format(rule)).collect();
            let turn = turn.format(rule);
            return Err(match alone {
                0 => Contradiction::Alone { turn },
                _ => Contradiction::Together {
                    earlier: earlier.join(" "),
                    turn,
                    before,
                    alone,
                },
            });
        }
    }
    Ok(left)
}
