//! `shaders/shared/sets.wgsl`: the work of one workgroup on a batch of sets. `gpu/sets/mod.rs` has
//! a picture.

shared! {
    /// A part of a set's work: the set and some of its allowed guesses.
    struct Piece {
        /// Index of the set's first member in `numbers`.
        members: u32,
        /// The number of members.
        member_count: u32,
        /// Index of the piece's first guess in `numbers`.
        guesses: u32,
        /// The number of guesses, at least 1.
        guess_count: u32,
        /// Index of the piece's first result.
        result: u32,
        /// Only in the stage `collisions`: the size from which on a group counts.
        threshold: u32,
        /// Only in the stage `collisions`: the number of members in short buckets, which come first.
        short_members: u32,
    }

    /// The last step for a set: the results of its pieces become the result of the set.
    struct Join {
        /// Index of the first result of the set's first piece. The results of a set's pieces are adjacent.
        first: u32,
        /// The number of these results.
        count: u32,
        /// Index of the set's first own result.
        result: u32,
    }
}
