//! The contents of a tile's upload, and its dispatches.

use std::ops::Range;

use super::cost::SetCost;
use super::{Entry, Sets};
use crate::compute::gpu::job::{Dispatch, Upload};
use crate::compute::gpu::layout::sets::{Join, Piece};
use crate::compute::gpu::layout::table::Parameters;
use crate::compute::gpu::limits::TileLimits;

/// A tile, ready to be uploaded.
#[derive(Default)]
pub struct TilePlan {
    /// The lists of allowed guesses, and the members of the sets.
    numbers: Vec<u32>,
    pieces: Vec<Piece>,
    /// One for each set.
    joins: Vec<Join>,
    launches: Vec<Launch>,
    /// The number of results of the sets. These come back.
    pub output: usize,
    /// The number of results of the pieces. These follow the others and stay on the device.
    pub scratch: usize,
}

/// One dispatch.
struct Launch {
    entry: Entry,
    /// Indices of its pieces or joins. Each has one workgroup.
    workgroups: Range<usize>,
    patterns: usize,
}

/// The indices in `numbers` at which the members and the allowed guesses of a set start.
#[derive(Clone, Copy)]
struct SetStart {
    members: usize,
    guesses: usize,
}

impl TilePlan {
    /// Plans the tile with the sets of a range of the batch. `costs` has the costs of all sets of
    /// the batch.
    pub fn new<S: Sets>(
        sets: &S,
        costs: &[SetCost],
        tile: Range<usize>,
        limits: &TileLimits,
    ) -> TilePlan {
        let mut plan = TilePlan::default();
        let costs = &costs[tile.clone()];
        let starts = plan.write_sets(sets, costs, tile);
        // Pieces of one kind are adjacent, so that they can share dispatches.
        for entry in [Entry::Small, Entry::Large] {
            for (set, cost) in costs.iter().enumerate() {
                if cost.entry() == entry {
                    plan.add_pieces::<S>(set, cost, starts[set], limits);
                }
            }
        }
        for set in 0..costs.len() {
            plan.launch(Entry::Join, set, 0, limits);
        }
        plan
    }

    /// Writes the members and allowed guesses of the sets to `numbers`, and reserves the results
    /// that come back for each set. A list that successive sets share is written once.
    fn write_sets<S: Sets>(
        &mut self,
        sets: &S,
        costs: &[SetCost],
        tile: Range<usize>,
    ) -> Vec<SetStart> {
        // The index of the list written last, and the index in `numbers` at which it starts.
        let mut last_list = None;
        let mut starts = Vec::with_capacity(costs.len());
        for (set, cost) in tile.zip(costs) {
            let guesses = match last_list {
                Some((list, start)) if list == cost.list => start,
                _ => {
                    let list = &sets.lists()[cost.list];
                    let start = self.numbers.len();
                    self.numbers.extend(list.iter().map(|guess| guess.0));
                    start
                }
            };
            last_list = Some((cost.list, guesses));
            starts.push(SetStart {
                members: self.numbers.len(),
                guesses,
            });
            sets.write_members(set, &mut self.numbers);
            self.joins.push(Join {
                result: self.output as u32,
                ..Join::default()
            });
            self.output += cost.output;
        }
        starts
    }

    /// Divides the guesses of a set into pieces. `set` is the index of the set in the tile.
    fn add_pieces<S: Sets>(
        &mut self,
        set: usize,
        cost: &SetCost,
        start: SetStart,
        limits: &TileLimits,
    ) {
        let first_result = self.output + self.scratch;
        for first in (0..cost.guesses).step_by(cost.guesses_per_piece) {
            let guesses = cost.guesses_per_piece.min(cost.guesses - first);
            let patterns = cost.members.patterns.saturating_mul(guesses);
            self.launch(cost.entry(), self.pieces.len(), patterns, limits);
            self.pieces.push(Piece {
                members: start.members as u32,
                member_count: cost.members.count as u32,
                guesses: (start.guesses + first) as u32,
                guess_count: guesses as u32,
                result: (self.output + self.scratch) as u32,
                threshold: cost.members.threshold,
                short_members: cost.members.short_members as u32,
            });
            self.scratch += S::results_of_piece(guesses);
        }
        self.joins[set].first = first_result as u32;
        self.joins[set].count = (self.output + self.scratch - first_result) as u32;
    }

