//! Bounds on the values of the groups of a guess, and so of the guess.

use super::bounds::{self, NEVER};
use super::groups::{Frame, Group};
use super::keys::limited;
use super::memo::Known;
use super::search::{MOSTLY_BINDS, Worker, exact_height};
use super::shared::{Cancelled, State, UNLIMITED};

/// Words of the largest set that is asked whether one of its words separates it.
const QUICK: usize = 243;

impl Worker<'_, '_> {
    /// What the sizes of the groups say of the value of a guess and, where that is below `limit`, what
    /// is known of them, and what hard mode's allowed guesses say: a bound. Sorts the groups.
    pub(super) fn look_at_groups(
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
    pub(super) fn scan_groups(
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
}
