//! The progress bar of a long job, with an estimate of the time left.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use wordgame_engine::report::numbers::grouped;

/// The bar appears after this time.
const PATIENCE: Duration = Duration::from_secs(1);

/// The bar on the screen, and the best result so far. There is one at a time.
static SHOWN: Mutex<Option<(ProgressBar, String)>> = Mutex::new(None);

/// Removes the bar from the screen, if there is one. Returns how far the job was, for the end of a message.
pub fn clear() -> String {
    let Some((bar, so_far)) = shown().take() else {
        return String::new();
    };
    bar.finish_and_clear();
    let (done, total) = (bar.position(), bar.length().unwrap_or(0));
    format!(
        " after {} of {}{so_far}",
        grouped(done as usize),
        grouped(total as usize)
    )
}

/// The bar on the screen. A panic elsewhere cannot leave it half changed.
fn shown() -> MutexGuard<'static, Option<(ProgressBar, String)>> {
    SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A bar on stderr that appears when a job has run for a while. It never appears if stderr is not a terminal.
pub struct Progress {
    unit: &'static str,
    total: usize,
    estimates: bool,
    started: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// The bar of a job with `total` units.
    pub fn new(unit: &'static str, total: usize) -> Progress {
        Progress {
            unit,
            total,
            estimates: true,
            started: Instant::now(),
            bar: OnceLock::new(),
        }
    }

    /// The same bar without an estimate of the time left, for units that take very different times.
    pub fn without_estimate(mut self) -> Progress {
        self.estimates = false;
        self
    }

    /// Shows the number of units that are done.
    pub fn set(&self, done: usize) {
        self.set_with(done, "");
    }

    /// Shows the number of units that are done, and the best result so far.
    pub fn set_with(&self, done: usize, so_far: &str) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let template = "{wide_bar} {human_pos}/{human_len} {msg}";
            ProgressBar::new(self.total as u64)
                .with_style(
                    ProgressStyle::with_template(template)
                        .expect("the template is a constant that parses"),
                )
                .with_elapsed(self.started.elapsed())
        });
        bar.set_position(done as u64);
        *shown() = Some((bar.clone(), format!(" {}{so_far}", self.unit)));
        bar.set_message(match self.left(done) {
            Some(left) => format!("{}{so_far}, {} left", self.unit, HumanDuration(left)),
            None => format!("{}{so_far}", self.unit),
        });
    }

    /// Prints a line on stderr, above the bar.
    pub fn note(&self, message: &str) {
        match self.bar.get() {
            Some(bar) => bar.suspend(|| crate::cli::terminal::note(message)),
            None => crate::cli::terminal::note(message),
        }
    }

    /// Runs a job that counts its units in `done`. The bar is updated regularly, even if no unit is completed for a
    /// long time.
    pub fn show_while<R>(&self, done: &AtomicUsize, job: impl FnOnce() -> R) -> R {
        thread::scope(|scope| {
            let (running, ended) = mpsc::channel::<()>();
            scope.spawn(move || {
                while ended.recv_timeout(PATIENCE / 4) == Err(RecvTimeoutError::Timeout) {
                    self.set(done.load(Ordering::Relaxed));
                }
            });
            let result = job();
            drop(running);
            result
        })
    }

    /// The time left at the pace so far, or `None` before the first unit is done, or if units do not tell.
    fn left(&self, done: usize) -> Option<Duration> {
        let is_known = self.estimates && done > 0;
        let pace = self.started.elapsed().as_secs_f64() / is_known.then_some(done as f64)?;
        Some(Duration::from_secs_f64(
            pace * self.total.saturating_sub(done) as f64,
        ))
    }

    /// Seconds since the job started.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
            *shown() = None;
        }
    }
}
