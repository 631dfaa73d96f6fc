//! Random inputs that are the same in every run.

use wordgame_engine::compute::{CodeTable, RowIndex, TableShape};

/// The generator SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// `count` of the numbers below `limit`, ascending.
    pub fn some_of<I: From<usize> + Ord>(&mut self, limit: usize, count: usize) -> Vec<I> {
        let mut numbers: Vec<I> = (0..limit).map(I::from).collect();
        while numbers.len() > count {
            let one = self.below(numbers.len());
            numbers.swap_remove(one);
        }
        numbers.sort_unstable();
        numbers
    }

    /// Cells from 0 to `max`. Small values are more frequent, as they are in patterns.
    pub fn cells(&mut self, count: usize, max: usize) -> impl Iterator<Item = u16> {
        (0..count).map(move |_| (self.below(max + 1) * self.below(max + 1) / max.max(1)) as u16)
    }

    /// A table of up to forty rows, with guesses of one to five rows and codes up to 255.
    pub fn table(&mut self, solutions: usize, guesses: usize) -> CodeTable {
        self.table_of(5, 256, solutions, guesses)
    }

    /// A table for words of `length` letters: up to forty rows, guesses of one row to `length` rows, and all codes.
    pub fn table_for_length(
        &mut self,
        length: usize,
        solutions: usize,
        guesses: usize,
    ) -> CodeTable {
        self.table_of(length, 3usize.pow(length as u32), solutions, guesses)
    }

    fn table_of(
        &mut self,
        rows_per_guess: usize,
        codes: usize,
        solutions: usize,
        guesses: usize,
    ) -> CodeTable {
        let rows = 1 + self.below(40);
        let mut guess_rows = Vec::new();
        for _ in 0..guesses {
            let used = 1 + self.below(rows_per_guess);
            guess_rows.extend((0..used).map(|_| RowIndex::from(self.below(rows + 1))));
            guess_rows.resize(
                guess_rows.len().next_multiple_of(rows_per_guess),
                RowIndex(0),
            );
        }
        let shape = TableShape {
            solutions,
            codes,
            rows_per_guess,
            solved_code: self.below(codes) as u16,
        };
        let mut table = CodeTable::new(shape, guess_rows);
        for _ in 0..rows {
            // As many of the largest cells as a guess has rows are still a code.
            let max = self.below((codes - 1) / rows_per_guess + 1);
            table.push_row(self.cells(solutions, max));
        }
        table
    }
}

/// The shape of a table with codes of one byte and five rows per guess.
pub fn bytes(solutions: usize, solved_code: u16) -> TableShape {
    TableShape {
        solutions,
        codes: 256,
        rows_per_guess: 5,
        solved_code,
    }
}
