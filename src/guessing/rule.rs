//! Rules: how a game marks a guess.

mod word_peaks;
mod wordle;

pub use word_peaks::WordPeaks;
pub use wordle::Wordle;

use super::constraint::{Constraint, HardMode};
use super::settled::Settled;
use super::{Pattern, Turn};
use crate::compute::{CodeTable, RowIndex};
use crate::words::word::number_name;
use crate::words::{Alphabet, MAX_LENGTH, Word};

/// The rule of a guessing game: how guesses are marked, how marks are written, and what hard mode demands.
///
/// A rule defines the marks twice. [`Rule::pattern`] is a plain function, to which tests compare everything else.
/// [`Rule::code_table`] gives the same patterns in a form that backends compute in bulk.
///
/// ```
/// use wordgame_engine::guessing::Rule;
/// use wordgame_engine::guessing::rule::{Wordle, format_pattern};
///
/// let pattern = Wordle.pattern("speed".parse()?, "erase".parse()?);
/// assert_eq!(format_pattern(&Wordle, pattern), "y-yy-");
/// # Ok::<(), wordgame_engine::words::NotAWord>(())
/// ```
pub trait Rule: Sync {
    /// The game's name on the command line and in results.
    fn name(&self) -> &'static str;

    /// The three marks: a mark of m in a pattern is the one with index m.
    fn marks(&self) -> &'static [Mark; 3];

    /// The pattern of a guess of `length` letters that is the solution.
    fn solved(&self, length: usize) -> Pattern;

    /// The pattern of `guess` when `solution` is hidden.
    ///
    /// # Panics
    /// If the words have different lengths.
    fn pattern(&self, guess: Word, solution: Word) -> Pattern;

    /// The patterns of every guess on every solution, as rows that add up to codes.
    ///
    /// # Panics
    /// If the words have different lengths.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable;

    /// The constraint that hard mode puts on all guesses after a turn.
    fn constraint(&self, turn: Turn, mode: HardMode) -> Constraint;

    /// The letters whose marks are known after a turn, in each position.
    fn settled(&self, turn: Turn) -> Settled;

    /// A summary of what some turns reveal about the solution, if players of the game like to see one. `alphabet` is that
    /// of the lists, and `length` the length of their words.
    fn hint(&self, _turns: &[Turn], _alphabet: &Alphabet, _length: usize) -> Option<String> {
        None
    }
}

/// The length of the words of some lists, or five if they are empty.
///
/// # Panics
/// If words have different lengths.
fn length_of(guesses: &[Word], solutions: &[Word]) -> usize {
    let mut lengths = guesses.iter().chain(solutions).map(|word| word.len());
    let length = lengths.next().unwrap_or(5);
    assert!(lengths.all(|other| other == length), "words of one length");
    length
}

/// A code table without rows. `guess_rows` has the rows of each guess, one per letter.
fn new_table(
    solutions: usize,
    length: usize,
    guess_rows: Vec<RowIndex>,
    solved: Pattern,
) -> CodeTable {
    let guess_rows = guess_rows
        .chunks_exact(length)
        .map(|rows| std::array::from_fn(|i| rows.get(i).copied().unwrap_or_default()));
    CodeTable::new(solutions, guess_rows.collect(), solved.code() as u8)
}

/// The rule with this name, if there is one.
pub fn named(name: &str) -> Option<&'static dyn Rule> {
    let rules: [&'static dyn Rule; 2] = [&Wordle, &WordPeaks];
    rules.into_iter().find(|rule| rule.name() == name)
}

/// One of the three marks that a letter may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The meaning of the mark, for people.
    pub meaning: &'static str,
    /// The characters that denote the mark, in lower case. The first one is printed. All are accepted as input, letters
    /// in either case.
    pub symbols: &'static str,
    /// The letter that denotes the mark in the text form of a decision tree. It is also one of the symbols.
    pub tree_letter: char,
}

/// The error of a text that is not a [`Pattern`] of a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {length} marks; write each as one of these: {notations}", length = number_name(*length))]
pub struct NotAPattern {
    text: String,
    /// The number of marks that were expected.
    length: usize,
    notations: String,
}

/// Parses the marks of a guess of `length` letters, each in any of the symbols of the rule.
///
/// # Errors
/// [`NotAPattern`], which lists the symbols.
pub fn parse_pattern(rule: &dyn Rule, text: &str, length: usize) -> Result<Pattern, NotAPattern> {
    let marks: Option<Vec<u8>> = text
        .chars()
        // Emoji squares are often followed by a variation selector.
        .filter(|&symbol| symbol != '\u{fe0f}')
        .map(|symbol| parse_mark(rule, symbol.to_ascii_lowercase()))
        .collect();
    marks
        .filter(|marks| marks.len() == length && length <= MAX_LENGTH)
        .map(|marks| Pattern::from_marks(&marks))
        .ok_or_else(|| NotAPattern {
            text: text.to_owned(),
            length,
            notations: notations(rule),
        })
}

fn parse_mark(rule: &dyn Rule, symbol: char) -> Option<u8> {
    let mark = rule.marks().iter().position(|m| m.symbols.contains(symbol));
    mark.map(|mark| mark as u8)
}

/// A pattern as it is printed: the first symbol of each mark.
pub fn format_pattern(rule: &dyn Rule, pattern: Pattern) -> String {
    let symbol = |mark: u8| rule.marks()[usize::from(mark)].symbols.chars().next();
    pattern.marks().filter_map(symbol).collect()
}

/// A turn for examples in messages and help.
pub fn example(rule: &dyn Rule) -> Turn {
    let word = |text: &str| text.parse().expect("five letters a-z");
    let (guess, solution) = (word("crane"), word("verse"));
    Turn {
        guess,
        pattern: rule.pattern(guess, solution),
    }
}

/// The meaning of each printed mark, in one line: `- absent, y present, g correct`.
pub fn key_to_marks(rule: &dyn Rule) -> String {
    let mark = |mark: &Mark| {
        let symbol: String = mark.symbols.chars().take(1).collect();
        format!("{symbol} {}", mark.meaning)
    };
    rule.marks().each_ref().map(mark).join(", ")
}

/// Every symbol of each mark, in one line.
pub fn notations(rule: &dyn Rule) -> String {
    let mark = |mark: &Mark| {
        let symbols: Vec<String> = mark.symbols.chars().map(String::from).collect();
        let (last, first) = symbols.split_last().expect("every mark has symbols");
        format!("{} or {last}: {}", first.join(", "), mark.meaning)
    };
    rule.marks().each_ref().map(mark).join("; ")
}
