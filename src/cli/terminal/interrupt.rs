//! Ctrl-C in a job that has results to show or to save: the job ends between two steps.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use wordgame_engine::Failure;
use wordgame_engine::files::abandon_new_files;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// True once signals are caught.
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C and the signals to terminate and to hang up. The returned flag becomes true at the first signal. A
/// second signal ends the process at once, and deletes its temporary files.
///
/// # Errors
/// [`Failure::Failed`] if the system refuses the handler.
pub fn catch() -> Result<&'static AtomicBool, Failure> {
    if CAUGHT.swap(true, Ordering::Relaxed) {
        return Ok(&INTERRUPTED);
    }
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            abandon_new_files();
            process::exit(130);
        }
    })
    .map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok(&INTERRUPTED)
}

/// Makes the limits of the system (`ulimit`) failures like any other, where by default a signal ends the process.
pub fn catch_limits() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGABRT, SIGXFSZ};
        use signal_hook::flag::{register, register_conditional_shutdown};
        // A write beyond the limit on file sizes fails with an error if there is any handler.
        let _ = register(SIGXFSZ, Arc::default());
        // Where no memory is left, Rust says so in a line and aborts.
        let _ = register_conditional_shutdown(SIGABRT, 1, Arc::new(AtomicBool::new(true)));
    }
}

/// True if the user has interrupted the job.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
