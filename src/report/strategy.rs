//! The strategy and the hard mode of a result.

use serde::{Deserialize, Serialize};

use crate::guessing::HardMode;
use crate::guessing::strategy::{self, GuessPool, NamedStrategy};

/// How games were played: the strategy and the hard mode. Names are stable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyInfo {
    /// The name of the strategy.
    pub strategy: String,
    /// The guesses that it considers.
    pub from: GuessPool,
    /// Its settings in words, if it has any.
    pub settings: Option<String>,
    /// The hard mode, if it was on.
    pub hard: Option<HardMode>,
}

impl StrategyInfo {
    /// Describes a strategy.
    pub fn new(strategy: &NamedStrategy, hard: Option<HardMode>) -> StrategyInfo {
        StrategyInfo {
            strategy: strategy.strategy.name().to_owned(),
            from: strategy.from,
            settings: strategy.settings.clone(),
            hard,
        }
    }

    /// The strategy, the mode and the lists in one line: `entropy, normal mode, original lists`. `lists` is the title of the
    /// lists.
    pub fn title(&self, lists: &str) -> String {
        let strategy = strategy::title(&self.strategy, self.from, self.settings.as_deref());
        title(&strategy, self.hard, lists)
    }
}

/// A title of one line: the strategy or strategies, the mode, and the title of the lists.
pub fn title(what: &str, hard: Option<HardMode>, lists: &str) -> String {
    let mode = match hard {
        None => "normal mode".to_owned(),
        Some(hard) => format!("{} hard mode", hard.name()),
    };
    format!("{what}, {mode}, {lists}")
}
