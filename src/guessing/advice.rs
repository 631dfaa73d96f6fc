//! Advice in a game under way: the best guesses, from the marks so far.

use std::sync::OnceLock;

use hashbrown::{HashMap, HashSet};

use super::endgame::{Endgame, EndgameGuess, MAX_CANDIDATES};
use super::lists::Remaining;
use super::settled::Settled;
use super::strategy::{GuessPool, GuessingState, NamedStrategy};
use super::sweep::RankedGuess;
use super::{Conflict, Constraint, Game, HardMode, Turn, Violation};
use crate::compute::batch::Order;
use crate::compute::{Backend, ComputeError, GuessIndex};
use crate::words::embedded::english_frequencies;
use crate::words::{Vocabulary, Word, WordList};

/// The reason why guesses cannot be ranked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdviceError {
    /// No guess fits all marks. The text says which turns contradict each other, and which marks may be wrong.
    #[error("{0}")]
    Contradiction(String),
    /// The backend failed.
    #[error(transparent)]
    Compute(#[from] ComputeError),
}

/// Ranks guesses in the states of one game.
pub struct Adviser {
    /// The game.
    pub game: Game,
    /// How guesses are ranked.
    pub strategy: NamedStrategy,
    /// The hard mode, if it is on.
    pub hard: Option<HardMode>,
    /// For each guess, true if people know the word. Among equal guesses, known ones come first.
    is_known: Vec<bool>,
    /// The game in which every guess is a candidate. Built when no solution fits the turns of a game.
    beyond_solutions: OnceLock<Game>,
}

/// The guesses in one state of a game, ranked.
pub struct Advice<'a> {
    /// The game that the candidates belong to: the adviser's own, or that in which every guess is a candidate. The
    /// guesses are the same in both.
    pub game: &'a Game,
    /// The words that may still be hidden.
    pub remaining: Remaining,
    /// The allowed guesses, best first.
    pub guesses: Vec<RankedGuess>,
    /// For the first guesses of the ranking, the cost of each if it was computed exactly: the guesses that it takes
    /// from here to find each candidate once.
    totals: Vec<u32>,
    /// True if there are few enough candidates for exact costs, but computing them would have taken too long.
    pub gave_up: bool,
}

impl Adviser {
    /// An adviser for a game. The words of `vocabulary` count as known.
    pub fn new(
        game: Game,
        strategy: NamedStrategy,
        hard: Option<HardMode>,
        vocabulary: Vocabulary,
    ) -> Adviser {
        Adviser {
            is_known: known_words(game.lists().guesses(), vocabulary),
            beyond_solutions: OnceLock::new(),
            game,
            strategy,
            hard,
        }
    }

    /// The constraint of hard mode on the next guess after some turns.
    pub fn constraint(&self, turns: &[Turn]) -> Constraint {
        Constraint::of_turns(self.game.rule(), turns, self.hard)
    }

    /// The guesses among `turns` that hard mode did not allow, each with its number from 1 and the demand that it did
    /// not meet.
    pub fn illegal_guesses(&self, turns: &[Turn]) -> Vec<(usize, Word, Violation)> {
        let illegal = turns.iter().enumerate().filter_map(|(index, turn)| {
            let violation = self.violation(&turns[..index], turn.guess)?;
            Some((index + 1, turn.guess, violation))
        });
        illegal.collect()
    }

    /// The demand of hard mode that a guess does not meet after some turns, if there is one.
    pub fn violation(&self, turns: &[Turn], guess: Word) -> Option<Violation> {
        Violation::find(
            self.game.rule(),
            self.game.lists().alphabet(),
            turns,
            self.hard,
            guess,
        )
    }

    /// The words that may still be hidden after some turns, and the game that they are candidates of: see
    /// [`Lists::remaining`](super::Lists::remaining).
    ///
    /// # Errors
    /// [`AdviceError::Contradiction`].
    pub fn remaining(&self, turns: &[Turn]) -> Result<(&Game, Remaining), AdviceError> {
        let (rule, lists) = (self.game.rule(), self.game.lists());
        let remaining = lists.remaining(rule, turns).map_err(|contradiction| {
            AdviceError::Contradiction(match Conflict::find(&self.game, turns) {
                Some(conflict) => conflict.describe(&self.game, turns),
                None => contradiction.to_string(),
            })
        })?;
        let all_guesses = || self.game.with_lists(remaining.lists(lists.clone()));
        let game = if remaining.beyond_solutions {
            self.beyond_solutions.get_or_init(all_guesses)
        } else {
            &self.game
        };
        Ok((game, remaining))
    }

