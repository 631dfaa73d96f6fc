//! Turns that no solution fits: which of them contradict each other, and which single marks would mend
//! them.

use std::cmp::Reverse;

use itertools::Itertools;

use super::{Game, Pattern, Rule, Turn};
use crate::words::{WORD_LENGTH, Word};

/// The number of repairs that a description names.
const NAMED_REPAIRS: usize = 4;

/// The number of solutions that a description names for each repair.
const NAMED_SOLUTIONS: usize = 3;

/// Why no solution fits some turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Turns that no solution fits together, but without any one of them: their places, ascending.
    pub turns: Vec<usize>,
    /// The single marks with which solutions would fit all turns, by turn and place.
    pub repairs: Vec<Repair>,
}

/// A mark that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The place of the turn.
    pub turn: usize,
    /// Its pattern with one other mark.
    pub pattern: Pattern,
    /// The solutions that fit then: places in their list, ascending, one at least.
    pub solutions: Vec<u32>,
}

impl Conflict {
    /// Looks for the conflict of some turns, if no solution fits them.
    pub fn of(rule: &dyn Rule, turns: &[Turn], solutions: &[Word]) -> Option<Conflict> {
        let fits =
            |turns: &[Turn], &solution: &Word| turns.iter().all(|turn| turn.fits(rule, solution));
        if solutions.iter().any(|solution| fits(turns, solution)) {
            return None;
        }
        let mut repairs = Vec::new();
        for turn in 0..turns.len() {
            for pattern in with_one_other_mark(turns[turn].pattern) {
                let mut repaired = turns.to_vec();
                repaired[turn].pattern = pattern;
                let places = (0..)
                    .zip(solutions)
                    .filter(|(_, solution)| fits(&repaired, solution));
                let solutions: Vec<u32> = places.map(|(place, _)| place).collect();
                if !solutions.is_empty() {
                    repairs.push(Repair {
                        turn,
                        pattern,
                        solutions,
                    });
                }
            }
        }
        let fit: Vec<Vec<bool>> = solutions
            .iter()
            .map(|&solution| turns.iter().map(|turn| turn.fits(rule, solution)).collect())
            .collect();
        Some(Conflict {
            turns: contradicting(turns.len(), &fit),
            repairs,
        })
    }
}

impl Conflict {
    /// One line that says which turns contradict each other and which single marks may be wrong.
    pub fn describe(&self, game: &Game, turns: &[Turn]) -> String {
        let rule = game.rule();
        let found = match &self.turns[..] {
            [only] => format!(
                "no solution in the list gives {}",
                turns[*only].format(rule)
            ),
            several => {
                let mut several = several.iter().map(|&turn| turns[turn].format(rule));
                format!("no solution fits {} together", several.join(" and "))
            }
        };
        if self.repairs.is_empty() {
            return format!("{found}; check the marks");
        }
        let mut repairs: Vec<&Repair> = self.repairs.iter().collect();
        repairs.sort_by_key(|repair| Reverse(repair.solutions.len()));
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
    /// The repaired turn, with the solutions that it would leave.
    fn describe(&self, game: &Game, turns: &[Turn]) -> String {
        let repaired = Turn {
            pattern: self.pattern,
            ..turns[self.turn]
        };
        let solutions = self.solutions.iter().take(NAMED_SOLUTIONS);
        let solutions = solutions
            .map(|&solution| game.candidate_word(solution))
            .join(", ");
        let more = match self.solutions.len().saturating_sub(NAMED_SOLUTIONS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let repaired = repaired.format(game.rule());
        format!("{repaired} would leave {solutions}{more}")
    }
}

/// Turns that no solution fits together, but without any one of them; two if there are two such. Which
/// solution fits which turn is given.
fn contradicting(turns: usize, fit: &[Vec<bool>]) -> Vec<usize> {
    let contradict = |turns: &[usize]| {
        !fit.iter()
            .any(|solution| turns.iter().all(|&turn| solution[turn]))
    };
    if let Some(pair) = (0..turns)
        .tuple_combinations()
        .find(|&(a, b)| contradict(&[a, b]))
    {
        let (a, b) = pair;
        let alone = [a, b].into_iter().find(|&turn| contradict(&[turn]));
        return alone.map_or(vec![a, b], |turn| vec![turn]);
    }
    let mut left: Vec<usize> = (0..turns).collect();
    for turn in 0..turns {
        let without: Vec<usize> = left
            .iter()
            .copied()
            .filter(|&other| other != turn)
            .collect();
        if contradict(&without) {
            left = without;
        }
    }
    left
}

/// The patterns that differ from one in one mark, by place.
fn with_one_other_mark(pattern: Pattern) -> impl Iterator<Item = Pattern> {
    let marks = pattern.marks();
    (0..WORD_LENGTH).flat_map(move |place| {
        let others = (0..3).filter(move |&mark| mark != marks[place]);
        others.map(move |mark| {
            let mut marks = marks;
            marks[place] = mark;
            Pattern::from_marks(marks)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::Lists;
    use crate::guessing::rule::Wordle;

    fn conflict(turns: &[&str]) -> Option<Conflict> {
        let lists = Lists::original();
        let turns = turns.iter().map(|text| Turn::parse(&Wordle, text).unwrap());
        let turns: Vec<Turn> = turns.collect();
        Conflict::of(&Wordle, &turns, lists.solutions())
    }

    #[test]
    fn turns_that_a_solution_fits_are_in_no_conflict() {
        assert_eq!(conflict(&[]), None);
        assert_eq!(conflict(&["crane=-----", "moist=-----"]), None);
    }

    #[test]
    fn of_three_turns_the_two_that_contradict_each_other_are_named() {
        let found = conflict(&["crane=-----", "moist=g----", "slate=----g"]).unwrap();
        assert_eq!(found.turns, [0, 2]);
    }

    #[test]
    fn a_turn_that_no_solution_gives_is_named_alone() {
        let found = conflict(&["crane=-----", "moist=ggggy"]).unwrap();
        assert_eq!(found.turns, [1]);
    }

    #[test]
    fn every_repair_changes_one_mark_and_leaves_the_solutions_that_fit() {
        let lists = Lists::original();
        let turns = ["crane=g----", "clink=-----"].map(|text| Turn::parse(&Wordle, text).unwrap());
        let found = Conflict::of(&Wordle, &turns, lists.solutions()).unwrap();
        assert!(!found.repairs.is_empty());
        for repair in &found.repairs {
            let (old, new) = (turns[repair.turn].pattern.marks(), repair.pattern.marks());
            assert_eq!(old.iter().zip(new).filter(|(a, b)| *a != b).count(), 1);
            let mut repaired = turns;
            repaired[repair.turn].pattern = repair.pattern;
            for (place, &solution) in (0..).zip(lists.solutions().iter()) {
                let fits = repaired.iter().all(|turn| turn.fits(&Wordle, solution));
                assert_eq!(fits, repair.solutions.contains(&place));
            }
        }
    }
}
