//! Guesses as rows of tiles in the colours of their marks, followed by the marks as text.

use anstyle::{AnsiColor, Style};
use wordgame_engine::guessing::rule::{Mark, format_pattern};
use wordgame_engine::guessing::{Rule, Turn};
use wordgame_engine::words::WORD_LENGTH;

/// A guess with its marks as tiles.
pub fn row(rule: &dyn Rule, turn: &Turn) -> String {
    let letters = turn.guess.to_string().to_ascii_uppercase();
    let tiles = letters
        .chars()
        .zip(turn.pattern.marks())
        .map(|(letter, mark)| {
            let style = style(&rule.marks()[usize::from(mark)]);
            format!("{style} {letter} {style:#}")
        });
    format!(
        "{}  {}",
        tiles.collect::<String>(),
        format_pattern(rule, turn.pattern)
    )
}

/// A row for a guess that is not made yet.
pub fn empty_row() -> String {
    " _ ".repeat(WORD_LENGTH)
}

/// The colours of a mark, chosen by its emoji.
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
