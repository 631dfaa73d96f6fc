// Stage `partition`: how each guess partitions all solutions. One workgroup per guess.
//
// No pattern leaves the workgroup: the lanes count the patterns in histograms, and only sums over the groups
// are written.
//
// import: shared/histograms.wgsl

// A power of two: see `sum_groups`.
override WORKGROUP_SIZE: u32 = 128u;

// n * log2 n in steps of 2^-30 for n = 1, 2, 3 ... The host computes them, because drivers differ in their
// logarithms.
@group(0) @binding(3) var<storage, read> n_log_n: array<Wide>;

// For each guess its packed sums.
@group(0) @binding(4) var<storage, read_write> results: array<u32>;

fn count_patterns(guess: u32, lane: u32) {
    let starts = row_starts(guess);
    for (var i = lane; i < parameters.row_u32s; i += WORKGROUP_SIZE) {
        let codes = four_codes(starts, i);
        count_code(codes & 0xffu, lane);
        count_code((codes >> 8u) & 0xffu, lane);
        count_code((codes >> 16u) & 0xffu, lane);
        count_code(codes >> 24u, lane);
    }
}

fn write_result(guess: u32, sums: Sums) {
    let packed = pack(sums);
    let start = guess * SUMS_U32S;
    results[start] = packed[0];
    results[start + 1u] = packed[1];
    results[start + 2u] = packed[2];
    results[start + 3u] = packed[3];
    results[start + 4u] = packed[4];
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let guess = parameters.first + workgroup.x;
    clear_histograms(lane);
    workgroupBarrier();

    count_patterns(guess, lane);
    workgroupBarrier();

    // The cells of the padding are zero in every row, so the padding was counted as code 0.
    sum_groups(parameters.padding, lane);
    if lane == 0u {
        write_result(guess, lane_sums[0]);
    }
}
