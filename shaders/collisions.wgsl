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
// - `small`: every lane scores guesses of its own. For sets of short buckets with at most 255 members in all, or
//   LARGEST_SMALL_SET for codes of two bytes.
// - `large`: all lanes score one guess together, one guess after the other.
//
// import: width/collisions.wgsl, src/compute/gpu/layout/collisions.rs

override WORKGROUP_SIZE: u32 = 64u;

// The members of a set in `numbers` are those of its buckets, one bucket after the other, short buckets
// first. A member has MEMBER_U32S u32s.

// For each set its lowest score, then one bit for each allowed guess, 32 per u32, the first one in the lowest
// bit. After all sets the scores that the pieces write, one u32 per guess.
@group(0) @binding(6) var<storage, read_write> results: array<u32>;

fn member_code(piece: Piece, starts: RowStarts, member: u32) -> u32 {
    return one_code(starts, numbers[piece.members + MEMBER_U32S * member]);
}

// The number of members before a member of a short bucket in the same bucket.
fn members_before(piece: Piece, member: u32) -> u32 {
    return numbers[piece.members + MEMBER_U32S * member + 1u];
}

// The number that a member of a short bucket adds to the sum of its code. A group counts once it has `threshold`
// members: the member that completes the threshold adds all members so far, and each later one adds 1.
fn gain(piece: Piece, starts: RowStarts, member: u32, code: u32) -> u32 {
    var size = 1u;
    for (var other = member - members_before(piece, member); other < member; other++) {
        size += u32(member_code(piece, starts, other) == code);
    }
    return gain_of_size(piece, size);
}

// The number that a member adds if it makes its group this large.
fn gain_of_size(piece: Piece, size: u32) -> u32 {
    let threshold = max(piece.threshold, 1u);
    if size == threshold {
        return threshold;
    }
    return u32(size > threshold);
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

// `large`: the greatest sum of a guess. `join`: the lowest score of a set.
var<workgroup> extreme: atomic<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn large(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    prepare_counters(lane);
    for (var i = 0u; i < piece.guess_count; i++) {
        if lane == 0u {
            atomicStore(&extreme, 0u);
        }
        let largest = largest_sum(piece, numbers[piece.guesses + i], lane);
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
