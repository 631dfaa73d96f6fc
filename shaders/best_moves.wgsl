// The best moves of many boards: an invocation a piece, which is a run of moves of one word.
//
// Of each word: `clear_words`, `best`, `settle`. Of each board: `clear_boards`, then for each digit
// `count` and `select`, then `collect`. What is left does not depend on the order in which invocations
// come: sums, greatest and least numbers, and moves that the host sorts.

override WORKGROUP_SIZE: u32 = 64u;

// What one dispatch is told. The bindings take the place of those in `common.wgsl`, which no entry point
// here uses.
struct Launch {
    // Its first piece, word or board, and the end of them.
    first: u32,
    end: u32,
    // Of `count` and `select`: the digit of the keys.
    digit: u32,
    // How vulnerability is counted: 0 over all squares of ours, 1 over the protected ones.
    order: u32,
}

// The lists of the word, and its board. `result` is the place of its score and number.
struct MoveWord {
    lists: u32,
    list_count: u32,
    board: u32,
    result: u32,
}

// Moves `first` to `first + count - 1` of a word. `place` is its place among the pieces of its board,
// `result` where it leaves its greatest score and the number of the first move with it.
struct MovePiece {
    word: u32,
    first: u32,
    count: u32,
    place: u32,
    result: u32,
}

// `wanted` moves are asked for. `kept` is the place of their number and then of the moves, of which
// there is room for `room`; `search` that of the search for the worst of them: see `select`.
struct MoveBoard {
    ours: u32,
    theirs: u32,
    takeable: u32,
    wanted: u32,
    kept: u32,
    room: u32,
    search: u32,
}

@group(0) @binding(0) var<storage, read> launch: Launch;

@group(0) @binding(1) var<storage, read> masks: array<u32>;

// Where the masks of a list start, and how many there are.
@group(0) @binding(2) var<storage, read> lists: array<vec2<u32>>;

@group(0) @binding(3) var<storage, read> words: array<MoveWord>;

@group(0) @binding(4) var<storage, read> move_pieces: array<MovePiece>;

@group(0) @binding(5) var<storage, read> boards: array<MoveBoard>;

@group(0) @binding(6) var<storage, read_write> results: array<atomic<u32>>;

const ALL_SQUARES: u32 = 0x1ffffffu;

const MAJORITY: u32 = 13u;

const LEFT: u32 = 0x108421u;

const RIGHT: u32 = 0x1084210u;

const TOP: u32 = 0x1fu;

const BOTTOM: u32 = 0x1f00000u;

fn protected_of(owned: u32) -> u32 {
    return owned & ((owned << 1u) | LEFT) & ((owned >> 1u) | RIGHT) & ((owned << 5u) | TOP)
        & ((owned >> 5u) | BOTTOM);
}

// Four a square, but three at an edge and two in a corner, which lies at two edges.
fn neighbours(mask: u32) -> u32 {
    return 4u * countOneBits(mask) - countOneBits(mask & (TOP | BOTTOM))
        - countOneBits(mask & (LEFT | RIGHT));
}

fn vulnerability(ours: u32, safe: u32) -> u32 {
    if launch.order == 0u {
        return neighbours(ours & ~safe);
    }
    let pairs = countOneBits(safe & (safe >> 1u) & ~RIGHT) + countOneBits(safe & (safe >> 5u));
    return neighbours(safe) - 2u * pairs;
}

// `Score` of the position after a move, with the same bits.
fn score_of(board: MoveBoard, squares: u32) -> u32 {
    let ours = board.ours | (squares & board.takeable);
    let theirs = board.theirs & ~ours;
    let safe = protected_of(ours);
    let owned = countOneBits(ours);
    let full = (ours | theirs) == ALL_SQUARES;
    let end = select(1u, select(0u, 2u, owned >= MAJORITY), full);
    let protected_diff = countOneBits(safe) + 25u - countOneBits(protected_of(theirs));
    let owned_diff = owned + 25u - countOneBits(theirs);
    return (end << 19u) + (protected_diff << 13u) + ((127u - vulnerability(ours, safe)) << 6u)
        + owned_diff;
}

// A walk through the moves of a word: the last list counts fastest.
struct Walk {
    word: MoveWord,
    // The masks of the last list, and the one that is next.
    inner: vec2<u32>,
    next: u32,
    // The number of the combination of the lists before it, and the union of their masks.
    outer: u32,
    squares: u32,
}

