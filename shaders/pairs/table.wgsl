// Codes of two bytes: two cells of a row per u32, the first one in the low half. For each guess ROWS_PER_GUESS
// u32s with the indices of its rows.
//
// import: shared/table.wgsl, src/compute/gpu/layout/pairs.rs

// The number of codes: 3^6 to 3^10 for words of 6 to 10 letters.
override CODES: u32 = 729u;

// Rows that add up to the codes of a guess: 6 to 10.
override ROWS_PER_GUESS: u32 = 6u;

// Codes that are counted in one pass, in stages that count.
override COUNTERS: u32 = 729u;

// The index in `rows` at which each row of a guess starts. Only the first ROWS_PER_GUESS are used.
alias RowStarts = array<u32, MAX_ROWS_PER_GUESS>;

fn row_start(guess: u32, row: u32) -> u32 {
    if row < ROWS_PER_GUESS {
        return guess_rows[ROWS_PER_GUESS * guess + row] * parameters.row_stride;
    }
    return 0u;
}

fn row_starts(guess: u32) -> RowStarts {
    return RowStarts(
        row_start(guess, 0u),
        row_start(guess, 1u),
        row_start(guess, 2u),
        row_start(guess, 3u),
        row_start(guess, 4u),
        row_start(guess, 5u),
        row_start(guess, 6u),
        row_start(guess, 7u),
        row_start(guess, 8u),
        row_start(guess, 9u),
    );
}

// The codes of a guess on the solutions 2 * i and 2 * i + 1, the first one in the low half. No code exceeds
// 65,535, so no addition carries from one half into the other.
//
// The conditions are constants when the shader is compiled. A loop would index `starts` with a variable, for
// which some drivers keep the array in memory.
fn packed_codes(starts: RowStarts, i: u32) -> u32 {
    var codes = rows[starts[0] + i] + rows[starts[1] + i] + rows[starts[2] + i] + rows[starts[3] + i]
        + rows[starts[4] + i] + rows[starts[5] + i];
    if ROWS_PER_GUESS > 6u {
        codes += rows[starts[6] + i];
    }
    if ROWS_PER_GUESS > 7u {
        codes += rows[starts[7] + i];
    }
    if ROWS_PER_GUESS > 8u {
        codes += rows[starts[8] + i];
    }
    if ROWS_PER_GUESS > 9u {
        codes += rows[starts[9] + i];
    }
    return codes;
}

// The code of a guess on one solution.
fn one_code(starts: RowStarts, solution: u32) -> u32 {
    return (packed_codes(starts, solution / 2u) >> (16u * (solution % 2u))) & 0xffffu;
}
