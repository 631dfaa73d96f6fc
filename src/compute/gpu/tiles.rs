//! Cutting a job into tiles that fit a device.
//!
//! A tile is a run of guesses with only the rows that they need. It is one upload and one readback; a
//! tile with many patterns is launched in several dispatches.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

use super::super::table::ROWS_PER_GUESS;
use super::super::{CodeTable, ComputeError, GuessIndex, RowIndex};
use super::job::{Dispatch, Upload};

/// Bytes that a guess takes in a tile's list of row numbers: three words.
pub const GUESS_BYTES: usize = 12;

/// The most dispatches in one tile, so that a driver need not queue many.
pub const DISPATCHES_PER_TILE: usize = 256;

/// What a tile and a dispatch may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileLimits {
    /// Bytes that a shader sees as one array: rows, row numbers, output.
    pub binding_bytes: usize,
    /// Bytes of a tile's upload.
    pub upload_bytes: usize,
    /// Bytes that a tile writes.
    pub output_bytes: usize,
    /// Workgroups in one dimension of a dispatch.
    pub workgroups: usize,
    /// Patterns that one dispatch evaluates. A dispatch has at least one guess, however many patterns
    /// that takes.
    pub dispatch_patterns: usize,
}

impl TileLimits {
    /// The limits of a device, and no more memory at a time than an old graphics card can spare.
    ///
    /// 2^27 patterns take well under a second on an integrated GPU; display drivers reset a device
    /// after about two.
    pub fn of(limits: &wgpu::Limits) -> TileLimits {
        let bytes = |limit: u64, most: u64| limit.min(most) as usize / 4 * 4;
        TileLimits {
            binding_bytes: bytes(limits.max_storage_buffer_binding_size, 256 << 20),
            upload_bytes: bytes(limits.max_buffer_size, 256 << 20),
            output_bytes: bytes(
                limits
                    .max_storage_buffer_binding_size
                    .min(limits.max_buffer_size),
                64 << 20,
            ),
            workgroups: limits.max_compute_workgroups_per_dimension as usize,
            dispatch_patterns: 1 << 27,
        }
    }
}

/// The columns of a table that a job's tiles cover, and what each of its guesses takes.
pub struct Shape {
    /// The solutions.
    pub columns: Range<usize>,
    /// Bytes a guess in the output.
    pub output_bytes: usize,
    /// Bytes in the upload besides rows, row numbers and parameters.
    pub shared_bytes: usize,
    /// The alignment of the parts of the upload.
    pub alignment: usize,
}

impl Shape {
    /// Bytes of a row in an upload: whole cache lines, the rest of the last one zero.
    pub fn row_bytes(&self) -> usize {
        self.columns.len().next_multiple_of(64)
    }

    /// Words of a row that hold codes.
    pub fn row_words(&self) -> usize {
        self.columns.len().div_ceil(4)
    }

    /// How many guesses, rows and launches a tile of this shape may have.
    ///
    /// # Errors
    /// [`ComputeError::Refused`] if one guess does not fit.
    pub fn budget(&self, limits: &TileLimits) -> Result<Budget, ComputeError> {
        let guesses_a_dispatch = (limits.dispatch_patterns / self.columns.len().max(1))
            .clamp(1, limits.workgroups.max(1));
        let parameter_bytes = size_of::<Parameters>().next_multiple_of(self.alignment);
        // Most of the upload is left to the rows.
        let small_part = limits.upload_bytes / 8;
        let dispatches = (small_part / parameter_bytes).min(DISPATCHES_PER_TILE);
        let guesses = (limits.output_bytes.min(limits.binding_bytes) / self.output_bytes)
            .min(limits.binding_bytes.min(small_part) / GUESS_BYTES)
            .min(dispatches * guesses_a_dispatch);
        let other = self.shared_bytes
            + guesses * GUESS_BYTES
            + guesses.div_ceil(guesses_a_dispatch) * parameter_bytes
            + 3 * self.alignment;
        let rows = limits
            .binding_bytes
            .min(limits.upload_bytes.saturating_sub(other))
            / self.row_bytes();
        if guesses == 0 || rows < ROWS_PER_GUESS || self.shared_bytes > limits.binding_bytes {
            return Err(ComputeError::Refused(format!(
                "{} solutions are too many for its limits of {} bytes a binding and {} a buffer",
                self.columns.len(),
                limits.binding_bytes,
                limits.upload_bytes,
            )));
        }
        Ok(Budget {
            guesses,
            rows,
            guesses_a_dispatch,
        })
    }
}