    /// Adds the workgroup of a piece or join to the last dispatch, if that has the same entry
    /// point and stays within the limits. Otherwise adds a new dispatch for it. `index` is the
    /// index of the piece or join.
    fn launch(&mut self, entry: Entry, index: usize, patterns: usize, limits: &TileLimits) {
        if let Some(last) = self.launches.last_mut()
            && last.entry == entry
            && last.workgroups.len() < limits.workgroups
            && last.patterns.saturating_add(patterns) <= limits.dispatch_patterns
        {
            last.workgroups.end = index + 1;
            last.patterns += patterns;
            return;
        }
        self.launches.push(Launch {
            entry,
            workgroups: index..index + 1,
            patterns,
        });
    }

    /// Writes the bindings 3, 4 and 5 of `shared/sets.wgsl`.
    pub fn write(&self, upload: &mut Upload) {
        upload.section_of(&self.numbers);
        upload.section_of(&self.pieces);
        upload.section_of(&self.joins);
    }

    /// Makes the dispatches and appends their parameters to the upload. `parameters` returns the
    /// parameters of a dispatch, given the index of its first piece or join.
    pub fn dispatches(
        &self,
        upload: &mut Upload,
        parameters: impl Fn(usize) -> Parameters,
    ) -> Vec<Dispatch> {
        let dispatch = |launch: &Launch| Dispatch {
            entry: launch.entry as usize,
            parameters: upload.parameters(&parameters(launch.workgroups.start)),
            workgroups: [launch.workgroups.len() as u32, 1],
        };
        self.launches.iter().map(dispatch).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::TileLoad;
    use super::super::test_batch::{LIMITS, batch, costs, fit};
    use super::*;

    #[test]
    fn a_tile_has_no_more_dispatches_than_it_has_room_for() {
        let batch = batch();
        for (workgroups, dispatch_patterns) in [
            (1, 1 << 27),
            (3, 300),
            (7, 5_000),
            (65_535, 1),
            (50, 1 << 16),
        ] {
            let limits = TileLimits {
                workgroups,
                dispatch_patterns,
                ..LIMITS
            };
            let costs = costs(&batch, &limits);
            for (first, end) in [(0, 200), (3, 4), (5, 60)] {
                let load = costs[first..end]
                    .iter()
                    .fold(TileLoad::default(), |load, cost| load.with(cost, true));
                let plan = TilePlan::new(&batch, &costs, first..end, &limits);
                assert!(plan.launches.len() <= fit(&limits).max_dispatches(&load));
                assert_eq!(plan.pieces.len(), load.pieces);
                assert_eq!(plan.output + plan.scratch, load.results);
                let is_within = |launch: &Launch| launch.workgroups.len() <= workgroups;
                assert!(plan.launches.iter().all(is_within));
            }
        }
    }

    #[test]
    fn the_pieces_of_a_set_are_joined_and_cover_its_list() {
        let batch = batch();
        let costs = costs(&batch, &LIMITS);
        let plan = TilePlan::new(&batch, &costs, 10..20, &LIMITS);
        for (set, join) in (10..20).zip(&plan.joins) {
            let results = join.first..join.first + join.count;
            let pieces = plan
                .pieces
                .iter()
                .filter(|piece| results.contains(&piece.result));
            let guesses: Vec<u32> = pieces
                .flat_map(|piece| {
                    let start = piece.guesses as usize;
                    &plan.numbers[start..start + piece.guess_count as usize]
                })
                .copied()
                .collect();
            let allowed: Vec<u32> = batch.allowed(set).iter().map(|guess| guess.0).collect();
            assert_eq!(guesses, allowed);
        }
    }
}
