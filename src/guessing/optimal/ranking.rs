//! Openings with their totals, in order.

/// The guesses of all games together after an opening, by the best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Total {
    /// So many.
    Exactly(u32),
    /// Proven: no fewer than this.
    AtLeast(u32),
    /// Proven: no tree finds every solution within the guesses of a game.
    Impossible,
}

/// An opening and its total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its place in the list of guesses.
    pub guess: u32,
    /// Guesses in all.
    pub total: Total,
}

/// What came of a search over openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Openings {
    /// The best openings with their exact totals, then the others. Ties are in list order.
    pub openings: Vec<Opening>,
    /// Whether the search came to its end: the best are proven to be the best.
    pub complete: bool,
}

/// Puts settled openings in order, and says of each what is said whatever was found first: of the best
/// `top` and all that equal the last of them their totals, unless those are above `incumbent`; of the others
/// that they take more guesses. Openings that were settled apart, in searches that came to their end for the
/// same `top`, are ranked as one search would have ranked them all.
///
/// # Panics
/// If `top` is 0.
pub fn rank(openings: &mut [Opening], top: usize, incumbent: Option<u32>) {
    sort(openings);
    let last = match openings.get(top - 1).map(|opening| opening.total) {
        Some(Total::Exactly(last)) => Some(last),
        _ => None,
    };
    let Some(last) = last.into_iter().chain(incumbent).min() else {
        return;
    };
    let first = openings.partition_point(|opening| match opening.total {
        Total::Exactly(total) => total <= last,
        _ => false,
    });
    let others = &mut openings[first..];
    others.sort_unstable_by_key(|opening| opening.guess);
    for other in others {
        other.total = Total::AtLeast(last + 1);
    }
}

/// Exact totals first, then bounds; ties in list order.
pub fn sort(openings: &mut [Opening]) {
    openings.sort_unstable_by_key(|opening| match opening.total {
        Total::Exactly(total) => (0, total, opening.guess),
        Total::AtLeast(total) => (1, total, opening.guess),
        Total::Impossible => (2, 0, opening.guess),
    });
}
