//! Scanning ahead: a backend scans the groups of many openings in batches, before the search needs these scans.
//!
//! In a proof over all openings most time is spent on scans of the openings' own groups. Those of some hundred
//! openings are one batch for a GPU. The results go into the memo, and the search then rules out most openings
//! without a scan of its own. Deeper sets turn up one by one, under limits that change, so the CPU scans them.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use rayon::prelude::*;

use super::bounds;
use super::groups::Group;
use super::memo::MemoEntry;
use super::root::Root;
use super::search::Worker;
use super::shared::Shared;
use super::state::{GuessesLeft, State, Stopped};
use super::tables::{Column, GuessRank};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::{Backend, CandidateIndex, GuessIndex, PartitionStats};
use crate::guessing::Constraint;

/// A backend that scans ahead.
#[derive(Clone, Copy)]
pub struct Ahead<'a> {
    /// The backend. This should be a GPU: on the CPU the search itself scans faster.
    pub backend: &'a dyn Backend,
    /// Use the backend only if it takes less time for a sample of openings than the CPU for as many others.
    pub if_faster: bool,
}

/// The number of openings that the backend scans in the comparison with the CPU. The CPU scans as many.
const SAMPLE: usize = 32;

/// A batch ends when it has this many pairs of a guess and a candidate. That is a fraction of a second for a
/// GPU, so the search can be stopped soon.
const BATCH_PATTERNS: usize = 1 << 30;

/// A batch ends when its lists of allowed guesses have this many entries. In hard mode each set has a list of
/// its own.
const BATCH_GUESSES: usize = 1 << 22;

/// Scans with a backend, as long as that has not failed.
pub struct AheadScanner<'s, 'a> {
    root: Root<'s, 'a>,
    backend: &'a dyn Backend,
    /// True if the backend was a GPU at the start.
    started_on_gpu: bool,
    all_guesses: Arc<[GuessIndex]>,
}

/// Scanning ahead has ended: the search was stopped, or the backend has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoScans;

/// A set that still has to be scanned, without a limit on guesses.
struct UnscannedSet {
    /// Its key in the memo.
    key: u128,
    members: Vec<Column>,
    constraint: Constraint,
    /// A lower bound on its cost.
    lower_bound: u32,
}

impl<'s, 'a> AheadScanner<'s, 'a> {
    pub fn new(root: Root<'s, 'a>, backend: &'a dyn Backend) -> Self {
        AheadScanner {
            root,
            backend,
            started_on_gpu: backend.uses_gpu(),
            all_guesses: GuessIndex::up_to(root.shared.tables.guesses()).collect(),
        }
    }

    /// Scans the groups of the openings that may cost less than `limit`, and stores the results in the memo.
    pub fn scan(&self, openings: &[GuessIndex], limit: u32) -> Result<(), NoScans> {
        let sets = self.unscanned_sets(openings, limit);
        let mut rest = &sets[..];
        while !rest.is_empty() {
            if self.shared().cancelled.load(Ordering::Relaxed) {
                return Err(NoScans);
            }
            let batch = self.batch(rest);
            let scanned;
            (scanned, rest) = rest.split_at(batch.len());
            let table = self.shared().tables.table();
            let best = self.backend.best_guesses(table, &batch, Order::LeastTotal);
            for (set, best) in scanned.iter().zip(best.map_err(|_| NoScans)?) {
                set.remember(&best.stats, self.shared());
            }
            if self.started_on_gpu && !self.backend.uses_gpu() {
                // The CPU has replaced a GPU that failed.
                return Err(NoScans);
            }
            let count = &self.shared().scanned_ahead;
            count.fetch_add(scanned.len() as u64, Ordering::Relaxed);
        }
        Ok(())
    }

    /// True if the backend takes less time for every second opening of a sample than the CPU for the others.
    /// The memo keeps the results of both.
    pub fn is_faster(&self, openings: &[GuessIndex], limit: u32) -> Result<bool, NoScans> {
        let sample = &openings[..openings.len().min(2 * SAMPLE)];
        let every_other = |first| sample.iter().skip(first).step_by(2).copied().collect();
        let (for_cpu, for_backend): (Vec<GuessIndex>, Vec<GuessIndex>) =
            (every_other(0), every_other(1));
        let start = Instant::now();
        self.scan_on_cpu(&for_cpu, limit)?;
        let cpu = start.elapsed();
        let start = Instant::now();
        self.scan(&for_backend, limit)?;
        Ok(start.elapsed() < cpu)
    }

    fn scan_on_cpu(&self, openings: &[GuessIndex], limit: u32) -> Result<(), NoScans> {
        let constraint = Constraint::default();
        let state = self.root.state(&constraint, GuessesLeft::UNLIMITED);
        let worker = || Worker::new(self.shared());
        openings
            .par_iter()
            .with_max_len(1)
            .try_for_each_init(worker, |worker, &opening| {
                let guess = self.shared().tables.rank(opening);
                let scanned = worker.scan_groups_of(&state, guess, limit);
                worker.add_effort_to_totals();
                scanned.map_err(|_| NoScans)
            })
    }

