//! Stumper: from a word of four letters to others, by anagrams, alterations and additions.
//!
//! | module | what it holds |
//! |---|---|
//! | [`graph`] | [`Graph`]: the words, in tiers by length, and the moves between them |
//! | [`position`] | [`Position`]: a game under way |
//! | [`flow`] | [`Flow`]: the words and moves that the best games go through |
//! | [`optimum`] | [`Solution`]: the best games from every start, and from any position |
//! | [`versus`] | [`Versus`]: the game of two |
//! | [`route`] | the fewest moves from one word to another |
//!
//! A game starts on a word of four letters with three moves. An anagram or an alteration (one letter
//! replaced) takes a move; an addition (one letter inserted) takes one and gains three. A move scores the
//! length of the word that it leaves. No word is played twice, the start included; the game is over
//! when there are no moves left, or none that is possible, which scores nothing.

pub mod flow;
pub mod graph;
pub mod optimum;
pub mod position;
pub mod route;
pub mod versus;

pub use flow::Flow;
pub use graph::{Graph, Kind};
pub use optimum::{Optimum, Solution};
pub use position::Position;
pub use versus::Versus;
