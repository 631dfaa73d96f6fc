//! Analysis of a finished game: the skill and the luck of each guess.

use std::cmp::Ordering;

use super::sweep::RankedGuess;
use super::{Constraint, Game, HardMode, Turn, Violation};
use crate::compute::{Backend, CandidateIndex, ComputeError, GuessIndex, PartitionStats};

/// A finished game, to be analysed.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'a> {
    /// The guesses, in order.
    pub guesses: &'a [GuessIndex],
    /// The word that was hidden.
    pub solution: CandidateIndex,
    /// The hard mode, if it was on.
    pub hard: Option<HardMode>,
}

/// One guess, compared with the other guesses that could have been made.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessAnalysis {
    /// The guess and its marks.
    pub turn: Turn,
    /// The number of candidates before the guess, including the solution.
    pub before: usize,
    /// The number of candidates that remain to be found after the guess: 0 if the guess is the solution.
    pub after: usize,
    /// The partition that the guess makes.
    pub stats: PartitionStats,
    /// The demand of hard mode that the guess does not meet. `None` if hard mode is off or allows the guess.
    pub violation: Option<Violation>,
    /// The best guess, and its partition. Among equal guesses, this is the first in the list.
    pub best: RankedGuess,
    /// One more than the number of allowed guesses that are better.
    pub rank: usize,
    /// The number of allowed guesses.
    pub allowed: usize,
    /// The quality of the guess, from 0 to 100: see [`skill`].
    pub skill: f64,
    /// The luck of its marks, from 0 to 100: the percentage of candidates that would have left more to be found, plus
    /// half the percentage of those that would have left as many. The average over all candidates is 50.
    pub luck: f64,
}

/// The expected number of candidates that a guess leaves to be found, if all candidates are equally likely to be the
/// solution: Σ n² / N over the groups, except the group of the guess itself.
pub fn expected_left(stats: &PartitionStats, candidates: usize) -> f64 {
    left_times_candidates(stats) as f64 / candidates as f64
}

/// Σ n² over the groups, except the group of the guess itself.
fn left_times_candidates(stats: &PartitionStats) -> u64 {
    stats.sum_squares - u64::from(stats.candidate)
}

/// The quality of a guess from 0 to 100: log((N + 1) / (e + 1)), where e is [`expected_left`] of N candidates, as a
/// percentage of the same for the best guess. The best guess has 100, a guess that reveals nothing has 0.
pub fn skill(stats: &PartitionStats, best: &PartitionStats, candidates: usize) -> f64 {
    let gain = |stats| {
        let left = expected_left(stats, candidates);
        ((candidates as f64 + 1.0) / (left + 1.0)).ln()
    };
    // The gain of the best guess is positive: it is at least that of guessing a candidate, which leaves fewer than N.
    100.0 * (gain(stats) / gain(best)).clamp(0.0, 1.0)
}

/// Analyses each guess of a game. Guesses after the solution are ignored.
///
/// # Errors
/// [`ComputeError`], only from a GPU.
///
/// # Panics
/// If a guess or the solution is out of range.
pub fn analyse(
    game: &Game,
    backend: &dyn Backend,
    played: PlayedGame,
) -> Result<Vec<GuessAnalysis>, ComputeError> {
    let rule = game.rule();
    let mut candidates = game.all_candidates();
    let mut turns = Vec::new();
    let mut analyses = Vec::new();
    for &guess in played.guesses {
        let constraint = Constraint::of_turns(rule, &turns, played.hard);
        let state = StateBefore {
            candidates: &candidates,
            allowed: &game.allowed_guesses(&constraint),
        };
        let mut analysis = state.analyse(game, backend, guess, played.solution)?;
        let turn = analysis.turn;
        let is_solved = turn.pattern == game.solved();
        analysis.violation = Violation::find(
            rule,
            game.lists().alphabet(),
            &turns,
            played.hard,
            turn.guess,
        );
        candidates.retain(|&candidate| turn.fits(rule, game.candidate_word(candidate)));
        analysis.after = if is_solved { 0 } else { candidates.len() };
        turns.push(turn);
        analyses.push(analysis);
        if is_solved {
            break;
        }
    }
    Ok(analyses)
}

/// The state of the game before a guess.
struct StateBefore<'a> {
    candidates: &'a [CandidateIndex],
    allowed: &'a [GuessIndex],
}

