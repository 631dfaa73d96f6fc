//! Violations: the demand of hard mode that a guess does not meet, and the turn that the demand comes from.

use std::fmt;

use super::letter_set::LetterSet;
use super::{Constraint, HardMode, Rule, Turn};
use crate::words::{Alphabet, Letter, Word};

/// A demand of hard mode that a guess does not meet. It displays as `E must be in position 3 (turn 2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The number of the turn that the demand comes from, from 1.
    pub turn: usize,
    /// The demand, in words.
    pub demand: String,
}

/// One condition of a [`Constraint`]. Letters are given by their rank.
#[derive(Clone, Copy, Debug)]
enum Demand {
    /// A position takes only some letters.
    Position {
        /// The position, from 0.
        position: usize,
        /// The letters that it takes.
        allowed: LetterSet,
        /// All others.
        forbidden: LetterSet,
    },
    /// The guess has at least this many copies of a letter.
    AtLeast {
        /// The rank of the letter.
        letter: u8,
        /// The number of copies.
        copies: usize,
    },
    /// The guess has at most this many copies of a letter.
    AtMost {
        /// The rank of the letter.
        letter: u8,
        /// The number of copies.
        copies: usize,
    },
}

impl Violation {
    /// The first demand that a guess does not meet after some turns, or `None` if hard mode is off or allows the guess.
    /// `alphabet` is that of the lists.
    pub fn find(
        rule: &dyn Rule,
        alphabet: &Alphabet,
        turns: &[Turn],
        hard: Option<HardMode>,
        guess: Word,
    ) -> Option<Violation> {
        let mode = hard?;
        let of_turn = |(number, &turn): (usize, &Turn)| {
            let demand = unmet(&rule.constraint(turn, mode), guess)?;
            Some(Violation {
                turn: number,
                demand: demand.describe(alphabet),
            })
        };
        (1..).zip(turns).find_map(of_turn)
    }
}

/// The first condition of a constraint that a word does not meet: those of positions first.
fn unmet(constraint: &Constraint, word: Word) -> Option<Demand> {
    // Most words meet all conditions, which is quickly found.
    if constraint.allows(&word.into()) {
        return None;
    }
    let mut letters = word.iter().enumerate();
    let in_position = letters.find_map(|(position, letter)| {
        let forbidden = constraint.forbidden(position);
        let demand = || Demand::Position {
            position,
            allowed: constraint.allowed(position),
            forbidden,
        };
        forbidden.contains(letter.rank()).then(demand)
    });
    let of_letter = |letter: u8| {
        let copies = word.count(letter);
        // The letter has to occur more than `least - 1` times and may not occur more than `most` times.
        let least = (0..word.len()).filter(|&i| constraint.more_than(i).contains(letter));
        let least = least.count();
        if copies < least {
            return Some(Demand::AtLeast {
                letter,
                copies: least,
            });
        }
        let most = (0..word.len()).find(|&i| constraint.not_more_than(i).contains(letter))?;
        (copies > most).then_some(Demand::AtMost {
            letter,
            copies: most,
        })
    };
    in_position.or_else(|| (0..u8::MAX).find_map(of_letter))
}

impl fmt::Display for Violation {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{} (turn {})", self.demand, self.turn)
    }
}

impl Demand {
    /// The demand in words.
    fn describe(&self, alphabet: &Alphabet) -> String {
        let name = |rank: u8| {
            let letter = alphabet.letter_of_rank(rank);
            letter.map_or('?', Letter::upper_case)
        };
        match *self {
            Demand::Position {
                position,
                allowed,
                forbidden,
            } => {
                let position = position + 1;
                if let Some(letter) = allowed.only() {
                    format!("{} must be in position {position}", name(letter))
                } else if let Some(letter) = forbidden.only() {
                    format!("{} may not be in position {position}", name(letter))
                } else {
                    format!(
                        "position {position} takes only {}",
                        allowed.format(alphabet)
                    )
                }
            }
            Demand::AtLeast { letter, copies: 1 } => {
                format!("the guess must have {}", name(letter))
            }
            Demand::AtLeast { letter, copies } => {
                format!("the guess must have {copies} copies of {}", name(letter))
            }
            Demand::AtMost { letter, copies: 0 } => {
                format!("the guess may not have {}", name(letter))
            }
            Demand::AtMost { letter, copies } => {
                format!("the guess may not have more than {copies} {}", name(letter))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::{WordPeaks, Wordle};

    #[track_caller]
    fn assert_violation(rule: &dyn Rule, mode: HardMode, turns: &str, guess: &str, says: &str) {
        let turns = turns
            .split(' ')
            .map(|turn| Turn::parse(rule, Alphabet::latin(), turn).unwrap());
        let turns: Vec<Turn> = turns.collect();
        let found = Violation::find(
            rule,
            Alphabet::latin(),
            &turns,
            Some(mode),
            guess.parse().unwrap(),
        );
        let found = found.map(|violation| violation.to_string());
        assert_eq!(found.as_deref().unwrap_or("allowed"), says, "{guess}");
    }

    #[test]
    fn violation_names_the_first_turn_and_its_mark() {
        let turns = "crane=-y--- foyer=---gg";
        for (guess, says) in [
            ("otter", "allowed"),
            ("slate", "the guess must have R (turn 1)"),
            ("ruins", "E must be in position 4 (turn 2)"),
            ("rebel", "R must be in position 5 (turn 2)"),
        ] {
            assert_violation(&Wordle, HardMode::Standard, turns, guess, says);
        }
    }

    #[test]
    fn violation_names_the_number_of_copies() {
        let turns = "geese=-y--y";
        let says = "the guess must have 2 copies of E (turn 1)";
        assert_violation(&Wordle, HardMode::Standard, turns, "crane", says);
    }

    #[test]
    fn violation_of_strict_hard_mode_names_what_the_marks_exclude() {
        for (turns, guess, says) in [
            (
                "crane=-----",
                "cobra",
                "C may not be in position 1 (turn 1)",
            ),
            ("crane=-----", "pouch", "the guess may not have C (turn 1)"),
            (
                "geese=-y---",
                "where",
                "E may not be in position 3 (turn 1)",
            ),
            (
                "geese=-y---",
                "eclec",
                "the guess may not have more than 1 E (turn 1)",
            ),
        ] {
            assert_violation(&Wordle, HardMode::Strict, turns, guess, says);
        }
    }

    #[test]
    fn violation_of_word_peaks_names_the_letters_that_are_left() {
        for (guess, says) in [
            ("nurse", "position 1 takes only [a-l] (turn 1)"),
            ("ajxef", "position 3 takes only [a-m] (turn 1)"),
            ("ajaff", "E must be in position 4 (turn 1)"),
            ("ajaet", "allowed"),
        ] {
            assert_violation(&WordPeaks, HardMode::Standard, "mines=hlhcl", guess, says);
        }
    }
}
