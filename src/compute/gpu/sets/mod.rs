//! Batches of sets on a device, for the stages `best_guesses` and `collisions`.
//!
//! A set has members (candidates, or buckets of candidates) and a list of allowed guesses. Every allowed
//! guess is tried on all members, and the stage says which guesses are best. This takes two steps on the
//! device. First, workgroups try some guesses each and leave partial results. Then, one workgroup per set
//! joins the partial results of the set.
//!
//! ```text
//! batch     set 0 │ set 1 │ set 2 │ … │ set 40 │ …
//!           └─ tile 0: one upload ────┘└─ tile 1: the next upload …
//!
//! set 0     allowed guesses   0 ………… 255 │ 256 ……… 511 │ 512 … 599
//!           pieces              piece 0  │   piece 1   │  piece 2        one workgroup per piece
//!                                  │            │           │
//!                                  ▼            ▼           ▼
//! results   set 0 │ set 1 │ …    piece 0  │  piece 1  │  piece 2  │ …    an array on the device
//!             ▲                    └────────────┴───────────┘
//!             └───────────────────────── join                            one workgroup per set
//!           └─ come back ─┘      └─ scratch: stays on the device ──┘
//! ```
//!
//! A *tile* is one upload and one readback. It has the whole code table and as many successive sets
//! as the limits of the device allow. A *piece* is some successive guesses of one set. A *lane* is
//! one invocation of a workgroup. How the lanes share a piece depends on the size of the set:
//!
//! - In a small set, each lane tries guesses of its own on all members.
//! - In a large set, the lanes try one guess at a time and divide the members among themselves.
//!
//! | module | what it holds |
//! |---|---|
//! | `cost` | what one set needs: pieces, results, bytes |
//! | `fit` | how many sets fit into a tile |
//! | `plan` | the contents of a tile's upload, and its dispatches |

use std::ops::Range;
use std::sync::Arc;

use super::device::Device;
use super::job::{Job, PairConstants, Stage, Upload};
use super::layout::pairs;
use super::layout::table::Parameters;
use super::limits::TileLimits;
use super::tiles::{Layout, Shape, Tile};
use super::tuning::Tuning;
use crate::compute::{CodeTable, ComputeError, GuessIndex};

mod cost;
mod fit;
mod plan;

use cost::SetCost;
use fit::TileFit;
use plan::TilePlan;

/// The entry points of a stage on sets, in the order of [`Entry`].
pub const ENTRIES: &[&str] = &["small", "large", "join"];

/// Indices of the entry points in [`ENTRIES`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Handles pieces of small sets.
    Small,
    /// Handles pieces of large sets.
    Large,
    /// Joins the results of each set's pieces.
    Join,
}

/// The settings of a stage on one device.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// Invocations in a workgroup.
    pub lanes: usize,
    /// A set with more members than this is large.
    pub small_set: usize,
    /// For codes of two bytes, the passes in which the codes of a large set are counted.
    pub passes: Option<usize>,
}

/// A batch of sets as its stage uploads it.
pub trait Sets {
    /// The stage for codes of one byte.
    const STAGE: &'static Stage;

    /// The stage for codes of two bytes.
    const PAIRS_STAGE: &'static Stage;

    /// The size of one result in bytes. The result indices in `Piece` and `Join` count results of
    /// this size, not `u32`s.
    const RESULT_BYTES: usize;

    /// The number of sets.
    fn count(&self) -> usize;

    /// The index of a set's list of allowed guesses. It never decreases from one set to the next,
    /// so the sets that share a list are adjacent.
    fn list(&self, set: usize) -> usize;

    /// The lists of allowed guesses.
    fn lists(&self) -> &[Arc<[GuessIndex]>];

    /// A set with more members than this is large.
    fn largest_small_set(tuning: &Tuning) -> u32;

    /// The codes of two bytes for which there is room in the memory of a workgroup with this many lanes.
    fn room_for_counters(limits: &TileLimits, lanes: usize) -> usize;

    /// What the members of a set require of the device.
    fn member_sizes(&self, set: usize, kernel: Kernel) -> MemberSizes;

    /// Appends the members of a set to `numbers`, as the shader of the stage reads them there: see
    /// `shared/sets.wgsl`.
    fn write_members(&self, set: usize, numbers: &mut Vec<u32>);

    /// The number of results that come back for a set with this many allowed guesses.
    fn results_of_set(guesses: usize) -> usize;

    /// The number of results that a piece with this many guesses leaves.
    fn results_of_piece(guesses: usize) -> usize;

    /// Adds a section with n · log2 n for every n from 1 to `terms`. By default it adds nothing,
    /// because not every stage needs these terms.
    fn write_terms(_terms: usize, _upload: &mut Upload) {}
}

