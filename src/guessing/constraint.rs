//! What a hard mode allows.

use serde::{Deserialize, Serialize};

use crate::words::{ALPHABET, WORD_LENGTH, Word};

use super::{Rule, Turn};

/// A set of letters: bit 0 is a.
type Letters = u32;

const ALL_LETTERS: Letters = (1 << ALPHABET) - 1;

/// How hard the hard mode is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HardMode {
    /// As in the game itself: hints that were revealed have to be used.
    Standard,
    /// As in stricter clones: a guess has to fit all marks, as the solution does.
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
}

/// What a guess has to obey: in each place one of some letters, and for each letter a least and a
/// most number of copies. The constraints of several turns come together by [`Constraint::and`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    places: [Letters; WORD_LENGTH],
    /// Letters that have to occur more than i times.
    more_than: [Letters; WORD_LENGTH],
    /// Letters that may not occur more than i times.
    not_more_than: [Letters; WORD_LENGTH],
}

impl Default for Constraint {
    /// Allows every word.
    fn default() -> Constraint {
        Constraint {
            places: [ALL_LETTERS; WORD_LENGTH],
            more_than: [0; WORD_LENGTH],
            not_more_than: [0; WORD_LENGTH],
        }
    }
}

impl Constraint {
    /// Every constraint of `turns` together, or none where hard mode is off.
    pub fn of_turns(rule: &dyn Rule, turns: &[Turn], hard: Option<HardMode>) -> Constraint {
        let all = Constraint::default();
        match hard {
            None => all,
            Some(mode) => turns
                .iter()
                .fold(all, |all, &turn| all.and(&rule.constraint(turn, mode))),
        }
    }

    /// Leaves only the letters of `letters` (bit 0 is a) in a place.
    pub fn restrict_place(&mut self, place: usize, letters: u32) {
        self.places[place] &= letters;
    }

    /// The letters of each place: `e` for one, `[a-l]` for a run, `[aeo]` for others, `[]` for none.
    pub fn format_places(&self) -> String {
        self.places
            .iter()
            .map(|&letters| format_letters(letters))
            .collect()
    }

    /// Asks for at least some copies of a letter.
    pub fn at_least(&mut self, letter: u8, copies: usize) {
        for more_than in &mut self.more_than[..copies] {
            *more_than |= 1 << letter;
        }
    }

    /// Forbids more than some copies of a letter.
    pub fn at_most(&mut self, letter: u8, copies: usize) {
        for not_more_than in &mut self.not_more_than[copies..] {
            *not_more_than |= 1 << letter;
        }
    }

    /// Both constraints at once.
    pub fn and(&self, other: &Constraint) -> Constraint {
        let both = |a: [Letters; WORD_LENGTH], b: [Letters; WORD_LENGTH], and: bool| {
            std::array::from_fn(|i| if and { a[i] & b[i] } else { a[i] | b[i] })
        };
        Constraint {
            places: both(self.places, other.places, true),
            more_than: both(self.more_than, other.more_than, false),
            not_more_than: both(self.not_more_than, other.not_more_than, false),
        }
    }

    /// Letters (a is 0) that every word that obeys has.
    pub fn required_letters(&self) -> impl Iterator<Item = usize> {
        let single = |letters: &Letters| {
            if letters.is_power_of_two() {
                *letters
            } else {
                0
            }
        };
        let fixed = self.places.iter().map(single).fold(0, |all, one| all | one);
        let required = self.more_than[0] | fixed;
        (0..ALPHABET).filter(move |letter| required >> letter & 1 == 1)
    }

    /// The letters (bit 0 is a) that each place may have.
    pub(super) fn places(&self) -> [u32; WORD_LENGTH] {
        self.places
    }

    /// For i from 0, the letters of which a word has to have more than i.
    pub(super) fn more_than(&self) -> [u32; WORD_LENGTH] {
        self.more_than
    }

    /// For i from 0, the letters of which a word may have no more than i.
    pub(super) fn not_more_than(&self) -> [u32; WORD_LENGTH] {
        self.not_more_than
    }

    /// Whether a word obeys.
    pub fn allows(&self, word: &LetterSets) -> bool {
        let mut broken = 0;
        for i in 0..WORD_LENGTH {
            broken |= word.places[i] & !self.places[i];
            broken |= self.more_than[i] & !word.more_than[i];
            broken |= self.not_more_than[i] & word.more_than[i];
        }
        broken == 0
    }
}

