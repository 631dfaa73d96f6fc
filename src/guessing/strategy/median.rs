//! The two methods of the Word Peaks article: the middle word, and the word nearest to the middle
//! letter of each place.

use rayon::prelude::*;

use super::{State, Strategy};
use crate::compute::{Backend, ComputeError};
use crate::guessing::Game;
use crate::words::{ALPHABET, WORD_LENGTH, Word};

/// Takes the middle one of the candidates in alphabetical order: number len / 2, counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Median;

impl Strategy for Median {
    fn name(&self) -> &'static str {
        "median"
    }

    fn choose(
        &self,
        game: &Game,
        _: &dyn Backend,
        states: &[&State],
    ) -> Result<Vec<u32>, ComputeError> {
        let middle = |state: &&State| {
            let mut candidates = state.candidates.clone();
            let middle = candidates.len() / 2;
            candidates.select_nth_unstable_by_key(middle, |&c| game.candidate_word(c));
            game.guess_of_candidate(candidates[middle])
        };
        Ok(states.par_iter().map(middle).collect())
    }
}

/// Takes the candidate whose letters are nearest to the middle of their places: the lowest sum of
/// [`letter_penalties`], the first in alphabetical order among equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LetterMedian;

impl Strategy for LetterMedian {
    fn name(&self) -> &'static str {
        "letter-median"
    }

    fn choose(
        &self,
        game: &Game,
        _: &dyn Backend,
        states: &[&State],
    ) -> Result<Vec<u32>, ComputeError> {
        let nearest = |state: &&State| {
            let words: Vec<Word> = state
                .candidates
                .iter()
                .map(|&c| game.candidate_word(c))
                .collect();
            let penalties = letter_penalties(&words);
            let candidates = state.candidates.iter().zip(words);
            let nearest = candidates.min_by_key(|&(_, word)| (penalty(&penalties, word), word));
            let (&candidate, _) = nearest.expect("a state has candidates");
            game.guess_of_candidate(candidate)
        };
        Ok(states.par_iter().map(nearest).collect())
    }
}

/// How far each letter is from the middle of a place, for each place.
pub type Penalties = [[u32; ALPHABET]; WORD_LENGTH];

/// The penalties of the article. In each place, with the letters in order, `mid` half of the words
/// (a whole number), and `run` words up to and with a letter, `prev` of them before it: mid − run if
/// run ≤ mid; else 0 if prev < mid; else prev − mid + 1.
pub fn letter_penalties(words: &[Word]) -> Penalties {
    let mid = words.len() as u32 / 2;
    let mut penalties = [[0; ALPHABET]; WORD_LENGTH];
    for (place, penalties) in penalties.iter_mut().enumerate() {
        for word in words {
            penalties[usize::from(word.letters()[place])] += 1;
        }
        let mut run = 0;
        for penalty in penalties {
            let prev = run;
            run += *penalty;
            *penalty = if run <= mid {
                mid - run
            } else if prev < mid {
                0
            } else {
                prev - mid + 1
            };
        }
    }
    penalties
}

/// The sum of the penalties of a word's letters.
pub fn penalty(penalties: &Penalties, word: Word) -> u32 {
    let letters = word.letters().into_iter().zip(penalties);
    letters
        .map(|(letter, penalties)| penalties[usize::from(letter)])
        .sum()
}
