//! The reports of Letterpress.
//!
//! | module | contents |
//! |---|---|
//! | `result` | [`BoardResult`]: a board with its best moves, as plain data |
//! | `row` | a move in JSON, CSV and tables |
//! | [`board`] | the report of one board |
//! | [`boards`] | the report of many boards |
//! | [`drawing`] | a picture of a board in text |

pub mod board;
pub mod boards;
pub mod drawing;
mod result;
mod row;

use serde::{Deserialize, Serialize};

pub use result::{BoardHead, BoardResult, beaten_by};
pub use row::{game_end_name, score_cells};

use super::RunInfo;
use super::numbers::{counted, grouped};
use crate::letterpress::MoveOrder;
use crate::words::Vocabulary;

/// The name of the embedded dictionary in results.
pub const ENGLISH: &str = "english";

/// The words of a game: a dictionary and the part of it that we know. Names are stable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WordsInfo {
    /// [`ENGLISH`], or the path of a file.
    pub dictionary: String,
    /// The number of words in the dictionary.
    pub dictionary_words: usize,
    /// A hash of these words.
    pub dictionary_sha256: String,
    /// The level of the words that we know, if they were chosen by a level.
    pub vocabulary: Option<Vocabulary>,
    /// The lowest frequency of the words that we know, if they were chosen by frequency.
    pub min_frequency: Option<f64>,
    /// The number of words that we know.
    pub known_words: usize,
}

impl WordsInfo {
    /// The words that we know, for people: `common vocabulary`.
    pub fn describe(&self) -> String {
        describe_words(&self.dictionary, self.vocabulary, self.min_frequency)
    }
}

/// The words that we know of a dictionary, for people: those of a level, or those that are frequent enough.
pub fn describe_words(
    dictionary: &str,
    level: Option<Vocabulary>,
    min_frequency: Option<f64>,
) -> String {
    match level {
        Some(level) if dictionary == ENGLISH => format!("{} vocabulary", level.name()),
        Some(Vocabulary::Sesquipedalian) => format!("all words of {dictionary}"),
        Some(level) => format!("{} vocabulary of {dictionary}", level.name()),
        None => {
            let least = min_frequency.unwrap_or_default();
            format!("frequency {least} or more in {dictionary}")
        }
    }
}

/// How boards are ranked: with which words, and in which order. Names are stable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RankingInfo {
    /// The words.
    #[serde(flatten)]
    pub words: WordsInfo,
    /// The order of the moves.
    pub ranking: MoveOrder,
    /// True if every way to play a word is listed, not only the best.
    pub all_masks: bool,
}

/// How the opponent's next move is taken into account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookahead {
    /// Find out if the opponent can win at once with any word.
    Any,
    /// Find out if the opponent can win at once with the words of a level.
    Level(Vocabulary),
    /// Find the opponent's best reply.
    Full,
}

/// The first fields of the JSON form. Names are stable.
#[derive(Serialize)]
struct JobJson<'a> {
    engine: &'static str,
    job: &'static str,
    #[serde(flatten)]
    ranking: RankingInfo,
    #[serde(flatten)]
    run: &'a RunInfo,
}

impl<'a> JobJson<'a> {
    fn new(ranking: RankingInfo, run: &'a RunInfo) -> JobJson<'a> {
        JobJson {
            engine: env!("CARGO_PKG_VERSION"),
            job: "letterpress",
            ranking,
            run,
        }
    }
}

/// One line that says what was done, where, how long it took and how fast that was: the words that can be played, and the
/// ways to play them. `what` is empty, or ends in a comma and a space.
fn done(what: &str, words: usize, ways: u64, run: &RunInfo) -> String {
    let words = counted(words, "word", "words");
    let moves = counted(ways as usize, "move", "moves");
    let done = run.done(&format!("{what}{words}, {moves}"));
    let rate = grouped((ways as f64 / run.seconds().max(1e-9)) as u64);
    format!("{done}, {rate} moves a second")
}
