//! The moves of a board, best first.
//!
//! Moves are ordered by
//!
//! 1. their [`Score`], that is by the end of the game, the protected squares, the vulnerability and the owned
//!    squares, in this order;
//! 2. the frequency of the word: the more frequent word first, or the rarer word in LetterPwn's order;
//! 3. the order of the dictionary;
//! 4. the order in which [`Ways`] numbers the ways to play a word.
//!
//! No two moves are equal in all of these, so a ranking depends only on the board, the words and the options, not on
//! the backend.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::lexicon::{Anagrams, Playable, anagrams};
use super::rules::{MoveOrder, Position, Score};
use super::ways::Ways;
use super::{Board, Lexicon};
use crate::Progress;
use crate::compute::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use crate::compute::{Backend, ComputeError};

/// The number of boards in one batch. The words of a batch take some megabytes.
const BOARDS_PER_BATCH: usize = 64;

/// The moves for which a ranking has rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rows {
    /// The best move of each word.
    Words,
    /// Every move.
    Moves,
}

/// How moves are ranked, and which of them are returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankOptions {
    /// The order of moves.
    pub order: MoveOrder,
    /// The best move of each word, or every move.
    pub rows: Rows,
    /// True if only the first of several moves of a word that change the same squares is ranked.
    pub fold: bool,
    /// The greatest number of moves to return for each board.
    pub top: usize,
}

impl RankOptions {
    /// The question for a backend. A word and its anagrams are one family of moves.
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
    /// Index of the word in the dictionary.
    pub word: u32,
    /// The squares of its letters.
    pub squares: u32,
    /// The position after the move, as the player who made it sees it.
    pub after: Position,
    /// The score of that position for this player.
    pub score: Score,
}

/// The best moves of a board.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// The moves, best first.
    pub moves: Vec<Move>,
    /// The number of words that can be played.
    pub words: usize,
    /// The number of ways to play them, without folding.
    pub ways: u64,
}

/// Ranks the moves of boards.
///
/// ```
/// use wordgame_engine::compute::cpu::Cpu;
/// use wordgame_engine::letterpress::{Board, Lexicon, MoveOrder, RankOptions, Ranker, Rows};
/// use wordgame_engine::words::Dictionary;
///
/// let mut dictionary = Dictionary::new(false);
/// dictionary.push("mumble", None);
/// let lexicon = Lexicon::new(&dictionary, |_| true);
/// let options = RankOptions {
///     order: MoveOrder::Article,
///     rows: Rows::Words,
///     fold: true,
///     top: 10,
/// };
/// // The board has two squares with e and three with m, so there are 2 · 3 ways to play mumble.
/// let board = Board::new("efpjaccwcejfjvkqmmpbkumlt", 2595, 27262992, [""; 0]).unwrap();
/// let ranking = Ranker::new(&lexicon, &Cpu, options).rank(&board)?;
/// assert_eq!((ranking.words, ranking.ways), (1, 6));
/// assert_eq!(ranking.moves[0].squares, 15335425);
/// # Ok::<(), wordgame_engine::compute::ComputeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Ranker<'a> {
    /// The words that the player knows.
    pub lexicon: &'a Lexicon<'a>,
    /// Scores the moves.
    pub backend: &'a dyn Backend,
    /// How moves are ranked, and which of them are returned.
    pub options: RankOptions,
    /// Told the number of boards that are done.
    pub progress: Progress<'a>,
}

impl<'a> Ranker<'a> {
    /// A ranker that reports no progress.
    pub fn new(
        lexicon: &'a Lexicon<'a>,
        backend: &'a dyn Backend,
        options: RankOptions,
    ) -> Ranker<'a> {
        Ranker {
            lexicon,
            backend,
            options,
            progress: Progress::none(),
        }
    }

    /// Reports the number of boards that are done to `progress`.
    pub fn with_progress(self, progress: Progress<'a>) -> Ranker<'a> {
        Ranker { progress, ..self }
    }

    /// Ranks the moves of one board.
    ///
    /// # Errors
    /// [`ComputeError`] if the backend is a GPU and it fails.
    pub fn rank(&self, board: &Board) -> Result<Ranking, ComputeError> {
        let mut rankings = self.rank_all(std::slice::from_ref(board))?;
        Ok(rankings.pop().expect("one board has one ranking"))
    }

    /// Ranks the moves of some boards. The rankings are in the order of the boards.
    ///
    /// # Errors
    /// [`ComputeError`] if the backend is a GPU and it fails.
    pub fn rank_all(&self, boards: &[Board]) -> Result<Vec<Ranking>, ComputeError> {
        let mut rankings = Vec::with_capacity(boards.len());
        self.rank_each(boards, |_, ranking| {
            rankings.push(ranking);
            Ok(())
        })
        .map(|()| rankings)
    }

    /// Ranks the moves of some boards and passes each board with its ranking to `take`, in the order of the boards. Only the
    /// rankings of some boards are in memory.
    ///
    /// # Errors
    /// [`ComputeError`] if the backend is a GPU and it fails, or the error of `take`.
    pub fn rank_each<E: From<ComputeError>>(
        &self,
        boards: &[Board],
        mut take: impl FnMut(&Board, Ranking) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut done = 0;
        for boards in boards.chunks(BOARDS_PER_BATCH) {
            let prepared: Vec<PreparedBoard> = boards
                .par_iter()
                .map(|board| PreparedBoard::new(board, self.lexicon, self.options))
                .collect();
            let mut batch = MoveBatch::default();
            for prepared in &prepared {
                batch.append(&prepared.batch);
            }
            let best = self.backend.best_moves(&batch, self.options.query())?;
            for (board, (prepared, best)) in boards.iter().zip(prepared.into_iter().zip(best)) {
                take(board, prepared.ranking(&best, self.options.top))?;
            }
            done += boards.len();
            self.progress.report(done);
        }
        Ok(())
    }
}

