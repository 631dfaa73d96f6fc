//! What a hard mode allows. A guess must be allowed after each of the turns before it.

use super::Turn;
use crate::words::Word;

/// Wordle's hard mode: a green letter stays where it is, and the guess has at least as many copies
/// of each letter as the turn showed green or yellow. Greys may be used again, and a yellow letter
/// may stay in its place.
pub fn wordle(turn: Turn, next: Word) -> bool {
    let (guess, marks) = (turn.guess.letters(), turn.pattern.marks());
    let greens_stay = (0..guess.len()).all(|i| marks[i] != 2 || next.letters()[i] == guess[i]);
    let shown = |letter| {
        let marked = guess.iter().zip(marks);
        marked.filter(|&(&l, mark)| l == letter && mark > 0).count()
    };
    greens_stay
        && guess
            .iter()
            .all(|&letter| next.count(letter) >= shown(letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::Wordle;

    fn allowed(turn: &str, next: &str) -> bool {
        wordle(Turn::parse(&Wordle, turn).unwrap(), next.parse().unwrap())
    }

    #[test]
    fn a_green_letter_has_to_stay() {
        assert!(allowed("crane=g----", "cools"));
        assert!(!allowed("crane=g----", "scoop"));
    }

    #[test]
    fn a_yellow_letter_has_to_be_there_and_may_stay_in_its_place() {
        assert!(allowed("crane=-y---", "front"));
        assert!(allowed("crane=-y---", "ruins"));
        assert!(!allowed("crane=-y---", "shone"));
    }

    #[test]
    fn as_many_copies_as_were_shown_are_needed() {
        assert!(!allowed("geese=-y-y-", "those"));
        assert!(allowed("geese=-y-y-", "these"));
        assert!(!allowed("geese=-g--y", "beast"));
    }

    #[test]
    fn grey_letters_may_be_used_again() {
        assert!(allowed("crane=-----", "crane"));
    }
}
