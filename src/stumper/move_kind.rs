//! The three kinds of move.

use std::fmt;

/// The kind of a move, by its effect on the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// Puts all letters into another order.
    Anagram,
    /// Replaces one letter.
    Alteration,
    /// Inserts one letter anywhere. The others keep their order.
    Addition,
}

impl MoveKind {
    /// The kind of the move from one word to another, or `None` if the rules allow no such move. Takes the
    /// words as bytes, one byte per letter.
    pub fn between(from: &[u8], to: &[u8]) -> Option<MoveKind> {
        if from.len() + 1 == to.len() {
            let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            return (from[same..] == to[same + 1..]).then_some(MoveKind::Addition);
        }
        if from.len() != to.len() {
            return None;
        }
        match from.iter().zip(to).filter(|(a, b)| a != b).count() {
            0 => None,
            1 => Some(MoveKind::Alteration),
            _ => (letter_counts(from) == letter_counts(to)).then_some(MoveKind::Anagram),
        }
    }

    /// The name of the kind in lower case.
    pub fn name(self) -> &'static str {
        match self {
            MoveKind::Anagram => "anagram",
            MoveKind::Alteration => "alteration",
            MoveKind::Addition => "addition",
        }
    }
}

impl fmt::Display for MoveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

fn letter_counts(word: &[u8]) -> [u8; 256] {
    let mut counts = [0; 256];
    for &letter in word {
        counts[usize::from(letter)] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_move_follows_from_the_two_words() {
        for (from, to, expected) in [
            ("star", "arts", Some(MoveKind::Anagram)),
            ("star", "soar", Some(MoveKind::Alteration)),
            ("star", "sitar", Some(MoveKind::Addition)),
            ("star", "stars", Some(MoveKind::Addition)),
            ("star", "astar", Some(MoveKind::Addition)),
            ("sitar", "star", None),
            ("star", "star", None),
            ("star", "tears", None),
            ("star", "stoves", None),
            ("aabb", "abbb", Some(MoveKind::Alteration)),
            ("aabc", "abbc", Some(MoveKind::Alteration)),
            ("aabc", "bbca", None),
        ] {
            let kind = MoveKind::between(from.as_bytes(), to.as_bytes());
            assert_eq!(kind, expected, "{from} {to}");
        }
    }
}
