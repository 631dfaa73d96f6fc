//! The report of `suggest`: the best guesses of a game under way.

use std::io;

use itertools::Itertools;
use serde::Serialize;

use super::Alignment::{Left, Right};
use super::numbers::{counted, grouped};
use super::sweep::marked_guess;
use super::{
    Cell, Document, JobInfo, JsonWriter, Report, Rows, Table, TurnInfo, cells, format_turns,
};
use crate::guessing::advice::{Advice, Adviser};
use crate::guessing::partition::{expected, win_in_two};
use crate::guessing::rule::key_to_marks;
use crate::guessing::{HardMode, Turn};
use crate::words::Word;

/// The number of candidates that are named if the user does not ask for another number.
pub const NAMED_CANDIDATES: usize = 20;

/// The best guesses of a game under way.
pub struct SuggestReport<'a> {
    /// The job.
    pub job: JobInfo,
    /// The game and the strategy.
    pub adviser: &'a Adviser,
    /// The turns so far.
    pub turns: &'a [Turn],
    /// The ranking.
    pub advice: &'a Advice<'a>,
    /// The number of guesses to show.
    pub top: usize,
    /// The number of candidates to name. JSON has all of them.
    pub named: usize,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct SuggestJson<'a> {
    #[serde(flatten)]
    job: &'a JobInfo,
    given: Vec<TurnInfo>,
    hard: Option<HardMode>,
    strategy: String,
    candidates: usize,
    candidate_words: Vec<Word>,
    guesses: Vec<GuessRow>,
}

/// A guess in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct GuessRow {
    rank: usize,
    guess: Word,
    candidate: bool,
    splits: u32,
    largest: u32,
    expected: f64,
    win_in_two: f64,
    /// The mean number of guesses to find the solution with best play, this one included, if it is known.
    mean_guesses: Option<f64>,
}

impl Report for SuggestReport<'_> {
    fn document(&self) -> Document<'_> {
        let rule = self.adviser.game.rule();
        let mut document = Document::new();
        if !self.turns.is_empty() {
            document.line(format!("after {}", format_turns(rule, self.turns)));
            document.line(format!("marks: {}", key_to_marks(rule)));
        }
        let how = Shown {
            guesses: self.top,
            candidates: self.named,
            see_all: "--candidates-shown all",
        };
        add_advice(&mut document, self.advice, &how);
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write(best(self.advice, self.top))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        json.value(&SuggestJson {
            job: &self.job,
            given: TurnInfo::of(self.adviser.game.rule(), self.turns),
            hard: self.adviser.hard,
            strategy: self.adviser.strategy.title(),
            candidates: self.advice.remaining.candidates.len(),
            candidate_words: self.advice.candidate_words().collect(),
            guesses: best(self.advice, self.top).collect(),
        })
    }
}

/// The parts of advice that a document shows.
pub struct Shown {
    /// The number of guesses.
    pub guesses: usize,
    /// The number of candidates that are named.
    pub candidates: usize,
    /// What the user types to see all candidates.
    pub see_all: &'static str,
}

/// Adds the candidates that are left and the best guesses to a document.
pub fn add_advice(document: &mut Document, advice: &Advice, shown: &Shown) {
    let candidates = advice.remaining.candidates.len();
    let first = advice.candidate_words().take(shown.candidates).join(", ");
    let more = match candidates.saturating_sub(shown.candidates) {
        0 => String::new(),
        more => format!(", {} more ({})", grouped(more), shown.see_all),
    };
    let counted = counted(candidates, "candidate", "candidates");
    document.line(format!("{counted}: {first}{more}"));
    document.table(table(advice, shown.guesses));
    document.line("* a candidate: it may be the solution");
    if advice.is_exact() {
        document.line("guesses: how many more on average, by the best play; exact");
    } else if advice.gave_up {
        document.line("not ranked exactly: that would take long here");
    }
}

/// The best guesses, at most `top`.
fn best(advice: &Advice, top: usize) -> impl Iterator<Item = GuessRow> {
    let game = advice.game;
    let candidates = advice.remaining.candidates.len();
    let guesses = advice.guesses.iter().take(top).enumerate();
    guesses.map(move |(index, ranked)| GuessRow {
        rank: index + 1,
        guess: game.guess_word(ranked.guess),
        candidate: ranked.stats.candidate,
        splits: ranked.stats.splits,
        largest: ranked.stats.largest,
        expected: expected(&ranked.stats, candidates),
        win_in_two: win_in_two(&ranked.stats, candidates),
        mean_guesses: advice.mean_guesses(index),
    })
}

fn table(advice: &Advice, top: usize) -> Table {
    let mut columns = vec![
        ("#", Right),
        ("guess", Left),
        ("splits", Right),
        ("largest", Right),
        ("expected", Right),
        ("win in two", Right),
    ];
    if advice.is_exact() {
        columns.push(("guesses", Right));
    }
    let mut table = Table::new(columns);
    for row in best(advice, top) {
        let mut cells = cells![
            row.rank,
            marked_guess(row.guess, row.candidate),
            row.splits,
            grouped(row.largest),
            format!("{:.2}", row.expected),
            format!("{:.2}%", row.win_in_two * 100.0),
        ];
        cells.extend(
            row.mean_guesses
                .map(|mean| Cell::from(format!("{mean:.3}"))),
        );
        table.row(cells);
    }
    table
}
