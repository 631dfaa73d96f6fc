//! A board as people see it: its letters with the suggested squares marked, and who owns what now and
//! after the move. On a terminal in the players' colours, darker where protected.

use std::io::{self, Write};

use anstyle::{AnsiColor, Color, Style};
use wordgame_engine::letterpress::Board;
use wordgame_engine::letterpress::board::{SIDE, owners};
use wordgame_engine::letterpress::rules::{Position, SQUARES};

/// A board's best move.
#[derive(Clone, Copy)]
pub struct Best<'a> {
    pub word: &'a str,
    /// The squares of the word.
    pub squares: u32,
    /// Who owns which squares after it.
    pub after: Position,
}

/// Draws a board, and what a move makes of it.
pub fn draw(out: &mut dyn Write, board: &Board, best: Option<Best>) -> io::Result<()> {
    let now = owners(board.position(), true);
    let after = best.map(|best| owners(best.after, true));
    let squares = best.map_or(0, |best| best.squares);
    let title = best.map_or(String::new(), |best| format!("after {}", best.word));
    writeln!(
        out,
        "{}",
        format!("  {:17}{:9}{title}", "board", "now").trim_end()
    )?;
    for row in 0..SIDE {
        write!(out, "  ")?;
        write_letters(out, board, &now, squares, row)?;
        write_owners(out, "  ", &now, row)?;
        if let Some(after) = &after {
            write_owners(out, "    ", after, row)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Draws a board with the numbers of its rows and columns, by which people name squares, and the squares
/// of a move marked.
pub fn draw_numbered(out: &mut dyn Write, board: &Board, squares: u32) -> io::Result<()> {
    let owners = owners(board.position(), true);
    let columns: String = (1..=SIDE).map(|column| format!(" {column} ")).collect();
    writeln!(out, "    {}", columns.trim_end())?;
    for row in 0..SIDE {
        write!(out, "  {} ", row + 1)?;
        write_letters(out, board, &owners, squares, row)?;
        write_owners(out, "  ", &owners, row)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The key to a drawing.
pub fn key(position: Position, after: Option<Position>) -> Option<&'static str> {
    let is_owned = |position: Position| position.ours | position.theirs != 0;
    let any = is_owned(position) || after.is_some_and(is_owned);
    any.then_some("o ours, t theirs, upper case protected; [ ] the squares of the best move")
}

fn write_letters(
    out: &mut dyn Write,
    board: &Board,
    owners: &[char; SQUARES],
    marked: u32,
    row: usize,
) -> io::Result<()> {
    let of_row = owners.iter().enumerate().skip(row * SIDE).take(SIDE);
    for (square, &owner) in of_row {
        let letter = board.letter(square);
        let text = match marked >> square & 1 {
            1 => format!("[{letter}]"),
            _ => format!(" {letter} "),
        };
        paint(out, owner, &text)?;
    }
    Ok(())
}

fn write_owners(
    out: &mut dyn Write,
    indent: &str,
    owners: &[char; SQUARES],
    row: usize,
) -> io::Result<()> {
    write!(out, "{indent}")?;
    for &owner in &owners[row * SIDE..(row + 1) * SIDE] {
        paint(out, owner, &owner.to_string())?;
    }
    Ok(())
}

/// Writes a text in the colours of the owner of its square.
fn paint(out: &mut dyn Write, owner: char, text: &str) -> io::Result<()> {
    let (background, foreground) = match owner {
        'o' => (AnsiColor::BrightBlue, AnsiColor::Black),
        'O' => (AnsiColor::Blue, AnsiColor::BrightWhite),
        't' => (AnsiColor::BrightRed, AnsiColor::Black),
        'T' => (AnsiColor::Red, AnsiColor::BrightWhite),
        _ => return write!(out, "{text}"),
    };
    let style = Style::new()
        .bg_color(Some(Color::Ansi(background)))
        .fg_color(Some(Color::Ansi(foreground)));
    write!(out, "{style}{text}{style:#}")
}
