//! Files with the totals of openings: checkpoints, from which a later run resumes, and incumbents.
//!
//! A file holds the question that the totals answer. A file for another question is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::findings::Proven;
use crate::compute::GuessIndex;
use crate::failure::Failure;
use crate::guessing::optimal::{Opening, Total};
use crate::guessing::{Bound, Game, HardMode};
use crate::jobs::sealed::SealedKind;

/// The shortest time between two writes.
const PAUSE: Duration = Duration::from_secs(2);

const CHECKPOINT: SealedKind = SealedKind {
    name: "checkpoint",
    form: 3,
    description: "a checkpoint of optimal",
    advice: "delete it to start again, or name another file for --checkpoint",
};

/// The question that totals answer. Totals for different questions must not be mixed. Names are stable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TotalsQuestion {
    rule: String,
    guesses_sha256: String,
    solutions_sha256: String,
    /// The letters in order, unless they are a to z: in Word Peaks, other patterns follow from another order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    alphabet: Option<String>,
    hard: Option<String>,
    max_guesses: Option<u8>,
}

/// The content of a file. Names are stable.
#[derive(Serialize, Deserialize)]
struct Content {
    question: TotalsQuestion,
    openings: Vec<Row>,
}

/// The total of an opening, as far as it is known.
#[derive(Serialize, Deserialize)]
struct Row {
    opening: String,
    proven: Proven,
    total: Option<u32>,
}

impl TotalsQuestion {
    /// The question about a game, in normal or hard mode, with or without a limit on the guesses of a game.
    pub fn new(game: &Game, hard: Option<HardMode>, max_guesses: Option<u8>) -> TotalsQuestion {
        let alphabet = game.lists().alphabet();
        TotalsQuestion {
            rule: game.rule().name().to_owned(),
            guesses_sha256: game.lists().guesses().sha256(),
            solutions_sha256: game.lists().solutions().sha256(),
            alphabet: (!alphabet.is_latin()).then(|| alphabet.letters().iter().collect()),
            hard: hard.map(|hard| hard.name().to_owned()),
            max_guesses,
        }
    }

    /// The name of the first part that differs from another question, or `None` if they are equal.
    fn difference(&self, other: &TotalsQuestion) -> Option<&'static str> {
        [
            ("rule", self.rule == other.rule),
            ("guesses", self.guesses_sha256 == other.guesses_sha256),
            ("solutions", self.solutions_sha256 == other.solutions_sha256),
            ("alphabet", self.alphabet == other.alphabet),
            ("--hard", self.hard == other.hard),
            ("--max-guesses", self.max_guesses == other.max_guesses),
        ]
        .into_iter()
        .find_map(|(name, is_same)| (!is_same).then_some(name))
    }
}

/// The totals proved so far, and the file that keeps them.
pub struct Checkpoint<'a> {
    path: PathBuf,
    game: &'a Game,
    question: TotalsQuestion,
    totals: BTreeMap<GuessIndex, Total>,
    /// The time of the last write, successful or not.
    written: Instant,
}

