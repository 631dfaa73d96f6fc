//! Boards of 25 squares on which a move takes some: what a move leaves, its score as one number, and
//! many boards with their moves at once.
//!
//! Square `row · 5 + column` is bit `row · 5 + column` of a mask: top left is bit 0.

use std::ops::Range;

/// The squares of a board.
pub const SQUARES: usize = 25;

/// The mask of all squares.
pub const ALL_SQUARES: u32 = (1 << SQUARES) - 1;

/// Squares that win the game.
pub const MAJORITY: u32 = 13;

const LEFT: u32 = 0b00001_00001_00001_00001_00001;
const RIGHT: u32 = LEFT << 4;
const TOP: u32 = 0b11111;
const BOTTOM: u32 = TOP << 20;

/// Who owns which squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares of the player to move.
    pub ours: u32,
    /// The squares of the opponent; none of ours.
    pub theirs: u32,
}

impl Position {
    /// The squares that nobody owns.
    pub fn free(self) -> u32 {
        ALL_SQUARES & !(self.ours | self.theirs)
    }

    /// The position after a move on these squares: all become ours but those that the opponent
    /// protects.
    #[inline(always)]
    pub fn after(self, squares: u32) -> Position {
        self.take(squares & !protected(self.theirs))
    }

    /// The position after squares that may be taken are.
    #[inline(always)]
    pub(super) fn take(self, squares: u32) -> Position {
        let ours = self.ours | squares;
        Position {
            ours,
            theirs: self.theirs & !ours,
        }
    }

    /// The position as the opponent sees it.
    pub fn swapped(self) -> Position {
        Position {
            ours: self.theirs,
            theirs: self.ours,
        }
    }
}

/// The protected squares of one owner's: those whose neighbours (up, down, left, right) he has too.
#[inline(always)]
pub fn protected(owned: u32) -> u32 {
    let left = (owned << 1) | LEFT;
    let right = (owned >> 1) | RIGHT;
    let up = (owned << 5) | TOP;
    let down = (owned >> 5) | BOTTOM;
    owned & left & right & up & down
}

/// The number of neighbours that the squares of a mask have, summed up.
#[inline(always)]
fn neighbours(mask: u32) -> u32 {
    // Four a square, but three at an edge and two in a corner, which lies at two edges.
    4 * mask.count_ones()
        - (mask & (TOP | BOTTOM)).count_ones()
        - (mask & (LEFT | RIGHT)).count_ones()
}

/// Which squares of ours count as vulnerable; everything before and after that is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MoveOrder {
    /// All of ours, as the article has it: Σ of their neighbours that are not protected.
    #[default]
    Article,
    /// The protected ones, as LetterPwn has it: Σ of their neighbours that are not protected.
    Letterpwn,
}

/// How good a position is for the player who made it. A better position has a greater score, by game
/// end, then protected squares, then vulnerability, then owned squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u32);

/// What a [`Score`] is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Figures {
    /// 1 if the game is won, −1 if it is lost, 0 if it goes on.
    pub game_end: i32,
    /// Our protected squares less theirs.
    pub protected_diff: i32,
    /// The sides of our squares that are open to attack: see [`MoveOrder`].
    pub vulnerability: u32,
    /// Our squares less theirs.
    pub owned_diff: i32,
}

/// What is added to a difference so that it is not negative.
const DIFF_BIAS: i32 = SQUARES as i32;
/// No vulnerability exceeds the 80 sides between squares.
const MAX_VULNERABILITY: u32 = 127;
// The bits at which the parts of a score begin, from the least to the most significant.
const VULNERABILITY_BIT: u32 = 6;
const PROTECTED_BIT: u32 = 13;
const END_BIT: u32 = 19;

