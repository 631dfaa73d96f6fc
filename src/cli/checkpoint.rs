//! What `optimal` has proven of openings, in a file from which a later run goes on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wordgame_engine::guessing::Game;
use wordgame_engine::guessing::optimal::{Opening, Total};
use wordgame_engine::words;

use super::failure::Failure;
use super::file::write_file;
use super::output::write_json;

/// Time between two writes, at least.
const PAUSE: Duration = Duration::from_secs(2);

/// The form of the file. A file of another form is refused.
const FORM: u32 = 1;

/// What the openings of a file were proven for: what differs in any of these is another job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    rule: String,
    guesses_sha256: String,
    solutions_sha256: String,
    hard: Option<String>,
    max_guesses: Option<u8>,
}

/// The file. Names are stable.
#[derive(Serialize, Deserialize)]
struct File {
    checkpoint: String,
    form: u32,
    engine: String,
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
            Total::Exactly(total) => (Proven::Exactly, Some(total)),
            Total::AtLeast(total) => (Proven::AtLeast, Some(total)),
            Total::Impossible => (Proven::Impossible, None),
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
    openings: BTreeMap<u32, Total>,
    written: Instant,
}

impl<'a> Checkpoint<'a> {
    /// Reads the file, if it is there.
    ///
    /// # Errors
    /// It is no checkpoint, or that of another question.
    pub fn open(
        path: PathBuf,
        game: &'a Game,
        question: Question,
    ) -> Result<Checkpoint<'a>, Failure> {
        let openings = match path.try_exists() {
            Ok(false) => BTreeMap::new(),
            _ => read(&path, game, &question)?,
        };
        Ok(Checkpoint {
            path,
            game,
            question,
            openings,
            written: Instant::now(),
        })
    }

    /// What is proven so far.
    pub fn openings(&self) -> Vec<Opening> {
        let opening = |(&guess, &total): (&u32, &Total)| Opening { guess, total };
        self.openings.iter().map(opening).collect()
    }

    /// Adds what was found of an opening. The file is written if it was not for a while.
    pub fn put(&mut self, opening: Opening) -> Result<(), Failure> {
        self.openings.insert(opening.guess, opening.total);
        if self.written.elapsed() < PAUSE {
            return Ok(());
        }
        self.write()
    }

    /// Writes the file.
    pub fn write(&mut self) -> Result<(), Failure> {
        let row = |(&guess, &total): (&u32, &Total)| {
            let (proven, total) = Proven::of(total);
            Row {
                opening: self.game.guess_word(guess).to_string(),
                proven,
                total,
            }
        };
        let file = File {
            checkpoint: "optimal".to_owned(),
            form: FORM,
            engine: env!("CARGO_PKG_VERSION").to_owned(),
            question: self.question.clone(),
            openings: self.openings.iter().map(row).collect(),
        };
        write_file(&self.path, |out| write_json(out, &file))?;
        self.written = Instant::now();
        Ok(())
    }
}

fn read(path: &Path, game: &Game, question: &Question) -> Result<BTreeMap<u32, Total>, Failure> {
    let bad = |what: &str| {
        Failure::BadInput(format!(
            "{} {what}; name another file for --checkpoint, or delete it",
            path.display()
        ))
    };
    let text = words::read_text(path)?;
    let file: File = serde_json::from_str(&text)
        .map_err(|error| bad(&format!("is no checkpoint of optimal ({error})")))?;
    if file.checkpoint != "optimal" || file.form != FORM {
        return Err(bad(&format!("is a checkpoint of another form than {FORM}")));
    }
    if let Some(difference) = question.difference(&file.question) {
        let what = format!("is the checkpoint of another job: it differs in {difference}");
        return Err(bad(&what));
    }
    let opening = |row: &Row| {
        let total = match (row.proven, row.total) {
            (Proven::Exactly, Some(total)) => Total::Exactly(total),
            (Proven::AtLeast, Some(total)) => Total::AtLeast(total),
            (Proven::Impossible, None) => Total::Impossible,
            _ => return None,
        };
        let guess = game.lists().guess(row.opening.parse().ok()?)?;
        Some((guess, total))
    };
    file.openings
        .iter()
        .map(|row| {
            let odd = || {
                bad(&format!(
                    "says nothing that makes sense of '{}'",
                    row.opening
                ))
            };
            opening(row).ok_or_else(odd)
        })
        .collect()
}
