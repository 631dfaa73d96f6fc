//! Games that answer a guess with a pattern of five marks.
//!
//! | module | what it holds |
//! |---|---|
//! | [`pattern`] | [`Pattern`]: five marks as one number |
//! | [`rule`] | [`Rule`]: how a game marks a guess; [`Wordle`](rule::Wordle) |
//! | [`turn`] | [`Turn`]: a guess with its marks, and the candidates that turns leave |
//! | [`constraint`] | [`Constraint`]: what a hard mode allows |
//! | [`lists`] | [`Lists`]: the guesses and solutions of one game |
//! | [`game`] | [`Game`]: lists under a rule, with their code table |
//! | [`partition`] | [`Metric`]: the figures made from a partition |
//! | [`mod@sweep`] | every guess against one candidate set, ranked |

pub mod constraint;
pub mod game;
pub mod lists;
pub mod partition;
pub mod pattern;
pub mod rule;
pub mod sweep;
pub mod turn;

pub use constraint::{Constraint, HardMode};
pub use game::Game;
pub use lists::Lists;
pub use partition::Metric;
pub use pattern::Pattern;
pub use rule::Rule;
pub use sweep::{Sweep, sweep};
pub use turn::Turn;
