//! Scanning: find every guess whose lower bound on a set is below a limit.
//!
//! If a guess divides the n words of a set into k groups, then r = n − k words share a group with an earlier
//! word; we call them *repeats*. The guess costs at least 2n + r, or 2n + r − 1 if it is itself in the set (see
//! [`bounds`](super::bounds)).
//!
//! Example: FLUSH on {right, sight, tight, flash} gives right and tight the same pattern. So n = 4,
//! k = 3 and r = 1, and the cost is at least 9. It is exactly 9, because no group has more than two
//! words: FLUSH counts once for each of the four words, sight and flash each take one more guess,
//! and right and tight together take three more.
//!
//! A scan spends most of its time on computing r. For sets of up to 256 words it does this for 64
//! guesses at a time: it compares each word's patterns with those of the words before it, and drops
//! all 64 guesses as soon as r is too high for every one of them. It counts how a guess divides the
//! set in full only if the guess has few enough repeats.
//!
//! | file | content |
//! |---|---|
//! | `scan` | the order in which a scan looks at guesses |
//! | `repeats` | the kernel: the repeats of 64 guesses |
//! | `split` | how one guess divides a set, in full |
//! | `sieve` | which guesses a scan keeps, and what it proves about the others |
//! | `reference` | the same results by plain counting: the oracle of the tests |

#[cfg(test)]
pub mod reference;
mod repeats;
mod sieve;
mod split;

use super::tables::{BlockRow, Column, GuessRank, LANES, Layouts, LayoutsOf, Tables};
use crate::compute::code::Code;
use repeats::count_repeats;
use sieve::Sieve;
use split::SetPatterns;

/// Sets of up to this many words are scanned for 64 guesses at a time. A guess has at most 255
/// repeats on such a set, so the number fits in a byte.
const MAX_SMALL_SET: usize = 256;

/// If at least one in this many guesses is allowed, it is faster to scan whole blocks, with all
/// their guesses, than to gather the patterns of the allowed guesses.
const MIN_ALLOWED_ONE_IN: usize = 6;

/// A guess that a scan has kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScannedGuess {
    /// The search tries guesses in ascending order of this number: see
    /// [`bounds::priority`](super::bounds::priority).
    pub priority: u64,
    pub guess: GuessRank,
    /// Lower bound on the cost of this guess.
    pub lower_bound: u32,
    /// True if no group has more than two words. The lower bound is then the exact cost.
    pub is_exact: bool,
    /// True if every word gets a pattern of its own.
    pub separates_all: bool,
}

/// The result of a scan.
#[derive(Clone, Debug, Default)]
pub struct ScanResult {
    /// The guesses that the scan has kept, in no particular order.
    pub guesses: Vec<ScannedGuess>,
    /// Every omitted guess costs at least this, or at least as much as the cheapest exact guess
    /// that was kept. In the second case it cannot improve the result.
    pub omitted_cost_at_least: u32,
}

impl ScanResult {
    /// A lower bound on the cost of every guess.
    pub fn lower_bound(&self) -> u32 {
        let bounds = self.guesses.iter().map(|guess| guess.lower_bound);
        bounds.fold(self.omitted_cost_at_least, u32::min)
    }

    /// The cheapest of the guesses whose cost is exact.
    pub fn cheapest_exact(&self) -> Option<&ScannedGuess> {
        let exact = self.guesses.iter().filter(|guess| guess.is_exact);
        exact.min_by_key(|guess| (guess.lower_bound, guess.priority, guess.guess))
    }
}

/// The guesses that a scan looks at.
#[derive(Clone, Copy)]
pub enum AllowedGuesses<'a> {
    All,
    /// Only these, ascending.
    Only(&'a [GuessRank]),
}

impl AllowedGuesses<'_> {
    fn contains(self, guess: GuessRank) -> bool {
        match self {
            AllowedGuesses::All => true,
            AllowedGuesses::Only(guesses) => guesses.binary_search(&guess).is_ok(),
        }
    }
}

/// Conditions that decide which guesses a scan keeps.
#[derive(Clone, Copy, Debug)]
pub struct ScanLimits {
    /// Only guesses with a lower bound below this are kept. It is at least 2n for a set of n words, the lowest cost of
    /// a guess outside the set.
    pub limit: u32,
    /// Guesses may be omitted if their bound is at least the lowest bound found so far plus this.
    pub slack: u32,
    /// Keep only guesses that separate all words. It is set if two guesses are left: the first must
    /// separate all words, so that the second can find any of them.
    pub must_separate_all: bool,
}

/// Scans sets of a game. It holds the buffers that scans reuse, in the width of the game's codes.
pub enum Scanner {
    Bytes(ScannerOf<u8>),
    Pairs(ScannerOf<u16>),
}

impl Scanner {
    /// A scanner for these tables.
    pub fn new(tables: &Tables) -> Scanner {
        match tables.layouts() {
            Layouts::Bytes(_) => Scanner::Bytes(ScannerOf::new(tables)),
            Layouts::Pairs(_) => Scanner::Pairs(ScannerOf::new(tables)),
        }
    }

