//! Alphabets: the letters of some lists, in order.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::word::{Letter, MAX_LENGTH, NotAWord, Word, number_name};

/// The greatest number of letters of an alphabet, so that a rank fits in a byte.
pub const MAX_LETTERS: usize = 255;

/// The letters of some lists, in order: a letter's position is its rank.
///
/// A letter is one character of Unicode, in its composed form (NFC) and in lower case. `ß`, `ñ` and `å` are letters of
/// their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// The letters by rank.
    letters: Arc<[char]>,
    /// The letters by character.
    by_character: Arc<[Letter]>,
    /// The letters of ASCII by character, of which most words consist.
    of_ascii: Arc<[Option<Letter>; 128]>,
    /// True if marks are taken off the letters of a text: é becomes e.
    folds: bool,
}

/// The error of a text that is not an [`Alphabet`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnAlphabet {
    /// There is no letter.
    #[error("the alphabet is empty")]
    Empty,
    /// There are too many letters.
    #[error("the alphabet has {0} letters; at most {MAX_LETTERS} are supported")]
    TooLong(usize),
    /// A letter occurs twice.
    #[error("the alphabet has '{0}' twice")]
    Twice(char),
    /// A character cannot be a letter, because it separates words, turns or marks, is invisible, or is `_`, which names of
    /// columns have so that they are not words.
    #[error("the alphabet has the character '{}', which cannot be a letter", .0.escape_default())]
    NotALetter(char),
}

impl Alphabet {
    /// The letters a to z.
    pub fn latin() -> &'static Alphabet {
        static LATIN: LazyLock<Alphabet> = LazyLock::new(|| Alphabet::of_letters('a'..='z'));
        &LATIN
    }

    /// The alphabet with these letters in this order. They may be any visible characters, digits too.
    ///
    /// # Errors
    /// [`NotAnAlphabet`].
    pub fn new(letters: &str) -> Result<Alphabet, NotAnAlphabet> {
        let letters: Vec<char> = normalise(letters, false).chars().collect();
        let mut seen = BTreeSet::new();
        for &letter in &letters {
            if letter.is_whitespace()
                || letter.is_control()
                || is_combining_mark(letter)
                || "=,\"'_".contains(letter)
            {
                return Err(NotAnAlphabet::NotALetter(letter));
            }
            if !seen.insert(letter) {
                return Err(NotAnAlphabet::Twice(letter));
            }
        }
        Alphabet::checked(letters)
    }

    /// The alphabet of the letters that occur in some words, in the order of their code points. If one of a to z occurs,
    /// all of them are in the alphabet, and come first. Characters that are not letters are ignored.
    ///
    /// # Errors
    /// [`NotAnAlphabet`] if no letter or more than [`MAX_LETTERS`] letters occur.
    pub fn of_words<'a>(
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<Alphabet, NotAnAlphabet> {
        let mut letters = BTreeSet::new();
        for word in words {
            letters.extend(normalise(word, false).chars().filter(|&c| is_letter(c)));
        }
        if letters.iter().any(char::is_ascii) {
            letters.extend('a'..='z');
        }
        Alphabet::checked(letters.into_iter().collect())
    }

    /// The alphabet of some letters, unless there are none or too many.
    fn checked(letters: Vec<char>) -> Result<Alphabet, NotAnAlphabet> {
        match letters.len() {
            0 => Err(NotAnAlphabet::Empty),
            1..=MAX_LETTERS => Ok(Alphabet::of_letters(letters)),
            many => Err(NotAnAlphabet::TooLong(many)),
        }
    }

    fn of_letters(letters: impl IntoIterator<Item = char>) -> Alphabet {
        let letters: Arc<[char]> = letters.into_iter().collect();
        let mut by_character: Vec<Letter> = (0..)
            .zip(letters.iter())
            .map(|(rank, &character)| Letter::new(rank, character))
            .collect();
        by_character.sort_by_key(|letter| letter.character());
        let mut of_ascii = [None; 128];
        for &letter in by_character
            .iter()
            .filter(|letter| letter.character().is_ascii())
        {
            of_ascii[letter.character() as usize] = Some(letter);
        }
        Alphabet {
            letters,
            by_character: by_character.into(),
            of_ascii: of_ascii.into(),
            folds: false,
        }
    }

    /// The same letters, but marks are taken off the letters of a text before it becomes a word: é is read as e.
    pub fn folding(self) -> Alphabet {
        Alphabet {
            folds: true,
            ..self
        }
    }

    /// True if marks are taken off the letters of a text.
    pub fn folds(&self) -> bool {
        self.folds
    }

    /// The letters, by rank.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// True if these are the letters a to z in their order.
    pub fn is_latin(&self) -> bool {
        self.letters == Alphabet::latin().letters
    }

    /// The letter with this character, if the alphabet has it.
    pub fn letter(&self, character: char) -> Option<Letter> {
        let letters = &self.by_character;
        let index = letters.binary_search_by_key(&character, |letter| letter.character());
        index.ok().map(|index| letters[index])
    }

    /// The letter with a rank, if the alphabet has that many.
    pub fn letter_of_rank(&self, rank: u8) -> Option<Letter> {
        let character = self.letters.get(usize::from(rank))?;
        Some(Letter::new(rank, *character))
    }

    /// Reads a word, in upper or lower case.
    ///
    /// # Errors
    /// [`NotAWord`] if a character is not a letter of the alphabet, or if there are no letters or more than
    /// [`MAX_LENGTH`].
    pub fn word(&self, text: &str) -> Result<Word, NotAWord> {
        self.find_word(text).ok_or_else(|| NotAWord {
            text: text.to_owned(),
            kind: format!("1 to {MAX_LENGTH} letters {}", self.describe()),
        })
    }

    /// Reads a word of a given length, in upper or lower case.
    ///
    /// # Errors
    /// [`NotAWord`] if it has another length or characters that are not letters of the alphabet.
    pub fn word_of_length(&self, text: &str, length: usize) -> Result<Word, NotAWord> {
        let word = self.find_word(text).filter(|word| word.len() == length);
        word.ok_or_else(|| NotAWord {
            text: text.to_owned(),
            kind: self.kind(length),
        })
    }

    /// Reads a word of any length, in upper or lower case. `None` if the text is not a word.
    pub(super) fn find_word(&self, text: &str) -> Option<Word> {
        let mut letters = [Letter::new(0, 'a'); MAX_LENGTH];
        let mut length = 0;
        let mut push = |letter: Option<Letter>| {
            *letters.get_mut(length)? = letter?;
            length += 1;
            Some(())
        };
        // In ASCII there is nothing to normalise.
        if text.is_ascii() {
            for byte in text.bytes() {
                push(self.of_ascii[usize::from(byte.to_ascii_lowercase())])?;
            }
        } else {
            for character in normalise(text, self.folds).chars() {
                push(self.letter(character))?;
            }
        }
        (length > 0).then(|| Word::new(&letters[..length], self.letters.len() as u8))
    }

    /// The kind of words of a length, for messages: `five letters a-z`.
    pub fn kind(&self, length: usize) -> String {
        format!("{} letters {}", number_name(length), self.describe())
    }

    /// The letters in short: runs of three or more code points become `a-z`, and other letters are separated by blanks.
    pub fn describe(&self) -> String {
        describe(&self.letters)
    }
}

