//! Constraints: the guesses that hard mode allows.

use serde::{Deserialize, Serialize};

use super::letter_set::LetterSet;
use super::{Rule, Turn};
use crate::words::{Alphabet, MAX_LENGTH, Word};

/// The two variants of hard mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HardMode {
    /// As in the game itself: revealed hints have to be used.
    Standard,
    /// As in stricter clones: a guess has to fit all marks, just as the solution does.
    Strict,
}

impl HardMode {
    /// The name on the command line and in results.
    pub fn name(self) -> &'static str {
        match self {
            HardMode::Standard => "standard",
            HardMode::Strict => "strict",
        }
    }

    /// The mode of this name.
    pub fn named(name: &str) -> Option<HardMode> {
        let both = [HardMode::Standard, HardMode::Strict];
        both.into_iter().find(|mode| mode.name() == name)
    }
}

/// The conditions that a guess has to meet: the letters allowed in each position, and for each letter a minimum and a
/// maximum number of copies. [`Constraint::and`] combines the constraints of several turns.
///
/// A constraint is plain data, so that equal constraints can share one list of allowed guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    positions: [LetterSet; MAX_LENGTH],
    /// For each i, the letters that have to occur more than i times.
    more_than: [LetterSet; MAX_LENGTH],
    /// For each i, the letters that may not occur more than i times.
    not_more_than: [LetterSet; MAX_LENGTH],
}

impl Default for Constraint {
    /// The constraint that allows every word.
    fn default() -> Constraint {
        Constraint {
            positions: [LetterSet::ALL; MAX_LENGTH],
            more_than: [LetterSet::NONE; MAX_LENGTH],
            not_more_than: [LetterSet::NONE; MAX_LENGTH],
        }
    }
}

impl Constraint {
    /// The combined constraints of some turns. Without hard mode, every word is allowed.
    pub fn of_turns(rule: &dyn Rule, turns: &[Turn], hard: Option<HardMode>) -> Constraint {
        let Some(mode) = hard else {
            return Constraint::default();
        };
        let constraints = turns.iter().map(|&turn| rule.constraint(turn, mode));
        constraints.fold(Constraint::default(), |all, one| all.and(&one))
    }

    /// Allows only these letters in a position.
    pub fn restrict_position(&mut self, position: usize, letters: LetterSet) {
        self.positions[position] = self.positions[position] & letters;
    }

    /// The letters of each of the first `length` positions, as [`LetterSet::format`] writes them.
    pub fn format_positions(&self, alphabet: &Alphabet, length: usize) -> String {
        let positions = self.positions[..length].iter();
        positions.map(|letters| letters.format(alphabet)).collect()
    }

    /// Requires at least this many copies of the letter with a rank.
    pub fn at_least(&mut self, rank: u8, copies: usize) {
        for letters in &mut self.more_than[..copies] {
            letters.insert(rank);
        }
    }

    /// Forbids more than this many copies of the letter with a rank.
    pub fn at_most(&mut self, rank: u8, copies: usize) {
        for letters in &mut self.not_more_than[copies..] {
            letters.insert(rank);
        }
    }

    /// The constraint that allows the words that both constraints allow.
    pub fn and(&self, other: &Constraint) -> Constraint {
        type Sets = [LetterSet; MAX_LENGTH];
        let intersection = |a: Sets, b: Sets| std::array::from_fn(|i| a[i] & b[i]);
        let union = |a: Sets, b: Sets| std::array::from_fn(|i| a[i] | b[i]);
        Constraint {
            positions: intersection(self.positions, other.positions),
            more_than: union(self.more_than, other.more_than),
            not_more_than: union(self.not_more_than, other.not_more_than),
        }
    }

    /// The ranks of the letters that every allowed word has.
    pub fn required_letters(&self) -> impl Iterator<Item = u8> {
        let fixed = self.positions.iter().filter(|set| set.only().is_some());
        let required = fixed.fold(self.more_than[0], |all, &letter| all | letter);
        required.ranks()
    }

    /// The letters allowed in each position. All are allowed in the positions beyond the length of the words.
    pub(super) fn positions(&self) -> &[LetterSet; MAX_LENGTH] {
        &self.positions
    }

    /// For each i from 0, the letters that a word has to have more than i times.
    pub(super) fn more_than(&self) -> &[LetterSet; MAX_LENGTH] {
        &self.more_than
    }

    /// For each i from 0, the letters that a word may not have more than i times.
    pub(super) fn not_more_than(&self) -> &[LetterSet; MAX_LENGTH] {
        &self.not_more_than
    }

    /// True if a word meets all conditions.
    pub fn allows(&self, word: &LetterSets) -> bool {
        let mut violations = LetterSet::NONE;
        for (i, positions) in word.positions.iter().enumerate() {
            violations = violations | (*positions & !self.positions[i]);
            violations = violations | (self.more_than[i] & !word.more_than[i]);
            violations = violations | (self.not_more_than[i] & word.more_than[i]);
        }
        violations.is_empty()
    }
}

