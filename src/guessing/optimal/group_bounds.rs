//! Bounds on the cost of a guess: the sum of the bounds on its groups.
//!
//! The bounds come in four passes over the groups, from cheap to expensive, and stop as soon as the sum reaches
//! the limit:
//!
//! 1. the size of each group;
//! 2. the memo, or the members of the group as guesses;
//! 3. in hard mode, the memo for the guesses that are allowed;
//! 4. a scan of all guesses.
//!
//! Only what is then still below the limit is searched.

use super::bounds::{self, IMPOSSIBLE};
use super::groups::{Group, Partition};
use super::keys::with_limit;
use super::memo::MemoEntry;
use super::search::{Worker, initial_slack};
use super::state::{GuessesLeft, State, Stopped};
use super::tables::{Column, GuessRank, LayoutsOf, match_layouts};
use crate::compute::code::Code;

/// The size of the largest group whose members are tried as guesses before a scan. With 243 patterns of words of five
/// letters, no guess separates more words.
const MAX_MEMBERS_TRIED: usize = 243;

impl Worker<'_, '_> {
    /// Bounds the groups of a guess in passes 1 to 3 and sorts them: the smallest first, or the largest if few
    /// guesses are left. Returns a lower bound on the cost of the guess.
    ///
    /// If the result is below `limit`, all passes were made.
    pub fn bound_groups(
        &mut self,
        state: &State,
        guess: GuessRank,
        limit: u32,
        partition: &mut Partition,
    ) -> u32 {
        let Partition { members, groups } = partition;
        let left = state.left.after_guess();
        let mut total = state.members.len() as u32;
        for group in groups.iter_mut() {
            self.bound_by_size(group, left);
            total = bounds::add(total, group.lower_bound);
        }
        if total >= limit {
            return total;
        }
        groups.sort_unstable_by_key(|group| group.len);
        if left.is_tight() {
            // Large groups are more likely to have no tree within the guesses left, which rules the guess out.
            groups.reverse();
        }
        for group in groups.iter_mut().filter(|group| !group.is_exact) {
            let before = group.lower_bound;
            self.bound_by_memo_or_members(group, group.of(members), left);
            total = bounds::add(total, group.lower_bound - before);
            if total >= limit {
                return total;
            }
        }
        if self.shared.hard.is_some() {
            for group in groups.iter_mut().filter(|group| !group.is_exact) {
                let before = group.lower_bound;
                self.bound_in_hard_mode(state, guess, group, left);
                total = bounds::add(total, group.lower_bound - before);
                if total >= limit {
                    return total;
                }
            }
        }
        total
    }

    /// Pass 4: scans the groups whose bounds a scan may raise, until the bound `total` on the cost of the guess
    /// reaches `limit`. Returns the new bound.
    pub fn scan_groups(
        &mut self,
        mut total: u32,
        left: GuessesLeft,
        limit: u32,
        partition: &mut Partition,
    ) -> Result<u32, Stopped> {
        let Partition { members, groups } = partition;
        for group in groups.iter_mut().filter(|group| group.needs_scan()) {
            let before = group.lower_bound;
            let group_limit = limit - (total - before);
            self.scan_group(group, group.of(members), left, group_limit)?;
            total = bounds::add(total, group.lower_bound - before);
            if total >= limit {
                break;
            }
        }
        Ok(total)
    }

    /// Pass 1: the bound that follows from the size of the group and the number of guesses left.
    fn bound_by_size(&self, group: &mut Group, left: GuessesLeft) {
        let max_groups = self.shared.tables.max_groups();
        let is_solved = group.code == self.shared.tables.solved();
        (group.lower_bound, group.is_exact, group.height) = match (group.len as u32, left.count()) {
            _ if is_solved => (0, true, 0),
            (_, 0) => (IMPOSSIBLE, true, 0),
            (1, _) => (1, true, 1),
            (_, 1) => (IMPOSSIBLE, true, 0),
            (2, _) => (3, true, 2),
            (n, 2) if n > max_groups => (IMPOSSIBLE, true, 0),
            (n, _) => (bounds::of_set(n, max_groups), false, 0),
        };
    }

    /// Pass 2: the memo's entry for the set under any constraint. If it has none, the members as guesses.
    fn bound_by_memo_or_members(
        &mut self,
        group: &mut Group,
        members: &[Column],
        left: GuessesLeft,
    ) {
        let is_in_memo = group.len > 3;
        let entry = is_in_memo.then(|| self.shared.memo.get(group.set_hash));
        let entry = match entry.flatten() {
            Some(entry) => entry,
            None if group.len > MAX_MEMBERS_TRIED => return,
            None => {
                let entry = self.entry_from_members(members, group.lower_bound);
                if is_in_memo {
                    self.shared.memo.insert(group.set_hash, entry);
                }
                entry
            }
        };
        group.learn_unlimited(entry, left);
        if self.shared.hard.is_none() {
            self.look_up_with_limit(group, group.set_hash, left);
        }
    }

