//! The turns of a game, best first: the moves ordered by what the opponent could win with next, and a pass among them.

use std::cmp::Ordering;

use super::game::{Game, Outcome};
use super::look_ahead::{Opponent, compare_threats, look_ahead};
use super::rank::{Move, Ranker};
use super::rules::{Figures, MoveOrder, Score};
use super::threats::Threat;
use super::{Board, Lexicon};
use crate::compute::ComputeError;
use crate::words::Dictionary;

/// The best turns of the player to move.
#[derive(Clone, Debug)]
pub struct BestTurns {
    /// The turns, best first.
    pub turns: Vec<RankedTurn>,
    /// True if there are moves, but the opponent can win after each of them.
    pub every_move_loses: bool,
    /// True if the opponent can win after a pass, or has then won.
    pub pass_loses: bool,
}

/// A turn that the player to move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedTurn {
    /// The move, or `None` for a pass.
    pub played: Option<Move>,
    /// The opponent's prospects after the turn.
    pub threat: Threat,
    /// The result if the turn ends the game.
    pub outcome: Option<Outcome>,
}

impl RankedTurn {
    /// The figures of the position after the turn. `board` is the board before it. A pass changes nothing.
    pub fn figures(&self, board: &Board, order: MoveOrder) -> Figures {
        match self.played {
            Some(played) => played.score.figures(),
            None => Score::of(order, board.position()).figures(),
        }
    }
}

/// The classes of turns, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// The turn ends the game and wins.
    Wins,
    /// The opponent cannot win at once.
    Safe,
    /// The turn ends the game, and nobody has won.
    Draws,
    /// The opponent can win at once, or has won.
    Loses,
}

/// Orders the turns of the player to move, and returns the best, at most as many as the ranker returns moves:
///
/// 1. those that win at once,
/// 2. those after which the opponent cannot win at once: the moves in the order of the ranking, then a pass,
/// 3. a pass that ends the game as a draw,
/// 4. the others: the rarer the word that wins for the opponent, the better.
///
/// `opponent` has the words of the opponent. It must be of the same dictionary as the ranker's lexicon.
///
/// # Errors
/// [`ComputeError`] if the backend is a GPU and it fails.
pub fn best_turns(
    game: &Game,
    ranker: &Ranker,
    opponent: &Lexicon,
) -> Result<BestTurns, ComputeError> {
    let opponent = Opponent {
        lexicon: opponent,
        knows: None,
    };
    let board = game.board();
    let ahead = look_ahead(ranker, board, &opponent)?;
    let player = game.to_move();
    let with_outcome = |&(played, threat): &(Move, Threat)| RankedTurn {
        played: Some(played),
        threat,
        outcome: match played.score.figures().game_end {
            1 => Some(Outcome::Won(player)),
            -1 => Some(Outcome::Won(player.other())),
            _ => None,
        },
    };
    let mut turns: Vec<RankedTurn> = ahead.moves.iter().map(with_outcome).collect();
    let outcome = game.outcome_of_pass();
    let pass = RankedTurn {
        played: None,
        threat: match outcome {
            None => ahead.pass,
            Some(Outcome::Won(winner)) if winner != player => Threat::Lost,
            Some(_) => Threat::None,
        },
        outcome,
    };
    let class = |turn: &RankedTurn| match (turn.outcome, turn.threat) {
        (Some(Outcome::Won(winner)), _) if winner == player => Class::Wins,
        (Some(Outcome::Drawn), _) => Class::Draws,
        (_, Threat::None) => Class::Safe,
        _ => Class::Loses,
    };
    let compare =
        |a: &RankedTurn, b: &RankedTurn| compare(class, ranker.lexicon.dictionary(), a, b);
    let before_pass = turns.partition_point(|turn| compare(turn, &pass) != Ordering::Greater);
    turns.insert(before_pass, pass);
    turns.truncate(ranker.options.top);
    Ok(BestTurns {
        turns,
        pass_loses: class(&pass) == Class::Loses,
        every_move_loses: ahead.every_move_loses,
    })
}

