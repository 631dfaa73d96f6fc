//! The memo: bounds and costs of states, in a hash table that all threads share. When it is full it forgets.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::bounds::IMPOSSIBLE;

/// An entry of the memo: a bound on the cost of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoEntry {
    /// A lower bound on the cost. Above 0 and at most [`IMPOSSIBLE`].
    pub lower_bound: u32,
    /// True if the lower bound is the exact cost.
    pub is_exact: bool,
    /// True if a scan cannot raise the lower bound.
    pub is_scanned: bool,
    /// If the cost is exact, the number of guesses in the longest game of a tree that attains it. The memo
    /// stores more than 63 as 63.
    pub height: u8,
}

/// The number of parts of the table. Each has a lock of its own, so that threads rarely wait for each other.
const STRIPES: usize = 1 << 10;

/// The number of slots that may hold a key: one cache line.
const BUCKET: usize = 4;

/// The number of slots in a new stripe.
const INITIAL_SLOTS: usize = 64;

/// The number of low bits of a slot that hold the [`MemoEntry`]. The other 96 hold the low bits of the key.
const ENTRY_BITS: u32 = 32;

/// A hash table from states, each given by a 128-bit hash, to bounds on their costs.
///
/// The top 10 bits of a key choose the stripe, and its lowest bits choose the bucket in the stripe. A slot
/// holds the low 96 bits of the key and the entry; a slot of zeros is empty, since no lower bound is 0.
///
/// A lookup can be wrong: it returns the entry of another state if the stripe and the low 96 bits of the keys
/// agree. The choice of the bucket uses up at most 20 of the 96, so the chance is below 4 / 2^76 per lookup (a
/// bucket has four slots), and below 10^-12 over 10^10 lookups.
///
/// If the bucket of a new entry is full and more than three eighths of the stripe's slots are in use, the
/// stripe doubles, as long as the memo stays within its memory. Otherwise the new entry replaces the one with
/// the lowest bound, which was probably the cheapest to compute. Forgetting costs time, never correctness.
pub struct Memo {
    stripes: Vec<Mutex<Stripe>>,
    /// The highest number of slots in a stripe.
    max_slots: usize,
}

struct Stripe {
    slots: Vec<u128>,
    used: usize,
}

impl Memo {
    /// A memo that takes at most this many bytes, or 1 MB if that is more.
    pub fn new(bytes: u64) -> Memo {
        let slots = (bytes / (STRIPES * size_of::<u128>()) as u64).max(INITIAL_SLOTS as u64);
        let stripe = || Stripe {
            slots: vec![0; INITIAL_SLOTS],
            used: 0,
        };
        Memo {
            stripes: (0..STRIPES).map(|_| Mutex::new(stripe())).collect(),
            max_slots: 1 << slots.ilog2(),
        }
    }

    /// The entry of a state, if the memo has one.
    pub fn get(&self, key: u128) -> Option<MemoEntry> {
        let stripe = self.stripe(key);
        let bucket = &stripe.slots[bucket_of(key, stripe.slots.len())..][..BUCKET];
        let found = bucket
            .iter()
            .find(|&&slot| slot != 0 && has_key(slot, key))?;
        Some(unpack(*found))
    }

    /// Stores the entry of a state and replaces the state's earlier entry.
    pub fn insert(&self, key: u128, entry: MemoEntry) {
        let mut stripe = self.stripe(key);
        let is_dense = stripe.used * 8 > stripe.slots.len() * 3;
        if is_dense && stripe.slots.len() < self.max_slots && stripe.has_full_bucket(key) {
            stripe.double();
        }
        stripe.insert(key << ENTRY_BITS | u128::from(pack(entry)));
    }

    /// The number of states in the memo.
    pub fn len(&self) -> usize {
        self.stripes.iter().map(|stripe| lock(stripe).used).sum()
    }

    /// The number of bytes that the memo takes.
    pub fn bytes(&self) -> usize {
        let slots = |stripe| lock(stripe).slots.len();
        self.stripes.iter().map(slots).sum::<usize>() * size_of::<u128>()
    }

    fn stripe(&self, key: u128) -> MutexGuard<'_, Stripe> {
        lock(&self.stripes[(key >> 118) as usize])
    }
}

