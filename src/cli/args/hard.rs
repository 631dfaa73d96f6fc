//! `--hard`: the hard mode.

use clap::{Args, ValueEnum};
use wordgame_engine::guessing::HardMode;

/// The option that turns hard mode on.
#[derive(Args, Clone, Copy)]
pub struct HardArg {
    /// Play in hard mode: as in the game itself (--hard alone), or strict, where every guess has to fit all marks so
    /// far
    #[arg(long, value_enum, value_name = "MODE", num_args = 0..=1, default_missing_value = "standard")]
    hard: Option<HardName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum HardName {
    Standard,
    Strict,
}

impl HardArg {
    /// The hard mode, if it is on.
    pub fn mode(&self) -> Option<HardMode> {
        self.hard.map(|name| match name {
            HardName::Standard => HardMode::Standard,
            HardName::Strict => HardMode::Strict,
        })
    }
}
