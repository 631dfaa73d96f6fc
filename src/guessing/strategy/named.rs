//! Strategies with what results say about them.

use super::{ByPartition, GuessPool, LetterMedian, Median, Strategy};
use crate::compute::batch::Order;

/// A strategy with what results say about it.
pub struct NamedStrategy {
    /// The strategy.
    pub strategy: Box<dyn Strategy>,
    /// The guesses that it considers.
    pub from: GuessPool,
    /// Its settings in words, if it has any.
    pub settings: Option<String>,
    /// The order by which it compares partitions, if it does so.
    pub order: Option<Order>,
}

impl NamedStrategy {
    /// The strategy that takes the first guess in an order of partitions.
    pub fn by_partition(order: Order, from: GuessPool) -> NamedStrategy {
        NamedStrategy {
            strategy: Box::new(ByPartition { order, from }),
            from,
            settings: None,
            order: Some(order),
        }
    }

    /// A strategy that chooses a candidate without comparing partitions.
    pub fn from_candidates(strategy: impl Strategy + 'static) -> NamedStrategy {
        NamedStrategy {
            strategy: Box::new(strategy),
            from: GuessPool::Candidates,
            settings: None,
            order: None,
        }
    }

    /// The strategies that `--strategy all` compares: each of them works outside hard mode.
    pub fn to_compare() -> Vec<NamedStrategy> {
        let orders = [
            Order::MaxSplits,
            Order::ExpectedSize,
            Order::Entropy,
            Order::Minimax,
        ];
        let of = |from| orders.map(|order| NamedStrategy::by_partition(order, from));
        let mut strategies = vec![
            NamedStrategy::from_candidates(Median),
            NamedStrategy::from_candidates(LetterMedian),
        ];
        strategies.extend(of(GuessPool::Candidates));
        strategies.extend(of(GuessPool::All));
        strategies
    }

    /// The name, with the guesses it considers unless that is all of them, and its settings:
    /// `entropy from candidates`, `collisions (margin 1)`.
    pub fn title(&self) -> String {
        title(self.strategy.name(), self.from, self.settings.as_deref())
    }
}

/// The title of a strategy: see [`NamedStrategy::title`].
pub fn title(strategy: &str, from: GuessPool, settings: Option<&str>) -> String {
    let mut title = strategy.to_owned();
    if from == GuessPool::Candidates {
        title.push_str(" from candidates");
    }
    if let Some(settings) = settings {
        title.push_str(&format!(" ({settings})"));
    }
    title
}
