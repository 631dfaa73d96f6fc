// Stage `best_moves`: the best moves of many boards. One invocation per piece, which is some successive moves
// of one family.
//
// The best move of each family takes three steps:
//
//   clear_families   every family starts with score 0
//   best_of_piece    finds the best move of a piece; the family takes the greatest score of its pieces
//   best_of_family   the first piece that has the score of its family gives the index of the move
//
// The `wanted` best moves of each board take a search for the worst of them, and then its result:
//
//   clear_boards                    every board starts without a selected digit
//   count, select_digit             once for each digit of a key, the most significant digit first
//   collect                         keeps the moves whose keys are at least the selected key
//
// The key of a move is its score (SCORE_BITS bits), then the complement of the index of its piece on the board
// (PIECE_BITS bits). So a greater key is better, and only moves of one piece have equal keys. The search is
// a radix selection: count how many of the moves with the digits selected so far have each value of the
// next digit, and select the value at which the number of moves, counted from the greatest value down,
// reaches the number wanted. `collect` may keep a few moves too many, all of one piece.
//
// Neither way depends on the order in which invocations run. They only add, take maxima and minima, and
// append moves that the host sorts.
//
// import: shared/grid.wgsl, src/compute/gpu/layout/best_moves.rs

override WORKGROUP_SIZE: u32 = 64u;

@group(0) @binding(0) var<storage, read> launch: Launch;

@group(0) @binding(1) var<storage, read> masks: array<u32>;

@group(0) @binding(2) var<storage, read> lists: array<MaskList>;

@group(0) @binding(3) var<storage, read> families: array<Family>;

@group(0) @binding(4) var<storage, read> pieces: array<MovePiece>;

@group(0) @binding(5) var<storage, read> boards: array<Board>;

// First what the host reads: the best move of each family, or the kept moves of each board. Then what only
// the shader uses: the best move or score of each piece, and the search of each board.
@group(0) @binding(6) var<storage, read_write> results: array<atomic<u32>>;

// The score of the position after a move.
fn score_after(board: Board, cells: u32) -> u32 {
    let ours = board.ours | (cells & board.takeable);
    return score(launch.exposed, ours, board.theirs & ~ours);
}

// Walking through the moves of a family, in the order of their indices: the union of one mask from each
// list, where the last list counts fastest. The other lists are the outer lists.
struct Walk {
    family: Family,
    last_list: MaskList,
    // The mask of the last list that comes next.
    next: u32,
    // The index of the current union of the outer lists, and that union.
    outer: u32,
    outer_union: u32,
}

fn union_of_outer_lists(family: Family, index: u32) -> u32 {
    var rest = index;
    var cells = 0u;
    for (var left = family.list_count - 1u; left > 0u; left--) {
        let list = lists[family.lists + left - 1u];
        cells |= masks[list.first + rest % list.count];
        rest /= list.count;
    }
    return cells;
}

fn start_walk(piece: MovePiece) -> Walk {
    let family = families[piece.family];
    let last = lists[family.lists + family.list_count - 1u];
    let outer = piece.first / last.count;
    return Walk(family, last, piece.first % last.count, outer, union_of_outer_lists(family, outer));
}

// The cells of the next move.
fn next_move(walk: ptr<function, Walk>) -> u32 {
    if (*walk).next == (*walk).last_list.count {
        (*walk).next = 0u;
        (*walk).outer += 1u;
        (*walk).outer_union = union_of_outer_lists((*walk).family, (*walk).outer);
    }
    let cells = (*walk).outer_union | masks[(*walk).last_list.first + (*walk).next];
    (*walk).next += 1u;
    return cells;
}

// The best move of each family.

