//! `--incumbent`: a total that is known to be reached, from which a search starts. Processes that share a
//! file tell each other of better ones. Losing the file costs time and no correctness.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use wordgame_engine::compute::GuessIndex;
use wordgame_engine::guessing::Game;
use wordgame_engine::guessing::optimal::{Opening, Total};

use super::super::failure::Failure;
use super::super::number::number;
use super::super::sealed::Kind;
use super::checkpoint::{Question, read, write};

/// The most that a total may be.
const MOST_TOTAL: u32 = (1 << 24) - 2;

/// Time between two looks at the file, at least.
const PAUSE: Duration = Duration::from_secs(2);

const INCUMBENT: Kind = Kind {
    name: "incumbent",
    form: 1,
    what: "incumbent of optimal",
    todo: "delete it to start without, or give another file or a total to --incumbent",
};

/// What `--incumbent` was given.
#[derive(Clone)]
pub enum IncumbentArg {
    /// A total.
    Total(u32),
    /// A file that processes share.
    File(PathBuf),
}

impl FromStr for IncumbentArg {
    type Err = String;

    fn from_str(text: &str) -> Result<IncumbentArg, String> {
        // What nearly is a number was not meant for a file's name.
        let is_number = text.is_empty() || text.trim().parse::<f64>().is_ok();
        match number(text, 1, MOST_TOTAL) {
            Ok(total) => Ok(IncumbentArg::Total(total)),
            Err(expected) if is_number => Err(format!("{expected}, or a file")),
            Err(_) => Ok(IncumbentArg::File(text.into())),
        }
    }
}

impl IncumbentArg {
    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            IncumbentArg::Total(_) => None,
            IncumbentArg::File(path) => Some(path),
        }
    }
}

/// The bound of a search, which is lowered as better openings are found here or elsewhere.
pub struct Incumbent<'a> {
    bound: AtomicU32,
    shared: Option<Mutex<Shared<'a>>>,
}

/// The file of several processes.
struct Shared<'a> {
    path: &'a Path,
    game: &'a Game,
    question: Question,
    top: usize,
    /// The best openings of all processes, as far as they are known here.
    best: Vec<(u32, GuessIndex)>,
    /// When the file was last looked at.
    looked: Instant,
}

impl<'a> Incumbent<'a> {
    /// The bound to start from, for the best `top` openings.
    ///
    /// # Errors
    /// The file is no incumbent, or that of another question.
    pub fn open(
        given: Option<&'a IncumbentArg>,
        game: &'a Game,
        question: Question,
        top: usize,
    ) -> Result<Incumbent<'a>, Failure> {
        let bound = match given {
            Some(&IncumbentArg::Total(total)) => total,
            _ => u32::MAX,
        };
        let incumbent = Incumbent {
            bound: AtomicU32::new(bound),
            shared: given.and_then(IncumbentArg::file).map(|path| {
                Mutex::new(Shared {
                    path,
                    game,
                    question,
                    top,
                    best: Vec::new(),
                    looked: Instant::now(),
                })
            }),
        };
        if let Some(shared) = &incumbent.shared {
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            shared.read()?;
            incumbent.lower(&shared);
        }
        Ok(incumbent)
    }

    /// The bound: others may have lowered it.
    pub fn bound(&self) -> &AtomicU32 {
        &self.bound
    }

    /// Takes note of what was found of an opening, and looks at the file if that was not done for a while.
    ///
    /// # Errors
    /// The file can be neither read nor written.
    pub fn put(&self, opening: Opening) -> Result<(), Failure> {
        let Some(shared) = &self.shared else {
            return Ok(());
        };
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(total) = opening.total.exact() {
            shared.add(total, opening.guess);
            self.lower(&shared);
        }
        match shared.looked.elapsed() < PAUSE {
            true => Ok(()),
            false => self.exchange(&mut shared),
        }
    }

    /// Leaves what is known in the file.
    ///
    /// # Errors
    /// As [`Incumbent::put`].
    pub fn finish(&self) -> Result<(), Failure> {
        let shared = self.shared.as_ref().map(Mutex::lock);
        shared.map_or(Ok(()), |shared| {
            self.exchange(&mut shared.unwrap_or_else(PoisonError::into_inner))
        })
    }

    /// Takes what others found from the file, and puts there what they do not know.
    fn exchange(&self, shared: &mut Shared) -> Result<(), Failure> {
        shared.looked = Instant::now();
        let told = shared.read()?;
        self.lower(shared);
        match told == shared.best {
            true => Ok(()),
            false => shared.write(),
        }
    }

    fn lower(&self, shared: &Shared) {
        if let Some(&(last, _)) = shared.best.get(shared.top.saturating_sub(1)) {
            self.bound.fetch_min(last, Ordering::Relaxed);
        }
    }
}

impl Shared<'_> {
    /// Adds an opening, if it is among the best.
    fn add(&mut self, total: u32, guess: GuessIndex) {
        if let Err(place) = self.best.binary_search(&(total, guess)) {
            self.best.insert(place, (total, guess));
            self.best.truncate(self.top);
        }
    }

    /// Adds what is in the file, and returns it.
    fn read(&mut self) -> Result<Vec<(u32, GuessIndex)>, Failure> {
        match fs::metadata(self.path) {
            // Somebody may just have made it.
            Ok(at) if at.is_file() && at.len() == 0 => return Ok(Vec::new()),
            Ok(at) if !at.is_file() => {
                return Err(INCUMBENT.refuse(self.path, "is no regular file"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            _ => {}
        }
        let openings = read(&INCUMBENT, self.path, self.game, &self.question)?;
        let mut told: Vec<(u32, GuessIndex)> = openings
            .into_iter()
            .filter_map(|(guess, total)| Some((total.exact()?, guess)))
            .collect();
        told.sort_unstable();
        for &(total, guess) in &told {
            self.add(total, guess);
        }
        Ok(told)
    }

    fn write(&self) -> Result<(), Failure> {
        let best = self.best.iter();
        let openings: BTreeMap<GuessIndex, Total> = best
            .map(|&(total, guess)| (guess, Total::exactly(total)))
            .collect();
        write(&INCUMBENT, self.path, self.game, &self.question, &openings)
    }
}
