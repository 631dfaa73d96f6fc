//! Patterns stored in the shards of a table.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::description::{ENGINE, Part, ReadDescription};
use super::npy;
use super::npz::Archive;
use super::source::{PatternSource, TILE_BYTES, Take, pieces, pipeline};
use crate::failure::Failure;
use crate::guessing::Lists;
use crate::jobs::Share;
use crate::jobs::shards::{SHARD, interleave};
use crate::words::{LoadError, Word, WordList};

/// Bytes of a tile of columns. A tile is read row by row, so larger tiles need fewer reads.
const COLUMNS_TILE_BYTES: usize = 16 << 20;

/// A shard of a table. Everything except the codes is in memory.
pub struct TableShard {
    /// The file.
    path: PathBuf,
    /// The description.
    pub description: ReadDescription,
    /// The part of the table.
    pub part: Part,
    guesses: Vec<Word>,
    solutions: Vec<Word>,
    /// The offset of its codes in the file.
    start: u64,
}

impl TableShard {
    /// Opens a shard, and reads all of it once to compare its checksums.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if the file is something else or is damaged.
    pub fn open(path: &Path) -> Result<TableShard, Failure> {
        let refuse = |what: &str| SHARD.refuse(path, what);
        let damaged = |error: io::Error| {
            refuse(&format!(
                "is not a shard of a table, or is damaged ({error})"
            ))
        };
        let file = File::open(path).map_err(|error| unreadable(path, error))?;
        let mut archive = Archive::open(file).map_err(damaged)?;
        let description = archive.description().map_err(damaged)?;
        let description: ReadDescription =
            serde_json::from_str(&description).map_err(|error| damaged(error.into()))?;
        let Some(part) = description.part.clone() else {
            return Err(refuse("is a whole table"));
        };
        if description.engine != ENGINE {
            let what = format!(
                "was written by engine {}, and this is engine {ENGINE}",
                description.engine
            );
            return Err(refuse(&what));
        }
        let codes = archive.codes().map_err(damaged)?;
        let words = |texts: Vec<String>| description.words(&texts);
        let shard = TableShard {
            path: path.to_owned(),
            guesses: archive.guesses().and_then(words).map_err(damaged)?,
            solutions: archive.solutions().and_then(words).map_err(damaged)?,
            start: codes.start,
            description,
            part,
        };
        if !shard.matches_its_description(&codes.header, codes.bytes) {
            return Err(refuse(
                "does not hold the words and patterns of its description",
            ));
        }
        archive.verify_checksum().map_err(damaged)?;
        Ok(shard)
    }

    fn matches_its_description(&self, header: &npy::Header, bytes: u64) -> bool {
        let [guesses, solutions] =
            [&self.guesses, &self.solutions].map(|words| WordList::new(words.iter().copied()));
        let shape = [self.guesses.len(), self.solutions.len()];
        let width = self.description.width();
        let share = Share {
            shard: self.part.shard,
            shards: self.part.shards,
        };
        share.is_valid()
            && share.count(self.part.items) == self.guesses.len()
            && self.part.guesses.matches(&guesses)
            && self.description.lists.solutions.matches(&solutions)
            && header.descr == width.dtype()
            && header.shape == shape
            && bytes == (width.bytes() * shape[0] * shape[1]) as u64
    }
}

/// The shards of a table, in the order of their numbers.
pub struct Stored {
    shards: Vec<TableShard>,
    lists: Lists,
}

