//! The stage `best_moves`: boards, each with the moves that can be made on it, and which of these moves
//! are best.
//!
//! A board is a [`grid`] of cells, and a move is a set of cells that it would take. Boards
//! have millions of moves, so moves are not listed. They come in *families*: a family is a few lists of
//! masks, and its moves are all unions of one mask from each list. (In Letterpress a family is a word,
//! and a list holds the ways to choose the squares for one of its letters.)
//!
//! ```text
//! family   list 0: a b      moves, by index:  0: a|x   1: a|y   2: a|z
//!          list 1: x y z                      3: b|x   4: b|y   5: b|z
//! ```

use std::ops::Range;

use super::grid::{self, Exposed};

/// The owners of the cells of a board before a move, and the cells that a move can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BoardState {
    /// The cells of the side that moves.
    pub ours: u32,
    /// The cells of the other side; none of them is in `ours`.
    pub theirs: u32,
    /// The cells that become ours if a move holds them. A move does not change other cells.
    pub takeable: u32,
}

impl BoardState {
    /// The score of the position after a move, for the side that moved: see [`grid::score`].
    #[inline(always)]
    pub fn score_after(self, exposed: Exposed, cells: u32) -> u32 {
        let ours = self.ours | (cells & self.takeable);
        grid::score(exposed, ours, self.theirs & !ours)
    }
}

/// Boards, each with its families of moves.
///
/// Families may share lists. The moves of a family are numbered from 0 on, with the last list counting
/// fastest.
#[derive(Clone, Debug, Default)]
pub struct MoveBatch {
    masks: Vec<u32>,
    list_ends: Vec<u32>,
    /// The lists of all families, one family after the other.
    family_lists: Vec<u32>,
    family_ends: Vec<u32>,
    boards: Vec<BoardEntry>,
}

#[derive(Clone, Copy, Debug)]
struct BoardEntry {
    state: BoardState,
    family_end: usize,
}

impl MoveBatch {
    /// Adds a list of masks and returns its index.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn push_list(&mut self, masks: &[u32]) -> u32 {
        assert!(!masks.is_empty(), "a list has at least one mask");
        self.masks.extend_from_slice(masks);
        self.list_ends.push(self.masks.len() as u32);
        self.list_ends.len() as u32 - 1
    }

    /// Adds a family, given by the indices of its lists, to the board that [`MoveBatch::push_board`] adds
    /// next.
    ///
    /// # Panics
    /// If `lists` is empty or contains an index that does not exist.
    pub fn push_family(&mut self, lists: &[u32]) {
        let exists = |&list: &u32| (list as usize) < self.list_ends.len();
        assert!(!lists.is_empty(), "a family has at least one list");
        assert!(lists.iter().all(exists), "a list is out of range");
        self.family_lists.extend_from_slice(lists);
        self.family_ends.push(self.family_lists.len() as u32);
    }

    /// Adds a board with the families that were added since the last board.
    pub fn push_board(&mut self, state: BoardState) {
        self.boards.push(BoardEntry {
            state,
            family_end: self.family_ends.len(),
        });
    }

    /// Adds the boards of another batch.
    pub fn append(&mut self, other: &MoveBatch) {
        let masks = self.masks.len() as u32;
        let lists = self.list_ends.len() as u32;
        let family_lists = self.family_lists.len() as u32;
        let families = self.family_ends.len();
        let shift = |indices: &[u32], by| indices.iter().map(move |i| i + by).collect::<Vec<u32>>();
        self.masks.extend_from_slice(&other.masks);
        self.list_ends.extend(shift(&other.list_ends, masks));
        self.family_lists.extend(shift(&other.family_lists, lists));
        self.family_ends
            .extend(shift(&other.family_ends, family_lists));
        self.boards
            .extend(other.boards.iter().map(|board| BoardEntry {
                family_end: board.family_end + families,
                ..*board
            }));
    }

    /// Some of the boards, as a batch. It keeps all lists, which boards may share.
    ///
    /// # Panics
    /// If the range reaches beyond the boards.
    pub fn part(&self, boards: Range<usize>) -> MoveBatch {
        let mut part = MoveBatch {
            masks: self.masks.clone(),
            list_ends: self.list_ends.clone(),
            ..MoveBatch::default()
        };
        for board in boards {
            for family in self.families(board) {
                part.push_family(self.lists(family));
            }
            part.push_board(self.state(board));
        }
        part
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// True if there are no boards.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The cells of a board before a move.
    ///
    /// # Panics
    /// If the board does not exist.
    pub fn state(&self, board: usize) -> BoardState {
        self.boards[board].state
    }

    /// The families of a board, as a range of indices into all families of the batch.
    ///
    /// # Panics
    /// If the board does not exist.
    pub fn families(&self, board: usize) -> Range<usize> {
        let start = board
            .checked_sub(1)
            .map_or(0, |before| self.boards[before].family_end);
        start..self.boards[board].family_end
    }

    /// The number of lists.
    pub fn list_count(&self) -> usize {
        self.list_ends.len()
    }

    /// The indices of the lists of a family.
    ///
    /// # Panics
    /// If the family does not exist.
    pub fn lists(&self, family: usize) -> &[u32] {
        &self.family_lists[span(&self.family_ends, family)]
    }

    /// The masks of a list.
    ///
    /// # Panics
    /// If the list does not exist.
    pub fn masks(&self, list: u32) -> &[u32] {
        &self.masks[span(&self.list_ends, list as usize)]
    }

    /// The number of moves of a family; `u64::MAX` if there are more.
    ///
    /// # Panics
    /// If the family does not exist.
    pub fn moves(&self, family: usize) -> u64 {
        self.lists(family).iter().fold(1, |moves: u64, &list| {
            moves.saturating_mul(self.masks(list).len() as u64)
        })
    }

    /// The number of moves of a board; `u64::MAX` if there are more.
    ///
    /// # Panics
    /// If the board does not exist.
    pub fn moves_of_board(&self, board: usize) -> u64 {
        let moves = self.families(board).map(|family| self.moves(family));
        moves.fold(0, u64::saturating_add)
    }

    /// The cells of a move, given by its index among the moves of its family.
    ///
    /// # Panics
    /// If the family does not exist.
    pub fn cells(&self, family: usize, index: u32) -> u32 {
        self.union(self.lists(family), index as usize)
    }

    /// The union of one mask from each of some lists: the `index`-th, with the last list counting fastest.
    pub(super) fn union(&self, lists: &[u32], index: usize) -> u32 {
        let mut rest = index;
        let mut union = 0;
        for &list in lists.iter().rev() {
            let masks = self.masks(list);
            union |= masks[rest % masks.len()];
            rest /= masks.len();
        }
        union
    }
}

