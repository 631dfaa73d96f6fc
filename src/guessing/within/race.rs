//! Races: guesses with bounds, until the best are known.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::Within;
use crate::compute::{ComputeError, PartitionStats};
use crate::guessing::Pattern;

/// Guesses that race at the same time, if their groups have two guesses left: a batch takes one group
/// of each.
const BATCH: usize = 128;

/// Guesses that run before all others: those with the most splits.
pub const FAVOURITES: usize = 16;

/// A guess in a race.
pub struct Runner {
    /// No more than this is found after the guess.
    pub bound: u32,
    pub splits: u32,
    pub guess: u32,
    /// The groups that count with their bound and not yet with their value, the largest last; made
    /// when the guess first leads.
    groups: Option<Vec<Vec<u32>>>,
}

/// A guess at the end of a race. The first in order is the best: it finds the most, then has the most
/// splits, then comes first in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finished {
    pub found: Reverse<u32>,
    pub position: Position,
}

/// Where a guess stands among those that find as many: by its splits, then in list order.
pub type Position = (Reverse<u32>, u32);

/// What a race is for.
#[derive(Clone, Copy)]
pub enum Goal {
    /// A guess that finds the most, if that is as much as needed.
    Best { needed: u32 },
    /// What [`ranked`] has to know to name the best `top`.
    Ranking { top: usize },
}

/// What a guess has to reach to be of interest.
#[derive(Clone, Copy)]
pub struct Bar {
    pub found: u32,
    /// Of those that find so many, only these and those that come before are of interest.
    pub last: Option<Position>,
}

/// Where a race ended.
pub struct Race {
    /// Guesses with their exact values, best first.
    pub finished: Vec<Finished>,
    /// None of those that dropped out finds more.
    pub bound: u32,
}

