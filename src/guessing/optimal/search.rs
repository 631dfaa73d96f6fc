//! The search: the fewest guesses in all that find every word of a set.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use super::allowed::AllowedGuesses;
use super::bounds::{self, NEVER};
use super::memo::Known;
use super::scan::{Allowed, Candidate, Found, Interest, Scanner};
use super::shared::{Cancelled, Shared, State, UNLIMITED, Unscanned, Value, limited};
use crate::guessing::{Constraint, Pattern, Turn};

/// With so many guesses left or fewer, the value without a limit is not asked for first.
pub const MOSTLY_BINDS: u8 = 3;

/// Words of the largest set that is asked whether one of its words separates it.
const QUICK: usize = 243;

/// A thread's share of the search.
pub struct Worker<'s, 'a> {
    pub shared: &'s Shared<'a>,
    scanner: Scanner,
    frames: Vec<Frame>,
    allowed: AllowedGuesses,
    nodes: u64,
    scans: u64,
}

/// The groups of a guess.
#[derive(Default)]
pub struct Frame {
    /// The members, group by group.
    pub members: Vec<u32>,
    pub groups: Vec<Group>,
}

/// The members of a state of which a guess has the same code.
pub struct Group {
    pub start: usize,
    pub len: usize,
    pub code: u8,
    /// The hash of its members.
    pub key: u128,
    /// The same with the guesses that hard mode allows.
    hard_key: u128,
    pub constraint: Constraint,
    least: u32,
    exact: bool,
    scanned: bool,
    height: u8,
    found: Option<Found>,
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

    /// What the sizes of the groups say of the value of a guess and, where that is below `limit`, what
    /// is known of them, and what hard mode's allowed guesses say: a bound. Sorts the groups.
    fn look_at_groups(
        &mut self,
        state: &State,
        place: u32,
        left: u8,
        limit: u32,
        frame: &mut Frame,
    ) -> u32 {
        let Frame { members, groups } = frame;
        let mut total = state.members.len() as u32;
        for group in groups.iter_mut() {
            self.bound(group, left);
            total = bounds::sum(total, group.least);
        }
        if total >= limit {
            return total;
        }
        groups.sort_unstable_by_key(|group| group.len);
        if left <= MOSTLY_BINDS {
            // A tree is more likely to lack guesses for many words.
            groups.reverse();
        }
        for group in groups.iter_mut().filter(|group| !group.exact) {
            let before = group.least;
            self.look(group, &members[group.start..][..group.len], left);
            total = bounds::sum(total, group.least - before);
            if total >= limit {
                return total;
            }
        }
        if self.shared.hard.is_some() {
            for group in groups.iter_mut().filter(|group| !group.exact) {
                let before = group.least;
                self.look_hard(state, place, group, left);
                total = bounds::sum(total, group.least - before);
                if total >= limit {
                    return total;
                }
            }
        }
        total
    }

    /// Scans the groups of which that is of use, and raises the bound `total` on the value of the guess
    /// until it is no longer below `limit`.
    fn scan_groups(
        &mut self,
        mut total: u32,
        left: u8,
        limit: u32,
        frame: &mut Frame,
    ) -> Result<u32, Cancelled> {
        let Frame { members, groups } = frame;
        for group in groups
            .iter_mut()
            .filter(|group| !group.exact && !group.scanned)
        {
            let before = group.least;
            let sublimit = limit - (total - before);
            let members = &members[group.start..][..group.len];
            self.scan_group(group, members, left, sublimit)?;
            total = bounds::sum(total, group.least - before);
            if total >= limit {
                break;
            }
        }
        Ok(total)
    }

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

