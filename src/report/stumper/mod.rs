//! The reports of Stumper: one file per report.

pub mod explain;
pub mod flow;
pub mod hint;
pub mod route;
pub mod solve;
pub mod versus;

use itertools::Itertools;
use serde::Serialize;

use super::numbers::counted;
use crate::stumper::{BestGames, Graph, Step, WordIndex};
use crate::words::Vocabulary;

/// The number of final words that a line names.
const NAMED_WORDS: usize = 3;

/// The line below a number of best games that is a lower bound.
const NOT_ALL_COUNTED: &str = ">=: there are too many best games to count all; the scores are exact, but more final \
                               words and numbers of moves may be possible";

/// The words of the game: a dictionary and the part of it that is played with. Names are stable.
#[derive(Clone, Debug, Serialize)]
pub struct WordsInfo {
    /// The name of the dictionary, or the path of its file.
    pub dictionary: String,
    /// The number of its words.
    pub dictionary_words: usize,
    /// A hash of its words.
    pub dictionary_sha256: String,
    /// The level of the words that are played with, if they were chosen by a level.
    pub vocabulary: Option<Vocabulary>,
    /// The lowest frequency of the words that are played with, if they were chosen by frequency.
    pub min_zipf: Option<f64>,
    /// The number of words that are played with.
    pub known_words: usize,
}

/// The job that produced a result: the first fields of its JSON form. Names are stable.
#[derive(Clone, Debug, Serialize)]
pub struct StumperJob {
    engine: &'static str,
    job: &'static str,
    #[serde(flatten)]
    words: WordsInfo,
    seconds: f64,
}

impl StumperJob {
    /// A job, which ran for this many seconds.
    pub fn new(job: &'static str, words: &WordsInfo, seconds: f64) -> StumperJob {
        StumperJob {
            engine: env!("CARGO_PKG_VERSION"),
            job,
            words: words.clone(),
            seconds,
        }
    }

    /// How many seconds it took.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// The common properties of the best games from a word, in JSON. Names are stable.
#[derive(Serialize)]
struct BestGamesJson<'a> {
    score: u32,
    /// The number of best games. It may exceed 64 bits.
    paths: String,
    /// True if all best games were counted. Otherwise `paths` is a lower bound, and the fields below are those of the
    /// games that were counted.
    paths_exact: bool,
    fewest_moves: u32,
    most_moves: u32,
    finals: Vec<&'a str>,
}

impl<'a> BestGamesJson<'a> {
    fn new(graph: &'a Graph, best: &BestGames) -> BestGamesJson<'a> {
        BestGamesJson {
            score: best.score,
            paths: best.count.to_string(),
            paths_exact: best.is_exact,
            fewest_moves: best.fewest_moves,
            most_moves: best.most_moves,
            finals: texts(graph, &best.final_words),
        }
    }
}

/// A move in JSON. Names are stable.
#[derive(Serialize)]
struct StepJson<'a> {
    word: &'a str,
    kind: &'static str,
    points: u32,
    moves_left: u32,
}

impl<'a> StepJson<'a> {
    fn new(graph: &'a Graph, step: &Step) -> StepJson<'a> {
        StepJson {
            word: graph.word(step.word),
            kind: step.kind.name(),
            points: step.points,
            moves_left: step.moves_left,
        }
    }
}

fn texts<'a>(graph: &'a Graph, words: &[WordIndex]) -> Vec<&'a str> {
    words.iter().map(|&word| graph.word(word)).collect()
}

/// The number of moves of the best games: `7`, or `7-9` if it differs.
fn moves(best: &BestGames) -> String {
    if best.fewest_moves == best.most_moves {
        best.most_moves.to_string()
    } else {
        format!("{}-{}", best.fewest_moves, best.most_moves)
    }
}

/// The number of moves of the best games: `1 move`, `7 moves` or `7-9 moves`.
fn moves_in_words(best: &BestGames) -> String {
    let unit = if best.most_moves == 1 {
        "move"
    } else {
        "moves"
    };
    format!("{} {unit}", moves(best))
}

/// The first of some words, and how many more there are.
fn some_words(graph: &Graph, words: &[WordIndex]) -> String {
    let named = words
        .iter()
        .take(NAMED_WORDS)
        .map(|&word| graph.word(word))
        .join(", ");
    match words.len().saturating_sub(NAMED_WORDS) {
        0 => named,
        more => format!("{named}, {more} more"),
    }
}

/// A number of points in words.
pub fn points(points: u32) -> String {
    counted(points as usize, "point", "points")
}
