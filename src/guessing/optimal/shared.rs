//! What the threads of a search share, and the states that they search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::Effort;
use super::allowed::Obeying;
use super::bounds;
use super::memo::{Known, Memo};
use super::tables::Tables;
use crate::compute::PartitionStats;
use crate::guessing::{Constraint, Game, HardMode};

/// Guesses left where there is no limit.
pub const UNLIMITED: u8 = u8::MAX;

/// What all threads of a search share.
pub struct Shared<'a> {
    pub game: &'a Game,
    pub tables: Tables,
    pub hard: Option<(HardMode, Obeying)>,
    pub memo: Memo,
    pub cancelled: &'a AtomicBool,
    /// Scans of one worker, at most.
    pub most_scans: u64,
    /// A random number for each candidate; a set's hash is those of its words, combined by XOR.
    pub hashes: Vec<u128>,
    /// What workers have reported.
    pub nodes: AtomicU64,
    pub scans: AtomicU64,
    /// Sets that a backend scanned.
    pub scanned_ahead: AtomicU64,
}

/// The search was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

/// Words that the solution may be, and what the guesses before ask for.
#[derive(Clone, Copy)]
pub struct State<'s> {
    pub members: &'s [u32],
    /// The hash of the members.
    pub key: u128,
    /// What hard mode asks for.
    pub constraint: &'s Constraint,
    /// Guesses left, or [`UNLIMITED`].
    pub left: u8,
}

/// A value, or a bound on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Guesses in all. Where it is no less than the limit of the search, the value is no less than it.
    pub total: u32,
    /// The longest game of the tree that was found.
    pub height: u8,
}

impl<'a> Shared<'a> {
    pub fn new(
        game: &'a Game,
        hard: Option<HardMode>,
        memory: u64,
        cancelled: &'a AtomicBool,
    ) -> Self {
        let tables = Tables::new(game);
        let hash = |candidate: u32| xxh3_128_with_seed(&candidate.to_le_bytes(), 8);
        Shared {
            game,
            hard: hard.map(|mode| (mode, Obeying::new(game, &tables))),
            memo: Memo::new(memory),
            cancelled,
            most_scans: u64::MAX,
            hashes: (0..tables.candidates() as u32).map(hash).collect(),
            nodes: AtomicU64::new(0),
            scans: AtomicU64::new(0),
            scanned_ahead: AtomicU64::new(0),
            tables,
        }
    }

    /// How much all workers did.
    pub fn effort(&self) -> Effort {
        Effort {
            nodes: self.nodes.load(Ordering::Relaxed),
            scans: self.scans.load(Ordering::Relaxed),
            scanned_ahead: self.scanned_ahead.load(Ordering::Relaxed),
            remembered: self.memo.len() as u64,
            bytes: Tables::bytes(self.game) + self.memo.bytes() as u64,
        }
    }

    /// Remembers of a set what its best guess by [`Order::LeastTotal`](crate::compute::batch::Order)
    /// says of it: as much as a scan would.
    pub fn remember(&self, set: &Unscanned, stats: &PartitionStats) {
        let n = set.members.len() as u32;
        let exact = stats.largest <= 2;
        self.memo.insert(
            set.key,
            Known {
                least: set.least.max(bounds::of_guess(n, stats)),
                exact,
                scanned: true,
                height: match (exact, stats.largest) {
                    (false, _) => 0,
                    (_, 1) => 2,
                    _ => 3,
                },
            },
        );
    }
}

/// A set that was not scanned yet, without a limit of guesses.
pub struct Unscanned {
    /// The key under which the memo knows it.
    pub key: u128,
    pub members: Vec<u32>,
    /// What hard mode asks for.
    pub constraint: Constraint,
    /// A lower bound on its value.
    pub least: u32,
}
