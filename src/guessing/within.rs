//! The best chance to win within k guesses, exactly, by Bellman's equation (after the
//! within-three article).
//!
//! W(T, k) is the most solutions of T that k guesses can be sure to find when each is chosen best;
//! the chance is W(T, k) / |T|. A guess finds Σ W(group, k − 1) over its groups, and itself if it is
//! the solution. W(T, 1) = 1, and so W(T, 2) is the most groups that any guess makes of T, which is
//! what the backend is asked for in bulk.
//!
//! Guesses race: each starts with the bound Σ min(n, most groups of any guess) over its groups, of
//! which the largest is replaced by its exact value again and again, until the bound is the value, or
//! too low to be of interest.
//!
//! What is said of an opening depends on the lists, k and how many are wanted, and not on the race that
//! it was in: openings that raced apart from each other are ranked together as if they had raced in one.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use dashmap::DashMap;
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::tree::Node;
use super::{DecisionTree, Game, Pattern};
use crate::compute::batch::{Order, SetBatch};
use crate::compute::{Backend, ComputeError, PartitionStats};

/// Guesses that race at the same time, if their groups have two guesses left: a batch takes one group
/// of each.
const BATCH: usize = 128;

/// Guesses that run before all others: those with the most splits.
pub const FAVOURITES: usize = 16;

/// Sets remembered, at most: some 300 MB.
const REMEMBERED: usize = 1 << 22;

/// How many solutions an opening finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This many, by the best play after it.
    Exactly(u32),
    /// Proven: no more than this.
    AtMost(u32),
}

/// An opening and what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its place in the list of guesses.
    pub guess: u32,
    /// How many solutions it finds.
    pub found: Found,
}

/// What a race of openings has found of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raced {
    /// Its place in the list of guesses.
    pub guess: u32,
    /// The groups that it makes of all candidates.
    pub splits: u32,
    /// It finds no more than this: its bound before the race.
    pub ceiling: u32,
    /// What it finds, if it went to the end of the race.
    pub found: Option<u32>,
}

/// The search for the best chance to win within some guesses.
pub struct Within<'a> {
    game: &'a Game,
    backend: &'a dyn Backend,
    /// The most groups that any guess makes of all solutions, and so of any set.
    most_splits: u32,
    memo: DashMap<(u128, u32), Known>,
}

/// What is known of W(T, k).
#[derive(Clone, Copy, Debug)]
struct Known {
    found: u32,
    /// Whether `found` is the value itself; else the value is no more than it.
    exact: bool,
    /// A guess that finds so many, if the value is exact.
    guess: u32,
}

/// A guess in a race.
struct Runner {
    /// No more than this is found after the guess.
    bound: u32,
    splits: u32,
    guess: u32,
    /// The groups that count with their bound and not yet with their value, the largest last; made
    /// when the guess first leads.
    groups: Option<Vec<Vec<u32>>>,
}

/// A guess at the end of a race. The first in order is the best: it finds the most, then has the most
/// splits, then comes first in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Finished {
    found: Reverse<u32>,
    position: Position,
}

/// Where a guess stands among those that find as many: by its splits, then in list order.
type Position = (Reverse<u32>, u32);

/// What a race is for.
#[derive(Clone, Copy)]
enum Goal {
    /// A guess that finds the most, if that is as much as needed.
    Best { needed: u32 },
    /// What [`ranked`] has to know to name the best `top`.
    Ranking { top: usize },
}

/// What a guess has to reach to be of interest.
#[derive(Clone, Copy)]
struct Bar {
    found: u32,
    /// Of those that find so many, only these and those that come before are of interest.
    last: Option<Position>,
}

/// Where a race ended.
struct Race {
    /// Guesses with their exact values, best first.
    finished: Vec<Finished>,
    /// None of those that dropped out finds more.
    bound: u32,
}