/// What a tile may have of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Guesses in a tile.
    pub guesses: usize,
    /// Rows in a tile: enough for one guess.
    pub rows: usize,
    /// Guesses in a dispatch.
    pub guesses_a_dispatch: usize,
}

/// A run of guesses with the rows that they need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Where the guesses stand in the job's list.
    pub guesses: Range<usize>,
    /// The table's rows that they need.
    pub rows: Vec<u16>,
    /// The rows of each guess, as places in `rows`.
    pub guess_rows: Vec<[u16; ROWS_PER_GUESS]>,
}

impl Tile {
    /// All guesses and all rows of a table.
    pub fn whole(table: &CodeTable) -> Tile {
        Tile {
            guesses: 0..table.guesses(),
            // Row numbers are u16.
            rows: (0..table.row_count()).map(|row| row as u16).collect(),
            guess_rows: GuessIndex::up_to(table.guesses())
                .map(|guess| table.rows_of(guess).map(|row| row.0))
                .collect(),
        }
    }

    /// The tile's dispatches, as ranges of its guesses counted from its first.
    pub fn dispatches(&self, budget: &Budget) -> impl Iterator<Item = Range<usize>> {
        let (guesses, step) = (self.guesses.len(), budget.guesses_a_dispatch);
        (0..guesses)
            .step_by(step)
            .map(move |first| first..guesses.min(first + step))
    }

    /// Writes what bindings 1 and 2 of `common.wgsl` hold: the rows, and the guesses' row numbers.
    pub fn write(&self, upload: &mut Upload, table: &CodeTable, shape: &Shape) {
        upload.section(|bytes| {
            bytes.reserve_exact(self.rows.len() * shape.row_bytes());
            for &row in &self.rows {
                let end = bytes.len() + shape.row_bytes();
                bytes.extend(&table.row(RowIndex(row))[shape.columns.clone()]);
                bytes.resize(end, 0);
            }
        });
        upload.section(|bytes| {
            for &[a, b, c, d, e] in &self.guess_rows {
                bytes.extend(bytemuck::cast::<_, [u8; GUESS_BYTES]>([a, b, c, d, e, 0]));
            }
        });
    }
}

/// `Parameters` in `common.wgsl`.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Parameters {
    first: u32,
    row_stride: u32,
    row_words: u32,
    padding: u32,
    solved_code: u32,
    order: u32,
}

impl Parameters {
    /// Parameters of a dispatch whose first guess, or first piece, is `first`.
    pub fn new(table: &CodeTable, shape: &Shape, first: usize) -> Parameters {
        Parameters {
            first: first as u32,
            row_stride: (shape.row_bytes() / 4) as u32,
            row_words: shape.row_words() as u32,
            padding: (4 * shape.row_words() - shape.columns.len()) as u32,
            solved_code: table.solved_code().into(),
            order: 0,
        }
    }

    /// The same, with a number that tells by what the best guess is chosen.
    pub fn with_order(self, order: u32) -> Parameters {
        Parameters { order, ..self }
    }

    /// Appends the parameters of the tile's dispatches; `workgroups` tells how many a number of
    /// guesses needs.
    pub fn write(
        upload: &mut Upload,
        table: &CodeTable,
        shape: &Shape,
        dispatches: impl Iterator<Item = Range<usize>>,
        workgroups: impl Fn(u32) -> [u32; 2],
    ) -> Vec<Dispatch> {
        dispatches
            .map(|guesses| Dispatch {
                entry: 0,
                parameters: upload.parameters(&Parameters::new(table, shape, guesses.start)),
                workgroups: workgroups(guesses.len() as u32),
            })
            .collect()
    }
}

/// Cuts a list of guesses, given by their rows, into tiles within `budget`.
pub fn tiles<I>(guesses: I, budget: Budget) -> Tiles<I::IntoIter>
where
    I: IntoIterator<Item = [u16; ROWS_PER_GUESS]>,
{
    Tiles {
        guesses: guesses.into_iter(),
        waiting: None,
        next: 0,
        budget,
        places: Vec::new(),
    }
}

/// The iterator that [`tiles`] returns.
pub struct Tiles<I> {
    guesses: I,
    /// The guess that did not fit into the last tile.
    waiting: Option<[u16; ROWS_PER_GUESS]>,
    /// Its position in the list, or that of the next one from `guesses`.
    next: usize,
    budget: Budget,
    /// By row of the table: its place in the tile being made.
    places: Vec<Option<u16>>,
}