    /// Sorts the members of a state into the groups of a guess.
    pub fn split(&mut self, state: &State, place: u32, frame: &mut Frame) {
        let tables = &self.shared.tables;
        let codes = tables.codes(place);
        let mut counts = [0u32; 256];
        for &member in state.members {
            counts[usize::from(codes[member as usize])] += 1;
        }
        frame.groups.clear();
        frame.members.clear();
        frame.members.resize(state.members.len(), 0);
        let mut start = 0;
        // From here on `counts` holds the group that a code has, and its length.
        for (code, count) in counts
            .iter_mut()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let len = *count as usize;
            *count = frame.groups.len() as u32;
            frame.groups.push(Group {
                start,
                len: 0,
                code: code as u8,
                key: 0,
                hard_key: 0,
                constraint: *state.constraint,
                least: 0,
                exact: false,
                scanned: false,
                height: 0,
                found: None,
            });
            start += len;
        }
        for &member in state.members {
            let group = &mut frame.groups[counts[usize::from(codes[member as usize])] as usize];
            frame.members[group.start + group.len] = member;
            group.len += 1;
            group.key ^= self.shared.hashes[member as usize];
        }
    }

    /// A hash of a partition.
    fn partition_key(&self, frame: &Frame) -> u128 {
        let key = |group: &Group| match group.code == self.shared.tables.solved() {
            true => !group.key,
            false => group.key,
        };
        frame.groups.iter().map(key).fold(0, u128::wrapping_add)
    }

    /// What the size of a group says.
    fn bound(&self, group: &mut Group, left: u8) {
        let most = self.shared.tables.most_groups();
        let n = group.len as u32;
        let solved = group.code == self.shared.tables.solved();
        (group.least, group.exact, group.height) = match (n, left) {
            _ if solved => (0, true, 0),
            (_, 0) => (NEVER, true, 0),
            (1, _) => (1, true, 1),
            (_, 1) => (NEVER, true, 0),
            (2, _) => (3, true, 2),
            (n, 2) if n > most => (NEVER, true, 0),
            _ => (bounds::least(n, most), false, 0),
        };
    }

    /// What the memo, or else a look at the words of the group as guesses, says.
    fn look(&mut self, group: &mut Group, members: &[u32], left: u8) {
        let known = match (group.len > 3)
            .then(|| self.shared.memo.get(group.key))
            .flatten()
        {
            Some(known) => known,
            None if group.len > QUICK => return,
            None => {
                let n = group.len as u32;
                let (least, exact, height) = match self.least_repeated(members) {
                    0 => (2 * n - 1, true, 2),
                    1 => (2 * n, true, 3),
                    _ => ((2 * n).max(group.least), false, 0),
                };
                let known = Known {
                    least,
                    exact,
                    scanned: false,
                    height,
                };
                if group.len > 3 {
                    self.shared.memo.insert(group.key, known);
                }
                known
            }
        };
        self.learn(group, known, left);
        if left != UNLIMITED
            && !group.exact
            && self.shared.hard.is_none()
            && let Some(known) = self.shared.memo.get(limited(group.key, left))
        {
            self.learn_limited(group, known);
        }
    }

    /// Takes over what is known of a group without a limit of guesses.
    fn learn(&self, group: &mut Group, known: Known, left: u8) {
        group.least = group.least.max(known.least);
        group.scanned |= known.scanned && left == UNLIMITED;
        if known.exact && known.height <= left {
            group.exact = true;
            group.height = known.height;
        }
    }

    fn learn_limited(&self, group: &mut Group, known: Known) {
        group.least = group.least.max(known.least);
        group.scanned |= known.scanned;
        group.exact = known.exact;
        group.height = known.height;
    }

    /// Of the words of a set as guesses, the least number of words that one leaves behind; 2 for more.
    fn least_repeated(&self, members: &[u32]) -> u32 {
        let tables = &self.shared.tables;
        let mut least = 2;
        for &member in members {
            let codes = tables.codes(tables.place_of_candidate(member));
            let mut seen = [0u64; 4];
            let mut repeated = 0;
            for &other in members {
                let code = codes[other as usize];
                let (word, bit) = (usize::from(code / 64), 1u64 << (code % 64));
                repeated += u32::from(seen[word] & bit != 0);
                seen[word] |= bit;
                if repeated >= least {
                    break;
                }
            }
            least = least.min(repeated);
            if least == 0 {
                break;
            }
        }
        least
    }

    /// Hard mode: what the guesses that are allowed say.
    fn look_hard(&mut self, state: &State, place: u32, group: &mut Group, left: u8) {
        group.constraint = self.constraint_after(state, place, group.code);
        group.hard_key = self.hard_key_of(group.key, &group.constraint);
        if let Some(known) = self.shared.memo.get(group.hard_key) {
            self.learn(group, known, left);
        }
        if left != UNLIMITED
            && !group.exact
            && let Some(known) = self.shared.memo.get(limited(group.hard_key, left))
        {
            self.learn_limited(group, known);
        }
    }

    /// What hard mode asks for after another guess.
    pub fn constraint_after(&self, state: &State, place: u32, code: u8) -> Constraint {
        let Some((mode, _)) = &self.shared.hard else {
            return *state.constraint;
        };
        let game = self.shared.game;
        let turn = Turn {
            guess: game.guess_word(self.shared.tables.guess(place)),
            pattern: Pattern::from_code(code).expect("a table holds codes of patterns"),
        };
        state.constraint.and(&game.rule().constraint(turn, *mode))
    }

    fn hard_key_of(&mut self, key: u128, constraint: &Constraint) -> u128 {
        match &self.shared.hard {
            None => key,
            Some((_, obeying)) => {
                obeying.find(constraint, &mut self.allowed);
                // Rotated, so that what holds for any guesses has another key.
                key.rotate_left(64) ^ self.allowed.hash(obeying)
            }
        }
    }

    fn hard_key(&mut self, state: &State) -> u128 {
        self.hard_key_of(state.key, state.constraint)
    }

    /// The places of the guesses that hard mode allows, if they are not all.
    fn allowed_places(&mut self, constraint: &Constraint) -> Option<Vec<u32>> {
        let (_, obeying) = self.shared.hard.as_ref()?;
        obeying.find(constraint, &mut self.allowed);
        (self.allowed.hash(obeying) != 0).then(|| self.allowed.places())
    }

    /// The guesses that hard mode allows on a set, ascending, if they are not all.
    pub fn allowed_on(&mut self, set: &Unscanned) -> Option<Vec<u32>> {
        let places = self.allowed_places(&set.constraint)?;
        let guess = |&place: &u32| self.shared.tables.guess(place);
        let mut guesses: Vec<u32> = places.iter().map(guess).collect();
        guesses.sort_unstable();
        Some(guesses)
    }

    fn scan_group(
        &mut self,
        group: &mut Group,
        members: &[u32],
        left: u8,
        limit: u32,
    ) -> Result<(), Cancelled> {
        let state = State {
            members,
            key: group.key,
            constraint: &group.constraint,
            left,
        };
        let n = group.len as u32;
        let found = self.scan(&state, limit, 2 + n / 8)?;
        let least = found.least();
        let exact = found.least_exact().filter(|exact| exact.bound == least);
        let exact = exact.and_then(|exact| exact_height(exact, n, left));
        group.least = group.least.max(least);
        group.exact = exact.is_some();
        group.scanned = true;
        let known = Known {
            least: group.least,
            exact: group.exact,
            scanned: !found.candidates.is_empty(),
            height: exact.unwrap_or(0),
        };
        group.height = known.height;
        if !group.exact {
            group.found = Some(found);
        }
        let key = match self.shared.hard {
            None => group.key,
            Some(_) => group.hard_key,
        };
        self.shared.memo.insert(limited(key, left), known);
        Ok(())
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
fn exact_height(candidate: &Candidate, n: u32, left: u8) -> Option<u8> {
    let height = match (n, candidate.all_apart) {
        (1, _) => 1,
        (_, true) => 2,
        _ => 3,
    };
    (height <= left).then_some(height)
}
