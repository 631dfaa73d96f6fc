//! Every guess against one candidate set, ranked.

use super::{Game, Metric};
use crate::compute::{Backend, ComputeError, PartitionStats};

/// Patterns in one call to the backend, at most. One call does any job that takes a moment; longer
/// ones report their progress between calls.
const PATTERNS_PER_CALL: usize = 1 << 32;

/// Guesses ranked by what they do to one candidate set.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The number of candidates.
    pub candidates: usize,
    /// The guesses, best first.
    pub ranking: Vec<Ranked>,
}

/// A guess and how it partitions the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Its place in [`Lists::guesses`](super::Lists::guesses).
    pub guess: u32,
    /// The partition that it makes.
    pub stats: PartitionStats,
}

/// Ranks `guesses` by `metric` on `candidates` (places in the lists of the game). Ties are broken
/// by: still a candidate first, then list order. `progress` is told how many guesses are done.
///
/// # Errors
/// [`ComputeError`], from a GPU alone.
///
/// # Panics
/// If a guess or a candidate is out of range.
pub fn sweep(
    game: &Game,
    backend: &dyn Backend,
    candidates: &[u32],
    guesses: &[u32],
    metric: Metric,
    progress: &dyn Fn(usize),
) -> Result<Sweep, ComputeError> {
    let table = game.table().restrict(bytemuck::cast_slice(candidates));
    let guesses_per_call = (PATTERNS_PER_CALL / candidates.len().max(1)).max(1);
    let mut ranking = Vec::with_capacity(guesses.len());
    for guesses in guesses.chunks(guesses_per_call) {
        let stats = backend.partition(&table, bytemuck::cast_slice(guesses))?;
        let ranked = guesses.iter().zip(stats);
        ranking.extend(ranked.map(|(&guess, stats)| Ranked { guess, stats }));
        progress(ranking.len());
    }
    ranking.sort_unstable_by_key(|ranked| {
        let stats = &ranked.stats;
        (metric.cost(stats), !stats.candidate, ranked.guess)
    });
    Ok(Sweep {
        candidates: candidates.len(),
        ranking,
    })
}
