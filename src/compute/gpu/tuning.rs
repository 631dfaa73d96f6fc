//! Settings that differ from adapter to adapter for speed: the workgroup sizes of the stages, and which sets
//! are small. They never change a result.

use serde::{Deserialize, Serialize};

use super::AdapterKind;
use super::layout::bytes::{CODES, HISTOGRAMS};

/// The greatest number of members of a small set. A lane counts the codes of a small set in bytes.
pub const LARGEST_SMALL_SET: u32 = u8::MAX as u32;

// Workgroup sizes are powers of two between these.
const MIN_LANES: u32 = 8;
const MAX_LANES: u32 = 1_024;

/// Bytes of `histograms` in `bytes/histograms.wgsl`.
const HISTOGRAM_BYTES: u32 = CODES * HISTOGRAMS * 4;

/// Bytes of one lane in `lane_sums` in `shared/lane_sums.wgsl`: the size of `Sums`.
pub(super) const SUMS_BYTES: u32 = 32;

/// The most bytes of one lane in `lane_memory` in the shaders. With codes of one byte there is a byte for each code.
const LANE_BYTES: u32 = CODES;

/// The workgroup sizes of the stages, and which sets are small. Every tuning gives the same results.
///
/// Workgroup sizes are powers of two from 8 to 1,024. A tuning is reduced to what the adapter can do when it
/// is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// Invocations in a workgroup of the stage `pattern_matrix`.
    pub pattern_matrix: u32,
    /// Invocations in a workgroup of the stage `partition`.
    pub partition: u32,
    /// Invocations in a workgroup of the stage `best_guesses`.
    pub best_guesses: u32,
    /// The greatest number of candidates of a small set in the stage `best_guesses`, at most
    /// [`LARGEST_SMALL_SET`]. In a small set each lane tries guesses of its own; in a large one all lanes of a
    /// workgroup try one guess together.
    pub best_guesses_small_set: u32,
    /// Invocations in a workgroup of the stage `collisions`.
    pub collisions: u32,
    /// The greatest number of members of a small set in the stage `collisions`, as above.
    pub collisions_small_set: u32,
    /// Invocations in a workgroup of the stage `best_moves`.
    #[serde(alias = "letterpress")]
    pub best_moves: u32,
}

impl Tuning {
    /// The default of a kind of adapter.
    ///
    /// Hardware runs lanes in waves of 8 to 64 lanes, so a workgroup of 64 fills whole waves on any hardware.
    /// The workgroups of `partition`, which share histograms, are larger: while some waves wait for memory,
    /// others run. A software adapter runs a workgroup on one core, which does not wait.
    pub fn of(kind: AdapterKind) -> Tuning {
        let hardware = Tuning {
            pattern_matrix: 64,
            partition: 128,
            best_guesses: 64,
            best_guesses_small_set: LARGEST_SMALL_SET,
            collisions: 64,
            collisions_small_set: LARGEST_SMALL_SET,
            best_moves: 64,
        };
        match kind {
            AdapterKind::Cpu => Tuning {
                partition: 32,
                best_guesses: 32,
                best_moves: 32,
                ..hardware
            },
            AdapterKind::Discrete
            | AdapterKind::Integrated
            | AdapterKind::Virtual
            | AdapterKind::Other => hardware,
        }
    }

    /// True if every value is in its range. An adapter may still not allow it.
    pub fn is_valid(&self) -> bool {
        let sizes = [
            self.pattern_matrix,
            self.partition,
            self.best_guesses,
            self.collisions,
            self.best_moves,
        ];
        let is_size =
            |lanes: &u32| lanes.is_power_of_two() && (MIN_LANES..=MAX_LANES).contains(lanes);
        let sets = [self.best_guesses_small_set, self.collisions_small_set];
        sizes.iter().all(is_size) && sets.iter().all(|&set| set <= LARGEST_SMALL_SET)
    }

