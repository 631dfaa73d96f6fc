//! Which words of a dictionary we know: levels and frequencies on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use wordgame_engine::Failure;
use wordgame_engine::words::{Dictionary, Vocabulary};

/// Reads a frequency.
///
/// # Errors
/// What was expected, for clap's message; likewise below.
pub fn frequency(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(frequency) if f64::is_finite(frequency) => Ok(frequency),
        _ => Err("expected a number".to_owned()),
    }
}

/// Reads a vocabulary where clap does: it knows the levels then, for completions and for what is near.
pub fn level_parser() -> impl TypedValueParser<Value = Vocabulary> {
    let names = Vocabulary::ALL.map(Vocabulary::name);
    PossibleValuesParser::new(names).try_map(|name| level(&name))
}

/// Reads a vocabulary.
pub fn level(text: &str) -> Result<Vocabulary, String> {
    let find = |level: &Vocabulary| level.name() == text;
    let level = Vocabulary::ALL.into_iter().find(find);
    level.ok_or_else(|| format!("expected {}", level_names()))
}

/// The names of the levels in a sentence.
pub fn level_names() -> String {
    let [first @ .., last] = Vocabulary::ALL.map(Vocabulary::name);
    format!("{} or {last}", first.join(", "))
}

/// Which words of a dictionary we know.
#[derive(Clone, Copy)]
pub enum Known {
    /// Those of a level.
    Level(Vocabulary),
    /// Those that are as frequent as this.
    AtLeast(f64),
}

impl Known {
    /// Whether we know a word of a frequency, or of none.
    pub fn knows(self, frequency: Option<f64>) -> bool {
        match self {
            Known::Level(level) => level.knows(frequency),
            Known::AtLeast(least) => frequency.is_some_and(|frequency| frequency >= least),
        }
    }
}

/// Refuses what is made for Zipf frequencies where a dictionary has others. `name` is the dictionary's,
/// `option` what was given, `instead` what to use.
///
/// # Errors
/// [`Failure`] says so.
pub fn check_zipf(
    dictionary: &Dictionary,
    name: &str,
    option: &str,
    instead: &str,
) -> Result<(), Failure> {
    if dictionary.is_zipf() {
        return Ok(());
    }
    Err(Failure::BadInput(format!(
        "{option}: {name} has frequencies of its own, which it is not made for; use {instead}"
    )))
}
