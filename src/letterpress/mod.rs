//! Letterpress: two players take the squares of a 5 × 5 board of letters by playing words.
//!
//! A move is a word and one square for each of its letters. The player takes all these squares except those
//! that the opponent protects. A square is *protected* if it and all its neighbours (up, down, left, right) have
//! one owner.
//!
//! The game ends when no square is free, and then the player with 13 squares or more wins. It also ends when both
//! players pass, one after the other, and then the player with more squares wins. Words have at least two
//! letters. No word may be played twice, nor may a word with which a played word begins: after *jacket*, *jack*
//! is not allowed.
//!
//! `docs/algorithms/letterpress.md` explains how moves are ranked and how replies are found.
//!
//! | module | contents |
//! |---|---|
//! | [`rules`] | who owns which squares, what a move changes, and how good a position is |
//! | [`board`] | [`Board`]: the letters, the owners of the squares, the words played; board files |
//! | [`lexicon`] | [`Lexicon`]: the words that a player knows, and which of them fit a board |
//! | [`ways`] | [`Ways`]: every choice of squares for a word, as a backend takes them |
//! | [`mod@rank`] | [`Ranker`]: the moves of a board, best first |
//! | [`threats`] | [`WinningReplies`]: the words with which the opponent wins at once |
//! | [`mod@look_ahead`] | the moves of a board, ordered by that threat |
//! | [`mod@best_replies`] | the moves of a board, ordered by the opponent's best reply |
//! | [`mod@best_turns`] | the turns of a game, a pass included, ordered by the opponent's threat |
//! | [`game`] | [`Game`]: a game from move to move, and which words may be played in it |

pub mod best_replies;
pub mod best_turns;
pub mod board;
pub mod game;
pub mod lexicon;
pub mod look_ahead;
pub mod rank;
pub mod rules;
pub mod threats;
pub mod ways;

pub use best_replies::{BestReplies, best_replies};
pub use best_turns::{BestTurns, RankedTurn, best_turns};
pub use board::{Board, BoardFile};
pub use game::Game;
pub use lexicon::Lexicon;
pub use look_ahead::{Knows, LookAhead, Opponent, look_ahead};
pub use rank::{Move, RankOptions, Ranker, Ranking, Rows};
pub use rules::{Figures, MoveOrder, Position, Score};
pub use threats::{Threat, WinningReplies};
pub use ways::Ways;
