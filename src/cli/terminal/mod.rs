//! The terminal: messages, progress, prompts, colours, Ctrl-C and exit codes.

pub mod failure;
pub mod interrupt;
pub mod progress;
pub mod prompt;
pub mod tiles;

use std::io::Write;

use wordgame_engine::compute::gpu::driver_output;
use wordgame_engine::printable::printable_message;

/// Prints a line on stderr. Unlike `eprintln!` it does not panic if stderr is closed. The message may quote files and
/// arguments: it is made [safe to print](wordgame_engine::printable).
pub fn note(message: &str) {
    // A driver may be opening on another thread.
    driver_output::wait_until_shown();
    let _ = writeln!(anstream::stderr(), "{}", printable_message(message));
}
