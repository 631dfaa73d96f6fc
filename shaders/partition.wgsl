// How a guess partitions all solutions: a workgroup a guess. No pattern leaves the workgroup; it is
// counted in a histogram, of which only sums are written.

// A power of two: the last step halves the lanes until one is left.
override WORKGROUP_SIZE: u32 = 128u;

const CODES: u32 = 256u;

// One pattern is usually much commoner than the others, so that the lanes would queue for its counter.
// Neighbouring lanes count in different histograms, which lie interleaved: the counters of one code
// are then in different banks.
const HISTOGRAMS: u32 = 8u;

// Words a guess in `results`; see the packing at the end.
const RESULT_WORDS: u32 = 5u;

// round(n * log2 n * 2^14) for n = 1, 2, 3 ... : made by the host, since drivers differ in their
// logarithms.
@group(0) @binding(3) var<storage, read> n_log_n: array<Wide>;

@group(0) @binding(4) var<storage, read_write> results: array<u32>;

var<workgroup> histograms: array<atomic<u32>, CODES * HISTOGRAMS>;

// The sums over some of the groups.
struct Sums {
    splits: u32,
    singletons: u32,
    largest: u32,
    squares: Wide,
    n_log_n: Wide,
}

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
            sums.splits += 1u;
            sums.singletons += u32(n == 1u);
            sums.largest = max(sums.largest, n);
            sums.squares = wide_add(sums.squares, wide_square(n));
            sums.n_log_n = wide_add(sums.n_log_n, n_log_n[n - 1u]);
        }
    }
    return sums;
}

fn joined(a: Sums, b: Sums) -> Sums {
    return Sums(
        a.splits + b.splits,
        a.singletons + b.singletons,
        max(a.largest, b.largest),
        wide_add(a.squares, b.squares),
        wide_add(a.n_log_n, b.n_log_n),
    );
}

// At most 256 splits and singletons take nine bits each. Of 2^24 candidates, the squares take 49 bits
// and the logarithms 43: their high halves share a word, 20 and 12 bits.
fn write_result(guess: u32, sums: Sums) {
    let candidate = u32(group_size(parameters.solved_code) > 0u);
    let start = guess * RESULT_WORDS;
    results[start] = sums.splits | (sums.singletons << 9u) | (candidate << 18u);
    results[start + 1u] = sums.largest;
    results[start + 2u] = sums.squares.x;
    results[start + 3u] = sums.n_log_n.x;
    results[start + 4u] = sums.squares.y | (sums.n_log_n.y << 20u);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let guess = parameters.first_guess + workgroup.x;

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
