//! Tiles of guesses, for the stages `pattern_matrix` and `partition`.
//!
//! A tile is some successive guesses of a job with only the rows of the code table that they need. It is
//! one upload and one readback. A tile with many patterns is launched in several dispatches.

use std::ops::Range;

use super::job::{Dispatch, Upload};
use super::layout::bytes::GUESS_U32S;
use super::layout::table::Parameters;
use super::limits::{DISPATCHES_PER_TILE, TileLimits};
use crate::compute::{CodeTable, ComputeError, GuessIndex, RowIndex};

/// The number of rows up to which the row indices of a table of bytes fit 16 bits.
const MAX_ROWS_OF_BYTES: usize = 1 << 16;

/// How a table is laid out in uploads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes of a code.
    pub code_bytes: usize,
    /// Rows that add up to the codes of a guess.
    pub rows_per_guess: usize,
}

impl Layout {
    /// The layout of a table.
    pub fn of(table: &CodeTable) -> Layout {
        Layout {
            code_bytes: table.code_bytes(),
            rows_per_guess: table.rows_per_guess(),
        }
    }

    /// Bytes that the row indices of a guess take: two for each index in a table of bytes, padded to whole `u32`s, and
    /// four otherwise.
    pub fn guess_bytes(&self) -> usize {
        let u32s = match self.code_bytes {
            1 => GUESS_U32S as usize,
            _ => self.rows_per_guess,
        };
        u32s * size_of::<u32>()
    }

    /// Codes in a `u32`.
    pub fn codes_per_u32(&self) -> usize {
        size_of::<u32>() / self.code_bytes
    }
}

/// The columns of a code table that the tiles of a job cover, and the sizes that follow from them.
pub struct Shape {
    /// The layout of the table.
    pub layout: Layout,
    /// The columns: a range of solutions.
    pub columns: Range<usize>,
    /// Bytes of output for each guess.
    pub output_bytes: usize,
    /// Bytes of the upload other than rows, row indices and parameters.
    pub shared_bytes: usize,
    /// The alignment of the parts of an upload, in bytes.
    pub alignment: usize,
    /// How often each code is computed.
    pub passes: usize,
}

impl Shape {
    /// Bytes of a row in an upload: whole cache lines, padded with zeros.
    pub fn row_bytes(&self) -> usize {
        self.columns.len().next_multiple_of(64) * self.layout.code_bytes
    }

    /// `u32`s of a row that hold cells of solutions.
    pub fn row_u32s(&self) -> usize {
        self.columns.len().div_ceil(self.layout.codes_per_u32())
    }

    /// The parameters of a dispatch whose first guess, piece or join is `first`.
    pub fn parameters(&self, table: &CodeTable, first: usize) -> Parameters {
        Parameters {
            first: first as u32,
            row_stride: (self.row_bytes() / 4) as u32,
            row_u32s: self.row_u32s() as u32,
            padding: (self.layout.codes_per_u32() * self.row_u32s() - self.columns.len()) as u32,
            solved_code: table.solved_code().into(),
            order: 0,
        }
    }

    /// The greatest numbers of guesses and rows in a tile, and of guesses in a dispatch.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] if one guess does not fit.
    pub fn budget(&self, limits: &TileLimits) -> Result<Budget, ComputeError> {
        let patterns = self.columns.len().saturating_mul(self.passes);
        let guesses_per_dispatch =
            (limits.dispatch_patterns / patterns.max(1)).clamp(1, limits.workgroups.max(1));
        let parameter_bytes = size_of::<Parameters>().next_multiple_of(self.alignment);
        // Most of the upload is left for the rows.
        let small_part = limits.upload_bytes / 8;
        let dispatches = (small_part / parameter_bytes).min(DISPATCHES_PER_TILE);
        let guesses = (limits.output_bytes.min(limits.binding_bytes) / self.output_bytes)
            .min(limits.binding_bytes.min(small_part) / self.layout.guess_bytes())
            .min(dispatches * guesses_per_dispatch);
        let other = self.shared_bytes
            + guesses * self.layout.guess_bytes()
            + guesses.div_ceil(guesses_per_dispatch) * parameter_bytes
            + 3 * self.alignment;
        let rows = limits
            .binding_bytes
            .min(limits.upload_bytes.saturating_sub(other))
            / self.row_bytes();
        let rows = match self.layout.code_bytes {
            1 => rows.min(MAX_ROWS_OF_BYTES),
            _ => rows,
        };
        if guesses == 0
            || rows < self.layout.rows_per_guess
            || self.shared_bytes > limits.binding_bytes
        {
            return Err(ComputeError::Refused(format!(
                "{} solutions are too many for its limits of {} bytes per binding and {} per buffer",
                self.columns.len(),
                limits.binding_bytes,
                limits.upload_bytes,
            )));
        }
        Ok(Budget {
            guesses,
            rows,
            guesses_per_dispatch,
        })
    }
}

/// The greatest numbers of guesses and rows in a tile, and of guesses in a dispatch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Guesses in a tile.
    pub guesses: usize,
    /// Rows in a tile: enough for one guess.
    pub rows: usize,
    /// Guesses in a dispatch.
    pub guesses_per_dispatch: usize,
}

