//! The strategy: `--strategy`, `--from`, `--margin`, `--attempt`.

use clap::{Args, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::compute::batch::Order;
use wordgame_engine::guessing::Lists;
use wordgame_engine::guessing::strategy::{
    Attempt, Collisions, GuessPool, LetterMedian, Median, NamedStrategy,
};

use crate::cli::args::number::number;

/// Options that choose a strategy.
#[derive(Args)]
pub struct StrategyArgs {
    /// How guesses are chosen; all compares the others, except collisions
    #[arg(long, value_enum, default_value_t = StrategyName::MaxSplits)]
    strategy: StrategyName,
    /// Which guesses are considered, by the strategies that compare groups [default: all]
    #[arg(long, value_enum)]
    from: Option<FromName>,
    /// For collisions: lower both thresholds by this, so that more of them are broken up early
    /// [default: 1]
    #[arg(long, value_name = "M", value_parser = |text: &str| number::<u32>(text, 0, 6))]
    margin: Option<u32>,
    /// For collisions, numbered as in the article: 0 is the fallback alone (the most groups), 1 also
    /// avoids collisions, 3 is margin 0, 4 is margin 1
    #[arg(long, value_name = "0|1|3|4", value_parser = ["0", "1", "3", "4"], conflicts_with = "margin")]
    attempt: Option<String>,
}

/// How guesses are chosen. Ties go to a candidate, then to the first guess in the list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StrategyName {
    /// The most groups, then the most bits, then a candidate, then the smaller largest group
    MaxSplits,
    /// The fewest expected candidates left
    ExpectedSize,
    /// The most bits of information
    Entropy,
    /// The smallest largest group, then the fewest expected candidates left
    Minimax,
    /// The middle candidate in alphabetical order
    Median,
    /// The candidate whose letters are nearest to the middle letter of each position
    #[value(alias = "letter_median")]
    LetterMedian,
    /// For hard mode: break up words that differ in one letter, then the most groups
    Collisions,
    /// Each of the others except collisions, side by side
    All,
}

/// The guesses that are considered.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FromName {
    /// All that may be guessed
    All,
    /// Only the candidates that are left
    Candidates,
}

impl StrategyArgs {
    /// The strategies to play: one, or all those that `--strategy all` compares.
    ///
    /// # Errors
    /// Options that do not go together.
    pub fn strategies(&self) -> Result<Vec<NamedStrategy>, Failure> {
        let given = [
            ("--attempt", self.attempt.is_some()),
            ("--margin", self.margin.is_some()),
        ];
        if let Some((option, _)) = given.iter().find(|option| option.1)
            && self.strategy != StrategyName::Collisions
        {
            return Err(Failure::BadInput(format!(
                "{option} is for --strategy collisions alone; leave it out"
            )));
        }
        let compares_groups = matches!(
            self.strategy,
            StrategyName::MaxSplits
                | StrategyName::ExpectedSize
                | StrategyName::Entropy
                | StrategyName::Minimax
        );
        if self.from.is_some() && !compares_groups {
            return Err(Failure::BadInput(
                "--from is for max-splits, expected-size, entropy and minimax; leave it out"
                    .to_owned(),
            ));
        }
        let from = match self.from {
            None | Some(FromName::All) => GuessPool::All,
            Some(FromName::Candidates) => GuessPool::Candidates,
        };
        let by_partition = |order| NamedStrategy::by_partition(order, from);
        Ok(vec![match self.strategy {
            StrategyName::MaxSplits => by_partition(Order::MaxSplits),
            StrategyName::ExpectedSize => by_partition(Order::ExpectedSize),
            StrategyName::Entropy => by_partition(Order::Entropy),
            StrategyName::Minimax => by_partition(Order::Minimax),
            StrategyName::Median => NamedStrategy::from_candidates(Median),
            StrategyName::LetterMedian => NamedStrategy::from_candidates(LetterMedian),
            StrategyName::Collisions => self.collisions(),
            StrategyName::All => return Ok(NamedStrategy::to_compare()),
        }])
    }

    /// The strategy to play, where only one can.
    ///
    /// # Errors
    /// Options that do not go together, and `--strategy all`.
    pub fn one(&self) -> Result<NamedStrategy, Failure> {
        if self.compares() {
            return Err(Failure::BadInput(
                "--strategy all compares strategies over whole games; choose one here".to_owned(),
            ));
        }
        Ok(self.strategies()?.remove(0))
    }

    /// Whether several strategies are compared.
    pub fn compares(&self) -> bool {
        self.strategy == StrategyName::All
    }

    fn collisions(&self) -> NamedStrategy {
        let margin = |margin| (Attempt::BreakUp { margin }, format!("margin {margin}"));
        let (attempt, settings) = match self.attempt.as_deref() {
            Some("0") => {
                return NamedStrategy {
                    settings: Some("the fallback of collisions".to_owned()),
                    ..NamedStrategy::by_partition(Order::Splits, GuessPool::All)
                };
            }
            Some("1") => (Attempt::Avoid, "attempt 1".to_owned()),
            Some("3") => margin(0),
            Some(_) => margin(1),
            None => margin(self.margin.unwrap_or(1)),
        };
        NamedStrategy {
            strategy: Box::new(Collisions(attempt)),
            from: GuessPool::All,
            settings: Some(settings),
            order: None,
        }
    }

    /// The lists, in the order by which the strategy breaks ties.
    pub fn in_order(&self, lists: Lists) -> Lists {
        match self.strategy {
            StrategyName::Collisions => lists.further_guesses_first(),
            _ => lists,
        }
    }
}
