//! Wordle: absent, present, correct.

use super::{Mark, Rule, length_of, new_table};
use crate::compute::{CodeTable, RowIndex};
use crate::guessing::constraint::{self, Constraint, HardMode};
use crate::guessing::pattern::POWERS_OF_THREE;
use crate::guessing::settled::{self, Settled};
use crate::guessing::{Pattern, Turn};
use crate::words::{Letter, MAX_LENGTH, Word};

const ABSENT: u8 = 0;
const PRESENT: u8 = 1;
const CORRECT: u8 = 2;

/// A set of positions in a word, as bits: bit 0 is the first position.
type PositionSet = u16;

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

    fn solved(&self, length: usize) -> Pattern {
        Pattern::of_equal_marks(CORRECT, length)
    }

    fn pattern(&self, guess: Word, solution: Word) -> Pattern {
        assert_eq!(guess.len(), solution.len(), "words of one length");
        let mut marks = [ABSENT; MAX_LENGTH];
        let marks = &mut marks[..guess.len()];
        // The positions of the solution whose letter is accounted for.
        let mut accounted: PositionSet = 0;
        for i in 0..guess.len() {
            if guess[i] == solution[i] {
                marks[i] = CORRECT;
                accounted |= 1 << i;
            }
        }
        for (mark, letter) in marks.iter_mut().zip(&*guess) {
            let is_copy = |&j: &usize| solution[j] == *letter && accounted >> j & 1 == 0;
            if *mark != CORRECT
                && let Some(copy) = (0..solution.len()).find(is_copy)
            {
                *mark = PRESENT;
                accounted |= 1 << copy;
            }
        }
        Pattern::from_marks(marks)
    }

    /// The table has one row for each letter together with a set of positions where a guess has it. The marks of that
    /// letter depend only on these positions and on the solution, so their contribution to the code can be added up
    /// letter by letter.
    fn code_table(&self, guesses: &[Word], solutions: &[Word]) -> CodeTable {
        let length = length_of(guesses, solutions);
        let mut words = guesses.iter().chain(solutions);
        // The number of letters of the alphabet.
        let ranks = words.next().map_or(0, Word::ranks);
        let (guess_rows, keys) = assign_rows(guesses, length, ranks);
        let mut table = new_table(solutions.len(), length, guess_rows, self.solved(length));
        let positions_of = positions_by_letter(solutions, ranks);
        for (rank, in_guess) in keys {
            let codes: Vec<u16> = (0..1 << length)
                .map(|in_solution| letter_code(in_guess, in_solution, length))
                .collect();
            table.push_row_by_key(&positions_of[usize::from(rank)], &codes);
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

/// The rows of each guess, `length` of them, and the letter (by rank) and positions of each row. Row 0, which contains
/// only zeros, is not among the latter.
fn assign_rows(
    guesses: &[Word],
    length: usize,
    ranks: usize,
) -> (Vec<RowIndex>, Vec<(u8, PositionSet)>) {
    let mut row_of = vec![RowIndex(0); ranks << length];
    let mut keys = Vec::new();
    let mut guess_rows = Vec::with_capacity(guesses.len() * length);
    for guess in guesses {
        for_each_letter(guess, |letter, positions| {
            let row = &mut row_of[usize::from(letter.rank()) << length | usize::from(positions)];
            if *row == RowIndex(0) {
                keys.push((letter.rank(), positions));
                *row = RowIndex::from(keys.len());
            }
            guess_rows.push(*row);
        });
        guess_rows.resize(guess_rows.len().next_multiple_of(length), RowIndex(0));
    }
    (guess_rows, keys)
}

/// For each letter of an alphabet of `ranks` letters, the set of positions where each word has it.
fn positions_by_letter(words: &[Word], ranks: usize) -> Vec<Vec<PositionSet>> {
    let mut positions_of = vec![vec![0; words.len()]; ranks];
    for (index, word) in words.iter().enumerate() {
        for (position, letter) in word.iter().enumerate() {
            positions_of[usize::from(letter.rank())][index] |= 1 << position;
        }
    }
    positions_of
}

/// Calls `each` with the distinct letters of a word, each with the set of its positions.
fn for_each_letter(word: &Word, mut each: impl FnMut(Letter, PositionSet)) {
    let mut seen: PositionSet = 0;
    for (i, letter) in word.iter().enumerate() {
        if seen >> i & 1 == 1 {
            continue;
        }
        let mut positions = 0;
        for (j, other) in word.iter().enumerate().skip(i) {
            positions |= PositionSet::from(other == letter) << j;
        }
        seen |= positions;
        each(*letter, positions);
    }
}

/// The contribution of one letter to the code, given the positions where the guess and the solution have it.
fn letter_code(in_guess: PositionSet, in_solution: PositionSet, length: usize) -> u16 {
    let mut copies_left = (in_solution & !in_guess).count_ones();
    let mut code = 0;
    for (position, power) in POWERS_OF_THREE.into_iter().enumerate().take(length) {
        let bit = 1 << position;
        if in_guess & in_solution & bit != 0 {
            code += u16::from(CORRECT) * power;
        } else if in_guess & bit != 0 && copies_left > 0 {
            code += u16::from(PRESENT) * power;
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
                let solved = Wordle.pattern(guess, solution) == Wordle.solved(5);
                assert_eq!(solved, guess == solution);
            }
        }
        assert_eq!(Wordle.solved(5).code(), 242);
    }

    #[test]
    fn marks_are_read_in_every_notation() {
        let expected = Pattern::from_marks(&[0, 1, 0, 0, 2]);
        for text in [
            "-y--g",
            "-Y--G",
            "01002",
            ".y..G",
            "⬛🟨⬛⬛🟩",
            "⬜🟨⬜⬜🟩",
            "⬛\u{fe0f}🟦⬛⬛🟧",
        ] {
            assert_eq!(parse_pattern(&Wordle, text, 5), Ok(expected), "{text}");
        }
    }

    #[test]
    fn unknown_marks_and_wrong_numbers_of_marks_are_rejected() {
        for text in ["", "gggg", "gggggg", "ggxgg", "-y--🟩🟩"] {
            assert!(parse_pattern(&Wordle, text, 5).is_err(), "{text}");
        }
    }
}
