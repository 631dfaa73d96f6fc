//! Numbers in bulk: the [`Backend`] trait, its CPU and GPU implementations, and the plain data that
//! they work on. Nothing in here knows a word, a rule or a game.
//!
//! | module | what it holds |
//! |---|---|
//! | [`index`] | [`GuessIndex`], [`CandidateIndex`] and [`RowIndex`]: indices that cannot be confused |
//! | [`table`] | [`CodeTable`]: rows of bytes that add up to pattern codes |
//! | [`partition`] | [`PartitionStats`]: what one guess does to one candidate set |
//! | [`split_bounds`] | how many groups a guess can make at most |
//! | [`backend`] | the trait, its errors, and who answered |
//! | [`batch`] | [`SetBatch`](batch::SetBatch): many candidate sets at once |
//! | [`collisions`] | [`CollisionBatch`](collisions::CollisionBatch): shards and the guesses to score |
//! | [`best_moves`] | [`MoveBatch`](best_moves::MoveBatch): boards and the moves that can be made on them |
//! | [`grid`] | the cells of a board as masks, and the score of a position |
//! | [`columns`] | a code table the other way round |
//! | [`traffic`] | [`Traffic`]: what goes to a device and comes back |
//! | [`cpu`] | the twin of every shader, on rayon |
//! | [`gpu`] | wgpu devices and the shaders' host side |
//! | [`fallback`] | a GPU that may be lost, with the CPU behind it |
//! | [`choice`] | from `auto`, `cpu` or `gpu` to an open backend |

pub mod backend;
pub mod batch;
pub mod best_moves;
#[cfg(feature = "gpu")]
pub mod choice;
pub mod collisions;
pub mod columns;
pub mod cpu;
#[cfg(feature = "gpu")]
pub mod fallback;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod grid;
pub mod index;

pub mod partition;
pub mod split_bounds;
pub mod table;
pub mod traffic;

pub use backend::{Backend, BackendInfo, ComputeError};
#[cfg(feature = "gpu")]
pub use choice::{BackendChoice, OpenError, open};
pub use index::{CandidateIndex, GuessIndex, RowIndex};
pub use partition::PartitionStats;
pub use table::CodeTable;
pub use traffic::Traffic;