/// The range of an entry, from the end of the entry before it to its own end.
fn span(ends: &[u32], entry: usize) -> Range<usize> {
    let start = entry.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[entry] as usize
}

/// Which moves of a batch are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveQuery {
    /// Which exposed sides the score counts.
    pub exposed: Exposed,
    /// Which moves may be in the result.
    pub scope: Scope,
    /// The greatest number of moves to return for each board.
    pub top: usize,
}

/// Which moves of a board may be in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Only the best move of each family.
    BestOfFamily,
    /// Every move.
    EveryMove,
}

/// A move in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The family, as an index among the families of its board.
    pub family: u32,
    /// The index of the move among the moves of its family.
    pub index: u32,
    /// The cells of the move.
    pub cells: u32,
    /// The score of the position after the move: see [`grid::score`].
    pub score: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_boards_keep_their_families_and_moves() {
        let one = |mask: u32| {
            let mut batch = MoveBatch::default();
            let lists = [
                batch.push_list(&[mask]),
                batch.push_list(&[2 * mask, 4 * mask]),
            ];
            batch.push_family(&lists[1..]);
            batch.push_family(&lists);
            batch.push_board(BoardState {
                ours: mask << 3,
                ..BoardState::default()
            });
            batch
        };
        let mut batch = one(1);
        batch.append(&one(16));
        assert_eq!((batch.len(), batch.families(1)), (2, 2..4));
        assert_eq!(batch.state(1).ours, 128);
        assert_eq!((batch.cells(3, 0), batch.cells(3, 1)), (48, 80));
        assert_eq!((batch.cells(1, 1), batch.moves(2)), (5, 2));
        assert_eq!(batch.moves_of_board(1), 4);
    }

    #[test]
    fn a_part_has_the_moves_of_its_boards() {
        let mut batch = MoveBatch::default();
        for mask in [1, 2, 4] {
            let list = batch.push_list(&[mask, 8 * mask]);
            batch.push_family(&[list]);
            batch.push_board(BoardState {
                ours: 64 * mask,
                ..BoardState::default()
            });
        }
        let part = batch.part(1..3);
        assert_eq!((part.len(), part.families(1)), (2, 1..2));
        assert_eq!([0, 1].map(|board| part.state(board).ours), [128, 256]);
        assert_eq!([0, 1].map(|family| part.cells(family, 1)), [16, 32]);
        assert!(batch.part(1..1).is_empty());
    }

    #[test]
    fn moves_are_numbered_with_the_last_list_counting_fastest() {
        let mut batch = MoveBatch::default();
        let a = batch.push_list(&[1, 2]);
        let b = batch.push_list(&[4, 8, 16]);
        batch.push_family(&[a, b]);
        batch.push_board(BoardState::default());
        assert_eq!(batch.moves(0), 6);
        let cells: Vec<u32> = (0..6).map(|index| batch.cells(0, index)).collect();
        assert_eq!(cells, [5, 9, 17, 6, 10, 18]);
    }

    #[test]
    fn a_move_takes_only_the_cells_that_can_be_taken() {
        let state = BoardState {
            ours: 1,
            theirs: 0b0110,
            takeable: 0b1010,
        };
        let after = grid::score(Exposed::Ours, 0b1011, 0b0100);
        assert_eq!(state.score_after(Exposed::Ours, 0b1110), after);
    }
}
