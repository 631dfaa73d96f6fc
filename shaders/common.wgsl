// Prepended to every stage: the code table, and whole numbers of 64 bits.

// What one dispatch is told. Bound anew for each dispatch of a tile.
struct Parameters {
    // The dispatch's first guess, counted from the tile's first.
    first_guess: u32,
    // Words from one row to the next, and words of a row that hold codes.
    row_stride: u32,
    row_words: u32,
    // Codes at the end of a row's last word that stand for no solution; their cells are all zero.
    padding: u32,
    // The code of a guess that is the solution.
    solved_code: u32,
}

@group(0) @binding(0) var<storage, read> parameters: Parameters;

// The rows that a tile's guesses need, four cells a word.
@group(0) @binding(1) var<storage, read> rows: array<u32>;

// Three words a guess: the numbers of its five rows among `rows`, two a word, the low half first.
@group(0) @binding(2) var<storage, read> guess_rows: array<u32>;

// Where the five rows of a guess start in `rows`.
fn row_starts(guess: u32) -> array<u32, 5> {
    let a = guess_rows[3u * guess];
    let b = guess_rows[3u * guess + 1u];
    let c = guess_rows[3u * guess + 2u];
    let stride = parameters.row_stride;
    return array<u32, 5>(
        (a & 0xffffu) * stride,
        (a >> 16u) * stride,
        (b & 0xffffu) * stride,
        (b >> 16u) * stride,
        (c & 0xffffu) * stride,
    );
}

// The codes of a guess on solutions 4 * word to 4 * word + 3, the first in the lowest byte. No sum
// of cells passes 255, so nothing carries from one byte into the next.
fn four_codes(starts: array<u32, 5>, word: u32) -> u32 {
    return rows[starts[0] + word] + rows[starts[1] + word] + rows[starts[2] + word]
        + rows[starts[3] + word] + rows[starts[4] + word];
}

// A whole number of 64 bits: x is its low half, y its high half.
alias Wide = vec2<u32>;

fn wide_add(a: Wide, b: Wide) -> Wide {
    let low = a.x + b.x;
    return Wide(low, a.y + b.y + u32(low < a.x));
}

// n * n, for n up to 2^24.
fn wide_square(n: u32) -> Wide {
    let low = n & 0xffffu;
    let high = n >> 16u;
    let cross = 2u * low * high;
    return wide_add(Wide(low * low, high * high), Wide(cross << 16u, cross >> 16u));
}