impl<'a> Checkpoint<'a> {
    /// Reads the file if it exists. An empty one does not count: see [`is_empty_file`].
    ///
    /// # Errors
    /// [`Failure::BadInput`] if it is not a checkpoint, was altered, or is for another question.
    pub fn open(
        path: PathBuf,
        game: &'a Game,
        question: TotalsQuestion,
    ) -> Result<Checkpoint<'a>, Failure> {
        let totals = match path.try_exists() {
            Ok(false) => BTreeMap::new(),
            _ if is_empty_file(&path) => BTreeMap::new(),
            _ => read(&CHECKPOINT, &path, game, &question)?,
        };
        Ok(Checkpoint {
            path,
            game,
            question,
            totals,
            written: Instant::now(),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of openings in the checkpoint.
    pub fn len(&self) -> usize {
        self.totals.len()
    }

    /// True if there are no openings in the checkpoint.
    pub fn is_empty(&self) -> bool {
        self.totals.is_empty()
    }

    /// The openings in the checkpoint.
    pub fn openings(&self) -> Vec<Opening> {
        let opening = |(&guess, &total): (&GuessIndex, &Total)| Opening { guess, total };
        self.totals.iter().map(opening).collect()
    }

    /// Adds an opening, and writes the file if the last write was some time ago.
    ///
    /// # Errors
    /// [`Failure`] if the file cannot be written.
    pub fn put(&mut self, opening: Opening) -> Result<(), Failure> {
        self.totals.insert(opening.guess, opening.total);
        if self.written.elapsed() < PAUSE {
            return Ok(());
        }
        self.write()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Failure`] if the file cannot be written.
    pub fn write(&mut self) -> Result<(), Failure> {
        self.written = Instant::now();
        write(
            &CHECKPOINT,
            &self.path,
            self.game,
            &self.question,
            &self.totals,
        )
    }
}

/// True if this is an empty file. We never write one, but a power cut can leave it, and there is nothing to lose in it.
pub fn is_empty_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() == 0)
}

/// Writes totals, by the index of the opening.
///
/// # Errors
/// [`Failure`] names the file.
pub fn write(
    kind: &SealedKind,
    path: &Path,
    game: &Game,
    question: &TotalsQuestion,
    totals: &BTreeMap<GuessIndex, Total>,
) -> Result<(), Failure> {
    let row = |(&guess, &total): (&GuessIndex, &Total)| {
        let (proven, total) = Proven::of(total);
        Row {
            opening: game.guess_word(guess).to_string(),
            proven,
            total,
        }
    };
    let content = Content {
        question: question.clone(),
        openings: totals.iter().map(row).collect(),
    };
    kind.write(path, &content)
}

/// Reads the totals that [`write()`] wrote for the same question.
///
/// # Errors
/// [`Failure::BadInput`] if the file is of another kind, was altered, is for another question, or holds an unknown opening
/// or an impossible total.
pub fn read(
    kind: &SealedKind,
    path: &Path,
    game: &Game,
    question: &TotalsQuestion,
) -> Result<BTreeMap<GuessIndex, Total>, Failure> {
    let content: Content = kind.read(path)?;
    if let Some(difference) = question.difference(&content.question) {
        let name = kind.name;
        let what = format!("is the {name} of another job: it differs in {difference}");
        return Err(kind.refuse(path, &what));
    }
    let mut totals = BTreeMap::new();
    for row in &content.openings {
        let word = &row.opening;
        let lists = game.lists();
        let guess = lists
            .read_word(word)
            .ok()
            .and_then(|word| lists.guess_index(word));
        let guess = guess
            .ok_or_else(|| kind.refuse(path, &format!("has '{word}', which is not a guess")))?;
        let total = possible_total(row, game, question.max_guesses)
            .ok_or_else(|| kind.refuse(path, &format!("has an impossible total for '{word}'")))?;
        if totals.insert(guess, total).is_some() {
            return Err(kind.refuse(path, &format!("has '{word}' twice")));
        }
    }
    Ok(totals)
}

/// The total of a row, or `None` if no tree can have it.
fn possible_total(row: &Row, game: &Game, max_guesses: Option<u8>) -> Option<Total> {
    let solutions = game.lists().solutions().len() as u64;
    // At best one game takes one guess and all others take two.
    let lowest = (2 * solutions).saturating_sub(1);
    // In a best tree, each guess after the opening finds a solution or splits the candidates.
    let unlimited = solutions + solutions * (solutions + 1) / 2;
    let highest = max_guesses.map_or(unlimited, |guesses| {
        unlimited.min(solutions * u64::from(guesses))
    });
    let total = row.proven.total(row.total)?;
    let is_possible = match total {
        Total::Guesses(Bound::Exactly(total)) => (lowest..=highest).contains(&total.into()),
        // A bound may be one more than the best total, and does not know the limit.
        Total::Guesses(bound) => u64::from(bound.number()) <= unlimited + 1,
        Total::Impossible => max_guesses.is_some(),
    };
    is_possible.then_some(total)
}
