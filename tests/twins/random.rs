//! Random inputs that are the same in every run.

use wordgame_engine::compute::{CodeTable, RowIndex};

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
    pub fn cells(&mut self, count: usize, max: usize) -> impl Iterator<Item = u8> {
        (0..count).map(move |_| (self.below(max + 1) * self.below(max + 1) / max.max(1)) as u8)
    }

    /// A table of up to forty rows, with guesses of one to five rows and codes up to 255.
    pub fn table(&mut self, solutions: usize, guesses: usize) -> CodeTable {
        let rows = 1 + self.below(40);
        let guess_rows = (0..guesses)
            .map(|_| {
                let used = 1 + self.below(5);
                std::array::from_fn(|i| {
                    if i < used {
                        self.below(rows + 1).into()
                    } else {
                        RowIndex(0)
                    }
                })
            })
            .collect();
        let mut table = CodeTable::new(solutions, guess_rows, self.below(256) as u8);
        for _ in 0..rows {
            let max = self.below(52);
            table.push_row(self.cells(solutions, max));
        }
        table
    }
}
