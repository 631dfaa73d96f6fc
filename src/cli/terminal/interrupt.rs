//! Ctrl-C in a job that has something to tidy up or to show: it ends between two steps.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use wordgame_engine::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether signals are caught.
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and a signal to end or to hang up) is for [`check`] to find. A second one ends
/// the process where it stands. Gives what becomes true then.
///
/// # Errors
/// [`Failure`] if the system refuses the handler.
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

/// Whether somebody has interrupted the job.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
