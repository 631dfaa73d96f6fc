//! Keeps the output of graphics drivers off stderr.
//!
//! Loading a driver may print lines that look like ours, such as `error: XDG_RUNTIME_DIR is invalid` on a machine
//! without a desktop. If a driver fails, the error that it returns says why.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held while stderr is hidden. Two threads would mix up which stderr is the real one.
static HIDDEN: Mutex<()> = Mutex::new(());

fn lock() -> MutexGuard<'static, ()> {
    HIDDEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until stderr is no longer hidden. A signal handler calls this before its last line.
pub fn wait_until_shown() {
    drop(lock());
}

/// Does `work`, during which nothing that is written to stderr appears. Other threads should not write to it
/// meanwhile.
#[cfg(unix)]
pub fn hidden<R>(work: impl FnOnce() -> R) -> R {
    use std::fs::File;
    use std::os::fd::{AsFd, OwnedFd};

    use rustix::stdio::dup2_stderr;

    /// Puts stderr back, even after a panic.
    struct PutBack(OwnedFd);

    impl Drop for PutBack {
        fn drop(&mut self) {
            // There is no way to report that stderr is lost.
            let _ = dup2_stderr(&self.0);
        }
    }

    let _hidden = lock();
    let null = File::options().write(true).open("/dev/null");
    let real = std::io::stderr().as_fd().try_clone_to_owned();
    // If the process has no stderr or no file is left to open, the output stays where it is.
    if let (Ok(null), Ok(real)) = (null, real) {
        let _put_back = PutBack(real);
        let _ = dup2_stderr(null);
        return work();
    }
    work()
}

/// Does `work`. Drivers of this system print nothing.
#[cfg(not(unix))]
pub fn hidden<R>(work: impl FnOnce() -> R) -> R {
    work()
}
