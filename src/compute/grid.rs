//! A grid of 5 × 5 cells that two sides share, and the score that says how good a position is for one
//! of them.
//!
//! A set of cells is a mask: cell `row · 5 + column` is bit `row · 5 + column`, so the top left cell is
//! bit 0. `ours` and `theirs` are disjoint masks; a cell in neither is free.
//!
//! `shaders/shared/grid.wgsl` is the same in WGSL.
//!
//! The score is fixed here, in terms of cells, because the kernels of the CPU and of the GPU
//! compute it for every move. With constant masks and shifts it takes a few dozen operations on
//! registers, without branches or memory accesses, and the CPU does them for many moves at once.
//! The game defines what the score means, and tests that it ranks moves by the rules: see
//! `letterpress::rules`.

shared! {
    /// Cells in a row or a column.
    const SIDE: u32 = 5;
    /// Cells of the grid.
    const CELLS: u32 = SIDE * SIDE;
    /// The mask of all cells.
    const ALL_CELLS: u32 = (1 << CELLS) - 1;
    /// The smallest number of cells that is more than half of the grid.
    const MAJORITY: u32 = CELLS / 2 + 1;

    /// The cells of the left edge.
    const LEFT: u32 = 0b00001_00001_00001_00001_00001;
    /// The cells of the right edge.
    const RIGHT: u32 = LEFT << (SIDE - 1);
    /// The cells of the top edge.
    const TOP: u32 = (1 << SIDE) - 1;
    /// The cells of the bottom edge.
    const BOTTOM: u32 = TOP << (CELLS - SIDE);

    // A score has four parts. These are the lowest bits of the parts, the most significant part
    // first.
    /// The lowest bit of the outcome, which has two bits.
    const OUTCOME_BIT: u32 = 19;
    /// The lowest bit of the difference between the interiors.
    const INTERIOR_BIT: u32 = 13;
    /// The lowest bit of the exposed sides. The bits below it hold the difference between the owned
    /// cells.
    const EXPOSED_BIT: u32 = 6;
    /// Bits of a score.
    const SCORE_BITS: u32 = OUTCOME_BIT + 2;
    /// Added to a difference of two counts, so that the sum is not negative.
    const DIFF_BIAS: u32 = CELLS;
    /// Exposed sides are subtracted from this, so that fewer are better. There are at most 80.
    const MAX_EXPOSED: u32 = 127;

    /// [`Exposed::Ours`] in a shader.
    const EXPOSED_OURS: u32 = 0;
    /// [`Exposed::Interior`] in a shader.
    const EXPOSED_INTERIOR: u32 = 1;
}

/// The interior of a set: its cells whose neighbours (up, down, left, right) are all in the set.
#[inline(always)]
pub fn interior(cells: u32) -> u32 {
    // Each term has the cells whose neighbour in one direction is in the set or outside the grid.
    let left = (cells << 1) | LEFT;
    let right = (cells >> 1) | RIGHT;
    let up = (cells << SIDE) | TOP;
    let down = (cells >> SIDE) | BOTTOM;
    cells & left & right & up & down
}

/// The sum, over the cells of a set, of the number of neighbours that each cell has in the grid.
#[inline(always)]
fn neighbours(cells: u32) -> u32 {
    // A cell has four neighbours, but three at an edge and two in a corner, which is at two edges.
    4 * cells.count_ones()
        - (cells & (TOP | BOTTOM)).count_ones()
        - (cells & (LEFT | RIGHT)).count_ones()
}

/// Which of our cells count when exposed sides are added up. A side of a cell is exposed if it has
/// a neighbour behind it that is not in our interior. So sides at the edge of the grid are not
/// exposed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exposed {
    /// All our cells.
    #[default]
    Ours,
    /// The cells of our interior.
    Interior,
}

impl Exposed {
    /// The number of this variant in a shader.
    pub fn number(self) -> u32 {
        match self {
            Exposed::Ours => EXPOSED_OURS,
            Exposed::Interior => EXPOSED_INTERIOR,
        }
    }

    /// The number of exposed sides of `ours`, whose interior is `inner`.
    #[inline(always)]
    fn sides(self, ours: u32, inner: u32) -> u32 {
        match self {
            // All neighbours of an interior cell are ours. So as many sides of our cells are
            // covered by an interior cell as the interior cells have sides. Subtracting these from
            // the sides of all our cells leaves the sides of our cells that are not interior.
            Exposed::Ours => neighbours(ours & !inner),
            // If two interior cells are neighbours, each covers one side of the other.
            Exposed::Interior => {
                let horizontal = (inner & (inner >> 1) & !RIGHT).count_ones();
                let vertical = (inner & (inner >> SIDE)).count_ones();
                neighbours(inner) - 2 * (horizontal + vertical)
            }
        }
    }
}

