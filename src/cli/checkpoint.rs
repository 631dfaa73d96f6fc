//! What `optimal` has proven of openings, in a file from which a later run goes on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wordgame_engine::guessing::Game;
use wordgame_engine::guessing::optimal::{Opening, Total};
use wordgame_engine::words::list::sha256_hex;
use wordgame_engine::words::{self, LoadError};

use super::failure::Failure;
use super::file::write_file;
use super::number::counted;
use super::output::write_json;

/// Time between two writes, at least.
const PAUSE: Duration = Duration::from_secs(2);

/// The form of the file. A file of another form is refused.
const FORM: u32 = 2;

/// What writes and reads the file. What another version has proven is not believed.
const ENGINE: &str = env!("CARGO_PKG_VERSION");

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
    /// The hash of the whole text with nothing between these quotes.
    #[serde(default)]
    sha256: String,
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
            _ => read(&path, game, &question)?,
        };
        if !openings.is_empty() {
            super::note(&format!(
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
        let opening = |(&guess, &total): (&u32, &Total)| Opening { guess, total };
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
        let row = |(&guess, &total): (&u32, &Total)| {
            let (proven, total) = Proven::of(total);
            Row {
                opening: self.game.guess_word(guess).to_string(),
                proven,
                total,
            }
        };
        let mut file = File {
            checkpoint: "optimal".to_owned(),
            form: FORM,
            engine: ENGINE.to_owned(),
            sha256: String::new(),
            question: self.question.clone(),
            openings: self.openings.iter().map(row).collect(),
        };
        write_file(&self.path, |out| {
            let mut text = Vec::new();
            write_json(&mut text, &file)?;
            file.sha256 = sha256_hex(&text);
            write_json(out, &file)
        })
    }
}

/// Whether the text of a file is what was written under this hash.
fn is_unaltered(text: &str, sha256: &str) -> bool {
    sha256_hex(text.replacen(sha256, "", 1).as_bytes()) == sha256
}

fn read(path: &Path, game: &Game, question: &Question) -> Result<BTreeMap<u32, Total>, Failure> {
    let bad = |what: &str| {
        Failure::BadInput(format!(
            "{} {what}; delete it to start anew, or name another file for --checkpoint",
            path.display()
        ))
    };
    let text = match words::read_text(path) {
        Err(LoadError::Binary(_) | LoadError::TooLarge(_)) => {
            return Err(bad("is no checkpoint of optimal (which is JSON)"));
        }
        text => text?,
    };
    let file: File = serde_json::from_str(&text)
        .map_err(|error| bad(&format!("is no checkpoint of optimal ({error})")))?;
    if file.checkpoint != "optimal" || file.form != FORM {
        return Err(bad(&format!("is a checkpoint of another form than {FORM}")));
    }
    if file.engine != ENGINE {
        let what = format!("is of engine {}, and this is {ENGINE}", file.engine);
        return Err(bad(&what));
    }
    if !is_unaltered(&text, &file.sha256) {
        return Err(bad(
            "was altered: its check sum is not that of what it says",
        ));
    }
    if let Some(difference) = question.difference(&file.question) {
        let what = format!("is the checkpoint of another job: it differs in {difference}");
        return Err(bad(&what));
    }
    let mut openings = BTreeMap::new();
    for row in &file.openings {
        let word = &row.opening;
        let Some((guess, total)) = proven_of(row, game, question.max_guesses) else {
            return Err(bad(&format!("says nothing that makes sense of '{word}'")));
        };
        if openings.insert(guess, total).is_some() {
            return Err(bad(&format!("has '{word}' twice")));
        }
    }
    Ok(openings)
}

/// What a row says, if it can be.
fn proven_of(row: &Row, game: &Game, max_guesses: Option<u8>) -> Option<(u32, Total)> {
    let guess = game.lists().guess(row.opening.parse().ok()?)?;
    let solutions = game.lists().solutions().len() as u64;
    // One game of one guess, the others of two.
    let least = (2 * solutions).saturating_sub(1);
    // After the opening, each guess of a best tree finds a solution or splits the candidates.
    let free = solutions + solutions * (solutions + 1) / 2;
    let most = max_guesses.map_or(free, |guesses| free.min(solutions * u64::from(guesses)));
    let total = match (row.proven, row.total) {
        (Proven::Exactly, Some(total)) if (least..=most).contains(&total.into()) => {
            Total::Exactly(total)
        }
        // A bound may be one more than the best, and knows of no limit.
        (Proven::AtLeast, Some(total)) if u64::from(total) <= free + 1 => Total::AtLeast(total),
        (Proven::Impossible, None) if max_guesses.is_some() => Total::Impossible,
        _ => return None,
    };
    Some((guess, total))
}
