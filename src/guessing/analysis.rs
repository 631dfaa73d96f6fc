//! How good the guesses of a game were, and how lucky.

use super::{Constraint, Game, HardMode, Turn};
use crate::compute::{Backend, ComputeError, GuessIndex, PartitionStats};
use crate::words::Word;

/// A guess of a game, beside what could have been guessed.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The guess and its marks.
    pub turn: Turn,
    /// The candidates before it; the solution is one of them.
    pub before: usize,
    /// The candidates after it that are still to be found: none after the solution.
    pub after: usize,
    /// The partition that the guess makes.
    pub stats: PartitionStats,
    /// Whether hard mode allows it, if it is on.
    pub is_allowed: bool,
    /// The best guess, of equal ones the first in the list, and its partition.
    pub best: (u32, PartitionStats),
    /// How many of the allowed guesses are better, and one.
    pub rank: usize,
    /// The allowed guesses.
    pub of: usize,
    /// How good the guess was, from 0 to 100: see [`skill`].
    pub skill: f64,
    /// How lucky its marks were, from 0 to 100: the share of the candidates that would have left more to
    /// be found, and half of those that would have left as many. 50 on average over the candidates.
    pub luck: f64,
}

/// The candidates that a guess is expected to leave to be found, if each is as likely to be the
/// solution: Σ n² / N over the groups but the one that is found.
pub fn expected_left(stats: &PartitionStats, candidates: usize) -> f64 {
    (stats.sum_squares - u64::from(stats.candidate)) as f64 / candidates as f64
}

/// How good a guess is, from 0 to 100: log((N + 1) / (e + 1)) in hundredths of what it is for the best
/// guess, where e is [`expected_left`] of N candidates. 100 for the best, 0 for a guess that tells
/// nothing.
pub fn skill(stats: &PartitionStats, best: &PartitionStats, candidates: usize) -> f64 {
    let gain = |stats| {
        let left = expected_left(stats, candidates);
        ((candidates as f64 + 1.0) / (left + 1.0)).ln()
    };
    // The best guess of all is a candidate at least, which leaves less than there was.
    100.0 * (gain(stats) / gain(best)).clamp(0.0, 1.0)
}

/// Judges the guesses of a game, of which the candidate `solution` was to be found. Guesses after it
/// are left out.
///
/// # Errors
/// [`ComputeError`], from a GPU alone.
///
/// # Panics
/// If a guess is not in the list, or there is no such candidate.
pub fn judge(
    game: &Game,
    backend: &dyn Backend,
    hard: Option<HardMode>,
    guesses: &[u32],
    solution: u32,
) -> Result<Vec<Judged>, ComputeError> {
    let mut candidates = game.all_candidates();
    let mut turns = Vec::new();
    let mut judged = Vec::new();
    for &guess in guesses {
        let constraint = Constraint::of_turns(game.rule(), &turns, hard);
        let mut next = judge_one(game, backend, &constraint, &candidates, guess, solution)?;
        let turn = next.turn;
        let is_found = turn.pattern == game.rule().solved();
        candidates.retain(|&candidate| turn.fits(game.rule(), game.candidate_word(candidate)));
        next.after = if is_found { 0 } else { candidates.len() };
        turns.push(turn);
        judged.push(next);
        if is_found {
            break;
        }
    }
    Ok(judged)
}

