//! A partition: the groups into which a guess divides a set.

use super::scan::ScanResult;
use super::search::Worker;
use super::state::State;
use super::tables::{Column, GuessRank, match_layouts};
use crate::compute::code::Code;
use crate::guessing::Constraint;

/// The groups of a guess on a set.
#[derive(Default)]
pub struct Partition {
    /// The members of the set, group by group.
    pub members: Vec<Column>,
    pub groups: Vec<Group>,
}

/// The members of a set that have the same code for a guess, and what the search knows of their cost.
pub struct Group {
    /// The group is `members[start..start + len]` of its [`Partition`].
    pub start: usize,
    pub len: usize,
    pub code: u16,
    /// The hash of the members.
    pub set_hash: u128,
    /// In hard mode, the memo's key of the group without a limit on guesses. Zero until `constraint` is set.
    pub hard_key: u128,
    /// The words that hard mode allows after the guess. Until the group reaches [`Worker::bound_in_hard_mode`],
    /// the words that it allowed before.
    pub constraint: Constraint,
    /// A lower bound on the cost of the group.
    pub lower_bound: u32,
    /// True if the lower bound is the exact cost.
    pub is_exact: bool,
    /// True if a scan cannot raise the lower bound.
    pub is_scanned: bool,
    /// The number of guesses in the longest game, once the cost is exact.
    pub height: u8,
    /// The result of this group's scan, for the search that follows.
    pub scan: Option<ScanResult>,
}

impl Group {
    fn new(start: usize, code: u16, constraint: Constraint) -> Group {
        Group {
            start,
            len: 0,
            code,
            set_hash: 0,
            hard_key: 0,
            constraint,
            lower_bound: 0,
            is_exact: false,
            is_scanned: false,
            height: 0,
            scan: None,
        }
    }

    /// The members of this group, where `members` are those of its partition.
    pub fn of<'m>(&self, members: &'m [Column]) -> &'m [Column] {
        &members[self.start..][..self.len]
    }
}

impl Worker<'_, '_> {
    /// Divides the members of a state into the groups of a guess, by ascending code, and writes them to
    /// `partition`.
    pub fn divide(&self, state: &State, guess: GuessRank, partition: &mut Partition) {
        match_layouts!(self.shared.tables.layouts(), layouts => {
            self.divide_by(layouts.codes(guess), state, partition);
        });
    }

    /// The same, with the codes of the guess on all candidates.
    fn divide_by<C: Code>(&self, codes: &[C], state: &State, partition: &mut Partition) {
        let mut counts = C::per_code(0u32, self.shared.tables.code_count());
        let counts = counts.as_mut();
        for &member in state.members {
            counts[codes[member.at()].at()] += 1;
        }
        partition.groups.clear();
        partition.members.clear();
        partition.members.resize(state.members.len(), Column(0));
        let mut start = 0;
        // This loop replaces the count of each code with the index of its group.
        for (code, count) in counts
            .iter_mut()
            .enumerate()
            .filter(|(_, count)| **count > 0)
        {
            let len = *count as usize;
            *count = partition.groups.len() as u32;
            let group = Group::new(start, code as u16, state.constraint.clone());
            partition.groups.push(group);
            start += len;
        }
        for &member in state.members {
            let index = counts[codes[member.at()].at()] as usize;
            let group = &mut partition.groups[index];
            partition.members[group.start + group.len] = member;
            group.len += 1;
            group.set_hash ^= self.shared.hash(member);
        }
    }

    /// A hash of a partition: equal for guesses that make the same groups. A group that is solved differs from
    /// the same group unsolved.
    pub fn partition_hash(&self, partition: &Partition) -> u128 {
        let solved = self.shared.tables.solved();
        let hash = |group: &Group| {
            if group.code == solved {
                !group.set_hash
            } else {
                group.set_hash
            }
        };
        let hashes = partition.groups.iter().map(hash);
        hashes.fold(0, u128::wrapping_add)
    }
}
