//! `--hard`: the hard mode.

use clap::{Args, ValueEnum};
use wordgame_engine::guessing::HardMode;

/// The option that turns hard mode on.
#[derive(Args, Clone, Copy)]
pub struct HardArg {
    /// Play in hard mode: as in the game itself (--hard alone), or strict, where every guess has to fit all marks so
    /// far
    #[arg(long, value_enum, value_name = "MODE", num_args = 0..=1, require_equals = true, default_missing_value = "standard")]
    hard: Option<HardName>,
}

#[derive(Clone, Copy, ValueEnum)]
enum HardName {
    Standard,
    Strict,
}

/// True if a text is a value of `--hard`.
pub fn is_mode(text: &str) -> bool {
    HardName::from_str(text, false).is_ok()
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
