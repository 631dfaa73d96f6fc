// Prepended to every stage: the code table, pieces of sets, whole numbers of 64 bits, and the sums over
// the groups that a guess makes.

// What one dispatch is told. Bound anew for each dispatch of a tile.
struct Parameters {
    // The first of what the dispatch's workgroups share out: guesses or pieces of the tile.
    first: u32,
    // Words from one row to the next, and words of a row that hold codes.
    row_stride: u32,
    row_words: u32,
    // Codes at the end of a row's last word that stand for no solution; their cells are all zero.
    padding: u32,
    // The code of a guess that is the solution.
    solved_code: u32,
    // By what the best guess is chosen, where one is.
    order: u32,
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

// The code of a guess on one solution.
fn one_code(starts: array<u32, 5>, solution: u32) -> u32 {
    return (four_codes(starts, solution / 4u) >> (8u * (solution % 4u))) & 0xffu;
}

// A workgroup's share of a batch of sets: some guesses of one set. `members` and `guesses` are places
// in `numbers`.
struct Piece {
    members: u32,
    member_count: u32,
    guesses: u32,
    guess_count: u32,
    // The place of its first result.
    result: u32,
    // Where shards are counted, the least size of a group that counts, and how many members are in
    // short shards, which come first.
    threshold: u32,
    short_members: u32,
}

// What the pieces of a set left, to be joined: results `first` to `first + count - 1`, and the place
// of what they come to.
struct Joint {
    first: u32,
    count: u32,
    result: u32,
}

// A whole number of 64 bits: x is its low half, y its high half.
alias Wide = vec2<u32>;

fn wide_add(a: Wide, b: Wide) -> Wide {
    let low = a.x + b.x;
    return Wide(low, a.y + b.y + u32(low < a.x));
}

fn wide_sub(a: Wide, b: Wide) -> Wide {
    return wide_add(wide_add(a, ~b), Wide(1u, 0u));
}

// n * n, for n up to 2^20.
fn wide_square(n: u32) -> Wide {
    let low = n & 0xffffu;
    let high = n >> 16u;
    let cross = 2u * low * high;
    return wide_add(Wide(low * low, high * high), Wide(cross << 16u, cross >> 16u));
}

fn wide_less(a: Wide, b: Wide) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

// The sums over some of the groups that a guess makes.
struct Sums {
    splits: u32,
    singletons: u32,
    largest: u32,
    // 1 if the group of the solved code is among them.
    candidate: u32,
    squares: Wide,
    n_log_n: Wide,
}

// The sums over one group of n > 0 with this code; `n_log_n` is its term.
fn sums_of_group(n: u32, code: u32, n_log_n: Wide) -> Sums {
    let candidate = u32(code == parameters.solved_code);
    return Sums(1u, u32(n == 1u), n, candidate, wide_square(n), n_log_n);
}

fn joined(a: Sums, b: Sums) -> Sums {
    return Sums(
        a.splits + b.splits,
        a.singletons + b.singletons,
        max(a.largest, b.largest),
        a.candidate | b.candidate,
        wide_add(a.squares, b.squares),
        wide_add(a.n_log_n, b.n_log_n),
    );
}

// At most 256 splits and singletons take nine bits each. Of 2^20 candidates, the squares take 41 bits
// and the logarithms 55: their high halves share a word, 9 and 23 bits.
fn packed(sums: Sums) -> array<u32, 5> {
    return array<u32, 5>(
        sums.splits | (sums.singletons << 9u) | (sums.candidate << 18u),
        sums.largest,
        sums.squares.x,
        sums.n_log_n.x,
        sums.squares.y | (sums.n_log_n.y << 9u),
    );
}

fn unpacked(words: array<u32, 5>) -> Sums {
    return Sums(
        words[0] & 0x1ffu,
        (words[0] >> 9u) & 0x1ffu,
        words[1],
        words[0] >> 18u,
        Wide(words[2], words[4] & 0x1ffu),
        Wide(words[3], words[4] >> 9u),
    );
}
