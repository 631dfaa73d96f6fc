//! Conflicts: turns that no word fits, which of them contradict each other, and which single marks may be wrong.

use std::cmp::Reverse;

use itertools::Itertools;

use super::{Game, Pattern, Turn};
use crate::words::{Word, WordList};

/// The number of repairs that a description names.
const NAMED_REPAIRS: usize = 4;

/// The number of words that a description names for each repair.
const NAMED_WORDS: usize = 3;

/// The reason why no word fits some turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Turns that no guess fits together, as ascending indices. If any one of them is left out, some guess fits the
    /// others.
    pub turns: Vec<usize>,
    /// The changes of a single mark after which some candidates fit all turns, by turn and position. If there is no such
    /// change, those after which some guesses do.
    pub repairs: Vec<Repair>,
}

/// A change of one mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The index of the turn.
    pub turn: usize,
    /// The pattern of the turn after the change.
    pub pattern: Pattern,
    /// The words that fit all turns after the change, in list order. There is at least one.
    pub words: Vec<Word>,
}

impl Conflict {
    /// Finds the conflict of some turns. Returns `None` if some guess fits them all.
    pub fn find(game: &Game, turns: &[Turn]) -> Option<Conflict> {
        let lists = game.lists();
        if !fitting(game, turns, lists.guesses()).is_empty() {
            return None;
        }
        let mut repairs = repairs_among(game, turns, lists.candidates());
        if repairs.is_empty() {
            repairs = repairs_among(game, turns, lists.guesses());
        }
        Some(Conflict {
            turns: contradicting(game, turns),
            repairs,
        })
    }

    /// One line that says which turns contradict each other and which single marks may be wrong.
    pub fn describe(&self, game: &Game, turns: &[Turn]) -> String {
        let rule = game.rule();
        let found = match &self.turns[..] {
            [only] => format!("no word in the list gives {}", turns[*only].format(rule)),
            several => {
                let mut several = several.iter().map(|&turn| turns[turn].format(rule));
                format!("no word fits {} together", several.join(" and "))
            }
        };
        if self.repairs.is_empty() {
            return format!("{found}; check the marks");
        }
        let mut repairs: Vec<&Repair> = self.repairs.iter().collect();
        repairs.sort_by_key(|repair| Reverse(repair.words.len()));
        let mut named = repairs
            .iter()
            .take(NAMED_REPAIRS)
            .map(|repair| repair.describe(game, turns));
        let others = match repairs.len().saturating_sub(NAMED_REPAIRS) {
            0 => String::new(),
            1 => "; 1 other mark would do as well".to_owned(),
            others => format!("; {others} other marks would do as well"),
        };
        format!("{found}; with one other mark, {}{others}", named.join("; "))
    }
}

impl Repair {
    /// The repaired turn, with the words that it would leave.
    fn describe(&self, game: &Game, turns: &[Turn]) -> String {
        let repaired = Turn {
            pattern: self.pattern,
            ..turns[self.turn]
        };
        let words = self.words.iter().take(NAMED_WORDS).join(", ");
        let more = match self.words.len().saturating_sub(NAMED_WORDS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let repaired = repaired.format(game.rule());
        format!("{repaired} would leave {words}{more}")
    }
}

/// The words that fit all turns.
fn fitting(game: &Game, turns: &[Turn], words: &WordList) -> Vec<Word> {
    let fits = |word: &Word| turns.iter().all(|turn| turn.fits(game.rule(), *word));
    words.iter().copied().filter(fits).collect()
}

/// Every change of a single mark that leaves some words of a list.
fn repairs_among(game: &Game, turns: &[Turn], list: &WordList) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for turn in 0..turns.len() {
        for pattern in with_one_other_mark(turns[turn].pattern) {
            let mut repaired = turns.to_vec();
            repaired[turn].pattern = pattern;
            let words = fitting(game, &repaired, list);
            if !words.is_empty() {
                repairs.push(Repair {
                    turn,
                    pattern,
                    words,
                });
            }
        }
    }
    repairs
}

