// Stage `best_guesses`: the best guess of each of many candidate sets.
//
// `small` and `large` handle one piece per workgroup, that is, some guesses of one set, and write the best
// of these guesses. `join` then handles one set per workgroup: the best guess of its pieces.
//
// - `small`: every lane tries guesses of its own. For sets of at most 255 candidates, or LARGEST_SMALL_SET for codes of
//   two bytes.
// - `large`: all lanes count the codes of one guess together, one guess after the other.
//
// import: width/best_guesses.wgsl, src/compute/gpu/layout/best_guesses.rs

// A power of two: see `write_best_of_lanes`.
override WORKGROUP_SIZE: u32 = 64u;

// The members of a set in `numbers` are its candidates, one u32 each.

// n * log2 n in steps of 2^-30 for n = 1, 2, 3 ...
@group(0) @binding(6) var<storage, read> n_log_n: array<Wide>;

// One result of RESULT_U32S u32s for each set, then one for each piece: the guess and its packed sums.
@group(0) @binding(7) var<storage, read_write> results: array<u32>;

struct Best {
    guess: u32,
    sums: Sums,
}

// `Order::key` of the host: keys are compared number by number, and the lower key is better.
fn order_key(sums: Sums) -> array<Wide, 4> {
    let fewer_splits = Wide(CODES - sums.splits, 0u);
    let largest = Wide(sums.largest, 0u);
    let not_candidate = Wide(1u - sums.candidate, 0u);
    let none = Wide(0u, 0u);
    switch parameters.order {
        case ORDER_MAX_SPLITS: {
            return array<Wide, 4>(fewer_splits, sums.n_log_n, not_candidate, largest);
        }
        case ORDER_EXPECTED_SIZE: {
            return array<Wide, 4>(sums.squares, not_candidate, none, none);
        }
        case ORDER_ENTROPY: {
            return array<Wide, 4>(sums.n_log_n, not_candidate, none, none);
        }
        case ORDER_MINIMAX: {
            return array<Wide, 4>(largest, sums.squares, not_candidate, none);
        }
        case ORDER_LEAST_TOTAL: {
            let inexact = Wide(u32(sums.largest > 2u), 0u);
            return array<Wide, 4>(fewer_splits + not_candidate, inexact, sums.squares, none);
        }
        // ORDER_SPLITS
        default: {
            return array<Wide, 4>(fewer_splits, none, none, none);
        }
    }
}

// The better of two guesses. If their keys are equal, the lower guess is better.
fn better(a: Best, b: Best) -> Best {
    let x = order_key(a.sums);
    let y = order_key(b.sums);
    // Compared from the last number to the first, so that an earlier difference overrides a later one.
    var b_wins = b.guess < a.guess;
    b_wins = select(b_wins, wide_less(y[3], x[3]), any(x[3] != y[3]));
    b_wins = select(b_wins, wide_less(y[2], x[2]), any(x[2] != y[2]));
    b_wins = select(b_wins, wide_less(y[1], x[1]), any(x[1] != y[1]));
    b_wins = select(b_wins, wide_less(y[0], x[0]), any(x[0] != y[0]));
    if b_wins {
        return b;
    }
    return a;
}

fn read_result(index: u32) -> Best {
    let start = index * RESULT_U32S;
    return Best(
        results[start],
        unpack(PackedSums(
            results[start + 1u],
            results[start + 2u],
            results[start + 3u],
            results[start + 4u],
            results[start + 5u],
        )),
    );
}

fn write_result(index: u32, best: Best) {
    let packed = pack(best.sums);
    let start = index * RESULT_U32S;
    results[start] = best.guess;
    results[start + 1u] = packed[0];
    results[start + 2u] = packed[1];
    results[start + 3u] = packed[2];
    results[start + 4u] = packed[3];
    results[start + 5u] = packed[4];
}

