//! What may differ from adapter to adapter and changes no result: how many invocations a workgroup has,
//! and up to which size a set's guesses take a thread each, not a workgroup each.

use serde::{Deserialize, Serialize};

use super::AdapterKind;

/// The largest set whose codes a thread counts by itself: its counters are bytes.
pub const LARGEST_SMALL_SET: u32 = 255;

/// The workgroup sizes that shaders can have: powers of two between these.
const LEAST_LANES: u32 = 8;
const MOST_LANES: u32 = 1_024;

/// Counters of the shaders that share a histogram, and bytes of a lane beside them: `histograms` and
/// `lane_sums` in the shaders.
const HISTOGRAM_BYTES: u32 = 256 * 8 * 4;
const SUMS_BYTES: u32 = 32;

/// Bytes of a lane that counts by itself: `lane_words` in the shaders.
const LANE_BYTES: u32 = 256;

/// Which workgroup sizes and kernels the stages take. Any tuning gives the same bits.
///
/// Workgroup sizes are powers of two from 8 to 1,024. What the adapter cannot do is cut down to what it
/// can when the tuning is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// Invocations in a workgroup of the pattern matrix.
    pub pattern_matrix: u32,
    /// … of partition.
    pub partition: u32,
    /// … of best guesses.
    pub best_guesses: u32,
    /// The largest set of which best guesses gives each guess a thread; of larger ones, and at most of
    /// 256 candidates or more, a workgroup shares each guess.
    pub best_guesses_small_set: u32,
    /// … of collisions.
    pub collisions: u32,
    /// The largest set of shards of which collisions gives each guess a thread, as above.
    pub collisions_small_set: u32,
    /// … of best moves.
    #[serde(alias = "letterpress")]
    pub best_moves: u32,
}

impl Tuning {
    /// What an adapter of some kind starts with.
    ///
    /// Hardware runs lanes in waves of 8 to 64, so a workgroup of 64 fills them whatever their width, and
    /// one that shares a histogram has more to hide its waits behind. A software adapter runs a workgroup
    /// on one core, which waits for nothing.
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

    /// Whether each figure is one that a shader can have, on an adapter that allows it.
    pub fn is_valid(&self) -> bool {
        let sizes = [
            self.pattern_matrix,
            self.partition,
            self.best_guesses,
            self.collisions,
            self.best_moves,
        ];
        let is_size =
            |lanes: &u32| lanes.is_power_of_two() && (LEAST_LANES..=MOST_LANES).contains(lanes);
        let sets = [self.best_guesses_small_set, self.collisions_small_set];
        sizes.iter().all(is_size) && sets.iter().all(|&set| set <= LARGEST_SMALL_SET)
    }

    /// The same within an adapter's limits.
    pub fn within(&self, limits: &wgpu::Limits) -> Tuning {
        let most = limits
            .max_compute_invocations_per_workgroup
            .min(limits.max_compute_workgroup_size_x)
            .min(MOST_LANES);
        let memory = limits.max_compute_workgroup_storage_size;
        let shared = memory.saturating_sub(HISTOGRAM_BYTES) / SUMS_BYTES;
        let own = memory / LANE_BYTES;
        let fit = |lanes: u32, room: u32| {
            let most = most.min(room).max(1);
            lanes
                .clamp(1, most)
                .next_power_of_two()
                .min(1 << most.ilog2())
        };
        let set = |set: u32| set.min(LARGEST_SMALL_SET);
        Tuning {
            pattern_matrix: fit(self.pattern_matrix, most),
            partition: fit(self.partition, shared),
            best_guesses: fit(self.best_guesses, own.min(shared)),
            best_guesses_small_set: set(self.best_guesses_small_set),
            collisions: fit(self.collisions, own),
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
    fn what_an_adapter_starts_with_fits_the_limits_that_webgpu_guarantees() {
        let guaranteed = wgpu::Limits::default();
        for tuning in KINDS.map(Tuning::of) {
            assert!(tuning.is_valid());
            assert_eq!(tuning.within(&guaranteed), tuning);
        }
    }

    #[test]
    fn a_tuning_is_cut_to_workgroups_that_the_adapter_can_hold() {
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
        let cut = large.within(&limits);
        assert!(cut.is_valid());
        assert_eq!((cut.pattern_matrix, cut.best_moves), (512, 512));
        assert_eq!(cut.partition, 256, "8 KiB of lanes beside 8 of counters");
        assert_eq!((cut.best_guesses, cut.collisions), (64, 64));
        assert_eq!(cut.best_guesses_small_set, LARGEST_SMALL_SET);
        assert_eq!(cut.collisions_small_set, LARGEST_SMALL_SET);
    }

    #[test]
    fn sizes_that_no_shader_can_have_are_not_valid() {
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
    fn tunings_kept_under_the_former_name_of_best_moves_are_still_read() {
        let tuning = Tuning::of(AdapterKind::Discrete);
        let text = serde_json::to_string(&tuning).unwrap();
        let former = text.replace("best_moves", "letterpress");
        assert_ne!(former, text);
        assert_eq!(serde_json::from_str::<Tuning>(&former).unwrap(), tuning);
    }
}
