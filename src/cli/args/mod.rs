//! Options that several commands share. Each file turns what the user types into what a job needs, once.

pub mod compute;
pub mod estimate;
pub mod hard;
pub mod lists;
pub mod nearest;
pub mod number;
pub mod optional_values;
pub mod output;
pub mod seed;
pub mod shard;
pub mod strategies;
pub mod turns;
pub mod vocabulary;
