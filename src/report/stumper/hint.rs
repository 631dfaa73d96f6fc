//! The report of `stumper hint`: the best score in reach, and a part of the best move.

use std::cmp::Reverse;
use std::io;

use itertools::Itertools;
use serde::Serialize;

use super::{StumperJob, points, texts};
use crate::report::Alignment::{Left, Right};
use crate::report::numbers::counted;
use crate::report::{Document, JsonWriter, Report, Rows, Table, cells};
use crate::stumper::{GameState, Graph, MoveKind, Solution, Step};

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintLevel {
    /// The kind of the move.
    Kind,
    /// Also the letter that the move brings in, or that an anagram begins with.
    Letter,
    /// Also the word.
    Word,
    /// Also every other move.
    All,
}

/// The moves in a state of a game, and what each leads to.
pub struct Hint<'a> {
    graph: &'a Graph,
    state: &'a GameState,
    /// The best score in reach, with the points scored so far.
    best_score: u32,
    /// The best score that was in reach at the start.
    best_score_of_start: u32,
    /// The possible moves, best first, each with the points that can still be scored after it.
    moves: Vec<(Step, u32)>,
}

/// A move in JSON and CSV. Names are stable.
#[derive(Serialize, Default)]
struct MoveRow<'a> {
    word: &'a str,
    kind: &'static str,
    moves_left: u32,
    /// The best score in reach after it.
    best_score: u32,
    /// By how much lower that is than before the move.
    loses: u32,
}

impl<'a> Hint<'a> {
    /// Finds what every move leads to.
    pub fn new(solution: &Solution<'a>, state: &'a GameState) -> Hint<'a> {
        let mut moves = solution.moves(state);
        moves.sort_by_key(|&(_, after)| Reverse(after));
        let best = moves.first().map_or(0, |(step, after)| step.points + after);
        Hint {
            graph: solution.graph(),
            state,
            best_score: state.score() + best,
            best_score_of_start: solution.of_start(state.played()[0]).score,
            moves,
        }
    }

    /// The best score in reach, with the points scored so far.
    pub fn best_score(&self) -> u32 {
        self.best_score
    }

    /// As much of the best move as the level gives away, or `None` if there is no move.
    pub fn text(&self, level: HintLevel) -> Option<String> {
        let step = self.best()?;
        let (word, kind, letter) = (self.graph.word(step.word), step.kind, self.letter(step));
        Some(match (level, kind) {
            (HintLevel::Kind, _) => format!("an {kind}"),
            (HintLevel::Letter, MoveKind::Anagram) => {
                format!("an {kind} that begins with '{letter}'")
            }
            (HintLevel::Letter, _) => format!("an {kind} that brings in '{letter}'"),
            (HintLevel::Word | HintLevel::All, _) => format!("{word}, an {kind}"),
        })
    }

    /// Every move with what it leads to.
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            ("move", Left),
            ("kind", Left),
            ("moves left", Right),
            ("best score", Right),
            ("loses", Right),
        ]);
        for row in self.rows() {
            table.row(cells![
                row.word,
                row.kind,
                row.moves_left,
                row.best_score,
                row.loses
            ]);
        }
        table
    }

    fn best(&self) -> Option<&Step> {
        self.moves.first().map(|(step, _)| step)
    }

    /// The letter that a move brings in, or that an anagram begins with.
    fn letter(&self, step: &Step) -> char {
        let from = self.graph.word(self.state.word());
        let to = self.graph.word(step.word);
        let letter = match step.kind {
            MoveKind::Anagram => to.chars().next(),
            MoveKind::Alteration | MoveKind::Addition => {
                let mut different = from.chars().zip(to.chars()).filter(|(a, b)| a != b);
                // If the words agree as far as the shorter one goes, the last letter is the new one.
                let first = different.next().map(|(_, letter)| letter);
                first.or_else(|| to.chars().last())
            }
        };
        letter.expect("a word has letters")
    }

    fn rows(&self) -> impl Iterator<Item = MoveRow<'a>> {
        self.moves.iter().map(|&(step, after)| {
            let best_score = self.state.score() + step.points + after;
            MoveRow {
                word: self.graph.word(step.word),
                kind: step.kind.name(),
                moves_left: step.moves_left,
                best_score,
                loses: self.best_score - best_score,
            }
        })
    }
}

/// A hint, and how much of it to give away.
pub struct HintReport<'a> {
    /// The job.
    pub job: StumperJob,
    /// The hint.
    pub hint: &'a Hint<'a>,
    /// How much to give away.
    pub level: HintLevel,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct HintJson<'a> {
    #[serde(flatten)]
    job: &'a StumperJob,
    played: Vec<&'a str>,
    score: u32,
    moves_left: u32,
    best_score: u32,
    best_score_of_start: u32,
    /// Null if no move is possible. So are the next two, which are left out where the level hides them.
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<Option<char>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    word: Option<Option<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveRow<'a>>>,
}

impl Report for HintReport<'_> {
    fn document(&self) -> Document<'_> {
        let hint = self.hint;
        let state = hint.state;
        let played = texts(hint.graph, state.played()).iter().join(", ");
        let left = counted(state.moves_left() as usize, "move", "moves");
        let lost = match hint.best_score_of_start - hint.best_score {
            0 => "nothing is lost so far".to_owned(),
            lost => format!("{} lost so far", points(lost)),
        };
        let mut document = Document::new();
        document.line(format!("{played}: {}, {left} left", points(state.score())));
        document.line(format!("best score in reach: {} ({lost})", hint.best_score));
        match hint.text(self.level) {
            None => document.line("no move is possible: the game is over"),
            Some(_) if self.level == HintLevel::All => document.table(hint.table()),
            Some(text) => document.line(format!("best move: {text}")),
        }
        document
    }

    fn rows(&self, rows: &mut Rows) -> io::Result<()> {
        rows.write_or_header(self.hint.rows())
    }

    fn json(&self, json: &mut JsonWriter) -> io::Result<()> {
        let hint = self.hint;
        let best = hint.best();
        json.value(&HintJson {
            job: &self.job,
            played: texts(hint.graph, hint.state.played()),
            score: hint.state.score(),
            moves_left: hint.state.moves_left(),
            best_score: hint.best_score,
            best_score_of_start: hint.best_score_of_start,
            kind: best.map(|step| step.kind.name()),
            letter: (self.level >= HintLevel::Letter).then(|| best.map(|step| hint.letter(step))),
            word: (self.level >= HintLevel::Word)
                .then(|| best.map(|step| hint.graph.word(step.word))),
            moves: (self.level == HintLevel::All).then(|| hint.rows().collect()),
        })
    }
}
