//! How many sets fit into a tile.

use super::cost::SetCost;
use crate::compute::ComputeError;
use crate::compute::gpu::layout::sets::{Join, Piece};
use crate::compute::gpu::layout::table::Parameters;
use crate::compute::gpu::limits::{DISPATCHES_PER_TILE, MAX_ITERATIONS, TileLimits};

/// The limits of a tile, and the sizes that do not depend on its sets.
pub struct TileFit<'a> {
    pub limits: &'a TileLimits,
    /// Bytes of all rows of the code table.
    pub row_bytes: usize,
    /// Bytes of the row indices of all guesses.
    pub guess_bytes: usize,
    /// Bytes of one result.
    pub result_bytes: usize,
    /// The alignment of the parts of an upload, in bytes.
    pub alignment: usize,
}

/// What the sets of a tile need in total.
#[derive(Clone, Copy, Default)]
pub struct TileLoad {
    sets: usize,
    /// `u32`s in `numbers`.
    numbers: usize,
    pub pieces: usize,
    /// Results of sets and of pieces.
    pub results: usize,
    terms: usize,
    patterns: usize,
}

impl TileLoad {
    /// The load with one more set. `is_new_list` is true if no earlier set of the tile has the same
    /// list of allowed guesses.
    pub fn with(self, cost: &SetCost, is_new_list: bool) -> TileLoad {
        let list = if is_new_list { cost.guesses } else { 0 };
        TileLoad {
            sets: self.sets + 1,
            numbers: self.numbers + cost.members.u32s + list,
            pieces: self.pieces + cost.pieces(),
            results: self.results + cost.output + cost.scratch,
            terms: self.terms.max(cost.members.terms),
            patterns: self.patterns.saturating_add(cost.patterns()),
        }
    }
}

impl TileFit<'_> {
    /// The end of the tile that starts with set `first`.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] if not even this set fits.
    pub fn tile_end(&self, costs: &[SetCost], first: usize) -> Result<usize, ComputeError> {
        let mut load = TileLoad::default();
        for (set, cost) in costs.iter().enumerate().skip(first) {
            let is_first = set == first;
            let is_new_list = is_first || cost.list != costs[set - 1].list;
            load = load.with(cost, is_new_list);
            let fits = self.fits(&load) && cost.is_short_enough();
            if is_first && !fits {
                return Err(self.refusal(cost));
            }
            // This does not apply to the first set: a set that alone needs too many dispatches gets
            // a tile of its own.
            let has_too_many_dispatches = self.max_dispatches(&load) > DISPATCHES_PER_TILE;
            if !is_first && (has_too_many_dispatches || !fits) {
                return Ok(set);
            }
        }
        Ok(costs.len())
    }

    fn fits(&self, load: &TileLoad) -> bool {
        let section_bytes = [
            self.row_bytes,
            self.guess_bytes,
            load.numbers * size_of::<u32>(),
            load.pieces * size_of::<Piece>(),
            load.sets * size_of::<Join>(),
            load.terms * size_of::<u64>(),
        ];
        self.limits.allow_output(load.results * self.result_bytes)
            && self.limits.allow_upload(
                &section_bytes,
                self.max_dispatches(load),
                size_of::<Parameters>(),
                self.alignment,
            )
    }

    /// An upper bound on the number of dispatches of a [`TilePlan`](super::TilePlan).
    ///
    /// A dispatch over pieces ends when it has `limits.workgroups` workgroups, or when the next
    /// piece would exceed `limits.dispatch_patterns`. In the second case, this dispatch and the
    /// next one together exceed `dispatch_patterns`. So at most 2 · (patterns /
    /// `dispatch_patterns`) dispatches, the quotient rounded down, end in this way.
    pub fn max_dispatches(&self, load: &TileLoad) -> usize {
        let workgroups = self.limits.workgroups;
        2 * (load.patterns / self.limits.dispatch_patterns)
            + load.pieces / workgroups
            // The last dispatch for small sets and the last one for large sets need not be full.
            + 2
            + load.sets.div_ceil(workgroups)
    }

    fn refusal(&self, cost: &SetCost) -> ComputeError {
        if !cost.is_short_enough() {
            return ComputeError::Refused(format!(
                "a set of {} takes an invocation more than {MAX_ITERATIONS} steps",
                cost.members.count
            ));
        }
        ComputeError::Refused(format!(
            "a table of {} bytes and a set of {} are too large for its limits of {} bytes per binding \
             and {} per buffer",
            self.row_bytes, cost.members.count, self.limits.binding_bytes, self.limits.upload_bytes,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_batch::{LIMITS, batch, costs, fit};
    use super::*;

    #[test]
    fn a_large_batch_is_one_tile() {
        let batch = batch();
        let end = fit(&LIMITS).tile_end(&costs(&batch, &LIMITS), 0);
        assert_eq!(end, Ok(200));
    }

    #[test]
    fn a_set_that_fits_no_tile_is_refused() {
        let limits = TileLimits {
            output_bytes: 24,
            ..LIMITS
        };
        let end = fit(&limits).tile_end(&costs(&batch(), &limits), 0);
        assert!(matches!(end, Err(ComputeError::Refused(_))));
    }
}