    /// The bound on the cost of a set that follows from its members as guesses, given a lower bound.
    ///
    /// A member costs 2n − 1 if it separates all words, and 2n with one repeat; any other guess costs at least
    /// 2n. So in the first two cases the cost of the set is exact. This holds under every constraint, because
    /// hard mode allows all members.
    fn entry_from_members(&self, members: &[Column], lower_bound: u32) -> MemoEntry {
        let n = members.len() as u32;
        let (lower_bound, is_exact, height) = match self.fewest_repeats(members) {
            0 => (2 * n - 1, true, 2),
            1 => (2 * n, true, 3),
            _ => (lower_bound.max(2 * n), false, 0),
        };
        MemoEntry {
            lower_bound,
            is_exact,
            is_scanned: false,
            height,
        }
    }

    /// The fewest repeats that a member of the set makes as a guess; 2 if there are more.
    fn fewest_repeats(&self, members: &[Column]) -> u32 {
        match_layouts!(self.shared.tables.layouts(), layouts => {
            self.fewest_repeats_by(layouts, members)
        })
    }

    /// The same, with the codes of one width.
    fn fewest_repeats_by<C: Code>(&self, layouts: &LayoutsOf<C>, members: &[Column]) -> u32 {
        let tables = &self.shared.tables;
        // One bit for each code that has occurred.
        let mut seen = vec![0u64; tables.code_count().div_ceil(64)];
        let mut fewest = 2;
        for &member in members {
            let codes = layouts.codes(tables.rank_of_candidate(member));
            seen.fill(0);
            let mut repeats = 0;
            for &other in members {
                let code = codes[other.at()].at();
                let (index, bit) = (code / 64, 1u64 << (code % 64));
                repeats += u32::from(seen[index] & bit != 0);
                seen[index] |= bit;
                if repeats >= fewest {
                    break;
                }
            }
            fewest = fewest.min(repeats);
            if fewest == 0 {
                break;
            }
        }
        fewest
    }

    /// Pass 3: the memo's entry for the set and the guesses that hard mode allows.
    fn bound_in_hard_mode(
        &mut self,
        state: &State,
        guess: GuessRank,
        group: &mut Group,
        left: GuessesLeft,
    ) {
        group.constraint = self.constraint_after(state, guess, group.code);
        group.hard_key = self.unlimited_key(group.set_hash, &group.constraint);
        if let Some(entry) = self.shared.memo.get(group.hard_key) {
            group.learn_unlimited(entry, left);
        }
        self.look_up_with_limit(group, group.hard_key, left);
    }

    /// Looks up what the memo knows of a group for exactly this limit on guesses, if there is one.
    fn look_up_with_limit(&self, group: &mut Group, unlimited_key: u128, left: GuessesLeft) {
        if !left.is_unlimited()
            && !group.is_exact
            && let Some(entry) = self.shared.memo.get(with_limit(unlimited_key, left))
        {
            group.learn(entry);
        }
    }

    /// Pass 4 for one group: scans it, stores the result in the memo, and keeps it for the search.
    fn scan_group(
        &mut self,
        group: &mut Group,
        members: &[Column],
        left: GuessesLeft,
        limit: u32,
    ) -> Result<(), Stopped> {
        let state = State {
            members,
            set_hash: group.set_hash,
            constraint: &group.constraint,
            left,
        };
        let n = group.len as u32;
        let scan = self.scan(&state, limit, initial_slack(n))?;
        let lower_bound = scan.lower_bound();
        // If no bound is below the cheapest exact cost, that is the cost of the set.
        let best = scan
            .cheapest_exact()
            .filter(|exact| exact.lower_bound == lower_bound);
        group.lower_bound = group.lower_bound.max(lower_bound);
        group.is_exact = best.is_some();
        group.is_scanned = true;
        group.height = best.map_or(0, |best| bounds::height_of_exact(n, best.separates_all));
        let entry = MemoEntry {
            lower_bound: group.lower_bound,
            is_exact: group.is_exact,
            // If the limit has cut off all guesses, a scan with a higher limit can find a higher bound.
            is_scanned: !scan.guesses.is_empty(),
            height: group.height,
        };
        if !group.is_exact {
            group.scan = Some(scan);
        }
        let key = with_limit(self.key_of_group(group), left);
        self.shared.memo.insert(key, entry);
        Ok(())
    }

    /// The key of a group without a limit on guesses, once its bounds have passed pass 3.
    pub fn key_of_group(&self, group: &Group) -> u128 {
        if self.shared.hard.is_some() {
            group.hard_key
        } else {
            group.set_hash
        }
    }
}

impl Group {
    /// True if a scan may raise the bound.
    pub fn needs_scan(&self) -> bool {
        !self.is_exact && !self.is_scanned
    }

    /// Takes over what is known of the cost without a limit on guesses. That cost is a lower bound under every
    /// limit, and it is exact if the games are short enough.
    fn learn_unlimited(&mut self, entry: MemoEntry, left: GuessesLeft) {
        self.lower_bound = self.lower_bound.max(entry.lower_bound);
        self.is_scanned |= entry.is_scanned && left.is_unlimited();
        if entry.is_exact && left.allows(entry.height) {
            self.is_exact = true;
            self.height = entry.height;
        }
    }

    /// Takes over what is known for the group's own limit on guesses.
    fn learn(&mut self, entry: MemoEntry) {
        self.lower_bound = self.lower_bound.max(entry.lower_bound);
        self.is_scanned |= entry.is_scanned;
        self.is_exact = entry.is_exact;
        self.height = entry.height;
    }
}
