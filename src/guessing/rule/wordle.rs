//! Wordle: absent, present, correct.

use super::{Mark, Rule};
use crate::compute::table::ROWS_PER_GUESS;
use crate::compute::{CodeTable, RowIndex};
use crate::guessing::constraint::{self, Constraint, HardMode};
use crate::guessing::pattern::PLACE_VALUES;
use crate::guessing::{Pattern, Turn};
use crate::words::{ALPHABET, WORD_LENGTH, Word};

const ABSENT: u8 = 0;
const PRESENT: u8 = 1;
const CORRECT: u8 = 2;

/// Sets of places in a word, as bits.
const PLACE_SETS: usize = 1 << WORD_LENGTH;

/// The rule of Wordle: a letter in its place is correct (2). Of the others, from left to right, each
/// that the solution still has a copy of is present (1), the rest absent (0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wordle;

impl Rule for Wordle {
    fn name(&self) -> &'static str {
        "wordle"
    }

    fn marks(&self) -> &'static [Mark; 3] {
        &[
            Mark {
                meaning: "absent",
                symbols: "-0.b⬛⬜",
                tree_letter: 'B',
            },
            Mark {
                meaning: "present",
                symbols: "y1🟨🟦",
                tree_letter: 'Y',
            },
            Mark {
                meaning: "correct",
                symbols: "g2🟩🟧",
                tree_letter: 'G',
            },
        ]
    }

    fn solved(&self) -> Pattern {
        Pattern::from_marks([CORRECT; WORD_LENGTH])
    }

    fn pattern(&self, guess: Word, solution: Word) -> Pattern {
        let (guess, solution) = (guess.letters(), solution.letters());
        let mut marks = [ABSENT; WORD_LENGTH];
        let mut copies = [0; ALPHABET];
        for i in 0..WORD_LENGTH {
            if guess[i] == solution[i] {
                marks[i] = CORRECT;
            } else {
                copies[usize::from(solution[i])] += 1;
            }
        }
        for i in 0..WORD_LENGTH {
            let left = &mut copies[usize::from(guess[i])];
            if marks[i] != CORRECT && *left > 0 {
                marks[i] = PRESENT;
                *left -= 1;
            }
        }
        Pattern::from_marks(marks)
    }

    /// One row for each letter together with the places where a guess has it: what the marks of
    /// that letter add to the code depends on these and on the solution alone.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable {
        let mut numbers = [[RowIndex(0); PLACE_SETS]; ALPHABET];
        let mut keys = Vec::new();
        let guess_rows = guesses
            .iter()
            .map(|&guess| {
                let mut rows = [RowIndex(0); ROWS_PER_GUESS];
                for (row, (letter, places)) in rows.iter_mut().zip(letter_places(guess)) {
                    let number = &mut numbers[usize::from(letter)][places];
                    if *number == RowIndex(0) {
                        keys.push((letter, places));
                        *number = RowIndex::from(keys.len());
                    }
                    *row = *number;
                }
                rows
            })
            .collect();

        let mut table = CodeTable::new(solutions.len(), guess_rows, self.solved().code());
        let mut places_by_letter = vec![vec![0u8; solutions.len()]; ALPHABET];
        for (s, solution) in solutions.iter().enumerate() {
            for (place, letter) in solution.letters().into_iter().enumerate() {
                places_by_letter[usize::from(letter)][s] |= 1 << place;
            }
        }
        for (letter, places) in keys {
            let codes: [u8; PLACE_SETS] = std::array::from_fn(|there| letter_code(places, there));
            let there = &places_by_letter[usize::from(letter)];
            table.push_row(there.iter().map(|&there| codes[usize::from(there)]));
        }
        table
    }

    fn constraint(&self, turn: Turn, mode: HardMode) -> Constraint {
        constraint::wordle(turn, mode)
    }
}

/// The different letters of a word, each with the set of places where it stands.
fn letter_places(word: Word) -> impl Iterator<Item = (u8, usize)> {
    let letters = word.letters();
    letters
        .into_iter()
        .enumerate()
        .filter_map(move |(i, letter)| {
            let first = letters.iter().position(|&l| l == letter) == Some(i);
            let places = (0..WORD_LENGTH).filter(|&place| letters[place] == letter);
            first.then(|| (letter, places.map(|place| 1 << place).sum()))
        })
}

/// What one letter adds to the code when the guess has it in the places `guessed` and the solution
/// in the places `there`.
fn letter_code(guessed: usize, there: usize) -> u8 {
    let mut copies = (there & !guessed).count_ones();
    let mut code = 0;
    for (place, value) in PLACE_VALUES.into_iter().enumerate() {
        let bit = 1 << place;
        if guessed & there & bit != 0 {
            code += CORRECT * value;
        } else if guessed & bit != 0 && copies > 0 {
            code += PRESENT * value;
            copies -= 1;
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::{format_pattern, parse_pattern};

    #[test]
    fn duplicate_letters_are_marked_greens_first_then_from_left_to_right() {
        for (guess, solution, marks) in [
            ("sease", "essay", "yyyy-"),
            ("femme", "xerox", "-g---"),
            ("exlax", "xerox", "yy--g"),
            ("risks", "books", "---gg"),
            ("seven", "surer", "g--g-"),
            ("added", "dread", "yy-yg"),
            ("sense", "shine", "g-y-g"),
            ("geese", "those", "---gg"),
            ("adore", "award", "gy-g-"),
        ] {
            let pattern = Wordle.pattern(guess.parse().unwrap(), solution.parse().unwrap());
            assert_eq!(
                format_pattern(&Wordle, pattern),
                marks,
                "{guess}/{solution}"
            );
        }
    }

    #[test]
    fn a_guess_that_is_the_solution_is_solved_and_nothing_else_is() {
        let words = ["geese", "those", "abbey"].map(|word| word.parse::<Word>().unwrap());
        for guess in words {
            for solution in words {
                let solved = Wordle.pattern(guess, solution) == Wordle.solved();
                assert_eq!(solved, guess == solution);
            }
        }
        assert_eq!(Wordle.solved().code(), 242);
    }

    #[test]
    fn marks_are_read_in_every_notation() {
        let expected = Pattern::from_marks([0, 1, 0, 0, 2]);
        for text in [
            "-y--g",
            "-Y--G",
            "01002",
            ".y..G",
            "⬛🟨⬛⬛🟩",
            "⬜🟨⬜⬜🟩",
            "⬛\u{fe0f}🟦⬛⬛🟧",
        ] {
            assert_eq!(parse_pattern(&Wordle, text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn other_marks_or_another_number_of_them_are_refused() {
        for text in ["", "gggg", "gggggg", "ggxgg", "-y--🟩🟩"] {
            assert!(parse_pattern(&Wordle, text).is_err(), "{text}");
        }
    }
}
