// Codes of two bytes: counting the sizes of the groups of one guess, by all lanes of a workgroup together.
//
// There may be more codes than workgroup memory has room for counters. Then the codes are counted in passes: each
// pass counts the codes of one range, and computes the other codes for nothing.
//
// A guess often has far fewer codes than there are counters. So a pass does not read all counters. Instead, the
// lanes go through the codes a second time. The lane that meets a code first takes the size of its group and
// leaves a zero, so that the counters are clear for the next pass.
//
// import: shared/lane_sums.wgsl, pairs/table.wgsl

// The counters of the codes of a pass. All zero between passes.
var<workgroup> counters: array<atomic<u32>, COUNTERS>;

fn prepare_counters(lane: u32) {
    for (var counter = lane; counter < COUNTERS; counter += WORKGROUP_SIZE) {
        atomicStore(&counters[counter], 0u);
    }
}

// Counts a code, if it is in the pass whose first code is `first`.
fn count_code(code: u32, first: u32) {
    // If the code is below `first`, the difference is beyond all counters.
    let counter = code - first;
    if counter < COUNTERS {
        atomicAdd(&counters[counter], 1u);
    }
}

// Adds the group of a code to the sums, if it is in the pass and no lane has taken it. `not_counted` is subtracted
// from the size of the group of code 0.
fn add_group(sums: Sums, code: u32, first: u32, not_counted: u32) -> Sums {
    let counter = code - first;
    if counter < COUNTERS {
        let counted = atomicExchange(&counters[counter], 0u);
        let n = counted - select(0u, min(counted, not_counted), code == 0u);
        if n > 0u {
            return add_sums(sums, sums_of_group(n, code, n_log_n[n - 1u]));
        }
    }
    return sums;
}
