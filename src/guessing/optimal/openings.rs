//! Comparing openings: threads take one opening after the other, under the best totals that any of them has
//! found.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::ahead::{Ahead, AheadScanner};
use super::best_totals::BestTotals;
use super::bounds::{self, IMPOSSIBLE};
use super::groups::Partition;
use super::root::Root;
use super::search::Worker;
use super::state::{CostOrBound, GuessesLeft, State, Stopped};
use super::{Opening, Openings, Request, Total};
use crate::compute::GuessIndex;
use crate::guessing::Constraint;

/// The number of openings that a backend scans ahead before the search goes through them.
const SCANNED_AT_ONCE: usize = 256;

/// A search over openings.
pub struct OpeningSearch<'s, 'a> {
    pub root: Root<'s, 'a>,
    /// The number of guesses that a game may take.
    pub max_guesses: GuessesLeft,
    /// The backend that scans ahead, if any.
    pub ahead: Option<Ahead<'a>>,
    /// A total that is known to be possible, if any. Another thread may lower it at any time.
    pub incumbent: Option<&'a AtomicU32>,
}

/// The data of one comparison that all threads share.
struct Comparison<'r> {
    best: BestTotals,
    incumbent: Option<&'r AtomicU32>,
    /// Totals and bounds that were known before, by list index.
    known: Vec<Option<Total>>,
    /// Called for each opening that is settled.
    on_settled: Option<&'r (dyn Fn(Opening) + Sync)>,
}

impl Comparison<'_> {
    /// An opening with this total or a higher one need not be looked into.
    fn limit(&self) -> u32 {
        let limit = self.best.limit();
        self.incumbent.map_or(limit, |incumbent| {
            limit.min(incumbent.load(Ordering::Relaxed).saturating_add(1))
        })
    }

    /// The total or bound that was known of an opening before, if that is enough under a limit.
    fn known_enough(&self, guess: GuessIndex, limit: u32) -> Option<Total> {
        self.known[guess.at()].filter(|known| match known {
            Total::Guesses(bound) => bound.is_exact() || bound.number() >= limit,
            Total::Impossible => true,
        })
    }

    /// Takes note of the total of an opening.
    fn settled(&self, guess: GuessIndex, total: Total) -> Opening {
        // Totals that were known from the start are among the best already.
        if self.known[guess.at()] != Some(total)
            && let Some(total) = total.exact()
        {
            self.best.add(total);
        }
        let opening = Opening { guess, total };
        if let Some(on_settled) = self.on_settled {
            on_settled(opening);
        }
        opening
    }
}