fn format_letters(letters: Letters) -> String {
    let all: String = (b'a'..=b'z').map(char::from).collect();
    let has = |&(place, _): &(usize, char)| letters >> place & 1 == 1;
    let set: String = all
        .chars()
        .enumerate()
        .filter(has)
        .map(|(_, letter)| letter)
        .collect();
    match (set.chars().next(), set.chars().last()) {
        (Some(first), Some(last)) if set.len() > 2 && all.contains(&set) => {
            format!("[{first}-{last}]")
        }
        _ if set.len() == 1 && letters.is_power_of_two() => set,
        _ => format!("[{set}]"),
    }
}

/// A word as sets of letters, which a [`Constraint`] is quick to compare with.
#[derive(Clone, Copy, Debug)]
pub struct LetterSets {
    places: [Letters; WORD_LENGTH],
    /// Letters that occur more than i times.
    more_than: [Letters; WORD_LENGTH],
}

impl From<Word> for LetterSets {
    fn from(word: Word) -> LetterSets {
        let mut more_than = [0; WORD_LENGTH];
        for letter in word.letters() {
            more_than[..word.count(letter)]
                .iter_mut()
                .for_each(|letters| *letters |= 1 << letter);
        }
        LetterSets {
            places: word.letters().map(|letter| 1 << letter),
            more_than,
        }
    }
}

/// Wordle's hard mode. Standard: a green letter stays where it is, and the guess has at least as many
/// copies of each letter as the turn showed green or yellow; greys may be used again, and a yellow
/// letter may stay in its place. Strict: also, a letter that was not green may not stay in its place,
/// and of a letter with a grey copy there may be no more copies than were shown.
pub fn wordle(turn: Turn, mode: HardMode) -> Constraint {
    let (guess, marks) = (turn.guess.letters(), turn.pattern.marks());
    let mut constraint = Constraint::default();
    for place in 0..WORD_LENGTH {
        let letter = guess[place];
        match marks[place] {
            2 => constraint.restrict_place(place, 1 << letter),
            _ if mode == HardMode::Strict => constraint.restrict_place(place, !(1 << letter)),
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

/// Word Peaks' hard mode: every letter lies in the open interval that the marks leave, and a correct
/// one stays. That is all that the marks tell, so strict is the same.
pub fn word_peaks(turn: Turn) -> Constraint {
    let mut constraint = Constraint::default();
    for (place, (letter, mark)) in turn
        .guess
        .letters()
        .into_iter()
        .zip(turn.pattern.marks())
        .enumerate()
    {
        let earlier = (1 << letter) - 1;
        let letters = match mark {
            0 => earlier,
            1 => 1 << letter,
            _ => ALL_LETTERS & !earlier & !(1 << letter),
        };
        constraint.restrict_place(place, letters);
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
    fn a_green_letter_has_to_stay() {
        assert!(allowed(HardMode::Standard, "crane=g----", "cools"));
        assert!(!allowed(HardMode::Standard, "crane=g----", "scoop"));
    }

    #[test]
    fn a_yellow_letter_has_to_be_there_and_may_stay_in_its_place() {
        assert!(allowed(HardMode::Standard, "crane=-y---", "front"));
        assert!(allowed(HardMode::Standard, "crane=-y---", "ruins"));
        assert!(!allowed(HardMode::Standard, "crane=-y---", "shone"));
    }

    #[test]
    fn as_many_copies_as_were_shown_are_needed() {
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
    fn strict_hard_mode_forbids_what_the_marks_exclude() {
        assert!(!allowed(HardMode::Strict, "crane=-----", "crush"));
        assert!(!allowed(HardMode::Strict, "crane=-y---", "front"));
        assert!(!allowed(HardMode::Strict, "geese=-y---", "where"));
        assert!(allowed(HardMode::Strict, "geese=-y---", "rouen"));
    }

    #[test]
    fn constraints_of_turns_come_together() {
        let turns = ["crane=g----", "cools=g-y--"];
        let turns = turns.map(|turn| Turn::parse(&Wordle, turn).unwrap());
        let both = Constraint::of_turns(&Wordle, &turns, Some(HardMode::Standard));
        let allows = |word: &str| both.allows(&word.parse::<Word>().unwrap().into());
        assert!(allows("chomp"));
        assert!(!allows("champ"));
        assert!(!allows("ghoul"));
    }
}
