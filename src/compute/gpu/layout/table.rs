//! `shaders/shared/table.wgsl`: the code table of a tile.

shared! {
    /// The parameters of one dispatch.
    struct Parameters {
        /// The first guess, piece or join of the tile that this dispatch handles.
        first: u32,
        /// `u32`s from the start of one row to the start of the next.
        row_stride: u32,
        /// `u32`s of a row that hold cells of solutions.
        row_u32s: u32,
        /// Cells in the last of these `u32`s that belong to no solution. They are zero.
        padding: u32,
        /// The code of a guess that is the solution.
        solved_code: u32,
        /// How the best guess is chosen; one of the `ORDER_` constants. Other stages ignore it.
        order: u32,
    }
}