impl<'a> Within<'a> {
    /// Prepares a search.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    pub fn new(game: &'a Game, backend: &'a dyn Backend) -> Result<Within<'a>, ComputeError> {
        let mut within = Within {
            game,
            backend,
            most_splits: 0,
            memo: DashMap::new(),
        };
        let all = game.all_candidates();
        within.most_splits = within.most_groups(&[&all])?[0].found;
        Ok(within)
    }

    /// Lets openings race, some or all of the guesses and none twice, until it is known what [`ranked`] says
    /// of them and of others, whose rows are `known`, for `guesses` and `top`. The rows come in the order of the
    /// openings. `progress` is told how many openings are ruled out or settled.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    ///
    /// # Panics
    /// If `guesses` or `top` is 0 or there is no such guess.
    pub fn openings(
        &self,
        openings: &[u32],
        guesses: u32,
        top: usize,
        known: &[Raced],
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Raced>, ComputeError> {
        assert!(guesses > 0 && top > 0, "at least one guess and one opening");
        let all = self.game.all_candidates();
        let runners = self.runners(&all, openings, guesses)?;
        let raced = |runner: &Runner| Raced {
            guess: runner.guess,
            splits: runner.splits,
            ceiling: runner.bound,
            // With one guess or none after this one, the ceilings of its groups are their values.
            found: (guesses <= 2).then_some(runner.bound),
        };
        let rows = runners.iter().map(|runner| (runner.guess, raced(runner)));
        let mut rows: HashMap<u32, Raced> = rows.collect();
        if guesses > 2 {
            let goal = Goal::Ranking { top };
            let mut finished: Vec<Finished> = known.iter().filter_map(Raced::finished).collect();
            finished.sort_unstable();
            let race = self.race(&all, guesses, runners, goal, finished, progress)?;
            for finished in race.finished {
                if let Some(row) = rows.get_mut(&finished.guess()) {
                    row.found = Some(finished.found.0);
                }
            }
        }
        Ok(openings.iter().map(|opening| rows[opening]).collect())
    }

    /// The most solutions that can be found within `guesses`, the first of which is `opening`, and a
    /// tree that finds them. The tree ends where its guesses do.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    ///
    /// # Panics
    /// If `guesses` is 0 or there is no such guess.
    pub fn opening(
        &self,
        opening: u32,
        guesses: u32,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<(u32, DecisionTree), ComputeError> {
        assert!(guesses > 0, "at least one guess");
        let mut tree = DecisionTree { nodes: Vec::new() };
        let mut found = 0;
        let groups = self.unsolved_groups(opening, &self.game.all_candidates());
        if guesses > 1 {
            // The values of all groups first, side by side: the tree is then read off the memo.
            let done = std::sync::atomic::AtomicUsize::new(0);
            let solve = |group: &Vec<u32>| {
                let value = self.best(group, guesses - 1, 0);
                let done = done.fetch_add(group.len(), std::sync::atomic::Ordering::Relaxed);
                progress(done + group.len());
                value
            };
            let values: Vec<_> = groups.par_iter().map(solve).collect();
            for value in values {
                found += value?.found;
            }
        }
        self.grow(&mut tree, opening, &self.game.all_candidates(), guesses)?;
        Ok((found + u32::from(tree.nodes[0].solves), tree))
    }

    /// W(T, k) and a guess that attains it. Where the value is below `needed`, a bound below
    /// `needed` is enough.
    fn best(&self, candidates: &[u32], guesses: u32, needed: u32) -> Result<Known, ComputeError> {
        let n = candidates.len() as u32;
        if n <= guesses || guesses == 1 {
            return Ok(Known {
                found: n.min(guesses),
                exact: true,
                guess: self.game.guess_of_candidate(candidates[0]),
            });
        }
        if guesses == 2 {
            return Ok(self.most_groups(&[candidates])?[0]);
        }
        let key = key(candidates, guesses);
        if let Some(known) = self.memo.get(&key)
            && (known.exact || known.found < needed)
        {
            return Ok(*known);
        }
        let runners = self.runners(candidates, &self.all_guesses(), guesses)?;
        let goal = Goal::Best { needed };
        let race = self.race(candidates, guesses, runners, goal, Vec::new(), &|_| ())?;
        let known = match race.finished.first() {
            Some(best) => Known {
                found: best.found.0,
                exact: true,
                guess: best.guess(),
            },
            None => Known {
                found: race.bound,
                exact: false,
                guess: 0,
            },
        };
        self.remember(key, known);
        Ok(known)
    }

    /// W(T, 2) of each set: the most groups that any guess makes.
    fn most_groups(&self, sets: &[&[u32]]) -> Result<Vec<Known>, ComputeError> {
        let all = self.all_guesses();
        let keys: Vec<_> = sets.par_iter().map(|set| key(set, 2)).collect();
        let mut known = HashMap::new();
        let mut wanted = Vec::new();
        let mut batch = SetBatch::default();
        for (set, key) in sets.iter().zip(&keys) {
            if known.contains_key(key) {
                continue;
            }
            let remembered = self.memo.get(key).map(|known| *known);
            known.insert(*key, remembered);
            if remembered.is_none() {
                batch.push(set, &all);
                wanted.push(*key);
            }
        }
        let best = self
            .backend
            .best_guesses(self.game.table(), &batch, Order::Splits)?;
        for (key, best) in wanted.into_iter().zip(best) {
            let value = Known {
                found: best.stats.splits,
                exact: true,
                guess: best.guess,
            };
            self.remember(key, value);
            known.insert(key, Some(value));
        }
        let value = |key| known[key].expect("what was not known was asked for");
        Ok(keys.iter().map(value).collect())
    }

    fn all_guesses(&self) -> Arc<[u32]> {
        self.game.allowed_guesses(&Default::default())
    }

    fn remember(&self, key: (u128, u32), known: Known) {
        if self.memo.len() >= REMEMBERED {
            self.memo.clear();
        }
        self.memo.insert(key, known);
    }

    /// Lets guesses race on some candidates, the last first, until no other is of interest beside those that have
    /// `finished`, best first. There are three guesses or more.
    fn race(
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
    fn runners(
        &self,
        candidates: &[u32],
        racing: &[u32],
        guesses: u32,
    ) -> Result<Vec<Runner>, ComputeError> {
        let table = self.game.table().restrict(candidates);
        let stats = self.backend.partition(&table, racing)?;
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
    fn ceiling(&self, n: u32, guesses: u32) -> u32 {
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
    fn unsolved_groups(&self, guess: u32, candidates: &[u32]) -> Vec<Vec<u32>> {
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

    /// Hangs the best play on some candidates under a tree, its first guess given, and returns its
    /// node.
    fn grow(
        &self,
        tree: &mut DecisionTree,
        guess: u32,
        candidates: &[u32],
        guesses: u32,
    ) -> Result<usize, ComputeError> {
        let solved = self.game.rule().solved();
        let groups = self.game.groups(guess, candidates);
        let node = tree.nodes.len();
        tree.nodes.push(Node {
            guess: self.game.guess_word(guess),
            solves: groups.iter().any(|&(pattern, _)| pattern == solved),
            branches: Vec::new(),
        });
        if guesses > 1 {
            for (pattern, group) in groups.iter().filter(|group| group.0 != solved) {
                let next = self.best(group, guesses - 1, 0)?.guess;
                let child = self.grow(tree, next, group, guesses - 1)?;
                tree.nodes[node].branches.push((*pattern, child));
            }
        }
        Ok(node)
    }
}

impl Runner {
    /// Whether all its groups were looked at.
    fn has_finished(&self) -> bool {
        self.groups.as_ref().is_some_and(Vec::is_empty)
    }

    fn position(&self) -> Position {
        (Reverse(self.splits), self.guess)
    }
}

impl Finished {
    fn guess(&self) -> u32 {
        self.position.1
    }
}

impl Raced {
    fn finished(&self) -> Option<Finished> {
        self.found.map(|found| Finished {
            found: Reverse(found),
            position: (Reverse(self.splits), self.guess),
        })
    }
}

impl Goal {
    /// What others have to reach once some have finished, best first, where so many can be found at most.
    fn bar(self, finished: &[Finished], all: u32) -> Bar {
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
    fn is_reached(&self, found: u32, position: Position) -> bool {
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

/// The openings from the one that finds the most of so many `candidates` within `guesses` down, ties in list
/// order: exact values for the best `top` and all that equal the last of them, proven bounds for the rest.
/// If so many find every candidate, those `top` are named that make the most groups, then come first in
/// the list; and within two guesses the value of every opening is exact.
///
/// `rows` are what races ([`Within::openings`]) have found, in any order, for the same `guesses` and `top`:
/// one race of all openings, or several, each of some.
///
/// # Panics
/// If `top` is 0.
pub fn ranked(rows: &[Raced], guesses: u32, top: usize, candidates: u32) -> Vec<Opening> {
    let mut finished: Vec<Finished> = rows.iter().filter_map(Raced::finished).collect();
    finished.sort_unstable();
    let top = match guesses {
        ..=2 => rows.len().max(1),
        _ => top,
    };
    let bar = Goal::Ranking { top }.bar(&finished, candidates);
    let most = match bar.last {
        Some(_) => candidates,
        None => bar.found.saturating_sub(1),
    };
    let opening = |row: &Raced| {
        let exact = row
            .finished()
            .filter(|row| bar.is_reached(row.found.0, row.position));
        Opening {
            guess: row.guess,
            found: match exact {
                Some(row) => Found::Exactly(row.found.0),
                None => Found::AtMost(row.ceiling.min(most)),
            },
        }
    };
    let mut openings: Vec<Opening> = rows.iter().map(opening).collect();
    openings.sort_unstable_by_key(|opening| {
        let (is_bound, most) = match opening.found {
            Found::Exactly(found) => (false, found),
            Found::AtMost(found) => (true, found),
        };
        (is_bound, Reverse(most), opening.guess)
    });
    openings
}

/// A hash of a set and a number of guesses. Of a billion different sets, two share one of the 2^128
/// hashes with a chance of 10^-21.
fn key(candidates: &[u32], guesses: u32) -> (u128, u32) {
    (xxh3_128(bytemuck::cast_slice(candidates)), guesses)
}
