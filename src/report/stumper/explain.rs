//! The report of `stumper solve --word`: the best game from one start, move by move.

use std::io;

use serde::Serialize;

use super::{BestGamesJson, StumperJob, moves_in_words, points, some_words};
use crate::report::Alignment::{Left, Right};
use crate::report::{Document, JsonWriter, Report, Rows, Table, cells};
use crate::stumper::{GameState, Solution, Step, WordIndex};

/// The alphabetically first best game from a start.
pub struct BestGame<'a> {
    /// The job.
    pub job: StumperJob,
    solution: &'a Solution<'a>,
    start: WordIndex,
    moves: Vec<MoveRow<'a>>,
}

/// A move of the game, with the best other move, in JSON and CSV. Names are stable.
#[derive(Clone, Copy, Serialize, Default)]
struct MoveRow<'a> {
    r#move: usize,
    word: &'a str,
    kind: &'static str,
    points: u32,
    score: u32,
    moves_left: u32,
    /// The best other move, if there is another.
    best_other: Option<&'a str>,
    /// By how much lower the best possible score is after it.
    best_other_loses: Option<u32>,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct BestGameJson<'a> {
    #[serde(flatten)]
    job: &'a StumperJob,
    start: &'a str,
    #[serde(flatten)]
    best: BestGamesJson<'a>,
    path: &'a [MoveRow<'a>],
}

impl<'a> BestGame<'a> {
    /// Finds the best other move at each step of the game from `start`.
    ///
    /// # Panics
    /// If a game cannot start on the word.
    pub fn new(job: StumperJob, solution: &'a Solution<'a>, start: WordIndex) -> BestGame<'a> {
        let graph = solution.graph();
        let mut state = GameState::start(graph, start).expect("a game starts on the word");
        let steps = solution.first_best_game(&state);
        let mut moves = Vec::with_capacity(steps.len());
        for (number, step) in (1..).zip(steps) {
            let other = best_other(solution, &state, step);
            state
                .play(graph, step.word)
                .expect("the words of a best game can be played");
            moves.push(MoveRow {
                r#move: number,
                word: graph.word(step.word),
                kind: step.kind.name(),
                points: step.points,
                score: state.score(),
                moves_left: step.moves_left,
                best_other: other.map(|(word, _)| graph.word(word)),
                best_other_loses: other.map(|(_, loss)| loss),
            });
        }
        BestGame {
            job,
            solution,
            start,
            moves,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            ("move", Right),
            ("word", Left),
            ("kind", Left),
            ("points", Right),
            ("score", Right),
            ("moves left", Right),
            ("best other", Left),
            ("loses", Right),
        ]);
        for row in &self.moves {
            table.row(cells![
                row.r#move,
                row.word,
                row.kind,
                row.points,
                row.score,
                row.moves_left,
                row.best_other.unwrap_or("none"),
                row.best_other_loses
                    .map_or_else(String::new, |loss| loss.to_string()),
            ]);
        }
        table
    }
}

/// The best move other than `best`, and by how much lower the best possible score is after it.
fn best_other(solution: &Solution, state: &GameState, best: Step) -> Option<(WordIndex, u32)> {
    let mut best_score = 0;
    let mut other: Option<(WordIndex, u32)> = None;
    for (step, score) in solution.moves(state) {
        if step.word == best.word {
            best_score = score;
        } else if other.is_none_or(|(_, so_far)| score > so_far) {
            other = Some((step.word, score));
        }
    }
    // All moves from a word score the same number of points, so the rest of the game makes the difference.
    other.map(|(word, score)| (word, best_score - score))
}

impl Report for BestGame<'_> {
    fn document(&self) -> Document<'_> {
        let graph = self.solution.graph();
        let best = self.solution.of_start(self.start);
        let start = graph.word(self.start);
        let mut document = Document::new();
        if self.moves.is_empty() {
            document.line(format!("{start}: no move is possible"));
            return document;
        }
        let games = if !best.is_exact {
            format!("at least {} best games", best.count)
        } else if best.count == 1u32.into() {
            "one best game".to_owned()
        } else {
            format!("{} best games", best.count)
        };
        document.line(format!(
            "{start}: {} in {}, {games}; final words: {}",
            points(best.score),
            moves_in_words(best),
            some_words(graph, &best.final_words),
        ));
        document.table(self.table());
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write_or_header(self.moves.iter().copied())
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        let graph = self.solution.graph();
        json.value(&BestGameJson {
            job: &self.job,
            start: graph.word(self.start),
            best: BestGamesJson::new(graph, self.solution.of_start(self.start)),
            path: &self.moves,
        })
    }
}
