//! The two widths of pattern codes.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{Add, BitAndAssign, BitOrAssign, BitXor, IndexMut, RangeInclusive, Sub};

use bytemuck::{Pod, Zeroable};

/// A pattern code in memory: `u8` in tables with at most 256 codes, `u16` in tables with more.
///
/// Kernels are generic over this trait. They are compiled once for each width.
pub trait Code:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Debug
    + Display
    + Default
    + Pod
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXor<Output = Self>
    + From<bool>
    + Into<u64>
{
    /// The size of a code.
    const BYTES: usize;

    /// The greatest number of codes in a table: that of all bytes, and 3^10.
    const MAX_CODES: usize;

    /// The number of rows that can be added up to the codes of a guess. A guess with fewer rows than that uses the row of
    /// zeros for the rest.
    const ROWS: RangeInclusive<usize>;

    /// The number of codes in a cache line.
    const PER_LINE: usize = 64 / Self::BYTES;

    /// The codes of one cache line, aligned to it.
    type Line: Pod + Debug + Send + Sync;

    /// A value for each code: see [`Code::per_code`].
    type PerCode<T: Copy>: IndexMut<usize, Output = T> + AsMut<[T]>;

    /// A value for each code, at first the same one for all. `codes` is the number of codes. For bytes this is an array
    /// of 256 values, so that access needs no check of the index.
    fn per_code<T: Copy>(value: T, codes: usize) -> Self::PerCode<T>;

    /// The code, or the greatest number of this width if it does not fit.
    fn saturating(code: usize) -> Self;

    /// The code as a number of two bytes.
    fn wide(self) -> u16;

    /// The code as the index of an array.
    fn at(self) -> usize;

    /// All bits set if `set`, otherwise none: the form in which a comparison of vectors gives its result.
    fn mask(set: bool) -> Self;

    /// The difference, modulo 2 to the number of bits.
    fn wrapping_sub(self, other: Self) -> Self;

    /// `codes` itself if a code is a byte, otherwise `None`. Kernels use it to choose loops that only bytes have.
    fn as_bytes(codes: &[Self]) -> Option<&[u8]>;
}

impl Code for u8 {
    const BYTES: usize = 1;

    const MAX_CODES: usize = 256;

    const ROWS: RangeInclusive<usize> = 5..=5;

    type Line = ByteLine;

    type PerCode<T: Copy> = [T; 256];

    fn per_code<T: Copy>(value: T, _: usize) -> [T; 256] {
        [value; 256]
    }

    fn saturating(code: usize) -> u8 {
        u8::try_from(code).unwrap_or(u8::MAX)
    }

    #[inline(always)]
    fn wide(self) -> u16 {
        self.into()
    }

    #[inline(always)]
    fn at(self) -> usize {
        self.into()
    }

    #[inline(always)]
    fn mask(set: bool) -> u8 {
        u8::from(set).wrapping_neg()
    }

    #[inline(always)]
    fn wrapping_sub(self, other: u8) -> u8 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn as_bytes(codes: &[u8]) -> Option<&[u8]> {
        Some(codes)
    }
}

impl Code for u16 {
    const BYTES: usize = 2;

    const MAX_CODES: usize = 59_049;

    const ROWS: RangeInclusive<usize> = 6..=10;

    type Line = PairLine;

    type PerCode<T: Copy> = Vec<T>;

    fn per_code<T: Copy>(value: T, codes: usize) -> Vec<T> {
        vec![value; codes]
    }

    fn saturating(code: usize) -> u16 {
        u16::try_from(code).unwrap_or(u16::MAX)
    }

    #[inline(always)]
    fn wide(self) -> u16 {
        self
    }

    #[inline(always)]
    fn at(self) -> usize {
        self.into()
    }

    #[inline(always)]
    fn mask(set: bool) -> u16 {
        u16::from(set).wrapping_neg()
    }

    #[inline(always)]
    fn wrapping_sub(self, other: u16) -> u16 {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn as_bytes(_: &[u16]) -> Option<&[u8]> {
        None
    }
}

/// 64 codes of one byte.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct ByteLine([u8; 64]);

/// 32 codes of two bytes.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct PairLine([u16; 32]);

mod sealed {
    /// Keeps other types from being codes.
    pub trait Sealed {}

    impl Sealed for u8 {}

    impl Sealed for u16 {}
}
