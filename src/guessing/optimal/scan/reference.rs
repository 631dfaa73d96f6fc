//! The same results as those of a scan, by plain counting: the oracle of the tests. Each function is its
//! definition.

use super::ScannedGuess;
use crate::compute::code::Code;
use crate::guessing::optimal::tables::{BlockRow, Column, GuessRank, LANES, Tables, match_layouts};

/// For each of 64 guesses, the number of words with the same pattern as an earlier word.
pub fn repeats<C: Code>(words: &[BlockRow<C>]) -> [u32; LANES] {
    std::array::from_fn(|lane| {
        let is_repeat = |&i: &usize| {
            let earlier = &words[..i];
            earlier.iter().any(|word| word.0[lane] == words[i].0[lane])
        };
        (0..words.len()).filter(is_repeat).count() as u32
    })
}

/// The sizes of the groups that a guess makes, by code.
pub fn group_sizes(tables: &Tables, members: &[Column], guess: GuessRank) -> Vec<u32> {
    let mut sizes = vec![0; tables.code_count()];
    for &member in members {
        sizes[code(tables, guess, member)] += 1;
    }
    sizes
}

fn code(tables: &Tables, guess: GuessRank, member: Column) -> usize {
    match_layouts!(tables.layouts(), layouts => layouts.codes(guess)[member.at()].at())
}

/// True if a guess is one of the members.
pub fn is_in_set(tables: &Tables, members: &[Column], guess: GuessRank) -> bool {
    group_sizes(tables, members, guess)[usize::from(tables.solved())] > 0
}

/// The entry of a guess in the result of a scan without limits; `None` if the guess makes no progress.
pub fn scanned(tables: &Tables, members: &[Column], guess: GuessRank) -> Option<ScannedGuess> {
    let sizes = group_sizes(tables, members, guess);
    let n = members.len() as u32;
    let groups = sizes.iter().filter(|&&size| size > 0).count() as u32;
    let is_in_set = is_in_set(tables, members, guess);
    let lower_bound = 3 * n - groups - u32::from(is_in_set);
    let sum_of_squares: u32 = sizes.iter().map(|size| size * size).sum();
    (groups > 1 || is_in_set).then_some(ScannedGuess {
        priority: u64::from(2 * sum_of_squares + n * lower_bound),
        guess,
        lower_bound,
        is_exact: sizes.iter().all(|&size| size <= 2),
        separates_all: sizes.iter().all(|&size| size <= 1),
    })
}

/// The cost of a set by Bellman's equation: the cost of its cheapest guess.
pub fn cost(tables: &Tables, members: &[Column]) -> u32 {
    let costs = tables
        .all_ranks()
        .filter_map(|guess| cost_of_guess(tables, members, guess));
    costs
        .min()
        .expect("each member is a guess that makes progress")
}

/// The cost of a guess on a set: one for each word, and the cost of each group that is not solved. `None` if
/// the guess makes no progress.
pub fn cost_of_guess(tables: &Tables, members: &[Column], guess: GuessRank) -> Option<u32> {
    scanned(tables, members, guess)?;
    let mut cost = members.len() as u32;
    for code in 0..tables.code_count() {
        let has_code = |&member: &Column| self::code(tables, guess, member) == code;
        let group: Vec<Column> = members.iter().copied().filter(has_code).collect();
        if code != usize::from(tables.solved()) && !group.is_empty() {
            cost += self::cost(tables, &group);
        }
    }
    Some(cost)
}
