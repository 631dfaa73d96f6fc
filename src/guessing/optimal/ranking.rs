//! The result of comparing openings, and how it is ranked.

use crate::compute::GuessIndex;
use crate::guessing::Bound;

/// The total of an opening: the guesses of all games together under the best play, one game per solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// This many guesses. The bound is exact or a lower bound.
    Guesses(Bound),
    /// Proven: no tree finds every solution within the guesses that a game may take.
    Impossible,
}

/// An opening and its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Index into the list of guesses.
    pub guess: GuessIndex,
    /// Guesses in all games together.
    pub total: Total,
}

/// The result of comparing openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// The best openings with their exact totals, then the others. Ties are in list order.
    pub openings: Vec<Opening>,
    /// True if the search has finished: it is proven that no other opening is among the best. A search that was
    /// stopped has only the openings that it has settled.
    pub complete: bool,
}

impl Total {
    /// Exactly this many guesses.
    pub fn exactly(guesses: u32) -> Total {
        Total::Guesses(Bound::Exactly(guesses))
    }

    /// At least this many guesses.
    pub fn at_least(guesses: u32) -> Total {
        Total::Guesses(Bound::AtLeast(guesses))
    }

    /// The exact number of guesses, if it is known.
    pub fn exact(self) -> Option<u32> {
        match self {
            Total::Guesses(bound) => bound.exact(),
            Total::Impossible => None,
        }
    }
}

impl Openings {
    /// The openings of several searches, not yet ranked.
    pub(super) fn joined(parts: impl IntoIterator<Item = Openings>) -> Openings {
        let mut joined = Openings {
            openings: Vec::new(),
            complete: true,
        };
        for part in parts {
            joined.openings.extend(part.openings);
            joined.complete &= part.complete;
        }
        joined
    }
}

/// Ranks the openings of finished searches: one search over all openings, or several over some each, for the
/// same `top`.
///
/// The result is the same however the openings were distributed and in whatever order they were searched. The
/// best `top` openings and all that equal the last of them keep their exact totals, unless these are above
/// `incumbent`. All others get the same bound, one more than the last exact total (or than the incumbent, if
/// that is lower).
///
/// # Panics
/// If `top` is 0.
pub fn rank(openings: &mut [Opening], top: usize, incumbent: Option<u32>) {
    sort(openings);
    let last = openings.get(top - 1).and_then(|last| last.total.exact());
    let Some(last) = last.into_iter().chain(incumbent).min() else {
        return;
    };
    let is_best = |opening: &Opening| opening.total.exact().is_some_and(|total| total <= last);
    let best = openings.partition_point(is_best);
    let others = &mut openings[best..];
    others.sort_unstable_by_key(|opening| opening.guess);
    for other in others {
        other.total = Total::at_least(last + 1);
    }
}

/// Sorts openings: exact totals, then bounds, then impossible ones. Ties are in list order.
pub(super) fn sort(openings: &mut [Opening]) {
    openings.sort_unstable_by_key(|opening| match opening.total {
        Total::Guesses(bound) => (u8::from(!bound.is_exact()), bound.number(), opening.guess),
        Total::Impossible => (2, 0, opening.guess),
    });
}
