//! The report of `stumper solve`: the best games from every start.

use std::cmp::Reverse;
use std::io;

use itertools::Itertools;
use serde::Serialize;

use super::{BestGamesJson, StepJson, StumperJob, moves, some_words};
use crate::report::Alignment::{Left, Right};
use crate::report::chart::{BarChart, BarPanel};
use crate::report::numbers::{counted, format_seconds, grouped};
use crate::report::{Document, JsonWriter, Report, Rows, Table, Top, cells};
use crate::stumper::{GameState, Solution, WordIndex};

/// The number of final words that a document shows.
const SHOWN_FINALS: usize = 10;

/// The width of a bar in the first panel of the chart of scores, in points.
const POINTS_PER_BAR: u32 = 10;

/// The second panel leaves out the lowest scores, which one of this many starts has.
const STARTS_PER_LOW_SCORE: usize = 100;

/// The best games from every start.
pub struct AllStarts<'a> {
    job: StumperJob,
    solution: &'a Solution<'a>,
    /// The starts, the highest score first.
    ranked: Vec<WordIndex>,
    top: Option<Top>,
    finals: Vec<FinalWord<'a>>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct AllStartsJson<'a> {
    #[serde(flatten)]
    job: &'a StumperJob,
    finals: &'a [FinalWord<'a>],
    starts: Vec<StartJson<'a>>,
}

/// A word that best games end on. Names are stable.
#[derive(Serialize)]
struct FinalWord<'a> {
    word: &'a str,
    /// The number of starts with a best game that ends on it.
    starts: usize,
    /// The number of starts whose best games all end on it.
    only: usize,
}

/// The best games from a start, in JSON. Names are stable.
#[derive(Serialize)]
struct StartJson<'a> {
    rank: usize,
    start: &'a str,
    #[serde(flatten)]
    best: BestGamesJson<'a>,
    /// The alphabetically first best game.
    path: Vec<StepJson<'a>>,
}

/// The best games from a start, in CSV. Names are stable.
#[derive(Serialize)]
struct StartRow<'a> {
    rank: usize,
    start: &'a str,
    score: u32,
    paths: String,
    paths_exact: bool,
    fewest_moves: u32,
    most_moves: u32,
    finals: String,
    path: String,
}

impl<'a> AllStarts<'a> {
    /// Ranks the starts of a solved graph, and shows `top` of them.
    pub fn new(job: StumperJob, solution: &'a Solution<'a>, top: Option<Top>) -> AllStarts<'a> {
        let mut ranked: Vec<WordIndex> = solution.graph().starts().into_iter().collect();
        ranked.sort_by_key(|&start| Reverse(solution.of_start(start).score));
        AllStarts {
            job,
            solution,
            ranked,
            top,
            finals: final_words(solution),
        }
    }

    /// One line that says what was done and how long it took.
    pub fn done(&self) -> String {
        let starts = counted(self.ranked.len(), "start", "starts");
        format!("{starts} in {}", format_seconds(self.job.seconds()))
    }

    /// The best starts with their ranks, at most `top`.
    fn best(&self, top: usize) -> impl Iterator<Item = (usize, WordIndex)> {
        (1..).zip(self.ranked.iter().copied().take(top))
    }

    fn json_of(&self, rank: usize, start: WordIndex) -> StartJson<'a> {
        let graph = self.solution.graph();
        let state = GameState::start(graph, start).expect("a ranked word is a start");
        let path = self.solution.first_best_game(&state);
        StartJson {
            rank,
            start: graph.word(start),
            best: BestGamesJson::new(graph, self.solution.of_start(start)),
            path: path.iter().map(|step| StepJson::new(graph, step)).collect(),
        }
    }

    fn row_of(&self, rank: usize, start: WordIndex) -> StartRow<'a> {
        let StartJson {
            start, best, path, ..
        } = self.json_of(rank, start);
        StartRow {
            rank,
            start,
            score: best.score,
            paths: best.paths,
            paths_exact: best.paths_exact,
            fewest_moves: best.fewest_moves,
            most_moves: best.most_moves,
            finals: best.finals.join(" "),
            path: path.iter().map(|step| step.word).join(" "),
        }
    }

    fn starts_table(&self, top: usize) -> Table {
        let mut table = Table::new([
            ("rank", Right),
            ("start", Left),
            ("score", Right),
            ("moves", Right),
            ("paths", Right),
            ("final words", Left),
        ]);
        let graph = self.solution.graph();
        for (rank, start) in self.best(top) {
            let best = self.solution.of_start(start);
            table.row(cells![
                rank,
                graph.word(start),
                best.score,
                moves(best),
                if best.is_exact {
                    best.count.to_string()
                } else {
                    format!(">={}", best.count)
                },
                some_words(graph, &best.final_words),
            ]);
        }
        table
    }

    fn finals_table(&self) -> Table {
        let mut table = Table::new([("final word", Left), ("starts", Right), ("only", Right)]);
        for row in self.finals.iter().take(SHOWN_FINALS) {
            table.row(cells![row.word, row.starts, row.only]);
        }
        table
    }
}