impl Within<'_> {
    /// Lets guesses race on some candidates, the last first, until no other is of interest beside those that have
    /// `finished`, best first. There are three guesses or more.
    pub fn race(
        &self,
        candidates: &[u32],
        guesses: u32,
        mut waiting: Vec<Runner>,
        goal: Goal,
        finished: Vec<Finished>,
        progress: &dyn Fn(usize),
    ) -> Result<Race, ComputeError> {
        let total = waiting.len();
        let all = candidates.len() as u32;
        let batch = if guesses == 3 { BATCH } else { 1 };
        let mut race = Race { finished, bound: 0 };
        let mut running: Vec<Runner> = Vec::new();
        loop {
            let bar = goal.bar(&race.finished, all);
            running.retain(|runner| race.goes_on(runner, bar));
            while running.len() < batch
                && bar.found <= all
                && let Some(runner) = waiting.pop()
            {
                if race.goes_on(&runner, bar) {
                    running.push(runner);
                }
            }
            progress(total - waiting.len() - running.len());
            if running.is_empty() {
                break;
            }
            self.advance(candidates, guesses, bar.found, &mut running)?;
            // Below what is to be reached, a group may have counted with a bound: see `best`.
            let is_exact = |runner: &mut Runner| runner.has_finished() && runner.bound >= bar.found;
            let finished = running.extract_if(.., is_exact);
            let before = race.finished.len();
            race.finished.extend(finished.map(|runner| Finished {
                found: Reverse(runner.bound),
                position: runner.position(),
            }));
            if race.finished.len() > before {
                race.finished.sort_unstable();
            }
        }
        Ok(race)
    }

    /// Guesses at the start of a race on some candidates, each with its first bound; the first to run
    /// last. Of those that may find all candidates, those with most splits run first: so many of them as
    /// are wanted are mostly found before the others have run.
    pub fn runners(
        &self,
        candidates: &[u32],
        racing: &[u32],
        guesses: u32,
    ) -> Result<Vec<Runner>, ComputeError> {
        let table = self.game.table().restrict(bytemuck::cast_slice(candidates));
        let stats = self
            .backend
            .partition(&table, bytemuck::cast_slice(racing))?;
        let runner = |(&guess, stats): (&u32, &PartitionStats)| Runner {
            bound: if self.ceiling(stats.largest, guesses - 1) == stats.largest {
                candidates.len() as u32
            } else {
                self.bound(&self.game.groups(guess, candidates), guesses - 1)
            },
            splits: stats.splits,
            guess,
            groups: None,
        };
        let mut runners: Vec<Runner> = racing.par_iter().zip(&stats).map(runner).collect();
        // The guesses with most splits are likely to be among the best: they run first, and set the
        // value that the others have to reach.
        runners.sort_unstable_by_key(|runner| Reverse(runner.position()));
        let favourites = runners.split_off(runners.len().saturating_sub(FAVOURITES));
        runners.sort_by_key(|runner| runner.bound);
        runners.extend(favourites);
        Ok(runners)
    }

    /// No more than this of a set of n is found within some guesses.
    pub fn ceiling(&self, n: u32, guesses: u32) -> u32 {
        match guesses {
            0 => 0,
            1 => n.min(1),
            2 => n.min(self.most_splits),
            _ => n,
        }
    }

    /// The sum of the ceilings of some groups; a solved one is found.
    fn bound(&self, groups: &[(Pattern, Vec<u32>)], guesses: u32) -> u32 {
        let solved = self.game.rule().solved();
        let ceiling = |(pattern, group): &(Pattern, Vec<u32>)| {
            if *pattern == solved {
                1
            } else {
                self.ceiling(group.len() as u32, guesses)
            }
        };
        groups.iter().map(ceiling).sum()
    }

    /// The groups that a guess leaves open, in the order of their codes.
    pub fn unsolved_groups(&self, guess: u32, candidates: &[u32]) -> Vec<Vec<u32>> {
        let solved = self.game.rule().solved();
        let groups = self.game.groups(guess, candidates).into_iter();
        groups
            .filter(|&(pattern, _)| pattern != solved)
            .map(|(_, group)| group)
            .collect()
    }

    /// Replaces the ceiling of the largest open group of each runner by its value, or by a bound
    /// that takes the runner out of the race.
    fn advance(
        &self,
        candidates: &[u32],
        guesses: u32,
        to_reach: u32,
        runners: &mut [Runner],
    ) -> Result<(), ComputeError> {
        let left = guesses - 1;
        runners.par_iter_mut().for_each(|runner| {
            runner.groups.get_or_insert_with(|| {
                let mut groups = self.unsolved_groups(runner.guess, candidates);
                // Smaller ones reach their ceiling: their words are tried one after the other.
                groups.retain(|group| group.len() as u32 > left);
                groups.sort_by_key(Vec::len);
                groups
            });
        });
        let taken: Vec<Option<Vec<u32>>> = runners
            .iter_mut()
            .map(|runner| runner.groups.as_mut().and_then(Vec::pop))
            .collect();
        let sets: Vec<&[u32]> = taken.iter().flatten().map(Vec::as_slice).collect();
        let values = match left {
            2 => self.most_groups(&sets)?,
            _ => {
                let value = |(set, runner): (&Option<Vec<u32>>, &Runner)| {
                    let set = set.as_ref()?;
                    let others = runner.bound - self.ceiling(set.len() as u32, left);
                    Some(self.best(set, left, to_reach.saturating_sub(others)))
                };
                let values = taken.iter().zip(runners.iter()).filter_map(value);
                values.collect::<Result<_, _>>()?
            }
        };
        let open = runners
            .iter_mut()
            .zip(&taken)
            .filter(|(_, set)| set.is_some());
        for (((runner, _), set), value) in open.zip(&sets).zip(values) {
            runner.bound -= self.ceiling(set.len() as u32, left) - value.found;
        }
        Ok(())
    }
}

impl Runner {
    /// Whether all its groups were looked at.
    fn has_finished(&self) -> bool {
        self.groups.as_ref().is_some_and(Vec::is_empty)
    }

    pub fn position(&self) -> Position {
        (Reverse(self.splits), self.guess)
    }
}

impl Finished {
    pub fn guess(&self) -> u32 {
        self.position.1
    }
}

impl Goal {
    /// What others have to reach once some have finished, best first, where so many can be found at most.
    pub fn bar(self, finished: &[Finished], all: u32) -> Bar {
        match self {
            Goal::Best { needed } => Bar {
                found: finished.first().map_or(needed, |best| best.found.0 + 1),
                last: None,
            },
            Goal::Ranking { top } => {
                let last = finished.get(top - 1);
                let found = last.map_or(0, |last| last.found.0);
                Bar {
                    found,
                    // Else all that equal the last are of interest. Here they may be most guesses.
                    last: last.filter(|_| found == all).map(|last| last.position),
                }
            }
        }
    }
}

impl Bar {
    pub fn is_reached(&self, found: u32, position: Position) -> bool {
        found >= self.found && self.last.is_none_or(|last| position <= last)
    }
}

impl Race {
    /// Whether a runner may still reach what it has to; if not, its bound is noted.
    fn goes_on(&mut self, runner: &Runner, bar: Bar) -> bool {
        let on = bar.is_reached(runner.bound, runner.position());
        if !on {
            self.bound = self.bound.max(runner.bound);
        }
        on
    }
}
