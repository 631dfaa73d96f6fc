//! Word-game questions answered exactly and in bulk, on a CPU or a GPU.
//!
//! # The map
//!
//! - [`words`]: words, lists, a person's own files, the lists compiled in.
//! - [`guessing`]: games that answer a guess with five marks. A [`Rule`](guessing::Rule) marks a
//!   guess; a [`Game`](guessing::Game) is two lists under a rule; [`sweep`](guessing::sweep()) ranks
//!   every guess; a [`Strategy`](guessing::Strategy) plays whole games, [`simulate`](guessing::simulate())
//!   counts them; [`Within`](guessing::within::Within), [`Optimal`](guessing::optimal::Optimal) and
//!   [`endgame`](guessing::endgame) are exact; [`analysis`](guessing::analysis) judges a player,
//!   [`Conflict`](guessing::Conflict) the marks that a player typed.
//! - [`letterpress`]: a [`Board`](letterpress::Board) of letters; a [`Ranker`](letterpress::Ranker) ranks its moves,
//!   [`look_ahead`](letterpress::look_ahead()) and [`best_replies`](letterpress::best_replies()) consider the
//!   opponent's next move; a [`Game`](letterpress::Game) is a game in progress.
//! - [`stumper`]: a [`Graph`](stumper::Graph) of words; the [`Solution`](stumper::Solution) has the best
//!   games from every start, [`Versus`](stumper::Versus) is the two-player game, and [`route`](stumper::route) finds the
//!   fewest moves between two words.
//! - [`compute`]: numbers in bulk. A [`Backend`](compute::Backend) is the CPU or a GPU; both give the
//!   same bits.
//!
//! Arrows go one way: `words` and `compute` know nothing of games, and the command `engine` is the
//! only part that prints. `docs/architecture.md` tells more.
//!
//! # The first guess that splits the solutions most
//!
//! ```
//! use wordgame_engine::compute::cpu::Cpu;
//! use wordgame_engine::guessing::{Constraint, Game, Lists, Metric, rule::Wordle, sweep};
//!
//! let game = Game::new(&Wordle, Lists::original());
//! let guesses = game.allowed_guesses(&Constraint::default());
//! let sweep = sweep(&game, &Cpu, &game.all_candidates(), &guesses, Metric::Splits, &|_| ())?;
//! let best = sweep.ranking[0];
//! assert_eq!(game.lists().guesses()[best.guess as usize].to_string(), "trace");
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
pub mod progress;
pub mod report;
pub mod stumper;
#[cfg(feature = "tables")]
pub mod tables;
pub mod words;

pub use failure::Failure;
pub use progress::Progress;