@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_families(@builtin(global_invocation_id) id: vec3<u32>) {
    let family = launch.first + id.x;
    if family < launch.end {
        atomicStore(&results[families[family].result], 0u);
        atomicStore(&results[families[family].result + 1u], 0xffffffffu);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn best_of_piece(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = pieces[launch.first + id.x];
    var walk = start_walk(piece);
    let board = boards[walk.family.board];
    var best_score = 0u;
    var best_index = piece.first;
    for (var i = 0u; i < piece.count; i++) {
        let score = score_after(board, next_move(&walk));
        if score > best_score {
            best_score = score;
            best_index = piece.first + i;
        }
    }
    atomicStore(&results[piece.result], best_score);
    atomicStore(&results[piece.result + 1u], best_index);
    atomicMax(&results[walk.family.result], best_score);
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn best_of_family(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = pieces[launch.first + id.x];
    let result = families[piece.family].result;
    if atomicLoad(&results[piece.result]) == atomicLoad(&results[result]) {
        atomicMin(&results[result + 1u], atomicLoad(&results[piece.result + 1u]));
    }
}

// The best moves of each board.

const SCORE_LOW_MASK: u32 = (1u << SCORE_LOW_BITS) - 1u;

const PIECE_LOW_MASK: u32 = (1u << PIECE_LOW_BITS) - 1u;

// The part of a key that comes from the piece.
fn piece_key(piece: MovePiece) -> u32 {
    return (1u << PIECE_BITS) - 1u - piece.on_board;
}

// One workgroup per board.
@compute @workgroup_size(WORKGROUP_SIZE)
fn clear_boards(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let board = boards[launch.first + workgroup.x];
    for (var value = lane; value < DIGIT_VALUES; value += WORKGROUP_SIZE) {
        atomicStore(&results[board.search + value], 0u);
    }
    if lane == 0u {
        atomicStore(&results[board.search + SEARCH_SCORE], 0u);
        atomicStore(&results[board.search + SEARCH_PIECE], 0u);
        atomicStore(&results[board.search + SEARCH_WANTED], board.wanted);
        atomicStore(&results[board.kept], 0u);
    }
}

// Counts the moves of a piece by digit 0 or 1, a digit of the score. For digit 1 only the moves with the
// selected digit 0 count. Successive moves often have the same digit, so they are counted together and added
// to the counter at once.
fn count_scores(piece: MovePiece) {
    var walk = start_walk(piece);
    let board = boards[walk.family.board];
    let selected_high = atomicLoad(&results[board.search + SEARCH_SCORE]) >> SCORE_LOW_BITS;
    let is_low_digit = launch.digit == 1u;
    var best_score = 0u;
    // The moves that have not been added to their counter yet, and their digit.
    var moves = 0u;
    var digit = 0u;
    for (var i = 0u; i < piece.count; i++) {
        let score = score_after(board, next_move(&walk));
        best_score = max(best_score, score);
        let high = score >> SCORE_LOW_BITS;
        if is_low_digit && high != selected_high {
            continue;
        }
        let digit_of_move = select(high, score & SCORE_LOW_MASK, is_low_digit);
        if digit_of_move != digit && moves > 0u {
            atomicAdd(&results[board.search + digit], moves);
            moves = 0u;
        }
        digit = digit_of_move;
        moves += 1u;
    }
    if moves > 0u {
        atomicAdd(&results[board.search + digit], moves);
    }
    atomicStore(&results[piece.result], best_score);
}

// Counts the moves of a piece that have the selected score by digit 2 or 3, a digit of the piece. All of them
// have the same digit.
fn count_piece(piece: MovePiece) {
    var walk = start_walk(piece);
    let board = boards[walk.family.board];
    let selected_score = atomicLoad(&results[board.search + SEARCH_SCORE]);
    let key = piece_key(piece);
    var digit = key >> PIECE_LOW_BITS;
    if launch.digit == 3u {
        if digit != atomicLoad(&results[board.search + SEARCH_PIECE]) >> PIECE_LOW_BITS {
            return;
        }
        digit = key & PIECE_LOW_MASK;
    }
    var moves = 0u;
    for (var i = 0u; i < piece.count; i++) {
        moves += u32(score_after(board, next_move(&walk)) == selected_score);
    }
    if moves > 0u {
        atomicAdd(&results[board.search + digit], moves);
    }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn count(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = pieces[launch.first + id.x];
    if launch.digit > 0u {
        // Most pieces have no move with a score that reaches the digits selected so far.
        let search = boards[families[piece.family].board].search;
        let selected = atomicLoad(&results[search + SEARCH_SCORE]);
        if atomicLoad(&results[piece.result]) < selected {
            return;
        }
    }
    if launch.digit < 2u {
        count_scores(piece);
    } else {
        count_piece(piece);
    }
}

var<workgroup> lane_counts: array<u32, WORKGROUP_SIZE>;

// The value of the digit that the worst wanted move has: the greatest value for which the moves with that
// or a greater value are as many as wanted. 0 if the board has too few moves. Lane 0 calls this after each
// lane has put the number of moves of its share of the values into `lane_counts`.
fn find_digit(search: u32, share: u32) -> u32 {
    var wanted = atomicLoad(&results[search + SEARCH_WANTED]);
    // First the lane whose share holds the value, then the value.
    var owner = WORKGROUP_SIZE - 1u;
    while owner > 0u && lane_counts[owner] < wanted {
        wanted -= lane_counts[owner];
        owner -= 1u;
    }
    var value = (owner + 1u) * share - 1u;
    while value > owner * share && atomicLoad(&results[search + value]) < wanted {
        wanted -= atomicLoad(&results[search + value]);
        value -= 1u;
    }
    atomicStore(&results[search + SEARCH_WANTED], wanted);
    return value;
}

// Selects a digit of the worst wanted key, and clears the counters for the next digit. One workgroup per
// board.
@compute @workgroup_size(WORKGROUP_SIZE)
fn select_digit(
    @builtin(workgroup_id) workgroup: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let search = boards[launch.first + workgroup.x].search;
    let share = DIGIT_VALUES / WORKGROUP_SIZE;
    var sum = 0u;
    for (var value = lane * share; value < (lane + 1u) * share; value++) {
        sum += atomicLoad(&results[search + value]);
    }
    lane_counts[lane] = sum;
    workgroupBarrier();

    if lane == 0u {
        let value = find_digit(search, share);
        switch launch.digit {
            case 0u: {
                atomicAdd(&results[search + SEARCH_SCORE], value << SCORE_LOW_BITS);
            }
            case 1u: {
                atomicAdd(&results[search + SEARCH_SCORE], value);
            }
            case 2u: {
                atomicAdd(&results[search + SEARCH_PIECE], value << PIECE_LOW_BITS);
            }
            default: {
                atomicAdd(&results[search + SEARCH_PIECE], value);
            }
        }
    }
    storageBarrier();
    workgroupBarrier();

    for (var value = lane; value < DIGIT_VALUES; value += WORKGROUP_SIZE) {
        atomicStore(&results[search + value], 0u);
    }
}

// Keeps the moves of a piece whose keys are at least the selected key.
@compute @workgroup_size(WORKGROUP_SIZE)
fn collect(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = pieces[launch.first + id.x];
    let board = boards[families[piece.family].board];
    // The least score with which this piece's moves are kept. A piece with a lower key than the selected
    // one needs a better score.
    var min_score = atomicLoad(&results[board.search + SEARCH_SCORE]);
    if piece_key(piece) < atomicLoad(&results[board.search + SEARCH_PIECE]) {
        min_score += 1u;
    }
    if atomicLoad(&results[piece.result]) < min_score {
        return;
    }
    var walk = start_walk(piece);
    for (var i = 0u; i < piece.count; i++) {
        let score = score_after(board, next_move(&walk));
        if score < min_score {
            continue;
        }
        let slot = atomicAdd(&results[board.kept], 1u);
        if slot < board.room {
            let start = board.kept + 1u + KEPT_U32S * slot;
            atomicStore(&results[start], score);
            atomicStore(&results[start + 1u], piece.family);
            atomicStore(&results[start + 2u], piece.first + i);
        }
    }
}
