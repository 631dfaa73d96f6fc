//! Bounds on the cost of a set and of a guess.
//!
//! The *cost* of a decision tree on a set is the number of guesses that it needs to find each word of the set
//! once, all games added up. The cost of a set is that of its cheapest tree; the cost of a guess on a set is
//! that of the cheapest tree that begins with this guess.
//!
//! A guess costs one for each of the n words, and then its groups have to be solved:
//!
//! > cost(guess) = n + Σ cost(group), where the group of the guess itself costs nothing more.
//!
//! One word costs 1, two cost 3, and n words cost at least 2n − 1: the first guess finds at most one of them,
//! and each of the others needs two guesses or more. So a guess that makes k groups of n words costs at least
//!
//! > n + Σ (2·size − 1) = 3n − k,
//!
//! or one less if the guess is itself one of the words. If no group has more than two words, nothing is lost in
//! this estimate: the bound is the exact cost.
//!
//! Words that share their group with an earlier word are called *repeats*. There are r = n − k of them, so the
//! bound is the same as 2n + r, or one less.

/// The cost of a set that no tree solves within the guesses that are left: above all possible costs.
pub const IMPOSSIBLE: u32 = (1 << 24) - 1;

/// A lower bound on the cost of `n` words of which no guess makes more than `max_groups` groups.
///
/// It is the bound of a guess that is one of the words and makes as many groups as possible.
pub fn of_set(n: u32, max_groups: u32) -> u32 {
    if n == 0 {
        0
    } else {
        of_guess(n, n.saturating_sub(max_groups), true)
    }
}

/// A lower bound on the cost of a guess that leaves `repeats` of `n` words in the group of an earlier word: the
/// exact cost if no group has more than two words.
pub fn of_guess(n: u32, repeats: u32, is_in_set: bool) -> u32 {
    2 * n + repeats - u32::from(is_in_set)
}

/// A number that orders the guesses on `n` words by their probable cost: the lower, the better. It weighs the
/// expected number of remaining candidates (Σ size² / n) against the lower bound.
pub fn priority(n: u32, sum_of_squares: u64, lower_bound: u32) -> u64 {
    2 * sum_of_squares + u64::from(n) * u64::from(lower_bound)
}

/// The number of guesses in the longest game after a guess on `n` words that makes no group of more than two.
pub fn height_of_exact(n: u32, separates_all: bool) -> u8 {
    match (n, separates_all) {
        (1, _) => 1,
        (_, true) => 2,
        (_, false) => 3,
    }
}

/// The sum of two costs or bounds. It is [`IMPOSSIBLE`] if one of them is.
pub fn add(a: u32, b: u32) -> u32 {
    (a + b).min(IMPOSSIBLE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::optimal::scan::reference;
    use crate::guessing::optimal::tables::{Column, Tables};
    use crate::guessing::rule::Wordle;
    use crate::guessing::{Game, Lists};
    use crate::words::WordList;
    use proptest::prelude::*;
    use proptest::sample::Index;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]

        #[test]
        fn bounds_are_at_most_the_cost_and_equal_it_if_no_group_has_more_than_two(
            solutions in prop::collection::vec(any::<Index>(), 1..7),
            guesses in prop::collection::vec(any::<Index>(), 0..7),
        ) {
            let all = Lists::original();
            let some = |indices: Vec<Index>, of: &WordList| {
                WordList::new(indices.iter().map(|index| of[index.index(of.len())]))
            };
            let (guesses, solutions) = (some(guesses, all.guesses()), some(solutions, all.solutions()));
            let game = Game::new(&Wordle, Lists::new("some", guesses, solutions));
            let tables = Tables::new(&game);
            let members: Vec<Column> = (0..tables.candidates() as u32).map(Column).collect();
            let n = members.len() as u32;
            prop_assert!(of_set(n, tables.max_groups()) <= reference::cost(&tables, &members));
            for guess in tables.all_ranks() {
                let Some(cost) = reference::cost_of_guess(&tables, &members, guess) else {
                    continue;
                };
                let sizes = reference::group_sizes(&tables, &members, guess);
                let groups = sizes.iter().filter(|&&size| size > 0).count() as u32;
                let is_in_set = reference::is_in_set(&tables, &members, guess);
                let bound = of_guess(n, n - groups, is_in_set);
                prop_assert!(bound <= cost);
                if sizes.iter().all(|&size| size <= 2) {
                    prop_assert_eq!(bound, cost);
                }
            }
        }
    }
}
