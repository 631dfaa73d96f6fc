//! Ctrl-C in a job that has results to show or to save: the job ends between two steps.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use wordgame_engine::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// True once signals are caught.
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C and the signals to terminate and to hang up. The returned flag becomes true at the first signal. A
/// second signal ends the process at once.
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

/// True if the user has interrupted the job.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