impl<I: Iterator<Item = [u16; ROWS_PER_GUESS]>> Iterator for Tiles<I> {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        let mut tile = Tile {
            guesses: self.next..self.next,
            rows: Vec::new(),
            guess_rows: Vec::new(),
        };
        while tile.guess_rows.len() < self.budget.guesses {
            let Some(rows) = self.waiting.take().or_else(|| self.guesses.next()) else {
                break;
            };
            if !self.fits(&tile, rows) {
                self.waiting = Some(rows);
                break;
            }
            let placed = rows.map(|row| self.place(&mut tile, row));
            tile.guess_rows.push(placed);
        }
        for &row in &tile.rows {
            self.places[usize::from(row)] = None;
        }
        self.next += tile.guess_rows.len();
        tile.guesses.end = self.next;
        (!tile.guess_rows.is_empty()).then_some(tile)
    }
}

impl<I> Tiles<I> {
    fn place_of(&self, row: u16) -> Option<u16> {
        self.places.get(usize::from(row)).copied().flatten()
    }

    /// Whether the tile can take a guess with these rows. Counts a row that the guess names twice
    /// twice, which only closes a tile a little early.
    fn fits(&self, tile: &Tile, rows: [u16; ROWS_PER_GUESS]) -> bool {
        let new = rows.iter().filter(|&&row| self.place_of(row).is_none());
        tile.rows.len() + new.count() <= self.budget.rows
    }

    fn place(&mut self, tile: &mut Tile, row: u16) -> u16 {
        if let Some(place) = self.place_of(row) {
            return place;
        }
        // Row numbers are u16, so there are at most 65,536 rows and no place passes 65,535.
        let place = tile.rows.len() as u16;
        if self.places.len() <= usize::from(row) {
            self.places.resize(usize::from(row) + 1, None);
        }
        self.places[usize::from(row)] = Some(place);
        tile.rows.push(row);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget {
        guesses: 3,
        rows: 6,
        guesses_a_dispatch: 2,
    };

    const ROOMY: TileLimits = TileLimits {
        binding_bytes: 128 << 20,
        upload_bytes: 256 << 20,
        output_bytes: 64 << 20,
        workgroups: 65_535,
        dispatch_patterns: 1 << 27,
    };

    fn shape(solutions: usize) -> Shape {
        Shape {
            columns: 0..solutions,
            output_bytes: 20,
            shared_bytes: solutions * 8,
            alignment: 256,
        }
    }

    #[test]
    fn no_guesses_make_no_tile() {
        assert_eq!(tiles([], BUDGET).next(), None);
    }

    #[test]
    fn a_tile_is_closed_by_the_number_of_guesses_or_of_rows() {
        let guesses = [
            [1, 2, 0, 0, 0],
            [2, 3, 0, 0, 0],
            [1, 3, 0, 0, 0],
            [4, 5, 6, 7, 8],
            [5, 9, 10, 0, 0],
        ];
        let ranges: Vec<_> = tiles(guesses, BUDGET).map(|tile| tile.guesses).collect();
        assert_eq!(ranges, [0..3, 3..4, 4..5]);
    }

    #[test]
    fn a_tile_names_the_same_rows_as_the_table() {
        let guesses = [[9, 2, 0, 0, 0], [2, 7, 0, 0, 0], [4, 5, 6, 7, 8], [0; 5]];
        for tile in tiles(guesses, BUDGET) {
            for (rows, guess) in tile.guess_rows.iter().zip(&guesses[tile.guesses.clone()]) {
                assert_eq!(rows.map(|place| tile.rows[usize::from(place)]), *guess);
            }
        }
    }

    #[test]
    fn dispatches_cover_a_tile() {
        let tile = tiles([[0; 5]; 3], BUDGET).next().expect("three guesses");
        assert!(tile.dispatches(&BUDGET).eq([0..2, 2..3]));
    }

    #[test]
    fn the_largest_candidate_set_fits_the_smallest_device() {
        let budget = shape(1 << 24).budget(&ROOMY).expect("fits");
        assert!(budget.guesses > 0 && budget.rows >= ROWS_PER_GUESS);
        assert_eq!(budget.guesses_a_dispatch, 8);
    }

    #[test]
    fn a_games_lists_are_one_tile_and_one_dispatch() {
        let budget = shape(2_315).budget(&ROOMY).expect("fits");
        assert!(budget.guesses > 12_972 && budget.rows > 345);
        assert!(budget.guesses_a_dispatch > 12_972);
    }

    #[test]
    fn a_guess_that_fits_no_tile_is_refused() {
        let tiny = TileLimits {
            binding_bytes: 4_000,
            ..ROOMY
        };
        assert!(matches!(
            shape(1_000).budget(&tiny),
            Err(ComputeError::Refused(_))
        ));
    }
}