    /// The groups of some openings that still have to be scanned, each set once.
    fn unscanned_sets(&self, openings: &[GuessIndex], limit: u32) -> Vec<UnscannedSet> {
        let constraint = Constraint::default();
        let state = self.root.state(&constraint, GuessesLeft::UNLIMITED);
        let worker = || Worker::new(self.shared());
        let of_openings: Vec<Vec<UnscannedSet>> = openings
            .par_iter()
            .map_init(worker, |worker, &opening| {
                let guess = self.shared().tables.rank(opening);
                worker.unscanned_groups(&state, guess, limit)
            })
            .collect();
        let mut seen = HashSet::new();
        let mut sets: Vec<UnscannedSet> = of_openings.into_iter().flatten().collect();
        sets.retain(|set| seen.insert(set.key));
        sets
    }

    /// The first of some sets, as many as one batch holds.
    fn batch(&self, sets: &[UnscannedSet]) -> SetBatch {
        let mut worker = Worker::new(self.shared());
        let mut batch = SetBatch::default();
        let (mut patterns, mut guesses) = (0, 0);
        for set in sets {
            let allowed = match worker.allowed_in_list_order(&set.constraint) {
                None => Arc::clone(&self.all_guesses),
                Some(allowed) => {
                    guesses += allowed.len();
                    allowed.into()
                }
            };
            patterns += set.members.len() * allowed.len();
            let members: Vec<CandidateIndex> = set
                .members
                .iter()
                .map(|member| CandidateIndex(member.0))
                .collect();
            batch.push(&members, &allowed);
            if patterns >= BATCH_PATTERNS || guesses >= BATCH_GUESSES {
                break;
            }
        }
        batch
    }

    fn shared(&self) -> &'s Shared<'a> {
        self.root.shared
    }
}

impl UnscannedSet {
    /// Stores the bound that follows from the best guess of the set by [`Order::LeastTotal`]. It is as good as
    /// that of a scan: the lowest bound of any guess, and exact if a guess attains it.
    fn remember(&self, best: &PartitionStats, shared: &Shared) {
        let n = self.members.len() as u32;
        let bound = bounds::of_guess(n, n - best.splits, best.candidate);
        let is_exact = best.largest <= 2;
        let entry = MemoEntry {
            lower_bound: self.lower_bound.max(bound),
            is_exact,
            is_scanned: true,
            height: if is_exact {
                bounds::height_of_exact(n, best.largest == 1)
            } else {
                0
            },
        };
        shared.memo.insert(self.key, entry);
    }
}

impl Worker<'_, '_> {
    /// Scans the groups of a guess on the CPU exactly as the search would.
    fn scan_groups_of(
        &mut self,
        state: &State,
        guess: GuessRank,
        limit: u32,
    ) -> Result<(), Stopped> {
        let mut partition = self.spare_partition();
        self.divide(state, guess, &mut partition);
        let total = self.bound_groups(state, guess, limit, &mut partition);
        let result = if total < limit {
            self.scan_groups(total, state.left.after_guess(), limit, &mut partition)
        } else {
            Ok(total)
        };
        self.put_back(partition);
        result.map(|_| ())
    }

    /// The groups of a guess that the search would scan; none if the guess is known to cost at least `limit`.
    fn unscanned_groups(
        &mut self,
        state: &State,
        guess: GuessRank,
        limit: u32,
    ) -> Vec<UnscannedSet> {
        let mut partition = self.spare_partition();
        self.divide(state, guess, &mut partition);
        let total = self.bound_groups(state, guess, limit, &mut partition);
        let unscanned = |group: &Group| UnscannedSet {
            key: self.key_of_group(group),
            members: group.of(&partition.members).to_vec(),
            constraint: group.constraint.clone(),
            lower_bound: group.lower_bound,
        };
        let groups = partition.groups.iter();
        let sets = if total < limit {
            groups
                .filter(|group| group.needs_scan())
                .map(unscanned)
                .collect()
        } else {
            Vec::new()
        };
        self.put_back(partition);
        sets
    }

    /// The list indices of the guesses that a constraint allows, ascending; `None` if it allows all.
    fn allowed_in_list_order(&mut self, constraint: &Constraint) -> Option<Vec<GuessIndex>> {
        let allowed = self.allowed_guesses(constraint)?;
        let index = |&guess: &GuessRank| self.shared.tables.guess(guess);
        let mut guesses: Vec<GuessIndex> = allowed.iter().map(index).collect();
        guesses.sort_unstable();
        Some(guesses)
    }
}
