//! The patterns of guesses on solutions, tile by tile. A tile is computed while the previous one is written or compared,
//! so memory does not grow with the table.

use std::ops::Range;
use std::sync::mpsc::{channel, sync_channel};
use std::thread;

use super::CodeWidth;
use crate::failure::Failure;
use crate::words::Word;

/// Bytes of a tile. A tile of this size is still in the cache when it is written, and large enough for a GPU. Up to three
/// tiles exist at a time.
pub const TILE_BYTES: usize = 4 << 20;

/// Receives a range of guesses or of solutions, and their pattern codes as bytes: see [`CodeWidth`]. There is one row of codes
/// per guess.
pub type Take<'a> = dyn FnMut(Range<usize>, &[u8]) -> Result<(), Failure> + 'a;

/// A source of the patterns of all guesses on all solutions.
pub trait PatternSource {
    /// The guesses: the rows of the table.
    fn guesses(&self) -> &[Word];

    /// The solutions: the columns of the table.
    fn solutions(&self) -> &[Word];

    /// Passes the table to `take` in ranges of guesses, in order.
    ///
    /// # Errors
    /// The error of `take`, or the failure to compute or read codes.
    fn by_guesses(&self, take: &mut Take) -> Result<(), Failure>;

    /// Passes the table to `take` in ranges of solutions, in order. Each range has the codes of every guess.
    ///
    /// # Errors
    /// See [`PatternSource::by_guesses`].
    fn by_solutions(&self, take: &mut Take) -> Result<(), Failure>;

    /// The number of letters of each word, or five if there are no words.
    fn length(&self) -> usize {
        let mut words = self.solutions().iter().chain(self.guesses());
        words.next().map_or(5, |word| word.len())
    }

    /// The width of the codes.
    fn width(&self) -> CodeWidth {
        CodeWidth::of(self.length())
    }

    /// The number of patterns.
    fn len(&self) -> usize {
        self.guesses().len() * self.solutions().len()
    }

    /// True if there are no patterns.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Cuts a range into pieces of `step`. The last piece may be shorter.
pub fn pieces(range: Range<usize>, step: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range
        .step_by(step)
        .map(move |first| first..end.min(first + step))
}

/// Fills tiles on a second thread, and passes them to `take` on this one. The second thread is at most two tiles ahead.
pub fn pipeline<T: Send>(
    mut tiles: impl Iterator<Item = T> + Send,
    mut fill: impl FnMut(&T, &mut Vec<u8>) -> Result<(), Failure> + Send,
    mut take: impl FnMut(T, &[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    thread::scope(|scope| {
        let (filled, ready) = sync_channel(1);
        let (used, spare) = channel::<Vec<u8>>();
        let produce = move || {
            // Ends after the last tile, after a failure, or when the receiver is gone.
            for tile in &mut tiles {
                let mut codes = spare.try_recv().unwrap_or_default();
                let result = fill(&tile, &mut codes).map(|()| (tile, codes));
                let failed = result.is_err();
                if filled.send(result).is_err() || failed {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn_scoped(scope, produce)
            .map_err(|error| Failure::Failed(format!("cannot start threads: {error}")))?;
        for tile in ready {
            let (tile, codes) = tile?;
            take(tile, &codes)?;
            // After the last tile there is no receiver, and the buffer is dropped.
            let _ = used.send(codes);
        }
        Ok(())
    })
}
