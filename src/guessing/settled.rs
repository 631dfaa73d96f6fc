//! Settled letters: those whose marks are known before they are guessed again.

use super::letter_set::{LetterSet, LetterSets};
use super::{Rule, Turn};
use crate::words::{MAX_LENGTH, Word};

/// For each position, the letters that some turns settle there: their mark in that position is known, so guessing them
/// there once more reveals nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settled {
    positions: LetterSets,
}

impl Settled {
    fn new(turn: Turn, positions: &[LetterSet; MAX_LENGTH]) -> Settled {
        let positions = &positions[..turn.guess.len()];
        Settled {
            positions: LetterSets::new(&turn.guess, positions),
        }
    }

    /// The letters that some turns settle.
    pub fn of_turns(rule: &dyn Rule, turns: &[Turn]) -> Settled {
        let of_each = turns.iter().map(|&turn| rule.settled(turn));
        of_each.fold(Settled::default(), |all, one| all.and(&one))
    }

    /// The letters that are settled by either.
    pub fn and(&self, other: &Settled) -> Settled {
        Settled {
            positions: self.positions.union(&other.positions),
        }
    }

    /// True if every letter of a word is settled in its position, so that guessing the word reveals nothing. A
    /// candidate is such a word only if it is the last one.
    pub fn includes(&self, word: Word) -> bool {
        let mut letters = word.iter().enumerate();
        letters.all(|(position, letter)| self.positions.get(position).contains(letter.rank()))
    }
}

/// The letters that a turn of Wordle settles.
///
/// A correct or present mark settles its letter in its position. (After a correct mark hard mode allows no other letter
/// in that position, so the whole position is settled there.) An absent mark settles its letter in every position. If
/// another copy of the letter in the same guess is correct or present, it does so in its own position only.
pub fn wordle(turn: Turn) -> Settled {
    let mut settled = [LetterSet::NONE; MAX_LENGTH];
    for (position, letter) in turn.guess.iter().enumerate() {
        let marks = turn.guess.iter().zip(turn.pattern.marks());
        let mut copies = marks.filter(|copy| copy.0 == letter);
        if copies.all(|(_, mark)| mark == 0) {
            settled
                .iter_mut()
                .for_each(|letters| letters.insert(letter.rank()));
        } else {
            settled[position].insert(letter.rank());
        }
    }
    Settled::new(turn, &settled)
}

/// The letters that a turn of Word Peaks settles. If the solution's letter is earlier than the guess's, that is known of
/// all later letters too, and the other way round. The correct letter settles its position.
pub fn word_peaks(turn: Turn) -> Settled {
    let mut settled = [LetterSet::NONE; MAX_LENGTH];
    let marks = turn.guess.iter().zip(turn.pattern.marks());
    for (letters, (&letter, mark)) in settled.iter_mut().zip(marks) {
        let earlier = LetterSet::before(letter);
        *letters = match mark {
            0 => !earlier,
            1 => LetterSet::ALL,
            _ => earlier | LetterSet::of(letter),
        };
    }
    Settled::new(turn, &settled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::{WordPeaks, Wordle};
    use crate::words::Alphabet;

    /// True if a guess reveals nothing after some turns, by the letters that they settle.
    fn reveals_nothing(rule: &dyn Rule, turns: &[&str], guess: &str) -> bool {
        let turns = turns
            .iter()
            .map(|turn| Turn::parse(rule, Alphabet::latin(), turn).unwrap());
        let turns: Vec<Turn> = turns.collect();
        Settled::of_turns(rule, &turns).includes(guess.parse().unwrap())
    }

    #[test]
    fn repeated_guess_reveals_nothing() {
        assert!(reveals_nothing(&Wordle, &["geese=-y--y"], "geese"));
        assert!(reveals_nothing(&WordPeaks, &["mines=hlhcl"], "mines"));
    }

    #[test]
    fn absent_letter_is_settled_everywhere() {
        let turns = ["crane=-----", "moist=g----"];
        assert!(reveals_nothing(&Wordle, &turns, "mitre"));
        assert!(!reveals_nothing(&Wordle, &turns, "mitey"));
    }

    #[test]
    fn absent_copy_is_settled_only_where_it_is_if_another_copy_is_not_absent() {
        // The first e is present, the other two are absent: the fourth position may still have the one e.
        let turns = ["geese=-y---", "rants=-----"];
        assert!(!reveals_nothing(&Wordle, &turns, "asset"));
        assert!(reveals_nothing(&Wordle, &turns, "terse"));
    }

    #[test]
    fn present_letter_is_settled_in_its_position_only() {
        let turns = ["crane=-y---"];
        assert!(reveals_nothing(&Wordle, &turns, "crane"));
        assert!(!reveals_nothing(&Wordle, &turns, "rance"));
    }

    #[test]
    fn letter_outside_the_open_interval_of_word_peaks_is_settled() {
        // The solution's letters: before m, after i, before n, e, after s.
        assert!(reveals_nothing(&WordPeaks, &["mines=hlhcl"], "zaxea"));
        assert!(!reveals_nothing(&WordPeaks, &["mines=hlhcl"], "zaxet"));
    }
}
