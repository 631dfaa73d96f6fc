//! Word-game questions answered exactly and in bulk, on a CPU or a GPU.
pub mod compute;
pub mod guessing;
pub mod words;
