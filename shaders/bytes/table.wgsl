// Codes of one byte: four cells of a row per u32, the first one in the lowest byte. For each guess GUESS_U32S
// u32s with the indices of its rows, two per u32, the first one in the low half.
//
// import: shared/table.wgsl, src/compute/gpu/layout/bytes.rs

// The index in `rows` at which each row of a guess starts.
alias RowStarts = array<u32, ROWS_PER_GUESS>;

fn row_starts(guess: u32) -> RowStarts {
    let a = guess_rows[GUESS_U32S * guess];
    let b = guess_rows[GUESS_U32S * guess + 1u];
    let c = guess_rows[GUESS_U32S * guess + 2u];
    let stride = parameters.row_stride;
    return RowStarts(
        (a & 0xffffu) * stride,
        (a >> 16u) * stride,
        (b & 0xffffu) * stride,
        (b >> 16u) * stride,
        (c & 0xffffu) * stride,
    );
}

// The codes of a guess on the solutions 4 * i to 4 * i + 3, the first one in the lowest byte. No code
// exceeds 255, so no addition carries from one byte into the next.
fn packed_codes(starts: RowStarts, i: u32) -> u32 {
    return rows[starts[0] + i] + rows[starts[1] + i] + rows[starts[2] + i] + rows[starts[3] + i]
        + rows[starts[4] + i];
}

// The code of a guess on one solution.
fn one_code(starts: RowStarts, solution: u32) -> u32 {
    return (packed_codes(starts, solution / 4u) >> (8u * (solution % 4u))) & 0xffu;
}