impl Stored {
    /// Joins all shards of a table, given in the order of their numbers.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if their words are not those of the table.
    ///
    /// # Panics
    /// If there are no shards.
    pub fn new(mut shards: Vec<TableShard>) -> Result<Stored, Failure> {
        let guesses = shards.iter().map(|shard| shard.guesses.clone()).collect();
        let whole = &shards[0].description.lists;
        let lists = Lists::new(
            whole.name(),
            WordList::new(interleave(guesses)),
            WordList::new(shards[0].solutions.iter().copied()),
        )
        .with_alphabet(whole.alphabet().clone());
        if !whole.guesses.matches(lists.guesses()) || lists.added() > 0 {
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

    /// Reads tiles, each given by a range of guesses and a range of solutions, and passes them to `take`.
    fn tiles(
        &self,
        tiles: impl Iterator<Item = [Range<usize>; 2]> + Send,
        mut take: impl FnMut([Range<usize>; 2], &[u8]) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let fill = |[guesses, solutions]: &[Range<usize>; 2], codes: &mut Vec<u8>| {
            codes.resize(guesses.len() * solutions.len() * self.width().bytes(), 0);
            for (index, shard) in self.shards.iter().enumerate() {
                self.read(index, guesses, solutions, codes)
                    .map_err(|error| unreadable(&shard.path, error))?;
            }
            Ok(())
        };
        pipeline(tiles, fill, |tile, codes| take(tile, codes))
    }

    /// Reads the rows of a tile that one shard has: every n-th row of the table. The file is closed afterwards, because there
    /// may be more shards than a process may open files.
    fn read(
        &self,
        index: usize,
        guesses: &Range<usize>,
        solutions: &Range<usize>,
        codes: &mut [u8],
    ) -> io::Result<()> {
        let code_bytes = self.width().bytes();
        let (shards, columns) = (self.shards.len(), self.lists.solutions().len());
        let first = guesses.start.next_multiple_of(shards) + index;
        // The row before that may also be in the tile.
        let first = first
            .checked_sub(shards)
            .filter(|&first| first >= guesses.start)
            .unwrap_or(first);
        let mut rows = (first..guesses.end).step_by(shards).peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let shard = &self.shards[index];
        let mut file = File::open(&shard.path)?;
        let mut position = None;
        for guess in rows {
            let codes_before = (guess / shards) * columns + solutions.start;
            let offset = shard.start + (codes_before * code_bytes) as u64;
            if position != Some(offset) {
                file.seek(SeekFrom::Start(offset))?;
            }
            let row_bytes = solutions.len() * code_bytes;
            let row = (guess - guesses.start) * row_bytes;
            file.read_exact(&mut codes[row..row + row_bytes])?;
            position = Some(offset + row_bytes as u64);
        }
        Ok(())
    }

    fn by_guesses_within(&self, tile_bytes: usize, take: &mut Take) -> Result<(), Failure> {
        let all = 0..self.solutions().len();
        let line_bytes = all.len() * self.width().bytes();
        let step = (tile_bytes / line_bytes.max(1)).max(1);
        let tiles = pieces(0..self.guesses().len(), step);
        let tiles = tiles.map(|guesses| [guesses, all.clone()]);
        self.tiles(tiles, |[guesses, _], codes| take(guesses, codes))
    }

    fn by_solutions_within(&self, tile_bytes: usize, take: &mut Take) -> Result<(), Failure> {
        let all = 0..self.guesses().len();
        let line_bytes = all.len() * self.width().bytes();
        let step = (tile_bytes / line_bytes.max(1)).max(1);
        let tiles = pieces(0..self.solutions().len(), step);
        let tiles = tiles.map(|solutions| [all.clone(), solutions]);
        self.tiles(tiles, |[_, solutions], codes| take(solutions, codes))
    }
}

impl PatternSource for Stored {
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
    use crate::compute::cpu::Cpu;
    use crate::guessing::Rule;
    use crate::guessing::rule::Wordle;

    use super::super::computed::Computed;
    use super::super::description::Description;
    use super::super::npz;
    use super::*;

    /// Writes the shards of a table and opens them.
    fn stored(folder: &Path, lists: &Lists, shards: usize) -> Stored {
        let shard = |shard: usize| {
            let share = Share { shard, shards };
            let guesses = share.of(lists.guesses());
            let description = Description::new(&Wordle, lists).of_shard(share, &guesses);
            let path = folder.join(format!("{shard}-of-{shards}.npz"));
            let file = File::create(&path).unwrap();
            let words = [&guesses[..], lists.solutions()];
            let about = description.to_line();
            let mut set = npz::begin(&file, words, lists.length(), &about).unwrap();
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
            TableShard::open(&path).unwrap_or_else(|failure| panic!("{failure}"))
        };
        let shards = (1..=shards).map(shard).collect();
        Stored::new(shards).unwrap_or_else(|failure| panic!("{failure}"))
    }

    #[test]
    fn tiles_of_any_size_hold_every_pattern_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let original = Lists::original();
        let words = |words: &[Word]| WordList::new(words.iter().copied());
        let lists = Lists::new(
            "some",
            words(&original.guesses()[5_000..5_023]),
            words(&original.solutions()[..17]),
        );
        let (guesses, solutions) = (lists.guesses(), lists.solutions());
        let code = |g: usize, s: usize| Wordle.pattern(guesses[g], solutions[s]).code() as u8;
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
