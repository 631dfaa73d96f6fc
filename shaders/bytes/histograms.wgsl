// Codes of one byte: counting the sizes of the groups of one guess, by all lanes of a workgroup together.
//
// import: shared/lane_sums.wgsl, bytes/table.wgsl

// One pattern is usually much more frequent than the others, so lanes would queue for its counter. There
// are therefore several histograms, and neighbouring lanes use different ones. The histograms are
// interleaved, so that the counters of one code are in different banks of the memory.
var<workgroup> histograms: array<atomic<u32>, CODES * HISTOGRAMS>;

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
    join_sums(sums, lane);
}
