//! The end of a game: few candidates, of which the best guesses are known exactly.

use std::sync::atomic::AtomicBool;

use super::optimal::{Opening, Optimal, Settings, Total};
use super::{Constraint, Game, HardMode, Lists};
use crate::words::WordList;

/// Candidates of an endgame, at most: what follows from so few is computed before a person notices.
pub const ENDGAME: usize = 40;

/// Bytes that the search may take.
const MEMORY: u64 = 256 << 20;

/// Scans of all guesses, at most, and one for each guess that is asked for: some 40 ms where few are.
/// Ordinary endgames take a few dozen; words that differ in one letter alone can take millions.
const MOST_SCANS: u64 = 400;

/// The guesses that find some candidates with the fewest guesses in all, and how many those are: the
/// best `top` and all that equal the last of them, the best first, ties in list order. `constraint` is
/// what hard mode asks of the next guess. Nothing for more than [`ENDGAME`] candidates, and where
/// the search would take long.
///
/// # Panics
/// If a candidate is out of range, there are none, or `top` is 0.
pub fn endgame(
    game: &Game,
    hard: Option<HardMode>,
    constraint: &Constraint,
    candidates: &[u32],
    top: usize,
) -> Option<Vec<(u32, u32)>> {
    if candidates.len() > ENDGAME {
        return None;
    }
    // What hard mode asks so far is met by leaving guesses out.
    let allowed = game.allowed_guesses(constraint);
    let guesses = allowed.iter().map(|&guess| game.guess_word(guess));
    let solutions = candidates.iter().map(|&place| game.candidate_word(place));
    let lists = Lists::new("endgame", WordList::new(guesses), WordList::new(solutions));
    let rest = Game::new(game.rule(), lists);
    let settings = Settings {
        hard,
        max_guesses: None,
        memory: MEMORY,
    };
    let cancelled = AtomicBool::new(false);
    let optimal = Optimal::new(&rest, settings, &cancelled).ok()?;
    let optimal = optimal.with_max_scans(MOST_SCANS + top as u64);
    let openings: Vec<u32> = (0..allowed.len() as u32).collect();
    // What one thread gives up on does not depend on how fast it is.
    let one_thread = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .ok()?;
    let found = one_thread.install(|| optimal.openings(&openings, top, &[], &|_| ()));
    if !found.complete {
        return None;
    }
    let exact = found
        .openings
        .into_iter()
        .map_while(|Opening { guess, total }| match total {
            Total::Exactly(total) => Some((allowed[guess as usize], total)),
            Total::AtLeast(_) | Total::Impossible => None,
        });
    Some(exact.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::Wordle;
    use crate::guessing::{Turn, turn::candidates};

    fn game_and_candidates(turns: &[&str]) -> (Game, Vec<Turn>, Vec<u32>) {
        let game = Game::new(&Wordle, Lists::original());
        let turns = turns.iter().map(|text| Turn::parse(&Wordle, text).unwrap());
        let turns: Vec<Turn> = turns.collect();
        let left = candidates(&Wordle, &turns, game.lists().candidates()).unwrap();
        (game, turns, left)
    }

    #[test]
    fn of_two_candidates_either_is_best_and_takes_three_guesses_in_all() {
        let (game, turns, _) = game_and_candidates(&[]);
        assert!(turns.is_empty());
        let found = endgame(&game, None, &Constraint::default(), &[3, 9], 2).unwrap();
        let [a, b] = [3, 9].map(|place| game.guess_of_candidate(place));
        assert_eq!(found, [(a.min(b), 3), (a.max(b), 3)]);
    }

    #[test]
    fn hard_mode_asks_of_the_first_guess_what_it_asks_of_the_turns_before() {
        let (game, turns, left) = game_and_candidates(&["crane=-y--g", "shire=y--yg"]);
        let hard = Some(HardMode::Standard);
        let constraint = Constraint::of_turns(&Wordle, &turns, hard);
        let found = endgame(&game, hard, &constraint, &left, 5).unwrap();
        assert!(!found.is_empty());
        let allowed = game.allowed_guesses(&constraint);
        assert!(found.iter().all(|(guess, _)| allowed.contains(guess)));
        let free = endgame(&game, None, &Constraint::default(), &left, 1).unwrap();
        assert!(free[0].1 <= found[0].1);
    }

    #[test]
    fn words_that_differ_in_one_letter_alone_are_given_up_on() {
        let words = ('a'..='z').map(|first| format!("{first}ight").parse().unwrap());
        let words = WordList::new(words);
        let game = Game::new(&Wordle, Lists::new("ight", words.clone(), words));
        let all = game.all_candidates();
        assert_eq!(endgame(&game, None, &Constraint::default(), &all, 1), None);
    }

    #[test]
    fn many_candidates_are_no_endgame() {
        let (game, _, left) = game_and_candidates(&[]);
        assert_eq!(endgame(&game, None, &Constraint::default(), &left, 1), None);
    }
}