// The sums of a small set when another candidate, with this code, joins a group of `earlier` candidates. It adds
// 2 * earlier + 1 to the sum of n * n, and to the sum of n * log2 n the difference between the terms of earlier + 1 and of
// earlier. For 255 candidates the sum of squares fits 32 bits.
fn join_group(before: Sums, code: u32, earlier: u32) -> Sums {
    var sums = before;
    sums.splits += u32(earlier == 0u);
    sums.singletons += u32(earlier == 0u) - u32(earlier == 1u);
    sums.largest = max(sums.largest, earlier + 1u);
    sums.candidate |= u32(code == parameters.solved_code);
    sums.squares.x += 2u * earlier + 1u;
    // The terms of 0 and of 1 are both zero, and n_log_n begins with the term of 1.
    let step = wide_sub(n_log_n[earlier], n_log_n[max(earlier, 1u) - 1u]);
    sums.n_log_n = wide_add(sums.n_log_n, step);
    return sums;
}

// Memory that each lane has for itself: LANE_U32S u32s. `small` first uses it for codes; afterwards every lane puts its
// best guess there.
//
// u32 i of a lane is at i * WORKGROUP_SIZE + lane. So lanes that access the same i access different banks.
var<workgroup> lane_memory: array<u32, LANE_U32S * WORKGROUP_SIZE>;

fn read_lane(lane: u32) -> Best {
    return Best(
        lane_memory[lane],
        unpack(PackedSums(
            lane_memory[WORKGROUP_SIZE + lane],
            lane_memory[2u * WORKGROUP_SIZE + lane],
            lane_memory[3u * WORKGROUP_SIZE + lane],
            lane_memory[4u * WORKGROUP_SIZE + lane],
            lane_memory[5u * WORKGROUP_SIZE + lane],
        )),
    );
}

fn write_lane(lane: u32, best: Best) {
    let packed = pack(best.sums);
    lane_memory[lane] = best.guess;
    lane_memory[WORKGROUP_SIZE + lane] = packed[0];
    lane_memory[2u * WORKGROUP_SIZE + lane] = packed[1];
    lane_memory[3u * WORKGROUP_SIZE + lane] = packed[2];
    lane_memory[4u * WORKGROUP_SIZE + lane] = packed[3];
    lane_memory[5u * WORKGROUP_SIZE + lane] = packed[4];
}

// Writes the best guess of all lanes as a result. Every lane calls this with its own best guess.
fn write_best_of_lanes(index: u32, best: Best, lane: u32) {
    write_lane(lane, best);
    workgroupBarrier();
    // The number of lanes is a power of two. It is halved until one lane is left.
    for (var lanes = WORKGROUP_SIZE / 2u; lanes > 0u; lanes /= 2u) {
        if lane < lanes {
            write_lane(lane, better(read_lane(lane), read_lane(lane + lanes)));
        }
        workgroupBarrier();
    }
    if lane == 0u {
        write_result(index, read_lane(0u));
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn small(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    // If there are fewer guesses than lanes, the remaining lanes try the last guess again. So every lane
    // has a best guess.
    var best = try_guess(piece, min(lane, piece.guess_count - 1u), lane);
    for (var i = lane + WORKGROUP_SIZE; i < piece.guess_count; i += WORKGROUP_SIZE) {
        best = better(best, try_guess(piece, i, lane));
    }
    write_best_of_lanes(piece.result, best, lane);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn large(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    prepare_counters(lane);
    // Only lane 0 keeps the best guess.
    var best = Best();
    for (var i = 0u; i < piece.guess_count; i++) {
        let guess = numbers[piece.guesses + i];
        sum_groups_of_set(piece, guess, lane);
        if lane == 0u {
            let tried = Best(guess, lane_sums[0]);
            if i == 0u {
                best = tried;
            } else {
                best = better(best, tried);
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
    let of_set = joins[parameters.first + workgroup.x];
    // If there are fewer pieces than lanes, the remaining lanes read the last result again.
    var best = read_result(of_set.first + min(lane, of_set.count - 1u));
    for (var i = lane + WORKGROUP_SIZE; i < of_set.count; i += WORKGROUP_SIZE) {
        best = better(best, read_result(of_set.first + i));
    }
    write_best_of_lanes(of_set.result, best, lane);
}
