//! `shaders/best_guesses.wgsl`: results, and the numbers of the orders.

shared! {
    /// `u32`s of a result: a guess and its packed sums.
    const RESULT_U32S: u32 = 6;

    /// `Order::Splits`.
    const ORDER_SPLITS: u32 = 0;
    /// `Order::MaxSplits`.
    const ORDER_MAX_SPLITS: u32 = 1;
    /// `Order::ExpectedSize`.
    const ORDER_EXPECTED_SIZE: u32 = 2;
    /// `Order::Entropy`.
    const ORDER_ENTROPY: u32 = 3;
    /// `Order::Minimax`.
    const ORDER_MINIMAX: u32 = 4;
    /// `Order::LeastTotal`.
    const ORDER_LEAST_TOTAL: u32 = 5;
}
