//! The search: the cost of a state, by depth-first branch and bound.
//!
//! [`Worker::solve`] finds the cost of a state under a limit: it tries guesses, the most promising
//! first, and each new best cost lowers the limit for the rest. [`Worker::evaluate`] finds the cost
//! of one guess. It bounds the groups in passes (see [`group_bounds`](super::group_bounds)) and
//! solves only those whose cost is still unknown. The cost of the guess is the number of words plus
//! the costs of its groups, so the limit for one group is what is left of the guess's limit after
//! the number of words and the bounds of the other groups are subtracted.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use super::allowed::AllowedBits;
use super::bounds;
use super::groups::Partition;
use super::memo::MemoEntry;
use super::scan::{AllowedGuesses, ScanLimits, ScanResult, Scanner};
use super::shared::Shared;
use super::state::{CostOrBound, GuessesLeft, State, Stopped};
use super::tables::GuessRank;

/// The slack of a scan that omits no guess below the limit.
pub const NO_GUESS_OMITTED: u32 = u32::MAX;

/// One thread's part of the search.
pub struct Worker<'s, 'a> {
    pub shared: &'s Shared<'a>,
    /// A buffer for the guesses that a hard-mode constraint allows.
    pub allowed: AllowedBits,
    scanner: Scanner,
    /// Partitions that are not in use. Their buffers are reused.
    spare_partitions: Vec<Partition>,
    nodes: u64,
    scans: u64,
}

/// The guesses of one state that were tried so far.
struct Trials<'t> {
    state: &'t State<'t>,
    /// The best cost so far, or the limit.
    best: CostOrBound,
    /// Hashes of the partitions that were evaluated. Guesses that make the same groups have the
    /// same cost. Not used in hard mode.
    partitions: HashSet<u128>,
}

impl<'s, 'a> Worker<'s, 'a> {
    pub fn new(shared: &'s Shared<'a>) -> Worker<'s, 'a> {
        Worker {
            shared,
            allowed: AllowedBits::default(),
            scanner: Scanner::new(&shared.tables),
            spare_partitions: Vec::new(),
            nodes: 0,
            scans: 0,
        }
    }

    /// Adds the nodes and scans of this worker to the totals of all workers, and counts from zero
    /// again.
    pub fn add_effort_to_totals(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        let scans = std::mem::take(&mut self.scans);
        self.shared.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.shared.scans.fetch_add(scans, Ordering::Relaxed);
    }

    /// The cost of a state if it is below `limit`, otherwise a bound. `scan` is the result of its scan, if it
    /// was scanned under this limit or a higher one.
    pub fn solve(
        &mut self,
        state: State,
        limit: u32,
        scan: Option<ScanResult>,
    ) -> Result<CostOrBound, Stopped> {
        let key = self.state_key(&state);
        let known = self.shared.memo.get(key);
        if let Some(known) = known
            && (known.is_exact || known.lower_bound >= limit)
        {
            return Ok(CostOrBound {
                cost: known.lower_bound,
                height: known.height,
            });
        }
        if let Some(result) = self.solve_without_limit_on_guesses(&state, limit)? {
            return Ok(result);
        }
        self.nodes += 1;
        let (best, scanned_bound) = self.try_guesses(&state, limit, scan)?;
        let is_exact = best.cost < limit;
        // A later scan cannot raise the bound if the cost is exact, or if this scan or an earlier
        // one found a bound below its own limit. Otherwise, one with a higher limit may raise it.
        let was_scanned = known.is_some_and(|known| known.is_scanned);
        let is_scanned = is_exact || scanned_bound < limit || was_scanned;
        let entry = MemoEntry {
            // If no guess costs less than `limit`, then `limit` is a lower bound.
            lower_bound: if is_exact {
                best.cost
            } else {
                limit.max(scanned_bound)
            },
            is_exact,
            is_scanned,
            height: best.height,
        };
        self.shared.memo.insert(key, entry);
        Ok(best)
    }

    /// Solves the state without its limit on guesses, since that limit rarely matters. Returns the
    /// result if it is also correct under the limit: either no game of the best tree is too long,
    /// or the cost reaches `limit` even without it. Otherwise returns `None`. Also returns `None`,
    /// without a search, if there is no limit on guesses or the limit is tight.
    fn solve_without_limit_on_guesses(
        &mut self,
        state: &State,
        limit: u32,
    ) -> Result<Option<CostOrBound>, Stopped> {
        if state.left.is_unlimited() || state.left.is_tight() {
            return Ok(None);
        }
        let unlimited = State {
            left: GuessesLeft::UNLIMITED,
            ..*state
        };
        let result = self.solve(unlimited, limit, None)?;
        let is_answer = result.cost >= limit || state.left.allows(result.height);
        Ok(is_answer.then_some(result))
    }

    /// Tries the guesses of a state until none of the others can cost less than the best one. Returns the best
    /// cost, or `limit` if no guess costs less, and the lower bound of the first scan.
    fn try_guesses(
        &mut self,
        state: &State,
        limit: u32,
        scan: Option<ScanResult>,
    ) -> Result<(CostOrBound, u32), Stopped> {
        let scan = match scan {
            Some(scan) => scan,
            None => self.scan(state, limit, initial_slack(state.members.len() as u32))?,
        };
        let scanned_bound = scan.lower_bound();
        let omitted_cost_at_least = scan.omitted_cost_at_least;
        let mut trials = Trials {
            state,
            best: CostOrBound::at_least(limit),
            partitions: HashSet::new(),
        };
        self.try_scanned(&mut trials, scan, 0)?;
        if omitted_cost_at_least < trials.best.cost {
            // The best guess may be one that the first scan omitted.
            let rest = self.scan(state, trials.best.cost, NO_GUESS_OMITTED)?;
            self.try_scanned(&mut trials, rest, omitted_cost_at_least)?;
        }
        Ok((trials.best, scanned_bound))
    }

