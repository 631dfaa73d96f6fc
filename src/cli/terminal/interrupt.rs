//! Ctrl-C, and the signals to terminate and to hang up.
//!
//! A job that has results to show or to save [catches](catch) them and ends between two steps. Any other job ends at
//! once: the progress bar goes away and one line says so.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use wordgame_engine::Failure;
use wordgame_engine::compute::gpu::driver_output;
use wordgame_engine::files::abandon_new_files;

use crate::cli::terminal::{note, progress};

/// The exit code after a signal to interrupt, as shells expect it.
pub const EXIT_CODE: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// True once a job stops by itself after a signal.
static CAUGHT: AtomicBool = AtomicBool::new(false);

/// Starts to watch for signals.
///
/// # Errors
/// [`Failure::Failed`] if the system refuses the handler.
pub fn watch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        driver_output::wait_until_shown();
        if !CAUGHT.load(Ordering::Relaxed) {
            abandon_new_files();
            note(&format!("interrupted{}", progress::clear()));
            process::exit(EXIT_CODE.into());
        }
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            abandon_new_files();
            note("interrupted again; nothing more was written");
            process::exit(EXIT_CODE.into());
        }
    })
    .map_err(|error| Failure::Failed(format!("cannot watch for Ctrl-C: {error}")))
}

/// Leaves it to the job to stop. The returned flag becomes true at the first signal. A second signal ends the process at
/// once.
pub fn catch() -> &'static AtomicBool {
    CAUGHT.store(true, Ordering::Relaxed);
    flag()
}

/// The flag that becomes true at the first signal after a job has [caught](catch) it.
pub fn flag() -> &'static AtomicBool {
    &INTERRUPTED
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
