// Stage `best_moves`: the best moves of many boards.
//
// A family is a few lists of masks. Its moves are all unions of one mask from each list. A piece is
// some successive moves of one family. One invocation handles all moves of a piece.
//
// The best move of each family takes three steps:
//
//   clear_families   every family starts with score 0
//   best_of_piece    finds the best move of a piece; the family takes the greatest score of its pieces
//   best_of_family   the first piece that has the score of its family gives the index of the move
//
// The `wanted` best moves of each board take more steps. The shader first searches for the key of
// the worst of them, one digit at a time. Then it keeps every move whose key is not lower:
//
//   clear_boards                    every board starts without a selected digit
//   count, select_digit             once for each digit of a key, the most significant digit first
//   collect                         keeps the moves whose keys are not lower than the selected key
//
// The key of a move is its score (SCORE_BITS bits), then the complement of the index of its piece
// on the board (PIECE_BITS bits). So a greater key is better, and only moves of one piece have
// equal keys.
//
// The search is a radix selection. Only the moves with the digits selected so far are counted, with
// one counter for each value of the next digit. The counters are added up from the greatest value
// down. The value at which the sum reaches the number of wanted moves is the next digit. `collect`
// may keep a few moves too many. They are all in one piece, and tie with the worst wanted move.
//
// The result does not depend on the order in which invocations run. They only add, take maxima and
// minima, and append moves that the host sorts.
//
// import: shared/grid.wgsl, src/compute/gpu/layout/best_moves.rs

override WORKGROUP_SIZE: u32 = 64u;

@group(0) @binding(0) var<storage, read> launch: Launch;

@group(0) @binding(1) var<storage, read> masks: array<u32>;

@group(0) @binding(2) var<storage, read> lists: array<MaskList>;

@group(0) @binding(3) var<storage, read> families: array<Family>;

@group(0) @binding(4) var<storage, read> pieces: array<MovePiece>;

@group(0) @binding(5) var<storage, read> boards: array<Board>;

// The results that the host reads come first: the best move of each family, or the kept moves of
// each board. Only the shader uses the others: the best move or the best score of each piece, and
// the state of each board's search, that is, its counters and the digits selected so far.
@group(0) @binding(6) var<storage, read_write> results: array<atomic<u32>>;

// The score of the position after a move.
fn score_after(board: Board, cells: u32) -> u32 {
    let ours = board.ours | (cells & board.takeable);
    return score(launch.exposed, ours, board.theirs & ~ours);
}

// A walk through the moves of a family, in the order of their indices. A move is the union of one
// mask from each list. The mask of the last list changes at every move; the other lists are the
// outer lists.
struct Walk {
    family: Family,
    last_list: MaskList,
    // The index of the next mask in the last list.
    next: u32,
    // The index of the current choice of masks from the outer lists, and the union of these masks.
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

// The low part of a key. An earlier piece has a greater one, because its moves win ties.
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

// Counts the moves of a piece by digit 0 or 1, the digits of the score, and stores the best score
// of the piece. For digit 1, only the moves with the selected digit 0 are counted. Successive moves
// often have the same digit. One atomic operation adds all of them to the counter.
fn count_scores(piece: MovePiece) {
    var walk = start_walk(piece);
    let board = boards[walk.family.board];
    let selected_high = atomicLoad(&results[board.search + SEARCH_SCORE]) >> SCORE_LOW_BITS;
    let is_low_digit = launch.digit == 1u;
    var best_score = 0u;
    // The number of moves that have not been added to their counter yet, and their common digit.
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

// Counts the moves of a piece by digit 2 or 3, the digits of the piece. Only moves with the
// selected score are counted. They are in one piece, so they have the same digit and share one
// counter.
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
        // Most pieces have only scores below the digits selected so far. They need not be scored
        // again.
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

// Returns the value of the digit in the key of the worst wanted move: the greatest value such that
// at least as many moves as are wanted have this value or a greater one. If the board has too few
// moves, that is 0. The moves with greater values are all wanted, so they are subtracted from the
// number of moves still wanted.
//
// A lane's share is `share` successive values. Lane 0 calls this when `lane_counts` has the number
// of moves in each lane's share.
fn find_digit(search: u32, share: u32) -> u32 {
    var wanted = atomicLoad(&results[search + SEARCH_WANTED]);
    // Find the lane whose share has the value, then the value within the share.
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

// Selects a digit of the key of the worst wanted move, and clears the counters for the next digit.
// One workgroup per board. WORKGROUP_SIZE is a power of two of at most 1,024, so it divides
// DIGIT_VALUES.
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

// Keeps the moves of a piece whose keys are not lower than the selected key.
@compute @workgroup_size(WORKGROUP_SIZE)
fn collect(@builtin(global_invocation_id) id: vec3<u32>) {
    if launch.first + id.x >= launch.end {
        return;
    }
    let piece = pieces[launch.first + id.x];
    let board = boards[families[piece.family].board];
    // A move of this piece is kept if its score is at least this. All moves of the piece have the
    // same low part of the key. If it is lower than the selected one, moves with the selected score
    // are not good enough.
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
