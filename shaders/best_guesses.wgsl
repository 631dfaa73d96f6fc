// The best guess of each of many candidate sets. Pieces of sets, a workgroup each, leave their best;
// then a workgroup a set joins those of its pieces.
//
// `small`: a lane a guess, for sets of at most 255 candidates. `large`: the lanes share one guess after
// the other. `join`: the second step.

// A power of two: the lanes are halved until one is left.
override WORKGROUP_SIZE: u32 = 64u;

const CODES: u32 = 256u;

// The orders, as the host numbers them.
const SPLITS: u32 = 0u;
const MAX_SPLITS: u32 = 1u;
const EXPECTED_SIZE: u32 = 2u;
const ENTROPY: u32 = 3u;
const MINIMAX: u32 = 4u;
const LEAST_TOTAL: u32 = 5u;

// Candidates (places of solutions) and allowed guesses.
@group(0) @binding(3) var<storage, read> numbers: array<u32>;

@group(0) @binding(4) var<storage, read> pieces: array<Piece>;

// One a set; results 0, 1, 2 ... are those of the sets, the pieces' come after them.
@group(0) @binding(5) var<storage, read> joints: array<Joint>;

// n * log2 n in steps of 2^-30 for n = 1, 2, 3 ...
@group(0) @binding(6) var<storage, read> n_log_n: array<Wide>;

// RESULT_WORDS words each: the guess, then its sums as `packed` makes them.
@group(0) @binding(7) var<storage, read_write> results: array<u32>;

const RESULT_WORDS: u32 = 6u;

struct Best {
    guess: u32,
    sums: Sums,
}

// `Order::key`: lower for the better guess.
fn key(sums: Sums) -> array<Wide, 4> {
    let splits = Wide(CODES - sums.splits, 0u);
    let largest = Wide(sums.largest, 0u);
    let other = Wide(1u - sums.candidate, 0u);
    let none = Wide(0u, 0u);
    switch parameters.order {
        case MAX_SPLITS: {
            return array<Wide, 4>(splits, sums.n_log_n, other, largest);
        }
        case EXPECTED_SIZE: {
            return array<Wide, 4>(sums.squares, other, none, none);
        }
        case ENTROPY: {
            return array<Wide, 4>(sums.n_log_n, other, none, none);
        }
        case MINIMAX: {
            return array<Wide, 4>(largest, sums.squares, other, none);
        }
        case LEAST_TOTAL: {
            let more = Wide(u32(sums.largest > 2u), 0u);
            return array<Wide, 4>(splits + other, more, sums.squares, none);
        }
        // SPLITS
        default: {
            return array<Wide, 4>(splits, none, none, none);
        }
    }
}

// Whatever is still equal goes to the lower guess.
fn better(a: Best, b: Best) -> Best {
    let x = key(a.sums);
    let y = key(b.sums);
    var b_wins = b.guess < a.guess;
    // From the last number to the first: the first that differs has the last word.
    b_wins = select(b_wins, wide_less(y[3], x[3]), any(x[3] != y[3]));
    b_wins = select(b_wins, wide_less(y[2], x[2]), any(x[2] != y[2]));
    b_wins = select(b_wins, wide_less(y[1], x[1]), any(x[1] != y[1]));
    b_wins = select(b_wins, wide_less(y[0], x[0]), any(x[0] != y[0]));
    if b_wins {
        return b;
    }
    return a;
}

fn read_result(place: u32) -> Best {
    let start = place * RESULT_WORDS;
    return Best(
        results[start],
        unpacked(array<u32, 5>(
            results[start + 1u],
            results[start + 2u],
            results[start + 3u],
            results[start + 4u],
            results[start + 5u],
        )),
    );
}

fn write_result(place: u32, best: Best) {
    let words = packed(best.sums);
    let start = place * RESULT_WORDS;
    results[start] = best.guess;
    results[start + 1u] = words[0];
    results[start + 2u] = words[1];
    results[start + 3u] = words[2];
    results[start + 4u] = words[3];
    results[start + 5u] = words[4];
}

// 64 words a lane, word by word, so that lanes with one word number are in different banks. They hold
// first a small set's counters, a byte a code, then the lane's best; with 64 lanes they are all the
// workgroup memory that WebGPU guarantees.
const LANE_WORDS: u32 = CODES / 4u;

var<workgroup> lane_words: array<u32, LANE_WORDS * WORKGROUP_SIZE>;

fn read_lane(lane: u32) -> Best {
    return Best(
        lane_words[lane],
        unpacked(array<u32, 5>(
            lane_words[WORKGROUP_SIZE + lane],
            lane_words[2u * WORKGROUP_SIZE + lane],
            lane_words[3u * WORKGROUP_SIZE + lane],
            lane_words[4u * WORKGROUP_SIZE + lane],
            lane_words[5u * WORKGROUP_SIZE + lane],
        )),
    );
}

fn write_lane(lane: u32, best: Best) {
    let words = packed(best.sums);
    lane_words[lane] = best.guess;
    lane_words[WORKGROUP_SIZE + lane] = words[0];
    lane_words[2u * WORKGROUP_SIZE + lane] = words[1];
    lane_words[3u * WORKGROUP_SIZE + lane] = words[2];
    lane_words[4u * WORKGROUP_SIZE + lane] = words[3];
    lane_words[5u * WORKGROUP_SIZE + lane] = words[4];
}

