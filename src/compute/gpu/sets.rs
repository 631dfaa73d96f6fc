//! Batches of sets on a device.
//!
//! A tile is a run of sets: one upload, with the whole table, and one readback. The guesses of a set
//! are cut into pieces, a workgroup each, which leave results that do not come back; a last step joins
//! those of each set.

use std::ops::Range;
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

use super::super::{CodeTable, ComputeError, GuessIndex};
use super::device::Device;
use super::job::{Dispatch, Job, Stage, Upload};
use super::tiles::{DISPATCHES_PER_TILE, GUESS_BYTES, Parameters, Shape, Tile, TileLimits};
use super::tuning::Tuning;

/// The entry points of such a stage, in the order of [`Entry`].
pub const ENTRIES: &[&str] = &["small", "large", "join"];

/// How a stage is run on a device.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// Invocations in a workgroup.
    pub lanes: usize,
    /// Members in the largest set of which a lane counts the codes of a guess by itself.
    pub small_set: usize,
}

/// Guesses in a piece of a small set: a few for each lane, so that pieces and their results are few
/// beside the work.
const SMALL_PIECE: usize = 256;

/// Guesses in a piece of a large set, on which the lanes work one after the other.
const LARGE_PIECE: usize = 16;

/// The most turns that the loops of one invocation take together. lavapipe ends loops after 65,535,
/// and no other driver should be kept that long either.
const TURNS: usize = 65_000;

/// The places of the entry points in [`ENTRIES`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    Small,
    Large,
    Join,
}

/// A batch of sets, as its stage sees it.
pub trait Sets {
    /// The stage.
    const STAGE: &'static Stage;

    /// Bytes of a result, of which `Piece` and `Joint` count.
    const RESULT_BYTES: usize;

    /// The number of sets.
    fn count(&self) -> usize;

    /// The number of the list that a set allows, which does not fall from set to set.
    fn list(&self, set: usize) -> usize;

    /// The lists of allowed guesses.
    fn lists(&self) -> &[Arc<[GuessIndex]>];

    /// The largest set of which a lane counts the codes of a guess by itself.
    fn largest_small_set(tuning: &Tuning) -> u32;

    /// The extent of a set's members.
    fn members(&self, set: usize, kernel: Kernel) -> Members;

    /// Appends what the shader's `numbers` hold of a set's members.
    fn write_members(&self, set: usize, numbers: &mut Vec<u32>);

    /// Results that come back of a set with so many guesses.
    fn results_of_set(guesses: usize) -> usize;

    /// Results that a piece with so many guesses leaves.
    fn results_of_piece(guesses: usize) -> usize;

    /// Appends what the stage wants besides, for sets of which the largest has `terms` terms.
    fn write_terms(_terms: usize, _upload: &mut Upload) {}
}

/// The extent of a set's members.
#[derive(Clone, Copy, Debug, Default)]
pub struct Members {
    /// How many there are.
    pub count: usize,
    /// Words that they take.
    pub words: usize,
    /// Codes that one guess on them takes.
    pub patterns: usize,
    /// Whether a workgroup shares a guess; otherwise each of its lanes takes one.
    pub large: bool,
    /// Turns that the loops of a lane take for one guess.
    pub turns: usize,
    /// Terms of n log n that they need.
    pub terms: usize,
    /// The threshold of their groups.
    pub threshold: u32,
    /// How many of them are in short shards.
    pub short: usize,
}

/// `Piece` in `common.wgsl`.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Piece {
    members: u32,
    member_count: u32,
    guesses: u32,
    guess_count: u32,
    result: u32,
    threshold: u32,
    short_members: u32,
}

/// `Joint` in `common.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
struct Joint {
    first: u32,
    count: u32,
    result: u32,
}

