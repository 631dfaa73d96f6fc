//! Numbers on the command line.

use std::fmt::Display;
use std::str::FromStr;

/// Reads a whole number of at least `least`.
///
/// # Errors
/// The numbers that were expected, for clap's message.
pub fn at_least(text: &str, least: usize) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(format!("expected a whole number of at least {least}")),
    }
}

/// Reads a whole number from `least` to `most`.
///
/// # Errors
/// The numbers that were expected, for clap's message.
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
