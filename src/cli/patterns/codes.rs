//! The codes of guesses on solutions, tile by tile: a tile is made while the one before is written or
//! compared, and memory does not grow with the table.

use std::ops::Range;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use wordgame_engine::words::Word;

use super::super::failure::Failure;
use super::super::interrupt;

/// Bytes of a tile, of which there are three: still in the cache when it is written, and worth a trip to a
/// GPU.
pub const TILE_BYTES: usize = 4 << 20;

/// What takes a run of guesses or solutions with its codes, a row a guess.
pub type Take<'a> = dyn FnMut(Range<usize>, &[u8]) -> Result<(), Failure> + 'a;

/// All guesses on all solutions: computed, or stored in files.
pub trait Codes {
    /// The guesses.
    fn guesses(&self) -> &[Word];

    /// The solutions.
    fn solutions(&self) -> &[Word];

    /// Hands out runs of guesses in their order, each with its codes.
    ///
    /// # Errors
    /// What `take` says, [`Failure::Interrupted`], or that codes cannot be had.
    fn by_guesses(&self, take: &mut Take) -> Result<(), Failure>;

    /// Hands out runs of solutions in their order, each with the codes of every guess on them.
    ///
    /// # Errors
    /// As [`Codes::by_guesses`].
    fn by_solutions(&self, take: &mut Take) -> Result<(), Failure>;

    /// The number of patterns.
    fn len(&self) -> usize {
        self.guesses().len() * self.solutions().len()
    }
}

/// Cuts a range into runs of `step`.
pub fn runs(range: Range<usize>, step: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range
        .step_by(step)
        .map(move |first| first..end.min(first + step))
}

/// Makes tiles on a thread of their own, at most two ahead of the one that is taken.
pub fn ahead<T: Send>(
    mut tiles: impl Iterator<Item = T> + Send,
    mut make: impl FnMut(&T, &mut Vec<u8>) -> Result<(), Failure> + Send,
    mut take: impl FnMut(T, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    thread::scope(|scope| {
        let (made, ready) = sync_channel(1);
        let (taken, spare) = channel::<Vec<u8>>();
        let produce = move || {
            // Until all are made, one fails, or nobody takes them any more.
            for tile in &mut tiles {
                let mut codes = spare.try_recv().unwrap_or_default();
                let result = make(&tile, &mut codes).map(|()| (tile, codes));
                let failed = result.is_err();
                if made.send(result).is_err() || failed {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, produce)
            .map_err(|error| Failure::Failed(format!("cannot start threads: {error}")))?;
        for tile in ready {
            interrupt::check()?;
            let (tile, codes) = tile?;
            take(tile, &codes)?;
            // After the last tile nobody wants it.
            let _ = taken.send(codes);
        }
        Ok(())
    })
}
