//! Sweeps: every guess partitions one candidate set, and the guesses are ranked.

use super::{Constraint, Game, Metric};
use crate::Progress;
use crate::compute::{Backend, CandidateIndex, ComputeError, GuessIndex, PartitionStats};

/// The most patterns in one call to the backend. Few jobs need more than one call. Longer jobs report their progress
/// between the calls.
const PATTERNS_PER_CALL: usize = 1 << 32;

/// The input of a sweep.
#[derive(Clone, Copy)]
pub struct SweepRequest<'a> {
    /// The candidates to partition.
    pub candidates: &'a [CandidateIndex],
    /// The guesses to rank.
    pub guesses: &'a [GuessIndex],
    /// The figure to rank by.
    pub metric: Metric,
    /// Receives the number of guesses that are done.
    pub progress: Progress<'a>,
}

/// The guesses of a sweep, ranked.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The number of candidates.
    pub candidates: usize,
    /// The guesses, best first.
    pub ranking: Vec<RankedGuess>,
}

/// A guess and its partition of the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedGuess {
    /// The guess.
    pub guess: GuessIndex,
    /// The figures of its partition.
    pub stats: PartitionStats,
}

/// Ranks guesses by the partitions that they make. Among equal guesses, candidates come first, then the order of the
/// list decides.
///
/// # Errors
/// [`ComputeError`], only from a GPU.
///
/// # Panics
/// If a guess or a candidate is out of range.
pub fn sweep(
    game: &Game,
    backend: &dyn Backend,
    request: SweepRequest,
) -> Result<Sweep, ComputeError> {
    let SweepRequest {
        candidates,
        guesses,
        metric,
        progress,
    } = request;
    let table = game.table().restrict(candidates);
    let guesses_per_call = (PATTERNS_PER_CALL / candidates.len().max(1)).max(1);
    let mut ranking = Vec::with_capacity(guesses.len());
    for guesses in guesses.chunks(guesses_per_call) {
        let stats = backend.partition(&table, guesses)?;
        let ranked = guesses.iter().zip(stats);
        ranking.extend(ranked.map(|(&guess, stats)| RankedGuess { guess, stats }));
        progress.report(ranking.len());
    }
    ranking.sort_unstable_by_key(|RankedGuess { guess, stats }| {
        (metric.cost(stats), !stats.candidate, *guess)
    });
    Ok(Sweep {
        candidates: candidates.len(),
        ranking,
    })
}

/// Ranks all guesses on all candidates: the best first guess by `metric` comes first.
///
/// # Errors
/// [`ComputeError`], only from a GPU.
pub fn sweep_first_guesses(
    game: &Game,
    backend: &dyn Backend,
    metric: Metric,
) -> Result<Sweep, ComputeError> {
    let request = SweepRequest {
        candidates: &game.all_candidates(),
        guesses: &game.allowed_guesses(&Constraint::default()),
        metric,
        progress: Progress::none(),
    };
    sweep(game, backend, request)
}
