//! All openings, over threads that share the best total found so far.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::ahead::{Ahead, Scans};
use super::bounds::{self, NEVER};
use super::groups::Frame;
use super::root::Root;
use super::search::{MOSTLY_BINDS, Worker};
use super::shared::{Cancelled, State, UNLIMITED, Value};
use super::{Opening, Total};
use crate::guessing::Constraint;

/// Openings that a backend scans ahead before the search goes on with them.
const AHEAD: usize = 256;

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
    pub root: Root<'s, 'a>,
    /// The most guesses of a game, if there is a limit.
    pub max_guesses: Option<u8>,
    /// The backend that scans ahead, if one does.
    pub ahead: Option<Ahead<'a>>,
    /// The bound that the search starts from, if there is one; others may lower it.
    pub incumbent: Option<&'a AtomicU32>,
}

/// What a search over openings knows, and whom it tells.
struct Race<'r> {
    best: Best,
    incumbent: Option<&'r AtomicU32>,
    /// What was known of each guess before.
    known: Vec<Option<Total>>,
    settled: &'r (dyn Fn(Opening) + Sync),
}

impl Race<'_> {
    /// What was known of an opening, if nothing more is of interest.
    fn enough(&self, guess: u32, limit: u32) -> Option<Total> {
        self.known[guess as usize].filter(|known| match *known {
            Total::Exactly(_) | Total::Impossible => true,
            Total::AtLeast(least) => least >= limit,
        })
    }

    /// An opening with this total or a higher one is of no interest.
    fn limit(&self) -> u32 {
        let best = self.best.limit.load(Ordering::Relaxed);
        self.incumbent.map_or(best, |bound| {
            best.min(bound.load(Ordering::Relaxed).saturating_add(1))
        })
    }
}

impl<'a> Work<'_, 'a> {
    /// Settles openings until the best `top` of them are known; returns those that were settled, also
    /// where it was cancelled. `settled` is told each.
    pub fn run(
        &self,
        openings: &[u32],
        top: usize,
        known: &[Opening],
        settled: &(dyn Fn(Opening) + Sync),
    ) -> (Vec<Opening>, bool) {
        let race = Race {
            best: Best {
                top,
                totals: Mutex::default(),
                limit: AtomicU32::new(NEVER),
            },
            incumbent: self.incumbent,
            known: self.by_guess(known),
            settled,
        };
        for &guess in openings {
            if let Some(Total::Exactly(total)) = race.known[guess as usize] {
                race.best.put(total);
            }
        }
        let order = self.order(openings);
        match self.ahead {
            None => self.settle_all(&race, &order),
            Some(ahead) => self.settle_scanned(&race, &order, ahead),
        }
    }

    fn by_guess(&self, known: &[Opening]) -> Vec<Option<Total>> {
        let mut by_guess = vec![None; self.root.shared.tables.guesses()];
        for opening in known {
            by_guess[opening.guess as usize] = Some(opening.total);
        }
        by_guess
    }

    /// Settles openings over all threads.
    fn settle_all(&self, race: &Race, order: &[u32]) -> (Vec<Opening>, bool) {
        let next = AtomicUsize::new(0);
        let work = |_: rayon::BroadcastContext| {
            let mut worker = Worker::new(self.root.shared);
            let mut done = Vec::new();
            let mut cancelled = false;
            while let Some(&guess) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                let limit = race.limit();
                let total = match race.enough(guess, limit) {
                    Some(total) => Ok(total),
                    None => self.settle(&mut worker, guess, limit, order.len()),
                };
                let Ok(total) = total else {
                    cancelled = true;
                    break;
                };
                if race.known[guess as usize] != Some(total)
                    && let Total::Exactly(total) = total
                {
                    race.best.put(total);
                }
                let opening = Opening { guess, total };
                (race.settled)(opening);
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

    /// Settles openings after a backend scanned their groups: first as many as are wanted, whose totals
    /// cut the others off, then the others run by run.
    fn settle_scanned(&self, race: &Race, order: &[u32], ahead: Ahead<'a>) -> (Vec<Opening>, bool) {
        let scans = Scans::new(self.root, ahead.backend);
        let open = |openings: &[u32]| -> Vec<u32> {
            let limit = race.limit();
            let openings = openings.iter().copied();
            openings
                .filter(|&guess| race.enough(guess, limit).is_none())
                .collect()
        };
        let (first, mut rest) = order.split_at(race.best.top.min(AHEAD).min(order.len()));
        // That few take no time, and a GPU makes its kernels ready.
        let mut scanning = scans.scan(&open(first), race.limit()).is_ok();
        let (mut done, mut complete) = self.settle_all(race, first);
        if ahead.if_faster && scanning && !rest.is_empty() {
            let sample = open(&rest[..rest.len().min(AHEAD)]);
            scanning = scans.is_faster(&sample, race.limit()) == Ok(true);
        }
        while complete && !rest.is_empty() {
            let run;
            (run, rest) = match scanning {
                true => rest.split_at(rest.len().min(AHEAD)),
                false => (rest, &rest[..0]),
            };
            scanning = scanning && scans.scan(&open(run), race.limit()).is_ok();
            let (settled, to_the_end) = self.settle_all(race, run);
            done.extend(settled);
            complete = to_the_end;
        }
        (done, complete)
    }

    /// Openings from the one that looks best.
    pub fn order(&self, openings: &[u32]) -> Vec<u32> {
        let n = self.root.members.len() as u32;
        let tables = &self.root.shared.tables;
        let key = |&guess: &u32| {
            let place = tables.place(guess);
            let stats = tables.stats(place);
            let bound = bounds::of_guess(n, stats);
            let n = u64::from(n);
            (2 * stats.sum_squares + n * u64::from(bound), place)
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
        let place = self.root.shared.tables.place(guess);
        let constraint = Constraint::default();
        if let Some(left) = self.max_guesses
            && left <= MOSTLY_BINDS + 1
        {
            return worker.evaluate(&self.root.state(&constraint, left), place, limit, None);
        }
        let free = self.root.state(&constraint, UNLIMITED);
        let value = worker.evaluate(&free, place, limit, None)?;
        match self.max_guesses {
            Some(left) if value.total < limit && value.height > left => {
                worker.evaluate(&self.root.state(&constraint, left), place, limit, None)
            }
            _ => Ok(value),
        }
    }

    /// Finds the values of the groups of an opening side by side; the memo keeps them.
    fn solve_groups(&self, guess: u32) -> Result<(), Cancelled> {
        let constraint = Constraint::default();
        let state = self.root.state(&constraint, UNLIMITED);
        let place = self.root.shared.tables.place(guess);
        let mut frame = Frame::default();
        Worker::new(self.root.shared).split(&state, place, &mut frame);
        let solved = self.root.shared.tables.solved();
        let mut groups = frame.groups;
        groups.retain(|group| group.code != solved && group.len > 2);
        groups.sort_by_key(|group| std::cmp::Reverse(group.len));
        groups.par_iter().with_max_len(1).try_for_each_init(
            || Worker::new(self.root.shared),
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
