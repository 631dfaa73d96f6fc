//! `engine stumper solve --word`: the best game from one start, move by move.

use std::io::{self, Write};
use std::time::Instant;

use comfy_table::CellAlignment::{Left, Right};
use serde::Serialize;
use wordgame_engine::stumper::{GameState, Graph, Solution, Step, WordIndex};

use super::solve::{moves, position, some_words};
use super::words::Words;
use super::{BestGamesJson, JobJson};
use crate::cli::failure::Failure;
use crate::cli::number::counted;
use crate::cli::output::{Format, OutputArgs, table, write_csv_or_header, write_json, write_table};

/// A move of a best game beside the best other move. Names are stable.
#[derive(Serialize, Default)]
struct MoveJson<'a> {
    r#move: usize,
    word: &'a str,
    kind: &'static str,
    points: u32,
    score: u32,
    moves_left: u32,
    /// The best other move, if there is another.
    best_other: Option<&'a str>,
    /// By how much less can be scored with it.
    best_other_loses: Option<u32>,
}

#[derive(Serialize)]
struct ExplainJson<'a> {
    #[serde(flatten)]
    job: JobJson,
    start: &'a str,
    #[serde(flatten)]
    best: BestGamesJson<'a>,
    path: Vec<MoveJson<'a>>,
}

/// Writes the best game from a start.
pub fn explain(
    solution: &Solution,
    start: WordIndex,
    words: &Words,
    output: &OutputArgs,
    started: Instant,
) -> Result<(), Failure> {
    let path = path(solution, start);
    let seconds = started.elapsed().as_secs_f64();
    output.write(|out| match output.format {
        Format::Table => write_explanation(out, solution, start, &path),
        Format::Csv => write_csv_or_header(out, path),
        Format::Json => {
            let graph = solution.graph();
            let best = solution.of_start(start);
            let result = ExplainJson {
                job: JobJson::new("stumper solve", words, seconds),
                start: graph.word(start),
                best: BestGamesJson::new(graph, best),
                path,
            };
            write_json(out, &result)
        }
    })
}

/// The alphabetically first best game, each move beside the best other.
fn path<'a>(solution: &Solution<'a>, start: WordIndex) -> Vec<MoveJson<'a>> {
    let graph = solution.graph();
    let mut position = position(graph, start);
    let steps = solution.first_best_game(&position);
    let mut path = Vec::new();
    for (number, step) in (1..).zip(steps) {
        let other = best_other(solution, &position, step);
        position
            .play(graph, step.word)
            .expect("a path is made of legal moves");
        path.push(MoveJson {
            r#move: number,
            word: graph.word(step.word),
            kind: step.kind.name(),
            points: step.points,
            score: position.score(),
            moves_left: step.moves_left,
            best_other: other.map(|(word, _)| graph.word(word)),
            best_other_loses: other.map(|(_, loss)| loss),
        });
    }
    path
}

/// The best move but one that is best, and what it loses.
fn best_other(solution: &Solution, position: &GameState, best: Step) -> Option<(WordIndex, u32)> {
    let mut other: Option<(WordIndex, u32)> = None;
    let mut most = 0;
    for (step, score) in solution.moves(position) {
        if step.word == best.word {
            most = score;
        } else if other.is_none_or(|(_, so_far)| score > so_far) {
            other = Some((step.word, score));
        }
    }
    // Every move from a word scores the same points at once.
    other.map(|(word, score)| (word, most - score))
}

fn write_explanation(
    out: &mut dyn Write,
    solution: &Solution,
    start: WordIndex,
    path: &[MoveJson],
) -> io::Result<()> {
    let graph: &Graph = solution.graph();
    let best = solution.of_start(start);
    if path.is_empty() {
        return writeln!(out, "{}: no move is possible", graph.word(start));
    }
    let ways = match best.count == 1u32.into() {
        true => "one best game".to_owned(),
        false => format!("{} best games", best.count),
    };
    writeln!(
        out,
        "{}: {} in {} moves, {ways}; final words: {}",
        graph.word(start),
        counted(best.score as usize, "point", "points"),
        moves(best),
        some_words(graph, &best.final_words),
    )?;
    let mut moves = table(&[
        ("move", Right),
        ("word", Left),
        ("kind", Left),
        ("points", Right),
        ("score", Right),
        ("moves left", Right),
        ("best other", Left),
        ("loses", Right),
    ]);
    for row in path {
        moves.add_row([
            row.r#move.to_string(),
            row.word.to_owned(),
            row.kind.to_owned(),
            row.points.to_string(),
            row.score.to_string(),
            row.moves_left.to_string(),
            row.best_other.unwrap_or("none").to_owned(),
            row.best_other_loses
                .map_or_else(String::new, |loss| loss.to_string()),
        ]);
    }
    write_table(out, &moves)
}
