//! The kernel of a scan: the repeats of 64 guesses at once.

use multiversion::multiversion;

use crate::compute::code::Code;
use crate::guessing::optimal::tables::{BlockRow, LANES};

/// The number of words between two checks whether all 64 guesses have too many repeats.
const STRIDE: usize = 4;

/// Counts the repeats of 64 guesses: for each guess, how many words have the same pattern as an earlier word.
/// Returns `None` as soon as the count exceeds `max_repeats` for every one of the 64.
///
/// `rows` has one row per word, 256 at most, so that counts fit a byte. `fill(rows, first)` writes the patterns
/// of the words from index `first` on; rows that are not needed are never filled.
#[inline(always)]
pub fn count_repeats<C: Code>(
    rows: &mut [BlockRow<C>],
    fill: impl Fn(&mut [BlockRow<C>], usize),
    max_repeats: u32,
) -> Option<[u8; LANES]> {
    let mut repeats = [0u8; LANES];
    let n = rows.len();
    let max_repeats = max_repeats.min(255) as u8;
    let mut done = 0;
    while done < n {
        let next = (done + STRIDE).min(n);
        fill(&mut rows[done..next], done);
        if add_repeats(&rows[..next], done, &mut repeats) > max_repeats {
            return None;
        }
        done = next;
    }
    Some(repeats)
}

/// For each row from index `first` on, adds one to the guesses that have the same pattern in an earlier row.
/// Returns the lowest of the 64 sums.
///
/// Two rows are compared with the earlier ones at a time, which halves the number of loads. Rows are compared
/// by XOR and minimum: the lowest difference from any earlier row is 0 if one of them is equal.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl",
    "x86_64+avx2",
    "x86_64+sse4.2",
    "aarch64+neon"
))]
fn add_repeats<C: Code>(rows: &[BlockRow<C>], first: usize, repeats: &mut [u8; LANES]) -> u8 {
    let mut i = first;
    while i < rows.len() {
        let a = rows[i].0;
        let b = rows.get(i + 1).map_or(a, |row| row.0);
        let mut least_a = [C::mask(true); LANES];
        // The first of the two rows is an earlier row of the second.
        let mut least_b = [C::default(); LANES];
        for l in 0..LANES {
            least_b[l] = a[l] ^ b[l];
        }
        for earlier in &rows[..i] {
            for l in 0..LANES {
                least_a[l] = least_a[l].min(earlier.0[l] ^ a[l]);
                least_b[l] = least_b[l].min(earlier.0[l] ^ b[l]);
            }
        }
        // If the number of rows is odd, the last one is its own partner and must count only once.
        let has_second = u8::from(i + 1 < rows.len());
        for l in 0..LANES {
            repeats[l] += u8::from(least_a[l] == C::default())
                + (u8::from(least_b[l] == C::default()) & has_second);
        }
        i += 2;
    }
    repeats.iter().fold(0xff, |least, &one| least.min(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::optimal::scan::reference;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn kernel_counts_what_the_reference_counts(
            n in 0..=256usize,
            codes in prop_oneof![1..=243u16, 244..=59_049u16],
            seed in any::<u64>(),
            max_repeats in 0..300u32,
        ) {
            if let Ok(codes) = u8::try_from(codes) {
                assert_counts::<u8>(n, codes.into(), seed, max_repeats)?;
            }
            assert_counts::<u16>(n, codes, seed, max_repeats)?;
        }
    }

    fn assert_counts<C: Code>(
        n: usize,
        codes: u16,
        seed: u64,
        max_repeats: u32,
    ) -> Result<(), TestCaseError> {
        // A multiplicative hash of word, lane and seed: repeats are rare or frequent as there are many
        // codes or few.
        let code = |word: usize, lane: usize| {
            let mixed = (seed ^ (word * LANES + lane) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            C::saturating(((mixed >> 40) % u64::from(codes)) as usize)
        };
        let words: Vec<BlockRow<C>> = (0..n)
            .map(|word| BlockRow(std::array::from_fn(|lane| code(word, lane))))
            .collect();
        let expected = reference::repeats(&words);
        let fill = |rows: &mut [BlockRow<C>], first: usize| {
            rows.copy_from_slice(&words[first..][..rows.len()]);
        };
        let mut rows = vec![BlockRow([C::default(); LANES]); n];
        match count_repeats(&mut rows, fill, max_repeats) {
            Some(repeats) => prop_assert_eq!(repeats.map(u32::from), expected),
            None => prop_assert!(expected.iter().all(|&repeats| repeats > max_repeats)),
        }
        Ok(())
    }
}
