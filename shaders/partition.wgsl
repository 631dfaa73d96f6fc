// Stage `partition`: how each guess partitions all solutions. One workgroup per guess.
//
// No pattern leaves the workgroup: the lanes count the patterns in its memory, and only sums over the groups
// are written.
//
// import: width/partition.wgsl

// A power of two: see `join_sums`.
override WORKGROUP_SIZE: u32 = 128u;

// n * log2 n in steps of 2^-30 for n = 1, 2, 3 ... The host computes them, because drivers differ in their
// logarithms.
@group(0) @binding(3) var<storage, read> n_log_n: array<Wide>;

// For each guess its packed sums.
@group(0) @binding(4) var<storage, read_write> results: array<u32>;

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
    sum_all_groups(guess, lane);
    if lane == 0u {
        write_result(guess, lane_sums[0]);
    }
}