/// A word as sets of letters, which are fast to compare with a [`Constraint`].
#[derive(Clone, Debug)]
pub struct LetterSets {
    /// For each position, its letter.
    positions: Box<[LetterSet]>,
    /// For each i below the length of the word, the letters that occur more than i times.
    more_than: Box<[LetterSet]>,
}

impl From<Word> for LetterSets {
    fn from(word: Word) -> LetterSets {
        let mut more_than = vec![LetterSet::NONE; word.len()];
        for letter in word.iter() {
            for letters in &mut more_than[..word.count(letter.rank())] {
                letters.insert(letter.rank());
            }
        }
        LetterSets {
            positions: word.iter().copied().map(LetterSet::of).collect(),
            more_than: more_than.into(),
        }
    }
}

/// Wordle's hard mode.
///
/// Standard: green letters have to stay in their positions, and the guess needs at least as many copies of each letter
/// as the turn showed green or yellow. Grey letters may be used again, and yellow letters may stay in their positions.
///
/// Strict: in addition, a letter that was not green may not stay in its position, and if a copy of a letter was grey,
/// the guess may not have more copies than were shown green or yellow.
pub fn wordle(turn: Turn, mode: HardMode) -> Constraint {
    let (guess, marks) = (turn.guess, turn.pattern.marks());
    let mut constraint = Constraint::default();
    for (position, (&letter, mark)) in guess.iter().zip(marks.clone()).enumerate() {
        let only_this = LetterSet::of(letter);
        match mark {
            2 => constraint.restrict_position(position, only_this),
            _ if mode == HardMode::Strict => constraint.restrict_position(position, !only_this),
            _ => {}
        }
        let copies = || {
            guess
                .iter()
                .zip(marks.clone())
                .filter(|&(&l, _)| l == letter)
        };
        let shown = copies().filter(|&(_, mark)| mark > 0).count();
        constraint.at_least(letter.rank(), shown);
        if mode == HardMode::Strict && shown < copies().count() {
            constraint.at_most(letter.rank(), shown);
        }
    }
    constraint
}

/// Word Peaks' hard mode: correct letters have to stay, and every other letter has to be in the open interval that the
/// marks leave. The marks reveal nothing else, so strict hard mode is the same.
pub fn word_peaks(turn: Turn) -> Constraint {
    let mut constraint = Constraint::default();
    for (position, (&letter, mark)) in turn.guess.iter().zip(turn.pattern.marks()).enumerate() {
        let (earlier, equal) = (LetterSet::before(letter), LetterSet::of(letter));
        let letters = match mark {
            0 => earlier,
            1 => equal,
            _ => !(earlier | equal),
        };
        constraint.restrict_position(position, letters);
    }
    constraint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::Wordle;

    fn allowed(mode: HardMode, turn: &str, next: &str) -> bool {
        let next: Word = next.parse().unwrap();
        wordle(Turn::parse(&Wordle, Alphabet::latin(), turn).unwrap(), mode).allows(&next.into())
    }

    #[test]
    fn green_letters_have_to_stay() {
        assert!(allowed(HardMode::Standard, "crane=g----", "cools"));
        assert!(!allowed(HardMode::Standard, "crane=g----", "scoop"));
    }

    #[test]
    fn yellow_letters_have_to_be_used_and_may_stay_in_their_positions() {
        assert!(allowed(HardMode::Standard, "crane=-y---", "front"));
        assert!(allowed(HardMode::Standard, "crane=-y---", "ruins"));
        assert!(!allowed(HardMode::Standard, "crane=-y---", "shone"));
    }

    #[test]
    fn as_many_copies_as_were_shown_are_required() {
        assert!(allowed(HardMode::Standard, "geese=-y-y-", "those"));
        assert!(!allowed(HardMode::Standard, "geese=-y--y", "those"));
        assert!(allowed(HardMode::Standard, "geese=-y--y", "these"));
    }

    #[test]
    fn grey_letters_may_be_used_again() {
        assert!(allowed(HardMode::Standard, "crane=-----", "crane"));
        assert!(allowed(HardMode::Standard, "geese=-y---", "geese"));
    }

    #[test]
    fn strict_hard_mode_forbids_everything_that_the_marks_exclude() {
        assert!(!allowed(HardMode::Strict, "crane=-----", "crush"));
        assert!(!allowed(HardMode::Strict, "crane=-y---", "front"));
        assert!(!allowed(HardMode::Strict, "geese=-y---", "where"));
        assert!(allowed(HardMode::Strict, "geese=-y---", "rouen"));
    }

    #[test]
    fn constraints_of_several_turns_are_combined() {
        let turns = ["crane=g----", "cools=g-y--"];
        let turns = turns.map(|turn| Turn::parse(&Wordle, Alphabet::latin(), turn).unwrap());
        let both = Constraint::of_turns(&Wordle, &turns, Some(HardMode::Standard));
        let allows = |word: &str| both.allows(&word.parse::<Word>().unwrap().into());
        assert!(allows("chomp"));
        assert!(!allows("champ"));
        assert!(!allows("ghoul"));
    }
}
