//! Indices into a [`CodeTable`](super::CodeTable), one type per kind of index, so that the compiler rejects a
//! mix-up.

use std::fmt;

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident($number:ident)) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable, Serialize, Deserialize,
        )]
        #[repr(transparent)]
        #[serde(transparent)]
        pub struct $name(pub $number);

        impl $name {
            /// All indices below `count`, ascending.
            ///
            /// # Panics
            /// If `count` exceeds the largest number that the index can hold.
            pub fn up_to(count: usize) -> impl ExactSizeIterator<Item = $name> + DoubleEndedIterator {
                let count = $number::try_from(count).expect("the list is too long for its index type");
                (0..count).map($name)
            }

            /// The index as the standard library's slices take it.
            pub fn at(self) -> usize {
                self.0 as usize
            }
        }

        impl From<usize> for $name {
            /// # Panics
            /// If `index` exceeds the largest number that the index can hold.
            fn from(index: usize) -> $name {
                $name($number::try_from(index).expect("the list is too long for its index type"))
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
    GuessIndex(u32)
}

index_type! {
    /// Index of a candidate: its column in a code table, and its position in the list of candidates.
    CandidateIndex(u32)
}

index_type! {
    /// Index of a row of cells in a code table.
    RowIndex(u32)
}
