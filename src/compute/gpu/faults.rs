//! Errors of a device. wgpu reports some of them outside of any call.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};

use crate::compute::ComputeError;

/// The errors that a device has reported outside of any call.
#[derive(Clone, Default)]
pub(super) struct Faults {
    /// Why the device was lost, if it was.
    pub lost: Arc<OnceLock<String>>,
    /// The first error since the last check.
    pub uncaptured: Arc<Mutex<Option<ComputeError>>>,
}

impl Faults {
    /// Collects the errors of a device from now on.
    pub fn watch(&self, device: &wgpu::Device) {
        let lost = Arc::clone(&self.lost);
        device.set_device_lost_callback(move |reason, message| {
            // Only the first reason counts.
            let _ = lost.set(one_line(&format!("{reason:?}: {message}")));
        });
        // Without a handler wgpu panics on an error outside of any scope.
        let uncaptured = Arc::clone(&self.uncaptured);
        device.on_uncaptured_error(Arc::new(move |error| {
            lock(&uncaptured).get_or_insert(compute_error(error));
        }));
    }
}

/// Converts an error of wgpu.
pub(super) fn compute_error(error: wgpu::Error) -> ComputeError {
    match error {
        wgpu::Error::OutOfMemory { source } => ComputeError::OutOfMemory(with_causes(&*source)),
        wgpu::Error::Validation { source, .. } | wgpu::Error::Internal { source, .. } => {
            ComputeError::Refused(with_causes(&*source))
        }
    }
}

/// An error and its causes, on one line.
pub(super) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    one_line(&text)
}

/// Replaces every run of white space with one blank.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Locks a mutex even if a thread panicked while it held it. Only for data that such a panic cannot leave
/// half changed.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns `work()`, or `None` if it panicked. The panic prints no message.
///
/// The message can only be suppressed by the panic hook of the process, so the first call wraps it. The
/// wrapped hook acts as before for all panics outside of this function. wgpu offers no call that waits for a
/// device and returns an error instead.
pub(super) fn without_panic_message<T>(work: impl FnOnce() -> T) -> Option<T> {
    thread_local! {
        static QUIET: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                previous(panic);
            }
        }));
    });
    QUIET.set(true);
    let value = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    value.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wgpu_errors_keep_their_kind_and_give_their_cause_on_one_line() {
        let source = || Box::new(std::io::Error::other("no\n  room"));
        let memory = compute_error(wgpu::Error::OutOfMemory { source: source() });
        assert_eq!(memory, ComputeError::OutOfMemory("no room".into()));
        let refused = compute_error(wgpu::Error::Validation {
            source: source(),
            description: String::new(),
        });
        assert_eq!(refused, ComputeError::Refused("no room".into()));
    }

    #[test]
    fn a_caught_panic_does_not_hide_later_ones() {
        assert_eq!(without_panic_message(|| 1), Some(1));
        assert_eq!(without_panic_message(|| -> u32 { panic!("hidden") }), None);
        assert!(panic::catch_unwind(|| panic!("shown")).is_err());
    }
}
