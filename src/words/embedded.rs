//! The lists of `dicts/`, compiled in. `dicts/SOURCES.md` states the origin, licence and hash of each.

use super::{Word, WordList};

/// The text of `dicts/original-solutions.txt`: the 2,315 solutions of the original game, in its order.
pub const ORIGINAL_SOLUTIONS: &str = include_str!("../../dicts/original-solutions.txt");

/// The text of `dicts/original-further-guesses.txt`: the 10,657 words that the original game accepts
/// in addition to its solutions, in alphabetical order.
pub const ORIGINAL_FURTHER_GUESSES: &str = include_str!("../../dicts/original-further-guesses.txt");

/// The text of `dicts/nyt-solutions.txt`: the 2,309 solutions that the New York Times kept.
pub const NYT_SOLUTIONS: &str = include_str!("../../dicts/nyt-solutions.txt");

/// The text of `dicts/nyt-guesses.txt`: the 14,855 words that the New York Times' game accepts,
/// including its solutions, in alphabetical order.
pub const NYT_GUESSES: &str = include_str!("../../dicts/nyt-guesses.txt");

/// The text of `dicts/english-words.txt`: 274,937 English words of one to 28 letters, in
/// alphabetical order.
pub const ENGLISH_WORDS: &str = include_str!("../../dicts/english-words.txt");

/// The text of `dicts/twl06.txt`: the 178,691 words of two to 15 letters of the Tournament Word List of
/// 2006, in alphabetical order.
pub const TWL06: &str = include_str!("../../dicts/twl06.txt");

/// The text of `dicts/enable.txt`: the 172,823 words of two to 28 letters of ENABLE, in
/// alphabetical order.
pub const ENABLE: &str = include_str!("../../dicts/enable.txt");

/// The text of `dicts/english-frequencies.txt`: words of the lists above in alphabetical order, each with
/// a tab and its frequency in centibels below one: a word of c centibels makes up 10^(−c/100) of all text.
pub const ENGLISH_FREQUENCIES: &str = include_str!("../../dicts/english-frequencies.txt");

/// The words of [`ENGLISH_FREQUENCIES`] with their frequencies on the Zipf scale: the decimal logarithm of
/// the occurrences per billion words of text.
pub fn english_frequencies() -> impl Iterator<Item = (&'static str, f64)> {
    ENGLISH_FREQUENCIES.lines().map(|line| {
        let centibels = line.split_once('\t').and_then(|(word, centibels)| {
            let centibels: u16 = centibels.parse().ok()?;
            Some((word, f64::from(900 - centibels) / 100.0))
        });
        centibels.expect("tests/dicts.rs checks that each line is a word, a tab and a number")
    })
}

/// The words of some of the texts above, in their order.
pub fn words_of(texts: &[&str]) -> WordList {
    let words = texts.iter().flat_map(|text| text.lines());
    WordList::new(words.map(|word| {
        word.parse::<Word>()
            .expect("tests/dicts.rs checks that the embedded lists consist of five-letter words")
    }))
}
