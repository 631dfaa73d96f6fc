//! Wordle: absent, present, correct.

use super::{Mark, Rule};
use crate::compute::rows::ROWS_PER_GUESS;
use crate::compute::{CodeTable, RowIndex};
use crate::guessing::constraint::{self, Constraint, HardMode};
use crate::guessing::pattern::POWERS_OF_THREE;
use crate::guessing::settled::{self, Settled};
use crate::guessing::{Pattern, Turn};
use crate::words::{ALPHABET, WORD_LENGTH, Word};

const ABSENT: u8 = 0;
const PRESENT: u8 = 1;
const CORRECT: u8 = 2;

/// The number of sets of positions in a word.
const POSITION_SETS: usize = 1 << WORD_LENGTH;

/// A set of positions in a word, as bits: bit 0 is the first position.
type PositionSet = usize;

/// The rule of Wordle. A letter in the right position is correct (2). The other letters are marked from left to
/// right: a letter is present (1) if the solution has another copy of it that is not yet accounted for, and absent
/// (0) otherwise.
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
        let mut copies_left = [0; ALPHABET];
        for i in 0..WORD_LENGTH {
            if guess[i] == solution[i] {
                marks[i] = CORRECT;
            } else {
                copies_left[usize::from(solution[i])] += 1;
            }
        }
        for i in 0..WORD_LENGTH {
            let left = &mut copies_left[usize::from(guess[i])];
            if marks[i] != CORRECT && *left > 0 {
                marks[i] = PRESENT;
                *left -= 1;
            }
        }
        Pattern::from_marks(marks)
    }

    /// The table has one row for each letter together with a set of positions where a guess has it. The marks of that
    /// letter depend only on these positions and on the solution, so their contribution to the code can be added up
    /// letter by letter.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable {
        let (guess_rows, keys) = assign_rows(guesses);
        let mut table = CodeTable::new(solutions.len(), guess_rows, self.solved().code());
        let positions_of = positions_by_letter(solutions);
        for (letter, in_guess) in keys {
            let codes: [u8; POSITION_SETS] =
                std::array::from_fn(|in_solution| letter_code(in_guess, in_solution));
            let positions = positions_of[usize::from(letter)].iter();
            table.push_row(positions.map(|&in_solution| codes[usize::from(in_solution)]));
        }
        table
    }

    fn constraint(&self, turn: Turn, mode: HardMode) -> Constraint {
        constraint::wordle(turn, mode)
    }

    fn settled(&self, turn: Turn) -> Settled {
        settled::wordle(turn)
    }
}

/// The rows of each guess, and the letter and positions of each row. Row 0, which contains only zeros, is not among
/// the latter.
fn assign_rows(guesses: &[Word]) -> (Vec<[RowIndex; ROWS_PER_GUESS]>, Vec<(u8, PositionSet)>) {
    let mut row_of = [[RowIndex(0); POSITION_SETS]; ALPHABET];
    let mut keys = Vec::new();
    let rows_of_guess = |&guess: &Word| {
        let mut rows = [RowIndex(0); ROWS_PER_GUESS];
        for (row, (letter, positions)) in rows.iter_mut().zip(letter_positions(guess)) {
            let assigned = &mut row_of[usize::from(letter)][positions];
            if *assigned == RowIndex(0) {
                keys.push((letter, positions));
                *assigned = RowIndex::from(keys.len());
            }
            *row = *assigned;
        }
        rows
    };
    let guess_rows = guesses.iter().map(rows_of_guess).collect();
    (guess_rows, keys)
}

/// For each letter of the alphabet, the set of positions where each word has it.
fn positions_by_letter(words: &[Word]) -> Vec<Vec<u8>> {
    let mut positions_of = vec![vec![0u8; words.len()]; ALPHABET];
    for (index, word) in words.iter().enumerate() {
        for (position, letter) in word.letters().into_iter().enumerate() {
            positions_of[usize::from(letter)][index] |= 1 << position;
        }
    }
    positions_of
}

/// The distinct letters of a word, each with the set of its positions.
fn letter_positions(word: Word) -> impl Iterator<Item = (u8, PositionSet)> {
    let letters = word.letters();
    letters
        .into_iter()
        .enumerate()
        .filter_map(move |(i, letter)| {
            let is_first = letters.iter().position(|&l| l == letter) == Some(i);
            let positions = (0..WORD_LENGTH).filter(|&position| letters[position] == letter);
            is_first.then(|| (letter, positions.map(|position| 1 << position).sum()))
        })
}

/// The contribution of one letter to the code, given the positions where the guess and the solution have it.
fn letter_code(in_guess: PositionSet, in_solution: PositionSet) -> u8 {
    let mut copies_left = (in_solution & !in_guess).count_ones();
    let mut code = 0;
    for (position, power) in POWERS_OF_THREE.into_iter().enumerate() {
        let bit = 1 << position;
        if in_guess & in_solution & bit != 0 {
            code += CORRECT * power;
        } else if in_guess & bit != 0 && copies_left > 0 {
            code += PRESENT * power;
            copies_left -= 1;
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::{format_pattern, parse_pattern};

    #[test]
    fn repeated_letters_are_marked_greens_first_then_from_left_to_right() {
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
    fn only_the_solution_itself_gives_the_solved_pattern() {
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
    fn unknown_marks_and_wrong_numbers_of_marks_are_rejected() {
        for text in ["", "gggg", "gggggg", "ggxgg", "-y--🟩🟩"] {
            assert!(parse_pattern(&Wordle, text).is_err(), "{text}");
        }
    }
}
