//! The groups of a guess.

use super::scan::Found;
use super::search::Worker;
use super::shared::State;
use crate::guessing::Constraint;

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
    pub(super) hard_key: u128,
    pub constraint: Constraint,
    pub(super) least: u32,
    pub(super) exact: bool,
    pub(super) scanned: bool,
    pub(super) height: u8,
    pub(super) found: Option<Found>,
}

impl Worker<'_, '_> {
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
}
