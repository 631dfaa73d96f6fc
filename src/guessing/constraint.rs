//! Constraints: the guesses that hard mode allows.

use serde::{Deserialize, Serialize};

use super::letter_set::{LetterSet, LetterSets};
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
/// maximum number of copies. [`Constraint::and`] combines the constraints of several turns. The default allows every
/// word.
///
/// A constraint is plain data, so that equal constraints can share one list of allowed guesses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Constraint {
    /// For each position, the letters that are forbidden there. Then, for each i below the length of the words, the letters
    /// that have to occur more than i times, and those that may not.
    sets: LetterSets,
    /// The number of letters of the words; zero if every word is allowed.
    length: usize,
}

/// The conditions of one turn, while they are collected.
struct Conditions {
    forbidden: [LetterSet; MAX_LENGTH],
    more_than: [LetterSet; MAX_LENGTH],
    not_more_than: [LetterSet; MAX_LENGTH],
}

impl Conditions {
    fn new() -> Conditions {
        Conditions {
            forbidden: [LetterSet::NONE; MAX_LENGTH],
            more_than: [LetterSet::NONE; MAX_LENGTH],
            not_more_than: [LetterSet::NONE; MAX_LENGTH],
        }
    }

    /// Requires at least this many copies of the letter with a rank.
    fn at_least(&mut self, rank: u8, copies: usize) {
        let sets = self.more_than[..copies].iter_mut();
        sets.for_each(|letters| letters.insert(rank));
    }

    /// Forbids more than this many copies of the letter with a rank.
    fn at_most(&mut self, rank: u8, copies: usize) {
        let sets = self.not_more_than[copies..].iter_mut();
        sets.for_each(|letters| letters.insert(rank));
    }

    /// The constraint on words like this one.
    fn into_constraint(self, word: &Word) -> Constraint {
        let length = word.len();
        let all = [self.forbidden, self.more_than, self.not_more_than];
        let sets: Vec<LetterSet> = all
            .iter()
            .flat_map(|sets| &sets[..length])
            .copied()
            .collect();
        let sets = LetterSets::new(word, &sets);
        let length = if sets.are_empty() { 0 } else { length };
        Constraint { sets, length }
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

    /// True if every word is allowed.
    pub fn allows_all(&self) -> bool {
        self.sets.are_empty()
    }

    /// The letters of each of the first `length` positions, as [`LetterSet::format`] writes them.
    pub fn format_positions(&self, alphabet: &Alphabet, length: usize) -> String {
        let positions = (0..length).map(|position| self.allowed(position));
        positions.map(|letters| letters.format(alphabet)).collect()
    }

    /// The constraint that allows the words that both constraints allow.
    pub fn and(&self, other: &Constraint) -> Constraint {
        Constraint {
            sets: self.sets.union(&other.sets),
            length: self.length.max(other.length),
        }
    }

    /// The ranks of the letters that every allowed word has.
    pub fn required_letters(&self) -> impl Iterator<Item = u8> {
        let fixed = (0..self.length).filter_map(|position| self.allowed(position).only());
        let mut required = self.more_than(0);
        fixed.for_each(|rank| required.insert(rank));
        required.ranks()
    }

    /// The letters that are allowed in a position. If every word is allowed, all ranks are.
    pub(super) fn allowed(&self, position: usize) -> LetterSet {
        self.sets.complement(position)
    }

    /// The letters that are forbidden in a position.
    pub(super) fn forbidden(&self, position: usize) -> LetterSet {
        self.sets.get(position)
    }

    /// The letters that a word has to have more than this many times.
    pub(super) fn more_than(&self, copies: usize) -> LetterSet {
        self.sets.get(self.length + copies)
    }

    /// The letters that a word may not have more than this many times.
    pub(super) fn not_more_than(&self, copies: usize) -> LetterSet {
        self.sets.get(2 * self.length + copies)
    }

    /// True if a word meets all conditions.
    pub fn allows(&self, word: &WordSets) -> bool {
        let conditions = self.sets.bits();
        let (forbidden, counts) = conditions.split_at(conditions.len() / 3);
        let (more_than, not_more_than) = counts.split_at(counts.len() / 2);
        let word = word.sets.bits();
        let (letters, copies) = word.split_at(word.len() / 2);
        let mut violations = 0;
        for (i, forbidden) in forbidden.iter().enumerate() {
            violations |= forbidden & letters[i];
            violations |= more_than[i] & !copies[i];
            violations |= not_more_than[i] & copies[i];
        }
        violations == 0
    }
}

/// A word as sets of letters, which are fast to compare with a [`Constraint`].
#[derive(Clone, Debug)]
pub struct WordSets {
    /// For each position, its letter. Then, for each i below the length, the letters that occur more than i times.
    sets: LetterSets,
}

impl From<Word> for WordSets {
    fn from(word: Word) -> WordSets {
        let mut sets = vec![LetterSet::NONE; 2 * word.len()];
        for (position, letter) in word.iter().enumerate() {
            sets[position].insert(letter.rank());
            for letters in &mut sets[word.len()..][..word.count(letter.rank())] {
                letters.insert(letter.rank());
            }
        }
        WordSets {
            sets: LetterSets::new(&word, &sets),
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
    let mut conditions = Conditions::new();
    for (position, (&letter, mark)) in guess.iter().zip(marks.clone()).enumerate() {
        let only_this = LetterSet::of(letter);
        match mark {
            2 => conditions.forbidden[position] = !only_this,
            _ if mode == HardMode::Strict => conditions.forbidden[position] = only_this,
            _ => {}
        }
        let copies = || {
            guess
                .iter()
                .zip(marks.clone())
                .filter(|&(&l, _)| l == letter)
        };
        let shown = copies().filter(|&(_, mark)| mark > 0).count();
        conditions.at_least(letter.rank(), shown);
        if mode == HardMode::Strict && shown < copies().count() {
            conditions.at_most(letter.rank(), shown);
        }
    }
    conditions.into_constraint(&guess)
}

/// Word Peaks' hard mode: correct letters have to stay, and every other letter has to be in the open interval that the
/// marks leave. The marks reveal nothing else, so strict hard mode is the same.
pub fn word_peaks(turn: Turn) -> Constraint {
    let mut conditions = Conditions::new();
    for (position, (&letter, mark)) in turn.guess.iter().zip(turn.pattern.marks()).enumerate() {
        let (earlier, equal) = (LetterSet::before(letter), LetterSet::of(letter));
        conditions.forbidden[position] = match mark {
            0 => !earlier,
            1 => !equal,
            _ => earlier | equal,
        };
    }
    conditions.into_constraint(&turn.guess)
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
