//! Optimal: the decision tree with the fewest guesses in total, and the proof that no tree has fewer.
//!
//! By Bellman's equation, the cost of a set of n candidates is n plus the costs of the groups that its best
//! guess makes. The search is a depth-first branch and bound: it looks only into what may cost less than the
//! best that is known. `docs/algorithms/optimal.md` describes it from the top, with the proofs of its bounds.
//!
//! | file | content |
//! |---|---|
//! | `bounds` | what the cost is, and lower bounds on it from the size of a set and its groups |
//! | `tables` | the patterns of all guesses on all candidates, laid out for speed |
//! | `scan` | bounds on every guess of a set, 64 guesses at a time |
//! | `groups` | the groups that a guess makes |
//! | `group_bounds` | bounds on a guess from its groups, in four passes from cheap to expensive |
//! | `search` | the branch and bound itself |
//! | `hard_mode`, `allowed` | the guesses that hard mode allows |
//! | `memo`, `keys` | bounds and costs that were found, shared by all threads |
//! | `state`, `shared`, `root` | the data of a search: of one state, of all threads, of the first state |
//! | `openings`, `best_totals` | many openings in parallel, under the best totals so far |
//! | `ahead` | scans of many openings' groups in batches, by a GPU |
//! | `grow` | from costs to a tree |
//! | `ranking` | the result |
//!
//! The method follows the exact Wordle solvers before it (A. Selby, "The best strategies for Wordle", 2022),
//! with other bounds and kernels.

mod ahead;
mod allowed;
mod best_totals;
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
mod state;
mod tables;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::{Constraint, DecisionTree, Game, HardMode};
use crate::compute::GuessIndex;
pub use ahead::Ahead;
use bounds::IMPOSSIBLE;
use openings::OpeningSearch;
use ranking::sort;
pub use ranking::{Opening, Openings, Total, rank};
use root::Root;
use search::Worker;
use shared::Shared;
use state::GuessesLeft;
use tables::{Column, Tables};

/// The highest limit on the guesses of a game. The memo stores the height of a tree in six bits, and a tree
/// with more than 62 guesses must still exceed every limit.
pub const MAX_GUESSES: u8 = 62;

/// The settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The hard mode, if it is on.
    pub hard: Option<HardMode>,
    /// The number of guesses that a game may take, from 1 to [`MAX_GUESSES`]; `None` for no limit.
    pub max_guesses: Option<u8>,
    /// The number of bytes that the tables and the memo of the search may take.
    pub memory: u64,
}

/// Which openings to compare, and how.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The openings, by index into the list of guesses.
    pub openings: &'r [GuessIndex],
    /// The number of openings to find exact totals of, at least 1. Openings that equal the last of them get
    /// exact totals as well.
    pub top: usize,
    /// Openings whose totals, or bounds on them, are known. They are not searched again if that is enough.
    pub known: &'r [Opening],
    /// Called for each opening when the search is done with it, from any thread. The opening has its total, or
    /// a bound that depends on what the search has found before.
    pub on_settled: Option<&'r (dyn Fn(Opening) + Sync)>,
}

impl<'r> Request<'r> {
    /// Compares `openings` to find the best one. Nothing is known before.
    pub fn new(openings: &'r [GuessIndex]) -> Request<'r> {
        Request {
            openings,
            top: 1,
            known: &[],
            on_settled: None,
        }
    }
}

/// The effort of a search so far. It depends on the number of threads and their timing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The number of sets for which guesses were tried.
    pub nodes: u64,
    /// The number of sets on which all guesses were bounded by the search itself.
    pub scans: u64,
    /// The number of sets on which a backend did that before the search needed it.
    pub scanned_ahead: u64,
    /// The number of sets in the memo.
    pub remembered: u64,
    /// The number of bytes that the tables and the memo take.
    pub bytes: u64,
}

/// The tables of a search do not fit in the memory that it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the tables of these lists alone take {} MB, and {} MB may be used",
    needed.div_ceil(1 << 20),
    given >> 20
)]
pub struct TooLittleMemory {
    /// The number of bytes that the tables take.
    pub needed: u64,
    /// The number of bytes that may be used.
    pub given: u64,
}

/// The search for the best tree of a game.
///
/// ```
/// use wordgame_engine::guessing::optimal::{Optimal, Settings, Total};
/// use wordgame_engine::guessing::{Game, Lists, rule::Wordle};
/// use wordgame_engine::words::WordList;
///
/// let list = |text: &str| WordList::new(text.split(' ').map(|word| word.parse().unwrap()));
/// let lists = Lists::new("example", list("flush"), list("right sight tight flash"));
/// let game = Game::new(&Wordle, lists);
/// let settings = Settings { hard: None, max_guesses: None, memory: 16 << 20 };
/// let search = Optimal::new(&game, settings)?;
///
/// // FLUSH leaves right and tight together: 4 guesses, 1 each for sight and flash, 3 for these two.
/// let flush = game.lists().guess_index("flush".parse().unwrap()).unwrap();
/// assert_eq!(search.opening(flush), Some(Total::exactly(9)));
/// let tree = search.tree(flush).unwrap();
/// assert_eq!(tree.nodes[0].guess.to_string(), "flush");
/// # Ok::<(), wordgame_engine::guessing::optimal::TooLittleMemory>(())
/// ```
pub struct Optimal<'a> {
    shared: Shared<'a>,
    all_candidates: Vec<Column>,
    max_guesses: GuessesLeft,
    ahead: Option<Ahead<'a>>,
    incumbent: Option<&'a AtomicU32>,
}