impl Score {
    /// The score of a position that the player `ours` has made.
    #[inline(always)]
    pub fn of(order: MoveOrder, position: Position) -> Score {
        let Position { ours, theirs } = position;
        let (safe, their_safe) = (protected(ours), protected(theirs));
        let owned = ours.count_ones();
        let vulnerability = match order {
            // Every neighbour of a protected square is ours, so of all sides of our squares those
            // that lead to a protected one are as many as the protected ones have.
            MoveOrder::Article => neighbours(ours & !safe),
            MoveOrder::Letterpwn => {
                let side_by_side = (safe & (safe >> 1) & !RIGHT).count_ones();
                let one_above_the_other = (safe & (safe >> 5)).count_ones();
                neighbours(safe) - 2 * (side_by_side + one_above_the_other)
            }
        };
        let end = match ours | theirs {
            ALL_SQUARES if owned >= MAJORITY => 2,
            ALL_SQUARES => 0,
            _ => 1,
        };
        let bias = DIFF_BIAS as u32;
        let owned_diff = owned + bias - theirs.count_ones();
        let protected_diff = safe.count_ones() + bias - their_safe.count_ones();
        Score(
            (end << END_BIT)
                + (protected_diff << PROTECTED_BIT)
                + ((MAX_VULNERABILITY - vulnerability) << VULNERABILITY_BIT)
                + owned_diff,
        )
    }

    /// What the score is made of.
    pub fn figures(self) -> Figures {
        let bits = |from: u32, to: u32| (self.0 >> from) & ((1 << (to - from)) - 1);
        Figures {
            game_end: bits(END_BIT, 32) as i32 - 1,
            protected_diff: bits(PROTECTED_BIT, END_BIT) as i32 - DIFF_BIAS,
            vulnerability: MAX_VULNERABILITY - bits(VULNERABILITY_BIT, PROTECTED_BIT),
            owned_diff: bits(0, VULNERABILITY_BIT) as i32 - DIFF_BIAS,
        }
    }

    /// The score as one number of 21 bits, as kernels hold it.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The score with these bits.
    pub fn from_bits(bits: u32) -> Score {
        Score(bits)
    }
}

/// Boards, each with the words that can be played on it.
///
/// A word is a run of lists of masks. Its moves are the unions of one mask of each list, numbered with
/// the last list counting fastest: that order breaks ties. Words may share lists.
#[derive(Clone, Debug, Default)]
pub struct MoveBatch {
    masks: Vec<u32>,
    list_ends: Vec<u32>,
    lists_of_words: Vec<u32>,
    word_ends: Vec<u32>,
    boards: Vec<BoardEntry>,
}

#[derive(Clone, Copy, Debug)]
struct BoardEntry {
    position: Position,
    word_end: usize,
}

impl MoveBatch {
    /// Adds a list of masks and returns its number.
    ///
    /// # Panics
    /// If the list is empty.
    pub fn push_list(&mut self, masks: &[u32]) -> u32 {
        assert!(!masks.is_empty(), "a list has masks");
        self.masks.extend_from_slice(masks);
        self.list_ends.push(self.masks.len() as u32);
        self.list_ends.len() as u32 - 1
    }

    /// Adds a word to the board that [`MoveBatch::push_board`] adds next.
    ///
    /// # Panics
    /// If there is no list, or one that does not exist.
    pub fn push_word(&mut self, lists: &[u32]) {
        let exists = |&list: &u32| (list as usize) < self.list_ends.len();
        assert!(!lists.is_empty() && lists.iter().all(exists), "lists");
        self.lists_of_words.extend_from_slice(lists);
        self.word_ends.push(self.lists_of_words.len() as u32);
    }

    /// Adds a board with the words that were added since the last.
    pub fn push_board(&mut self, position: Position) {
        self.boards.push(BoardEntry {
            position,
            word_end: self.word_ends.len(),
        });
    }

