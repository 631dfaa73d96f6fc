//! Stumper: a game of changing one word into another by anagrams, alterations and additions.
//!
//! A game starts on a word of four letters with three moves. An anagram or an alteration (one letter
//! replaced) takes a move. An addition (one letter inserted) takes a move and gains three. Each move scores
//! the number of letters of the word that it leaves. No word may be played twice, and the first word counts as
//! played. The game ends when no moves are left or when no move is possible.
//!
//! `docs/algorithms/stumper.md` and `docs/algorithms/versus.md` explain the algorithms.
//!
//! | module | contents |
//! |---|---|
//! | [`graph`] | [`Graph`]: the words, in tiers by length, and the moves between them |
//! | [`index`] | [`WordIndex`] and [`WordRange`]: a word, and words with consecutive indices |
//! | [`move_kind`] | [`MoveKind`]: anagram, alteration or addition |
//! | [`state`] | [`GameState`]: a game in progress |
//! | [`solution`] | [`Solution`]: the best games from every start, and from any state of a game |
//! | [`flow`] | [`Flow`]: how often the best games use each word and each move |
//! | [`versus`] | [`Versus`]: the two-player game |
//! | [`route`] | the fewest moves from one word to another, and puzzles made from them |

pub mod flow;
pub mod graph;
pub mod index;
pub mod move_kind;
pub mod route;
pub mod solution;
pub mod state;
pub mod versus;

pub use flow::Flow;
pub use graph::Graph;
pub use index::{WordIndex, WordRange};
pub use move_kind::MoveKind;
pub use solution::{BestGames, Solution, Solver};
pub use state::{GameState, IllegalMove, Step};
pub use versus::Versus;
