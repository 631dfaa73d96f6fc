//! What was proven of openings, in a file from which a later run goes on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::guessing::optimal::{Opening, Total};
use wordgame_engine::guessing::{Bound, Game};

use super::super::failure::Failure;
use super::super::number::counted;
use super::super::sealed::Kind;

/// Time between two writes, at least.
const PAUSE: Duration = Duration::from_secs(2);

const CHECKPOINT: Kind = Kind {
    name: "checkpoint",
    form: 3,
    what: "checkpoint of optimal",
    todo: "delete it to start anew, or name another file for --checkpoint",
};

/// What the openings of a file were proven for: what differs in any of these is another job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    rule: String,
    guesses_sha256: String,
    solutions_sha256: String,
    hard: Option<String>,
    max_guesses: Option<u8>,
}

/// What a file holds. Names are stable.
#[derive(Serialize, Deserialize)]
struct Content {
    question: Question,
    openings: Vec<Row>,
}

/// What is proven of an opening.
#[derive(Serialize, Deserialize)]
struct Row {
    opening: String,
    proven: Proven,
    total: Option<u32>,
}

/// What is proven of a total. Names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proven {
    /// It is so much.
    Exactly,
    /// It is no less.
    AtLeast,
    /// There is no tree within the guesses of a game.
    Impossible,
}

impl Proven {
    /// A total in two parts.
    pub fn of(total: Total) -> (Proven, Option<u32>) {
        match total {
            Total::Guesses(bound) if bound.is_exact() => (Proven::Exactly, Some(bound.number())),
            Total::Guesses(bound) => (Proven::AtLeast, Some(bound.number())),
            Total::Impossible => (Proven::Impossible, None),
        }
    }

    /// The total of two parts, if they go together.
    pub fn total(self, total: Option<u32>) -> Option<Total> {
        match (self, total) {
            (Proven::Exactly, Some(total)) => Some(Total::exactly(total)),
            (Proven::AtLeast, Some(total)) => Some(Total::at_least(total)),
            (Proven::Impossible, None) => Some(Total::Impossible),
            _ => None,
        }
    }
}

impl Question {
    /// What is asked of a game.
    pub fn new(game: &Game, hard: Option<&str>, max_guesses: Option<u8>) -> Question {
        Question {
            rule: game.rule().name().to_owned(),
            guesses_sha256: game.lists().guesses().sha256(),
            solutions_sha256: game.lists().solutions().sha256(),
            hard: hard.map(str::to_owned),
            max_guesses,
        }
    }

    /// In what another question differs, if it does.
    fn difference(&self, other: &Question) -> Option<&'static str> {
        [
            ("rule", self.rule == other.rule),
            ("guesses", self.guesses_sha256 == other.guesses_sha256),
            ("solutions", self.solutions_sha256 == other.solutions_sha256),
            ("--hard", self.hard == other.hard),
            ("--max-guesses", self.max_guesses == other.max_guesses),
        ]
        .into_iter()
        .find_map(|(name, same)| (!same).then_some(name))
    }
}

/// What is proven so far, and the file that it goes to.
pub struct Checkpoint<'a> {
    path: PathBuf,
    game: &'a Game,
    question: Question,
    openings: BTreeMap<GuessIndex, Total>,
    /// When it was last written, or could not be.
    tried: Instant,
}

impl<'a> Checkpoint<'a> {
    /// Reads the file, if it is there, and says on stderr how much was in it.
    ///
    /// # Errors
    /// It is no checkpoint, or was altered, or is that of another question.
    pub fn open(
        path: PathBuf,
        game: &'a Game,
        question: Question,
    ) -> Result<Checkpoint<'a>, Failure> {
        let openings = match path.try_exists() {
            Ok(false) => BTreeMap::new(),
            _ => read(&CHECKPOINT, &path, game, &question)?,
        };
        if !openings.is_empty() {
            super::super::note(&format!(
                "note: {} taken from {}",
                counted(openings.len(), "opening", "openings"),
                path.display()
            ));
        }
        Ok(Checkpoint {
            path,
            game,
            question,
            openings,
            tried: Instant::now(),
        })
    }

    /// Whether nothing is proven so far.
    pub fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// What is proven so far.
    pub fn openings(&self) -> Vec<Opening> {
        let opening = |(&guess, &total): (&GuessIndex, &Total)| Opening { guess, total };
        self.openings.iter().map(opening).collect()
    }

    /// Adds what was found of an opening. The file is written if that was not tried for a while.
    pub fn put(&mut self, opening: Opening) -> Result<(), Failure> {
        self.openings.insert(opening.guess, opening.total);
        if self.tried.elapsed() < PAUSE {
            return Ok(());
        }
        self.write()
    }

    /// Writes the file.
    pub fn write(&mut self) -> Result<(), Failure> {
        self.tried = Instant::now();
        write(
            &CHECKPOINT,
            &self.path,
            self.game,
            &self.question,
            &self.openings,
        )
    }
}

/// Writes what is proven of openings.
///
/// # Errors
/// [`Failure`] names the file.
pub fn write(
    kind: &Kind,
    path: &Path,
    game: &Game,
    question: &Question,
    openings: &BTreeMap<GuessIndex, Total>,
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
        openings: openings.iter().map(row).collect(),
    };
    kind.write(path, &content)
}

/// Reads what [`write()`] wrote for the same question.
///
/// # Errors
/// It is no such file, or was altered, or is that of another question.
pub fn read(
    kind: &Kind,
    path: &Path,
    game: &Game,
    question: &Question,
) -> Result<BTreeMap<GuessIndex, Total>, Failure> {
    let content: Content = kind.read(path)?;
    if let Some(difference) = question.difference(&content.question) {
        let what = format!(
            "is the {} of another job: it differs in {difference}",
            kind.name
        );
        return Err(kind.refuse(path, &what));
    }
    let mut openings = BTreeMap::new();
    for row in &content.openings {
        let word = &row.opening;
        let Some((guess, total)) = proven_of(row, game, question.max_guesses) else {
            let what = format!("says nothing that makes sense of '{word}'");
            return Err(kind.refuse(path, &what));
        };
        if openings.insert(guess, total).is_some() {
            return Err(kind.refuse(path, &format!("has '{word}' twice")));
        }
    }
    Ok(openings)
}

/// What a row says, if it can be.
fn proven_of(row: &Row, game: &Game, max_guesses: Option<u8>) -> Option<(GuessIndex, Total)> {
    let guess = game.lists().guess_index(row.opening.parse().ok()?)?;
    let solutions = game.lists().solutions().len() as u64;
    // One game of one guess, the others of two.
    let least = (2 * solutions).saturating_sub(1);
    // After the opening, each guess of a best tree finds a solution or splits the candidates.
    let free = solutions + solutions * (solutions + 1) / 2;
    let most = max_guesses.map_or(free, |guesses| free.min(solutions * u64::from(guesses)));
    let total = row.proven.total(row.total)?;
    let possible = match total {
        Total::Guesses(Bound::Exactly(total)) => (least..=most).contains(&total.into()),
        // A bound may be one more than the best, and knows of no limit.
        Total::Guesses(bound) => u64::from(bound.number()) <= free + 1,
        Total::Impossible => max_guesses.is_some(),
    };
    possible.then_some((guess, total))
}
