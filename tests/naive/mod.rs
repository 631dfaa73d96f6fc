//! The slow and obvious, and random words to hold it against the fast: shared by the tests that do.

// Each test file is a crate of its own and takes what it needs.
#![allow(dead_code)]

use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;
use wordgame_engine::compute::PartitionStats;
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::{Rule, Turn};
use wordgame_engine::words::Word;

/// The word of some letters (a is 0).
pub fn word_of(letters: [u8; 5]) -> Word {
    let text: String = letters
        .map(|letter| char::from(b'a' + letter))
        .iter()
        .collect();
    text.parse().unwrap()
}

/// Words of few different letters, so that most repeat some.
pub fn words(sizes: Range<usize>) -> impl Strategy<Value = Vec<Word>> {
    (2..=4u8).prop_flat_map(move |alphabet| {
        let word = prop::array::uniform5(0..alphabet).prop_map(word_of);
        vec(word, sizes.clone())
    })
}

/// Words that differ in one place or two, as hatch, match and hitch do: hard to tell apart.
pub fn words_alike(sizes: Range<usize>) -> impl Strategy<Value = Vec<Word>> {
    (0..5usize, 0..5usize).prop_flat_map(move |(most, some)| {
        let word = (0..20u8, prop_oneof![4 => Just(25u8), 1 => 0..4u8]).prop_map(
            move |(letter, other)| {
                let mut letters = [25; 5];
                letters[some] = other;
                letters[most] = letter;
                word_of(letters)
            },
        );
        vec(word, sizes.clone())
    })
}

/// Guesses and solutions that share their letters.
pub fn guesses_and_solutions(
    guesses: Range<usize>,
    solutions: Range<usize>,
) -> impl Strategy<Value = (Vec<Word>, Vec<Word>)> {
    (words(guesses), words(solutions))
}

/// Every word of the first few letters.
pub fn all_words_of(alphabet: u32) -> Vec<Word> {
    let numbers = 0..alphabet.pow(5);
    numbers
        .map(|n| {
            word_of(std::array::from_fn(|i| {
                (n / alphabet.pow(i as u32) % alphabet) as u8
            }))
        })
        .collect()
}

/// How many solutions show each pattern, by its code.
pub fn counts(guess: Word, solutions: &[Word]) -> Vec<u32> {
    let mut counts = vec![0; 243];
    for &solution in solutions {
        counts[usize::from(Wordle.pattern(guess, solution).code())] += 1;
    }
    counts
}

/// What a guess does to some solutions, by the rule itself.
pub fn oracle_stats(guess: Word, solutions: &[Word]) -> PartitionStats {
    PartitionStats::of_counts(&counts(guess, solutions), Wordle.solved().code())
}

/// 2 to the power of Σ n·log2 n, which is Π n^n: a whole number. Fits for up to 24 candidates.
pub fn surprise(groups: &[u32]) -> u128 {
    groups.iter().map(|&n| u128::from(n).pow(n)).product()
}

/// Hard mode as a player would check it: the greens are copied, then each letter that was shown is
/// crossed out in the next guess.
pub fn hard_mode_said_another_way(turn: Turn, next: Word) -> bool {
    let guess = turn.guess.letters();
    let mut next = next.letters().to_vec();
    for (place, mark) in turn.pattern.marks().into_iter().enumerate() {
        if mark == 2 && next[place] != guess[place] {
            return false;
        }
    }
    for (place, mark) in turn.pattern.marks().into_iter().enumerate() {
        if mark == 0 {
            continue;
        }
        match next.iter().position(|&letter| letter == guess[place]) {
            Some(found) => next.swap_remove(found),
            None => return false,
        };
    }
    true
}