fn compare(
    class: impl Fn(&RankedTurn) -> Class,
    dictionary: &Dictionary,
    a: &RankedTurn,
    b: &RankedTurn,
) -> Ordering {
    class(a)
        .cmp(&class(b))
        .then_with(|| compare_threats(a.threat, b.threat, dictionary))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::cpu::Cpu;
    use crate::letterpress::game::Side;
    use crate::letterpress::{RankOptions, Rows};

    const LETTERS: &str = "abcdefghijklmnopqrstuvwxy";

    /// A game in which we own the first squares, the opponent owns the next ones, and the rest are free.
    fn game(ours: u32, theirs: u32, passes: usize, dictionary: &Dictionary) -> Game<'_> {
        let mask = |from: u32, count: u32| ((1u64 << count) - 1) << from;
        let board = Board::new(LETTERS, mask(0, ours), mask(ours, theirs), [""; 0]).unwrap();
        Game::continued(board, Side::Ours, passes, dictionary)
    }

    fn dictionary(words: &[(&str, f64)]) -> Dictionary {
        let mut dictionary = Dictionary::new(true);
        for &(word, frequency) in words {
            dictionary.push(word, Some(frequency));
        }
        dictionary
    }

    /// The turns as text, with the word that beats them: `yb<vwx`. A pass is `-`.
    fn turns(game: &Game, dictionary: &Dictionary) -> Vec<String> {
        let lexicon = Lexicon::new(dictionary, |_| true);
        let options = RankOptions {
            order: MoveOrder::Article,
            rows: Rows::Words,
            fold: true,
            top: 10,
        };
        let best = best_turns(game, &Ranker::new(&lexicon, &Cpu, options), &lexicon).unwrap();
        let text = |turn: &RankedTurn| {
            let word = turn
                .played
                .map_or("-", |played| dictionary.word(played.word));
            match turn.threat {
                Threat::None => word.to_owned(),
                Threat::Word(by) => format!("{word}<{}", dictionary.word(by)),
                Threat::Pass => format!("{word}<pass"),
                Threat::Lost => format!("{word} lost"),
            }
        };
        best.turns.iter().map(text).collect()
    }

    #[test]
    fn a_pass_that_wins_is_best_and_one_that_draws_is_better_than_to_lose() {
        let words = dictionary(&[("yb", 1.0), ("vwx", 2.0), ("cd", 2.0)]);
        // Nobody can win with a word: too many squares are free.
        assert_eq!(turns(&game(3, 2, 1, &words), &words)[0], "-");
        assert_eq!(turns(&game(2, 2, 1, &words), &words).last().unwrap(), "-");
        assert_eq!(
            turns(&game(2, 3, 1, &words), &words).last().unwrap(),
            "- lost"
        );
    }

    /// The last squares are free: v, w, x and y. We own every other square of the rest, 11 of them, and the opponent
    /// owns 10. No square is protected.
    fn late_game(dictionary: &Dictionary) -> Game<'_> {
        let even: u64 = (0..11).map(|square| 1u64 << (2 * square)).sum();
        let odd: u64 = (0..10).map(|square| 2u64 << (2 * square)).sum();
        let board = Board::new(LETTERS, even, odd, [""; 0]).unwrap();
        Game::new(board, Side::Ours, dictionary)
    }

    #[test]
    fn a_pass_is_better_than_a_move_that_loses_and_worse_than_one_that_does_not() {
        // After vwx the opponent takes y, a and c, and has 13 squares. After yac the opponent takes v, w and x.
        let words = dictionary(&[("vwx", 1.0), ("yac", 2.0)]);
        assert_eq!(
            turns(&late_game(&words), &words),
            ["-", "yac<vwx", "vwx<yac"]
        );
        let words = dictionary(&[("vw", 1.0)]);
        assert_eq!(turns(&late_game(&words), &words), ["vw", "-"]);
        // The move wins. After a pass the opponent would win with the same word.
        let words = dictionary(&[("ly", 1.0)]);
        assert_eq!(turns(&game(12, 12, 0, &words), &words), ["ly", "-<ly"]);
    }

    #[test]
    fn a_pass_delays_a_game_that_the_only_move_would_end_and_lose() {
        let words = dictionary(&[("yx", 1.0)]);
        assert_eq!(
            turns(&game(4, 20, 0, &words), &words),
            ["-<pass", "yx lost"]
        );
    }
}
