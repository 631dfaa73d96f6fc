//! The report of `check`: the games of a decision tree from a file, and its faults.

use std::io;

use serde::Serialize;

use super::games::{GameRow, GameSummary};
use super::numbers::counted;
use super::{Document, JobInfo, JsonWriter, Report, Rows, lists_title};
use crate::guessing::{DecisionTree, Game, HardMode, Simulation};

/// The number of faults that a document shows.
const SHOWN_FAULTS: usize = 10;

/// The games of a decision tree, and its faults.
pub struct CheckReport<'a> {
    /// The job.
    pub job: JobInfo,
    /// The game.
    pub game: &'a Game,
    /// The hard mode, if it is on.
    pub hard: Option<HardMode>,
    /// The tree.
    pub tree: &'a DecisionTree,
    /// Its games and faults.
    pub simulation: &'a Simulation,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct CheckJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    hard: Option<HardMode>,
    #[serde(flatten)]
    games: GameSummary,
    faults: Vec<String>,
}

impl CheckReport<'_> {
    fn summary(&self) -> GameSummary {
        GameSummary::new(self.game, self.tree, self.simulation)
    }
}

impl Report for CheckReport<'_> {
    fn document(&self) -> Document<'_> {
        let mode = match self.hard {
            None => "no hard mode".to_owned(),
            Some(hard) => format!("{} hard mode", hard.name()),
        };
        let opening = self.tree.nodes[0].guess;
        let lists = lists_title(self.game.lists());
        let mut document = Document::new();
        document.line(format!("{opening} opens; {lists}, {mode}"));
        let (rule, turns) = (self.game.rule(), self.game.turns());
        self.summary().add_to(&mut document, rule, turns);
        let faults = &self.simulation.faults;
        for fault in faults.iter().take(SHOWN_FAULTS) {
            document.line(format!("fault: {fault}"));
        }
        if faults.is_empty() {
            document.line("no fault");
        } else if faults.len() > SHOWN_FAULTS {
            let more = counted(faults.len() - SHOWN_FAULTS, "more fault", "more faults");
            document.line(format!("{more}: --format json"));
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(GameRow::of(self.game, self.tree, self.simulation))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&CheckJson {
            job: &self.job,
            hard: self.hard,
            games: self.summary(),
            faults: self
                .simulation
                .faults
                .iter()
                .map(ToString::to_string)
                .collect(),
        })
    }
}