impl<'a> Optimal<'a> {
    /// Prepares a search over all candidates of a game.
    ///
    /// # Errors
    /// [`TooLittleMemory`] if the tables do not fit.
    ///
    /// # Panics
    /// If `max_guesses` is 0 or above [`MAX_GUESSES`].
    pub fn new(game: &'a Game, settings: Settings) -> Result<Optimal<'a>, TooLittleMemory> {
        assert!(
            settings
                .max_guesses
                .is_none_or(|guesses| (1..=MAX_GUESSES).contains(&guesses)),
            "1 to {MAX_GUESSES} guesses"
        );
        let needed = Tables::bytes(game);
        let given = settings.memory;
        let memo = given
            .checked_sub(needed)
            .ok_or(TooLittleMemory { needed, given })?;
        let shared = Shared::new(game, settings.hard, memo);
        Ok(Optimal {
            all_candidates: (0..shared.tables.candidates() as u32).map(Column).collect(),
            shared,
            max_guesses: GuessesLeft::new(settings.max_guesses),
            ahead: None,
            incumbent: None,
        })
    }

    /// Stops the search when `cancelled` is set.
    pub fn cancelled_by(mut self, cancelled: &'a AtomicBool) -> Optimal<'a> {
        self.shared.cancelled = cancelled;
        self
    }

    /// Stops the search when one thread has made this many scans since it last added its effort to the totals.
    /// A thread adds it after each opening or group of an opening.
    pub fn with_max_scans(mut self, scans: u64) -> Optimal<'a> {
        self.shared.max_scans = scans;
        self
    }

    /// Starts from a total that is known to be possible, the incumbent. For openings with a higher total the
    /// search only proves that it is higher. Another thread may lower the incumbent at any time. A value above
    /// 2^24 − 2, such as `u32::MAX`, is no incumbent at all.
    ///
    /// An incumbent that is too low makes no result wrong: whatever the search reports is proven. If no opening
    /// is as good as the incumbent, none gets an exact total.
    pub fn with_incumbent(mut self, incumbent: &'a AtomicU32) -> Optimal<'a> {
        self.incumbent = Some(incumbent);
        self
    }

    /// Lets a backend scan the groups of openings in batches, before the search needs these scans. The results
    /// are the same. A backend that fails, or that was replaced by another after a failure, is not used again.
    pub fn with_ahead(mut self, ahead: Ahead<'a>) -> Optimal<'a> {
        self.ahead = Some(ahead);
        self
    }

    /// Compares openings. Finds the exact totals of the best and proves of each of the others that it takes
    /// more guesses.
    ///
    /// The result does not depend on the number of threads or on what they found first.
    ///
    /// # Panics
    /// If `top` is 0 or an opening is out of range.
    pub fn openings(&self, request: &Request) -> Openings {
        assert!(request.top > 0, "at least one opening");
        let mut result = self.search().run(request);
        if result.complete {
            let incumbent = self.incumbent.map(|total| total.load(Ordering::Relaxed));
            let incumbent = incumbent.filter(|&total| total < IMPOSSIBLE);
            rank(&mut result.openings, request.top, incumbent);
        } else {
            sort(&mut result.openings);
        }
        result
    }

    /// The exact total of one opening; a bound if it is above the incumbent. `None` if the search was stopped.
    ///
    /// # Panics
    /// If the opening is out of range.
    pub fn opening(&self, opening: GuessIndex) -> Option<Total> {
        let result = self.openings(&Request::new(&[opening]));
        result.complete.then(|| result.openings[0].total)
    }

    /// Openings in the order in which a search takes them: the most promising first.
    ///
    /// # Panics
    /// If an opening is out of range.
    pub fn in_order(&self, openings: &[GuessIndex]) -> Vec<GuessIndex> {
        self.search().most_promising_first(openings)
    }

    /// The best tree that begins with an opening, best after [`Optimal::openings`] has found its total. `None`
    /// if there is no tree within the guesses that a game may take, or if the search was stopped.
    ///
    /// # Panics
    /// If the opening is out of range.
    pub fn tree(&self, opening: GuessIndex) -> Option<DecisionTree> {
        let constraint = Constraint::default();
        let root = self.root();
        let state = root.state(&constraint, self.max_guesses);
        let guess = self.shared.tables.rank(opening);
        let mut worker = Worker::new(&self.shared);
        let result = worker.evaluate(&state, guess, IMPOSSIBLE, None).ok()?;
        if result.cost == IMPOSSIBLE {
            return None;
        }
        let mut tree = DecisionTree { nodes: Vec::new() };
        grow::grow(&mut worker, &mut tree, &state, guess).ok()?;
        worker.add_effort_to_totals();
        Some(tree)
    }

    /// The effort so far.
    pub fn effort(&self) -> Effort {
        self.shared.effort()
    }

    fn root(&self) -> Root<'_, 'a> {
        Root {
            shared: &self.shared,
            members: &self.all_candidates,
        }
    }

    fn search(&self) -> OpeningSearch<'_, 'a> {
        OpeningSearch {
            root: self.root(),
            max_guesses: self.max_guesses,
            ahead: self.ahead,
            incumbent: self.incumbent,
        }
    }
}
