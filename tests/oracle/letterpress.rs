//! The oracle for Letterpress: rules, rankings and threats by the shortest program that follows from the rules,
//! however slow.

use std::cmp::Reverse;

use wordgame_engine::letterpress::game::{Outcome, Side};
use wordgame_engine::letterpress::{Board, Figures, Game, Move, MoveOrder, Position, Threat};
use wordgame_engine::words::Dictionary;

/// The neighbours of a square: up, down, left and right.
pub fn neighbours(square: usize) -> Vec<usize> {
    let (row, column) = (square / 5, square % 5);
    let mut all = Vec::new();
    if row > 0 {
        all.push(square - 5);
    }
    if row < 4 {
        all.push(square + 5);
    }
    if column > 0 {
        all.push(square - 1);
    }
    if column < 4 {
        all.push(square + 1);
    }
    all
}

/// True if a mask has a square.
pub fn has(mask: u32, square: usize) -> bool {
    mask >> square & 1 == 1
}

fn squares_of(mask: u32) -> impl Iterator<Item = usize> {
    (0..25).filter(move |&square| has(mask, square))
}

fn mask_of(squares: impl Iterator<Item = usize>) -> u32 {
    squares.map(|square| 1 << square).sum()
}

/// The protected squares of a player.
pub fn protected(owned: u32) -> u32 {
    let is_protected = |&square: &usize| neighbours(square).into_iter().all(|n| has(owned, n));
    mask_of(squares_of(owned).filter(is_protected))
}

/// The position after a move, as the player who made it sees it.
pub fn after(position: Position, squares: u32) -> Position {
    let ours = position.ours | (squares & !protected(position.theirs));
    Position {
        ours,
        theirs: position.theirs & !ours,
    }
}

/// The figures of a position for the player who made it.
pub fn figures(order: MoveOrder, position: Position) -> Figures {
    let Position { ours, theirs } = position;
    let safe = protected(ours);
    let vulnerable = match order {
        MoveOrder::Article => ours,
        MoveOrder::Letterpwn => safe,
    };
    let open_sides = |square| {
        let neighbours = neighbours(square).into_iter();
        neighbours.filter(|&n| !has(safe, n)).count()
    };
    Figures {
        game_end: match ours.count_ones() + theirs.count_ones() {
            25 if ours.count_ones() >= 13 => 1,
            25 => -1,
            _ => 0,
        },
        protected_diff: safe.count_ones() as i32 - protected(theirs).count_ones() as i32,
        vulnerability: squares_of(vulnerable).map(open_sides).sum::<usize>() as u32,
        owned_diff: ours.count_ones() as i32 - theirs.count_ones() as i32,
    }
}

/// A key by which the best figures come first.
pub fn best_first(figures: Figures) -> impl Ord {
    (
        Reverse(figures.game_end),
        Reverse(figures.protected_diff),
        figures.vulnerability,
        Reverse(figures.owned_diff),
    )
}

/// All ways to choose squares for the letters of a word: letters in alphabetical order, the last changing fastest,
/// and the squares of each letter in lexicographic order.
pub fn ways(board: &Board, word: &str) -> Vec<u32> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    let mut all = Vec::new();
    add_ways(board, &letters, 0, 0, &mut all);
    all
}

/// Adds the ways to choose squares for `letters` in addition to `chosen`, the first of them from `first` on.
fn add_ways(board: &Board, letters: &[char], chosen: u32, first: usize, all: &mut Vec<u32>) {
    let Some((&letter, rest)) = letters.split_first() else {
        all.push(chosen);
        return;
    };
    for square in (first..25).filter(|&square| board.letter(square) == letter) {
        let next_first = match rest.first() {
            Some(&next) if next == letter => square + 1,
            _ => 0,
        };
        add_ways(board, rest, chosen | 1 << square, next_first, all);
    }
}

/// A move with its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleMove {
    /// Index of the word in the dictionary.
    pub word: u32,
    pub squares: u32,
    pub after: Position,
    pub figures: Figures,
}

impl From<&Move> for OracleMove {
    fn from(played: &Move) -> OracleMove {
        OracleMove {
            word: played.word,
            squares: played.squares,
            after: played.after,
            figures: played.score.figures(),
        }
    }
}

