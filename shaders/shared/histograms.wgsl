// Counting the sizes of the groups of one guess, by all lanes of a workgroup together.
//
// A stage that imports this declares WORKGROUP_SIZE and the binding `n_log_n`.
//
// import: shared/sums.wgsl, src/compute/gpu/layout/histograms.rs

// One pattern is usually much more frequent than the others, so lanes would queue for its counter. There
// are therefore several histograms, and neighbouring lanes use different ones. The histograms are
// interleaved, so that the counters of one code are in different banks of the memory.
var<workgroup> histograms: array<atomic<u32>, CODES * HISTOGRAMS>;

var<workgroup> lane_sums: array<Sums, WORKGROUP_SIZE>;

fn clear_histograms(lane: u32) {
    for (var counter = lane; counter < CODES * HISTOGRAMS; counter += WORKGROUP_SIZE) {
        atomicStore(&histograms[counter], 0u);
    }
}

fn count_code(code: u32, lane: u32) {
    atomicAdd(&histograms[code * HISTOGRAMS + lane % HISTOGRAMS], 1u);
}

fn group_size(code: u32) -> u32 {
    var size = 0u;
    for (var histogram = 0u; histogram < HISTOGRAMS; histogram++) {
        size += atomicLoad(&histograms[code * HISTOGRAMS + histogram]);
    }
    return size;
}

// Sums up all groups; `not_counted` is subtracted from the size of the group of code 0. Every lane calls
// this after all codes have been counted. The result is in `lane_sums[0]`.
fn sum_groups(not_counted: u32, lane: u32) {
    var sums = Sums();
    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        let n = group_size(code) - select(0u, not_counted, code == 0u);
        if n > 0u {
            sums = add_sums(sums, sums_of_group(n, code, n_log_n[n - 1u]));
        }
    }
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
