//! The search: the fewest guesses in all that find every word of a set.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use super::allowed::AllowedGuesses;
use super::bounds;
use super::groups::Frame;
use super::keys::limited;
use super::memo::Known;
use super::scan::{Allowed, Candidate, Found, Interest, Scanner};
use super::shared::{Cancelled, Shared, State, UNLIMITED, Value};

/// With so many guesses left or fewer, the value without a limit is not asked for first.
pub const MOSTLY_BINDS: u8 = 3;

/// A thread's share of the search.
pub struct Worker<'s, 'a> {
    pub shared: &'s Shared<'a>,
    pub(super) scanner: Scanner,
    pub(super) frames: Vec<Frame>,
    pub(super) allowed: AllowedGuesses,
    nodes: u64,
    scans: u64,
}

impl<'s, 'a> Worker<'s, 'a> {
    pub fn new(shared: &'s Shared<'a>) -> Worker<'s, 'a> {
        Worker {
            shared,
            scanner: Scanner::default(),
            frames: Vec::new(),
            allowed: AllowedGuesses::default(),
            nodes: 0,
            scans: 0,
        }
    }

    /// Adds what this worker did to what all did.
    pub fn report(&mut self) {
        let take = std::mem::take::<u64>;
        self.shared
            .nodes
            .fetch_add(take(&mut self.nodes), Ordering::Relaxed);
        self.shared
            .scans
            .fetch_add(take(&mut self.scans), Ordering::Relaxed);
    }

    /// The value of a state if it is below `limit`, else a bound that is not.
    pub fn solve(
        &mut self,
        state: State,
        limit: u32,
        found: Option<Found>,
    ) -> Result<Value, Cancelled> {
        let n = state.members.len() as u32;
        let hard_key = self.hard_key(&state);
        let key = limited(hard_key, state.left);
        let known = self.shared.memo.get(key);
        if let Some(known) = known
            && (known.exact || known.least >= limit)
        {
            return Ok(Value {
                total: known.least,
                height: known.height,
            });
        }
        if state.left != UNLIMITED && state.left > MOSTLY_BINDS {
            let free = State {
                left: UNLIMITED,
                ..state
            };
            let value = self.solve(free, limit, None)?;
            if value.total >= limit || value.height <= state.left {
                return Ok(value);
            }
        }
        self.nodes += 1;
        let mut best = Value {
            total: limit,
            height: 0,
        };
        let mut slack = 2 + n / 8;
        let mut done_below = 0;
        let mut partitions: HashSet<u128> = HashSet::new();
        let mut next = found;
        let mut least_scanned = 0;
        loop {
            let found = match next.take() {
                Some(found) => found,
                None => self.scan(&state, best.total, slack)?,
            };
            if done_below == 0 {
                least_scanned = found.least();
            }
            if let Some(exact) = found.least_exact()
                && exact.bound < best.total
                && let Some(height) = exact_height(exact, n, state.left)
            {
                best = Value {
                    total: exact.bound,
                    height,
                };
            }
            let mut candidates = found.candidates;
            candidates.retain(|c| !c.exact && c.bound < best.total && c.bound >= done_below);
            candidates.sort_unstable_by_key(|candidate| (candidate.key, candidate.place));
            for candidate in candidates {
                if candidate.bound >= best.total {
                    continue;
                }
                let value =
                    self.evaluate(&state, candidate.place, best.total, Some(&mut partitions))?;
                if value.total < best.total {
                    best = value;
                }
            }
            if found.complete_below >= best.total {
                break;
            }
            done_below = found.complete_below;
            slack = u32::MAX;
        }
        let exact = best.total < limit;
        let known = Known {
            least: match exact {
                true => best.total,
                false => limit.max(least_scanned),
            },
            exact,
            scanned: exact || least_scanned < limit || known.is_some_and(|known| known.scanned),
            height: best.height,
        };
        self.shared.memo.insert(key, known);
        Ok(best)
    }

    /// The value of a guess on a state if it is below `limit`, else a bound that is not.
    pub fn evaluate(
        &mut self,
        state: &State,
        place: u32,
        limit: u32,
        partitions: Option<&mut HashSet<u128>>,
    ) -> Result<Value, Cancelled> {
        let mut frame = self.frames.pop().unwrap_or_default();
        self.split(state, place, &mut frame);
        let new = match partitions {
            Some(partitions) if self.shared.hard.is_none() => {
                partitions.insert(self.partition_key(&frame))
            }
            _ => true,
        };
        let value = match new {
            true => self.evaluate_groups(state, place, limit, &mut frame),
            false => Ok(Value {
                total: limit,
                height: 0,
            }),
        };
        self.frames.push(frame);
        value
    }

    fn evaluate_groups(
        &mut self,
        state: &State,
        place: u32,
        limit: u32,
        frame: &mut Frame,
    ) -> Result<Value, Cancelled> {
        let left = match state.left {
            UNLIMITED => UNLIMITED,
            left => left - 1,
        };
        let cut = |total: u32| Ok(Value { total, height: 0 });
        let mut total = self.look_at_groups(state, place, left, limit, frame);
        if total >= limit {
            return cut(total);
        }
        total = self.scan_groups(total, left, limit, frame)?;
        if total >= limit {
            return cut(total);
        }
        let Frame { members, groups } = frame;
        for group in groups.iter_mut().filter(|group| !group.exact) {
            let sublimit = limit - (total - group.least);
            let child = State {
                members: &members[group.start..][..group.len],
                key: group.key,
                constraint: &group.constraint,
                left,
            };
            let value = self.solve(child, sublimit, group.found.take())?;
            total = bounds::sum(total, value.total.saturating_sub(group.least));
            if total >= limit {
                return cut(total);
            }
            group.height = value.height;
        }
        let height = groups.iter().map(|group| group.height).max().unwrap_or(0);
        Ok(Value {
            total,
            height: height.saturating_add(1),
        })
    }

    /// Scans the guesses that a state allows.
    pub fn scan(&mut self, state: &State, limit: u32, slack: u32) -> Result<Found, Cancelled> {
        let is_spent = self.scans >= self.shared.most_scans;
        if is_spent || self.shared.cancelled.load(Ordering::Relaxed) {
            return Err(Cancelled);
        }
        self.scans += 1;
        let places = self.allowed_places(state.constraint);
        let allowed = places.as_deref().map_or(Allowed::All, Allowed::Some);
        let interest = Interest {
            limit,
            slack,
            all_apart: state.left == 2,
        };
        let tables = &self.shared.tables;
        Ok(self.scanner.scan(tables, state.members, allowed, interest))
    }
}

/// The longest game after a guess that makes no group of more than two, if there are the guesses for
/// it.
pub fn exact_height(candidate: &Candidate, n: u32, left: u8) -> Option<u8> {
    let height = match (n, candidate.all_apart) {
        (1, _) => 1,
        (_, true) => 2,
        _ => 3,
    };
    (height <= left).then_some(height)
}
