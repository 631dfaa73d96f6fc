// How a guess partitions all solutions: a workgroup a guess. No pattern leaves the workgroup; it is
// counted in a histogram, of which only sums are written.

// A power of two: the last step halves the lanes until one is left.
override WORKGROUP_SIZE: u32 = 128u;

const CODES: u32 = 256u;

// One pattern is usually much commoner than the others, so that the lanes would queue for its counter.
// Neighbouring lanes count in different histograms, which lie interleaved: the counters of one code
// are then in different banks.
const HISTOGRAMS: u32 = 8u;

// Words a guess in `results`, as `packed` makes them.
const RESULT_WORDS: u32 = 5u;

// n * log2 n in steps of 2^-30 for n = 1, 2, 3 ... : made by the host, since drivers differ in their
// logarithms.
@group(0) @binding(3) var<storage, read> n_log_n: array<Wide>;

@group(0) @binding(4) var<storage, read_write> results: array<u32>;

var<workgroup> histograms: array<atomic<u32>, CODES * HISTOGRAMS>;

var<workgroup> lane_sums: array<Sums, WORKGROUP_SIZE>;

fn count_patterns(guess: u32, lane: u32) {
    let starts = row_starts(guess);
    let histogram = lane % HISTOGRAMS;
    for (var word = lane; word < parameters.row_words; word += WORKGROUP_SIZE) {
        let codes = four_codes(starts, word);
        atomicAdd(&histograms[(codes & 0xffu) * HISTOGRAMS + histogram], 1u);
        atomicAdd(&histograms[((codes >> 8u) & 0xffu) * HISTOGRAMS + histogram], 1u);
        atomicAdd(&histograms[((codes >> 16u) & 0xffu) * HISTOGRAMS + histogram], 1u);
        atomicAdd(&histograms[(codes >> 24u) * HISTOGRAMS + histogram], 1u);
    }
}

fn group_size(code: u32) -> u32 {
    var size = 0u;
    for (var histogram = 0u; histogram < HISTOGRAMS; histogram++) {
        size += atomicLoad(&histograms[code * HISTOGRAMS + histogram]);
    }
    // The padding's cells are zero in every row, so it was counted as code 0.
    return size - select(0u, parameters.padding, code == 0u);
}

fn sums_of_lane(lane: u32) -> Sums {
    var sums = Sums();
    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        let n = group_size(code);
        if n > 0u {
            sums = joined(sums, sums_of_group(n, code, n_log_n[n - 1u]));
        }
    }
    return sums;
}

fn write_result(guess: u32, sums: Sums) {
    let words = packed(sums);
    let start = guess * RESULT_WORDS;
    results[start] = words[0];
    results[start + 1u] = words[1];
    results[start + 2u] = words[2];
    results[start + 3u] = words[3];
    results[start + 4u] = words[4];
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let guess = parameters.first + workgroup.x;

    for (var counter = lane; counter < CODES * HISTOGRAMS; counter += WORKGROUP_SIZE) {
        atomicStore(&histograms[counter], 0u);
    }
    workgroupBarrier();

    count_patterns(guess, lane);
    workgroupBarrier();

    lane_sums[lane] = sums_of_lane(lane);
    workgroupBarrier();

    for (var lanes = WORKGROUP_SIZE / 2u; lanes > 0u; lanes /= 2u) {
        if lane < lanes {
            lane_sums[lane] = joined(lane_sums[lane], lane_sums[lane + lanes]);
        }
        workgroupBarrier();
    }

    if lane == 0u {
        write_result(guess, lane_sums[0]);
    }
}
