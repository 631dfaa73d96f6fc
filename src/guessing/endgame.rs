//! The endgame: once few candidates are left, the best guesses are known exactly.

use super::optimal::{Optimal, Request, Settings};
use super::{Constraint, Game, HardMode, Lists};
use crate::compute::{CandidateIndex, GuessIndex};
use crate::words::WordList;

/// The highest number of candidates of an endgame. The best guesses for this many take no time that a person would
/// notice.
pub const MAX_CANDIDATES: usize = 40;

/// The number of bytes that the search may take.
const MEMORY: u64 = 256 << 20;

/// The search gives up after this many scans, plus one for each guess that is asked for: some 40 ms. Ordinary
/// endgames take a few dozen scans, but words that differ only in one letter can take millions.
const MAX_SCANS: u64 = 400;

/// A state of a game with few candidates.
#[derive(Clone, Copy, Debug)]
pub struct Endgame<'a> {
    /// The game.
    pub game: &'a Game,
    /// The hard mode, if it is on.
    pub hard: Option<HardMode>,
    /// The words that hard mode allows as the next guess.
    pub constraint: &'a Constraint,
    /// The candidates, by index into the list of candidates.
    pub candidates: &'a [CandidateIndex],
}

/// A guess in an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameGuess {
    /// Index into the list of guesses.
    pub guess: GuessIndex,
    /// The guesses that it takes to find each candidate once, this guess included and all games added up.
    pub total: u32,
}

impl Endgame<'_> {
    /// The guesses with the lowest totals: the best `top` and all that equal the last of them, the best first, ties
    /// in list order. `None` if there are more than [`MAX_CANDIDATES`], or if the search would take long.
    ///
    /// Whether there is a result depends only on the endgame, never on the machine.
    ///
    /// # Panics
    /// If there are no candidates, one is out of range, or `top` is 0.
    pub fn best_guesses(&self, top: usize) -> Option<Vec<EndgameGuess>> {
        if self.candidates.len() > MAX_CANDIDATES {
            return None;
        }
        // The rest is a game of its own. Its guesses are those that hard mode allows now.
        let allowed = self.game.allowed_guesses(self.constraint);
        let rest = self.game_with(&allowed);
        let settings = Settings {
            hard: self.hard,
            max_guesses: None,
            memory: MEMORY,
        };
        let optimal = Optimal::new(&rest, settings).ok()?;
        let optimal = optimal.with_max_scans(MAX_SCANS + top as u64);
        let openings: Vec<GuessIndex> = GuessIndex::up_to(allowed.len()).collect();
        let request = Request {
            top,
            ..Request::new(&openings)
        };
        // With one thread, the number of scans does not depend on timing.
        let one_thread = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .ok()?;
        let result = one_thread.install(|| optimal.openings(&request));
        if !result.complete {
            return None;
        }
        let exact = result.openings.iter().map_while(|opening| {
            Some(EndgameGuess {
                guess: allowed[opening.guess.at()],
                total: opening.total.exact()?,
            })
        });
        Some(exact.collect())
    }

    /// The game of these candidates and some guesses, which keep their order.
    fn game_with(&self, guesses: &[GuessIndex]) -> Game {
        let guesses = guesses.iter().map(|&guess| self.game.guess_word(guess));
        let candidates = self.candidates.iter();
        let solutions = candidates.map(|&candidate| self.game.candidate_word(candidate));
        let lists = Lists::new("endgame", WordList::new(guesses), WordList::new(solutions));
        self.game
            .with_lists(lists.with_alphabet(self.game.lists().alphabet().clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::Turn;
    use crate::guessing::rule::Wordle;
    use crate::words::Alphabet;

    fn game_and_candidates(turns: &[&str]) -> (Game, Vec<Turn>, Vec<CandidateIndex>) {
        let game = Game::new(&Wordle, Lists::original());
        let turns = turns
            .iter()
            .map(|text| Turn::parse(&Wordle, Alphabet::latin(), text).unwrap());
        let turns: Vec<Turn> = turns.collect();
        let left = game.candidates_after(&turns).unwrap();
        (game, turns, left)
    }

    /// The best guesses without hard mode.
    fn best_guesses(
        game: &Game,
        candidates: &[CandidateIndex],
        top: usize,
    ) -> Option<Vec<EndgameGuess>> {
        let endgame = Endgame {
            game,
            hard: None,
            constraint: &Constraint::default(),
            candidates,
        };
        endgame.best_guesses(top)
    }

    #[test]
    fn either_of_two_candidates_is_best_and_takes_three_guesses_in_total() {
        let (game, turns, _) = game_and_candidates(&[]);
        assert!(turns.is_empty());
        let candidates = [3, 9].map(CandidateIndex);
        let found = best_guesses(&game, &candidates, 2).unwrap();
        let mut expected = candidates.map(|candidate| EndgameGuess {
            guess: game.guess_of_candidate(candidate),
            total: 3,
        });
        expected.sort_by_key(|best| best.guess);
        assert_eq!(found, expected);
    }

    #[test]
    fn hard_mode_restricts_the_first_guess_by_the_turns_before() {
        let (game, turns, left) = game_and_candidates(&["crane=-y--g", "shire=y--yg"]);
        let hard = Some(HardMode::Standard);
        let constraint = Constraint::of_turns(&Wordle, &turns, hard);
        let endgame = Endgame {
            game: &game,
            hard,
            constraint: &constraint,
            candidates: &left,
        };
        let found = endgame.best_guesses(5).unwrap();
        assert!(!found.is_empty());
        let allowed = game.allowed_guesses(&constraint);
        assert!(found.iter().all(|best| allowed.contains(&best.guess)));
        let without_hard_mode = best_guesses(&game, &left, 1).unwrap();
        assert!(without_hard_mode[0].total <= found[0].total);
    }

    #[test]
    fn search_gives_up_on_words_that_differ_only_in_one_letter() {
        let words = ('a'..='z').map(|first| format!("{first}ight").parse().unwrap());
        let words = WordList::new(words);
        let game = Game::new(&Wordle, Lists::new("ight", words.clone(), words));
        assert_eq!(best_guesses(&game, &game.all_candidates(), 1), None);
    }

    #[test]
    fn many_candidates_are_not_an_endgame() {
        let (game, _, left) = game_and_candidates(&[]);
        assert_eq!(best_guesses(&game, &left, 1), None);
    }
}