    /// Ranks the guesses after some turns by the strategy.
    ///
    /// # Errors
    /// [`AdviceError`].
    pub fn advise(&self, turns: &[Turn], backend: &dyn Backend) -> Result<Advice<'_>, AdviceError> {
        let (game, remaining) = self.remaining(turns)?;
        let state = GuessingState {
            candidates: remaining.candidates,
            constraint: self.constraint(turns),
            guesses_made: turns.len() as u32,
            settled: Settled::of_turns(game.rule(), turns),
        };
        let considered = self.considered(game, &state);
        let table = game.table().restrict(&state.candidates);
        let stats = backend.partition(&table, &considered)?;
        let guesses = considered.into_iter().zip(stats);
        let mut guesses: Vec<RankedGuess> = guesses
            .map(|(guess, stats)| RankedGuess { guess, stats })
            .collect();
        // A strategy that does not compare partitions chooses one guess. The others are ranked behind it.
        let chosen = match self.strategy.order {
            Some(_) => None,
            None => {
                let strategy = &self.strategy.strategy;
                Some(strategy.choose_one(game, backend, &state)?)
            }
        };
        let order = self.strategy.order.unwrap_or(Order::MaxSplits);
        guesses.sort_by_key(|&RankedGuess { guess, stats }| {
            (
                Some(guess) != chosen,
                order.key(&stats),
                !self.is_known[guess.at()],
                guess,
            )
        });
        Ok(Advice {
            game,
            remaining: Remaining {
                candidates: state.candidates,
                ..remaining
            },
            guesses,
            totals: Vec::new(),
            gave_up: false,
        })
    }

    /// Ranks the guesses after some turns. With few candidates left, the `top` guesses of the lowest exact cost come
    /// first, unless computing them takes too long or the strategy is not one that compares the partitions of all
    /// guesses.
    ///
    /// # Errors
    /// [`AdviceError`].
    pub fn advise_exactly(
        &self,
        turns: &[Turn],
        top: usize,
        backend: &dyn Backend,
    ) -> Result<Advice<'_>, AdviceError> {
        let mut advice = self.advise(turns, backend)?;
        if self.strategy.order.is_none() || self.strategy.from != GuessPool::All {
            return Ok(advice);
        }
        let constraint = self.constraint(turns);
        let (game, candidates) = (advice.game, &advice.remaining.candidates);
        let top = top.min(advice.guesses.len());
        let endgame = Endgame {
            game,
            hard: self.hard,
            constraint: &constraint,
            candidates,
        };
        match endgame.best_guesses(top) {
            Some(found) => advice.put_first(&found),
            None => advice.gave_up = advice.remaining.candidates.len() <= MAX_CANDIDATES,
        }
        Ok(advice)
    }

    /// The guesses that the strategy considers, in list order unless they are the candidates.
    fn considered(&self, game: &Game, state: &GuessingState) -> Vec<GuessIndex> {
        let allowed = game.allowed_guesses(&state.constraint);
        if self.strategy.from == GuessPool::All {
            return allowed.to_vec();
        }
        let candidates = state.candidates.iter();
        let guesses = candidates.map(|&candidate| game.guess_of_candidate(candidate));
        guesses
            .filter(|guess| allowed.binary_search(guess).is_ok())
            .collect()
    }
}

impl Advice<'_> {
    /// The candidates as words, in list order.
    pub fn candidate_words(&self) -> impl Iterator<Item = Word> {
        let candidates = self.remaining.candidates.iter();
        candidates.map(|&candidate| self.game.candidate_word(candidate))
    }

    /// Puts the guesses with exact costs first. Equal ones stay in the order of the strategy.
    fn put_first(&mut self, exact: &[EndgameGuess]) {
        let exact = exact.iter().map(|best| (best.guess, best.total));
        let totals: HashMap<GuessIndex, u32> = exact.collect();
        let total = |ranked: &RankedGuess| totals.get(&ranked.guess).copied();
        self.guesses
            .sort_by_key(|ranked| total(ranked).unwrap_or(u32::MAX));
        self.totals = self.guesses.iter().map_while(total).collect();
    }

    /// True if the first guesses are ranked by their exact costs.
    pub fn is_exact(&self) -> bool {
        !self.totals.is_empty()
    }

    /// The mean number of guesses to find the solution with best play, this one included, for the guess at an index
    /// of the ranking; `None` if it was not computed.
    pub fn mean_guesses(&self, index: usize) -> Option<f64> {
        let total = self.totals.get(index);
        total.map(|&total| f64::from(total) / self.remaining.candidates.len() as f64)
    }
}

/// For each guess, true if the vocabulary has it.
fn known_words(guesses: &WordList, vocabulary: Vocabulary) -> Vec<bool> {
    if vocabulary == Vocabulary::Sesquipedalian {
        return vec![true; guesses.len()];
    }
    let known: HashSet<&str> = english_frequencies()
        .filter(|&(_, zipf)| vocabulary.knows(Some(zipf)))
        .map(|(word, _)| word)
        .collect();
    let is_known = |word: &Word| known.contains(&*word.to_string());
    guesses.iter().map(is_known).collect()
}