/// Some successive guesses with the rows that they need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The guesses, as a range of positions in the list of the job.
    pub guesses: Range<usize>,
    /// The rows of the table that the guesses need.
    pub rows: Vec<RowIndex>,
    /// The positions in `rows` of the rows of each guess, one guess after the other.
    pub guess_rows: Vec<u32>,
}

impl Tile {
    /// All guesses and all rows of a table.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] if there are more rows than the indices of a tile can number.
    pub fn whole(table: &CodeTable) -> Result<Tile, ComputeError> {
        if table.code_bytes() == 1 && table.row_count() > MAX_ROWS_OF_BYTES {
            let rows = table.row_count();
            return Err(ComputeError::Refused(format!("{rows} rows are too many")));
        }
        let guess_rows = GuessIndex::up_to(table.guesses())
            .flat_map(|guess| table.rows_of(guess))
            .map(|row| row.0);
        Ok(Tile {
            guesses: 0..table.guesses(),
            rows: RowIndex::up_to(table.row_count()).collect(),
            guess_rows: guess_rows.collect(),
        })
    }

    /// Writes the rows and the row indices of the guesses: the bindings 1 and 2 of `shared/table.wgsl`.
    pub fn write(&self, upload: &mut Upload, table: &CodeTable, shape: &Shape) {
        upload.section(|bytes| {
            bytes.reserve_exact(self.rows.len() * shape.row_bytes());
            for &row in &self.rows {
                let end = bytes.len() + shape.row_bytes();
                bytes.extend(table.bytes_of_row(row, shape.columns.clone()));
                bytes.resize(end, 0);
            }
        });
        if shape.layout.code_bytes > 1 {
            upload.section_of(&self.guess_rows);
            return;
        }
        upload.section(|bytes| {
            for rows in self.guess_rows.chunks_exact(shape.layout.rows_per_guess) {
                let end = bytes.len() + shape.layout.guess_bytes();
                bytes.extend(rows.iter().flat_map(|&row| (row as u16).to_le_bytes()));
                bytes.resize(end, 0);
            }
        });
    }

    /// Makes the dispatches of the tile and appends their parameters to the upload. `workgroups` returns the
    /// workgroups for a number of guesses.
    pub fn dispatches(
        &self,
        upload: &mut Upload,
        table: &CodeTable,
        shape: &Shape,
        budget: &Budget,
        workgroups: impl Fn(u32) -> [u32; 2],
    ) -> Vec<Dispatch> {
        self.dispatch_ranges(budget)
            .map(|guesses| Dispatch {
                entry: 0,
                parameters: upload.parameters(&shape.parameters(table, guesses.start)),
                workgroups: workgroups(guesses.len() as u32),
            })
            .collect()
    }

    /// The guesses of each dispatch, counted from the first guess of the tile.
    fn dispatch_ranges(&self, budget: &Budget) -> impl Iterator<Item = Range<usize>> {
        let (guesses, step) = (self.guesses.len(), budget.guesses_per_dispatch);
        (0..guesses)
            .step_by(step)
            .map(move |first| first..guesses.min(first + step))
    }
}

/// Divides a list of guesses, each given by its rows, into tiles within `budget`.
pub fn tiles<'a, I>(guesses: I, budget: Budget) -> Tiles<'a, I::IntoIter>
where
    I: IntoIterator<Item = &'a [RowIndex]>,
{
    Tiles {
        guesses: guesses.into_iter(),
        waiting: None,
        next: 0,
        budget,
        positions: Vec::new(),
    }
}

/// The iterator that [`tiles`] returns.
pub struct Tiles<'a, I> {
    guesses: I,
    /// The guess that did not fit into the previous tile.
    waiting: Option<&'a [RowIndex]>,
    /// The position of the next guess in the list, be it the waiting one or the next from `guesses`.
    next: usize,
    budget: Budget,
    /// For each row of the table its position in the current tile.
    positions: Vec<Option<u32>>,
}

impl<'a, I: Iterator<Item = &'a [RowIndex]>> Iterator for Tiles<'a, I> {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let mut tile = Tile {
            guesses: self.next..self.next,
            rows: Vec::new(),
            guess_rows: Vec::new(),
        };
        while tile.guesses.len() < self.budget.guesses {
            let Some(rows) = self.waiting.take().or_else(|| self.guesses.next()) else {
                break;
            };
            if !self.fits(&tile, rows) {
                self.waiting = Some(rows);
                break;
            }
            for &row in rows {
                let position = self.add_row(&mut tile, row);
                tile.guess_rows.push(position);
            }
            tile.guesses.end += 1;
        }
        for &row in &tile.rows {
            self.positions[row.at()] = None;
        }
        self.next = tile.guesses.end;
        (!tile.guesses.is_empty()).then_some(tile)
    }
}