impl Report for AllStarts<'_> {
    fn document(&self) -> Document<'_> {
        let top = Top::in_table(self.top);
        let mut document = Document::new();
        document.table(self.starts_table(top));
        let is_shown_inexact = |(_, start)| !self.solution.of_start(start).is_exact;
        if self.best(top).any(is_shown_inexact) {
            document.line(super::NOT_ALL_COUNTED);
        }
        document.more(self.ranked.len().saturating_sub(top));
        document.line("");
        document.table(self.finals_table());
        let more = self.finals.len().saturating_sub(SHOWN_FINALS);
        if more > 0 {
            document.line(format!("{} more: --format json", grouped(more)));
        }
        document
            .line("starts: with a best game that ends on the word; only: whose best games all do");
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        let best = self.best(Top::in_data(self.top));
        rows.write(best.map(|(rank, start)| self.row_of(rank, start)))
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        let best = self.best(Top::in_data(self.top));
        json.value(&AllStartsJson {
            job: &self.job,
            finals: &self.finals,
            starts: best
                .map(|(rank, start)| self.json_of(rank, start))
                .collect(),
        })
    }
}

/// The words that best games end on, those of the most starts first.
fn final_words<'a>(solution: &Solution<'a>) -> Vec<FinalWord<'a>> {
    let graph = solution.graph();
    let mut counts = vec![(0, 0); graph.len()];
    for start in graph.starts() {
        let final_words = &solution.of_start(start).final_words;
        for word in final_words {
            let (starts, only) = &mut counts[word.at()];
            *starts += 1;
            *only += usize::from(final_words.len() == 1);
        }
    }
    let counted = graph.words().into_iter().zip(counts);
    let mut final_words: Vec<FinalWord> = counted
        .filter(|&(_, (starts, _))| starts > 0)
        .map(|(word, (starts, only))| FinalWord {
            word: graph.word(word),
            starts,
            only,
        })
        .collect();
    final_words.sort_by_key(|row| (Reverse(row.starts), row.word));
    final_words
}

/// How many starts have which best score: all scores in wide bars, and one bar for each score where nearly all starts are.
pub fn score_chart(solution: &Solution) -> BarChart {
    let starts = solution.graph().starts().into_iter();
    let scores = starts.map(|start| solution.of_start(start).score);
    let scores: Vec<u32> = scores.sorted().collect();
    let bars = |first: u32, interval: u32| {
        let scores = scores.iter().filter(|&&score| score >= first);
        let bars = scores.map(|score| score / interval).dedup_with_count();
        bars.map(|(starts, bar)| (bar, starts as u32)).collect()
    };
    let lowest = scores[scores.len() / STARTS_PER_LOW_SCORE];
    let lowest = lowest - lowest % POINTS_PER_BAR;
    let all = BarPanel {
        x_label: format!("points ({POINTS_PER_BAR} per bar)"),
        interval: POINTS_PER_BAR,
        first: 0,
        bars: bars(0, POINTS_PER_BAR),
    };
    let each_score = BarPanel {
        x_label: format!("points (one bar for each score from {lowest})"),
        interval: 1,
        first: lowest,
        bars: bars(lowest, 1),
    };
    BarChart {
        title: format!(
            "Best scores of {}",
            counted(scores.len(), "start", "starts")
        ),
        y_label: "starts".to_owned(),
        panels: vec![all, each_score],
    }
}