/// Runs a batch and hands the sets of each tile, with the words of their results, to `read`.
///
/// # Errors
/// [`ComputeError`]; [`ComputeError::Refused`] also if the table or a set fits no tile.
pub fn run<S: Sets>(
    device: &Device,
    limits: &TileLimits,
    table: &CodeTable,
    sets: &S,
    order: u32,
    mut read: impl FnMut(Range<usize>, &[u32]),
) -> Result<(), ComputeError> {
    let shape = Shape {
        columns: 0..table.solutions(),
        output_bytes: S::RESULT_BYTES,
        shared_bytes: 0,
        alignment: device.part_alignment(),
    };
    let whole = Tile::whole(table);
    let room = Room {
        limits,
        row_bytes: table.row_count() * shape.row_bytes(),
        guess_bytes: table.guesses() * GUESS_BYTES,
        result_bytes: S::RESULT_BYTES,
        alignment: shape.alignment,
    };
    let kernel = Kernel {
        lanes: device.lanes(S::STAGE) as usize,
        small_set: S::largest_small_set(&device.tuning()) as usize,
    };
    let works: Vec<Work> = (0..sets.count())
        .map(|set| Work::new(sets, set, kernel, limits))
        .collect();
    let mut next = 0;
    while next < works.len() {
        let tile = next..room.tile_end(&works, next)?;
        let plan = Plan::new(sets, &works, tile.clone(), limits);
        let mut upload = device.upload();
        whole.write(&mut upload, table, &shape);
        plan.write(&mut upload);
        let terms = works[tile.clone()].iter().map(|work| work.members.terms);
        S::write_terms(terms.max().unwrap_or(0), &mut upload);
        let dispatches = plan.dispatches(&mut upload, |first| {
            Parameters::new(table, &shape, first).with_order(order)
        });
        let job = Job {
            stage: S::STAGE,
            upload: &upload,
            dispatches: &dispatches,
            output_bytes: plan.output * S::RESULT_BYTES,
            scratch_bytes: plan.scratch * S::RESULT_BYTES,
        };
        next = tile.end;
        device.run(&job, |bytes| {
            let words: Vec<u32> = bytemuck::pod_collect_to_vec(bytes);
            read(tile, &words);
        })?;
    }
    Ok(())
}

/// What a set asks of a device.
#[derive(Clone, Copy, Debug)]
struct Work {
    members: Members,
    /// Invocations in a workgroup.
    lanes: usize,
    list: usize,
    guesses: usize,
    guesses_a_piece: usize,
    /// Results that come back.
    output: usize,
    /// Results that its pieces leave.
    scratch: usize,
}

impl Work {
    fn new<S: Sets>(sets: &S, set: usize, kernel: Kernel, limits: &TileLimits) -> Work {
        let members = sets.members(set, kernel);
        let list = sets.list(set);
        let guesses = sets.lists()[list].len();
        let (most, lanes) = match members.large {
            true => (LARGE_PIECE, 1),
            false => (SMALL_PIECE.max(kernel.lanes), kernel.lanes),
        };
        let guesses_a_piece = (limits.dispatch_patterns / members.patterns.max(1))
            .min(TURNS / members.turns.max(1) * lanes)
            .clamp(1, most);
        let (whole, rest) = (guesses / guesses_a_piece, guesses % guesses_a_piece);
        let of_rest = (rest > 0).then(|| S::results_of_piece(rest));
        Work {
            members,
            lanes: kernel.lanes,
            list,
            guesses,
            guesses_a_piece,
            output: S::results_of_set(guesses),
            scratch: whole * S::results_of_piece(guesses_a_piece) + of_rest.unwrap_or(0),
        }
    }

    fn pieces(&self) -> usize {
        self.guesses.div_ceil(self.guesses_a_piece)
    }

    fn entry(&self) -> Entry {
        match self.members.large {
            true => Entry::Large,
            false => Entry::Small,
        }
    }

    /// The most turns that an invocation takes: on one guess, or to join the results, of which a lane
    /// may look at each twice.
    fn turns(&self) -> usize {
        let joining = 2 * self.scratch.div_ceil(self.lanes) + 64;
        self.members.turns.max(joining)
    }
}

/// What a tile may take.
struct Room<'a> {
    limits: &'a TileLimits,
    row_bytes: usize,
    guess_bytes: usize,
    result_bytes: usize,
    alignment: usize,
}

/// What some sets take together.
#[derive(Clone, Copy, Default)]
struct Load {
    sets: usize,
    numbers: usize,
    pieces: usize,
    results: usize,
    terms: usize,
    patterns: usize,
}

impl Load {
    fn with(self, work: &Work, new_list: bool) -> Load {
        let list = if new_list { work.guesses } else { 0 };
        Load {
            sets: self.sets + 1,
            numbers: self.numbers + work.members.words + list,
            pieces: self.pieces + work.pieces(),
            results: self.results + work.output + work.scratch,
            terms: self.terms.max(work.members.terms),
            patterns: self
                .patterns
                .saturating_add(work.members.patterns.saturating_mul(work.guesses)),
        }
    }
}

