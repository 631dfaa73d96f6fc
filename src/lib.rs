//! Word games, solved exactly and in bulk, on a CPU or a GPU.
//!
//! # A map of the crate
//!
//! Dependencies point downwards: a module uses only modules below it in this table.
//!
//! | module | contents |
//! |---|---|
//! | `bench` | measuring and tuning the stages of a backend (feature `gpu`) |
//! | `tables` | tables of patterns as files: npy, npz, Parquet, raw (feature `tables`) |
//! | [`jobs`] | long work: shards, merging, checkpoints, cost estimates |
//! | [`report`] | results as data, rendered as text, CSV, JSON or SVG |
//! | [`guessing`] | Wordle and Word Peaks: ranking guesses, strategies, decision trees, exact searches |
//! | [`letterpress`] | Letterpress: boards, the best moves, the opponent's replies |
//! | [`stumper`] | Stumper: the word graph, the best games, the two-player game, routes |
//! | [`compute`] | numbers in bulk: a [`Backend`](compute::Backend) is the CPU or a GPU, with bit-identical results |
//! | [`words`] | words and their alphabets, lists of words, dictionaries, vocabulary levels |
//!
//! The games do not use each other, and `compute` knows nothing about words or rules. Long work reports to a
//! [`Progress`]. A [`Failure`] is an error for people. Text from files is made [safe to print](printable). The library never prints: only the command `engine` does.
//! `docs/architecture.md` describes how the parts work together.
//!
//! # Where to start
//!
//! - Guessing games: a [`Game`](guessing::Game) is two lists of words under a [`Rule`](guessing::Rule).
//!   [`sweep`](guessing::sweep()) ranks guesses. A [`Strategy`](guessing::Strategy) chooses guesses, a
//!   [`TreeBuilder`](guessing::TreeBuilder) turns it into a [`DecisionTree`](guessing::DecisionTree), and
//!   [`simulate`](guessing::simulate()) plays the tree against every solution. [`Optimal`](guessing::optimal::Optimal) and
//!   [`Within`](guessing::within::Within) are exact.
//! - Letterpress: a [`Board`](letterpress::Board) of letters; a [`Ranker`](letterpress::Ranker) ranks its moves,
//!   [`look_ahead`](letterpress::look_ahead()) and [`best_replies`](letterpress::best_replies()) consider the opponent's
//!   next move; a [`Game`](letterpress::Game) is a game in progress.
//! - Stumper: a [`Graph`](stumper::Graph) of words; a [`Solution`](stumper::Solution) has the best games from every
//!   start, [`Versus`](stumper::Versus) is the two-player game, and [`route`](stumper::route) finds the fewest moves
//!   between two words.
//! - Long work: a [`Job`](jobs::Job) runs as a whole or in shards, and [`merge`](jobs::merge()) joins the shards.
//!
//! # Example: the best first guess
//!
//! ```
//! use wordgame_engine::compute::cpu::Cpu;
//! use wordgame_engine::guessing::{Game, Lists, Metric, rule::Wordle, sweep_first_guesses};
//!
//! let game = Game::new(&Wordle, Lists::original());
//! let sweep = sweep_first_guesses(&game, &Cpu, Metric::Splits)?;
//! let best = sweep.ranking[0];
//! assert_eq!(game.guess_word(best.guess).to_string(), "trace");
//! assert_eq!(best.stats.splits, 150);
//! # Ok::<(), wordgame_engine::compute::ComputeError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "gpu")]
pub mod bench;
pub mod compute;
pub mod failure;
pub mod files;
pub mod guessing;
pub mod jobs;
pub mod letterpress;
pub mod printable;
pub mod progress;
#[cfg(any(feature = "gpu", feature = "tables"))]
mod quiet_panic;
pub mod report;
pub mod spool;
pub mod stumper;
#[cfg(feature = "tables")]
pub mod tables;
pub mod words;

pub use failure::Failure;
pub use progress::Progress;

/// Compiles and runs the example in the README as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
