//! The rules of Letterpress: who owns which squares, what a move changes, when the game ends, and which of
//! two positions is better.
//!
//! Square `row · 5 + column` is bit `row · 5 + column` of a mask, so the top left square is bit 0.

use serde::{Deserialize, Serialize};

use crate::compute::grid::{self, Exposed, ScoreParts};

/// The squares of a board.
pub const SQUARES: usize = grid::CELLS as usize;

/// The mask of all squares.
pub const ALL_SQUARES: u32 = grid::ALL_CELLS;

/// When no square is free, the player who has this many squares or more wins.
pub const MAJORITY: u32 = grid::MAJORITY;

/// The owners of the squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the player to move.
    pub ours: u32,
    /// The squares of the opponent; none of them is in `ours`.
    pub theirs: u32,
}

impl Position {
    /// The squares that nobody owns.
    pub fn free(self) -> u32 {
        ALL_SQUARES & !(self.ours | self.theirs)
    }

    /// The squares that become ours if we play them: all except those that the opponent protects.
    pub fn takeable(self) -> u32 {
        ALL_SQUARES & !protected(self.theirs)
    }

    /// The position after a move on these squares, still seen by the player who made it.
    pub fn after(self, squares: u32) -> Position {
        let ours = self.ours | (squares & self.takeable());
        Position {
            ours,
            theirs: self.theirs & !ours,
        }
    }

    /// The position as the opponent sees it.
    pub fn swapped(self) -> Position {
        Position {
            ours: self.theirs,
            theirs: self.ours,
        }
    }
}

/// The protected squares among those of one player: the squares whose neighbours (up, down, left, right)
/// belong to the same player.
pub fn protected(owned: u32) -> u32 {
    grid::interior(owned)
}

/// The two rankings of moves. They differ in the squares whose vulnerability counts, and in the order of
/// words with equal moves: see [`rank`](super::rank()).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveOrder {
    /// The ranking of the article: the vulnerability of all our squares.
    #[default]
    Article,
    /// The ranking of LetterPwn: only the vulnerability of our protected squares.
    Letterpwn,
}

impl MoveOrder {
    /// The squares whose vulnerability counts.
    pub fn exposed(self) -> Exposed {
        match self {
            MoveOrder::Article => Exposed::Ours,
            MoveOrder::Letterpwn => Exposed::Interior,
        }
    }
}

/// How good a position is for the player who made it. A better position has a greater score: scores
/// compare the [`Figures`] in the order of their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u32);

/// The parts of a [`Score`], the most important one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figures {
    /// 1 if the game is won, −1 if it is lost, 0 if it is not over. Greater is better.
    pub game_end: i32,
    /// Our protected squares minus theirs. Greater is better.
    pub protected_diff: i32,
    /// The sides of our squares from which they could be attacked: for each of our squares, or each of
    /// our protected squares (see [`MoveOrder`]), the number of its neighbours that are not protected
    /// squares of ours. Fewer is better.
    pub vulnerability: u32,
    /// Our squares minus theirs. Greater is better.
    pub owned_diff: i32,
}

impl Score {
    /// The score of a position, for the player who owns `position.ours` and has just moved.
    pub fn of(order: MoveOrder, position: Position) -> Score {
        Score::from_bits(grid::score(order.exposed(), position.ours, position.theirs))
    }

    /// The score that a backend computed as a number: see [`grid::score`].
    pub fn from_bits(bits: u32) -> Score {
        Score(bits)
    }

    /// The figures of the score.
    pub fn figures(self) -> Figures {
        let parts = ScoreParts::of(self.0);
        Figures {
            game_end: parts.outcome as i32 - 1,
            protected_diff: parts.interior_diff,
            vulnerability: parts.exposed_sides,
            owned_diff: parts.owned_diff,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_takes_every_square_that_the_opponent_does_not_protect() {
        // The opponent owns the top left corner and its neighbours, so the corner is protected.
        let theirs = 0b00001_00011;
        let position = Position {
            ours: 1 << 24,
            theirs,
        };
        let after = position.after(0b00000_00111);
        assert_eq!(after.ours, 1 << 24 | 0b110);
        assert_eq!(after.theirs, 0b00001_00001);
    }

    #[test]
    fn the_game_ends_when_no_square_is_free_and_thirteen_squares_win() {
        for (squares, end) in [(13, 1), (12, -1)] {
            let ours = (1 << squares) - 1;
            let position = Position {
                ours,
                theirs: ALL_SQUARES & !ours,
            };
            assert_eq!(
                Score::of(MoveOrder::Article, position).figures().game_end,
                end
            );
        }
    }
}
