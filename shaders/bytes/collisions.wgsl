// Codes of one byte: the score of a guess.
//
// import: bytes/table.wgsl, shared/sets.wgsl

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

// For each code the sum of a guess, and the size of a group in the current long bucket.
var<workgroup> sums: array<atomic<u32>, CODES>;

var<workgroup> group_sizes: array<atomic<u32>, CODES>;

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

// There is nothing to prepare: the counters are cleared for each guess.
fn prepare_counters(lane: u32) {}

// The largest sum of one guess among the codes of this lane. Every lane calls this.
fn largest_sum(piece: Piece, guess: u32, lane: u32) -> u32 {
    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        atomicStore(&sums[code], 0u);
    }
    workgroupBarrier();

    add_buckets(piece, guess, lane);
    workgroupBarrier();

    var largest = 0u;
    for (var code = lane; code < CODES; code += WORKGROUP_SIZE) {
        largest = max(largest, atomicLoad(&sums[code]));
    }
    return largest;
}