/// Every move of a board, best first.
pub fn ranking(board: &Board, dictionary: &Dictionary, order: MoveOrder) -> Vec<OracleMove> {
    let mut moves = Vec::new();
    for (word, text) in (0..).zip(dictionary.words()) {
        let was_played = board.played().iter().any(|played| played.starts_with(text));
        if was_played || !(2..=25).contains(&text.len()) {
            continue;
        }
        for squares in ways(board, text) {
            let after = after(board.position(), squares);
            moves.push(OracleMove {
                word,
                squares,
                after,
                figures: figures(order, after),
            });
        }
    }
    // The sort is stable, so equal moves stay in the order of the dictionary and of the ways.
    moves.sort_by(|a, b| {
        let frequency = |m: &OracleMove| dictionary.frequency(m.word).unwrap_or(f64::MIN);
        let rarer_first = frequency(a).total_cmp(&frequency(b));
        let by_figures = best_first(a.figures).cmp(&best_first(b.figures));
        by_figures.then(match order {
            MoveOrder::Article => rarer_first.reverse(),
            MoveOrder::Letterpwn => rarer_first,
        })
    });
    moves
}

/// The opponent's threat after a move, found by trying all their moves.
pub fn threat(board: &Board, dictionary: &Dictionary, played: &OracleMove) -> Threat {
    match played.figures.game_end {
        1 => return Threat::None,
        -1 => return Threat::Lost,
        _ => {}
    }
    let next = board.after(dictionary.word(played.word), played.after);
    winning_word(&next, dictionary).map_or(Threat::None, Threat::Word)
}

/// The opponent's threat after a pass that does not end the game, found by trying all their turns.
pub fn threat_of_pass(board: &Board, dictionary: &Dictionary) -> Threat {
    let next = board.swapped();
    if next.position().ours.count_ones() > next.position().theirs.count_ones() {
        return Threat::Pass;
    }
    winning_word(&next, dictionary).map_or(Threat::None, Threat::Word)
}

/// The most frequent word with which the player to move wins at once.
fn winning_word(next: &Board, dictionary: &Dictionary) -> Option<u32> {
    let wins = |squares| {
        let after = after(next.position(), squares);
        figures(MoveOrder::Article, after).game_end == 1
    };
    let mut words: Vec<u32> = (0..dictionary.len() as u32).collect();
    words.sort_by(|&a, &b| dictionary.compare_frequency(b, a).then(a.cmp(&b)));
    words.into_iter().find(|&word| {
        let text = dictionary.word(word);
        next.may_play(text) && ways(next, text).into_iter().any(wins)
    })
}

/// A game that is kept square by square.
#[derive(Clone, Debug, PartialEq)]
pub struct OracleGame {
    owners: [Option<Side>; 25],
    played: Vec<String>,
    to_move: Side,
    passes_in_a_row: usize,
}

impl OracleGame {
    pub fn new(board: &Board, first: Side) -> OracleGame {
        let Position { ours, theirs } = board.position();
        let owner = |square| match (has(ours, square), has(theirs, square)) {
            (true, _) => Some(Side::Ours),
            (_, true) => Some(Side::Theirs),
            _ => None,
        };
        OracleGame {
            owners: std::array::from_fn(owner),
            played: board.played().to_vec(),
            to_move: first,
            passes_in_a_row: 0,
        }
    }

    fn squares_of(&self, side: Side) -> u32 {
        mask_of((0..25).filter(|&square| self.owners[square] == Some(side)))
    }

    pub fn may_play(&self, word: &str) -> bool {
        !self.played.iter().any(|played| played.starts_with(word))
    }

    pub fn play(&mut self, word: &str, squares: u32) {
        let before = self.owners;
        let opponent = Some(self.to_move.other());
        for square in squares_of(squares) {
            let is_protected = before[square] == opponent
                && neighbours(square)
                    .into_iter()
                    .all(|n| before[n] == opponent);
            if !is_protected {
                self.owners[square] = Some(self.to_move);
            }
        }
        self.played.push(word.to_owned());
        self.passes_in_a_row = 0;
        self.to_move = self.to_move.other();
    }

    pub fn pass(&mut self) {
        self.passes_in_a_row += 1;
        self.to_move = self.to_move.other();
    }

    pub fn outcome(&self) -> Option<Outcome> {
        if self.owners.contains(&None) && self.passes_in_a_row < 2 {
            return None;
        }
        let ours = self.squares_of(Side::Ours).count_ones() as i32;
        let theirs = self.squares_of(Side::Theirs).count_ones() as i32;
        Some(match ours - theirs {
            1.. => Outcome::Won(Side::Ours),
            0 => Outcome::Drawn,
            _ => Outcome::Won(Side::Theirs),
        })
    }

    /// Asserts that the library's game is in the same state.
    pub fn assert_equals(&self, game: &Game) {
        let board = game.our_board();
        let position = Position {
            ours: self.squares_of(Side::Ours),
            theirs: self.squares_of(Side::Theirs),
        };
        assert_eq!(board.position(), position);
        assert_eq!(board.played(), self.played);
        assert_eq!(game.to_move(), self.to_move);
        assert_eq!(game.outcome(), self.outcome());
    }
}
