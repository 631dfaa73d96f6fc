//! The terminal: messages, progress, prompts, colours, Ctrl-C and exit codes.

pub mod failure;
pub mod interrupt;
pub mod progress;
pub mod prompt;
pub mod tiles;

use std::io::Write;

/// Prints a line on stderr. Unlike `eprintln!` it does not panic if stderr is closed.
pub fn note(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}
