//! A scan: which guesses may be worth less than a limit on a set.
//!
//! A guess that leaves r of n words behind in groups that another word is in already (k = n − r groups)
//! is worth at least 2n + r, or 2n + r − 1 if it is one of the words: see [`bounds`](super::bounds). So a
//! scan counts r, for 64 guesses at a time, by comparing each word's codes with those of the words
//! before it, and stops as soon as r is too high for all of the 64. What survives is counted in full.

mod repeats;
mod sieve;

use repeats::repeats;
use sieve::Sieve;

use super::tables::{LANES, Lane, Tables};

/// Words in the largest set that is compared with itself.
const SMALL_SET: usize = 256;

/// Where one in so many guesses is allowed or more, they are compared together with the others.
const DENSE: usize = 6;

/// A guess that may be worth less than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// 2 Σ n² + n · bound: the lowest is tried first.
    pub key: u64,
    /// Its place.
    pub place: u32,
    /// It is worth no less than this.
    pub bound: u32,
    /// No group has more than two words, so that the bound is its value.
    pub exact: bool,
    /// Every group has one word.
    pub all_apart: bool,
}

/// What a scan found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The guesses with a bound below `complete_below` and some others, in no order.
    pub candidates: Vec<Candidate>,
    /// No guess that was left out is worth less than this.
    pub complete_below: u32,
}

impl Found {
    /// A bound on every guess.
    pub fn least(&self) -> u32 {
        let bounds = self.candidates.iter().map(|candidate| candidate.bound);
        bounds.fold(self.complete_below, u32::min)
    }

    /// The least value of a guess that is exactly its bound.
    pub fn least_exact(&self) -> Option<&Candidate> {
        let exact = self.candidates.iter().filter(|candidate| candidate.exact);
        exact.min_by_key(|candidate| (candidate.bound, candidate.key, candidate.place))
    }
}

/// Which guesses a scan looks at, by their places.
#[derive(Clone, Copy)]
pub enum Allowed<'a> {
    /// All.
    All,
    /// These, ascending.
    Some(&'a [u32]),
}

impl Allowed<'_> {
    /// Whether a guess is among them.
    fn holds(self, place: u32) -> bool {
        match self {
            Allowed::All => true,
            Allowed::Some(places) => places.binary_search(&place).is_ok(),
        }
    }
}

/// Which guesses are of interest.
#[derive(Clone, Copy, Debug)]
pub struct Interest {
    /// Those with a bound below this.
    pub limit: u32,
    /// Those with a bound that is no further than this above the best may be left out.
    pub slack: u32,
    /// Those alone that tell all words apart: two guesses are left.
    pub all_apart: bool,
}

/// Room for a scan, used again and again.
pub struct Scanner {
    rows: Vec<Lane>,
    counts: Box<[u16; 256]>,
    codes: Vec<u8>,
}

impl Default for Scanner {
    fn default() -> Scanner {
        Scanner {
            rows: vec![Lane([0; LANES]); SMALL_SET],
            counts: Box::new([0; 256]),
            codes: Vec::new(),
        }
    }
}

/// How a guess splits a set.
struct Split {
    /// n − k.
    repeated: u32,
    /// Pairs of words in one group.
    pairs: u64,
    /// Whether the guess is one of the words.
    solves: bool,
}

impl Scanner {
    /// The guesses of interest among those that are allowed.
    pub fn scan(
        &mut self,
        tables: &Tables,
        members: &[u32],
        allowed: Allowed,
        interest: Interest,
    ) -> Found {
        let mut sieve = Sieve::new(members.len() as u32, interest);
        for &member in members {
            let place = tables.place_of_candidate(member);
            let codes = tables.codes(place);
            self.codes.clear();
            self.codes
                .extend(members.iter().map(|&member| codes[member as usize]));
            let split = split(&self.codes, &mut self.counts, tables.solved());
            sieve.put(place, &split);
        }
        if members.len() <= SMALL_SET {
            self.scan_small(tables, members, allowed, &mut sieve);
        } else {
            self.scan_large(tables, members, allowed, &mut sieve);
        }
        sieve.found()
    }

    fn scan_small(
        &mut self,
        tables: &Tables,
        members: &[u32],
        allowed: Allowed,
        sieve: &mut Sieve,
    ) {
        // Of many allowed guesses, runs of all are faster to compare than picked ones.
        let picked = match allowed {
            Allowed::Some(places) if places.len() < tables.guesses() / DENSE => Some(places),
            _ => None,
        };
        let count = picked.map_or(tables.guesses(), <[u32]>::len);
        for start in (0..count).step_by(LANES) {
            let Some(most) = sieve.most else { return };
            let guesses = LANES.min(count - start);
            let rows = &mut self.rows[..members.len()];
            let repeated = match picked {
                None => {
                    let block = tables.block(start / LANES);
                    let fill = |rows: &mut [Lane], first: usize| {
                        for (row, &member) in rows.iter_mut().zip(&members[first..]) {
                            *row = block[member as usize];
                        }
                    };
                    repeats(rows, fill, most)
                }
                Some(places) => {
                    let places = &places[start..][..guesses];
                    let fill = |rows: &mut [Lane], first: usize| {
                        let members = &members[first..][..rows.len()];
                        for (lane, &place) in places.iter().enumerate() {
                            let codes = tables.codes(place);
                            for (row, &member) in rows.iter_mut().zip(members) {
                                row.0[lane] = codes[member as usize];
                            }
                        }
                    };
                    repeats(rows, fill, most)
                }
            };
            let Some(repeated) = repeated else { continue };
            for lane in 0..guesses {
                if sieve
                    .most
                    .is_none_or(|most| u32::from(repeated[lane]) > most)
                {
                    continue;
                }
                let place = picked.map_or((start + lane) as u32, |places| places[start + lane]);
                if !allowed.holds(place) {
                    continue;
                }
                let codes = self.rows[..members.len()].iter().map(|row| row.0[lane]);
                self.codes.clear();
                self.codes.extend(codes);
                let split = split(&self.codes, &mut self.counts, tables.solved());
                // Those that are words of the set were looked at before all others.
                if !split.solves {
                    sieve.put(place, &split);
                }
            }
        }
    }