/// Judges one guess. What it leaves is yet to be filled in.
fn judge_one(
    game: &Game,
    backend: &dyn Backend,
    constraint: &Constraint,
    candidates: &[u32],
    guess: u32,
    solution: u32,
) -> Result<Judged, ComputeError> {
    let allowed = game.allowed_guesses(constraint);
    let is_allowed = allowed.binary_search(&guess).is_ok();
    let table = game.table().restrict(bytemuck::cast_slice(candidates));
    let all = backend.partition(&table, bytemuck::cast_slice(&allowed))?;
    let stats = backend.partition(&table, &[GuessIndex(guess)])?[0];
    let left = |stats: &PartitionStats| stats.sum_squares - u64::from(stats.candidate);
    let best = allowed
        .iter()
        .zip(&all)
        .min_by_key(|(_, stats)| left(stats));
    // Hard mode allows the solution at least.
    let (&best, &best_stats) = best.expect("the solution is an allowed guess");
    let better = all
        .iter()
        .filter(|other| left(other) < left(&stats))
        .count();
    let word: Word = game.guess_word(guess);
    let pattern = game.rule().pattern(word, game.candidate_word(solution));
    Ok(Judged {
        turn: Turn {
            guess: word,
            pattern,
        },
        before: candidates.len(),
        after: 0,
        stats,
        is_allowed,
        best: (best, best_stats),
        rank: better + 1,
        of: allowed.len(),
        skill: skill(&stats, &best_stats, candidates.len()),
        luck: luck(game, candidates, guess, solution),
    })
}

/// The share of the candidates that would have left more to be found, and half of those that would have
/// left as many, in hundredths.
fn luck(game: &Game, candidates: &[u32], guess: u32, solution: u32) -> f64 {
    let solved = game.rule().solved();
    let groups = game.groups(guess, candidates);
    let left = |pattern, group: &[u32]| if pattern == solved { 0 } else { group.len() };
    let ours = groups.iter().find(|(_, group)| group.contains(&solution));
    let ours = ours.map_or(0, |(pattern, group)| left(*pattern, group));
    let halves: usize = groups
        .iter()
        .map(|(pattern, group)| match left(*pattern, group).cmp(&ours) {
            std::cmp::Ordering::Greater => 2 * group.len(),
            std::cmp::Ordering::Equal => group.len(),
            std::cmp::Ordering::Less => 0,
        })
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

    fn judge_words(game: &Game, guesses: &[&str], solution: &str) -> Vec<Judged> {
        let guess = |text: &&str| game.lists().guess(text.parse().unwrap()).unwrap();
        let guesses: Vec<u32> = guesses.iter().map(guess).collect();
        let solution = solution.parse().unwrap();
        let solution = game.lists().candidates().position(solution).unwrap();
        judge(game, &Cpu, None, &guesses, solution).unwrap()
    }

    #[test]
    fn luck_is_fifty_on_average_over_the_candidates() {
        for rule in [&Wordle as &'static dyn Rule, &WordPeaks] {
            let game = Game::new(rule, Lists::original());
            let guess = game.lists().guess("crane".parse().unwrap()).unwrap();
            let all: Vec<u32> = game.all_candidates().into_iter().step_by(23).collect();
            let sum: f64 = all
                .iter()
                .map(|&solution| luck(&game, &all, guess, solution))
                .sum();
            assert!((sum / all.len() as f64 - 50.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_best_guess_has_rank_one_and_all_skill() {
        let game = Game::new(&Wordle, Lists::original());
        let first = judge_words(&game, &["roate"], "abbey").remove(0);
        assert_eq!((first.rank, first.skill), (1, 100.0));
        assert_eq!(first.before, 2_315);
    }

    #[test]
    fn the_only_candidate_is_all_skill_and_anything_else_none() {
        let game = Game::new(&Wordle, Lists::original());
        let found = judge_words(&game, &["crane", "abbey", "abbey"], "abbey");
        assert_eq!(found.len(), 2);
        let last = found.last().unwrap();
        assert_eq!((last.after, last.turn.pattern), (0, Wordle.solved()));
        let list = |words: &[&str]| WordList::new(words.iter().map(|word| word.parse().unwrap()));
        let two = Lists::new("two", list(&["abbey", "crane"]), list(&["abbey"]));
        let game = Game::new(&Wordle, two);
        let judged = judge_words(&game, &["crane", "abbey"], "abbey");
        assert_eq!(
            judged.iter().map(|judged| judged.skill).collect::<Vec<_>>(),
            [0.0, 100.0]
        );
        assert_eq!(
            judged.iter().map(|judged| judged.after).collect::<Vec<_>>(),
            [1, 0]
        );
    }
}
