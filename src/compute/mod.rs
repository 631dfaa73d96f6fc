//! Numbers in bulk: the [`Backend`] trait, its CPU and GPU implementations, and the plain data that
//! they work on. Nothing in here knows a word, a rule or a game.
//!
//! | module | content |
//! |---|---|
//! | [`index`] | [`GuessIndex`], [`CandidateIndex`] and [`RowIndex`]: indices that cannot be confused |
//! | [`code`] | [`Code`]: the two widths of pattern codes |
//! | [`table`] | [`CodeTable`]: the code rows of either width, and data derived from them on demand |
//! | [`rows`] | [`CodeRows`]: rows of cells that add up to pattern codes |
//! | [`partition`] | [`PartitionStats`]: the partition of a candidate set by a guess, summed up |
//! | [`split_bounds`] | upper bounds on the number of groups that a guess makes |
//! | [`backend`] | the trait and its errors |
//! | [`computed_by`] | [`ComputedBy`]: the processors that computed a result |
//! | [`batch`] | [`SetBatch`](batch::SetBatch): many candidate sets at once |
//! | [`collisions`] | [`CollisionBatch`](collisions::CollisionBatch): collision buckets and the guesses to score |
//! | [`best_moves`] | [`MoveBatch`](best_moves::MoveBatch): boards and the moves that can be made on them |
//! | [`grid`] | the cells of a board as masks, and the score of a position |
//! | [`columns`] | the transpose of a code table |
//! | [`traffic`] | [`Traffic`]: the data that goes to a device and back |
//! | [`cpu`] | the CPU twin of every shader, on rayon |
//! | [`gpu`] | wgpu devices and the shaders' host side |
//! | [`fallback`] | a GPU that may be lost, with the CPU as its replacement |
//! | [`auto`] | the CPU, which a GPU joins when a job takes long |
//! | [`choice`] | choosing and opening a backend |

#[macro_use]
mod shared;

#[cfg(feature = "gpu")]
pub mod auto;
pub mod backend;
pub mod batch;
pub mod best_moves;
#[cfg(feature = "gpu")]
pub mod choice;
pub mod code;
pub mod collisions;
pub mod columns;
pub mod computed_by;
pub mod cpu;
#[cfg(feature = "gpu")]
pub mod fallback;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod grid;
pub mod index;

pub mod partition;
pub mod rows;
pub mod split_bounds;
pub mod table;
pub mod traffic;

pub use backend::{Backend, BackendInfo, ComputeError};
#[cfg(feature = "gpu")]
pub use choice::{BackendChoice, OpenError, open, open_at_once};
pub use code::Code;
pub use computed_by::ComputedBy;
pub use index::{CandidateIndex, GuessIndex, RowIndex};
pub use partition::PartitionStats;
pub use rows::{CodeRows, TableShape};
pub use table::{CodeTable, TableOf};
pub use traffic::Traffic;
