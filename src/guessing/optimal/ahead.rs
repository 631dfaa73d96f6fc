//! Scans ahead: the groups of many openings, scanned by a backend in batches before the search comes to
//! them. What the backend says of a set is what a scan would, and goes to the memo, so that most openings
//! are cut off without one.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use rayon::prelude::*;

use super::groups::Frame;
use super::root::Root;
use super::search::Worker;
use super::shared::{Cancelled, Shared, State, UNLIMITED, Unscanned};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::{Backend, BackendInfo};
use crate::guessing::Constraint;

/// A backend that scans ahead.
#[derive(Clone, Copy)]
pub struct Ahead<'a> {
    /// The backend: a GPU. On the CPU the search scans faster by itself.
    pub backend: &'a dyn Backend,
    /// Whether it is to scan only if it takes less time for a sample of openings than the CPU does for as
    /// many.
    pub if_faster: bool,
}

/// Openings of a sample that the backend scans, and as many for the CPU.
const SAMPLE: usize = 32;

/// Codes of a batch after which it ends: a fraction of a second for a GPU, so that the search can be
/// stopped.
const BATCH_PATTERNS: usize = 1 << 30;

/// Guesses in the lists of a batch after which it ends: hard mode has a list for each set.
const BATCH_GUESSES: usize = 1 << 22;

/// The scans of a backend that has not failed.
pub struct Scans<'s, 'a> {
    root: Root<'s, 'a>,
    backend: &'a dyn Backend,
    /// What the backend was at first.
    info: BackendInfo,
    all: Arc<[u32]>,
}

/// The scans were not made: the search was stopped, or the backend failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoScans;

impl<'s, 'a> Scans<'s, 'a> {
    pub fn new(root: Root<'s, 'a>, backend: &'a dyn Backend) -> Self {
        Scans {
            root,
            backend,
            info: backend.info(),
            all: (0..root.shared.tables.guesses() as u32).collect(),
        }
    }

    /// Scans the groups of the openings that may be worth less than `limit`.
    pub fn scan(&self, openings: &[u32], limit: u32) -> Result<(), NoScans> {
        let sets = self.unscanned(openings, limit);
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
                self.shared().remember(set, &best.stats);
            }
            if self.backend.info() != self.info {
                // The CPU took its place.
                return Err(NoScans);
            }
            let count = &self.shared().scanned_ahead;
            count.fetch_add(scanned.len() as u64, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Whether the backend is faster on a sample of openings than the CPU on as many. Both scan
    /// them for good.
    pub fn is_faster(&self, openings: &[u32], limit: u32) -> Result<bool, NoScans> {
        let sample = &openings[..openings.len().min(2 * SAMPLE)];
        let every_other = |from| sample.iter().skip(from).step_by(2).copied().collect();
        let (for_cpu, for_backend): (Vec<u32>, Vec<u32>) = (every_other(0), every_other(1));
        let start = Instant::now();
        self.scan_on_cpu(&for_cpu, limit)?;
        let cpu = start.elapsed();
        let start = Instant::now();
        self.scan(&for_backend, limit)?;
        Ok(start.elapsed() < cpu)
    }

    fn scan_on_cpu(&self, openings: &[u32], limit: u32) -> Result<(), NoScans> {
        let constraint = Constraint::default();
        let state = self.root.state(&constraint, UNLIMITED);
        let worker = || Worker::new(self.shared());
        openings
            .par_iter()
            .with_max_len(1)
            .try_for_each_init(worker, |worker, &guess| {
                let place = self.shared().tables.place(guess);
                let scanned = worker.scan_guess(&state, place, limit);
                worker.report();
                scanned.map_err(|_| NoScans)
            })
    }

    /// The sets to scan, each once.
    fn unscanned(&self, openings: &[u32], limit: u32) -> Vec<Unscanned> {
        let constraint = Constraint::default();
        let state = self.root.state(&constraint, UNLIMITED);
        let worker = || Worker::new(self.shared());
        let of_openings: Vec<Vec<Unscanned>> = openings
            .par_iter()
            .map_init(worker, |worker, &guess| {
                let place = self.shared().tables.place(guess);
                worker.unscanned(&state, place, limit)
            })
            .collect();
        let mut seen = HashSet::new();
        let mut sets: Vec<Unscanned> = of_openings.into_iter().flatten().collect();
        sets.retain(|set| seen.insert(set.key));
        sets
    }

    /// The first of some sets.
    fn batch(&self, sets: &[Unscanned]) -> SetBatch {
        let mut worker = Worker::new(self.shared());
        let mut batch = SetBatch::default();
        let (mut patterns, mut guesses) = (0, 0);
        for set in sets {
            let allowed = match worker.allowed_on(set) {
                None => Arc::clone(&self.all),
                Some(allowed) => {
                    guesses += allowed.len();
                    allowed.into()
                }
            };
            patterns += set.members.len() * allowed.len();
            batch.push(
                bytemuck::cast_slice(&set.members),
                &bytemuck::allocation::cast_slice_arc(allowed),
            );
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

impl Worker<'_, '_> {
    /// Scans the groups of a guess as the search would, and leaves it at that.
    pub fn scan_guess(&mut self, state: &State, place: u32, limit: u32) -> Result<(), Cancelled> {
        let mut frame = self.frames.pop().unwrap_or_default();
        self.split(state, place, &mut frame);
        let total = self.look_at_groups(state, place, UNLIMITED, limit, &mut frame);
        let scanned = match total < limit {
            true => self.scan_groups(total, UNLIMITED, limit, &mut frame),
            false => Ok(total),
        };
        self.frames.push(frame);
        scanned.map(|_| ())
    }

    /// The groups of a guess that the search would scan; none if the guess is known to be worth no less
    /// than `limit`.
    pub fn unscanned(&mut self, state: &State, place: u32, limit: u32) -> Vec<Unscanned> {
        let mut frame = self.frames.pop().unwrap_or_default();
        self.split(state, place, &mut frame);
        let total = self.look_at_groups(state, place, UNLIMITED, limit, &mut frame);
        let Frame { members, groups } = &frame;
        let wanted = groups
            .iter()
            .filter(|group| total < limit && !group.exact && !group.scanned);
        let unscanned = wanted.map(|group| Unscanned {
            key: match self.shared.hard {
                None => group.key,
                Some(_) => group.hard_key,
            },
            members: members[group.start..][..group.len].to_vec(),
            constraint: group.constraint,
            least: group.least,
        });
        let unscanned = unscanned.collect();
        self.frames.push(frame);
        unscanned
    }
}
