//! Every move of a board, or of many, best first.
//!
//! Moves are ordered by their [`Score`]: game end high, protected squares high, vulnerability low, owned
//! squares high. Then by how common the word is (for LetterPwn's order the rarer first), by the order of
//! the dictionary, and by the order in which [`Ways`] numbers the moves of a word. So a ranking is a
//! function of what it is made from, whoever computes it.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::moves::{Anagrams, Playable, Ways, anagrams};
use super::rules::{MoveOrder, Position, Score};
use super::{Board, Lexicon};
use crate::compute::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use crate::compute::{Backend, ComputeError};

/// Boards in one batch: their words take some megabytes.
const BOARDS_PER_BATCH: usize = 64;

/// Which moves a ranking has rows for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rows {
    /// The best move of each word.
    Words,
    /// Every move.
    Moves,
}

/// What is ranked, and how much of it is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The order.
    pub order: MoveOrder,
    /// The best move of each word, or every move.
    pub rows: Rows,
    /// Whether moves of a word that change the same squares count as one, the first of them.
    pub fold: bool,
    /// How many moves are wanted at most.
    pub top: usize,
}

impl Ranked {
    /// The same for a backend, to which a word with its anagrams is a family of moves.
    fn query(self) -> MoveQuery {
        MoveQuery {
            exposed: self.order.exposed(),
            scope: match self.rows {
                Rows::Words => Scope::BestOfFamily,
                Rows::Moves => Scope::EveryMove,
            },
            top: self.top,
        }
    }
}

/// A move on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The word, by its place in the dictionary.
    pub place: u32,
    /// The squares of the word.
    pub squares: u32,
    /// Who owns which squares after it.
    pub after: Position,
    /// How good that is for the player who made it.
    pub score: Score,
}

/// The best moves of a board.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// The moves, best first.
    pub moves: Vec<Move>,
    /// The words that can be played.
    pub words: usize,
    /// All ways to play them, whether they were asked for or not.
    pub ways: u64,
}

/// Ranks the moves of boards, in their order. `done` hears how many boards are done.
///
/// # Errors
/// [`ComputeError`], from a GPU alone.
pub fn rank(
    boards: &[Board],
    lexicon: &Lexicon,
    backend: &dyn Backend,
    ranked: Ranked,
    done: &dyn Fn(usize),
) -> Result<Vec<Ranking>, ComputeError> {
    let mut rankings = Vec::with_capacity(boards.len());
    for boards in boards.chunks(BOARDS_PER_BATCH) {
        let prepared: Vec<Prepared> = boards
            .par_iter()
            .map(|board| Prepared::new(board, lexicon, ranked))
            .collect();
        let mut batch = MoveBatch::default();
        for prepared in &prepared {
            batch.append(&prepared.batch);
        }
        let best = backend.best_moves(&batch, ranked.query())?;
        let of_boards = prepared.into_iter().zip(best);
        rankings.extend(of_boards.map(|(prepared, best)| prepared.ranking(&best, ranked.top)));
        done(rankings.len());
    }
    Ok(rankings)
}

/// A board with its words, ready to be scored.
struct Prepared {
    position: Position,
    /// In the order that breaks ties.
    words: Vec<Playable>,
    groups: Vec<Anagrams>,
    batch: MoveBatch,
    ways: u64,
}

impl Prepared {
    fn new(board: &Board, lexicon: &Lexicon, ranked: Ranked) -> Prepared {
        let dictionary = lexicon.dictionary();
        let mut words = lexicon.playable(board);
        words.par_sort_unstable_by(|a, b| {
            let rarer = dictionary.compare_frequency(a.place, b.place);
            let first = match ranked.order {
                MoveOrder::Article => rarer.reverse(),
                MoveOrder::Letterpwn => rarer,
            };
            first.then(a.place.cmp(&b.place))
        });
        let groups = anagrams(&words);
        let mut batch = MoveBatch::default();
        let mut all = Ways::new(&mut batch, board, ranked.fold);
        let mut ways = 0;
        for group in &groups {
            let word = dictionary.word(words[group.words[0] as usize].place);
            ways += all.push(word) * group.words.len() as u64;
        }
        all.finish();
        Prepared {
            position: board.position(),
            words,
            groups,
            batch,
            ways,
        }
    }

