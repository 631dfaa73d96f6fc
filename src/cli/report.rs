//! What results say about their job. This only passes on names of the library while files move there.

use wordgame_engine::compute::BackendInfo;
pub use wordgame_engine::report::numbers::format_seconds;
pub use wordgame_engine::report::{GameInfo as GameReport, JobInfo as JobReport, RunInfo as Ran};

/// What was done, where, and how long it took: for stderr, once the result is out.
pub fn done_line(what: &str, backend: &BackendInfo, seconds: f64) -> String {
    Ran::new(backend, seconds).done(what)
}
