//! The part of a dictionary that we know: vocabulary levels and frequencies on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use wordgame_engine::Failure;
use wordgame_engine::report::letterpress::Lookahead;
use wordgame_engine::words::{Dictionary, Vocabulary};

/// Reads a frequency.
///
/// # Errors
/// The expected value, for clap's message.
pub fn frequency(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(frequency) if f64::is_finite(frequency) => Ok(frequency),
        _ => Err("expected a number".to_owned()),
    }
}

/// Reads a vocabulary level. clap gets the names, for completions and suggestions.
pub fn level_parser() -> impl TypedValueParser<Value = Vocabulary> {
    let names = Vocabulary::ALL.map(Vocabulary::name);
    PossibleValuesParser::new(names).try_map(|name| level(&name))
}

/// Reads a vocabulary level.
///
/// # Errors
/// The levels, for clap's message.
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

/// Reads the value of `--lookahead`.
///
/// # Errors
/// The values that were expected, for clap's message.
pub fn lookahead(text: &str) -> Result<Lookahead, String> {
    match text {
        "any" => Ok(Lookahead::Any),
        "full" => Ok(Lookahead::Full),
        _ => level(text)
            .map(Lookahead::Level)
            .map_err(|_| format!("expected full, {}, or nothing", level_names())),
    }
}

/// The words of a dictionary that we know.
#[derive(Clone, Copy)]
pub enum Known {
    /// The words of a level.
    Level(Vocabulary),
    /// The words that are at least this frequent.
    AtLeast(f64),
}

impl Known {
    /// True if we know a word of this frequency, or of unknown frequency.
    pub fn knows(self, frequency: Option<f64>) -> bool {
        match self {
            Known::Level(level) => level.knows(frequency),
            Known::AtLeast(least) => frequency.is_some_and(|frequency| frequency >= least),
        }
    }
}

/// Refuses an option that needs Zipf frequencies if the dictionary has others.
///
/// `name` is the name of the dictionary, `option` the option, and `instead` what to use instead of it.
///
/// # Errors
/// [`Failure::BadInput`] if the frequencies are others.
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
        "{option} needs Zipf frequencies, but {name} has other frequencies; use {instead}"
    )))
}
