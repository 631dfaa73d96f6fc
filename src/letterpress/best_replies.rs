//! The moves of a board, ordered by the opponent's best reply.

use super::Board;
use super::rank::{Move, RankOptions, Ranker, Rows};
use crate::compute::ComputeError;

/// The best moves of a board, each with the opponent's best reply.
#[derive(Clone, Debug)]
pub struct BestReplies {
    /// The moves with their replies, best first. The reply is `None` if the move ends the game or if the opponent
    /// has no word to play.
    pub moves: Vec<(Move, Option<Move>)>,
    /// The number of words that can be played.
    pub words: usize,
    /// The number of ways to play them, without folding.
    pub ways: u64,
}

/// Takes the best moves of a board as the ranker ranks them, finds the opponent's best reply to each, which is the
/// first move in the same ranking from the opponent's side, and reorders the moves: those with the worst reply for
/// the opponent come first. The opponent has the ranker's lexicon. Progress counts the replies.
///
/// # Errors
/// [`ComputeError`] if the backend is a GPU and it fails.
pub fn best_replies(ranker: &Ranker, board: &Board) -> Result<BestReplies, ComputeError> {
    let Ranker {
        lexicon,
        backend,
        options,
        progress,
    } = *ranker;
    let ranking = Ranker::new(lexicon, backend, options).rank(board)?;
    let goes_on = |played: &Move| played.after.free() != 0;
    let next_boards: Vec<Board> = ranking
        .moves
        .iter()
        .filter(|played| goes_on(played))
        .map(|played| board.after(lexicon.dictionary().word(played.word), played.after))
        .collect();
    let best_only = RankOptions {
        rows: Rows::Words,
        fold: true,
        top: 1,
        ..options
    };
    let replies = Ranker::new(lexicon, backend, best_only)
        .with_progress(progress)
        .rank_all(&next_boards)?;
    let mut replies = replies.into_iter();
    let with_reply = |played: Move| {
        let reply = if goes_on(&played) {
            let reply = replies.next();
            reply.and_then(|reply| reply.moves.first().copied())
        } else {
            None
        };
        (played, reply)
    };
    let mut moves: Vec<_> = ranking.moves.into_iter().map(with_reply).collect();
    moves.sort_by_key(|(played, reply)| {
        let class = match (played.score.figures().game_end, reply) {
            (1, _) => Class::Wins,
            (-1, _) => Class::Loses,
            (_, None) => Class::NoReply,
            (_, Some(_)) => Class::Reply,
        };
        (class, reply.map(|reply| reply.score))
    });
    Ok(BestReplies {
        moves,
        words: ranking.words,
        ways: ranking.ways,
    })
}

/// The classes of moves, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The move ends the game and wins.
    Wins,
    /// The opponent has no word to play.
    NoReply,
    /// The opponent has a reply.
    Reply,
    /// The move ends the game and loses.
    Loses,
}
