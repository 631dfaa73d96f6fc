//! The pieces, results and iterations that one set needs on a device.

use super::{Entry, Kernel, MemberSizes, Sets};
use crate::compute::gpu::limits::{MAX_ITERATIONS, TileLimits};

/// The usual number of guesses in a piece of a small set. A lane of a workgroup of 64 tries four of
/// them. Smaller pieces would give each workgroup too little work and leave too many results to
/// join.
const SMALL_PIECE: usize = 256;

/// The usual number of guesses in a piece of a large set. The lanes try them one at a time,
/// together.
const LARGE_PIECE: usize = 16;

/// The pieces, results and iterations that one set needs on a device.
#[derive(Clone, Copy, Debug)]
pub struct SetCost {
    /// The sizes that follow from the members.
    pub members: MemberSizes,
    /// Invocations in a workgroup.
    lanes: usize,
    /// The index of the list of allowed guesses.
    pub list: usize,
    /// The number of allowed guesses.
    pub guesses: usize,
    /// Guesses in each piece; the last piece may have fewer.
    pub guesses_per_piece: usize,
    /// Results that come back.
    pub output: usize,
    /// Results that the pieces leave.
    pub scratch: usize,
}

impl SetCost {
    /// The cost of a set of a batch.
    pub fn new<S: Sets>(sets: &S, set: usize, kernel: Kernel, limits: &TileLimits) -> SetCost {
        let members = sets.member_sizes(set, kernel);
        let list = sets.list(set);
        let guesses = sets.lists()[list].len();
        // The greatest number of guesses in a piece, and the number of lanes that divide these
        // guesses among themselves. In a large set, the lanes divide the members instead, so every
        // lane takes part in every guess.
        let (max_guesses, sharing_lanes) = if members.is_large {
            (LARGE_PIECE, 1)
        } else {
            (SMALL_PIECE.max(kernel.lanes), kernel.lanes)
        };
        let guesses_per_lane = MAX_ITERATIONS / members.iterations.max(1);
        let guesses_per_piece = (limits.dispatch_patterns / members.patterns.max(1))
            .min(guesses_per_lane * sharing_lanes)
            .clamp(1, max_guesses);
        let whole_pieces = guesses / guesses_per_piece;
        let rest = guesses % guesses_per_piece;
        let results_of_rest = if rest > 0 {
            S::results_of_piece(rest)
        } else {
            0
        };
        SetCost {
            members,
            lanes: kernel.lanes,
            list,
            guesses,
            guesses_per_piece,
            output: S::results_of_set(guesses),
            scratch: whole_pieces * S::results_of_piece(guesses_per_piece) + results_of_rest,
        }
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.guesses.div_ceil(self.guesses_per_piece)
    }

    /// The number of codes that are computed to try all allowed guesses.
    pub fn patterns(&self) -> usize {
        self.members.patterns.saturating_mul(self.guesses)
    }

    /// The entry point that handles the pieces.
    pub(super) fn entry(&self) -> Entry {
        if self.members.is_large {
            Entry::Large
        } else {
            Entry::Small
        }
    }

    /// True if no invocation exceeds [`MAX_ITERATIONS`], neither for one guess nor to join the
    /// results.
    pub fn is_short_enough(&self) -> bool {
        // A lane may read each of its results twice. The 64 allows for rounding and for the last
        // steps of a join, whose number does not depend on the results.
        let to_join = 2 * self.scratch.div_ceil(self.lanes) + 64;
        self.members.iterations.max(to_join) <= MAX_ITERATIONS
    }
}