    fn scan_large(
        &mut self,
        tables: &Tables,
        members: &[u32],
        allowed: Allowed,
        sieve: &mut Sieve,
    ) {
        let mut look = |place: u32| {
            let Some(most) = sieve.most else { return };
            let codes = tables.codes(place);
            self.codes.clear();
            self.codes
                .extend(members.iter().map(|&member| codes[member as usize]));
            let groups = u32::from(crate::compute::split_bounds::splits(&self.codes));
            if members.len() as u32 - groups <= most {
                let split = split(&self.codes, &mut self.counts, tables.solved());
                if !split.solves {
                    sieve.put(place, &split);
                }
            }
        };
        match allowed {
            Allowed::All => (0..tables.guesses() as u32).for_each(&mut look),
            Allowed::Some(places) => places.iter().copied().for_each(&mut look),
        }
    }
}

/// Counts the groups of one guess.
fn split(codes: &[u8], counts: &mut [u16; 256], solved: u8) -> Split {
    let mut split = Split {
        repeated: 0,
        pairs: 0,
        solves: false,
    };
    for &code in codes {
        let count = &mut counts[usize::from(code)];
        split.repeated += u32::from(*count > 0);
        split.pairs += u64::from(*count);
        split.solves |= code == solved;
        *count += 1;
    }
    for &code in codes {
        counts[usize::from(code)] = 0;
    }
    split
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::Wordle;
    use crate::guessing::{Game, Lists};

    /// n − k, the pairs of one group, and whether the guess is one of the words: by counting.
    fn by_counting(tables: &Tables, members: &[u32], place: u32) -> (u32, u64, bool) {
        let code = |&member: &u32| tables.codes(place)[member as usize];
        let mut counts = [0u64; 256];
        members
            .iter()
            .for_each(|member| counts[usize::from(code(member))] += 1);
        let groups = counts.iter().filter(|&&count| count > 0).count();
        let pairs = counts
            .iter()
            .map(|count| count * count.saturating_sub(1) / 2)
            .sum();
        let solves = members.iter().any(|member| code(member) == tables.solved());
        ((members.len() - groups) as u32, pairs, solves)
    }

    #[test]
    fn a_scan_finds_what_counting_finds_below_its_limit() {
        let game = Game::new(&Wordle, Lists::original());
        let tables = Tables::new(&game);
        let mut scanner = Scanner::default();
        let some: Vec<u32> = (0..tables.guesses() as u32)
            .filter(|place| place % 7 < 3)
            .collect();
        let counts = [3, 4, 5, 8, 9, 31, 64, 96, 97, 256, 257, 400];
        for (count, step) in counts.into_iter().zip([1, 5, 3].into_iter().cycle()) {
            let members: Vec<u32> = (0..count).map(|i| i * step).collect();
            for allowed in [Allowed::All, Allowed::Some(&some)] {
                let limits = [2 * count, 2 * count + 1, 2 * count + count / 3, 3 * count];
                for (limit, slack) in limits.into_iter().flat_map(|l| [(l, 1), (l, u32::MAX)]) {
                    let interest = Interest {
                        limit,
                        slack,
                        all_apart: false,
                    };
                    let found = scanner.scan(&tables, &members, allowed, interest);
                    assert_is_complete(&tables, &members, allowed, interest, &found);
                }
            }
        }
    }

    fn assert_is_complete(
        tables: &Tables,
        members: &[u32],
        allowed: Allowed,
        interest: Interest,
        found: &Found,
    ) {
        let n = members.len() as u32;
        let mut by_place = vec![None; tables.guesses()];
        for candidate in &found.candidates {
            by_place[candidate.place as usize] = Some(*candidate);
        }
        let best = found
            .least_exact()
            .map_or(interest.limit, |exact| exact.bound);
        assert!(interest.slack < u32::MAX || found.complete_below >= best);
        for place in 0..tables.guesses() as u32 {
            let (repeated, pairs, solves) = by_counting(tables, members, place);
            let bound = 2 * n + repeated - u32::from(solves);
            // Words of the set are always allowed.
            let looked_at = solves
                || match allowed {
                    Allowed::All => true,
                    Allowed::Some(places) => places.binary_search(&place).is_ok(),
                };
            let useless = repeated + 1 == n && !solves;
            match by_place[place as usize] {
                Some(candidate) => {
                    assert!(looked_at && bound < interest.limit);
                    assert_eq!(candidate.bound, bound);
                    assert_eq!(candidate.exact, pairs == u64::from(repeated));
                    let key = 2 * (u64::from(n) + 2 * pairs) + u64::from(n * bound);
                    assert_eq!(candidate.key, key);
                }
                None => assert!(!looked_at || useless || bound >= found.complete_below.min(best)),
            }
        }
    }
}
