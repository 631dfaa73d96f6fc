//! The report of `optimal`.

use std::io;

use serde::Serialize;

use super::Question;
use super::findings::{EffortInfo, Findings, OpeningTotal, Proven};
use crate::guessing::Rule;
use crate::report::Alignment::{Left, Right};
use crate::report::games::GameSummary;
use crate::report::numbers::{counted, grouped};
use crate::report::{Document, JobInfo, JsonWriter, Report, Rows, Table, cells};

/// The best tree, and what is proved about the other openings.
pub struct OptimalReport {
    /// The job.
    pub job: JobInfo,
    /// The rule of the game.
    pub rule: &'static dyn Rule,
    /// The question.
    pub question: Question,
    /// The findings.
    pub findings: Findings,
    /// True if the search came to its end.
    pub is_complete: bool,
    /// The number of openings that were not examined to the end.
    pub open: usize,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct OptimalJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    hard: Option<&'a str>,
    max_guesses: Option<u8>,
    /// True if it is proved that the first opening is the best, and that the others are as listed.
    complete: bool,
    /// The number of openings that were not examined to the end. They are not listed.
    open: usize,
    /// The games of the best tree.
    best: Option<&'a GameSummary>,
    openings: Vec<Row<'a>>,
    effort: EffortInfo,
}

/// An opening in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct Row<'a> {
    /// `None` if the order is not proved: for bounds, and in a search that was stopped.
    rank: Option<usize>,
    opening: &'a str,
    proven: Proven,
    total: Option<u32>,
    /// The mean of an exact total.
    mean: Option<f64>,
}

impl OptimalReport {
    fn listed(&self) -> impl Iterator<Item = Row<'_>> {
        let solutions = self.question.game.lists().solutions().max(1) as f64;
        let ranked = (1..).zip(&self.findings.openings);
        ranked.map(move |(rank, opening)| {
            let is_exact = opening.is_exact();
            Row {
                rank: (is_exact && self.is_complete).then_some(rank),
                opening: &opening.opening,
                proven: opening.proven,
                total: opening.total,
                mean: opening
                    .total
                    .filter(|_| is_exact)
                    .map(|total| f64::from(total) / solutions),
            }
        })
    }

    /// The reason why there is no best tree.
    fn why_none(&self) -> String {
        let within = self.question.limit();
        if !self.is_complete {
            return "interrupted before any tree was found".to_owned();
        }
        let is_bound = |opening: &OpeningTotal| opening.proven == Proven::AtLeast;
        if self.findings.openings.iter().any(is_bound) {
            format!("no tree{within} takes as few guesses as the incumbent")
        } else {
            format!("no tree finds every solution{within}")
        }
    }

    /// The openings with exact totals.
    fn table(&self) -> Table {
        let mut table = Table::new([
            ("#", Right),
            ("opening", Left),
            ("total", Right),
            ("mean", Right),
        ]);
        let exact = self.listed().filter(|row| row.proven == Proven::Exactly);
        for row in exact {
            table.row(cells![
                row.rank.map_or_else(String::new, grouped),
                row.opening,
                grouped(row.total.unwrap_or(0)),
                format!("{:.4}", row.mean.unwrap_or(0.0)),
            ]);
        }
        table
    }

    /// Adds lines about the openings after the first `shown`: what is proved about them, and what is not.
    fn add_proof(&self, document: &mut Document, shown: usize) {
        if self.findings.is_of_one && shown == 1 {
            document.line("proven: no tree with this opening takes fewer guesses");
            return;
        }
        let others = &self.findings.openings[shown..];
        let is_impossible = |other: &&OpeningTotal| other.proven == Proven::Impossible;
        let impossible = others.iter().filter(is_impossible).count();
        let bounds = others.iter().filter_map(|other| match other.proven {
            Proven::AtLeast => other.total,
            _ => None,
        });
        // Without a tree there is no first opening to which these would be the others.
        let [one, many] = if shown == 0 {
            ["opening takes", "openings take"]
        } else {
            ["other opening takes", "other openings take"]
        };
        if let Some(lowest) = bounds.min() {
            document.line(format!(
                "proven: {} {} or more",
                counted(others.len() - impossible, one, many),
                counted(lowest as usize, "guess", "guesses"),
            ));
        }
        if impossible > 0 {
            document.line(format!(
                "proven: {} every solution{}",
                counted(impossible, "opening cannot find", "openings cannot find"),
                self.question.limit(),
            ));
        }
        if self.open > 0 {
            document.line(format!(
                "not proven: {} not examined to the end",
                counted(self.open, "opening was", "openings were"),
            ));
        }
    }
}

impl Report for OptimalReport {
    fn document(&self) -> Document<'_> {
        let mut document = Document::new();
        let mode = self.question.mode();
        let limit = self.question.limit();
        let lists = self.question.game.lists().title();
        let Some(best) = &self.findings.best else {
            let what = self.why_none();
            document.line(format!("{what}, {mode}, {lists}"));
            self.add_proof(&mut document, 0);
            return document;
        };
        let so_far = if self.is_complete { "" } else { " so far" };
        let opening = best.spread.opening();
        document.line(format!(
            "best tree{so_far}{limit}, {mode}, {lists}: {opening} opens"
        ));
        let turns = self.question.game.turns();
        best.spread.add_to(&mut document, self.rule, turns);
        let shown = if self.findings.is_of_one {
            1
        } else {
            let table = self.table();
            let shown = table.rows.len();
            document.table(table);
            shown
        };
        self.add_proof(&mut document, shown);
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(self.listed())
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&OptimalJson {
            job: &self.job,
            hard: self.question.hard.as_deref(),
            max_guesses: self.question.max_guesses,
            complete: self.is_complete,
            open: self.open,
            best: self.findings.best.as_ref().map(|best| &best.spread),
            openings: self.listed().collect(),
            effort: self.findings.effort,
        })
    }
}
