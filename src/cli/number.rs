//! Numbers on the command line and in words.

use std::fmt::Display;
use std::str::FromStr;

use indicatif::HumanCount;

/// Reads a whole number of at least `least`.
///
/// # Errors
/// What was expected, for clap's message.
pub fn at_least(text: &str, least: usize) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(format!("expected a whole number of at least {least}")),
    }
}

/// Reads a whole number from `least` to `most`.
///
/// # Errors
/// What was expected, for clap's message.
pub fn number<N: FromStr + PartialOrd + Display>(
    text: &str,
    least: N,
    most: N,
) -> Result<N, String> {
    match text.parse() {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => Err(format!("expected a whole number from {least} to {most}")),
    }
}

/// A number of things in words: `1 opening`, `12,972 openings`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        _ => format!("{} {many}", HumanCount(n as u64)),
    }
}

/// Ascending numbers in words, runs of them as such: `1-3, 7`.
pub fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers_are_named_by_their_ends() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        assert_eq!(ranges(&[4]), "4");
    }
}