/// A board with its words, ready to be scored.
struct PreparedBoard {
    position: Position,
    /// The words that can be played, in the order that breaks ties.
    words: Vec<Playable>,
    /// The words grouped by their letters. Each group is a family of moves in `batch`.
    anagrams: Vec<Anagrams>,
    batch: MoveBatch,
    ways: u64,
}

impl PreparedBoard {
    fn new(board: &Board, lexicon: &Lexicon, options: RankOptions) -> PreparedBoard {
        let dictionary = lexicon.dictionary();
        let mut words = lexicon.playable(board);
        words.par_sort_unstable_by(|a, b| {
            let rarer_first = dictionary.compare_frequency(a.word, b.word);
            let by_frequency = match options.order {
                MoveOrder::Article => rarer_first.reverse(),
                MoveOrder::Letterpwn => rarer_first,
            };
            by_frequency.then(a.word.cmp(&b.word))
        });
        let anagrams = anagrams(&words);
        let mut batch = MoveBatch::default();
        let mut ways_of_words = Ways::new(&mut batch, board, options.fold);
        let mut ways = 0;
        for group in &anagrams {
            let first = words[group.indices[0] as usize];
            let ways_of_word = ways_of_words.push(dictionary.word(first.word));
            ways += ways_of_word * group.indices.len() as u64;
        }
        ways_of_words.finish();
        PreparedBoard {
            position: board.position(),
            words,
            anagrams,
            batch,
            ways,
        }
    }

    /// Turns the best moves of families into the best moves of words. A word is an index into `words` here.
    ///
    /// `best` holds the best `top` moves with the first word of each group of anagrams. A move with another word
    /// of the group ranks after the same move with the first word. So if the latter is not among the best `top`
    /// moves, the former is not either, and none is missing here.
    fn ranking(self, best: &[BestMove], top: usize) -> Ranking {
        let with_each_word = |best: &BestMove| {
            let best = *best;
            let indices = &self.anagrams[best.family as usize].indices;
            indices.iter().map(move |&index| (index, best))
        };
        let mut moves: Vec<(u32, BestMove)> = best.iter().flat_map(with_each_word).collect();
        moves.par_sort_unstable_by_key(|(word, best)| (Reverse(best.score), *word, best.index));
        moves.truncate(top);
        let finished = |&(word, best): &(u32, BestMove)| Move {
            word: self.words[word as usize].word,
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

    fn ranking(words: &[(&str, f64)], board: &Board, options: RankOptions) -> Vec<(String, u32)> {
        let mut dictionary = Dictionary::new(false);
        for &(word, frequency) in words {
            dictionary.push(word, Some(frequency));
        }
        let lexicon = Lexicon::new(&dictionary, |_| true);
        let ranking = Ranker::new(&lexicon, &Cpu, options).rank(board).unwrap();
        let with_text = |m: &Move| (dictionary.word(m.word).to_owned(), m.squares);
        ranking.moves.iter().map(with_text).collect()
    }

    fn all(order: MoveOrder, rows: Rows) -> RankOptions {
        RankOptions {
            order,
            rows,
            fold: rows == Rows::Words,
            top: usize::MAX,
        }
    }

    #[test]
    fn the_fifth_of_the_articles_six_ways_to_play_mumble_is_best() {
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
    fn among_equal_moves_the_more_frequent_word_is_first_or_the_rarer_in_letterpwns_order() {
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
    fn a_board_on_which_no_word_can_be_played_has_no_moves() {
        let board = Board::new(&"z".repeat(25), 0, 0, [""; 0]).unwrap();
        let options = all(MoveOrder::Article, Rows::Moves);
        assert_eq!(ranking(&[("tea", 1.0)], &board, options), []);
    }
}
