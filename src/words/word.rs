//! A word of five letters.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The number of letters in a word of the guessing games.
pub const WORD_LENGTH: usize = 5;

/// The number of letters in the alphabet a to z.
pub const ALPHABET: usize = 26;

/// A word of [`WORD_LENGTH`] letters a to z. Words are ordered alphabetically and printed in lower case.
///
/// ```
/// use wordgame_engine::words::Word;
///
/// let word: Word = "Crane".parse()?;
/// assert_eq!(word.to_string(), "crane");
/// assert_eq!(word.letters(), [2, 17, 0, 13, 4]);
/// # Ok::<(), wordgame_engine::words::NotAWord>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word([u8; WORD_LENGTH]);

/// The error of a text that is not a [`Word`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a word of five letters a-z")]
pub struct NotAWord(pub String);

impl Word {
    /// The letters as numbers: a is 0, z is 25.
    pub fn letters(self) -> [u8; WORD_LENGTH] {
        self.0
    }

    /// The number of times that a letter (a is 0) occurs.
    pub fn count(self, letter: u8) -> usize {
        self.0.iter().filter(|&&l| l == letter).count()
    }
}

impl FromStr for Word {
    type Err = NotAWord;

    /// Parses a word in upper or lower case.
    fn from_str(text: &str) -> Result<Word, NotAWord> {
        let bytes: Option<[u8; WORD_LENGTH]> = text.as_bytes().try_into().ok();
        match bytes {
            Some(bytes) if bytes.iter().all(u8::is_ascii_alphabetic) => {
                Ok(Word(bytes.map(|byte| byte.to_ascii_lowercase() - b'a')))
            }
            _ => Err(NotAWord(text.to_owned())),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0.map(|letter| letter + b'a');
        f.pad(std::str::from_utf8(&bytes).expect("letters a-z are ASCII"))
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case_and_printed_in_lower_case() {
        assert_eq!("CraNe".parse::<Word>().unwrap().to_string(), "crane");
    }

    #[test]
    fn other_lengths_and_characters_are_rejected() {
        for text in ["", "four", "sixsix", "caf\u{e9}", "don't", "a b c", "12345"] {
            assert_eq!(text.parse::<Word>(), Err(NotAWord(text.to_owned())));
        }
    }
}
