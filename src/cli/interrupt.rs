//! Ctrl-C in a job that writes large files: it ends between two tiles, and what it had written goes.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::Failure;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and a signal to end or to hang up) is for [`check`] to find. A second one ends
/// the process where it stands.
///
/// # Errors
/// [`Failure`] if the system refuses the handler.
pub fn catch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    })
    .map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))
}

/// Ends a job that was interrupted.
///
/// # Errors
/// [`Failure::Interrupted`].
pub fn check() -> Result<(), Failure> {
    match INTERRUPTED.load(Ordering::Relaxed) {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}
