// Codes of two bytes: the score of a guess.
//
// import: pairs/table.wgsl, shared/sets.wgsl

// Memory in which each lane of `small` keeps the code of each member in the low half of a u32, and in the high half
// the number that the member adds to the sum of its code.
//
// u32 i of a lane is at i * WORKGROUP_SIZE + lane. So lanes that access the same i access different banks.
var<workgroup> lane_memory: array<u32, LARGEST_SMALL_SET * WORKGROUP_SIZE>;

// One lane scores a guess. The lane's memory is too small for a sum for each code, so each code is compared with those
// before it.
// The sums only grow, so the score is the largest value that any sum ever has.
fn score_guess(piece: Piece, guess: u32, lane: u32) -> u32 {
    let starts = row_starts(guess);
    var score = 0u;
    for (var member = 0u; member < piece.member_count; member++) {
        let code = member_code(piece, starts, member);
        let first_of_bucket = member - members_before(piece, member);
        var size = 1u;
        var sum = 0u;
        for (var other = 0u; other < member; other++) {
            let kept = lane_memory[other * WORKGROUP_SIZE + lane];
            if (kept & 0xffffu) == code {
                size += u32(other >= first_of_bucket);
                sum += kept >> 16u;
            }
        }
        let gained = gain_of_size(piece, size);
        lane_memory[member * WORKGROUP_SIZE + lane] = code | (gained << 16u);
        score = max(score, sum + gained);
    }
    return score;
}

// There may be more codes than workgroup memory has room for counters. Then `large` counts in passes, each of them the
// codes of one range.
//
// A guess often has far fewer codes than there are counters. So counters are read and cleared by going through the
// members again.

// For each code of a pass the sum of a guess, and the size of a group in the current long bucket. All zero between
// passes.
var<workgroup> sums: array<atomic<u32>, COUNTERS>;

var<workgroup> group_sizes: array<atomic<u32>, COUNTERS>;

fn prepare_counters(lane: u32) {
    for (var counter = lane; counter < COUNTERS; counter += WORKGROUP_SIZE) {
        atomicStore(&sums[counter], 0u);
        atomicStore(&group_sizes[counter], 0u);
    }
}

fn add_short_buckets(piece: Piece, starts: RowStarts, first_code: u32, lane: u32) {
    for (var member = lane; member < piece.short_members; member += WORKGROUP_SIZE) {
        let code = member_code(piece, starts, member);
        // If the code is below the first one, the difference is beyond all counters.
        let counter = code - first_code;
        if counter < COUNTERS {
            atomicAdd(&sums[counter], gain(piece, starts, member, code));
        }
    }
}

// Adds the groups of a long bucket, the members `first` to `end - 1`. Every lane calls this.
fn add_long_bucket(
    piece: Piece,
    starts: RowStarts,
    first: u32,
    end: u32,
    first_code: u32,
    lane: u32,
) {
    for (var member = first + lane; member < end; member += WORKGROUP_SIZE) {
        let counter = member_code(piece, starts, member) - first_code;
        if counter < COUNTERS {
            atomicAdd(&group_sizes[counter], 1u);
        }
    }
    workgroupBarrier();

    for (var member = first + lane; member < end; member += WORKGROUP_SIZE) {
        let counter = member_code(piece, starts, member) - first_code;
        if counter < COUNTERS {
            // The lane that meets a code first takes the group; the others get zero.
            let size = atomicExchange(&group_sizes[counter], 0u);
            if size >= piece.threshold {
                atomicAdd(&sums[counter], size);
            }
        }
    }
    workgroupBarrier();
}

// The largest sum of one guess among the codes of this lane's members. Every lane calls this.
fn largest_sum(piece: Piece, guess: u32, lane: u32) -> u32 {
    let starts = row_starts(guess);
    var largest = 0u;
    for (var first_code = 0u; first_code < CODES; first_code += COUNTERS) {
        workgroupBarrier();

        add_short_buckets(piece, starts, first_code, lane);
        var first = piece.short_members;
        while first < piece.member_count {
            // A member of a long bucket holds the size of the bucket.
            let end = first + numbers[piece.members + MEMBER_U32S * first + 1u];
            add_long_bucket(piece, starts, first, end, first_code, lane);
            first = end;
        }
        workgroupBarrier();

        // The lane that meets a code first takes its sum, which is then zero for the next pass.
        for (var member = lane; member < piece.member_count; member += WORKGROUP_SIZE) {
            let counter = member_code(piece, starts, member) - first_code;
            if counter < COUNTERS {
                largest = max(largest, atomicExchange(&sums[counter], 0u));
            }
        }
    }
    return largest;
}
