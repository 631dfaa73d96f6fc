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
//! | [`strategy`] | [`Strategy`]: ways to choose the next guess |
//! | [`tree`] | [`DecisionTree`], and [`Grower`], which grows them by a strategy |
//! | [`tree_file`] | trees as JSON and as the text that people exchange |
//! | [`mod@simulate`] | a tree against every solution |
//! | [`bound`] | [`Bound`]: an exact number, or a proven bound on it |
//! | [`optimal`] | exact: the tree with the fewest guesses in total |
//! | [`within`] | exact: the best chance to win within k guesses |
//! | [`mod@endgame`] | exact: the best guesses once few candidates are left |
//! | [`advice`] | [`Adviser`](advice::Adviser): the best guesses in a game under way |
//! | [`analysis`] | how good the guesses of a game were, and how lucky |
//! | [`conflict`] | [`Conflict`]: turns that no solution fits, and what would mend them |

pub mod advice;
pub mod analysis;
pub mod bound;
pub mod conflict;
pub mod constraint;
pub mod endgame;
pub mod game;
pub mod lists;
pub mod optimal;
pub mod partition;
pub mod pattern;
pub mod rule;
pub mod simulate;
pub mod strategy;
pub mod sweep;
pub mod tree;
pub mod tree_file;
pub mod turn;
pub mod within;

pub use bound::{Bound, BoundKind};
pub use conflict::Conflict;
pub use constraint::{Constraint, HardMode};
pub use game::Game;
pub use lists::Lists;
pub use partition::Metric;
pub use pattern::Pattern;
pub use rule::Rule;
pub use simulate::{Simulation, simulate};
pub use strategy::Strategy;
pub use sweep::{Sweep, sweep};
pub use tree::{DecisionTree, Grower};
pub use turn::Turn;
