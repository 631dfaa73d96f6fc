//! The incumbent: a total that is known to be possible, from which a search starts.
//!
//! Several processes may share a file and lower the incumbent for each other. Losing the file costs time, never
//! correctness.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::checkpoint::{TotalsQuestion, is_empty_file, read, write};
use crate::compute::GuessIndex;
use crate::failure::Failure;
use crate::guessing::Game;
use crate::guessing::optimal::{Opening, Total};
use crate::jobs::sealed::SealedKind;

/// The highest possible total.
pub const MAX_TOTAL: u32 = (1 << 24) - 2;

/// The shortest time between two reads of the file.
const PAUSE: Duration = Duration::from_secs(2);

const INCUMBENT: SealedKind = SealedKind {
    name: "incumbent",
    form: 1,
    description: "an incumbent of optimal",
    advice: "delete it to start without one, or give another file or a total to --incumbent",
};

/// The source of an incumbent.
#[derive(Clone, Debug)]
pub enum IncumbentSource {
    /// A total.
    Total(u32),
    /// A file that several processes share.
    File(PathBuf),
}

impl IncumbentSource {
    /// The file, unless the source is a total.
    pub fn file(&self) -> Option<&Path> {
        match self {
            IncumbentSource::Total(_) => None,
            IncumbentSource::File(path) => Some(path),
        }
    }
}

/// The incumbent of a search. It is lowered when this or another process finds better openings.
pub struct Incumbent<'a> {
    bound: AtomicU32,
    shared: Option<Mutex<SharedFile<'a>>>,
}

/// The file that several processes share.
struct SharedFile<'a> {
    path: &'a Path,
    game: &'a Game,
    question: TotalsQuestion,
    top: usize,
    /// The best openings of all processes, as far as this process knows: total and index, best first.
    best: Vec<(u32, GuessIndex)>,
    /// The time of the last read.
    last_read: Instant,
}

impl<'a> Incumbent<'a> {
    /// Reads the incumbent of a search for the best `top` openings.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if the file is not an incumbent, or is for another question.
    pub fn open(
        source: Option<&'a IncumbentSource>,
        game: &'a Game,
        question: TotalsQuestion,
        top: usize,
    ) -> Result<Incumbent<'a>, Failure> {
        let bound = match source {
            Some(&IncumbentSource::Total(total)) => total,
            _ => u32::MAX,
        };
        let incumbent = Incumbent {
            bound: AtomicU32::new(bound),
            shared: source.and_then(IncumbentSource::file).map(|path| {
                Mutex::new(SharedFile {
                    path,
                    game,
                    question,
                    top,
                    best: Vec::new(),
                    last_read: Instant::now(),
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

    /// The incumbent total, or `u32::MAX` without one. Any thread may lower it.
    pub fn bound(&self) -> &AtomicU32 {
        &self.bound
    }

    /// Adds an opening, and exchanges the best openings with the file if the last exchange was some time ago.
    ///
    /// # Errors
    /// [`Failure`] if the file cannot be read or written.
    pub fn put(&self, opening: Opening) -> Result<(), Failure> {
        let Some(shared) = &self.shared else {
            return Ok(());
        };
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(total) = opening.total.exact() {
            shared.add(total, opening.guess);
            self.lower(&shared);
        }
        if shared.last_read.elapsed() < PAUSE {
            return Ok(());
        }
        self.exchange(&mut shared)
    }

    /// Writes the best openings to the file.
    ///
    /// # Errors
    /// See [`Incumbent::put`].
    pub fn finish(&self) -> Result<(), Failure> {
        let shared = self.shared.as_ref().map(Mutex::lock);
        shared.map_or(Ok(()), |shared| {
            self.exchange(&mut shared.unwrap_or_else(PoisonError::into_inner))
        })
    }

    /// Reads the openings of other processes, and writes ours if the file lacks any.
    fn exchange(&self, shared: &mut SharedFile) -> Result<(), Failure> {
        shared.last_read = Instant::now();
        let in_file = shared.read()?;
        self.lower(shared);
        if in_file == shared.best {
            return Ok(());
        }
        shared.write()
    }

    fn lower(&self, shared: &SharedFile) {
        if let Some(&(last, _)) = shared.best.get(shared.top.saturating_sub(1)) {
            self.bound.fetch_min(last, Ordering::Relaxed);
        }
    }
}

impl SharedFile<'_> {
    /// Adds an opening, if it is among the best.
    fn add(&mut self, total: u32, guess: GuessIndex) {
        if let Err(index) = self.best.binary_search(&(total, guess)) {
            self.best.insert(index, (total, guess));
            self.best.truncate(self.top);
        }
    }

    /// Adds the openings of the file and returns them.
    fn read(&mut self) -> Result<Vec<(u32, GuessIndex)>, Failure> {
        match fs::metadata(self.path) {
            _ if is_empty_file(self.path) => return Ok(Vec::new()),
            Ok(at) if !at.is_file() => {
                return Err(INCUMBENT.refuse(self.path, "is not a regular file"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            _ => {}
        }
        let openings = read(&INCUMBENT, self.path, self.game, &self.question)?;
        let mut in_file: Vec<(u32, GuessIndex)> = openings
            .into_iter()
            .filter_map(|(guess, total)| Some((total.exact()?, guess)))
            .collect();
        in_file.sort_unstable();
        for &(total, guess) in &in_file {
            self.add(total, guess);
        }
        Ok(in_file)
    }

    fn write(&self) -> Result<(), Failure> {
        let best = self.best.iter();
        let openings: BTreeMap<GuessIndex, Total> = best
            .map(|&(total, guess)| (guess, Total::exactly(total)))
            .collect();
        write(&INCUMBENT, self.path, self.game, &self.question, &openings)
    }
}
