//! Indices into the lists that a [`CodeTable`](super::CodeTable) was made from, one type per list, so that the
//! compiler keeps them apart.

use std::fmt;

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable, Serialize, Deserialize,
        )]
        #[repr(transparent)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// All indices below `count`, ascending.
            ///
            /// # Panics
            /// If `count` does not fit 32 bits.
            pub fn up_to(count: usize) -> impl ExactSizeIterator<Item = $name> + DoubleEndedIterator {
                let count = u32::try_from(count).expect("lists have fewer than 2^32 entries");
                (0..count).map($name)
            }

            /// The index as the standard library's slices take it.
            pub fn at(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            /// # Panics
            /// If the index does not fit 32 bits.
            fn from(index: usize) -> $name {
                $name(u32::try_from(index).expect("lists have fewer than 2^32 entries"))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
                self.0.fmt(to)
            }
        }
    };
}

index_type! {
    /// Index of a guess: its row in a code table, and its position in the list of guesses.
    GuessIndex
}

index_type! {
    /// Index of a candidate: its column in a code table, and its position in the list of candidates.
    CandidateIndex
}
