// Codes of one byte: sums over the groups that a guess makes of all solutions.
//
// import: bytes/histograms.wgsl

fn count_patterns(guess: u32, lane: u32) {
    let starts = row_starts(guess);
    for (var i = lane; i < parameters.row_u32s; i += WORKGROUP_SIZE) {
        let codes = packed_codes(starts, i);
        count_code(codes & 0xffu, lane);
        count_code((codes >> 8u) & 0xffu, lane);
        count_code((codes >> 16u) & 0xffu, lane);
        count_code(codes >> 24u, lane);
    }
}

// Every lane calls this. The result is in `lane_sums[0]`.
fn sum_all_groups(guess: u32, lane: u32) {
    clear_histograms(lane);
    workgroupBarrier();

    count_patterns(guess, lane);
    workgroupBarrier();

    // The cells of the padding are zero in every row, so the padding was counted as code 0.
    sum_groups(parameters.padding, lane);
}
