//! What the search would take.

use std::sync::atomic::{AtomicU32, Ordering};

use wordgame_engine::compute::GuessIndex;
use wordgame_engine::guessing::Game;
use wordgame_engine::guessing::optimal::{Optimal, Request, Settings};

use super::super::estimate::{Budget, Plan};
use super::super::failure::Failure;
use super::OptimalArgs;
use super::found::Asked;

/// Openings share the values of sets. The time of all grew as their number to a power of 0.4 to 0.9
/// (docs/scale.md).
const SHARING: f64 = 0.5;

/// Bytes that a process takes besides what `--memory` limits, at most.
const BESIDES: u64 = 64 << 20;

/// A search that is to be estimated.
pub struct Estimated<'a> {
    pub args: &'a OptimalArgs,
    pub asked: &'a Asked,
    pub game: &'a Game,
    pub settings: Settings,
    pub incumbent: &'a AtomicU32,
}

impl Estimated<'_> {
    /// Estimates the search over some openings. First the best of them are valued, as each process does that
    /// knows no incumbent; then it is proven of others that they are above it.
    pub fn run(&self, openings: &[GuessIndex], budget: &Budget) -> Result<(), Failure> {
        let search = Optimal::new(self.game, self.settings)?
            .cancelled_by(budget.over())
            .with_incumbent(self.incumbent);
        let order = search.in_order(openings);
        let top = self.args.top.rows();
        let is_known = self.incumbent.load(Ordering::Relaxed) != u32::MAX;
        let best = match is_known || top >= order.len() {
            true => &[],
            false => &order[..top],
        };
        let plan = Plan {
            job: "optimal",
            title: format!(
                "optimal{}, {}, {} lists",
                self.asked.within(),
                self.asked.mode(),
                self.asked.game.lists().name()
            ),
            unit: ["opening", "openings"],
            items: &order,
            // One a thread: one opening alone may take hours.
            strata: rayon::current_num_threads().max(2),
            sharing: SHARING,
            most_bytes: Some(self.settings.memory + BESIDES),
        };
        let value_best = || {
            if best.is_empty() {
                return Ok(true);
            }
            let found = search.openings(&Request {
                top: best.len(),
                ..Request::new(best)
            });
            let last = found.openings.last();
            if let Some(last) = last.and_then(|last| last.total.exact()) {
                self.incumbent.fetch_min(last, Ordering::Relaxed);
            }
            Ok(found.complete)
        };
        let rule_out = |openings: &[GuessIndex]| {
            let request = Request {
                top,
                ..Request::new(openings)
            };
            Ok(search.openings(&request).complete)
        };
        plan.run(budget, &self.args.output, value_best, rule_out)
    }
}