impl Room<'_> {
    /// Where a tile that starts with set `first` ends.
    fn tile_end(&self, works: &[Work], first: usize) -> Result<usize, ComputeError> {
        let mut load = Load::default();
        for (set, work) in works.iter().enumerate().skip(first) {
            let new_list = set == first || work.list != works[set - 1].list;
            let more = load.with(work, new_list);
            if set == first && !(self.fits(&more) && work.turns() <= TURNS) {
                return Err(self.refusal(work));
            }
            let long = self.dispatches(&more) > DISPATCHES_PER_TILE;
            if set > first && (long || !self.fits(&more)) {
                return Ok(set);
            }
            load = more;
        }
        Ok(works.len())
    }

    fn fits(&self, load: &Load) -> bool {
        let written = load.results * self.result_bytes;
        let sections = [
            self.row_bytes,
            self.guess_bytes,
            load.numbers * size_of::<u32>(),
            load.pieces * size_of::<Piece>(),
            load.sets * size_of::<Joint>(),
            load.terms * size_of::<u64>(),
        ];
        let parameters = size_of::<Parameters>().next_multiple_of(self.alignment);
        let upload = sections.iter().sum::<usize>()
            + sections.len() * self.alignment
            + self.dispatches(load) * parameters;
        written <= self.limits.binding_bytes.min(self.limits.output_bytes)
            && sections
                .iter()
                .all(|&bytes| bytes <= self.limits.binding_bytes)
            && upload <= self.limits.upload_bytes
    }

    /// At least as many as [`Plan::launch`] makes. Of two neighbours, one ended because the other's
    /// first piece had too many patterns for it, or because it had all workgroups.
    fn dispatches(&self, load: &Load) -> usize {
        let workgroups = self.limits.workgroups;
        2 * (load.patterns / self.limits.dispatch_patterns)
            + load.pieces / workgroups
            + 2
            + load.sets.div_ceil(workgroups)
    }

    fn refusal(&self, work: &Work) -> ComputeError {
        ComputeError::Refused(format!(
            "a table of {} bytes and a set of {} are too large for its limits of {} bytes a binding \
             and {} a buffer",
            self.row_bytes, work.members.count, self.limits.binding_bytes, self.limits.upload_bytes,
        ))
    }
}

/// A tile, ready to be uploaded.
#[derive(Default)]
struct Plan {
    numbers: Vec<u32>,
    pieces: Vec<Piece>,
    joints: Vec<Joint>,
    launches: Vec<Launch>,
    /// Results that come back; the sets' come one after the other.
    output: usize,
    /// Results behind them.
    scratch: usize,
}

/// One dispatch.
struct Launch {
    entry: Entry,
    /// The pieces or joints, a workgroup each.
    groups: Range<usize>,
    patterns: usize,
}

impl Plan {
    fn new<S: Sets>(sets: &S, works: &[Work], tile: Range<usize>, limits: &TileLimits) -> Plan {
        let mut plan = Plan::default();
        let mut list = None;
        // Where the members and the list of each set start.
        let mut starts = Vec::with_capacity(tile.len());
        for set in tile.clone() {
            let work = &works[set];
            let list_start = match list {
                Some((last, start)) if last == work.list => start,
                _ => {
                    let start = plan.numbers.len();
                    plan.numbers
                        .extend_from_slice(bytemuck::cast_slice(&sets.lists()[work.list]));
                    start
                }
            };
            list = Some((work.list, list_start));
            starts.push((plan.numbers.len(), list_start));
            sets.write_members(set, &mut plan.numbers);
            plan.joints.push(Joint {
                result: plan.output as u32,
                ..Joint::default()
            });
            plan.output += work.output;
        }
        // Pieces of a kind lie together, so that they share dispatches.
        for kind in [Entry::Small, Entry::Large] {
            for (place, work) in works[tile.clone()].iter().enumerate() {
                if work.entry() == kind {
                    plan.push_pieces::<S>(place, work, starts[place], limits);
                }
            }
        }
        for place in 0..tile.len() {
            plan.launch(Entry::Join, place, 0, limits);
        }
        plan
    }

    fn push_pieces<S: Sets>(
        &mut self,
        place: usize,
        work: &Work,
        (members, list): (usize, usize),
        limits: &TileLimits,
    ) {
        let first = self.output + self.scratch;
        for guess in (0..work.guesses).step_by(work.guesses_a_piece) {
            let guesses = work.guesses_a_piece.min(work.guesses - guess);
            let patterns = work.members.patterns.saturating_mul(guesses);
            self.launch(work.entry(), self.pieces.len(), patterns, limits);
            self.pieces.push(Piece {
                members: members as u32,
                member_count: work.members.count as u32,
                guesses: (list + guess) as u32,
                guess_count: guesses as u32,
                result: (self.output + self.scratch) as u32,
                threshold: work.members.threshold,
                short_members: work.members.short as u32,
            });
            self.scratch += S::results_of_piece(guesses);
        }
        self.joints[place].first = first as u32;
        self.joints[place].count = (self.output + self.scratch - first) as u32;
    }

