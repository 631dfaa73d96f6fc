//! `shaders/shared/sums.wgsl`: the figures of a partition, as they are packed into `u32`s.
//!
//! | `u32` | contents, the lowest bits first |
//! |---|---|
//! | 0 | splits (16 bits), singletons (16 bits) |
//! | 1 | the size of the largest group (31 bits), whether the guess is a candidate (1 bit) |
//! | 2 | Σ n², low half |
//! | 3 | Σ n log n, low half |
//! | 4 | Σ n², high half (9 bits); Σ n log n, high half (23 bits) |

shared! {
    /// `u32`s of packed sums.
    const SUMS_U32S: u32 = 5;
    /// Bits of the number of splits, and of the number of singletons: there are at most 59,049 of each.
    const COUNT_BITS: u32 = 16;
    /// The bit that is set if the guess is a candidate.
    const CANDIDATE_BIT: u32 = 31;
    /// Bits of the high half of Σ n². A set of 2^20 candidates, the largest, needs 41 bits for Σ n² and 55
    /// bits for Σ n log n, so the high halves need 9 and 23 bits.
    const SQUARES_HIGH_BITS: u32 = 9;
}
