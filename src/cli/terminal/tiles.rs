//! A guess as a row of tiles in the colours of its marks, followed by the marks in letters.

use anstyle::{AnsiColor, Style};
use wordgame_engine::guessing::rule::{Mark, format_pattern};
use wordgame_engine::guessing::{Rule, Turn};

/// A guess with its marks as tiles.
pub fn row(rule: &dyn Rule, turn: &Turn) -> String {
    let tiles = turn
        .guess
        .iter()
        .zip(turn.pattern.marks())
        .map(|(letter, mark)| {
            let letter = letter.upper_case();
            let style = style(&rule.marks()[usize::from(mark)]);
            format!("{style} {letter} {style:#}")
        });
    format!(
        "{}  {}",
        tiles.collect::<String>(),
        format_pattern(rule, turn.pattern)
    )
}

/// The row of a guess of `length` letters that was not made yet.
pub fn empty_row(length: usize) -> String {
    " _ ".repeat(length)
}

/// The colours of a mark, which follow from its emoji.
fn style(mark: &Mark) -> Style {
    let is = |symbol| mark.symbols.contains(symbol);
    let background = match () {
        () if is('🟩') => AnsiColor::Green,
        () if is('🟨') || is('🔼') => AnsiColor::Yellow,
        () if is('🔽') => AnsiColor::Cyan,
        () => AnsiColor::BrightBlack,
    };
    let letters = match background {
        AnsiColor::BrightBlack => AnsiColor::BrightWhite,
        _ => AnsiColor::Black,
    };
    Style::new()
        .bold()
        .fg_color(Some(letters.into()))
        .bg_color(Some(background.into()))
}
