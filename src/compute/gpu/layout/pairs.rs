//! `shaders/pairs`: code tables with codes of two bytes.

shared! {
    /// The greatest number of rows that add up to the codes of a guess.
    const MAX_ROWS_PER_GUESS: u32 = 10;
    /// The greatest number of members of a small set. A lane has 256 bytes of memory, which is a `u32` for each member
    /// of a set of buckets. Larger sets also take less time if all lanes try a guess together, since in a small set
    /// every member is compared with every other.
    const LARGEST_SMALL_SET: u32 = 64;
}
