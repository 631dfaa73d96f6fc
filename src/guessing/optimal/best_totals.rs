//! The best totals of openings found so far.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::bounds::IMPOSSIBLE;

/// The best `top` totals found so far by all threads.
pub struct BestTotals {
    top: usize,
    /// Ascending.
    totals: Mutex<Vec<u32>>,
    /// See [`BestTotals::limit`].
    limit: AtomicU32,
}

impl BestTotals {
    /// No totals yet.
    pub fn new(top: usize) -> BestTotals {
        BestTotals {
            top,
            totals: Mutex::default(),
            limit: AtomicU32::new(IMPOSSIBLE),
        }
    }

    /// The number of totals to keep.
    pub fn top(&self) -> usize {
        self.top
    }

    /// An opening with this total or a higher one is not among the best `top`, and does not equal the last of
    /// them.
    pub fn limit(&self) -> u32 {
        self.limit.load(Ordering::Relaxed)
    }

    /// Adds the total of an opening.
    pub fn add(&self, total: u32) {
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let index = totals.partition_point(|&other| other <= total);
        totals.insert(index, total);
        totals.truncate(self.top);
        if totals.len() == self.top {
            let last = totals.last().copied().unwrap_or(IMPOSSIBLE);
            let limit = (last + 1).min(IMPOSSIBLE);
            self.limit.store(limit, Ordering::Relaxed);
        }
    }
}
