//! A two-player game in progress.

use crate::stumper::graph::Graph;
use crate::stumper::index::WordIndex;
use crate::stumper::move_kind::MoveKind;

/// A two-player game in progress: the words played and the moves left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersusState {
    pub(super) played: Vec<WordIndex>,
    /// The moves left to the player to move, and to the opponent.
    pub(super) moves_left: Option<[u32; 2]>,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VersusStep {
    /// The word that the move led to.
    pub word: WordIndex,
    /// The kind of the move.
    pub kind: MoveKind,
    /// The number of moves left to the player who made it; `None` without budgets.
    pub moves_left: Option<u32>,
}

impl VersusState {
    /// The words played, from the first to the last.
    pub fn played(&self) -> &[WordIndex] {
        &self.played
    }

    /// The word in play: the last one played.
    pub fn word(&self) -> WordIndex {
        *self.played.last().expect("the first word is never removed")
    }

    /// The number of moves left to the player to move, and to the opponent; `None` without budgets.
    pub fn moves_left(&self) -> Option<[u32; 2]> {
        self.moves_left
    }

    /// True if there are budgets and the player to move has used theirs up.
    pub(super) fn is_out_of_moves(&self) -> bool {
        self.moves_left.is_some_and(|[own, _]| own == 0)
    }

    /// The words played that are as long as the word in play. The word in play is the last of them.
    pub(super) fn played_in_tier(&self, graph: &Graph) -> &[WordIndex] {
        let tier = graph.tier(graph.length(self.word()));
        // No word is shorter than one before it.
        let first = self.played.iter().position(|&word| tier.contains(word));
        &self.played[first.unwrap_or(0)..]
    }
}
