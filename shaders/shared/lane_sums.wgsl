// The sums of all lanes of a workgroup.
//
// A stage that imports this declares WORKGROUP_SIZE, which is a power of two, and the binding `n_log_n`.
//
// import: shared/sums.wgsl

var<workgroup> lane_sums: array<Sums, WORKGROUP_SIZE>;

// Adds up the sums of all lanes. Every lane calls this with its own. The result is in `lane_sums[0]`.
fn join_sums(sums: Sums, lane: u32) {
    lane_sums[lane] = sums;
    workgroupBarrier();

    // The number of lanes is a power of two. It is halved until one lane is left.
    for (var lanes = WORKGROUP_SIZE / 2u; lanes > 0u; lanes /= 2u) {
        if lane < lanes {
            lane_sums[lane] = add_sums(lane_sums[lane], lane_sums[lane + lanes]);
        }
        workgroupBarrier();
    }
}
