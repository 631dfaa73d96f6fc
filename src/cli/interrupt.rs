//! Ctrl-C: the first asks a long job to stop and report what it has, the second ends the process.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::Failure;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The exit code of a process that the second Ctrl-C ends: what shells expect.
const KILLED: i32 = 130;

/// From here on, what becomes true with the first Ctrl-C (or SIGTERM).
pub fn listen() -> Result<&'static AtomicBool, Failure> {
    ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(KILLED);
        }
    })
    .map_err(|error| Failure::Failed(format!("cannot listen for Ctrl-C: {error}")))?;
    Ok(&ASKED)
}
