//! Exact: the decision tree with the fewest guesses in all, with the proof that there is no better one.
//!
//! The value of a set of candidates is the fewest guesses in all that a tree takes to find each of them,
//! by Bellman's equation: n and the values of the groups that a guess makes, for the best guess. The
//! search is depth-first with a limit: what is worth no less is not looked into. How it is cut short:
//!
//! | part | what it does |
//! |---|---|
//! | `bounds` | what the size of a set says of its value |
//! | `scan` | bounds on every guess of a set, 64 at a time |
//! | `memo` | values and bounds that were found, shared by all threads |
//! | `shared` | what all threads share: tables, memo, effort |
//! | `search` | a guess goes through its groups in four passes, each of which may cut it off |
//! | `openings` | the openings over threads, under the best total so far |
//! | `ahead` | scans of many openings' groups by a backend, before the search comes to them |
//! | `grow` | from values to a tree |
//!
//! A limit on the guesses of a game binds rarely, so that values without one are looked for first.
//!
//! The method is that of the exact solvers of Wordle (A. Selby's notes, "The best strategies for
//! Wordle", 2022) with other bounds and kernels.

mod ahead;
mod allowed;
mod bounds;
mod group_bounds;
mod groups;
mod grow;
mod hard_mode;
mod keys;
mod memo;
mod openings;
mod ranking;
mod root;
mod scan;
mod search;
mod shared;
mod tables;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::{Constraint, DecisionTree, Game, HardMode};
pub use ahead::Ahead;
use bounds::NEVER;
use openings::Work;
use ranking::sort;
pub use ranking::{Opening, Openings, Total, rank};
use root::Root;
use search::Worker;
use shared::{Shared, UNLIMITED};
use tables::Tables;

/// What is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The hard mode, if it is on.
    pub hard: Option<HardMode>,
    /// The most guesses that a game may take, if there is a limit: 1 to 254.
    pub max_guesses: Option<u8>,
    /// The bytes that the search may take: its tables, and the values that it remembers.
    pub memory: u64,
}

/// How much a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Sets whose guesses were looked into.
    pub nodes: u64,
    /// Sets on which all guesses were bounded.
    pub scans: u64,
    /// Sets on which a backend did that before the search came to them; `scans` does not count them.
    pub scanned_ahead: u64,
    /// Sets of which something is remembered.
    pub remembered: u64,
    /// Bytes that the tables and the memo take.
    pub bytes: u64,
}

/// The tables of a search do not fit the memory that it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the tables of these lists alone take {} MB, and {} MB may be used",
    needed.div_ceil(1 << 20),
    given >> 20
)]
pub struct TooLittleMemory {
    /// Bytes that the tables take.
    pub needed: u64,
    /// Bytes that may be used.
    pub given: u64,
}

/// The search for the best tree of a game.
pub struct Optimal<'a> {
    shared: Shared<'a>,
    members: Vec<u32>,
    max_guesses: Option<u8>,
    ahead: Option<Ahead<'a>>,
    incumbent: Option<&'a AtomicU32>,
}

impl<'a> Optimal<'a> {
    /// Prepares a search over all candidates of a game. It ends early when `cancelled` is set.
    ///
    /// # Errors
    /// [`TooLittleMemory`].
    ///
    /// # Panics
    /// If `max_guesses` is 0 or 255.
    pub fn new(
        game: &'a Game,
        settings: Settings,
        cancelled: &'a AtomicBool,
    ) -> Result<Optimal<'a>, TooLittleMemory> {
        let possible = |guesses: u8| guesses > 0 && guesses < UNLIMITED;
        assert!(
            settings.max_guesses.is_none_or(possible),
            "1 to 254 guesses"
        );
        let needed = Tables::bytes(game);
        let given = settings.memory;
        let memo = given
            .checked_sub(needed)
            .ok_or(TooLittleMemory { needed, given })?;
        Ok(Optimal {
            shared: Shared::new(game, settings.hard, memo, cancelled),
            members: game.all_candidates(),
            max_guesses: settings.max_guesses,
            ahead: None,
            incumbent: None,
        })
    }

    /// Gives the search up after so many scans of one thread.
    pub fn with_most_scans(mut self, scans: u64) -> Optimal<'a> {
        self.shared.most_scans = scans;
        self
    }

    /// Starts from a bound (one of 2^24 or more is none): of openings with a higher total it is only proven that they have one. Another
    /// thread may lower it at any time. That costs no correctness, whatever the bound: what is said of an
    /// opening is proven, and where none of them is so good, none gets an exact total.
    pub fn with_incumbent(mut self, bound: &'a AtomicU32) -> Optimal<'a> {
        self.incumbent = Some(bound);
        self
    }

    /// Lets a backend scan the groups of openings in batches, before the search comes to them. The
    /// results are the same. A backend that fails, or that another took the place of, is not asked again.
    pub fn scan_ahead(&mut self, ahead: Ahead<'a>) {
        self.ahead = Some(ahead);
    }

    /// The best `top` of some openings and all that equal the last of them, exactly; of each of the
    /// others it is proven that it takes more guesses. What is `known` of openings is not searched for
    /// again.
    ///
    /// `settled` is told what was found of each opening: its total, or a bound, which depends on what
    /// had been found before. The result does not, nor on the number of threads.
    ///
    /// # Panics
    /// If `top` is 0 or there is no such guess.
    pub fn openings(
        &self,
        openings: &[u32],
        top: usize,
        known: &[Opening],
        settled: &(dyn Fn(Opening) + Sync),
    ) -> Openings {
        assert!(top > 0, "at least one opening");
        let (mut openings, complete) = self.work().run(openings, top, known, settled);
        let bound = self.incumbent.map(|bound| bound.load(Ordering::Relaxed));
        let bound = bound.filter(|&bound| bound < NEVER);
        match complete {
            true => rank(&mut openings, top, bound),
            false => sort(&mut openings),
        }
        Openings { openings, complete }
    }

    /// Openings in the order in which a search takes them: from the one that looks best.
    ///
    /// # Panics
    /// If there is no such guess.
    pub fn in_order(&self, openings: &[u32]) -> Vec<u32> {
        self.work().order(openings)
    }

    /// The tree of an opening that [`Optimal::openings`] found the total of; none if the search was
    /// cancelled, or there is no tree within the guesses of a game.
    ///
    /// # Panics
    /// If there is no such guess.
    pub fn tree(&self, opening: u32) -> Option<DecisionTree> {
        let constraint = Constraint::default();
        let root = self.root();
        let state = root.state(&constraint, self.max_guesses.unwrap_or(UNLIMITED));
        let mut worker = Worker::new(&self.shared);
        let place = self.shared.tables.place(opening);
        let value = worker.evaluate(&state, place, NEVER, None).ok()?;
        let mut tree = DecisionTree { nodes: Vec::new() };
        if value.total < NEVER {
            grow::grow(&mut worker, &mut tree, &state, place).ok()?;
        }
        worker.report();
        (value.total < NEVER).then_some(tree)
    }

    /// How much was done so far.
    pub fn effort(&self) -> Effort {
        self.shared.effort()
    }

    fn root(&self) -> Root<'_, 'a> {
        Root {
            shared: &self.shared,
            members: &self.members,
        }
    }

    fn work(&self) -> Work<'_, 'a> {
        Work {
            root: self.root(),
            max_guesses: self.max_guesses,
            ahead: self.ahead,
            incumbent: self.incumbent,
        }
    }
}