impl<'a> OpeningSearch<'_, 'a> {
    /// Settles openings: finds the exact totals of the best, and a lower bound for each of the others. If the
    /// search is stopped, the result has the openings that were settled before.
    pub fn run(&self, request: &Request) -> Openings {
        let comparison = Comparison {
            best: BestTotals::new(request.top),
            incumbent: self.incumbent,
            known: self.by_list_index(request.known),
            on_settled: request.on_settled,
        };
        for &guess in request.openings {
            let known = comparison.known[guess.at()];
            if let Some(total) = known.and_then(Total::exact) {
                comparison.best.add(total);
            }
        }
        let order = self.most_promising_first(request.openings);
        match self.ahead {
            None => self.settle_all(&comparison, &order),
            Some(ahead) => self.settle_scanned_ahead(&comparison, &order, ahead),
        }
    }

    fn by_list_index(&self, known: &[Opening]) -> Vec<Option<Total>> {
        let mut by_index = vec![None; self.root.shared.tables.guesses()];
        for opening in known {
            by_index[opening.guess.at()] = Some(opening.total);
        }
        by_index
    }

    /// Openings in the order in which the search takes them: by priority, as in a scan.
    pub fn most_promising_first(&self, openings: &[GuessIndex]) -> Vec<GuessIndex> {
        let n = self.root.members.len() as u32;
        let tables = &self.root.shared.tables;
        let key = |&opening: &GuessIndex| {
            let guess = tables.rank(opening);
            let stats = tables.stats(guess);
            let bound = bounds::of_guess(n, n - stats.splits, stats.candidate);
            (bounds::priority(n, stats.sum_squares, bound), guess)
        };
        let mut order = openings.to_vec();
        order.sort_by_cached_key(key);
        order
    }

    /// Settles openings with all threads. Each takes the next one when it is done with the last.
    fn settle_all(&self, comparison: &Comparison, order: &[GuessIndex]) -> Openings {
        let next = AtomicUsize::new(0);
        let work = |_: rayon::BroadcastContext| {
            let mut worker = Worker::new(self.root.shared);
            let mut settled = Vec::new();
            let mut was_stopped = false;
            while let Some(&guess) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                let limit = comparison.limit();
                let total = match comparison.known_enough(guess, limit) {
                    Some(total) => Ok(total),
                    None => self.settle(&mut worker, guess, limit, order.len()),
                };
                match total {
                    Ok(total) => settled.push(comparison.settled(guess, total)),
                    Err(Stopped) => {
                        was_stopped = true;
                        break;
                    }
                }
            }
            worker.add_effort_to_totals();
            Openings {
                openings: settled,
                complete: !was_stopped,
            }
        };
        Openings::joined(rayon::broadcast(work))
    }

    /// Settles openings after a backend has scanned their groups: first the most promising `top`, whose totals
    /// rule out most of the others, and then the others, some hundred at a time.
    fn settle_scanned_ahead(
        &self,
        comparison: &Comparison,
        order: &[GuessIndex],
        ahead: Ahead<'a>,
    ) -> Openings {
        let scanner = AheadScanner::new(self.root, ahead.backend);
        let unsettled = |openings: &[GuessIndex]| -> Vec<GuessIndex> {
            let limit = comparison.limit();
            let openings = openings.iter().copied();
            openings
                .filter(|&guess| comparison.known_enough(guess, limit).is_none())
                .collect()
        };
        let first = comparison.best.top().min(SCANNED_AT_ONCE).min(order.len());
        let (first, mut rest) = order.split_at(first);
        // So few sets take next to no time, and a GPU compiles its kernels meanwhile.
        let mut scans_ahead = scanner.scan(&unsettled(first), comparison.limit()).is_ok();
        let mut settled = self.settle_all(comparison, first);
        if ahead.if_faster && scans_ahead && !rest.is_empty() {
            let sample = unsettled(&rest[..rest.len().min(SCANNED_AT_ONCE)]);
            scans_ahead = scanner.is_faster(&sample, comparison.limit()) == Ok(true);
        }
        while settled.complete && !rest.is_empty() {
            let run;
            (run, rest) = if scans_ahead {
                rest.split_at(rest.len().min(SCANNED_AT_ONCE))
            } else {
                (rest, &rest[..0])
            };
            scans_ahead = scans_ahead && scanner.scan(&unsettled(run), comparison.limit()).is_ok();
            settled = Openings::joined([settled, self.settle_all(comparison, run)]);
        }
        settled
    }

    /// The total of an opening if it is below `limit`, otherwise a bound. The opening is one of `count` that
    /// are settled together.
    fn settle(
        &self,
        worker: &mut Worker,
        guess: GuessIndex,
        limit: u32,
        count: usize,
    ) -> Result<Total, Stopped> {
        let has_idle_threads = count < rayon::current_num_threads();
        if has_idle_threads && !self.max_guesses.after_guess().is_tight() {
            self.solve_groups(guess)?;
        }
        Ok(match self.cost(worker, guess, limit)?.cost {
            IMPOSSIBLE => Total::Impossible,
            total if total < limit => Total::exactly(total),
            total => Total::at_least(total),
        })
    }

    /// The cost of an opening if it is below `limit`, otherwise a bound. As in [`Worker::solve`], the limit on
    /// guesses is ignored at first unless it is tight.
    fn cost(
        &self,
        worker: &mut Worker,
        opening: GuessIndex,
        limit: u32,
    ) -> Result<CostOrBound, Stopped> {
        let guess = self.root.shared.tables.rank(opening);
        let constraint = Constraint::default();
        if !self.max_guesses.after_guess().is_tight() {
            let unlimited = self.root.state(&constraint, GuessesLeft::UNLIMITED);
            let result = worker.evaluate(&unlimited, guess, limit, None)?;
            if result.cost >= limit || self.max_guesses.allows(result.height) {
                return Ok(result);
            }
        }
        let limited = self.root.state(&constraint, self.max_guesses);
        worker.evaluate(&limited, guess, limit, None)
    }

    /// Finds the costs of the groups of an opening in parallel and leaves them in the memo, for openings that
    /// are too few to keep all threads busy.
    fn solve_groups(&self, opening: GuessIndex) -> Result<(), Stopped> {
        let constraint = Constraint::default();
        let state = self.root.state(&constraint, GuessesLeft::UNLIMITED);
        let guess = self.root.shared.tables.rank(opening);
        let mut partition = Partition::default();
        Worker::new(self.root.shared).divide(&state, guess, &mut partition);
        let solved = self.root.shared.tables.solved();
        let Partition {
            members,
            mut groups,
        } = partition;
        groups.retain(|group| group.code != solved && group.len > 2);
        groups.sort_by_key(|group| std::cmp::Reverse(group.len));
        groups.par_iter().with_max_len(1).try_for_each_init(
            || Worker::new(self.root.shared),
            |worker, group| {
                let constraint = worker.constraint_after(&state, guess, group.code);
                let child = State {
                    members: group.of(&members),
                    set_hash: group.set_hash,
                    constraint: &constraint,
                    left: GuessesLeft::UNLIMITED,
                };
                worker.solve(child, IMPOSSIBLE, None)?;
                worker.add_effort_to_totals();
                Ok(())
            },
        )
    }
}
