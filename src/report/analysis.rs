//! The report of `analyse`: how good and how lucky the guesses of a game were.

use std::io;

use serde::Serialize;

use super::Alignment::{Left, Right};
use super::numbers::grouped;
use super::{Document, JobInfo, JsonWriter, Report, Rows, Table, cells};
use crate::guessing::analysis::{GuessAnalysis, expected_left};
use crate::guessing::rule::{format_pattern, key_to_marks};
use crate::guessing::{Game, HardMode};
use crate::words::Word;

/// The guesses of a finished game, each with how good and how lucky it was.
pub struct Analysis<'a> {
    /// The job.
    pub job: JobInfo,
    /// The game.
    pub game: &'a Game,
    /// The word that was to be found.
    pub solution: Word,
    /// The hard mode, if it was on.
    pub hard: Option<HardMode>,
    /// The guesses, in order.
    pub analysis: &'a [GuessAnalysis],
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct AnalysisJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    solution: Word,
    hard: Option<HardMode>,
    skill: f64,
    luck: f64,
    guesses: Vec<GuessRow>,
}

/// A guess in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct GuessRow {
    guess: Word,
    marks: String,
    /// True if hard mode allows it.
    allowed: bool,
    /// The demand of hard mode that it does not meet, if there is one.
    violation: Option<String>,
    candidate: bool,
    before: usize,
    after: usize,
    /// The expected number of candidates that are still to be found after it.
    expected: f64,
    best: Word,
    best_expected: f64,
    rank: usize,
    of: usize,
    skill: f64,
    luck: f64,
}

impl Analysis<'_> {
    fn guesses(&self) -> impl Iterator<Item = GuessRow> {
        self.analysis.iter().map(|analysis| {
            let best = analysis.best;
            GuessRow {
                guess: analysis.turn.guess,
                marks: format_pattern(self.game.rule(), analysis.turn.pattern),
                allowed: analysis.violation.is_none(),
                violation: analysis.violation.as_ref().map(ToString::to_string),
                candidate: analysis.stats.candidate,
                before: analysis.before,
                after: analysis.after,
                expected: expected_left(&analysis.stats, analysis.before),
                best: self.game.guess_word(best.guess),
                best_expected: expected_left(&best.stats, analysis.before),
                rank: analysis.rank,
                of: analysis.allowed,
                skill: analysis.skill,
                luck: analysis.luck,
            }
        })
    }

    fn mean(&self, figure: impl Fn(&GuessAnalysis) -> f64) -> f64 {
        self.analysis.iter().map(figure).sum::<f64>() / self.analysis.len() as f64
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            ("guess", Left),
            ("marks", Left),
            ("before", Right),
            ("after", Right),
            ("expected", Right),
            ("best guess", Left),
            ("expected", Right),
            ("rank", Right),
            ("skill", Right),
            ("luck", Right),
        ]);
        for row in self.guesses() {
            let sign = if row.allowed { "" } else { " !" };
            table.row(cells![
                format!("{}{sign}", row.guess),
                row.marks,
                grouped(row.before),
                grouped(row.after),
                format!("{:.2}", row.expected),
                row.best,
                format!("{:.2}", row.best_expected),
                grouped(row.rank),
                format!("{:.0}", row.skill),
                format!("{:.0}", row.luck),
            ]);
        }
        table
    }
}

impl Report for Analysis<'_> {
    fn document(&self) -> Document<'_> {
        let last = self.analysis.last();
        let is_found = last.is_some_and(|analysis| analysis.turn.guess == self.solution);
        let mut document = Document::new();
        document.table(self.table());
        document.line(format!(
            "{} {}; skill {:.0}, luck {:.0} on average",
            self.solution,
            if is_found { "found" } else { "not found" },
            self.mean(|analysis| analysis.skill),
            self.mean(|analysis| analysis.luck),
        ));
        for analysis in self.analysis {
            if let Some(violation) = &analysis.violation {
                let guess = analysis.turn.guess;
                document.line(format!("! hard mode does not allow {guess}: {violation}"));
            }
        }
        document.line(format!("marks: {}", key_to_marks(self.game.rule())));
        document.line(
            "before, after, expected: candidates to be found; best guess: expected to leave the fewest; \
             luck: 50 is average",
        );
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(self.guesses())
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&AnalysisJson {
            job: &self.job,
            solution: self.solution,
            hard: self.hard,
            skill: self.mean(|analysis| analysis.skill),
            luck: self.mean(|analysis| analysis.luck),
            guesses: self.guesses().collect(),
        })
    }
}
