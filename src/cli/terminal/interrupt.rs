//! Ctrl-C, and signals to terminate, for jobs that clean up or show what they have found.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use wordgame_engine::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// True once the handler is installed.
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C and the signals to terminate and to hang up from now on. The first one sets the returned flag. The second
/// one ends the process at once.
///
/// # Errors
/// [`Failure::Failed`] if the system refuses the handler.
pub fn catch() -> Result<&'static AtomicBool, Failure> {
    if CAUGHT.swap(true, Ordering::Relaxed) {
        return Ok(&INTERRUPTED);
    }
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })
    .map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(&INTERRUPTED)
}

/// True if a signal was caught.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
