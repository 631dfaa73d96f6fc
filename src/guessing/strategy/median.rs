//! The two strategies of the Word Peaks article: the median word, and the word whose letters are nearest to the median
//! letter of each position.

use rayon::prelude::*;

use super::{GuessingState, Strategy};
use crate::compute::{Backend, ComputeError, GuessIndex};
use crate::guessing::Game;
use crate::words::Word;

/// Chooses the median candidate: in alphabetical order, the one with index ⌊n / 2⌋ among n candidates.
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
        states: &[&GuessingState],
    ) -> Result<Vec<GuessIndex>, ComputeError> {
        let median = |state: &&GuessingState| {
            let mut candidates = state.candidates.clone();
            let middle = candidates.len() / 2;
            candidates.select_nth_unstable_by_key(middle, |&c| game.candidate_word(c));
            game.guess_of_candidate(candidates[middle])
        };
        Ok(states.par_iter().map(median).collect())
    }
}

/// Chooses the candidate whose letters are nearest to the median letter of their positions: the one with the lowest sum
/// of [`letter_penalties`]. Among equals, the first in alphabetical order is chosen.
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
        states: &[&GuessingState],
    ) -> Result<Vec<GuessIndex>, ComputeError> {
        let nearest = |state: &&GuessingState| {
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

/// For each position, the distance of each letter, by rank, from the median letter.
pub type Penalties = Vec<Vec<u32>>;

/// The article's penalties of the letters in each position.
///
/// Let `half` be half the number of words, rounded down. Among the letters of one position, let `before` be the number
/// of words with an earlier letter and `up_to` the number of words with this letter or an earlier one. The penalty is
///
/// - half − up_to if up_to ≤ half (the letter is too early),
/// - 0 if before < half < up_to (the median letter),
/// - before − half + 1 otherwise (the letter is too late).
pub fn letter_penalties(words: &[Word]) -> Penalties {
    let half = words.len() as u32 / 2;
    let length = words.first().map_or(0, |word| word.len());
    let ranks = words.iter().flat_map(|word| word.iter());
    let ranks = ranks.map(|letter| usize::from(letter.rank()) + 1).max();
    let mut penalties = vec![vec![0; ranks.unwrap_or(0)]; length];
    for (position, penalties) in penalties.iter_mut().enumerate() {
        for word in words {
            penalties[usize::from(word[position].rank())] += 1;
        }
        let mut up_to = 0;
        // Each entry is the number of words with the letter, and is replaced by the penalty.
        for entry in penalties {
            let before = up_to;
            up_to += *entry;
            *entry = if up_to <= half {
                half - up_to
            } else if before < half {
                0
            } else {
                before - half + 1
            };
        }
    }
    penalties
}

/// The sum of the penalties of a word's letters. The word is one of those for which the penalties were computed.
pub fn penalty(penalties: &Penalties, word: Word) -> u32 {
    let letters = word.iter().zip(penalties);
    letters
        .map(|(letter, penalties)| penalties[usize::from(letter.rank())])
        .sum()
}
