//! Word Peaks: earlier, equal, later.

use super::{Mark, Rule};
use crate::compute::{CodeTable, RowIndex};
use crate::guessing::constraint::{self, Constraint, HardMode};
use crate::guessing::pattern::POWERS_OF_THREE;
use crate::guessing::settled::{self, Settled};
use crate::guessing::{Pattern, Turn};
use crate::words::{ALPHABET, WORD_LENGTH, Word};

/// The rule of Word Peaks. Each position is marked by itself: the solution's letter comes earlier in the alphabet than
/// the guess's (the guess is too high, 0), is the same (correct, 1), or comes later (the guess is too low, 2).
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

    /// The table has one row for each letter in each position.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable {
        // Row 0 contains only zeros.
        let row_of = |position: usize, letter: u8| {
            RowIndex::from(1 + position * ALPHABET + usize::from(letter))
        };
        let guess_rows = guesses
            .iter()
            .map(|guess| std::array::from_fn(|i| row_of(i, guess.letters()[i])))
            .collect();
        let mut table = CodeTable::new(solutions.len(), guess_rows, self.solved().code());
        for (position, power) in POWERS_OF_THREE.into_iter().enumerate() {
            for letter in 0..ALPHABET as u8 {
                let cell = |solution: &Word| power * mark(letter, solution.letters()[position]);
                table.push_row(solutions.iter().map(cell));
            }
        }
        table
    }

    fn constraint(&self, turn: Turn, _: HardMode) -> Constraint {
        constraint::word_peaks(turn)
    }

    fn settled(&self, turn: Turn) -> Settled {
        settled::word_peaks(turn)
    }

    fn hint(&self, turns: &[Turn]) -> Option<String> {
        let constraints = turns.iter().map(|&turn| constraint::word_peaks(turn));
        let all = constraints.fold(Constraint::default(), |all, one| all.and(&one));
        Some(all.format_positions())
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
    fn each_position_is_marked_earlier_equal_or_later_by_itself() {
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
    fn hint_is_the_open_interval_of_each_position() {
        let turns = ["mines=hlhcl", "abbey=lllcl"];
        let turns = turns.map(|turn| Turn::parse(&WordPeaks, turn).unwrap());
        let hint = WordPeaks.hint(&turns);
        assert_eq!(hint.as_deref(), Some("[b-l][j-z][c-m]ez"));
    }
}
