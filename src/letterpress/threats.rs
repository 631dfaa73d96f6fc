//! The words with which the opponent wins at once, found without trying any moves.
//!
//! The opponent wins at once with a word that ends the game and gives them a majority. Whether a word does that
//! follows from its letters alone. After our move, let
//!
//! - n(l) be the number of free squares with letter l,
//! - u(l) the number of our squares with letter l that are not protected, and
//! - c(l) the number of copies of l in the opponent's word.
//!
//! The word can end the game if and only if it can take every free square, that is, if c(l) ≥ n(l) for every letter.
//! It then has c(l) − n(l) copies of l left, which can take that many of our squares, but not more than u(l). So the
//! opponent can get all free squares and Σ min(c(l) − n(l), u(l)) of ours. Added to the squares that they have
//! already, this wins if it makes 13 or more.
//!
//! Example: two squares are free, v and w. We own 12 squares, and three of them, with the letters a, a and e, are not
//! protected. The opponent owns 11 squares. The word *wave* has v and w, and one a and one e left. It can take one a
//! and the e, so the opponent would have 11 + 2 + 2 = 15 squares and win.

use std::sync::Arc;

use dashmap::DashMap;
use rayon::prelude::*;

use super::rules::{MAJORITY, Position, SQUARES, protected};
use super::{Board, Lexicon, Move};
use crate::words::{ALPHABET, Dictionary};

/// The opponent's prospects after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// The opponent cannot win on the next move.
    None,
    /// The opponent can win at once. This is the most frequent word that does it, as an index into the dictionary.
    Word(u32),
    /// We passed, and the opponent can win by passing too: two passes end the game, and they own more squares.
    Pass,
    /// The move itself ends the game, and the opponent has won.
    Lost,
}

/// A number for each letter of a board, by the position of the letter among those that the board has. There are at
/// most 25, and the compiler handles 32 bytes better.
type LetterCounts = [u8; 32];

/// The words with which the opponent could win, for moves on one board.
pub struct WinningReplies<'a> {
    dictionary: &'a Dictionary,
    /// For each letter of the board the squares with it.
    squares: Vec<u32>,
    /// The words that can be played on the board, the most frequent first.
    words: Vec<CountedWord>,
    /// The number of letters of the longest word.
    longest: u32,
    /// The words that can take all free squares, by the letters of the free squares: many moves leave the same
    /// letters. The words are given as indices into `words`, in ascending order.
    ending: DashMap<LetterCounts, Arc<[u32]>>,
}

/// A word that the opponent may play.
struct CountedWord {
    /// Index of the word in the dictionary.
    word: u32,
    counts: LetterCounts,
}

impl<'a> WinningReplies<'a> {
    /// Prepares for moves on a board and for an opponent with the words of a lexicon.
    pub fn new(board: &Board, opponent: &Lexicon<'a>) -> WinningReplies<'a> {
        let dictionary = opponent.dictionary();
        let mut playable = opponent.playable(board);
        playable.par_sort_unstable_by(|a, b| {
            let more_frequent_first = dictionary.compare_frequency(b.word, a.word);
            more_frequent_first.then(a.word.cmp(&b.word))
        });
        let letters: Vec<u8> = (0..ALPHABET as u8)
            .filter(|&letter| board.squares_with(letter) != 0)
            .collect();
        let counted = |word: u32| {
            let mut counts = LetterCounts::default();
            for byte in dictionary.word(word).bytes() {
                let letter = letters.binary_search(&(byte - b'a'));
                counts[letter.expect("the board has the letters of a playable word")] += 1;
            }
            CountedWord { word, counts }
        };
        let lengths = playable.iter().map(|word| dictionary.word(word.word).len());
        WinningReplies {
            dictionary,
            longest: lengths.max().unwrap_or(0) as u32,
            words: playable.iter().map(|word| counted(word.word)).collect(),
            squares: letters.iter().map(|&l| board.squares_with(l)).collect(),
            ending: DashMap::new(),
        }
    }

    /// The threat after a move.
    pub fn threat(&self, played: &Move) -> Threat {
        match played.score.figures().game_end {
            1 => Threat::None,
            -1 => Threat::Lost,
            _ => {
                let text = self.dictionary.word(played.word);
                let winning = self.winning_word(text, played.after);
                winning.map_or(Threat::None, Threat::Word)
            }
        }
    }

    /// The threat after a pass that does not end the game. The position is as the player who passes sees it.
    pub fn threat_of_pass(&self, position: Position) -> Threat {
        if position.theirs.count_ones() > position.ours.count_ones() {
            return Threat::Pass;
        }
        // No word was played, so none is forbidden.
        let winning = self.winning_word("", position);
        winning.map_or(Threat::None, Threat::Word)
    }

    /// The most frequent word with which the opponent wins at once, after `played` has led to a position.
    fn winning_word(&self, played: &str, after: Position) -> Option<u32> {
        let free = after.free();
        if free.count_ones() > self.longest {
            return None;
        }
        let free_letters = self.letters_of(free);
        let takeable_letters = self.letters_of(after.ours & !protected(after.ours));
        let without_ours = after.theirs.count_ones() + free.count_ones();
        let needed = MAJORITY.saturating_sub(without_ours);
        let wins = |word: &&CountedWord| {
            let taken = taken_from_us(&word.counts, &free_letters, &takeable_letters);
            // The opponent may not play our word again, nor its beginning.
            taken >= needed && !played.starts_with(self.dictionary.word(word.word))
        };
        let ending = self.words_that_take(free_letters);
        let mut words = ending.iter().map(|&index| &self.words[index as usize]);
        words.find(wins).map(|word| word.word)
    }

    /// The words with at least these letters, as indices into `words`.
    fn words_that_take(&self, free_letters: LetterCounts) -> Arc<[u32]> {
        if let Some(words) = self.ending.get(&free_letters) {
            return Arc::clone(&words);
        }
        let takes_all = |word: &CountedWord| {
            let counts = word.counts.iter().zip(&free_letters);
            counts.into_iter().all(|(count, free)| count >= free)
        };
        let words: Arc<[u32]> = (0..)
            .zip(&self.words)
            .filter(|(_, word)| takes_all(word))
            .map(|(index, _)| index)
            .collect();
        self.ending.insert(free_letters, Arc::clone(&words));
        words
    }

    /// The number of squares in a mask with each letter.
    fn letters_of(&self, mask: u32) -> LetterCounts {
        let mut counts = LetterCounts::default();
        for (count, squares) in counts.iter_mut().zip(&self.squares) {
            *count = (squares & mask).count_ones() as u8;
        }
        counts
    }
}

/// The number of our squares that a word can take besides all free squares. It must be able to take these.
fn taken_from_us(word: &LetterCounts, free: &LetterCounts, takeable: &LetterCounts) -> u32 {
    let mut sum = 0;
    for i in 0..word.len() {
        // The sum cannot overflow: it is at most the number of squares.
        sum += (word[i] - free[i]).min(takeable[i]);
    }
    debug_assert!(usize::from(sum) <= SQUARES);
    sum.into()
}
