//! Progress: a job reports to its caller how far it is.

/// A function that long work calls with the number of units it has done so far, or nothing at all.
///
/// The unit (openings, guesses, boards, …) is named by the function that takes a `Progress`. Calls may come
/// from several threads; the numbers never exceed the total.
///
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// use wordgame_engine::Progress;
///
/// let done = AtomicUsize::new(0);
/// let show = |units: usize| done.store(units, Ordering::Relaxed);
/// Progress::new(&show).report(3);
/// assert_eq!(done.into_inner(), 3);
///
/// Progress::none().report(3); // nobody listens
/// ```
#[derive(Clone, Copy, Default)]
pub struct Progress<'a>(Option<&'a (dyn Fn(usize) + Sync)>);

impl<'a> Progress<'a> {
    /// Calls `listener` with the number of units done so far.
    pub fn new(listener: &'a (dyn Fn(usize) + Sync)) -> Progress<'a> {
        Progress(Some(listener))
    }

    /// Reports to nobody.
    pub fn none() -> Progress<'a> {
        Progress(None)
    }

    /// Reports that this many units are done.
    pub fn report(self, done: usize) {
        if let Some(listener) = self.0 {
            listener(done);
        }
    }
}