fn outer_squares(word: MoveWord, number: u32) -> u32 {
    var rest = number;
    var squares = 0u;
    for (var left = word.list_count - 1u; left > 0u; left--) {
        let list = lists[word.lists + left - 1u];
        squares |= masks[list.x + rest % list.y];
        rest /= list.y;
    }
    return squares;
}

fn walk_from(piece: MovePiece) -> Walk {
    let word = words[piece.word];
    let inner = lists[word.lists + word.list_count - 1u];
    let outer = piece.first / inner.y;
    return Walk(word, inner, piece.first % inner.y, outer, outer_squares(word, outer));
}

fn next_squares(walk: ptr<function, Walk>) -> u32 {
    if (*walk).next == (*walk).inner.y {
        (*walk).next = 0u;
        (*walk).outer += 1u;
        (*walk).squares = outer_squares((*walk).word, (*walk).outer);
    }
    let squares = (*walk).squares | masks[(*walk).inner.x + (*walk).next];
    (*walk).next += 1u;
    return squares;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_words(@builtin(global_invocation_id) id: vec3<u32>) {
    let word = launch.first + id.x;
    if word < launch.end {
        atomicStore(&results[words[word].result], 0u);
        atomicStore(&results[words[word].result + 1u], 0xffffffffu);
    }
}

// The best move of a piece; its score goes to its word.
@compute @workgroup_size(WORKGROUP_SIZE)
fn best(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = move_pieces[launch.first + id.x];
    var walk = walk_from(piece);
    let board = boards[walk.word.board];
    var greatest = 0u;
    var number = piece.first;
    for (var turn = 0u; turn < piece.count; turn++) {
        let score = score_of(board, next_squares(&walk));
        if score > greatest {
            greatest = score;
            number = piece.first + turn;
        }
    }
    atomicStore(&results[piece.result], greatest);
    atomicStore(&results[piece.result + 1u], number);
    atomicMax(&results[walk.word.result], greatest);
}

// Of the pieces with their word's score the first gives the number.
@compute @workgroup_size(WORKGROUP_SIZE)
fn settle(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = move_pieces[launch.first + id.x];
    let result = words[piece.word].result;
    if atomicLoad(&results[piece.result]) == atomicLoad(&results[result]) {
        atomicMin(&results[result + 1u], atomicLoad(&results[piece.result + 1u]));
    }
}

// The key of a move is its score, 21 bits, and then its piece's place turned over, 22 bits: of equal
// scores the first piece is better. The keys' digits have 11, 10, 11 and 11 bits.
const MOST_PLACE: u32 = 0x3fffffu;

const BINS: u32 = 2048u;

// At a board's `search` lie a counter a value of the digit, and then these.
const SEARCH_SCORE: u32 = BINS;

const SEARCH_PLACE: u32 = BINS + 1u;

const SEARCH_WANTED: u32 = BINS + 2u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_boards(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let board = boards[launch.first + workgroup.x];
    for (var bin = lane; bin < BINS; bin += WORKGROUP_SIZE) {
        atomicStore(&results[board.search + bin], 0u);
    }
    if lane == 0u {
        atomicStore(&results[board.search + SEARCH_SCORE], 0u);
        atomicStore(&results[board.search + SEARCH_PLACE], 0u);
        atomicStore(&results[board.search + SEARCH_WANTED], board.wanted);
        atomicStore(&results[board.kept], 0u);
    }
}

// Counts the scores of a piece by their first digit, or by their second where the first is the one that
// was selected. Equal digits follow each other often, and are counted together.
fn count_scores(piece: MovePiece) {
    var walk = walk_from(piece);
    let board = boards[walk.word.board];
    let selected = atomicLoad(&results[board.search + SEARCH_SCORE]) >> 10u;
    var greatest = 0u;
    var bin = 0u;
    var moves = 0u;
    for (var turn = 0u; turn < piece.count; turn++) {
        let score = score_of(board, next_squares(&walk));
        greatest = max(greatest, score);
        if launch.digit == 1u && score >> 10u != selected {
            continue;
        }
        let own = select(score >> 10u, score & 0x3ffu, launch.digit == 1u);
        if own != bin && moves > 0u {
            atomicAdd(&results[board.search + bin], moves);
            moves = 0u;
        }
        bin = own;
        moves += 1u;
    }
    if moves > 0u {
        atomicAdd(&results[board.search + bin], moves);
    }
    atomicStore(&results[piece.result], greatest);
}

// Counts the moves of a piece that have the score that was selected.
fn count_places(piece: MovePiece) {
    var walk = walk_from(piece);
    let board = boards[walk.word.board];
    let selected = atomicLoad(&results[board.search + SEARCH_SCORE]);
    let place = MOST_PLACE - piece.place;
    var bin = place >> 11u;
    if launch.digit == 3u {
        if bin != atomicLoad(&results[board.search + SEARCH_PLACE]) >> 11u {
            return;
        }
        bin = place & 0x7ffu;
    }
    var moves = 0u;
    for (var turn = 0u; turn < piece.count; turn++) {
        moves += u32(score_of(board, next_squares(&walk)) == selected);
    }
    if moves > 0u {
        atomicAdd(&results[board.search + bin], moves);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn count(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = move_pieces[launch.first + id.x];
    if launch.digit > 0u {
        // Most pieces have no move as good as that.
        let search = boards[words[piece.word].board].search;
        let selected = atomicLoad(&results[search + SEARCH_SCORE]);
        if atomicLoad(&results[piece.result]) < selected {
            return;
        }
    }
    if launch.digit < 2u {
        count_scores(piece);
    } else {
        count_places(piece);
    }
}

var<workgroup> lane_counts: array<u32, WORKGROUP_SIZE>;

// Selects the digit of the worst key that is wanted: with greater digits there are fewer moves than are
// wanted, with it enough. Where there are too few in all, it is 0, and so are the digits after it.
@compute @workgroup_size(WORKGROUP_SIZE)
fn select_digit(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let board = boards[launch.first + workgroup.x];
    let search = board.search;
    let share = BINS / WORKGROUP_SIZE;
    var sum = 0u;
    for (var bin = lane * share; bin < (lane + 1u) * share; bin++) {
        sum += atomicLoad(&results[search + bin]);
    }
    lane_counts[lane] = sum;
    workgroupBarrier();

    if lane == 0u {
        var wanted = atomicLoad(&results[search + SEARCH_WANTED]);
        var owner = WORKGROUP_SIZE - 1u;
        while owner > 0u && lane_counts[owner] < wanted {
            wanted -= lane_counts[owner];
            owner -= 1u;
        }
        var bin = (owner + 1u) * share - 1u;
        while bin > owner * share && atomicLoad(&results[search + bin]) < wanted {
            wanted -= atomicLoad(&results[search + bin]);
            bin -= 1u;
        }
        atomicStore(&results[search + SEARCH_WANTED], wanted);
        if launch.digit < 2u {
            atomicAdd(&results[search + SEARCH_SCORE], bin << select(10u, 0u, launch.digit == 1u));
        } else {
            atomicAdd(&results[search + SEARCH_PLACE], bin << select(11u, 0u, launch.digit == 3u));
        }
    }
    storageBarrier();
    workgroupBarrier();

    for (var bin = lane; bin < BINS; bin += WORKGROUP_SIZE) {
        atomicStore(&results[search + bin], 0u);
    }
}

// Keeps the moves with the selected key or a better one.
@compute @workgroup_size(WORKGROUP_SIZE)
fn collect(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = move_pieces[launch.first + id.x];
    let board = boards[words[piece.word].board];
    var least = atomicLoad(&results[board.search + SEARCH_SCORE]);
    if MOST_PLACE - piece.place < atomicLoad(&results[board.search + SEARCH_PLACE]) {
        least += 1u;
    }
    if atomicLoad(&results[piece.result]) < least {
        return;
    }
    var walk = walk_from(piece);
    for (var turn = 0u; turn < piece.count; turn++) {
        let score = score_of(board, next_squares(&walk));
        if score < least {
            continue;
        }
        let slot = atomicAdd(&results[board.kept], 1u);
        if slot < board.room {
            let place = board.kept + 1u + 3u * slot;
            atomicStore(&results[place], score);
            atomicStore(&results[place + 1u], piece.word);
            atomicStore(&results[place + 2u], piece.first + turn);
        }
    }
}
