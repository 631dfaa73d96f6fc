//! Stumper.

pub mod graph;

pub use graph::{Graph, Kind};
