//! A picture of a board in text: its letters, with the squares of a move in brackets, and who owns which squares before
//! and after the move. Squares have the style of their owner.

use crate::letterpress::board::{SIDE, owners};
use crate::letterpress::rules::SQUARES;
use crate::letterpress::{Board, Position};
use crate::report::{Line, Style};

/// The best move of a board.
#[derive(Clone, Copy)]
pub struct BestMove<'a> {
    /// The word.
    pub word: &'a str,
    /// The squares of the word.
    pub squares: u32,
    /// The position after the move.
    pub after: Position,
}

/// Draws a board, and the position after its best move.
pub fn draw(board: &Board, best: Option<BestMove>) -> Vec<Line> {
    let now = owners(board.position(), true);
    let after = best.map(|best| owners(best.after, true));
    let squares = best.map_or(0, |best| best.squares);
    let title = best.map_or(String::new(), |best| format!("after {}", best.word));
    let heading = format!("  {:17}{:9}{title}", "board", "now");
    let mut lines = vec![Line::from(heading.trim_end())];
    for row in 0..SIDE {
        let mut line = Line::from("  ");
        push_letters(&mut line, board, &now, squares, row);
        push_owners(&mut line, "  ", &now, row);
        if let Some(after) = &after {
            push_owners(&mut line, "    ", after, row);
        }
        lines.push(line);
    }
    lines
}

/// Draws a board with the numbers of its rows and columns, which people use to name squares. The squares of a move are
/// in brackets.
pub fn draw_numbered(board: &Board, squares: u32) -> Vec<Line> {
    let owners = owners(board.position(), true);
    let columns: String = (1..=SIDE).map(|column| format!(" {column} ")).collect();
    let mut lines = vec![Line::from(format!("    {}", columns.trim_end()))];
    for row in 0..SIDE {
        let mut line = Line::from(format!("  {} ", row + 1));
        push_letters(&mut line, board, &owners, squares, row);
        push_owners(&mut line, "  ", &owners, row);
        lines.push(line);
    }
    lines
}

/// The key to a drawing, if anybody owns a square before or after the move.
pub fn key(position: Position, after: Option<Position>) -> Option<&'static str> {
    let is_owned = |position: Position| position.ours | position.theirs != 0;
    let any = is_owned(position) || after.is_some_and(is_owned);
    any.then_some("o ours, t theirs, upper case protected; [ ] the squares of the best move")
}

/// Adds the letters of a row. Those on the squares of the mask are in brackets.
fn push_letters(
    line: &mut Line,
    board: &Board,
    owners: &[char; SQUARES],
    squares: u32,
    row: usize,
) {
    let first = row * SIDE;
    for (square, owner) in (first..).zip(&owners[first..first + SIDE]) {
        let letter = board.letter(square);
        let text = if squares >> square & 1 == 1 {
            format!("[{letter}]")
        } else {
            format!(" {letter} ")
        };
        line.push(text, style(*owner));
    }
}

/// Adds the owners of a row.
fn push_owners(line: &mut Line, indent: &str, owners: &[char; SQUARES], row: usize) {
    line.push(indent, Style::Plain);
    for owner in &owners[row * SIDE..(row + 1) * SIDE] {
        line.push(*owner, style(*owner));
    }
}

fn style(owner: char) -> Style {
    let is_protected = owner.is_ascii_uppercase();
    match owner.to_ascii_lowercase() {
        'o' => Style::Ours { is_protected },
        't' => Style::Theirs { is_protected },
        _ => Style::Plain,
    }
}
