//! Games that answer a guess with a pattern of five marks: Wordle and Word Peaks.
//!
//! | module | contents |
//! |---|---|
//! | [`pattern`] | [`Pattern`]: five marks as one number |
//! | [`rule`] | [`Rule`]: how a game marks a guess; [`Wordle`](rule::Wordle), [`WordPeaks`](rule::WordPeaks) |
//! | [`turn`] | [`Turn`]: a guess with its marks; the candidates that remain after some turns |
//! | [`constraint`] | [`Constraint`]: the guesses that hard mode allows |
//! | [`settled`] | [`Settled`](settled::Settled): the letters whose marks are known |
//! | [`violation`] | [`Violation`]: the demand of hard mode that a guess does not meet |
//! | [`lists`] | [`Lists`]: the guesses and solutions of one game |
//! | [`game`] | [`Game`]: lists under a rule, with their code table |
//! | [`partition`] | [`Metric`]: the figures of a partition |
//! | [`mod@sweep`] | every guess on one candidate set, ranked |
//! | [`strategy`] | [`Strategy`]: ways to choose the next guess |
//! | [`tree`] | [`DecisionTree`]: the guess to make after each sequence of marks |
//! | [`tree_builder`] | [`TreeBuilder`]: builds decision trees with a strategy |
//! | [`tree_file`] | decision trees as JSON and as the text that people exchange |
//! | [`mod@simulate`] | a decision tree plays against every solution |
//! | [`bound`] | [`Bound`]: an exact number, or a proven bound on it |
//! | [`optimal`] | exact: the tree with the fewest guesses in total |
//! | [`within`] | exact: the best chance to win within k guesses |
//! | [`mod@endgame`] | exact: the best guesses once few candidates are left |
//! | [`advice`] | [`Adviser`](advice::Adviser): the best guesses in a game under way |
//! | [`analysis`] | the skill and the luck of each guess of a finished game |
//! | [`conflict`] | [`Conflict`]: turns that contradict each other, and marks that may be wrong |

pub mod advice;
pub mod analysis;
pub mod bound;
pub mod conflict;
pub mod constraint;
pub mod endgame;
pub mod game;
pub mod letter_set;
pub mod lists;
pub mod optimal;
pub mod partition;
pub mod pattern;
pub mod rule;
pub mod settled;
pub mod simulate;
pub mod strategy;
pub mod sweep;
pub mod tree;
pub mod tree_builder;
pub mod tree_file;
pub mod turn;
pub mod violation;
pub mod within;

pub use bound::{Bound, BoundKind};
pub use conflict::Conflict;
pub use constraint::{Constraint, HardMode};
pub use game::{GUESSES_PER_GAME, Game};
pub use letter_set::LetterSet;
pub use lists::{Lists, SolutionIndex};
pub use partition::Metric;
pub use pattern::Pattern;
pub use rule::Rule;
pub use simulate::{Simulation, simulate};
pub use strategy::Strategy;
pub use sweep::{Sweep, SweepRequest, sweep, sweep_first_guesses};
pub use tree::DecisionTree;
pub use tree_builder::TreeBuilder;
pub use turn::Turn;
pub use violation::Violation;
