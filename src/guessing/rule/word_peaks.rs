//! Word Peaks: earlier, equal, later.

use std::collections::HashMap;

use super::{Mark, Rule, length_of, new_table};
use crate::compute::{CodeTable, RowIndex};
use crate::guessing::constraint::{self, Constraint, HardMode};
use crate::guessing::pattern::POWERS_OF_THREE;
use crate::guessing::settled::{self, Settled};
use crate::guessing::{Pattern, Turn};
use crate::words::{Alphabet, Letter, Word};

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

    fn solved(&self, length: usize) -> Pattern {
        Pattern::of_equal_marks(1, length)
    }

    fn pattern(&self, guess: Word, solution: Word) -> Pattern {
        assert_eq!(guess.len(), solution.len(), "words of one length");
        let marks = guess.iter().zip(&*solution);
        let marks: Vec<u8> = marks
            .map(|(guess, solution)| mark(*guess, *solution))
            .collect();
        Pattern::from_marks(&marks)
    }

    /// The table has one row for each letter in each position where a guess has it.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable {
        let length = length_of(guesses, solutions);
        let mut row_of: HashMap<(usize, Letter), RowIndex> = HashMap::new();
        let mut keys = Vec::new();
        let mut guess_rows = Vec::with_capacity(guesses.len() * length);
        for guess in guesses {
            for key in guess.iter().copied().enumerate() {
                // Row 0 contains only zeros.
                let row = *row_of.entry(key).or_insert_with(|| {
                    keys.push(key);
                    RowIndex::from(keys.len())
                });
                guess_rows.push(row);
            }
        }
        let mut table = new_table(solutions.len(), length, guess_rows, self.solved(length));
        for (position, letter) in keys {
            let power = POWERS_OF_THREE[position];
            let cell =
                |solution: &Word| (power * u16::from(mark(letter, solution[position]))) as u8;
            table.push_row(solutions.iter().map(cell));
        }
        table
    }

    fn constraint(&self, turn: Turn, _: HardMode) -> Constraint {
        constraint::word_peaks(turn)
    }

    fn settled(&self, turn: Turn) -> Settled {
        settled::word_peaks(turn)
    }

    fn hint(&self, turns: &[Turn], alphabet: &Alphabet, length: usize) -> Option<String> {
        let constraints = turns.iter().map(|&turn| constraint::word_peaks(turn));
        let all = constraints.fold(Constraint::default(), |all, one| all.and(&one));
        Some(all.format_positions(alphabet, length))
    }
}

/// The mark of one letter.
fn mark(guess: Letter, solution: Letter) -> u8 {
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
        let expected = Pattern::from_marks(&[0, 1, 2, 2, 0]);
        for text in ["hcllh", "HCLLH", "bgoob", "BgOoB", "01220", "🔽🟩🔼🔼🔽"] {
            assert_eq!(parse_pattern(&WordPeaks, text, 5), Ok(expected), "{text}");
        }
    }

    #[test]
    fn hint_is_the_open_interval_of_each_position() {
        let latin = Alphabet::latin();
        let turns = ["mines=hlhcl", "abbey=lllcl"];
        let turns = turns.map(|turn| Turn::parse(&WordPeaks, latin, turn).unwrap());
        let hint = WordPeaks.hint(&turns, latin, 5);
        assert_eq!(hint.as_deref(), Some("[b-l][j-z][c-m]ez"));
    }
}