/// A minimal set of turns that no guess fits together: a single turn or a pair if there is one.
fn contradicting(game: &Game, turns: &[Turn]) -> Vec<usize> {
    // For each guess, true for the turns that it fits.
    let fits: Vec<Vec<bool>> = game
        .lists()
        .guesses()
        .iter()
        .map(|&word| {
            turns
                .iter()
                .map(|turn| turn.fits(game.rule(), word))
                .collect()
        })
        .collect();
    let contradict =
        |turns: &[usize]| !fits.iter().any(|fits| turns.iter().all(|&turn| fits[turn]));
    if let Some((a, b)) = (0..turns.len())
        .tuple_combinations()
        .find(|&(a, b)| contradict(&[a, b]))
    {
        let alone = [a, b].into_iter().find(|&turn| contradict(&[turn]));
        return alone.map_or(vec![a, b], |turn| vec![turn]);
    }
    // Leave out one turn after the other, unless the remaining ones would no longer contradict each other.
    let mut kept: Vec<usize> = (0..turns.len()).collect();
    for turn in 0..turns.len() {
        let others = kept.iter().copied().filter(|&other| other != turn);
        let others: Vec<usize> = others.collect();
        if contradict(&others) {
            kept = others;
        }
    }
    kept
}

/// The patterns that differ from a pattern in exactly one mark, by position.
fn with_one_other_mark(pattern: Pattern) -> impl Iterator<Item = Pattern> {
    (0..pattern.length()).flat_map(move |position| {
        let others = (0..3).filter(move |&mark| mark != pattern.mark(position));
        others.map(move |mark| {
            let mut marks: Vec<u8> = pattern.marks().collect();
            marks[position] = mark;
            Pattern::from_marks(&marks)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::Lists;
    use crate::guessing::rule::Wordle;
    use crate::words::Alphabet;

    fn conflict(turns: &[&str]) -> Option<Conflict> {
        let game = Game::new(&Wordle, Lists::original());
        let turns = turns
            .iter()
            .map(|text| Turn::parse(&Wordle, Alphabet::latin(), text).unwrap());
        let turns: Vec<Turn> = turns.collect();
        Conflict::find(&game, &turns)
    }

    #[test]
    fn turns_that_a_guess_fits_have_no_conflict() {
        assert_eq!(conflict(&[]), None);
        // Only ragas fits, which is not a solution.
        assert_eq!(conflict(&["clear=---gy", "organ=-ygg-"]), None);
        assert_eq!(conflict(&["crane=-----", "moist=-----"]), None);
    }

    #[test]
    fn only_the_two_contradicting_turns_of_three_are_named() {
        let found = conflict(&["crane=-----", "moist=g----", "slate=----g"]).unwrap();
        assert_eq!(found.turns, [0, 2]);
    }

    #[test]
    fn a_turn_that_no_word_gives_is_named_alone() {
        let found = conflict(&["crane=-----", "moist=ggggy"]).unwrap();
        assert_eq!(found.turns, [1]);
    }

    #[test]
    fn every_repair_changes_one_mark_and_lists_the_words_that_fit() {
        let game = Game::new(&Wordle, Lists::original());
        let turns = ["crane=g----", "clink=-----"]
            .map(|text| Turn::parse(&Wordle, Alphabet::latin(), text).unwrap());
        let found = Conflict::find(&game, &turns).unwrap();
        assert!(!found.repairs.is_empty());
        for repair in &found.repairs {
            let (old, new) = (turns[repair.turn].pattern.marks(), repair.pattern.marks());
            assert_eq!(old.zip(new).filter(|(a, b)| a != b).count(), 1);
            let mut repaired = turns;
            repaired[repair.turn].pattern = repair.pattern;
            let left = game.candidates_after(&repaired).unwrap();
            let left: Vec<Word> = left.iter().map(|&c| game.candidate_word(c)).collect();
            assert_eq!(repair.words, left);
        }
    }
}