impl StateBefore<'_> {
    /// Analyses one guess. [`GuessAnalysis::after`] is left at 0, and [`GuessAnalysis::violation`] at `None`.
    fn analyse(
        &self,
        game: &Game,
        backend: &dyn Backend,
        guess: GuessIndex,
        solution: CandidateIndex,
    ) -> Result<GuessAnalysis, ComputeError> {
        let candidates = self.candidates.len();
        let table = game.table().restrict(self.candidates);
        let all = backend.partition(&table, self.allowed)?;
        let stats = backend.partition(&table, &[guess])?[0];
        let left = left_times_candidates(&stats);
        let best = self
            .allowed
            .iter()
            .zip(&all)
            .map(|(&guess, &stats)| RankedGuess { guess, stats })
            .min_by_key(|other| left_times_candidates(&other.stats))
            .expect("hard mode never forbids the solution");
        let is_better = |other: &&PartitionStats| left_times_candidates(other) < left;
        Ok(GuessAnalysis {
            turn: Turn {
                guess: game.guess_word(guess),
                pattern: game.pattern(guess, solution),
            },
            before: candidates,
            after: 0,
            stats,
            violation: None,
            best,
            rank: all.iter().filter(is_better).count() + 1,
            allowed: self.allowed.len(),
            skill: skill(&stats, &best.stats, candidates),
            luck: luck(game, self.candidates, guess, solution),
        })
    }
}

/// The percentage of the candidates that would have left more to be found, plus half the percentage of those that
/// would have left as many.
fn luck(
    game: &Game,
    candidates: &[CandidateIndex],
    guess: GuessIndex,
    solution: CandidateIndex,
) -> f64 {
    let solved = game.solved();
    let groups = game.groups(guess, candidates);
    let left = |pattern, group: &[CandidateIndex]| if pattern == solved { 0 } else { group.len() };
    let actual = groups.iter().find(|(_, group)| group.contains(&solution));
    let actual = actual.map_or(0, |(pattern, group)| left(*pattern, group));
    let halves: usize = groups
        .iter()
        .map(
            |(pattern, group)| match left(*pattern, group).cmp(&actual) {
                Ordering::Greater => 2 * group.len(),
                Ordering::Equal => group.len(),
                Ordering::Less => 0,
            },
        )
        .sum();
    50.0 * halves as f64 / candidates.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::cpu::Cpu;
    use crate::guessing::Lists;
    use crate::guessing::rule::{Rule, WordPeaks, Wordle};
    use crate::words::WordList;

    fn analyse_words(game: &Game, guesses: &[&str], solution: &str) -> Vec<GuessAnalysis> {
        let guess = |text: &&str| game.lists().guess_index(text.parse().unwrap()).unwrap();
        let guesses: Vec<GuessIndex> = guesses.iter().map(guess).collect();
        let solution = solution.parse().unwrap();
        let played = PlayedGame {
            guesses: &guesses,
            solution: game.lists().candidate_index(solution).unwrap(),
            hard: None,
        };
        analyse(game, &Cpu, played).unwrap()
    }

    #[test]
    fn luck_averages_fifty_over_all_candidates() {
        for rule in [&Wordle as &'static dyn Rule, &WordPeaks] {
            let game = Game::new(rule, Lists::original());
            let guess = game.lists().guess_index("crane".parse().unwrap()).unwrap();
            let candidates: Vec<_> = game.all_candidates().into_iter().step_by(23).collect();
            let lucks = candidates
                .iter()
                .map(|&solution| luck(&game, &candidates, guess, solution));
            let sum: f64 = lucks.sum();
            assert!((sum / candidates.len() as f64 - 50.0).abs() < 1e-9);
        }
    }

    #[test]
    fn best_guess_has_rank_one_and_full_skill() {
        let game = Game::new(&Wordle, Lists::original());
        let first = analyse_words(&game, &["roate"], "abbey").remove(0);
        assert_eq!((first.rank, first.skill), (1, 100.0));
        assert_eq!(first.before, 2_315);
    }

    #[test]
    fn guesses_after_the_solution_are_ignored() {
        let game = Game::new(&Wordle, Lists::original());
        let analyses = analyse_words(&game, &["crane", "abbey", "abbey"], "abbey");
        assert_eq!(analyses.len(), 2);
        let last = analyses.last().unwrap();
        assert_eq!((last.after, last.turn.pattern), (0, Wordle.solved(5)));
    }

    #[test]
    fn guessing_the_only_candidate_has_full_skill_and_any_other_guess_none() {
        let list = |words: &[&str]| WordList::new(words.iter().map(|word| word.parse().unwrap()));
        let two = Lists::new("two", list(&["abbey", "crane"]), list(&["abbey"]));
        let game = Game::new(&Wordle, two);
        let analyses = analyse_words(&game, &["crane", "abbey"], "abbey");
        let skills: Vec<f64> = analyses.iter().map(|analysis| analysis.skill).collect();
        assert_eq!(skills, [0.0, 100.0]);
        let after: Vec<usize> = analyses.iter().map(|analysis| analysis.after).collect();
        assert_eq!(after, [1, 0]);
    }
}
