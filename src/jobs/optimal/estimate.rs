//! Estimating the cost of `optimal`.

use std::sync::atomic::Ordering;

use super::{OptimalTree, incumbent::Incumbent};
use crate::compute::GuessIndex;
use crate::failure::Failure;
use crate::guessing::optimal::{Optimal, Request};
use crate::jobs::Job;
use crate::jobs::estimate::{Budget, Estimate, Plan, Sampling, estimate};
use crate::report::lists_title;

/// Openings share the values of sets, so the time for n openings grows as a power of n. The measured powers were between
/// 0.4 and 0.9 (docs/scale.md).
const GROWTH: f64 = 0.5;

/// The most bytes that a process uses in addition to those that `--memory` limits.
const OTHER_BYTES: u64 = 64 << 20;

impl OptimalTree<'_> {
    /// Estimates the cost of all openings from a sample. First the best openings are solved exactly, as in every process
    /// without an incumbent. Then the sample proves about other openings that they are worse.
    ///
    /// # Errors
    /// [`Failure`] of the job.
    pub(super) fn estimate_openings(&self, budget: &Budget) -> Result<Estimate, Failure> {
        let incumbent = Incumbent::open(
            self.incumbent,
            self.game,
            self.totals_question(),
            self.top.rows(),
        )?;
        let search = Optimal::new(self.game, self.settings)?
            .cancelled_by(budget.over())
            .with_incumbent(incumbent.bound());
        let order = search.in_order(self.openings);
        let top = self.top.rows();
        let has_incumbent = incumbent.bound().load(Ordering::Relaxed) != u32::MAX;
        let best = if has_incumbent || top >= order.len() {
            &[]
        } else {
            &order[..top]
        };
        let question = self.question();
        let plan = Plan {
            job: Self::NAME,
            title: format!(
                "optimal{}, {}, {}",
                question.limit(),
                question.mode(),
                lists_title(self.game.lists())
            ),
            unit: ["opening", "openings"],
            items: &order,
            // One opening per thread: a single one may take hours.
            strata: rayon::current_num_threads().max(2),
            growth: GROWTH,
            max_bytes: Some(self.settings.memory + OTHER_BYTES),
        };
        let sampling = |is_complete| {
            if is_complete {
                Sampling::Finished
            } else {
                Sampling::Unfinished
            }
        };
        let solve_best = || {
            if best.is_empty() {
                return Ok(Sampling::Finished);
            }
            let found = search.openings(&Request {
                top: best.len(),
                ..Request::new(best)
            });
            let last = found.openings.last();
            if let Some(last) = last.and_then(|last| last.total.exact()) {
                incumbent.bound().fetch_min(last, Ordering::Relaxed);
            }
            Ok(sampling(found.complete))
        };
        let mut exclude = |openings: &[GuessIndex]| {
            let found = search.openings(&Request {
                top,
                ..Request::new(openings)
            });
            Ok(sampling(found.complete))
        };
        estimate(&plan, budget, solve_best, &mut exclude)
    }
}
