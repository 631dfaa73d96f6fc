//! Words of the guessing games, and their letters.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;

use bytemuck::{Pod, Zeroable};
use serde::{Serialize, Serializer};

use super::alphabet::Alphabet;

/// The greatest number of letters of a word. With 3 marks for each, a pattern then fits in two bytes.
pub const MAX_LENGTH: usize = 10;

/// The number of bits of a letter's character.
const CHARACTER_BITS: u32 = 21;

/// A letter: its character, and its rank in the alphabet of its lists. Letters are ordered by rank.
///
/// The rank is in the letter, so that the rules of a game need no alphabet: it is a small number, and the letter with
/// the lower rank is the earlier one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
// The rank, then the character. No letter is zero, since no alphabet has the character NUL.
pub struct Letter(u32);

impl Letter {
    pub(super) fn new(rank: u8, character: char) -> Letter {
        Letter(u32::from(rank) << CHARACTER_BITS | u32::from(character))
    }

    /// The rank in the alphabet, from 0: of the letters a to z, a has rank 0.
    pub fn rank(self) -> u8 {
        (self.0 >> CHARACTER_BITS) as u8
    }

    /// The character, in lower case.
    pub fn character(self) -> char {
        char::from_u32(self.0 & ((1 << CHARACTER_BITS) - 1)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// The letter in upper case, if that is a single character, as it is not for ß.
    pub fn upper_case(self) -> char {
        let mut upper = self.character().to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(upper), None) => upper,
            _ => self.character(),
        }
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.character())
    }
}

/// A word of one to [`MAX_LENGTH`] letters, printed in lower case. It dereferences to the slice of its letters.
/// Words are ordered as in a dictionary of their alphabet.
///
/// A text becomes a word by an [`Alphabet`], so that words are written to files but read back as texts. Parsing takes the
/// alphabet a to z:
///
/// ```
/// use wordgame_engine::words::{Alphabet, Word};
///
/// let word: Word = "Crane".parse()?;
/// assert_eq!(word.to_string(), "crane");
/// assert_eq!(word.len(), 5);
/// let ranks: Vec<u8> = word.iter().map(|letter| letter.rank()).collect();
/// assert_eq!(ranks, [2, 17, 0, 13, 4]);
///
/// let german = Alphabet::of_words(["straße", "größe"])?;
/// assert_eq!(german.word("Größe")?.to_string(), "größe");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word {
    /// The letters, and zeros after them.
    letters: [Letter; MAX_LENGTH],
    length: u8,
    /// The number of letters of the alphabet.
    ranks: u8,
}

/// The error of a text that is not a [`Word`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not a word of {kind}")]
pub struct NotAWord {
    /// The text.
    pub text: String,
    /// The kind of word that was expected: `five letters a-z`.
    pub kind: String,
}

impl Word {
    /// The word with these letters of an alphabet of `ranks` letters.
    pub(super) fn new(letters: &[Letter], ranks: u8) -> Word {
        let mut word = Word {
            letters: [Letter(0); MAX_LENGTH],
            length: letters.len() as u8,
            ranks,
        };
        word.letters[..letters.len()].copy_from_slice(letters);
        word
    }

    /// The number of letters of the alphabet: the ranks of all letters are below this.
    pub fn ranks(&self) -> usize {
        usize::from(self.ranks)
    }

    /// The number of times that the letter with a rank occurs.
    pub fn count(&self, rank: u8) -> usize {
        self.iter().filter(|letter| letter.rank() == rank).count()
    }
}

impl Deref for Word {
    type Target = [Letter];

    fn deref(&self) -> &[Letter] {
        &self.letters[..usize::from(self.length)]
    }
}

// Equal words have equal letters, so hashing the letters alone is enough, and fast.
impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(bytemuck::cast_slice(self));
    }
}

impl FromStr for Word {
    type Err = NotAWord;

    /// Parses a word of letters a to z, in upper or lower case. See [`Alphabet::word`] for other letters.
    fn from_str(text: &str) -> Result<Word, NotAWord> {
        Alphabet::latin().word(text)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.iter().map(|letter| letter.character()).collect();
        f.pad(&text)
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

/// A number of letters in words, as people write it: `five`.
pub fn number_name(length: usize) -> &'static str {
    const NAMES: [&str; MAX_LENGTH + 1] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    NAMES[length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_in_any_case_and_printed_in_lower_case() {
        assert_eq!("CraNe".parse::<Word>().unwrap().to_string(), "crane");
    }

    #[test]
    fn words_have_one_to_ten_letters() {
        for text in ["", "elevenlette", "caf\u{e9}", "don't", "a b c", "12345"] {
            assert_eq!(text.parse::<Word>().unwrap_err().text, text);
        }
        for text in ["a", "four", "tenletters"] {
            assert_eq!(text.parse::<Word>().unwrap().len(), text.len());
        }
    }

    #[test]
    fn words_are_ordered_as_in_a_dictionary() {
        let mut words = ["bad", "abbey", "ab", "abb"].map(|word| word.parse::<Word>().unwrap());
        words.sort();
        assert_eq!(
            words.map(|word| word.to_string()),
            ["ab", "abb", "abbey", "bad"]
        );
    }
}
