// Unsigned integers of 64 bits.

// x is the low half, y the high half.
alias Wide = vec2<u32>;

fn wide_add(a: Wide, b: Wide) -> Wide {
    let low = a.x + b.x;
    return Wide(low, a.y + b.y + u32(low < a.x));
}

fn wide_sub(a: Wide, b: Wide) -> Wide {
    return wide_add(wide_add(a, ~b), Wide(1u, 0u));
}

// n * n, for n up to 2^20.
fn wide_square(n: u32) -> Wide {
    let low = n & 0xffffu;
    let high = n >> 16u;
    let cross = 2u * low * high;
    return wide_add(Wide(low * low, high * high), Wide(cross << 16u, cross >> 16u));
}

fn wide_less(a: Wide, b: Wide) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}
