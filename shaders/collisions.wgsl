// The guesses that leave the fewest collisions, for each of many sets of shards. Pieces of sets, a
// workgroup each, score their guesses; then a workgroup a set looks for the lowest score and marks the
// guesses that have it.
//
// `small`: a lane a guess, for sets of short shards with at most 255 members, counted in every shard
// that they are in. `large`: the lanes share one guess after the other. `join`: the second step.

override WORKGROUP_SIZE: u32 = 64u;

const CODES: u32 = 256u;

// Members, two words each, shard by shard, the short ones first: the place of the solution, and how
// many members of its shard stand before it, or in a long shard the number of its members. Allowed
// guesses, a word each.
@group(0) @binding(3) var<storage, read> numbers: array<u32>;

@group(0) @binding(4) var<storage, read> pieces: array<Piece>;

// One a set.
@group(0) @binding(5) var<storage, read> joints: array<Joint>;

// For each set the lowest score and a bit a guess, the first in the lowest bit of the first word. Then
// the scores.
@group(0) @binding(6) var<storage, read_write> results: array<u32>;

fn member_code(piece: Piece, starts: array<u32, 5>, member: u32) -> u32 {
    return one_code(starts, numbers[piece.members + 2u * member]);
}

// What a member of a short shard adds to the sum of its code. A group of a shard counts from its `threshold`-th member
// on: that one brings those before it along.
fn gain(piece: Piece, starts: array<u32, 5>, member: u32, code: u32) -> u32 {
    let before = numbers[piece.members + 2u * member + 1u];
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

// A byte a code and lane, word by word, so that lanes with one word number are in different banks.
const LANE_WORDS: u32 = CODES / 4u;

var<workgroup> lane_words: array<u32, LANE_WORDS * WORKGROUP_SIZE>;

// The score of a guess on a small set. A sum only grows, so the largest that is seen is the largest.
fn score_by_lane(piece: Piece, guess: u32, lane: u32) -> u32 {
    for (var word = lane; word < LANE_WORDS * WORKGROUP_SIZE; word += WORKGROUP_SIZE) {
        lane_words[word] = 0u;
    }
    let starts = row_starts(guess);
    var score = 0u;
    for (var member = 0u; member < piece.member_count; member++) {
        let code = member_code(piece, starts, member);
        let word = (code / 4u) * WORKGROUP_SIZE + lane;
        let shift = 8u * (code % 4u);
        lane_words[word] += gain(piece, starts, member, code) << shift;
        score = max(score, (lane_words[word] >> shift) & 0xffu);
    }
    return score;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn small(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    for (var place = lane; place < piece.guess_count; place += WORKGROUP_SIZE) {
        let guess = numbers[piece.guesses + place];
        results[piece.result + place] = score_by_lane(piece, guess, lane);
    }
}

var<workgroup> sums: array<atomic<u32>, CODES>;

var<workgroup> groups: array<atomic<u32>, CODES>;

var<workgroup> extreme: atomic<u32>;

fn add_short_shards(piece: Piece, starts: array<u32, 5>, lane: u32) {
    for (var member = lane; member < piece.short_members; member += WORKGROUP_SIZE) {
        let code = member_code(piece, starts, member);
        let gained = gain(piece, starts, member, code);
        if gained > 0u {
            atomicAdd(&sums[code], gained);
        }
    }
}

// Counts the groups of a long shard. All lanes come here; a lane clears and reads the same codes.
fn add_long_shard(piece: Piece, starts: array<u32, 5>, first: u32, end: u32, lane: u32) {
    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        atomicStore(&groups[code], 0u);
    }
    workgroupBarrier();

    for (var member = first + lane; member < end; member += WORKGROUP_SIZE) {
        atomicAdd(&groups[member_code(piece, starts, member)], 1u);
    }
    workgroupBarrier();

    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        let size = atomicLoad(&groups[code]);
        if size >= piece.threshold {
            atomicAdd(&sums[code], size);
        }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn large(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let piece = pieces[parameters.first + workgroup.x];
    for (var place = 0u; place < piece.guess_count; place++) {
        if lane == 0u {
            atomicStore(&extreme, 0u);
        }
        for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
            atomicStore(&sums[code], 0u);
        }
        workgroupBarrier();

        let starts = row_starts(numbers[piece.guesses + place]);
        add_short_shards(piece, starts, lane);
        var first = piece.short_members;
        while first < piece.member_count {
            let end = first + numbers[piece.members + 2u * first + 1u];
            add_long_shard(piece, starts, first, end, lane);
            first = end;
        }
        workgroupBarrier();

        var largest = 0u;
        for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
            largest = max(largest, atomicLoad(&sums[code]));
        }
        atomicMax(&extreme, largest);
        workgroupBarrier();

        // The first lane has read it before it clears it for the next guess.
        if lane == 0u {
            results[piece.result + place] = atomicLoad(&extreme);
        }
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn join(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let joint = joints[parameters.first + workgroup.x];
    if lane == 0u {
        atomicStore(&extreme, 0xffffffffu);
    }
    workgroupBarrier();

    var lowest = 0xffffffffu;
    for (var place = lane; place < joint.count; place += WORKGROUP_SIZE) {
        lowest = min(lowest, results[joint.first + place]);
    }
    atomicMin(&extreme, lowest);
    workgroupBarrier();

    lowest = atomicLoad(&extreme);
    if lane == 0u {
        results[joint.result] = lowest;
    }
    for (var first = 32u * lane; first < joint.count; first += 32u * WORKGROUP_SIZE) {
        var bits = 0u;
        for (var bit = 0u; bit < min(32u, joint.count - first); bit++) {
            bits |= u32(results[joint.first + first + bit] == lowest) << bit;
        }
        results[joint.result + 1u + first / 32u] = bits;
    }
}