    /// Adds the boards of another batch.
    pub fn append(&mut self, other: &MoveBatch) {
        let masks = self.masks.len() as u32;
        let lists = self.list_ends.len() as u32;
        let lists_of_words = self.lists_of_words.len() as u32;
        let words = self.word_ends.len();
        let shift = |numbers: &[u32], by| numbers.iter().map(move |n| n + by).collect::<Vec<u32>>();
        self.masks.extend_from_slice(&other.masks);
        self.list_ends.extend(shift(&other.list_ends, masks));
        self.lists_of_words
            .extend(shift(&other.lists_of_words, lists));
        self.word_ends
            .extend(shift(&other.word_ends, lists_of_words));
        self.boards
            .extend(other.boards.iter().map(|board| BoardEntry {
                word_end: board.word_end + words,
                ..*board
            }));
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether there are no boards.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Who owns which squares of a board.
    ///
    /// # Panics
    /// If there is no such board.
    pub fn position(&self, board: usize) -> Position {
        self.boards[board].position
    }

    /// The words of a board, by their places in the batch.
    ///
    /// # Panics
    /// If there is no such board.
    pub fn words(&self, board: usize) -> Range<usize> {
        let start = board.checked_sub(1).map_or(0, |b| self.boards[b].word_end);
        start..self.boards[board].word_end
    }

    /// The number of lists.
    pub fn list_count(&self) -> usize {
        self.list_ends.len()
    }

    /// The numbers of the lists of a word.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn lists(&self, word: usize) -> &[u32] {
        &self.lists_of_words[span(&self.word_ends, word)]
    }

    /// The masks of a list.
    ///
    /// # Panics
    /// If there is no such list.
    pub fn masks(&self, list: u32) -> &[u32] {
        &self.masks[span(&self.list_ends, list as usize)]
    }

    /// The number of moves of a word.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn moves(&self, word: usize) -> u64 {
        let lists = self.lists(word).iter();
        lists.map(|&list| self.masks(list).len() as u64).product()
    }

    /// The squares of a move of a word, by its number.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn squares(&self, word: usize, number: u32) -> u32 {
        let mut rest = number as usize;
        let mut squares = 0;
        for &list in self.lists(word).iter().rev() {
            let masks = self.masks(list);
            squares |= masks[rest % masks.len()];
            rest /= masks.len();
        }
        squares
    }
}

/// The span of an entry between the end of the one before it and its own.
fn span(ends: &[u32], entry: usize) -> Range<usize> {
    let start = entry.checked_sub(1).map_or(0, |before| ends[before]);
    start as usize..ends[entry] as usize
}

/// Which moves stand in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rows {
    /// The best move of each word.
    Words,
    /// All moves.
    Moves,
}

