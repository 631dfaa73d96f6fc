//! Word Peaks: earlier, equal, later.

use super::{Mark, Rule};
use crate::compute::{CodeTable, RowIndex};
use crate::guessing::constraint::{self, Constraint, HardMode};
use crate::guessing::pattern::PLACE_VALUES;
use crate::guessing::{Pattern, Turn};
use crate::words::{ALPHABET, WORD_LENGTH, Word};

/// The rule of Word Peaks: each place by itself tells whether the solution's letter is earlier in the
/// alphabet than the guess's (the guess is too high, 0), the same (correct, 1), or later (the guess is
/// too low, 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordPeaks;

impl Rule for WordPeaks {
    fn name(&self) -> &'static str {
        "peaks"
    }

    fn marks(&self) -> &'static [Mark; 3] {
        &[
            Mark {
                meaning: "solution's letter is earlier (guess too high)",
                symbols: "hb0🔽",
                tree_letter: 'H',
            },
            Mark {
                meaning: "correct",
                symbols: "cg1🟩",
                tree_letter: 'C',
            },
            Mark {
                meaning: "later (too low)",
                symbols: "lo2🔼",
                tree_letter: 'L',
            },
        ]
    }

    fn solved(&self) -> Pattern {
        Pattern::from_marks([1; WORD_LENGTH])
    }

    fn pattern(&self, guess: Word, solution: Word) -> Pattern {
        let (guess, solution) = (guess.letters(), solution.letters());
        Pattern::from_marks(std::array::from_fn(|i| mark(guess[i], solution[i])))
    }

    /// One row for each place with a letter there.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable {
        // Row 0 holds zeros.
        let number =
            |place: usize, letter: u8| RowIndex::from(1 + place * ALPHABET + usize::from(letter));
        let guess_rows = guesses
            .iter()
            .map(|guess| std::array::from_fn(|place| number(place, guess.letters()[place])))
            .collect();
        let mut table = CodeTable::new(solutions.len(), guess_rows, self.solved().code());
        for (place, value) in PLACE_VALUES.into_iter().enumerate() {
            for letter in 0..ALPHABET as u8 {
                let cell = |solution: &Word| value * mark(letter, solution.letters()[place]);
                table.push_row(solutions.iter().map(cell));
            }
        }
        table
    }

    fn constraint(&self, turn: Turn, _: HardMode) -> Constraint {
        constraint::word_peaks(turn)
    }

    fn hint(&self, turns: &[Turn]) -> Option<String> {
        let known = turns.iter().fold(Constraint::default(), |known, &turn| {
            known.and(&constraint::word_peaks(turn))
        });
        Some(known.format_places())
    }
}

/// The mark of one letter.
fn mark(guess: u8, solution: u8) -> u8 {
    match solution.cmp(&guess) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::{format_pattern, parse_pattern};

    #[test]
    fn each_place_tells_earlier_equal_or_later_by_itself() {
        for (guess, solution, marks) in [
            ("mines", "greet", "hlhcl"),
            ("louse", "greet", "hlhhl"),
            ("dsobo", "greet", "lhhll"),
            ("greet", "greet", "ccccc"),
        ] {
            let pattern = WordPeaks.pattern(guess.parse().unwrap(), solution.parse().unwrap());
            assert_eq!(
                format_pattern(&WordPeaks, pattern),
                marks,
                "{guess}/{solution}"
            );
        }
    }

    #[test]
    fn marks_are_read_in_every_notation_and_case() {
        let expected = Pattern::from_marks([0, 1, 2, 2, 0]);
        for text in ["hcllh", "HCLLH", "bgoob", "BgOoB", "01220", "🔽🟩🔼🔼🔽"] {
            assert_eq!(parse_pattern(&WordPeaks, text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_hint_is_the_open_interval_of_each_place() {
        let turns = ["mines=hlhcl", "abbey=lllcl"];
        let turns = turns.map(|turn| Turn::parse(&WordPeaks, turn).unwrap());
        let hint = WordPeaks.hint(&turns);
        assert_eq!(hint.as_deref(), Some("[b-l][j-z][c-m]ez"));
    }
}
