//! Turns, and the candidates that remain after them.

use super::rule::{self, NotAPattern, format_pattern, parse_pattern};
use super::{Pattern, Rule};
use crate::compute::CandidateIndex;
use crate::words::{Alphabet, NotAWord, Word};

/// A guess with the marks that it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The guess.
    pub guess: Word,
    /// Its marks.
    pub pattern: Pattern,
}

/// The error of a text that is not a [`Turn`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnError {
    /// There is no `=`.
    #[error("'{text}' is not a guess with its marks; write GUESS=MARKS, as in {example}")]
    NoMarks {
        /// The text.
        text: String,
        /// A turn of the game, as text.
        example: String,
    },
    /// The part before the `=` is not a word.
    #[error(transparent)]
    Guess(#[from] NotAWord),
    /// The part after the `=` is not a pattern.
    #[error("{guess}: {source}")]
    Marks {
        /// The guess.
        guess: Word,
        /// The error in its marks.
        source: NotAPattern,
    },
}

/// The error of turns that no candidate fits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// No candidate gives the marks of one turn, regardless of the other turns.
    #[error("no word in the list gives {turn}; check its marks")]
    Alone {
        /// The turn, as text.
        turn: String,
    },
    /// Some candidates fit the turn, but none of them fits the turns before it.
    #[error(
        "the marks contradict each other: after {earlier}, {before} {turn} (without the turns before \
         it, {alone} would)",
        before = none_gives(*before)
    )]
    Together {
        /// The earlier turns, as text.
        earlier: String,
        /// The first turn that leaves no candidate, as text.
        turn: String,
        /// The number of candidates before that turn.
        before: usize,
        /// The number of candidates that fit that turn alone.
        alone: usize,
    },
}

/// The number of words left, and that none gives the marks that follow, in words.
fn none_gives(left: usize) -> String {
    match left {
        1 => "1 word is left, which does not give".to_owned(),
        _ => format!("{left} words are left, none of which gives"),
    }
}

impl Turn {
    /// Parses `GUESS=MARKS`, as in `crane=-y--g`. The guess has letters of `alphabet`.
    ///
    /// # Errors
    /// [`TurnError`].
    pub fn parse(rule: &dyn Rule, alphabet: &Alphabet, text: &str) -> Result<Turn, TurnError> {
        let text = text.trim();
        let (guess, marks) = text.split_once('=').ok_or_else(|| TurnError::NoMarks {
            text: text.to_owned(),
            example: rule::example(rule).format(rule),
        })?;
        let guess = alphabet.word(guess.trim())?;
        let pattern = parse_pattern(rule, marks.trim(), guess.len())
            .map_err(|source| TurnError::Marks { guess, source })?;
        Ok(Turn { guess, pattern })
    }

    /// The turn as text that [`Turn::parse`] reads.
    pub fn format(self, rule: &dyn Rule) -> String {
        format!("{}={}", self.guess, format_pattern(rule, self.pattern))
    }

    /// True if the guess gets these marks when `solution` is hidden.
    pub fn fits(self, rule: &dyn Rule, solution: Word) -> bool {
        rule.pattern(self.guess, solution) == self.pattern
    }
}

/// The candidates that fit every turn, as ascending indices into `candidates`.
///
/// # Errors
/// [`Contradiction`] names the first turn that leaves no candidate.
pub fn candidates_after(
    rule: &dyn Rule,
    turns: &[Turn],
    candidates: &[Word],
) -> Result<Vec<CandidateIndex>, Contradiction> {
    let mut remaining: Vec<CandidateIndex> = CandidateIndex::up_to(candidates.len()).collect();
    for (i, turn) in turns.iter().enumerate() {
        let before = remaining.len();
        remaining.retain(|candidate| turn.fits(rule, candidates[candidate.at()]));
        if remaining.is_empty() {
            let alone = candidates.iter().filter(|&&c| turn.fits(rule, c)).count();
            return Err(contradiction(rule, &turns[..=i], before, alone));
        }
    }
    Ok(remaining)
}

/// The contradiction of the last of some turns.
fn contradiction(rule: &dyn Rule, turns: &[Turn], before: usize, alone: usize) -> Contradiction {
    let mut turns: Vec<String> = turns.iter().map(|turn| turn.format(rule)).collect();
    let turn = turns.pop().unwrap_or_default();
    if alone == 0 {
        return Contradiction::Alone { turn };
    }
    Contradiction::Together {
        earlier: turns.join(" "),
        turn,
        before,
        alone,
    }
}
