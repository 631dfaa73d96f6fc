//! What is known of the values of states: a table that threads share and that forgets when it is full.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::bounds::NEVER;

/// What is known of a state's value, the fewest guesses in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value is no less than this.
    pub least: u32,
    /// Whether `least` is the value itself.
    pub exact: bool,
    /// Whether a scan would raise `least` no further.
    pub scanned: bool,
    /// If the value is exact, the longest game of a tree that attains it. Longer ones than 63 count
    /// as 63.
    pub height: u8,
}

/// Parts of the table that are locked by themselves.
const SHARDS: usize = 1 << 10;

/// Entries that may hold a key: a cache line of them.
const BUCKET: usize = 4;

/// Entries of a shard at first.
const FIRST_ENTRIES: usize = 64;

/// The low bits of an entry that hold [`Known`]. The others hold the low bits of the key, of which
/// the lowest choose the bucket. An entry of zeros is empty: no value is 0.
const KNOWN_BITS: u32 = 32;

/// Values by a 128-bit hash of their state.
///
/// The top 10 bits of a hash choose the shard, and an entry holds the low 96. A lookup of a state that
/// is not there is answered with another's value if all of them are equal but the 8 to 20 or so that
/// chose the bucket: with a chance below 4 / 2^76. Over 10^10 lookups that is below 10^-12.
///
/// An entry that finds its bucket full takes the place of the one there with the lowest value, which
/// costs time if that is needed again and nothing else. Where more than three eighths of a shard are
/// taken it grows first, as long as the table stays within its bytes.
pub struct Memo {
    shards: Vec<Mutex<Shard>>,
    most_entries: usize,
}

struct Shard {
    entries: Vec<u128>,
    used: usize,
}

impl Memo {
    /// A table of at most so many bytes (or one MB, if they are fewer).
    pub fn new(bytes: u64) -> Memo {
        let entries = (bytes / (SHARDS * size_of::<u128>()) as u64).max(FIRST_ENTRIES as u64);
        let shard = || Shard {
            entries: vec![0; FIRST_ENTRIES],
            used: 0,
        };
        Memo {
            shards: (0..SHARDS).map(|_| Mutex::new(shard())).collect(),
            most_entries: 1 << entries.ilog2(),
        }
    }

    /// What is known of a state.
    pub fn get(&self, key: u128) -> Option<Known> {
        let shard = self.shard(key);
        let bucket = &shard.entries[bucket_of(key, shard.entries.len())..][..BUCKET];
        let found = bucket
            .iter()
            .find(|&&entry| entry != 0 && is_of(entry, key))?;
        Some(unpack(*found))
    }

    /// Remembers what is known of a state, in place of what was known before.
    pub fn insert(&self, key: u128, known: Known) {
        let mut shard = self.shard(key);
        let dense = shard.used * 8 > shard.entries.len() * 3;
        if dense && shard.entries.len() < self.most_entries && shard.is_full(key) {
            shard.grow();
        }
        shard.insert(key << KNOWN_BITS | u128::from(pack(known)));
    }

    /// The states remembered.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| lock(shard).used).sum()
    }

    /// The bytes that the table takes.
    pub fn bytes(&self) -> usize {
        let entries = |shard| lock(shard).entries.len();
        self.shards.iter().map(entries).sum::<usize>() * size_of::<u128>()
    }

    fn shard(&self, key: u128) -> MutexGuard<'_, Shard> {
        lock(&self.shards[(key >> 118) as usize])
    }
}

/// Locks a shard. One whose thread panicked holds whole entries all the same.
fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the bucket of a key starts, by its low bits.
fn bucket_of(key: u128, entries: usize) -> usize {
    key as usize & (entries - 1) & !(BUCKET - 1)
}

/// Whether an entry holds a key.
fn is_of(entry: u128, key: u128) -> bool {
    entry >> KNOWN_BITS == key & (u128::MAX >> KNOWN_BITS)
}

fn pack(known: Known) -> u32 {
    debug_assert!(0 < known.least && known.least <= NEVER);
    known.least
        | u32::from(known.exact) << 24
        | u32::from(known.scanned) << 25
        | u32::from(known.height.min(63)) << 26
}

fn unpack(entry: u128) -> Known {
    let bits = entry as u32;
    Known {
        least: bits & NEVER,
        exact: bits >> 24 & 1 == 1,
        scanned: bits >> 25 & 1 == 1,
        height: (bits >> 26) as u8,
    }
}

impl Shard {
    /// Whether the bucket of a key is full.
    fn is_full(&self, key: u128) -> bool {
        let bucket = &self.entries[bucket_of(key, self.entries.len())..][..BUCKET];
        bucket.iter().all(|&entry| entry != 0)
    }

    fn insert(&mut self, entry: u128) {
        let key = entry >> KNOWN_BITS;
        let start = bucket_of(key, self.entries.len());
        let bucket = &mut self.entries[start..][..BUCKET];
        let mut place = 0;
        for (i, &other) in bucket.iter().enumerate() {
            if other == 0 || is_of(other, key) {
                place = i;
                break;
            }
            if unpack(other).least < unpack(bucket[place]).least {
                place = i;
            }
        }
        self.used += usize::from(bucket[place] == 0);
        bucket[place] = entry;
    }

    fn grow(&mut self) {
        let more = vec![0; self.entries.len() * 2];
        self.used = 0;
        for entry in std::mem::replace(&mut self.entries, more) {
            if entry != 0 {
                self.insert(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_128;

    fn known(least: u32) -> Known {
        Known {
            least,
            exact: least % 2 == 1,
            scanned: least % 3 == 1,
            height: (least % 64) as u8,
        }
    }

    fn key(number: u32) -> u128 {
        xxh3_128(&number.to_le_bytes())
    }

    #[test]
    fn a_memo_with_room_forgets_little_and_tells_the_last_that_was_said() {
        let memo = Memo::new(256 << 20);
        for number in 1..=500_000 {
            memo.insert(key(number), known(1));
            memo.insert(key(number), known(number));
            assert_eq!(memo.get(key(number)), Some(known(number)));
            assert_eq!(memo.get(!key(number)), None);
        }
        let remembered = (1..=500_000).filter_map(|number| memo.get(key(number)));
        assert_eq!(remembered.count(), memo.len());
        assert!(memo.len() > 480_000, "{}", memo.len());
    }

    #[test]
    fn a_full_memo_forgets_and_never_lies_or_grows() {
        let memo = Memo::new(4 << 20);
        for number in 1..1_000_000 {
            memo.insert(key(number), known(number));
        }
        assert!(memo.bytes() <= 4 << 20);
        let remembered = (1..1_000_000).filter_map(|number| {
            let found = memo.get(key(number))?;
            assert_eq!(found, known(number));
            Some(())
        });
        assert_eq!(remembered.count(), memo.len());
        assert!(memo.len() > (4 << 20) / 16 / 2);
    }
}
