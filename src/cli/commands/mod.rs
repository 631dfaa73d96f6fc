//! The commands. Each file has the options of one command and the function that runs it: it calls the library and passes the
//! report to the output.

pub mod analyse;
pub mod bench;
pub mod check;
pub mod devices;
pub mod guessing;
pub mod job;
pub mod letterpress;
pub mod merge;
pub mod optimal;
pub mod patterns;
pub mod peaks;
pub mod play;
pub mod shell;
pub mod simulate;
pub mod stumper;
pub mod suggest;
pub mod sweep;
pub mod within;
pub mod wordle;
