//! Catching panics of other crates without a message on stderr.
//!
//! Two crates panic where they should return an error: wgpu when a device is lost during a wait, and parquet for some
//! damaged files.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// Returns `work()`, or `None` if it panicked. The panic prints no message.
///
/// The message can only be suppressed by the panic hook of the process, so the first call wraps it, once. The wrapped hook
/// acts as before for all panics outside of this function.
pub fn without_panic_message<T>(work: impl FnOnce() -> T) -> Option<T> {
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
    fn a_caught_panic_does_not_hide_later_ones() {
        assert_eq!(without_panic_message(|| 1), Some(1));
        assert_eq!(without_panic_message(|| -> u32 { panic!("hidden") }), None);
        assert!(panic::catch_unwind(|| panic!("shown")).is_err());
    }
}
