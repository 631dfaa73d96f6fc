// Codes of two bytes: trying a guess on the candidates of a set.
//
// import: pairs/histograms.wgsl, shared/sets.wgsl

// u32s of memory that each lane has for itself: see `lane_memory`. `small` keeps the codes of all candidates in it, two
// per u32, the first one in the low half.
const LANE_U32S: u32 = LARGEST_SMALL_SET / 2u;

// The number of the first `member` members with this code. Their codes are in the lane's memory. If their number is
// odd, the high half of the last u32 has a value that no code has.
fn count_earlier(member: u32, code: u32, lane: u32) -> u32 {
    var earlier = 0u;
    for (var other = 0u; other < member; other += 2u) {
        let codes = lane_memory[(other / 2u) * WORKGROUP_SIZE + lane];
        earlier += u32((codes & 0xffffu) == code) + u32((codes >> 16u) == code);
    }
    return earlier;
}

fn keep_code(member: u32, code: u32, lane: u32) {
    let index = (member / 2u) * WORKGROUP_SIZE + lane;
    if member % 2u == 0u {
        lane_memory[index] = code | 0xffff0000u;
    } else {
        lane_memory[index] = (lane_memory[index] & 0xffffu) | (code << 16u);
    }
}

// One lane tries the i-th guess of a piece on a small set.
//
// The lane's memory is too small for a counter for each code, so each code is compared with those before it.
fn try_guess(piece: Piece, i: u32, lane: u32) -> Best {
    let guess = numbers[piece.guesses + i];
    let starts = row_starts(guess);
    var sums = Sums();
    for (var member = 0u; member < piece.member_count; member++) {
        let code = one_code(starts, numbers[piece.members + member]);
        let earlier = count_earlier(member, code, lane);
        keep_code(member, code, lane);
        sums = join_group(sums, code, earlier);
    }
    return Best(guess, sums);
}

fn count_member(piece: Piece, starts: RowStarts, member: u32, first: u32) {
    if member < piece.member_count {
        count_code(one_code(starts, numbers[piece.members + member]), first);
    }
}

fn add_member(sums: Sums, piece: Piece, starts: RowStarts, member: u32, first: u32) -> Sums {
    if member >= piece.member_count {
        return sums;
    }
    return add_group(sums, one_code(starts, numbers[piece.members + member]), first, 0u);
}

// All lanes count the groups of one guess. The result is in `lane_sums[0]`. A lane takes four members per iteration, so
// that large sets stay below the number of iterations that drivers allow.
fn sum_groups_of_set(piece: Piece, guess: u32, lane: u32) {
    let starts = row_starts(guess);
    let step = 4u * WORKGROUP_SIZE;
    var sums = Sums();
    for (var first = 0u; first < CODES; first += COUNTERS) {
        workgroupBarrier();

        for (var i = lane; i < piece.member_count; i += step) {
            count_member(piece, starts, i, first);
            count_member(piece, starts, i + WORKGROUP_SIZE, first);
            count_member(piece, starts, i + 2u * WORKGROUP_SIZE, first);
            count_member(piece, starts, i + 3u * WORKGROUP_SIZE, first);
        }
        workgroupBarrier();

        for (var i = lane; i < piece.member_count; i += step) {
            sums = add_member(sums, piece, starts, i, first);
            sums = add_member(sums, piece, starts, i + WORKGROUP_SIZE, first);
            sums = add_member(sums, piece, starts, i + 2u * WORKGROUP_SIZE, first);
            sums = add_member(sums, piece, starts, i + 3u * WORKGROUP_SIZE, first);
        }
    }
    join_sums(sums, lane);
}
