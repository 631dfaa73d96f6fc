//! Letterpress: a board of 25 letters on which two players take squares by playing words.
//!
//! | module | what it holds |
//! |---|---|
//! | [`board`] | [`Board`]: the letters, who owns which squares, the words played; board files |
//! | [`game`] | [`Game`]: a game from move to move, and which words may be played in it |
//! | [`moves`] | the words that can be played on a board, and all ways to play them |
//! | [`mod@rank`] | every move of a board, or of many, best first |
//! | [`rules`] | who owns which squares, what a move changes, and how good a position is |
//! | [`reply`] | whether the opponent can win on the next move, and his best reply |
//!
//! A square is protected when it and all its neighbours (up, down, left, right) have one owner. A move
//! takes the squares of one word, one square a letter, but those that the opponent protects. The game
//! ends when no square is free, and 13 squares or more win; or when both players pass, and more squares
//! win. A word that was played, or that such a word begins with, cannot be played; words have at least
//! two letters.

pub mod board;
pub mod game;
pub mod moves;
pub mod rank;
pub mod reply;
pub mod rules;

pub use board::Board;
pub use game::Game;
pub use moves::Lexicon;
pub use rank::{Move, Ranked, Ranking, Rows, rank};
pub use rules::{Figures, MoveOrder, Position, Score};