    /// Tries the guesses of a scan, except those with a bound below `tried_below`, which were tried before.
    fn try_scanned(
        &mut self,
        trials: &mut Trials,
        scan: ScanResult,
        tried_below: u32,
    ) -> Result<(), Stopped> {
        let n = trials.state.members.len() as u32;
        if let Some(exact) = scan.cheapest_exact()
            && exact.lower_bound < trials.best.cost
        {
            trials.best = CostOrBound {
                cost: exact.lower_bound,
                height: bounds::height_of_exact(n, exact.separates_all),
            };
        }
        let best = trials.best.cost;
        let mut guesses = scan.guesses;
        guesses.retain(|guess| {
            !guess.is_exact && guess.lower_bound < best && guess.lower_bound >= tried_below
        });
        guesses.sort_unstable_by_key(|guess| (guess.priority, guess.guess));
        for guess in guesses {
            let best = trials.best.cost;
            if guess.lower_bound >= best {
                continue;
            }
            let partitions = Some(&mut trials.partitions);
            let result = self.evaluate(trials.state, guess.guess, best, partitions)?;
            if result.cost < best {
                trials.best = result;
            }
        }
        Ok(())
    }

    /// The cost of a guess on a state if it is below `limit`, otherwise a bound.
    ///
    /// `partitions` holds hashes of the partitions that were evaluated before; this one is added.
    /// If an earlier guess made the same groups, this guess costs the same, which is not below
    /// `limit`, so it is not evaluated. `partitions` is ignored in hard mode, where the cost also
    /// depends on the guess itself.
    pub fn evaluate(
        &mut self,
        state: &State,
        guess: GuessRank,
        limit: u32,
        partitions: Option<&mut HashSet<u128>>,
    ) -> Result<CostOrBound, Stopped> {
        let mut partition = self.spare_partition();
        self.divide(state, guess, &mut partition);
        let is_new = match partitions {
            Some(partitions) if self.shared.hard.is_none() => {
                partitions.insert(self.partition_hash(&partition))
            }
            _ => true,
        };
        let result = if is_new {
            self.evaluate_groups(state, guess, limit, &mut partition)
        } else {
            Ok(CostOrBound::at_least(limit))
        };
        self.put_back(partition);
        result
    }

    /// [`Worker::evaluate`] for a guess whose groups are in `partition`.
    fn evaluate_groups(
        &mut self,
        state: &State,
        guess: GuessRank,
        limit: u32,
        partition: &mut Partition,
    ) -> Result<CostOrBound, Stopped> {
        let left = state.left.after_guess();
        let mut total = self.bound_groups(state, guess, limit, partition);
        if total < limit {
            total = self.scan_groups(total, left, limit, partition)?;
        }
        if total >= limit {
            return Ok(CostOrBound::at_least(total));
        }
        let Partition { members, groups } = partition;
        for group in groups.iter_mut().filter(|group| !group.is_exact) {
            let group_limit = limit - (total - group.lower_bound);
            let child = State {
                members: group.of(members),
                set_hash: group.set_hash,
                constraint: &group.constraint,
                left,
            };
            let result = self.solve(child, group_limit, group.scan.take())?;
            total = bounds::add(total, result.cost.saturating_sub(group.lower_bound));
            if total >= limit {
                return Ok(CostOrBound::at_least(total));
            }
            group.height = result.height;
        }
        let height = groups.iter().map(|group| group.height).max().unwrap_or(0);
        Ok(CostOrBound {
            cost: total,
            height: height.saturating_add(1),
        })
    }

    /// Scans the guesses that a state allows.
    ///
    /// # Errors
    /// [`Stopped`] if the search was cancelled, or if this worker has made `max_scans` scans since
    /// it last added its effort to the totals.
    pub fn scan(&mut self, state: &State, limit: u32, slack: u32) -> Result<ScanResult, Stopped> {
        let is_used_up = self.scans >= self.shared.max_scans;
        if is_used_up || self.shared.cancelled.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        self.scans += 1;
        let allowed = self.allowed_guesses(state.constraint);
        let allowed = match &allowed {
            None => AllowedGuesses::All,
            Some(guesses) => AllowedGuesses::Only(guesses),
        };
        let limits = ScanLimits {
            limit,
            slack,
            must_separate_all: state.left.count() == 2,
        };
        let tables = &self.shared.tables;
        Ok(self.scanner.scan(tables, state.members, allowed, limits))
    }

    /// A partition to write to. Give it back with [`Worker::put_back`].
    pub fn spare_partition(&mut self) -> Partition {
        self.spare_partitions.pop().unwrap_or_default()
    }

    /// Takes back a partition that is no longer in use.
    pub fn put_back(&mut self, partition: Partition) {
        self.spare_partitions.push(partition);
    }
}

/// The slack of the first scan of `n` words. A scan that keeps fewer guesses is faster, and it
/// usually keeps the best guess. If it may have omitted the best guess, a second scan follows.
pub fn initial_slack(n: u32) -> u32 {
    2 + n / 8
}