/// Locks a stripe. A thread that panicked while it held the lock cannot have left half a slot, so poison is
/// ignored.
fn lock(stripe: &Mutex<Stripe>) -> MutexGuard<'_, Stripe> {
    stripe.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first slot of a key's bucket.
fn bucket_of(key: u128, slots: usize) -> usize {
    key as usize & (slots - 1) & !(BUCKET - 1)
}

/// True if a slot holds a key.
fn has_key(slot: u128, key: u128) -> bool {
    slot >> ENTRY_BITS == key & (u128::MAX >> ENTRY_BITS)
}

fn pack(entry: MemoEntry) -> u32 {
    debug_assert!(0 < entry.lower_bound && entry.lower_bound <= IMPOSSIBLE);
    entry.lower_bound
        | u32::from(entry.is_exact) << 24
        | u32::from(entry.is_scanned) << 25
        | u32::from(entry.height.min(63)) << 26
}

fn unpack(slot: u128) -> MemoEntry {
    let bits = slot as u32;
    MemoEntry {
        lower_bound: bits & IMPOSSIBLE,
        is_exact: bits >> 24 & 1 == 1,
        is_scanned: bits >> 25 & 1 == 1,
        height: (bits >> 26) as u8,
    }
}

impl Stripe {
    /// True if the bucket of a key has no empty slot.
    fn has_full_bucket(&self, key: u128) -> bool {
        let bucket = &self.slots[bucket_of(key, self.slots.len())..][..BUCKET];
        bucket.iter().all(|&slot| slot != 0)
    }

    /// Writes a slot to its bucket: over the slot with the same key, else into an empty one, else over the one
    /// with the lowest bound.
    fn insert(&mut self, slot: u128) {
        let key = slot >> ENTRY_BITS;
        let start = bucket_of(key, self.slots.len());
        let bucket = &mut self.slots[start..][..BUCKET];
        let mut chosen = 0;
        for (i, &other) in bucket.iter().enumerate() {
            // Slots are filled in order, so a key can only be before the first empty slot.
            if other == 0 || has_key(other, key) {
                chosen = i;
                break;
            }
            if unpack(other).lower_bound < unpack(bucket[chosen]).lower_bound {
                chosen = i;
            }
        }
        self.used += usize::from(bucket[chosen] == 0);
        bucket[chosen] = slot;
    }

    fn double(&mut self) {
        let larger = vec![0; self.slots.len() * 2];
        self.used = 0;
        for slot in std::mem::replace(&mut self.slots, larger) {
            if slot != 0 {
                self.insert(slot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_128;

    fn entry(lower_bound: u32) -> MemoEntry {
        MemoEntry {
            lower_bound,
            is_exact: lower_bound % 2 == 1,
            is_scanned: lower_bound % 3 == 1,
            height: (lower_bound % 64) as u8,
        }
    }

    fn key(number: u32) -> u128 {
        xxh3_128(&number.to_le_bytes())
    }

    #[test]
    fn memo_with_room_returns_the_last_entry_and_forgets_few() {
        let memo = Memo::new(256 << 20);
        for number in 1..=500_000 {
            memo.insert(key(number), entry(1));
            memo.insert(key(number), entry(number));
            assert_eq!(memo.get(key(number)), Some(entry(number)));
            assert_eq!(memo.get(!key(number)), None);
        }
        let remembered = (1..=500_000).filter_map(|number| memo.get(key(number)));
        assert_eq!(remembered.count(), memo.len());
        assert!(memo.len() > 480_000, "{}", memo.len());
    }

    #[test]
    fn full_memo_forgets_but_stays_within_its_memory_and_never_returns_a_wrong_entry() {
        let memo = Memo::new(4 << 20);
        for number in 1..1_000_000 {
            memo.insert(key(number), entry(number));
        }
        assert!(memo.bytes() <= 4 << 20);
        let remembered = (1..1_000_000).filter_map(|number| {
            let found = memo.get(key(number))?;
            assert_eq!(found, entry(number));
            Some(())
        });
        assert_eq!(remembered.count(), memo.len());
        assert!(memo.len() > (4 << 20) / 16 / 2);
    }
}
