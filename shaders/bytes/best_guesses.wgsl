// Codes of one byte: trying a guess on the candidates of a set.
//
// import: bytes/histograms.wgsl, shared/sets.wgsl

// u32s of memory that each lane has for itself: see `lane_memory`. `small` counts codes in it, in one byte per code.
// With 64 lanes this is all the workgroup memory that WebGPU guarantees.
const LANE_U32S: u32 = CODES / 4u;

// One lane tries the i-th guess of a piece on a small set. The sums are kept up to date while the codes are counted, so
// the counters are not read again.
fn try_guess(piece: Piece, i: u32, lane: u32) -> Best {
    for (var j = lane; j < LANE_U32S * WORKGROUP_SIZE; j += WORKGROUP_SIZE) {
        lane_memory[j] = 0u;
    }
    let guess = numbers[piece.guesses + i];
    let starts = row_starts(guess);
    var sums = Sums();
    for (var member = 0u; member < piece.member_count; member++) {
        let code = one_code(starts, numbers[piece.members + member]);
        let counter = (code / 4u) * WORKGROUP_SIZE + lane;
        let shift = 8u * (code % 4u);
        let earlier = (lane_memory[counter] >> shift) & 0xffu;
        lane_memory[counter] += 1u << shift;
        sums = join_group(sums, code, earlier);
    }
    return Best(guess, sums);
}

fn count_member(piece: Piece, starts: RowStarts, member: u32, lane: u32) {
    if member < piece.member_count {
        count_code(one_code(starts, numbers[piece.members + member]), lane);
    }
}

// All lanes count the codes of one guess. A lane takes eight members per iteration, so that the largest set
// stays below the number of iterations that drivers allow.
fn count_patterns(piece: Piece, guess: u32, lane: u32) {
    let starts = row_starts(guess);
    for (var i = lane; i < piece.member_count; i += 8u * WORKGROUP_SIZE) {
        count_member(piece, starts, i, lane);
        count_member(piece, starts, i + WORKGROUP_SIZE, lane);
        count_member(piece, starts, i + 2u * WORKGROUP_SIZE, lane);
        count_member(piece, starts, i + 3u * WORKGROUP_SIZE, lane);
        count_member(piece, starts, i + 4u * WORKGROUP_SIZE, lane);
        count_member(piece, starts, i + 5u * WORKGROUP_SIZE, lane);
        count_member(piece, starts, i + 6u * WORKGROUP_SIZE, lane);
        count_member(piece, starts, i + 7u * WORKGROUP_SIZE, lane);
    }
}

// There is nothing to prepare: the counters are cleared for each guess.
fn prepare_counters(lane: u32) {}

// All lanes count the groups of one guess. The result is in `lane_sums[0]`.
fn sum_groups_of_set(piece: Piece, guess: u32, lane: u32) {
    clear_histograms(lane);
    workgroupBarrier();

    count_patterns(piece, guess, lane);
    workgroupBarrier();

    sum_groups(0u, lane);
}