    /// Scans the members of the set and the allowed guesses. Members are scanned even if `allowed`
    /// does not list them. Hard mode always allows them, since they are consistent with all marks
    /// so far.
    ///
    /// # Panics
    /// If the tables have another width than those that the scanner was made for.
    pub fn scan(
        &mut self,
        tables: &Tables,
        members: &[Column],
        allowed: AllowedGuesses,
        limits: ScanLimits,
    ) -> ScanResult {
        let set = |allowed| Set {
            tables,
            members,
            allowed,
        };
        match (self, tables.layouts()) {
            (Scanner::Bytes(scanner), Layouts::Bytes(codes)) => {
                scanner.scan(&set(allowed), codes, limits)
            }
            (Scanner::Pairs(scanner), Layouts::Pairs(codes)) => {
                scanner.scan(&set(allowed), codes, limits)
            }
            _ => panic!("a scanner scans the tables that it was made for"),
        }
    }
}

/// A set to scan.
struct Set<'a> {
    tables: &'a Tables,
    members: &'a [Column],
    allowed: AllowedGuesses<'a>,
}

/// A scanner for codes of one width.
pub struct ScannerOf<C: Code> {
    /// The patterns of 64 guesses on the words of a set.
    rows: Vec<BlockRow<C>>,
    patterns: SetPatterns<C>,
}

impl<C: Code> ScannerOf<C> {
    fn new(tables: &Tables) -> ScannerOf<C> {
        ScannerOf {
            rows: vec![BlockRow([C::default(); LANES]); MAX_SMALL_SET],
            patterns: SetPatterns::new(tables),
        }
    }

    fn scan(&mut self, set: &Set, codes: &LayoutsOf<C>, limits: ScanLimits) -> ScanResult {
        let mut sieve = Sieve::new(set.members.len() as u32, limits);
        // Members come first. For the same number of repeats, their bounds are lower by one than
        // those of other guesses, so they soon lower the limit for the others.
        for &member in set.members {
            let guess = set.tables.rank_of_candidate(member);
            self.patterns.load(codes.codes(guess), set.members);
            sieve.offer(guess, &self.patterns.split());
        }
        if set.members.len() <= MAX_SMALL_SET {
            self.scan_small_set(set, codes, &mut sieve);
        } else {
            self.scan_large_set(set, codes, &mut sieve);
        }
        sieve.into_result()
    }

    /// Scans a set of at most [`MAX_SMALL_SET`] words, 64 guesses at a time.
    fn scan_small_set(&mut self, set: &Set, codes: &LayoutsOf<C>, sieve: &mut Sieve) {
        match set.allowed {
            AllowedGuesses::Only(guesses)
                if guesses.len() < set.tables.guesses() / MIN_ALLOWED_ONE_IN =>
            {
                self.scan_gathered(set.members, codes, guesses, sieve);
            }
            _ => self.scan_blocks(set, codes, sieve),
        }
    }

    /// Scans whole blocks of 64 guesses, as the tables store them, and keeps only allowed guesses.
    fn scan_blocks(&mut self, set: &Set, codes: &LayoutsOf<C>, sieve: &mut Sieve) {
        let Set {
            tables,
            members,
            allowed,
        } = *set;
        for first in (0..tables.guesses()).step_by(LANES) {
            let Some(max_repeats) = sieve.max_repeats() else {
                return;
            };
            let block = codes.block(first / LANES);
            let fill = |rows: &mut [BlockRow<C>], first: usize| {
                for (row, &member) in rows.iter_mut().zip(&members[first..]) {
                    *row = block[member.at()];
                }
            };
            let rows = &mut self.rows[..members.len()];
            let Some(repeats) = count_repeats(rows, fill, max_repeats) else {
                continue;
            };
            let guesses = LANES.min(tables.guesses() - first);
            for (lane, &repeats) in repeats[..guesses].iter().enumerate() {
                let guess = GuessRank((first + lane) as u32);
                if sieve.may_keep(repeats.into()) && allowed.contains(guess) {
                    self.offer_lane(lane, guess, members.len(), sieve);
                }
            }
        }
    }

    /// Scans only `guesses`: gathers the patterns of 64 of them at a time.
    fn scan_gathered(
        &mut self,
        members: &[Column],
        codes: &LayoutsOf<C>,
        guesses: &[GuessRank],
        sieve: &mut Sieve,
    ) {
        for guesses in guesses.chunks(LANES) {
            let Some(max_repeats) = sieve.max_repeats() else {
                return;
            };
            let fill = |rows: &mut [BlockRow<C>], first: usize| {
                let members = &members[first..][..rows.len()];
                for (lane, &guess) in guesses.iter().enumerate() {
                    let codes = codes.codes(guess);
                    for (row, &member) in rows.iter_mut().zip(members) {
                        row.0[lane] = codes[member.at()];
                    }
                }
            };
            let rows = &mut self.rows[..members.len()];
            let Some(repeats) = count_repeats(rows, fill, max_repeats) else {
                continue;
            };
            for (lane, &guess) in guesses.iter().enumerate() {
                if sieve.may_keep(repeats[lane].into()) {
                    self.offer_lane(lane, guess, members.len(), sieve);
                }
            }
        }
    }

