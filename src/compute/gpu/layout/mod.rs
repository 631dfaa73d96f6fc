//! The data that the host and the shaders exchange: constants and structs that both sides use.
//!
//! Each is defined once, with the macro `shared!` (`src/compute/shared.rs`). `build/shaders.rs` writes it in
//! WGSL for the shaders that import the file.

pub mod best_guesses;
pub mod best_moves;
pub mod bytes;
pub mod collisions;
pub mod pairs;
pub mod sets;
pub mod sums;
pub mod table;