    /// Adds a workgroup to the last dispatch, or to a new one.
    fn launch(&mut self, entry: Entry, group: usize, patterns: usize, limits: &TileLimits) {
        if let Some(last) = self.launches.last_mut()
            && last.entry == entry
            && last.groups.len() < limits.workgroups
            && last.patterns.saturating_add(patterns) <= limits.dispatch_patterns
        {
            last.groups.end = group + 1;
            last.patterns += patterns;
            return;
        }
        self.launches.push(Launch {
            entry,
            groups: group..group + 1,
            patterns,
        });
    }

    fn write(&self, upload: &mut Upload) {
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.numbers)));
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.pieces)));
        upload.section(|bytes| bytes.extend_from_slice(bytemuck::cast_slice(&self.joints)));
    }

    /// Appends the parameters of the dispatches, which are told their first piece or joint.
    fn dispatches(
        &self,
        upload: &mut Upload,
        parameters: impl Fn(usize) -> Parameters,
    ) -> Vec<Dispatch> {
        let dispatch = |launch: &Launch| Dispatch {
            entry: launch.entry as usize,
            parameters: upload.parameters(&parameters(launch.groups.start)),
            workgroups: [launch.groups.len() as u32, 1],
        };
        self.launches.iter().map(dispatch).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::CandidateIndex;
    use super::super::super::batch::SetBatch;
    use super::*;

    const LIMITS: TileLimits = TileLimits {
        binding_bytes: 128 << 20,
        upload_bytes: 256 << 20,
        output_bytes: 64 << 20,
        workgroups: 65_535,
        dispatch_patterns: 1 << 27,
    };

    const KERNEL: Kernel = Kernel {
        lanes: 64,
        small_set: 255,
    };

    /// Sets of 1 to 300 candidates, of which some share the list of all and others have a short one.
    fn batch() -> SetBatch {
        let all: Arc<[GuessIndex]> = (0..1_000).map(GuessIndex).collect();
        let candidates: Vec<CandidateIndex> = CandidateIndex::up_to(300).collect();
        let mut batch = SetBatch::default();
        for i in 0..200 {
            let short: Arc<[GuessIndex]> = (0..1 + i % 70).map(GuessIndex).collect();
            let allowed = if i % 3 == 0 { &short } else { &all };
            batch.push(&candidates[..1 + 37 * i as usize % 300], allowed);
        }
        batch
    }

    fn works(batch: &SetBatch, limits: &TileLimits) -> Vec<Work> {
        let sets = 0..batch.len();
        sets.map(|set| Work::new(batch, set, KERNEL, limits))
            .collect()
    }

    fn room(limits: &TileLimits) -> Room<'_> {
        Room {
            limits,
            row_bytes: 1_000,
            guess_bytes: 1_000,
            result_bytes: SetBatch::RESULT_BYTES,
            alignment: 256,
        }
    }

    #[test]
    fn a_large_batch_is_one_tile() {
        let batch = batch();
        let end = room(&LIMITS).tile_end(&works(&batch, &LIMITS), 0);
        assert_eq!(end, Ok(200));
    }

    #[test]
    fn a_tile_has_no_more_dispatches_than_it_was_given_room_for() {
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
            let works = works(&batch, &limits);
            for (first, end) in [(0, 200), (3, 4), (5, 60)] {
                let load = works[first..end]
                    .iter()
                    .fold(Load::default(), |load, work| load.with(work, true));
                let plan = Plan::new(&batch, &works, first..end, &limits);
                assert!(plan.launches.len() <= room(&limits).dispatches(&load));
                assert_eq!(plan.pieces.len(), load.pieces);
                assert_eq!(plan.output + plan.scratch, load.results);
                let within = |launch: &Launch| launch.groups.len() <= workgroups;
                assert!(plan.launches.iter().all(within));
            }
        }
    }

    #[test]
    fn the_pieces_of_a_set_are_joined_and_cover_its_list() {
        let batch = batch();
        let works = works(&batch, &LIMITS);
        let plan = Plan::new(&batch, &works, 10..20, &LIMITS);
        for (set, joint) in (10..20).zip(&plan.joints) {
            let results = joint.first..joint.first + joint.count;
            let of_set = plan
                .pieces
                .iter()
                .filter(|piece| results.contains(&piece.result));
            let guesses: Vec<GuessIndex> = of_set
                .flat_map(|piece| {
                    let start = piece.guesses as usize;
                    let numbers = &plan.numbers[start..][..piece.guess_count as usize];
                    numbers.iter().copied().map(GuessIndex)
                })
                .collect();
            assert_eq!(guesses, batch.allowed(set));
        }
    }

    #[test]
    fn a_set_that_fits_no_tile_is_refused() {
        let limits = TileLimits {
            output_bytes: 24,
            ..LIMITS
        };
        let end = room(&limits).tile_end(&works(&batch(), &limits), 0);
        assert!(matches!(end, Err(ComputeError::Refused(_))));
    }
}