    /// The tuning reduced to the limits of an adapter.
    pub fn within(&self, limits: &wgpu::Limits) -> Tuning {
        let max_lanes = limits
            .max_compute_invocations_per_workgroup
            .min(limits.max_compute_workgroup_size_x)
            .min(MAX_LANES);
        // The lanes for which there is memory: with shared histograms, and with counters of their own.
        let memory = limits.max_compute_workgroup_storage_size;
        let with_histograms = memory.saturating_sub(HISTOGRAM_BYTES) / SUMS_BYTES;
        let with_own_counters = memory / LANE_BYTES;
        let fit = |lanes: u32, room: u32| {
            let max = max_lanes.min(room).max(1);
            lanes
                .clamp(1, max)
                .next_power_of_two()
                .min(1 << max.ilog2())
        };
        let set = |set: u32| set.min(LARGEST_SMALL_SET);
        Tuning {
            pattern_matrix: fit(self.pattern_matrix, max_lanes),
            partition: fit(self.partition, with_histograms),
            best_guesses: fit(self.best_guesses, with_own_counters.min(with_histograms)),
            best_guesses_small_set: set(self.best_guesses_small_set),
            collisions: fit(self.collisions, with_own_counters),
            collisions_small_set: set(self.collisions_small_set),
            best_moves: fit(self.best_moves, memory / 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [AdapterKind; 5] = [
        AdapterKind::Discrete,
        AdapterKind::Integrated,
        AdapterKind::Virtual,
        AdapterKind::Cpu,
        AdapterKind::Other,
    ];

    #[test]
    fn defaults_fit_the_limits_that_webgpu_guarantees() {
        let guaranteed = wgpu::Limits::default();
        for tuning in KINDS.map(Tuning::of) {
            assert!(tuning.is_valid());
            assert_eq!(tuning.within(&guaranteed), tuning);
        }
    }

    #[test]
    fn a_tuning_is_reduced_to_the_limits_of_the_adapter() {
        let large = Tuning {
            pattern_matrix: 1_024,
            partition: 1_024,
            best_guesses: 1_024,
            best_guesses_small_set: 9_999,
            collisions: 1_024,
            collisions_small_set: 9_999,
            best_moves: 1_024,
        };
        assert!(!large.is_valid());
        let limits = wgpu::Limits {
            max_compute_invocations_per_workgroup: 768,
            max_compute_workgroup_size_x: 1_024,
            max_compute_workgroup_storage_size: 16_384,
            ..wgpu::Limits::downlevel_defaults()
        };
        let reduced = large.within(&limits);
        assert!(reduced.is_valid());
        assert_eq!((reduced.pattern_matrix, reduced.best_moves), (512, 512));
        assert_eq!(
            reduced.partition, 256,
            "8 KiB for lanes and 8 KiB for counters"
        );
        assert_eq!((reduced.best_guesses, reduced.collisions), (64, 64));
        assert_eq!(reduced.best_guesses_small_set, LARGEST_SMALL_SET);
        assert_eq!(reduced.collisions_small_set, LARGEST_SMALL_SET);
    }

    #[test]
    fn sizes_out_of_range_are_not_valid() {
        let tuning = Tuning::of(AdapterKind::Discrete);
        for lanes in [0, 4, 96, 2_048] {
            assert!(
                !Tuning {
                    partition: lanes,
                    ..tuning
                }
                .is_valid(),
                "{lanes}"
            );
        }
    }

    #[test]
    fn sums_have_the_size_that_is_reserved_for_a_lane() {
        let module =
            wgpu::naga::front::wgsl::parse_str(crate::compute::gpu::partition::STAGE.source);
        let module = module.expect("build.rs has validated the shader");
        let mut types = module.types.iter().map(|(_, ty)| ty);
        let sums = types.find(|ty| ty.name.as_deref() == Some("Sums"));
        let size = sums.expect("a struct Sums").inner.size(module.to_ctx());
        assert_eq!(size, SUMS_BYTES);
    }

    #[test]
    fn tunings_kept_under_the_former_name_of_best_moves_are_still_read() {
        let tuning = Tuning::of(AdapterKind::Discrete);
        let text = serde_json::to_string(&tuning).unwrap();
        let former = text.replace("best_moves", "letterpress");
        assert_ne!(former, text);
        assert_eq!(serde_json::from_str::<Tuning>(&former).unwrap(), tuning);
    }
}
