//! Repeats: 64 guesses at a time.

use multiversion::multiversion;

use crate::guessing::optimal::tables::{LANES, Lane};

/// Words after which a scan looks whether any of the 64 guesses is still of interest.
const STRIDE: usize = 4;

/// For each of 64 guesses the words that another of the same code stands before; none if that is above
/// `most` for all of them. `fill` gives
/// the codes of some words, from a word on.
#[inline(always)]
pub fn repeats(
    rows: &mut [Lane],
    fill: impl Fn(&mut [Lane], usize),
    most: u32,
) -> Option<[u8; LANES]> {
    let mut repeated = [0u8; LANES];
    let n = rows.len();
    let most = most.min(255) as u8;
    let mut done = 0;
    while done < n {
        let next = (done + STRIDE).min(n);
        fill(&mut rows[done..next], done);
        if count_repeats(&rows[..next], done, &mut repeated) > most {
            return None;
        }
        done = next;
    }
    Some(repeated)
}

/// Adds, for each of the rows from `from` on, one to the guesses of which an earlier row has the same
/// code, and returns the least sum.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl",
    "x86_64+avx2",
    "x86_64+sse4.2",
    "aarch64+neon"
))]
fn count_repeats(rows: &[Lane], from: usize, repeated: &mut [u8; LANES]) -> u8 {
    let mut i = from;
    while i < rows.len() {
        let a = rows[i].0;
        let b = rows.get(i + 1).map_or(a, |row| row.0);
        // The least difference from an earlier row, which is 0 if one is equal.
        let mut least_a = [0xffu8; LANES];
        let mut least_b = [0u8; LANES];
        for l in 0..LANES {
            least_b[l] = a[l] ^ b[l];
        }
        for earlier in &rows[..i] {
            for l in 0..LANES {
                least_a[l] = least_a[l].min(earlier.0[l] ^ a[l]);
                least_b[l] = least_b[l].min(earlier.0[l] ^ b[l]);
            }
        }
        // Where there is no second row, the first stands for it and counts once.
        let second = u8::from(i + 1 < rows.len());
        for l in 0..LANES {
            repeated[l] += u8::from(least_a[l] == 0) + (u8::from(least_b[l] == 0) & second);
        }
        i += 2;
    }
    repeated.iter().fold(0xff, |least, &one| least.min(one))
}
