//! The ways to play a word: all choices of squares for its letters.
//!
//! A word that has some letter twice, on a board that has this letter on three squares, can take the two squares in
//! three ways. Choices for different letters are independent. So a word is a *family* of moves as a
//! [`MoveBatch`] defines it: one list for each of its letters, which holds the ways to choose squares for all
//! copies of this letter as masks. A move is the union of one mask from each list.
//!
//! *Folding* leaves out moves that lead to the same position as an earlier move of the same word. A square that we
//! own already, or that the opponent protects, does not change its owner. So of the masks of a list that agree on all
//! other squares, only the first is kept. The lists of a word are folded one by one, before their moves are
//! multiplied out.

use hashbrown::HashSet;
use itertools::Itertools;

use super::Board;
use super::rules::{Position, SQUARES};
use crate::compute::best_moves::{BoardState, MoveBatch};
use crate::words::ALPHABET;

/// Adds words with their ways on one board to a batch.
pub struct Ways<'a> {
    batch: &'a mut MoveBatch,
    position: Position,
    /// For each letter the squares with it, one bit each, in ascending order.
    squares: [Vec<u32>; ALPHABET],
    /// Masks that agree on these squares are folded. `None` without folding.
    decisive: Option<u32>,
    /// The index of each list in the batch, by letter and by the number of copies of it.
    lists: Box<[[Option<u32>; SQUARES + 1]; ALPHABET]>,
    /// The lists of the word that is being added. It is kept to save allocations.
    word_lists: Vec<u32>,
}

impl<'a> Ways<'a> {
    /// Begins a board. With `fold`, only the first of several ways that change the same squares is added.
    pub fn new(batch: &'a mut MoveBatch, board: &Board, fold: bool) -> Ways<'a> {
        let position = board.position();
        Ways {
            batch,
            squares: std::array::from_fn(|letter| {
                let squares = board.squares_with(letter as u8);
                (0..SQUARES as u32)
                    .map(|square| 1 << square)
                    .filter(|square| squares & square != 0)
                    .collect()
            }),
            position,
            decisive: fold.then(|| position.takeable() & !position.ours),
            lists: Box::new([[None; SQUARES + 1]; ALPHABET]),
            word_lists: Vec::new(),
        }
    }

    /// Adds a word and returns the number of ways to play it, which does not depend on folding.
    ///
    /// The ways are numbered with the letters in alphabetical order and the last letter counting fastest. The
    /// choices for one letter are in lexicographic order of their squares.
    pub fn push(&mut self, word: &str) -> u64 {
        let mut counts = [0; ALPHABET];
        for byte in word.bytes() {
            counts[usize::from(byte - b'a')] += 1;
        }
        let mut ways = 1;
        self.word_lists.clear();
        for (letter, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            ways *= combinations(self.squares[letter].len() as u64, count as u64);
            let list = match self.lists[letter][count] {
                Some(list) => list,
                None => self.push_list(letter, count),
            };
            self.word_lists.push(list);
        }
        self.batch.push_family(&self.word_lists);
        ways
    }

    /// Adds the list of the ways to choose `count` squares with a letter.
    fn push_list(&mut self, letter: usize, count: usize) -> u32 {
        let choices = self.squares[letter].iter().copied().combinations(count);
        let mut masks: Vec<u32> = choices.map(|squares| squares.iter().sum()).collect();
        if let Some(decisive) = self.decisive {
            let mut seen = HashSet::new();
            masks.retain(|mask| seen.insert(mask & decisive));
        }
        let list = self.batch.push_list(&masks);
        self.lists[letter][count] = Some(list);
        list
    }

    /// Ends the board. Without this call its words would be part of the board that is added next.
    pub fn finish(self) {
        self.batch.push_board(BoardState {
            ours: self.position.ours,
            theirs: self.position.theirs,
            takeable: self.position.takeable(),
        });
    }
}

/// The number of ways to choose k of n things.
fn combinations(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |ways, i| ways * (n + 1 - i) / i)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(word: &str, ours: u64, theirs: u64, fold: bool) -> (u64, Vec<u32>) {
        let board = Board::new("efpjaccwcejfjvkqmmpbkumlt", ours, theirs, [""; 0]).unwrap();
        let mut batch = MoveBatch::default();
        let mut ways = Ways::new(&mut batch, &board, fold);
        let count = ways.push(word);
        ways.finish();
        let moves = 0..batch.moves(0) as u32;
        (count, moves.map(|index| batch.cells(0, index)).collect())
    }

    #[test]
    fn mumble_has_the_six_masks_of_the_article() {
        let (count, mut masks) = ways("mumble", 2595, 27262992, false);
        assert_eq!(count, 6);
        // The letter e comes before m, so the choice for m changes faster.
        let in_order = [11206657, 15269889, 15335425, 11207168, 15270400, 15335936];
        assert_eq!(masks, in_order);
        masks.sort_unstable();
        let article = [11206657, 11207168, 15269889, 15270400, 15335425, 15335936];
        assert_eq!(masks, article);
    }

    #[test]
    fn ways_that_change_the_same_squares_are_folded_into_the_first() {
        // The letter m is on squares 16, 17 and 22. We own 16 and 22 already.
        let (count, masks) = ways("mm", 1 << 16 | 1 << 22, 0, true);
        assert_eq!(count, 3);
        assert_eq!(masks, [1 << 16 | 1 << 17, 1 << 16 | 1 << 22]);
    }

    #[test]
    fn combinations_are_binomial_coefficients() {
        assert_eq!(combinations(3, 2), 3);
        assert_eq!(combinations(25, 12), 5_200_300);
        assert_eq!(combinations(4, 4), 1);
    }
}
