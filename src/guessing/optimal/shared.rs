//! Data that all threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::Effort;
use super::allowed::ConstraintFilters;
use super::memo::Memo;
use super::tables::{Column, Tables};
use crate::guessing::{Game, HardMode};

/// Seed of the hashes of candidates.
const CANDIDATE_SEED: u64 = 8;

/// The flag of a search that nobody cancels.
static NEVER_CANCELLED: AtomicBool = AtomicBool::new(false);

/// Data that all threads of a search share.
pub struct Shared<'a> {
    pub game: &'a Game,
    pub tables: Tables,
    /// The hard mode with its filters, if it is on.
    pub hard: Option<(HardMode, ConstraintFilters)>,
    pub memo: Memo,
    /// The search stops when this is set.
    pub cancelled: &'a AtomicBool,
    /// A worker stops after this many scans since it last added its effort to the totals.
    pub max_scans: u64,
    /// A random number for each candidate, by column.
    hashes: Vec<u128>,
    /// The effort that workers have reported.
    pub nodes: AtomicU64,
    pub scans: AtomicU64,
    /// The number of sets that a backend has scanned.
    pub scanned_ahead: AtomicU64,
}

impl<'a> Shared<'a> {
    /// Prepares a search whose memo may take `memory` bytes.
    pub fn new(game: &'a Game, hard: Option<HardMode>, memory: u64) -> Self {
        let tables = Tables::new(game);
        let hash = |candidate: u32| xxh3_128_with_seed(&candidate.to_le_bytes(), CANDIDATE_SEED);
        Shared {
            game,
            hard: hard.map(|mode| (mode, ConstraintFilters::new(game, &tables))),
            memo: Memo::new(memory),
            cancelled: &NEVER_CANCELLED,
            max_scans: u64::MAX,
            hashes: (0..tables.candidates() as u32).map(hash).collect(),
            nodes: AtomicU64::new(0),
            scans: AtomicU64::new(0),
            scanned_ahead: AtomicU64::new(0),
            tables,
        }
    }

    /// The effort of all workers so far.
    pub fn effort(&self) -> Effort {
        Effort {
            nodes: self.nodes.load(Ordering::Relaxed),
            scans: self.scans.load(Ordering::Relaxed),
            scanned_ahead: self.scanned_ahead.load(Ordering::Relaxed),
            remembered: self.memo.len() as u64,
            bytes: Tables::bytes(self.game) + self.memo.bytes() as u64,
        }
    }

    /// The random number of a candidate.
    pub fn hash(&self, candidate: Column) -> u128 {
        self.hashes[candidate.at()]
    }

    /// The hash of a set: the XOR of its candidates' random numbers. It does not depend on their order, and a
    /// group's hash can be built up while a set is divided.
    pub fn set_hash(&self, members: &[Column]) -> u128 {
        let hashes = members.iter().map(|&member| self.hash(member));
        hashes.fold(0, |all, one| all ^ one)
    }
}
