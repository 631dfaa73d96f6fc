//! What every result in JSON says of the job that made it, and what people are told on stderr.

use serde::Serialize;
use wordgame_engine::compute::BackendInfo;
use wordgame_engine::guessing::rule::format_pattern;
use wordgame_engine::guessing::{Game, Rule, Turn};
use wordgame_engine::words::Word;

use super::compute::describe;
use super::lists::ListsReport;

/// The job behind a result. Names are stable.
#[derive(Serialize)]
pub struct JobReport {
    engine: &'static str,
    job: &'static str,
    rule: &'static str,
    lists: ListsReport,
    #[serde(flatten)]
    backend: BackendInfo,
    seconds: f64,
}

impl JobReport {
    /// A job on a game that took some time on a backend.
    pub fn new(job: &'static str, game: &Game, backend: BackendInfo, seconds: f64) -> JobReport {
        JobReport {
            engine: env!("CARGO_PKG_VERSION"),
            job,
            rule: game.rule().name(),
            lists: ListsReport::new(game.lists()),
            backend,
            seconds,
        }
    }

    /// What was done, where, and how long it took: for stderr, once the result is out.
    pub fn done(&self, what: &str) -> String {
        done_line(what, &self.backend, self.seconds)
    }
}

/// What was done, where, and how long it took: for stderr, once the result is out.
pub fn done_line(what: &str, backend: &BackendInfo, seconds: f64) -> String {
    format!(
        "{what} on {} in {}",
        describe(backend),
        format_seconds(seconds)
    )
}

/// A time as people read it.
pub fn format_seconds(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.1} s"),
    }
}

/// A guess with its marks in JSON.
#[derive(Serialize)]
pub struct TurnJson {
    guess: Word,
    marks: String,
}

impl TurnJson {
    /// The turns of a game in JSON.
    pub fn of(rule: &dyn Rule, turns: &[Turn]) -> Vec<TurnJson> {
        let turn = |turn: &Turn| TurnJson {
            guess: turn.guess,
            marks: format_pattern(rule, turn.pattern),
        };
        turns.iter().map(turn).collect()
    }
}

/// Turns as people read them, with blanks between.
pub fn format_turns(rule: &dyn Rule, turns: &[Turn]) -> String {
    let turns: Vec<String> = turns.iter().map(|turn| turn.format(rule)).collect();
    turns.join(" ")
}
