//! How a game marks a guess.

mod word_peaks;
mod wordle;

pub use word_peaks::WordPeaks;
pub use wordle::Wordle;

use super::constraint::{Constraint, HardMode};
use super::{Pattern, Turn};
use crate::compute::CodeTable;
use crate::words::{WORD_LENGTH, Word};

/// A way to mark a guess, given twice: as one plain scalar function, which is the oracle, and as a
/// [`CodeTable`], which is fast. With how its marks are written and what its hard mode allows, that
/// is all that tells one game from another.
pub trait Rule: Sync {
    /// The game's name on the command line and in results.
    fn name(&self) -> &'static str;

    /// The three marks, in the order of their numbers.
    fn marks(&self) -> &'static [Mark; 3];

    /// The marks of a guess that is the solution.
    fn solved(&self) -> Pattern;

    /// The marks that `guess` gets when `solution` is to be found.
    fn pattern(&self, guess: Word, solution: Word) -> Pattern;

    /// The same for every guess on every solution, as rows that add up to codes.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable;

    /// What hard mode asks of every guess after a turn.
    fn constraint(&self, turn: Turn, mode: HardMode) -> Constraint;

    /// What people like to be told of the solution after some turns, besides the candidates.
    fn hint(&self, _turns: &[Turn]) -> Option<String> {
        None
    }
}

/// The rule of that name, if there is one.
pub fn named(name: &str) -> Option<&'static dyn Rule> {
    let rules: [&'static dyn Rule; 2] = [&Wordle, &WordPeaks];
    rules.into_iter().find(|rule| rule.name() == name)
}

/// One of the three marks that a letter may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it says of the letter.
    pub meaning: &'static str,
    /// The characters that stand for it; the first is the one printed. Letters are typed in either
    /// case.
    pub symbols: &'static str,
    /// The letter that stands for it in the text form of a decision tree; also one of the symbols.
    pub tree_letter: char,
}

/// Why a text is no [`Pattern`] of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not five marks; write each as {legend}")]
pub struct NotAPattern {
    text: String,
    legend: String,
}

/// Reads five marks in any of the symbols of a rule.
///
/// # Errors
/// [`NotAPattern`], with the rule's legend.
pub fn parse_pattern(rule: &dyn Rule, text: &str) -> Result<Pattern, NotAPattern> {
    let marks: Option<Vec<u8>> = text
        .chars()
        // Emoji squares are often followed by a variation selector.
        .filter(|&symbol| symbol != '\u{fe0f}')
        .map(|symbol| mark_of(rule, symbol.to_ascii_lowercase()))
        .collect();
    marks
        .and_then(|marks| <[u8; WORD_LENGTH]>::try_from(marks).ok())
        .map(Pattern::from_marks)
        .ok_or_else(|| NotAPattern {
            text: text.to_owned(),
            legend: legend(rule),
        })
}

fn mark_of(rule: &dyn Rule, symbol: char) -> Option<u8> {
    let mark = rule.marks().iter().position(|m| m.symbols.contains(symbol));
    mark.map(|mark| mark as u8)
}

/// The marks of a pattern as they are printed: the first symbol of each.
pub fn format_pattern(rule: &dyn Rule, pattern: Pattern) -> String {
    let symbol = |mark: u8| rule.marks()[usize::from(mark)].symbols.chars().next();
    pattern.marks().into_iter().filter_map(symbol).collect()
}

/// What the marks that are printed mean, in one line.
pub fn key_to_marks(rule: &dyn Rule) -> String {
    let mark = |mark: &Mark| {
        let symbol: String = mark.symbols.chars().take(1).collect();
        format!("{symbol} {}", mark.meaning)
    };
    rule.marks().each_ref().map(mark).join(", ")
}

/// All ways in which the marks of a rule are written, in one line.
pub fn legend(rule: &dyn Rule) -> String {
    let mark = |mark: &Mark| {
        let symbols: Vec<String> = mark.symbols.chars().map(String::from).collect();
        format!("{} ({})", symbols.join(" or "), mark.meaning)
    };
    let [absent, present, correct] = rule.marks().each_ref().map(mark);
    format!("{absent}, {present}, {correct}")
}