    /// Counts in full how one of the 64 guesses divides the set, and offers the guess to the sieve.
    fn offer_lane(&mut self, lane: usize, guess: GuessRank, n: usize, sieve: &mut Sieve) {
        self.patterns.load_lane(&self.rows[..n], lane);
        let split = self.patterns.split();
        // `scan` has already offered the members of the set.
        if !split.is_in_set {
            sieve.offer(guess, &split);
        }
    }

    /// Scans a set of more than [`MAX_SMALL_SET`] words, one guess at a time. Counting the groups is
    /// cheap, so it comes first. The guess is counted in full only if it makes enough groups.
    fn scan_large_set(&mut self, set: &Set, codes: &LayoutsOf<C>, sieve: &mut Sieve) {
        let members = set.members;
        let mut scan_guess = |guess: GuessRank| {
            let Some(max_repeats) = sieve.max_repeats() else {
                return;
            };
            self.patterns.load(codes.codes(guess), members);
            if members.len() as u32 - self.patterns.groups() <= max_repeats {
                let split = self.patterns.split();
                if !split.is_in_set {
                    sieve.offer(guess, &split);
                }
            }
        };
        match set.allowed {
            AllowedGuesses::All => set.tables.all_ranks().for_each(&mut scan_guess),
            AllowedGuesses::Only(guesses) => guesses.iter().copied().for_each(&mut scan_guess),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::Wordle;
    use crate::guessing::{Game, Lists};
    use crate::words::WordList;

    #[test]
    fn scan_returns_every_guess_below_the_limit() {
        let game = Game::new(&Wordle, Lists::original());
        let tables = Tables::new(&game);
        let mut scanner = Scanner::new(&tables);
        let some: Vec<GuessRank> = tables.all_ranks().filter(|guess| guess.0 % 7 < 3).collect();
        let few: Vec<GuessRank> = some.iter().copied().step_by(9).collect();
        let sizes = [3, 4, 5, 8, 9, 31, 64, 96, 97, 256, 257, 400];
        for (size, step) in sizes.into_iter().zip([1, 5, 3].into_iter().cycle()) {
            let members: Vec<Column> = (0..size).map(|i| Column(i * step)).collect();
            let allowed = [
                AllowedGuesses::All,
                AllowedGuesses::Only(&some),
                AllowedGuesses::Only(&few),
            ];
            let limits = [2 * size, 2 * size + 1, 2 * size + size / 3, 3 * size];
            for allowed in allowed {
                for (limit, slack) in limits.into_iter().flat_map(|l| [(l, 1), (l, u32::MAX)]) {
                    let limits = ScanLimits {
                        limit,
                        slack,
                        must_separate_all: false,
                    };
                    let result = scanner.scan(&tables, &members, allowed, limits);
                    assert_is_complete(&tables, &members, allowed, limits, &result);
                }
            }
        }
    }

    /// Compares a scan with the reference, guess by guess.
    fn assert_is_complete(
        tables: &Tables,
        members: &[Column],
        allowed: AllowedGuesses,
        limits: ScanLimits,
        result: &ScanResult,
    ) {
        let mut kept = vec![None; tables.guesses()];
        for guess in &result.guesses {
            kept[guess.guess.at()] = Some(*guess);
        }
        let best = result
            .cheapest_exact()
            .map_or(limits.limit, |exact| exact.lower_bound);
        assert!(limits.slack < u32::MAX || result.omitted_cost_at_least >= best);
        for guess in tables.all_ranks() {
            let expected = reference::scanned(tables, members, guess);
            let is_scanned =
                allowed.contains(guess) || reference::is_in_set(tables, members, guess);
            match kept[guess.at()] {
                Some(kept) => {
                    assert!(is_scanned && kept.lower_bound < limits.limit);
                    assert_eq!(Some(kept), expected);
                }
                None => assert!(
                    !is_scanned
                        || expected.is_none_or(|expected| {
                            expected.lower_bound >= result.omitted_cost_at_least.min(best)
                        })
                ),
            }
        }
    }

    /// The example in the documentation of this module.
    #[test]
    fn flush_has_one_repeat_on_right_sight_tight_and_flash() {
        let list = |text: &str| WordList::new(text.split(' ').map(|word| word.parse().unwrap()));
        let solutions = list("right sight tight flash");
        let game = Game::new(&Wordle, Lists::new("example", list("flush"), solutions));
        let tables = Tables::new(&game);
        let flush = tables.rank(game.lists().guess_index("flush".parse().unwrap()).unwrap());
        let all: Vec<Column> = (0..4).map(Column).collect();
        let scanned = reference::scanned(&tables, &all, flush).unwrap();
        assert_eq!((scanned.lower_bound, scanned.is_exact), (9, true));
        assert_eq!(reference::cost_of_guess(&tables, &all, flush), Some(9));
        // FLASH makes the same groups and is in the set.
        assert_eq!(reference::cost(&tables, &all), 8);
    }
}
