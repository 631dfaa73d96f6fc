// Stage `collisions`: the guesses that leave the fewest collisions, for each of many sets of buckets.
//
// A set has some buckets of candidates, and a candidate may be in several. A guess splits each bucket into
// groups by code. Its score is the largest, over all codes, of the sum of the sizes of those groups of that
// code that have at least `threshold` members.
//
// `small` and `large` handle one piece per workgroup, that is, some guesses of one set, and write the score
// of each of these guesses. `join` then handles one set per workgroup: it finds the lowest score and marks
// the guesses that have it.
//
// - `small`: every lane scores guesses of its own. For sets of short buckets with at most 255 members in all.
// - `large`: all lanes score one guess together, one guess after the other.
//
// import: shared/sets.wgsl, src/compute/gpu/layout/collisions.rs

override WORKGROUP_SIZE: u32 = 64u;

// The members of a set in `numbers` are those of its buckets, one bucket after the other, short buckets
// first. A member has MEMBER_U32S u32s.

// For each set its lowest score, then one bit for each allowed guess, 32 per u32, the first one in the lowest
// bit. After all sets the scores that the pieces write, one u32 per guess.
@group(0) @binding(6) var<storage, read_write> results: array<u32>;

fn member_code(piece: Piece, starts: RowStarts, member: u32) -> u32 {
    return one_code(starts, numbers[piece.members + MEMBER_U32S * member]);
}

// The number that a member of a short bucket adds to the sum of its code. A group counts once it has `threshold`
// members: the member that completes the threshold adds all members so far, and each later one adds 1.
fn gain(piece: Piece, starts: RowStarts, member: u32, code: u32) -> u32 {
    let before = numbers[piece.members + MEMBER_U32S * member + 1u];
    var size = 1u;
    for (var other = member - before; other < member; other++) {
        size += u32(member_code(piece, starts, other) == code);
    }
    let threshold = max(piece.threshold, 1u);
    if size == threshold {
        return threshold;
    }
    return u32(size > threshold);
}

// Memory in which each lane of `small` adds up the sums of a guess, one byte per code.
//
// u32 i of a lane is at i * WORKGROUP_SIZE + lane. So lanes that access the same i access different banks.
const LANE_U32S: u32 = CODES / 4u;

var<workgroup> lane_memory: array<u32, LANE_U32S * WORKGROUP_SIZE>;

// One lane scores a guess. The sums only grow, so the score is the largest value that any sum ever has.
fn score_guess(piece: Piece, guess: u32, lane: u32) -> u32 {
    for (var i = lane; i < LANE_U32S * WORKGROUP_SIZE; i += WORKGROUP_SIZE) {
        lane_memory[i] = 0u;
    }
    let starts = row_starts(guess);
    var score = 0u;
    for (var member = 0u; member < piece.member_count; member++) {
        let code = member_code(piece, starts, member);
        let counter = (code / 4u) * WORKGROUP_SIZE + lane;
        let shift = 8u * (code % 4u);
        lane_memory[counter] += gain(piece, starts, member, code) << shift;
        score = max(score, (lane_memory[counter] >> shift) & 0xffu);
    }
    return score;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn small(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    for (var i = lane; i < piece.guess_count; i += WORKGROUP_SIZE) {
        let guess = numbers[piece.guesses + i];
        results[piece.result + i] = score_guess(piece, guess, lane);
    }
}

// For each code the sum of a guess, and the size of a group in the current long bucket.
var<workgroup> sums: array<atomic<u32>, CODES>;

var<workgroup> group_sizes: array<atomic<u32>, CODES>;

// `large`: the greatest sum of a guess. `join`: the lowest score of a set.
var<workgroup> extreme: atomic<u32>;

fn add_short_buckets(piece: Piece, starts: RowStarts, lane: u32) {
    for (var member = lane; member < piece.short_members; member += WORKGROUP_SIZE) {
        let code = member_code(piece, starts, member);
        let gained = gain(piece, starts, member, code);
        if gained > 0u {
            atomicAdd(&sums[code], gained);
        }
    }
}

// Adds the groups of a long bucket, the members `first` to `end - 1`. Every lane calls this. A lane clears
// and reads the same codes, so no barrier is needed before the first and after the last loop.
fn add_long_bucket(piece: Piece, starts: RowStarts, first: u32, end: u32, lane: u32) {
    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        atomicStore(&group_sizes[code], 0u);
    }
    workgroupBarrier();

    for (var member = first + lane; member < end; member += WORKGROUP_SIZE) {
        atomicAdd(&group_sizes[member_code(piece, starts, member)], 1u);
    }
    workgroupBarrier();

    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        let size = atomicLoad(&group_sizes[code]);
        if size >= piece.threshold {
            atomicAdd(&sums[code], size);
        }
    }
}

// Adds up the sums of one guess. Every lane calls this.
fn add_buckets(piece: Piece, guess: u32, lane: u32) {
    let starts = row_starts(guess);
    add_short_buckets(piece, starts, lane);
    var first = piece.short_members;
    while first < piece.member_count {
        // A member of a long bucket holds the size of the bucket.
        let end = first + numbers[piece.members + MEMBER_U32S * first + 1u];
        add_long_bucket(piece, starts, first, end, lane);
        first = end;
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn large(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    for (var i = 0u; i < piece.guess_count; i++) {
        if lane == 0u {
            atomicStore(&extreme, 0u);
        }
        for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
            atomicStore(&sums[code], 0u);
        }
        workgroupBarrier();

        add_buckets(piece, numbers[piece.guesses + i], lane);
        workgroupBarrier();

        var largest = 0u;
        for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
            largest = max(largest, atomicLoad(&sums[code]));
        }
        atomicMax(&extreme, largest);
        workgroupBarrier();

        // Lane 0 reads the score here and clears it for the next guess, so no barrier is needed between.
        if lane == 0u {
            results[piece.result + i] = atomicLoad(&extreme);
        }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn join(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let of_set = joins[parameters.first + workgroup.x];
    if lane == 0u {
        atomicStore(&extreme, 0xffffffffu);
    }
    workgroupBarrier();

    var lowest = 0xffffffffu;
    for (var i = lane; i < of_set.count; i += WORKGROUP_SIZE) {
        lowest = min(lowest, results[of_set.first + i]);
    }
    atomicMin(&extreme, lowest);
    workgroupBarrier();

    lowest = atomicLoad(&extreme);
    if lane == 0u {
        results[of_set.result] = lowest;
    }
    for (var first = 32u * lane; first < of_set.count; first += 32u * WORKGROUP_SIZE) {
        var bits = 0u;
        for (var bit = 0u; bit < min(32u, of_set.count - first); bit++) {
            bits |= u32(results[of_set.first + first + bit] == lowest) << bit;
        }
        results[of_set.result + 1u + first / 32u] = bits;
    }
}