/// A move in a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The word, by its place among those of its board.
    pub word: u32,
    /// The number of the move among those of the word.
    pub number: u32,
    /// The squares of the word.
    pub squares: u32,
    /// How good the position after it is.
    pub score: Score,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The neighbours of a square, spelt out.
    fn neighbours_of(square: usize) -> Vec<usize> {
        let (row, column) = (square / 5, square % 5);
        let mut all = Vec::new();
        all.extend((row > 0).then(|| square - 5));
        all.extend((row < 4).then(|| square + 5));
        all.extend((column > 0).then(|| square - 1));
        all.extend((column < 4).then(|| square + 1));
        all
    }

    fn has(mask: u32, square: usize) -> bool {
        mask >> square & 1 == 1
    }

    /// As the article says it.
    fn literally_protected(owned: u32) -> u32 {
        let safe = |&square: &usize| {
            has(owned, square) && neighbours_of(square).iter().all(|&n| has(owned, n))
        };
        (0..SQUARES).filter(safe).map(|square| 1 << square).sum()
    }

    /// Σ over some squares of their neighbours outside a mask.
    fn open_sides(squares: u32, safe: u32) -> u32 {
        let open = |square| neighbours_of(square).into_iter().filter(|&n| !has(safe, n));
        let squares = (0..SQUARES).filter(|&square| has(squares, square));
        squares.map(|square| open(square).count() as u32).sum()
    }

    fn literal_figures(order: MoveOrder, position: Position) -> Figures {
        let Position { ours, theirs } = position;
        let safe = literally_protected(ours);
        let count = |mask: u32| mask.count_ones() as i32;
        Figures {
            game_end: match position.free() {
                0 if count(ours) >= 13 => 1,
                0 => -1,
                _ => 0,
            },
            protected_diff: count(safe) - count(literally_protected(theirs)),
            vulnerability: match order {
                MoveOrder::Article => open_sides(ours, safe),
                MoveOrder::Letterpwn => open_sides(safe, safe),
            },
            owned_diff: count(ours) - count(theirs),
        }
    }

    proptest::proptest! {
        #[test]
        fn a_score_holds_the_figures_as_they_are_defined(
            // Either may be dense: else hardly a square is protected.
            a in 0..=ALL_SQUARES, b in 0..=ALL_SQUARES, c in 0..=ALL_SQUARES, pick in 0..4,
        ) {
            let ours = match pick {
                0 => a,
                1 => a | b,
                2 => a | b | c,
                _ => a & b & c,
            };
            let theirs = !ours & match pick {
                0 => b,
                1 => ALL_SQUARES,
                _ => ALL_SQUARES & !(b & c),
            };
            let position = Position { ours, theirs: theirs & ALL_SQUARES };
            proptest::prop_assert_eq!(protected(ours), literally_protected(ours));
            for order in [MoveOrder::Article, MoveOrder::Letterpwn] {
                let figures = Score::of(order, position).figures();
                proptest::prop_assert_eq!(figures, literal_figures(order, position));
            }
        }
    }

    #[test]
    fn a_move_takes_all_but_what_the_opponent_protects() {
        // Theirs is the top left corner with its neighbours: the corner is protected.
        let theirs = 0b00001_00011;
        let position = Position {
            ours: 1 << 24,
            theirs,
        };
        let after = position.after(0b00000_00111);
        assert_eq!(after.ours, 1 << 24 | 0b110);
        assert_eq!(after.theirs, 0b00001_00001);
    }

    #[test]
    fn the_game_ends_when_no_square_is_free_and_thirteen_win() {
        for (squares, end) in [(13, 1), (12, -1)] {
            let ours = (1 << squares) - 1;
            let position = Position {
                ours,
                theirs: ALL_SQUARES & !ours,
            };
            assert_eq!(
                Score::of(MoveOrder::Article, position).figures().game_end,
                end
            );
        }
    }

    #[test]
    fn scores_compare_by_their_parts_in_turn() {
        let score = |end: u32, protected: u32, vulnerable: u32, owned: u32| {
            let bits = (end << END_BIT) + (protected << PROTECTED_BIT);
            Score(bits + ((MAX_VULNERABILITY - vulnerable) << VULNERABILITY_BIT) + owned)
        };
        assert!(score(2, 0, 80, 0) > score(1, 50, 0, 50));
        assert!(score(1, 26, 80, 0) > score(1, 25, 0, 50));
        assert!(score(1, 25, 3, 0) > score(1, 25, 4, 50));
        assert!(score(1, 25, 3, 2) > score(1, 25, 3, 1));
    }

    #[test]
    fn boards_that_are_appended_keep_their_words_and_moves() {
        let one = |mask: u32| {
            let mut batch = MoveBatch::default();
            let lists = [
                batch.push_list(&[mask]),
                batch.push_list(&[2 * mask, 4 * mask]),
            ];
            batch.push_word(&lists[1..]);
            batch.push_word(&lists);
            let ours = mask << 3;
            batch.push_board(Position { ours, theirs: 0 });
            batch
        };
        let mut batch = one(1);
        batch.append(&one(16));
        assert_eq!((batch.len(), batch.words(1)), (2, 2..4));
        assert_eq!(batch.position(1).ours, 128);
        assert_eq!((batch.squares(3, 0), batch.squares(3, 1)), (48, 80));
        assert_eq!((batch.squares(1, 1), batch.moves(2)), (5, 2));
    }

    #[test]
    fn moves_are_numbered_with_the_last_list_counting_fastest() {
        let mut batch = MoveBatch::default();
        let a = batch.push_list(&[1, 2]);
        let b = batch.push_list(&[4, 8, 16]);
        batch.push_word(&[a, b]);
        batch.push_board(Position::default());
        assert_eq!(batch.moves(0), 6);
        let squares: Vec<u32> = (0..6).map(|number| batch.squares(0, number)).collect();
        assert_eq!(squares, [5, 9, 17, 6, 10, 18]);
    }
}
