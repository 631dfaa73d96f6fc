//! What a scan keeps.

use super::{Candidate, Found, Interest, Split};
use crate::guessing::optimal::bounds::NEVER;

/// What is kept of a scan.
pub struct Sieve {
    n: u32,
    interest: Interest,
    /// A guess that is no word of the set is of interest if it leaves no more than this behind.
    pub most: Option<u32>,
    best: u32,
    candidates: Vec<Candidate>,
}

impl Sieve {
    pub fn new(n: u32, interest: Interest) -> Sieve {
        let mut sieve = Sieve {
            n,
            interest,
            most: None,
            best: u32::MAX,
            candidates: Vec::new(),
        };
        sieve.most = sieve.below().checked_sub(2 * n + 1);
        sieve
    }

    /// Guesses with this bound or a higher one are left out.
    fn below(&self) -> u32 {
        let Interest {
            limit,
            slack,
            all_apart,
        } = self.interest;
        let below = limit.min(self.best.saturating_add(slack));
        match all_apart {
            true => below.min(2 * self.n + 1),
            false => below,
        }
    }

    pub fn put(&mut self, place: u32, split: &Split) {
        let bound = 2 * self.n + split.repeated - u32::from(split.solves);
        // A guess that tells nothing apart is of no use.
        let tells_nothing = split.repeated + 1 == self.n && !split.solves;
        let too_late = self.interest.all_apart && split.repeated > 0;
        if bound >= self.interest.limit || tells_nothing || too_late {
            return;
        }
        let exact = split.pairs == u64::from(split.repeated);
        let n = u64::from(self.n);
        self.candidates.push(Candidate {
            key: 2 * (n + 2 * split.pairs) + n * u64::from(bound),
            place,
            bound,
            exact,
            all_apart: split.repeated == 0,
        });
        self.best = self.best.min(bound);
        if exact {
            // From here on only a guess that is worth less is of interest.
            self.interest.limit = bound;
        }
        self.most = self.below().checked_sub(2 * self.n + 1);
    }

    pub fn found(self) -> Found {
        let complete_below = match self.interest {
            // Within two guesses no other guess is worth anything.
            Interest {
                limit,
                all_apart: true,
                ..
            } if limit > 2 * self.n => NEVER,
            Interest {
                limit,
                all_apart: true,
                ..
            } => limit,
            _ => self.below().max(2 * self.n),
        };
        Found {
            candidates: self.candidates,
            complete_below,
        }
    }
}
