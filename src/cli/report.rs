//! What every result in JSON says of the job that made it, and what people are told on stderr.

use std::fmt::{self, Display};

use itertools::Itertools;
use serde::{Deserialize, Serialize};
use wordgame_engine::compute::BackendInfo;
use wordgame_engine::guessing::rule::{self, format_pattern};
use wordgame_engine::guessing::{Game, Rule, Turn};
use wordgame_engine::words::Word;

use super::compute::describe;
use super::lists::ListsReport;

/// The job behind a result. Names are stable.
#[derive(Serialize)]
pub struct JobReport {
    engine: &'static str,
    job: &'static str,
    #[serde(flatten)]
    game: GameReport,
    #[serde(flatten)]
    ran: Ran,
}

/// The game of a job. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct GameReport {
    rule: String,
    lists: ListsReport,
}

/// Where a job ran, and for how long. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Ran {
    backend: String,
    adapter: Option<String>,
    seconds: f64,
}

impl JobReport {
    /// A job on a game that took some time on a backend.
    pub fn new(job: &'static str, game: &Game, backend: BackendInfo, seconds: f64) -> JobReport {
        JobReport::of(job, GameReport::new(game), Ran::new(&backend, seconds))
    }

    /// The same of a game that is only known by its report.
    pub fn of(job: &'static str, game: GameReport, ran: Ran) -> JobReport {
        JobReport {
            engine: env!("CARGO_PKG_VERSION"),
            job,
            game,
            ran,
        }
    }

    /// What was done, where, and how long it took: for stderr, once the result is out.
    pub fn done(&self, what: &str) -> String {
        self.ran.done(what)
    }
}

impl GameReport {
    /// The game's rule and lists.
    pub fn new(game: &Game) -> GameReport {
        GameReport {
            rule: game.rule().name().to_owned(),
            lists: ListsReport::new(game.lists()),
        }
    }

    /// The rule of that name, if there is one.
    pub fn rule(&self) -> Option<&'static dyn Rule> {
        rule::named(&self.rule)
    }

    /// The lists.
    pub fn lists(&self) -> &ListsReport {
        &self.lists
    }
}

impl Ran {
    /// A job that took some time on a backend.
    pub fn new(backend: &BackendInfo, seconds: f64) -> Ran {
        Ran {
            backend: backend.backend.to_owned(),
            adapter: backend.adapter.clone(),
            seconds,
        }
    }

    /// Several jobs, of which there is at least one, as one: all backends, and the time of all.
    pub fn joined(all: &[Ran]) -> Ran {
        // A job may itself have run on two.
        let backends = all.iter().flat_map(|ran| ran.backend.split(" and "));
        let backends = backends.sorted_by(|one, other| other.cmp(one)).dedup();
        let adapters = all.iter().filter_map(|ran| ran.adapter.as_deref());
        let adapters = adapters.sorted().dedup().join(", ");
        Ran {
            backend: backends.into_iter().join(" and "),
            adapter: (!adapters.is_empty()).then_some(adapters),
            seconds: all.iter().map(|ran| ran.seconds).sum(),
        }
    }

    /// How long it took.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// What was done, where, and how long it took, in words.
    pub fn done(&self, what: &str) -> String {
        let by = describe(&self.backend, self.adapter.as_deref());
        format!("{what} on {by} in {}", format_seconds(self.seconds))
    }
}

/// What was done, where, and how long it took: for stderr, once the result is out.
pub fn done_line(what: &str, backend: &BackendInfo, seconds: f64) -> String {
    Ran::new(backend, seconds).done(what)
}

/// A time as people read it.
pub fn format_seconds(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.1} s"),
    }
}

/// A guess with its marks in JSON.
#[derive(Clone, Serialize, Deserialize)]
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

/// As a turn is typed.
impl Display for TurnJson {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}={}", self.guess, self.marks)
    }
}

/// Turns as people read them, with blanks between.
pub fn format_turns(rule: &dyn Rule, turns: &[Turn]) -> String {
    let turns: Vec<String> = turns.iter().map(|turn| turn.format(rule)).collect();
    turns.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_ran_in_several_places_name_each_once() {
        let ran = |backend: &str, adapter: Option<&str>| Ran {
            backend: backend.to_owned(),
            adapter: adapter.map(str::to_owned),
            seconds: 1.5,
        };
        for (all, backend, adapter) in [
            (vec![ran("cpu", None), ran("cpu", None)], "cpu", None),
            (
                vec![ran("cpu", None), ran("gpu", Some("one"))],
                "gpu and cpu",
                Some("one"),
            ),
            (
                vec![
                    ran("gpu and cpu", Some("two")),
                    ran("cpu", None),
                    ran("gpu", Some("one")),
                ],
                "gpu and cpu",
                Some("one, two"),
            ),
        ] {
            let joined = Ran::joined(&all);
            assert_eq!(
                (&*joined.backend, joined.adapter.as_deref()),
                (backend, adapter)
            );
            assert_eq!(joined.seconds, 1.5 * all.len() as f64);
        }
    }
}
