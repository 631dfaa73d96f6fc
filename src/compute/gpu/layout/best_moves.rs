//! `shaders/best_moves.wgsl`: boards, families and pieces, and the search for the worst wanted move.

shared! {
    /// `u32`s of the best move of a family or of a piece: its score and its index.
    const BEST_U32S: u32 = 2;
    /// `u32`s of a kept move: its score, its family and its index.
    const KEPT_U32S: u32 = 3;

    /// Bits of the index of a piece among the pieces of its board.
    const PIECE_BITS: u32 = 22;
    /// Digits of the key of a move: two of its score, two of its piece. See the shader.
    const DIGITS: u32 = 4;
    /// Bits of the low digit of a score.
    const SCORE_LOW_BITS: u32 = 10;
    /// Bits of the low digit of a piece.
    const PIECE_LOW_BITS: u32 = 11;
    /// Values that a digit can have: no digit has more than 11 bits.
    const DIGIT_VALUES: u32 = 2048;

    // The search of a board has one counter for each value of a digit, followed by these numbers.
    /// The digits of the score that have been selected.
    const SEARCH_SCORE: u32 = DIGIT_VALUES;
    /// The digits of the piece that have been selected.
    const SEARCH_PIECE: u32 = DIGIT_VALUES + 1;
    /// The number of moves still wanted among those with the selected digits.
    const SEARCH_WANTED: u32 = DIGIT_VALUES + 2;
    /// `u32`s of a board's search.
    const SEARCH_U32S: u32 = DIGIT_VALUES + 3;
}

shared! {
    /// The parameters of one dispatch.
    struct Launch {
        /// The first piece, family or board of the dispatch.
        first: u32,
        /// The end of its pieces, families or boards.
        end: u32,
        /// For `count` and `select_digit`: the digit, from 0, the most significant, to `DIGITS - 1`.
        digit: u32,
        /// One of the `EXPOSED_` constants.
        exposed: u32,
    }

    /// A list of masks.
    struct MaskList {
        /// Index of its first mask.
        first: u32,
        /// The number of its masks.
        count: u32,
    }

    /// A family of moves.
    struct Family {
        /// Index of its first list. Its lists are adjacent.
        lists: u32,
        /// The number of its lists.
        list_count: u32,
        /// Index of its board.
        board: u32,
        /// Index in the results of its best move, which takes `BEST_U32S` `u32`s.
        result: u32,
    }

    /// Some successive moves of a family.
    struct MovePiece {
        /// Index of the family.
        family: u32,
        /// Index of the first move among the moves of the family.
        first: u32,
        /// The number of moves.
        count: u32,
        /// Index of the piece among the pieces of its board.
        on_board: u32,
        /// Index of its own result. If the best move of each family is wanted, the result is the
        /// best move of the piece, in `BEST_U32S` `u32`s. Otherwise it is only the best score.
        result: u32,
    }

    /// A board, and the indices of its results.
    struct Board {
        /// The cells of the side that moves.
        ours: u32,
        /// The cells of the other side.
        theirs: u32,
        /// The cells that a move can take.
        takeable: u32,
        /// The number of moves that are wanted.
        wanted: u32,
        /// Index of the number of kept moves in the results. The kept moves follow.
        kept: u32,
        /// The greatest number of kept moves. The results have room for this many.
        room: u32,
        /// Index in the results of the board's search, which takes `SEARCH_U32S` `u32`s.
        search: u32,
    }
}