// Writes the best that any lane has. All lanes come here.
fn write_best_of_lanes(place: u32, best: Best, lane: u32) {
    write_lane(lane, best);
    workgroupBarrier();
    for (var lanes = WORKGROUP_SIZE / 2u; lanes > 0u; lanes /= 2u) {
        if lane < lanes {
            write_lane(lane, better(read_lane(lane), read_lane(lane + lanes)));
        }
        workgroupBarrier();
    }
    if lane == 0u {
        write_result(place, read_lane(0u));
    }
}

// A guess on a small set. With e candidates before it that have the same code, a candidate adds
// 2e + 1 to the sum of squares and f(e + 1) - f(e) to any other sum of f(n), so that the counters
// need not be read again. No sum of squares over 255 candidates passes 32 bits.
fn tried_by_lane(piece: Piece, place: u32, lane: u32) -> Best {
    for (var word = lane; word < LANE_WORDS * WORKGROUP_SIZE; word += WORKGROUP_SIZE) {
        lane_words[word] = 0u;
    }
    let guess = numbers[piece.guesses + place];
    let starts = row_starts(guess);
    var sums = Sums();
    for (var i = 0u; i < piece.member_count; i++) {
        let code = one_code(starts, numbers[piece.members + i]);
        let word = (code / 4u) * WORKGROUP_SIZE + lane;
        let shift = 8u * (code % 4u);
        let earlier = (lane_words[word] >> shift) & 0xffu;
        lane_words[word] += 1u << shift;
        sums.splits += u32(earlier == 0u);
        sums.singletons += u32(earlier == 0u) - u32(earlier == 1u);
        sums.largest = max(sums.largest, earlier + 1u);
        sums.candidate |= u32(code == parameters.solved_code);
        sums.squares.x += 2u * earlier + 1u;
        // The term of 0 is that of 1: zero.
        let step = wide_sub(n_log_n[earlier], n_log_n[max(earlier, 1u) - 1u]);
        sums.n_log_n = wide_add(sums.n_log_n, step);
    }
    return Best(guess, sums);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn small(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    // A lane beyond the guesses tries the last of them, so that every lane has a best.
    var best = tried_by_lane(piece, min(lane, piece.guess_count - 1u), lane);
    for (var place = lane + WORKGROUP_SIZE; place < piece.guess_count; place += WORKGROUP_SIZE) {
        best = better(best, tried_by_lane(piece, place, lane));
    }
    write_best_of_lanes(piece.result, best, lane);
}

// Neighbouring lanes count in different histograms: see partition.wgsl.
const HISTOGRAMS: u32 = 8u;

var<workgroup> histograms: array<atomic<u32>, CODES * HISTOGRAMS>;

var<workgroup> lane_sums: array<Sums, WORKGROUP_SIZE>;

fn count_pattern(piece: Piece, starts: array<u32, 5>, member: u32, histogram: u32) {
    if member < piece.member_count {
        let code = one_code(starts, numbers[piece.members + member]);
        atomicAdd(&histograms[code * HISTOGRAMS + histogram], 1u);
    }
}

// Eight members a turn: the largest set must not take more turns than a driver lets a loop have.
fn count_patterns(piece: Piece, guess: u32, lane: u32) {
    let starts = row_starts(guess);
    let histogram = lane % HISTOGRAMS;
    for (var i = lane; i < piece.member_count; i += 8u * WORKGROUP_SIZE) {
        count_pattern(piece, starts, i, histogram);
        count_pattern(piece, starts, i + WORKGROUP_SIZE, histogram);
        count_pattern(piece, starts, i + 2u * WORKGROUP_SIZE, histogram);
        count_pattern(piece, starts, i + 3u * WORKGROUP_SIZE, histogram);
        count_pattern(piece, starts, i + 4u * WORKGROUP_SIZE, histogram);
        count_pattern(piece, starts, i + 5u * WORKGROUP_SIZE, histogram);
        count_pattern(piece, starts, i + 6u * WORKGROUP_SIZE, histogram);
        count_pattern(piece, starts, i + 7u * WORKGROUP_SIZE, histogram);
    }
}

fn sums_of_lane(lane: u32) -> Sums {
    var sums = Sums();
    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        var n = 0u;
        for (var histogram = 0u; histogram < HISTOGRAMS; histogram++) {
            n += atomicLoad(&histograms[code * HISTOGRAMS + histogram]);
        }
        if n > 0u {
            sums = joined(sums, sums_of_group(n, code, n_log_n[n - 1u]));
        }
    }
    return sums;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn large(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    // Only the first lane's counts.
    var best = Best();
    for (var place = 0u; place < piece.guess_count; place++) {
        let guess = numbers[piece.guesses + place];
        for (var counter = lane; counter < CODES * HISTOGRAMS; counter += WORKGROUP_SIZE) {
            atomicStore(&histograms[counter], 0u);
        }
        workgroupBarrier();

        count_patterns(piece, guess, lane);
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
            let found = Best(guess, lane_sums[0]);
            if place == 0u {
                best = found;
            } else {
                best = better(best, found);
            }
        }
    }
    if lane == 0u {
        write_result(piece.result, best);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn join(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let joint = joints[parameters.first + workgroup.x];
    var best = read_result(joint.first + min(lane, joint.count - 1u));
    for (var place = lane + WORKGROUP_SIZE; place < joint.count; place += WORKGROUP_SIZE) {
        best = better(best, read_result(joint.first + place));
    }
    write_best_of_lanes(joint.result, best, lane);
}
