//! Bounds: a number, or what is proven about it.

use serde::{Deserialize, Serialize};

/// A number, or a proven bound on it.
///
/// ```
/// use wordgame_engine::guessing::{Bound, BoundKind};
///
/// let bound = Bound::AtLeast(7);
/// assert_eq!((bound.kind(), bound.number()), (BoundKind::AtLeast, 7));
/// assert_eq!(bound.exact(), None);
/// assert_eq!(Bound::Exactly(7).exact(), Some(7));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The number is this.
    Exactly(u32),
    /// The number is this or higher.
    AtLeast(u32),
    /// The number is this or lower.
    AtMost(u32),
}

/// The kind of a [`Bound`], under the name that reports use. Names are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoundKind {
    /// The number is known.
    Exactly,
    /// The number is a lower bound.
    AtLeast,
    /// The number is an upper bound.
    AtMost,
}

impl Bound {
    /// The exact number, if it is known.
    pub fn exact(self) -> Option<u32> {
        self.is_exact().then_some(self.number())
    }

    /// True if the exact number is known.
    pub fn is_exact(self) -> bool {
        self.kind() == BoundKind::Exactly
    }

    /// The exact number, or else the bound.
    pub fn number(self) -> u32 {
        match self {
            Bound::Exactly(number) | Bound::AtLeast(number) | Bound::AtMost(number) => number,
        }
    }

    /// Whether the number is exact, a lower bound or an upper bound.
    pub fn kind(self) -> BoundKind {
        match self {
            Bound::Exactly(_) => BoundKind::Exactly,
            Bound::AtLeast(_) => BoundKind::AtLeast,
            Bound::AtMost(_) => BoundKind::AtMost,
        }
    }
}

impl BoundKind {
    /// The bound of this kind with a number.
    pub fn with(self, number: u32) -> Bound {
        match self {
            BoundKind::Exactly => Bound::Exactly(number),
            BoundKind::AtLeast => Bound::AtLeast(number),
            BoundKind::AtMost => Bound::AtMost(number),
        }
    }
}
