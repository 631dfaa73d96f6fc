//! Codes that are stored, in the shards of a table.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use wordgame_engine::guessing::Lists;
use wordgame_engine::words::{LoadError, Word, WordList};

use super::super::failure::Failure;
use super::super::shard::{SHARD, Share, interleave};
use super::about::{ENGINE, Part, Told};
use super::codes::{Codes, TILE_BYTES, Take, ahead, runs};
use super::npy;
use super::npz::Set;

/// Bytes of a tile of columns. Each is read row by row, so that larger ones need fewer looks at a file.
const COLUMNS_TILE_BYTES: usize = 16 << 20;

/// A shard of a table, of which all but the codes has been read.
pub struct Shard {
    /// Its file.
    path: PathBuf,
    /// What it says of itself.
    pub told: Told,
    /// Which part of the table it is.
    pub part: Part,
    guesses: Vec<Word>,
    solutions: Vec<Word>,
    /// Where its codes start in the file.
    start: u64,
}

impl Shard {
    /// Opens a shard, and reads it all once to compare its check sums.
    ///
    /// # Errors
    /// [`Failure::BadInput`] says what it is instead, or in what it is damaged.
    pub fn open(path: &Path) -> Result<Shard, Failure> {
        let refuse = |what: &str| SHARD.refuse(path, what);
        let damaged = |error: io::Error| {
            refuse(&format!(
                "is no shard of a table, or it is damaged ({error})"
            ))
        };
        let file = File::open(path).map_err(|error| unreadable(path, error))?;
        let mut set = Set::open(file).map_err(damaged)?;
        let about = set.about().map_err(damaged)?;
        let told: Told = serde_json::from_str(&about).map_err(|error| damaged(error.into()))?;
        let Some(part) = told.part.clone() else {
            return Err(refuse("is a whole table"));
        };
        if told.engine != ENGINE {
            let what = format!("is of engine {}, and this is {ENGINE}", told.engine);
            return Err(refuse(&what));
        }
        let place = set.patterns().map_err(damaged)?;
        let shard = Shard {
            path: path.to_owned(),
            guesses: set.guesses().map_err(damaged)?,
            solutions: set.solutions().map_err(damaged)?,
            start: place.start,
            told,
            part,
        };
        if !shard.holds_what_it_says(&place.header, place.bytes) {
            return Err(refuse(
                "does not hold the words and patterns that it speaks of",
            ));
        }
        set.check_sum().map_err(damaged)?;
        Ok(shard)
    }

    fn holds_what_it_says(&self, header: &npy::Header, bytes: u64) -> bool {
        let [guesses, solutions] =
            [&self.guesses, &self.solutions].map(|words| WordList::new(words.iter().copied()));
        let shape = [self.guesses.len(), self.solutions.len()];
        let share = Share {
            shard: self.part.shard,
            shards: self.part.shards,
        };
        share.is_one()
            && share.count(self.part.items) == self.guesses.len()
            && self.part.guesses.matches(&guesses)
            && self.told.lists.solutions.matches(&solutions)
            && header.descr == npy::CODES
            && header.shape == shape
            && bytes == shape[0] as u64 * shape[1] as u64
    }
}

/// The shards of a table, in their order.
pub struct Stored {
    shards: Vec<Shard>,
    lists: Lists,
}

impl Stored {
    /// Puts the shards of one table together, all of them and in their order.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if their words are not those of the table.
    pub fn new(mut shards: Vec<Shard>) -> Result<Stored, Failure> {
        let guesses = shards.iter().map(|shard| shard.guesses.clone()).collect();
        let told = &shards[0].told.lists;
        let lists = Lists::new(
            told.name(),
            WordList::new(interleave(guesses)),
            WordList::new(shards[0].solutions.iter().copied()),
        );
        if !told.guesses.matches(lists.guesses()) || lists.added() > 0 {
            return Err(SHARD.refuse(
                &shards[0].path,
                "and the others do not have the guesses of the table",
            ));
        }
        for shard in &mut shards {
            (shard.guesses, shard.solutions) = (Vec::new(), Vec::new());
        }
        Ok(Stored { shards, lists })
    }

