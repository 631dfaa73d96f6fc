//! The right answers of the workloads that follow the rules of a game. [`reference`](mod@crate::compute::cpu::reference)
//! has those of the other workloads. All backends must agree with them.

use rayon::prelude::*;

use crate::compute::best_moves::{BestMove, MoveBatch, MoveQuery, Scope};
use crate::compute::cpu::reference;
use crate::compute::grid::Exposed;
use crate::guessing::Game;
use crate::letterpress::{Board, Lexicon, Move, Score, Ways};

/// The bytes of the pattern codes of the first `guesses` guesses of a game on all candidates, row by row. The rule's
/// scalar function computes them one by one.
pub fn pattern_matrix(game: &Game, guesses: usize) -> Vec<u8> {
    let lists = game.lists();
    let code_bytes = game.table().code_bytes();
    let row = |&guess| {
        let code = move |&candidate| game.rule().pattern(guess, candidate).code().to_le_bytes();
        let bytes = lists.candidates().iter().map(code);
        bytes.flat_map(move |bytes| bytes.into_iter().take(code_bytes))
    };
    lists.guesses()[..guesses]
        .par_iter()
        .flat_map_iter(row)
        .collect()
}

/// The best move of each word on a board: best first, at most `top`. Tries every square that has the letter.
pub fn ranking(board: &Board, lexicon: &Lexicon, top: usize) -> Vec<Move> {
    let dictionary = lexicon.dictionary();
    let mut words = lexicon.playable(board);
    words.sort_by(|a, b| {
        let commoner = dictionary.compare_frequency(b.word, a.word);
        commoner.then(a.word.cmp(&b.word))
    });
    let mut batch = MoveBatch::default();
    let mut ways = Ways::new(&mut batch, board, false);
    for word in &words {
        ways.push(dictionary.word(word.word));
    }
    ways.finish();
    let finished = |best: &BestMove| Move {
        word: words[best.family as usize].word,
        squares: best.cells,
        after: board.position().after(best.cells),
        score: Score::from_bits(best.score),
    };
    let query = MoveQuery {
        exposed: Exposed::Ours,
        scope: Scope::BestOfFamily,
        top,
    };
    let best = &reference::best_moves(&batch, query)[0];
    best.iter().map(finished).collect()
}
