// Codes of two bytes: sums over the groups that a guess makes of all solutions.
//
// import: pairs/histograms.wgsl

fn count_two(starts: RowStarts, i: u32, first: u32) {
    if i < parameters.row_u32s {
        let codes = packed_codes(starts, i);
        count_code(codes & 0xffffu, first);
        count_code(codes >> 16u, first);
    }
}

fn add_two(sums: Sums, starts: RowStarts, i: u32, first: u32) -> Sums {
    if i >= parameters.row_u32s {
        return sums;
    }
    let codes = packed_codes(starts, i);
    // The cell of the padding is zero in every row, so the padding was counted as code 0.
    let one = add_group(sums, codes & 0xffffu, first, parameters.padding);
    return add_group(one, codes >> 16u, first, parameters.padding);
}

// Every lane calls this. The result is in `lane_sums[0]`. A lane takes four u32s per iteration, so that large tables
// stay below the number of iterations that drivers allow.
fn sum_all_groups(guess: u32, lane: u32) {
    let starts = row_starts(guess);
    let step = 4u * WORKGROUP_SIZE;
    var sums = Sums();
    prepare_counters(lane);
    for (var first = 0u; first < CODES; first += COUNTERS) {
        workgroupBarrier();

        for (var i = lane; i < parameters.row_u32s; i += step) {
            count_two(starts, i, first);
            count_two(starts, i + WORKGROUP_SIZE, first);
            count_two(starts, i + 2u * WORKGROUP_SIZE, first);
            count_two(starts, i + 3u * WORKGROUP_SIZE, first);
        }
        workgroupBarrier();

        for (var i = lane; i < parameters.row_u32s; i += step) {
            sums = add_two(sums, starts, i, first);
            sums = add_two(sums, starts, i + WORKGROUP_SIZE, first);
            sums = add_two(sums, starts, i + 2u * WORKGROUP_SIZE, first);
            sums = add_two(sums, starts, i + 3u * WORKGROUP_SIZE, first);
        }
    }
    join_sums(sums, lane);
}
