//! Numbers on the command line.

use std::fmt::Display;
use std::str::FromStr;

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