impl<I> Tiles<'_, I> {
    /// The position of a row in the current tile.
    fn position(&self, row: RowIndex) -> Option<u32> {
        self.positions.get(row.at()).copied().flatten()
    }

    /// True if the tile has room for a guess with these rows. A new row that the guess has twice counts
    /// twice, which only closes a tile a little early.
    fn fits(&self, tile: &Tile, rows: &[RowIndex]) -> bool {
        let new = rows.iter().filter(|&&row| self.position(row).is_none());
        tile.rows.len() + new.count() <= self.budget.rows
    }

    /// Adds a row to the tile, unless it is there already, and returns its position.
    fn add_row(&mut self, tile: &mut Tile, row: RowIndex) -> u32 {
        if let Some(position) = self.position(row) {
            return position;
        }
        let position = tile.rows.len() as u32;
        if self.positions.len() <= row.at() {
            self.positions.resize(row.at() + 1, None);
        }
        self.positions[row.at()] = Some(position);
        tile.rows.push(row);
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget {
        guesses: 3,
        rows: 6,
        guesses_per_dispatch: 2,
    };

    const LIMITS: TileLimits = TileLimits {
        binding_bytes: 128 << 20,
        upload_bytes: 256 << 20,
        output_bytes: 64 << 20,
        workgroups: 65_535,
        dispatch_patterns: 1 << 27,
        workgroup_bytes: 16_384,
    };

    const BYTES: Layout = Layout {
        code_bytes: 1,
        rows_per_guess: 5,
    };

    const PAIRS: Layout = Layout {
        code_bytes: 2,
        rows_per_guess: 10,
    };

    fn shape(layout: Layout, solutions: usize) -> Shape {
        Shape {
            layout,
            passes: 1,
            columns: 0..solutions,
            output_bytes: 20,
            shared_bytes: solutions * 8,
            alignment: 256,
        }
    }

    fn rows<const N: usize>(guesses: [[u32; 5]; N]) -> [[RowIndex; 5]; N] {
        guesses.map(|rows| rows.map(RowIndex))
    }

    #[test]
    fn no_guesses_make_no_tile() {
        assert_eq!(tiles([], BUDGET).next(), None);
    }

    #[test]
    fn a_tile_ends_when_it_has_enough_guesses_or_rows() {
        let guesses = rows([
            [1, 2, 0, 0, 0],
            [2, 3, 0, 0, 0],
            [1, 3, 0, 0, 0],
            [4, 5, 6, 7, 8],
            [5, 9, 10, 0, 0],
        ]);
        let ranges: Vec<_> = tiles(guesses.iter().map(|rows| &rows[..]), BUDGET)
            .map(|tile| tile.guesses)
            .collect();
        assert_eq!(ranges, [0..3, 3..4, 4..5]);
    }

    #[test]
    fn a_guess_has_the_same_rows_in_a_tile_as_in_the_table() {
        let guesses = rows([[9, 2, 0, 0, 0], [2, 7, 0, 0, 0], [4, 5, 6, 7, 8], [0; 5]]);
        for tile in tiles(guesses.iter().map(|rows| &rows[..]), BUDGET) {
            let rows = tile.guess_rows.iter().map(|&i| tile.rows[i as usize]);
            let expected = guesses[tile.guesses.clone()].as_flattened();
            assert!(rows.eq(expected.iter().copied()));
        }
    }

    #[test]
    fn cells_and_indices_are_packed_into_u32s() {
        let shapes = [(BYTES, 7), (PAIRS, 7)].map(|(layout, solutions)| shape(layout, solutions));
        assert_eq!(shapes.each_ref().map(Shape::row_bytes), [64, 128]);
        assert_eq!(shapes.each_ref().map(Shape::row_u32s), [2, 4]);
        assert_eq!([BYTES, PAIRS].map(|layout| layout.guess_bytes()), [12, 40]);
    }

    #[test]
    fn dispatches_cover_a_tile() {
        let guesses = rows([[0; 5]; 3]);
        let tile = tiles(guesses.iter().map(|rows| &rows[..]), BUDGET)
            .next()
            .expect("three guesses");
        assert!(tile.dispatch_ranges(&BUDGET).eq([0..2, 2..3]));
    }

    #[test]
    fn the_largest_candidate_set_fits_the_smallest_device() {
        let budget = shape(BYTES, 1 << 24).budget(&LIMITS).expect("fits");
        assert!(budget.guesses > 0 && budget.rows >= 5);
        assert_eq!(budget.guesses_per_dispatch, 8);
        let budget = shape(PAIRS, 1 << 22).budget(&LIMITS).expect("fits");
        assert!(budget.guesses > 0 && budget.rows >= 10);
        assert_eq!(budget.guesses_per_dispatch, 32);
    }

    #[test]
    fn the_lists_of_a_game_are_one_tile_and_one_dispatch() {
        let budget = shape(BYTES, 2_315).budget(&LIMITS).expect("fits");
        assert!(budget.guesses > 12_972 && budget.rows > 345);
        assert!(budget.guesses_per_dispatch > 12_972);
    }

    #[test]
    fn a_guess_that_fits_no_tile_is_refused() {
        let tiny = TileLimits {
            binding_bytes: 4_000,
            ..LIMITS
        };
        assert!(matches!(
            shape(BYTES, 1_000).budget(&tiny),
            Err(ComputeError::Refused(_))
        ));
    }
}