/// The score of a position for the side that owns `ours`: a number of 21 bits, greater for a better
/// position. Scores compare like their [`ScoreParts`]: a later part only matters if the earlier
/// ones are equal.
#[inline(always)]
pub fn score(exposed: Exposed, ours: u32, theirs: u32) -> u32 {
    let (our_interior, their_interior) = (interior(ours), interior(theirs));
    let our_count = ours.count_ones();
    let outcome = if ours | theirs != ALL_CELLS {
        1
    } else if our_count >= MAJORITY {
        2
    } else {
        0
    };
    let interior_diff = our_interior.count_ones() + DIFF_BIAS - their_interior.count_ones();
    let owned_diff = our_count + DIFF_BIAS - theirs.count_ones();
    (outcome << OUTCOME_BIT)
        + (interior_diff << INTERIOR_BIT)
        + ((MAX_EXPOSED - exposed.sides(ours, our_interior)) << EXPOSED_BIT)
        + owned_diff
}

/// The parts of a [`score`], the most significant part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreParts {
    /// 2 if no cell is free and we own more than half of them, 0 if no cell is free and we do not, and 1
    /// if some cell is free. Greater is better.
    pub outcome: u32,
    /// The size of our interior minus the size of theirs. Greater is better.
    pub interior_diff: i32,
    /// The exposed sides of our cells: see [`Exposed`]. Fewer is better.
    pub exposed_sides: u32,
    /// The number of our cells minus the number of theirs. Greater is better.
    pub owned_diff: i32,
}

impl ScoreParts {
    /// Decodes a [`score`].
    pub fn of(score: u32) -> ScoreParts {
        let bits = |from: u32, to: u32| (score >> from) & ((1 << (to - from)) - 1);
        let difference = |biased: u32| biased as i32 - DIFF_BIAS as i32;
        ScoreParts {
            outcome: bits(OUTCOME_BIT, u32::BITS),
            interior_diff: difference(bits(INTERIOR_BIT, OUTCOME_BIT)),
            exposed_sides: MAX_EXPOSED - bits(EXPOSED_BIT, INTERIOR_BIT),
            owned_diff: difference(bits(0, EXPOSED_BIT)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interior_cells_have_all_their_neighbours_in_the_set() {
        // The top left corner with its two neighbours, and a plus in the middle.
        assert_eq!(interior(0b00001_00011), 1);
        assert_eq!(interior(0b00100_01110_00100_00000), 0b00100_00000_00000);
        assert_eq!(interior(ALL_CELLS), ALL_CELLS);
    }

    #[test]
    fn sides_of_the_grid_are_counted_once_from_each_cell() {
        assert_eq!(neighbours(1), 2);
        assert_eq!(neighbours(1 << 2), 3);
        assert_eq!(neighbours(1 << 12), 4);
        assert_eq!(neighbours(ALL_CELLS), 80);
    }

    #[test]
    fn scores_compare_by_their_parts_in_turn() {
        let score = |outcome: u32, interior: u32, exposed: u32, owned: u32| {
            let bits = (outcome << OUTCOME_BIT) + (interior << INTERIOR_BIT);
            bits + ((MAX_EXPOSED - exposed) << EXPOSED_BIT) + owned
        };
        assert!(score(2, 0, 80, 0) > score(1, 50, 0, 50));
        assert!(score(1, 26, 80, 0) > score(1, 25, 0, 50));
        assert!(score(1, 25, 3, 0) > score(1, 25, 4, 50));
        assert!(score(1, 25, 3, 2) > score(1, 25, 3, 1));
    }

    #[test]
    fn parts_are_taken_from_their_own_bits() {
        // Ours is the corner with its two neighbours and one more cell; theirs is one cell.
        let (ours, theirs) = (0b00001_00011 | 1 << 24, 1 << 12);
        let parts = ScoreParts {
            outcome: 1,
            interior_diff: 1,
            // The neighbours of the corner have three neighbours each, the lone corner two.
            exposed_sides: 8,
            owned_diff: 3,
        };
        assert_eq!(ScoreParts::of(score(Exposed::Ours, ours, theirs)), parts);
        let parts = ScoreParts {
            exposed_sides: 2,
            ..parts
        };
        assert_eq!(
            ScoreParts::of(score(Exposed::Interior, ours, theirs)),
            parts
        );
    }
}