    /// Makes the best moves of anagrams into those of words. None of the best `top` moves of words is
    /// missing: each is as good as, or worse than, that of the first of its anagrams.
    fn ranking(self, best: &[BestMove], top: usize) -> Ranking {
        let of_words = |best: &BestMove| {
            let best = *best;
            let words = &self.groups[best.family as usize].words;
            words.iter().map(move |&word| (word, best))
        };
        let mut moves: Vec<(u32, BestMove)> = best.iter().flat_map(of_words).collect();
        moves.par_sort_unstable_by_key(|(word, best)| (Reverse(best.score), *word, best.index));
        moves.truncate(top);
        let finished = |&(word, best): &(u32, BestMove)| Move {
            place: self.words[word as usize].place,
            squares: best.cells,
            after: self.position.after(best.cells),
            score: Score::from_bits(best.score),
        };
        Ranking {
            moves: moves.iter().map(finished).collect(),
            words: self.words.len(),
            ways: self.ways,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::cpu::Cpu;
    use crate::words::Dictionary;

    fn ranking(words: &[(&str, f64)], board: &Board, ranked: Ranked) -> Vec<(String, u32)> {
        let mut dictionary = Dictionary::new(false);
        for &(word, frequency) in words {
            dictionary.push(word, Some(frequency));
        }
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let boards = std::slice::from_ref(board);
        let rankings = rank(boards, &lexicon, &Cpu, ranked, &|_| ()).unwrap();
        let shown = |m: &Move| (dictionary.word(m.place).to_owned(), m.squares);
        rankings[0].moves.iter().map(shown).collect()
    }

    fn all(order: MoveOrder, rows: Rows) -> Ranked {
        Ranked {
            order,
            rows,
            fold: rows == Rows::Words,
            top: usize::MAX,
        }
    }

    #[test]
    fn of_the_six_ways_to_play_mumble_the_articles_fifth_is_best() {
        let board = Board::new("efpjaccwcejfjvkqmmpbkumlt", 2595, 27262992, [""; 0]).unwrap();
        for order in [MoveOrder::Article, MoveOrder::Letterpwn] {
            for rows in [Rows::Words, Rows::Moves] {
                let moves = ranking(&[("mumble", 1.0)], &board, all(order, rows));
                assert_eq!(moves[0], ("mumble".to_owned(), 15335425));
                assert_eq!(moves.len(), if rows == Rows::Words { 1 } else { 6 });
            }
        }
    }

    #[test]
    fn of_equal_moves_the_commoner_word_is_first_but_for_letterpwn_the_rarer() {
        let board = Board::new("teazzzzzzzzzzzzzzzzzzzzzz", 0, 0, [""; 0]).unwrap();
        let words = [("ate", 1.0), ("tea", 3.0), ("eat", 2.0), ("eta", 2.0)];
        let names = |order| -> Vec<String> {
            let moves = ranking(&words, &board, all(order, Rows::Words));
            moves.into_iter().map(|(word, _)| word).collect()
        };
        assert_eq!(names(MoveOrder::Article), ["tea", "eat", "eta", "ate"]);
        assert_eq!(names(MoveOrder::Letterpwn), ["ate", "eat", "eta", "tea"]);
    }

    #[test]
    fn a_board_without_words_has_no_moves() {
        let board = Board::new(&"z".repeat(25), 0, 0, [""; 0]).unwrap();
        let ranked = all(MoveOrder::Article, Rows::Moves);
        assert_eq!(ranking(&[("tea", 1.0)], &board, ranked), []);
    }
}
