//! What is known of the value of a set without looking at its words.
//!
//! The value of a set is the fewest guesses in all, over its words, of a tree that finds every one of
//! them. A guess costs one for each word, so with k groups of n words it is n + Σ value(group), where
//! the group of the guess itself costs nothing more. One word has value 1, two have 3, and n words have
//! at least 2n − 1: one guess finds one of them, and all others take two or more. So a guess is worth
//! at least 3n − k, or one less if it is one of the words, and exactly that if no group has more than
//! two.

use crate::compute::PartitionStats;

/// The value of a set for which there is no tree within the guesses that are left: above all values.
pub const NEVER: u32 = (1 << 24) - 1;

/// A bound on the value of `n` words of which no guess makes more than `most_groups` groups.
///
/// A tree finds one word with the first guess, at most `most_groups` with the first two, and the others
/// take three: 3n − 1 − `most_groups`.
pub fn least(n: u32, most_groups: u32) -> u32 {
    match n {
        0 => 0,
        _ => (2 * n - 1).max((3 * n - 1).saturating_sub(most_groups)),
    }
}

/// A bound on the value of a guess on `n` words: the value itself if no group has more than two.
pub fn of_guess(n: u32, stats: &PartitionStats) -> u32 {
    3 * n - stats.splits - u32::from(stats.candidate)
}

/// Bounds added up, where one that is [`NEVER`] leaves the sum so.
pub fn sum(a: u32, b: u32) -> u32 {
    (a + b).min(NEVER)
}
