//! All openings, over threads that share the best total found so far.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::bounds::NEVER;
use super::search::{Cancelled, Frame, MOSTLY_BINDS, Shared, State, UNLIMITED, Value, Worker};
use super::{Opening, Total};
use crate::guessing::Constraint;

/// The best totals found so far.
struct Best {
    top: usize,
    totals: Mutex<Vec<u32>>,
    /// An opening with this total or a higher one is not among the best `top`, nor equal to the last.
    limit: AtomicU32,
}

impl Best {
    fn put(&self, total: u32) {
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let place = totals.partition_point(|&other| other <= total);
        totals.insert(place, total);
        totals.truncate(self.top);
        if totals.len() == self.top {
            let last = totals.last().copied().unwrap_or(NEVER);
            self.limit.store((last + 1).min(NEVER), Ordering::Relaxed);
        }
    }
}

/// The work on all openings.
pub struct Work<'s, 'a> {
    pub shared: &'s Shared<'a>,
    pub members: &'s [u32],
    /// The most guesses of a game, if there is a limit.
    pub max_guesses: Option<u8>,
}

impl Work<'_, '_> {
    /// Settles openings until the best `top` of them are known; returns those that were settled, also
    /// where it was cancelled. `settled` is told each.
    pub fn run(
        &self,
        openings: &[u32],
        top: usize,
        known: &[Opening],
        settled: &(dyn Fn(Opening) + Sync),
    ) -> (Vec<Opening>, bool) {
        let best = Best {
            top,
            totals: Mutex::default(),
            limit: AtomicU32::new(NEVER),
        };
        let mut known_totals = vec![None; self.shared.tables.guesses()];
        for opening in known {
            known_totals[opening.guess as usize] = Some(opening.total);
        }
        for &guess in openings {
            if let Some(Total::Exactly(total)) = known_totals[guess as usize] {
                best.put(total);
            }
        }
        let order = self.order(openings);
        let next = AtomicUsize::new(0);
        let work = |_: rayon::BroadcastContext| {
            let mut worker = Worker::new(self.shared);
            let mut done = Vec::new();
            let mut cancelled = false;
            while let Some(&guess) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                let limit = best.limit.load(Ordering::Relaxed);
                let known = known_totals[guess as usize];
                let total = match known {
                    Some(total @ (Total::Exactly(_) | Total::Impossible)) => Ok(total),
                    Some(total @ Total::AtLeast(least)) if least >= limit => Ok(total),
                    _ => self.settle(&mut worker, guess, limit, order.len()),
                };
                let Ok(total) = total else {
                    cancelled = true;
                    break;
                };
                if known != Some(total)
                    && let Total::Exactly(total) = total
                {
                    best.put(total);
                }
                let opening = Opening { guess, total };
                settled(opening);
                done.push(opening);
            }
            worker.report();
            (done, cancelled)
        };
        let parts = rayon::broadcast(work);
        let complete = parts.iter().all(|(_, cancelled)| !cancelled);
        (
            parts.into_iter().flat_map(|(done, _)| done).collect(),
            complete,
        )
    }

    /// Openings from the one that looks best.
    fn order(&self, openings: &[u32]) -> Vec<u32> {
        let n = self.members.len() as u64;
        let tables = &self.shared.tables;
        let key = |&guess: &u32| {
            let place = tables.place(guess);
            let stats = tables.stats(place);
            let bound = 3 * n - u64::from(stats.splits) - u64::from(stats.candidate);
            (2 * stats.sum_squares + n * bound, place)
        };
        let mut order = openings.to_vec();
        order.sort_by_cached_key(key);
        order
    }

    /// The total of an opening if it is below `limit`, or a bound that is not.
    fn settle(
        &self,
        worker: &mut Worker,
        guess: u32,
        limit: u32,
        of: usize,
    ) -> Result<Total, Cancelled> {
        if of < rayon::current_num_threads()
            && self.max_guesses.is_none_or(|most| most > MOSTLY_BINDS + 1)
        {
            self.solve_groups(guess)?;
        }
        let value = self.value(worker, guess, limit)?;
        Ok(match value.total {
            NEVER => Total::Impossible,
            total if total < limit => Total::Exactly(total),
            total => Total::AtLeast(total),
        })
    }

    /// The value of an opening if it is below `limit`, or a bound that is not.
    fn value(&self, worker: &mut Worker, guess: u32, limit: u32) -> Result<Value, Cancelled> {
        let place = self.shared.tables.place(guess);
        let constraint = Constraint::default();
        if let Some(left) = self.max_guesses
            && left <= MOSTLY_BINDS + 1
        {
            return worker.evaluate(&self.state(&constraint, left), place, limit, None);
        }
        let free = self.state(&constraint, UNLIMITED);
        let value = worker.evaluate(&free, place, limit, None)?;
        match self.max_guesses {
            Some(left) if value.total < limit && value.height > left => {
                worker.evaluate(&self.state(&constraint, left), place, limit, None)
            }
            _ => Ok(value),
        }
    }

    /// The state before the opening.
    pub fn state<'c>(&'c self, constraint: &'c Constraint, left: u8) -> State<'c> {
        State {
            members: self.members,
            key: self.shared.key(self.members),
            constraint,
            left,
        }
    }

    /// Finds the values of the groups of an opening side by side; the memo keeps them.
    fn solve_groups(&self, guess: u32) -> Result<(), Cancelled> {
        let constraint = Constraint::default();
        let state = self.state(&constraint, UNLIMITED);
        let place = self.shared.tables.place(guess);
        let mut frame = Frame::default();
        Worker::new(self.shared).split(&state, place, &mut frame);
        let solved = self.shared.tables.solved();
        let mut groups = frame.groups;
        groups.retain(|group| group.code != solved && group.len > 2);
        groups.sort_by_key(|group| std::cmp::Reverse(group.len));
        groups.par_iter().with_max_len(1).try_for_each_init(
            || Worker::new(self.shared),
            |worker, group| {
                let constraint = worker.constraint_after(&state, place, group.code);
                let child = State {
                    members: &frame.members[group.start..][..group.len],
                    key: group.key,
                    constraint: &constraint,
                    left: UNLIMITED,
                };
                worker.solve(child, NEVER, None)?;
                worker.report();
                Ok(())
            },
        )
    }
}
