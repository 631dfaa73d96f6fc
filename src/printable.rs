//! Text from files and arguments, made safe to print.
//!
//! A terminal obeys control characters: an escape sequence in a file could set the title of the window or hide text.
//! Everything that the engine prints for people passes through here.

use std::borrow::Cow;

/// A message may have this many characters. What is beyond that is cut out of its middle.
const MAX_CHARS: usize = 1_000;

/// The text with its control characters, and the characters that reverse the direction of text, written as escapes:
/// `\u{1b}`.
///
/// ```
/// use wordgame_engine::printable::printable;
///
/// assert_eq!(printable("a\u{1b}]0;title\u{7}b"), "a\\u{1b}]0;title\\u{7}b");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unsafe(c) {
            safe.extend(c.escape_unicode());
        } else {
            safe.push(c);
        }
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
    fn controls_and_characters_that_turn_text_are_escaped() {
        assert_eq!(printable("crâne 🟩"), "crâne 🟩");
        assert_eq!(
            printable("a\nb\u{9b}c\u{202e}d"),
            "a\\u{a}b\\u{9b}c\\u{202e}d"
        );
    }
}
