//! Constraints: the guesses that hard mode allows.

use serde::{Deserialize, Serialize};

use crate::words::{ALPHABET, WORD_LENGTH, Word};

use super::{Rule, Turn};

/// A set of letters: bit 0 is a.
pub(super) type LetterSet = u32;

pub(super) const ALL_LETTERS: LetterSet = (1 << ALPHABET) - 1;

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
    positions: [LetterSet; WORD_LENGTH],
    /// For each i, the letters that have to occur more than i times.
    more_than: [LetterSet; WORD_LENGTH],
    /// For each i, the letters that may not occur more than i times.
    not_more_than: [LetterSet; WORD_LENGTH],
}

impl Default for Constraint {
    /// The constraint that allows every word.
    fn default() -> Constraint {
        Constraint {
            positions: [ALL_LETTERS; WORD_LENGTH],
            more_than: [0; WORD_LENGTH],
            not_more_than: [0; WORD_LENGTH],
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

    /// Allows only these letters (bit 0 is a) in a position.
    pub fn restrict_position(&mut self, position: usize, letters: u32) {
        self.positions[position] &= letters;
    }

    /// The letters of each position: `e` for a single letter, `[a-l]` for a range, `[aeo]` for other sets, `[]` for
    /// none.
    pub fn format_positions(&self) -> String {
        let positions = self.positions.iter();
        positions.map(|&letters| format_letters(letters)).collect()
    }

    /// Requires at least this many copies of a letter.
    pub fn at_least(&mut self, letter: u8, copies: usize) {
        for letters in &mut self.more_than[..copies] {
            *letters |= 1 << letter;
        }
    }

    /// Forbids more than this many copies of a letter.
    pub fn at_most(&mut self, letter: u8, copies: usize) {
        for letters in &mut self.not_more_than[copies..] {
            *letters |= 1 << letter;
        }
    }

    /// The constraint that allows the words that both constraints allow.
    pub fn and(&self, other: &Constraint) -> Constraint {
        type Sets = [LetterSet; WORD_LENGTH];
        let intersection = |a: Sets, b: Sets| std::array::from_fn(|i| a[i] & b[i]);
        let union = |a: Sets, b: Sets| std::array::from_fn(|i| a[i] | b[i]);
        Constraint {
            positions: intersection(self.positions, other.positions),
            more_than: union(self.more_than, other.more_than),
            not_more_than: union(self.not_more_than, other.not_more_than),
        }
    }

    /// The letters (a is 0) that every allowed word has.
    pub fn required_letters(&self) -> impl Iterator<Item = usize> {
        let fixed = self.positions.iter().filter(|set| set.is_power_of_two());
        let required = fixed.fold(self.more_than[0], |all, letter| all | letter);
        (0..ALPHABET).filter(move |letter| required >> letter & 1 == 1)
    }

    /// The letters (bit 0 is a) allowed in each position.
    pub(super) fn positions(&self) -> [u32; WORD_LENGTH] {
        self.positions
    }

    /// For each i from 0, the letters that a word has to have more than i times.
    pub(super) fn more_than(&self) -> [u32; WORD_LENGTH] {
        self.more_than
    }

    /// For each i from 0, the letters that a word may not have more than i times.
    pub(super) fn not_more_than(&self) -> [u32; WORD_LENGTH] {
        self.not_more_than
    }

    /// True if a word meets all conditions.
    pub fn allows(&self, word: &LetterSets) -> bool {
        let mut violations = 0;
        for i in 0..WORD_LENGTH {
            violations |= word.positions[i] & !self.positions[i];
            violations |= self.more_than[i] & !word.more_than[i];
            violations |= self.not_more_than[i] & word.more_than[i];
        }
        violations == 0
    }
}

/// A set of letters as [`Constraint::format_positions`] writes it.
pub(super) fn format_letters(letters: LetterSet) -> String {
    let alphabet: String = ('a'..='z').collect();
    let in_set = ('a'..='z')
        .enumerate()
        .filter(|(i, _)| letters >> i & 1 == 1);
    let set: String = in_set.map(|(_, letter)| letter).collect();
    match (set.chars().next(), set.chars().last()) {
        (Some(first), Some(last)) if set.len() > 2 && alphabet.contains(&set) => {
            format!("[{first}-{last}]")
        }
        _ if set.len() == 1 => set,
        _ => format!("[{set}]"),
    }
}

/// A word as sets of letters, which are fast to compare with a [`Constraint`].
#[derive(Clone, Copy, Debug)]
pub struct LetterSets {
    positions: [LetterSet; WORD_LENGTH],
    /// For each i, the letters that occur more than i times.
    more_than: [LetterSet; WORD_LENGTH],
}

impl From<Word> for LetterSets {
    fn from(word: Word) -> LetterSets {
        let mut more_than = [0; WORD_LENGTH];
        for letter in word.letters() {
            for letters in &mut more_than[..word.count(letter)] {
                *letters |= 1 << letter;
            }
        }
        LetterSets {
            positions: word.letters().map(|letter| 1 << letter),
            more_than,
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
    let (guess, marks) = (turn.guess.letters(), turn.pattern.marks());
    let mut constraint = Constraint::default();
    for position in 0..WORD_LENGTH {
        let letter = guess[position];
        match marks[position] {
            2 => constraint.restrict_position(position, 1 << letter),
            _ if mode == HardMode::Strict => constraint.restrict_position(position, !(1 << letter)),
            _ => {}
        }
        let copies = || guess.iter().zip(marks).filter(|&(&l, _)| l == letter);
        let shown = copies().filter(|&(_, mark)| mark > 0).count();
        constraint.at_least(letter, shown);
        if mode == HardMode::Strict && shown < copies().count() {
            constraint.at_most(letter, shown);
        }
    }
    constraint
}

/// Word Peaks' hard mode: correct letters have to stay, and every other letter has to be in the open interval that the
/// marks leave. The marks reveal nothing else, so strict hard mode is the same.
pub fn word_peaks(turn: Turn) -> Constraint {
    let mut constraint = Constraint::default();
    let (guess, marks) = (turn.guess.letters(), turn.pattern.marks());
    for (position, (letter, mark)) in guess.into_iter().zip(marks).enumerate() {
        let earlier = (1 << letter) - 1;
        let letters = match mark {
            0 => earlier,
            1 => 1 << letter,
            _ => ALL_LETTERS & !earlier & !(1 << letter),
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
        wordle(Turn::parse(&Wordle, turn).unwrap(), mode).allows(&next.into())
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
        let turns = turns.map(|turn| Turn::parse(&Wordle, turn).unwrap());
        let both = Constraint::of_turns(&Wordle, &turns, Some(HardMode::Standard));
        let allows = |word: &str| both.allows(&word.parse::<Word>().unwrap().into());
        assert!(allows("chomp"));
        assert!(!allows("champ"));
        assert!(!allows("ghoul"));
    }
}
