// The score of a position on a grid of 5 x 5 cells. src/compute/grid.rs is the same in Rust and explains it.
//
// import: src/compute/grid.rs

fn interior(cells: u32) -> u32 {
    // Each term has the cells whose neighbour in one direction is in the set or outside the grid.
    let left = (cells << 1u) | LEFT;
    let right = (cells >> 1u) | RIGHT;
    let up = (cells << SIDE) | TOP;
    let down = (cells >> SIDE) | BOTTOM;
    return cells & left & right & up & down;
}

// The sum, over the cells of a set, of the number of neighbours that each cell has in the grid.
fn neighbours(cells: u32) -> u32 {
    return 4u * countOneBits(cells) - countOneBits(cells & (TOP | BOTTOM))
        - countOneBits(cells & (LEFT | RIGHT));
}

// `exposed` is one of the EXPOSED_ constants, `inner` the interior of `ours`.
fn exposed_sides(exposed: u32, ours: u32, inner: u32) -> u32 {
    if exposed == EXPOSED_OURS {
        return neighbours(ours & ~inner);
    }
    let horizontal = countOneBits(inner & (inner >> 1u) & ~RIGHT);
    let vertical = countOneBits(inner & (inner >> SIDE));
    return neighbours(inner) - 2u * (horizontal + vertical);
}

fn score(exposed: u32, ours: u32, theirs: u32) -> u32 {
    let inner = interior(ours);
    let our_count = countOneBits(ours);
    let is_full = (ours | theirs) == ALL_CELLS;
    let outcome = select(1u, select(0u, 2u, our_count >= MAJORITY), is_full);
    let interior_diff = countOneBits(inner) + DIFF_BIAS - countOneBits(interior(theirs));
    let owned_diff = our_count + DIFF_BIAS - countOneBits(theirs);
    return (outcome << OUTCOME_BIT) + (interior_diff << INTERIOR_BIT)
        + ((MAX_EXPOSED - exposed_sides(exposed, ours, inner)) << EXPOSED_BIT) + owned_diff;
}