/// True if a character is a letter in any language.
pub fn is_letter(character: char) -> bool {
    character.is_alphabetic() && !is_combining_mark(character)
}

/// A text in lower case and composed form (NFC). If `fold` is true, marks are taken off the letters: é becomes e.
pub fn normalise(text: &str, fold: bool) -> String {
    let lower = text.to_lowercase();
    if fold {
        lower
            .nfd()
            .filter(|&c| !is_combining_mark(c))
            .nfc()
            .collect()
    } else {
        lower.nfc().collect()
    }
}

/// Letters in short, with runs of successive code points as ranges.
fn describe(letters: &[char]) -> String {
    let mut parts = Vec::new();
    let mut rest = letters;
    while let [first, ..] = rest {
        let is_next = |(i, &letter): (u32, &char)| u32::from(letter) == u32::from(*first) + i;
        let run = (0..).zip(rest).take_while(|&at| is_next(at)).count();
        let taken = if run > 2 { run } else { 1 };
        parts.push(match taken {
            1 => first.to_string(),
            _ => format!("{first}-{}", rest[taken - 1]),
        });
        rest = &rest[taken..];
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_ranked_in_the_order_of_the_alphabet() {
        let alphabet = Alphabet::new("zyx0").unwrap();
        let ranks = |text: &str| -> Vec<u8> {
            let word = alphabet.word(text).unwrap();
            word.iter().map(|letter| letter.rank()).collect()
        };
        assert_eq!(ranks("0XyZ"), [3, 2, 1, 0]);
        assert!(alphabet.word("a").is_err());
    }

    #[test]
    fn alphabet_of_words_has_all_of_a_to_z_first_if_one_occurs() {
        let german = Alphabet::of_words(["Straße", "GRÖẞE", "a-b c"]).unwrap();
        assert_eq!(german.describe(), "a-z ß ö");
        assert_eq!(german.letter('z'), Alphabet::latin().letter('z'));
        let cyrillic = Alphabet::of_words(["ёж", "где"]).unwrap();
        assert_eq!(cyrillic.describe(), "г-ж ё");
    }

    #[test]
    fn decomposed_letters_are_composed() {
        let alphabet = Alphabet::of_words(["cafe\u{301}"]).unwrap();
        assert_eq!(
            alphabet.word("CAFE\u{301}").unwrap().to_string(),
            "caf\u{e9}"
        );
    }

    #[test]
    fn folding_takes_marks_off_letters() {
        let alphabet = Alphabet::latin().clone().folding();
        for (text, folded) in [("été", "ete"), ("Müll", "mull"), ("niño", "nino")] {
            assert_eq!(alphabet.word(text).unwrap().to_string(), folded);
        }
        assert!(alphabet.word("straße").is_err());
    }

    #[test]
    fn characters_that_cannot_be_letters_are_refused() {
        assert_eq!(Alphabet::new(""), Err(NotAnAlphabet::Empty));
        assert_eq!(Alphabet::new("abA"), Err(NotAnAlphabet::Twice('a')));
        for not_a_letter in [' ', '=', ',', '_', '\u{301}', '\t'] {
            let text = format!("q{not_a_letter}z");
            let expected = Err(NotAnAlphabet::NotALetter(not_a_letter));
            assert_eq!(Alphabet::new(&text), expected);
        }
        let many: String = ('\u{4e00}'..).take(256).collect();
        assert_eq!(Alphabet::new(&many), Err(NotAnAlphabet::TooLong(256)));
    }
}
