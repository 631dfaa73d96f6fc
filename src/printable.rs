//! Text from files and arguments, made safe to print.
//!
//! A terminal obeys control characters: an escape sequence in a file could set the title of the window or hide text.
//! Everything that the engine prints for people passes through here.

use std::borrow::Cow;

/// A message may have this many characters. What is beyond that is cut out of its middle.
const MAX_CHARS: usize = 1_000;

/// The start of a text that has a direction of its own. [`END_ISOLATE`] ends it.
const ISOLATE: char = '\u{2068}';

/// The end of a text that [`ISOLATE`] starts.
const END_ISOLATE: char = '\u{2069}';

/// The text with its control characters, and the characters that reverse the direction of text, written as escapes:
/// `\u{1b}`. Words that are read from right to left, such as Hebrew ones, are isolated: otherwise the marks and numbers
/// next to them would be shown on their other side.
///
/// ```
/// use wordgame_engine::printable::printable;
///
/// assert_eq!(printable("a\u{1b}]0;title\u{7}b"), "a\\u{1b}]0;title\\u{7}b");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| is_unsafe(c) || is_right_to_left(c)) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut is_isolated = false;
    for c in text.chars() {
        if is_isolated != is_right_to_left(c) {
            safe.push(if is_isolated { END_ISOLATE } else { ISOLATE });
            is_isolated = !is_isolated;
        }
        if is_unsafe(c) {
            safe.extend(c.escape_unicode());
        } else {
            safe.push(c);
        }
    }
    if is_isolated {
        safe.push(END_ISOLATE);
    }
    Cow::Owned(safe)
}

/// A message as [`printable`] text of limited length. The beginning says what is wrong and the end what to do, so a
/// long message loses its middle.
pub fn printable_message(text: &str) -> Cow<'_, str> {
    let half = MAX_CHARS / 2;
    let start = text.char_indices().nth(half).map(|(at, _)| at);
    let end = text.char_indices().nth_back(half - 1).map(|(at, _)| at);
    match (start, end) {
        (Some(start), Some(end)) if start < end => {
            let (start, end) = (printable(&text[..start]), printable(&text[end..]));
            Cow::Owned(format!("{start} … {end}"))
        }
        _ => printable(text),
    }
}

/// True for characters that change how a terminal shows other text.
fn is_unsafe(c: char) -> bool {
    let turns_text =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns_text
}

/// True for letters that are read from right to left. The ranges are the blocks of their scripts.
fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' | '\u{10800}'..='\u{10fff}'
        | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_keep_their_beginning_and_their_end() {
        let long = format!("what is wrong: {}; what to do", "é".repeat(100_000));
        let message = printable_message(&long);
        assert!(message.starts_with("what is wrong: é") && message.ends_with("é; what to do"));
        assert_eq!(message.chars().count(), MAX_CHARS + 3);
        let short = "x".repeat(MAX_CHARS);
        assert_eq!(printable_message(&short), short);
    }

    #[test]
    fn words_from_right_to_left_are_isolated() {
        assert_eq!(
            printable("שלום=-y-- 12 קשת"),
            "\u{2068}שלום\u{2069}=-y-- 12 \u{2068}קשת\u{2069}"
        );
        for text in ["größe", "слово", "λόγος", "日本語", "été 🟩"] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn controls_and_characters_that_turn_text_are_escaped() {
        assert_eq!(printable("crâne 🟩"), "crâne 🟩");
        assert_eq!(
            printable("a\nb\u{9b}c\u{202e}d"),
            "a\\u{a}b\\u{9b}c\\u{202e}d"
        );
    }
}