    /// The lists of the whole table.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// Hands out tiles as [`Codes`] does: each a run of guesses and one of solutions.
    fn tiles(
        &self,
        tiles: impl Iterator<Item = [Range<usize>; 2]> + Send,
        mut take: impl FnMut([Range<usize>; 2], &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let make = |[guesses, solutions]: &[Range<usize>; 2], codes: &mut Vec<u8>| {
            codes.resize(guesses.len() * solutions.len(), 0);
            for (number, shard) in self.shards.iter().enumerate() {
                self.read(number, guesses, solutions, codes)
                    .map_err(|error| unreadable(&shard.path, error))?;
            }
            Ok(())
        };
        ahead(tiles, make, |tile, codes| take(tile, codes))
    }

    /// Reads what a shard has of a tile. Its rows are every n-th of the table. The file is open no longer
    /// than that: there may be more shards than a process may have files.
    fn read(
        &self,
        number: usize,
        guesses: &Range<usize>,
        solutions: &Range<usize>,
        codes: &mut [u8],
    ) -> io::Result<()> {
        let (shards, width) = (self.shards.len(), self.lists.solutions().len());
        let first = guesses.start.next_multiple_of(shards) + number;
        // One round back, if that is still in the tile.
        let first = first
            .checked_sub(shards)
            .filter(|&first| first >= guesses.start)
            .unwrap_or(first);
        let mut rows = (first..guesses.end).step_by(shards).peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let shard = &self.shards[number];
        let mut file = File::open(&shard.path)?;
        let mut at = None;
        for guess in rows {
            let place = shard.start + ((guess / shards) * width + solutions.start) as u64;
            if at != Some(place) {
                file.seek(SeekFrom::Start(place))?;
            }
            let row = (guess - guesses.start) * solutions.len();
            file.read_exact(&mut codes[row..row + solutions.len()])?;
            at = Some(place + solutions.len() as u64);
        }
        Ok(())
    }

    fn by_guesses_within(&self, tile_bytes: usize, take: &mut Take) -> Result<(), Failure> {
        let all = 0..self.solutions().len();
        let step = (tile_bytes / all.len().max(1)).max(1);
        let tiles = runs(0..self.guesses().len(), step);
        let tiles = tiles.map(|guesses| [guesses, all.clone()]);
        self.tiles(tiles, |[guesses, _], codes| take(guesses, codes))
    }

    fn by_solutions_within(&self, tile_bytes: usize, take: &mut Take) -> Result<(), Failure> {
        let all = 0..self.guesses().len();
        let step = (tile_bytes / all.len().max(1)).max(1);
        let tiles = runs(0..self.solutions().len(), step);
        let tiles = tiles.map(|solutions| [all.clone(), solutions]);
        self.tiles(tiles, |[_, solutions], codes| take(solutions, codes))
    }
}

impl Codes for Stored {
    fn guesses(&self) -> &[Word] {
        self.lists.guesses()
    }

    fn solutions(&self) -> &[Word] {
        self.lists.solutions()
    }

    fn by_guesses(&self, take: &mut Take) -> Result<(), Failure> {
        self.by_guesses_within(TILE_BYTES, take)
    }

    fn by_solutions(&self, take: &mut Take) -> Result<(), Failure> {
        self.by_solutions_within(COLUMNS_TILE_BYTES, take)
    }
}

fn unreadable(path: &Path, source: io::Error) -> Failure {
    let path = path.to_owned();
    LoadError::Unreadable { path, source }.into()
}

#[cfg(test)]
mod tests {
    use wordgame_engine::compute::cpu::Cpu;
    use wordgame_engine::guessing::Rule;
    use wordgame_engine::guessing::rule::Wordle;

    use super::super::about::About;
    use super::super::computed::Computed;
    use super::super::npz;
    use super::*;

    /// Writes the shards of a table and opens them.
    fn stored(folder: &Path, lists: &Lists, shards: usize) -> Stored {
        let shard = |shard: usize| {
            let share = Share { shard, shards };
            let guesses = share.of(lists.guesses());
            let about = About::new(&Wordle, lists).of_shard(share, &guesses);
            let path = folder.join(format!("{shard}-of-{shards}.npz"));
            let file = File::create(&path).unwrap();
            let words = [&guesses[..], lists.solutions()];
            let mut set = npz::begin(&file, words, &about.line()).unwrap();
            let codes = Computed {
                rule: &Wordle,
                guesses: &guesses,
                solutions: lists.solutions(),
                backend: &Cpu,
            };
            let written = codes.by_guesses(&mut |_, codes| {
                io::Write::write_all(&mut set, codes).unwrap();
                Ok(())
            });
            assert!(written.is_ok());
            set.finish().unwrap();
            Shard::open(&path).unwrap_or_else(|failure| panic!("{failure}"))
        };
        let shards = (1..=shards).map(shard).collect();
        Stored::new(shards).unwrap_or_else(|failure| panic!("{failure}"))
    }

    #[test]
    fn whatever_memory_they_have_tiles_hold_every_pattern_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let original = Lists::original();
        let words = |words: &[Word]| WordList::new(words.iter().copied());
        let lists = Lists::new(
            "some",
            words(&original.guesses()[5_000..5_023]),
            words(&original.solutions()[..17]),
        );
        let (guesses, solutions) = (lists.guesses(), lists.solutions());
        let code = |g: usize, s: usize| Wordle.pattern(guesses[g], solutions[s]).code();
        for shards in [1, 2, 3, 7, 39, 40, 41, 100] {
            let stored = stored(folder.path(), &lists, shards);
            assert!(stored.guesses() == &guesses[..] && stored.solutions() == &solutions[..]);
            for tile_bytes in [1, 40, 100, 333, 1 << 20] {
                let mut next = 0;
                let rows = stored.by_guesses_within(tile_bytes, &mut |tile, codes| {
                    assert_eq!(tile.start, next);
                    next = tile.end;
                    let right = tile.flat_map(|g| (0..solutions.len()).map(move |s| (g, s)));
                    assert!(right.map(|(g, s)| code(g, s)).eq(codes.iter().copied()));
                    Ok(())
                });
                assert!(rows.is_ok() && next == guesses.len());
                let mut next = 0;
                let columns = stored.by_solutions_within(tile_bytes, &mut |tile, codes| {
                    assert_eq!(tile.start, next);
                    next = tile.end;
                    let right = (0..guesses.len()).flat_map(|g| tile.clone().map(move |s| (g, s)));
                    assert!(right.map(|(g, s)| code(g, s)).eq(codes.iter().copied()));
                    Ok(())
                });
                assert!(columns.is_ok() && next == solutions.len());
            }
        }
    }
}
