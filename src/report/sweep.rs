//! The report of a sweep: every guess against one candidate set, ranked.

use std::io;

use serde::Serialize;

use super::Alignment::{Left, Right};
use super::numbers::{counted, grouped};
use super::{
    Cell, Document, JobInfo, JsonWriter, Report, Rows, Table, Top, TurnInfo, cells, format_turns,
    lists_title,
};
use crate::compute::PartitionStats;
use crate::guessing::partition::{entropy, expected, win_in_two};
use crate::guessing::rule::key_to_marks;
use crate::guessing::{Game, HardMode, Metric, Sweep, Turn};
use crate::words::Word;

/// A finished sweep.
pub struct SweepReport<'a> {
    /// The job.
    pub job: JobInfo,
    /// The game.
    pub game: &'a Game,
    /// The turns that the candidates fit.
    pub turns: &'a [Turn],
    /// The hard mode, if it is on.
    pub hard: Option<HardMode>,
    /// The figure that the guesses are ranked by.
    pub sort: Metric,
    /// The ranking.
    pub sweep: &'a Sweep,
    /// The number of guesses to show, if the user asks for one.
    pub top: Option<Top>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct SweepJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    given: Vec<TurnInfo>,
    hard: Option<HardMode>,
    sort: Metric,
    candidates: usize,
    allowed_guesses: usize,
    guesses: Vec<GuessRow>,
}

/// One guess in JSON and CSV. Names are stable.
#[derive(Serialize)]
pub struct GuessRow {
    /// From 1.
    pub rank: usize,
    /// The guess.
    pub guess: Word,
    /// True if it may still be the solution.
    pub candidate: bool,
    /// The number of groups.
    pub splits: u32,
    /// The size of the largest group.
    pub largest: u32,
    /// The expected number of candidates left.
    pub expected: f64,
    /// The information gained, in bits.
    pub entropy: f64,
    /// The number of groups of one candidate.
    pub singletons: u32,
    /// The chance of having won after this guess and the next.
    pub win_in_two: f64,
    /// The sum of the squared sizes of the groups.
    pub sum_squares: u64,
}

impl GuessRow {
    /// A guess with its partition of this many candidates.
    pub fn new(rank: usize, guess: Word, stats: &PartitionStats, candidates: usize) -> GuessRow {
        GuessRow {
            rank,
            guess,
            candidate: stats.candidate,
            splits: stats.splits,
            largest: stats.largest,
            expected: expected(stats, candidates),
            entropy: entropy(stats, candidates),
            singletons: stats.singletons,
            win_in_two: win_in_two(stats, candidates),
            sum_squares: stats.sum_squares,
        }
    }

    /// The guess for a table: candidates are marked.
    fn cell(&self) -> Cell {
        marked_guess(self.guess, self.candidate)
    }
}

/// A guess for a table. A candidate gets a star and is highlighted.
pub(super) fn marked_guess(guess: Word, is_candidate: bool) -> Cell {
    if is_candidate {
        Cell::good(format!("{guess} *"))
    } else {
        Cell::from(guess)
    }
}

impl SweepReport<'_> {
    /// The best guesses, at most `top`.
    fn best(&self, top: usize) -> impl Iterator<Item = GuessRow> {
        let ranking = (1..).zip(&self.sweep.ranking).take(top);
        ranking.map(|(rank, ranked)| {
            let guess = self.game.guess_word(ranked.guess);
            GuessRow::new(rank, guess, &ranked.stats, self.sweep.candidates)
        })
    }

    fn table(&self, top: usize) -> Table {
        let mut table = Table::new([
            ("#", Right),
            ("guess", Left),
            ("splits", Right),
            ("largest", Right),
            ("expected", Right),
            ("bits", Right),
            ("singletons", Right),
            ("win in two", Right),
        ]);
        for row in self.best(top) {
            table.row(cells![
                grouped(row.rank),
                row.cell(),
                row.splits,
                grouped(row.largest),
                format!("{:.2}", row.expected),
                format!("{:.5}", row.entropy),
                row.singletons,
                format!("{:.2}%", row.win_in_two * 100.0),
            ]);
        }
        table
    }
}

impl Report for SweepReport<'_> {
    fn document(&self) -> Document<'_> {
        let all = self.sweep.ranking.len();
        let top = Top::in_table(self.top);
        let mut document = Document::new();
        document.line(format!(
            "{} on {} ({})",
            counted(all, "guess", "guesses"),
            counted(self.sweep.candidates, "candidate", "candidates"),
            lists_title(self.game.lists()),
        ));
        if !self.turns.is_empty() {
            let (rule, lists) = (self.game.rule(), self.game.lists());
            document.line(format!("after {}", format_turns(rule, self.turns)));
            document.line(format!("marks: {}", key_to_marks(rule)));
            if let Some(hint) = rule.hint(self.turns, lists.alphabet(), lists.length()) {
                document.line(format!("open:  {hint}"));
            }
        }
        document.table(self.table(top));
        document.line("* a candidate: it may still be the solution");
        document.more(all.saturating_sub(top));
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(self.best(Top::in_data(self.top)))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&SweepJson {
            job: &self.job,
            given: TurnInfo::of(self.game.rule(), self.turns),
            hard: self.hard,
            sort: self.sort,
            candidates: self.sweep.candidates,
            allowed_guesses: self.sweep.ranking.len(),
            guesses: self.best(Top::in_data(self.top)).collect(),
        })
    }
}
