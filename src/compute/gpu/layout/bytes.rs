//! `shaders/bytes`: code tables with codes of one byte.

shared! {
    /// The number of codes.
    const CODES: u32 = 256;
    /// Rows that add up to the codes of a guess.
    const ROWS_PER_GUESS: u32 = 5;
    /// `u32`s that hold the row indices of a guess, two indices each; the last half is empty.
    const GUESS_U32S: u32 = 3;
    /// Histograms per workgroup.
    const HISTOGRAMS: u32 = 8;
}