/// What the members of a set require of the device.
#[derive(Clone, Copy, Debug, Default)]
pub struct MemberSizes {
    /// The number of members.
    pub count: usize,
    /// The number of `u32`s that the members take in `numbers`.
    pub u32s: usize,
    /// Codes that are computed to try one guess.
    pub patterns: usize,
    /// True if the set is large.
    pub is_large: bool,
    /// An upper bound on the loop iterations of one lane for one guess.
    pub iterations: usize,
    /// The greatest n for which n · log2 n is needed.
    pub terms: usize,
    /// `Piece::threshold`, if the stage uses it.
    pub threshold: u32,
    /// `Piece::short_members`, if the stage uses it.
    pub short_members: usize,
}

/// Runs a batch, tile by tile. After each tile, `read` is called with the range of its sets and the
/// `u32`s of their results. The shader gets `order` as [`Parameters::order`].
///
/// # Errors
/// [`ComputeError::Refused`] if the table or a set is too large for a tile. Otherwise any
/// [`ComputeError`] of the device.
pub fn run<S: Sets>(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    sets: &S,
    order: u32,
    mut read: impl FnMut(Range<usize>, &[u32]),
) -> Result<(), ComputeError> {
    let lanes = device.lanes(S::STAGE) as usize;
    let small_set = S::largest_small_set(&device.tuning());
    let constants = PairConstants::of(table, S::room_for_counters(limits, lanes));
    let (stage, small_set) = match constants {
        None => (S::STAGE, small_set),
        Some(_) => (S::PAIRS_STAGE, small_set.min(pairs::LARGEST_SMALL_SET)),
    };
    let kernel = Kernel {
        lanes,
        small_set: small_set as usize,
        passes: constants.map(|constants| constants.passes()),
    };
    let costs: Vec<SetCost> = (0..sets.count())
        .map(|set| SetCost::new(sets, set, kernel, limits))
        .collect();
    let shape = Shape {
        layout: Layout::of(table),
        passes: 1,
        columns: 0..table.solutions(),
        output_bytes: S::RESULT_BYTES,
        shared_bytes: 0,
        alignment: device.part_alignment(),
    };
    let whole_table = Tile::whole(table)?;
    let fit = TileFit {
        limits,
        row_bytes: table.row_count() * shape.row_bytes(),
        guess_bytes: table.guesses() * shape.layout.guess_bytes(),
        result_bytes: S::RESULT_BYTES,
        alignment: shape.alignment,
    };
    let mut next = 0;
    while next < costs.len() {
        let tile = next..fit.tile_end(&costs, next)?;
        next = tile.end;
        let plan = TilePlan::new(sets, &costs, tile.clone(), limits);
        let mut upload = device.upload();
        whole_table.write(&mut upload, table, &shape);
        plan.write(&mut upload);
        let terms = costs[tile.clone()].iter().map(|cost| cost.members.terms);
        S::write_terms(terms.max().unwrap_or(0), &mut upload);
        let dispatches = plan.dispatches(&mut upload, |first| Parameters {
            order,
            ..shape.parameters(table, first)
        });
        let job = Job {
            stage,
            constants,
            upload: &upload,
            dispatches: &dispatches,
            output_bytes: plan.output * S::RESULT_BYTES,
            scratch_bytes: plan.scratch * S::RESULT_BYTES,
        };
        device.run(&job, |bytes| {
            let results: Vec<u32> = bytemuck::pod_collect_to_vec(bytes);
            read(tile, &results);
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod test_batch {
    //! A batch and limits that the tests of the submodules share.

    use super::*;
    use crate::compute::CandidateIndex;
    use crate::compute::batch::SetBatch;

    pub const LIMITS: TileLimits = TileLimits {
        binding_bytes: 128 << 20,
        upload_bytes: 256 << 20,
        output_bytes: 64 << 20,
        workgroups: 65_535,
        dispatch_patterns: 1 << 27,
        workgroup_bytes: 16_384,
    };

    /// 200 sets of 1 to 300 candidates. Some share a list of all 1,000 guesses, the others have short lists.
    pub fn batch() -> SetBatch {
        let all: Arc<[GuessIndex]> = GuessIndex::up_to(1_000).collect();
        let candidates: Vec<CandidateIndex> = CandidateIndex::up_to(300).collect();
        let mut batch = SetBatch::default();
        for i in 0..200 {
            let short: Arc<[GuessIndex]> = GuessIndex::up_to(1 + i % 70).collect();
            let allowed = if i % 3 == 0 { &short } else { &all };
            batch.push(&candidates[..1 + 37 * i % 300], allowed);
        }
        batch
    }

    pub fn costs(batch: &SetBatch, limits: &TileLimits) -> Vec<SetCost> {
        let kernel = Kernel {
            lanes: 64,
            small_set: 255,
            passes: None,
        };
        (0..batch.len())
            .map(|set| SetCost::new(batch, set, kernel, limits))
            .collect()
    }

    pub fn fit(limits: &TileLimits) -> TileFit<'_> {
        TileFit {
            limits,
            row_bytes: 1_000,
            guess_bytes: 1_000,
            result_bytes: SetBatch::RESULT_BYTES,
            alignment: 256,
        }
    }
}
