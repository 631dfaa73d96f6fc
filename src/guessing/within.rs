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

use std::cmp::Reverse;
use std::collections::HashMap;

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

/// Guesses that run before all others.
const FAVOURITES: usize = 16;

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

/// Where a race ended.
#[derive(Default)]
struct Race {
    /// Guesses with their exact values, best first.
    finished: Vec<(u32, u32)>,
    /// The others with their bounds.
    others: Vec<(u32, u32)>,
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

    /// The openings from the one that finds the most solutions within `guesses` down: exact values
    /// for the best `top` and all that equal the last of them (unless that finds every solution),
    /// proven bounds for the rest. Ties are in list order. `progress` is told how
    /// many openings are ruled out or settled.
    ///
    /// # Errors
    /// [`ComputeError`], from a GPU alone.
    ///
    /// # Panics
    /// If `guesses` or `top` is 0.
    pub fn openings(
        &self,
        guesses: u32,
        top: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<Opening>, ComputeError> {
        assert!(guesses > 0 && top > 0, "at least one guess and one opening");
        let race = self.race(&self.game.all_candidates(), guesses, top, 0, true, progress)?;
        let opening = |exact: bool| {
            move |&(found, guess): &(u32, u32)| Opening {
                guess,
                found: if exact {
                    Found::Exactly(found)
                } else {
                    Found::AtMost(found)
                },
            }
        };
        let exact = race.finished.iter().map(opening(true));
        Ok(exact
            .chain(race.others.iter().map(opening(false)))
            .collect())
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
        let race = self.race(candidates, guesses, 1, needed, false, &|_| ())?;
        let known = match race.finished.first() {
            Some(&(found, guess)) => Known {
                found,
                exact: true,
                guess,
            },
            None => Known {
                found: race.others.iter().map(|other| other.0).max().unwrap_or(0),
                exact: false,
                guess: 0,
            },
        };
        self.remember(key, known);
        Ok(known)
    }

    /// W(T, 2) of each set: the most groups that any guess makes.
    fn most_groups(&self, sets: &[&[u32]]) -> Result<Vec<Known>, ComputeError> {
        let all = self.game.allowed_guesses(&Default::default());
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

    fn remember(&self, key: (u128, u32), known: Known) {
        if self.memo.len() >= REMEMBERED {
            self.memo.clear();
        }
        self.memo.insert(key, known);
    }

    /// Lets all guesses race on some candidates until the best `keep` have finished, and no other can
    /// reach `needed` or beat the last of them; with `settle_ties`, nor equal it, unless all is found.
    fn race(
        &self,
        candidates: &[u32],
        guesses: u32,
        keep: usize,
        needed: u32,
        settle_ties: bool,
        progress: &dyn Fn(usize),
    ) -> Result<Race, ComputeError> {
        let mut race = Race::default();
        let mut waiting = self.runners(candidates, guesses)?;
        if guesses <= 2 {
            // With one guess or none after this one, the ceilings of its groups are their values.
            let values = waiting.drain(..).map(|runner| (runner.bound, runner.guess));
            race.finished.extend(values);
            race.finished.sort_unstable_by_key(best_first);
            return Ok(race);
        }
        let total = waiting.len();
        let batch = if guesses == 3 { BATCH } else { 1 };
        let mut running: Vec<Runner> = Vec::new();
        loop {
            let last_kept = race.finished.get(keep - 1);
            let all_found = |&(found, _): &(u32, u32)| found as usize == candidates.len();
            let to_reach = last_kept.map_or(needed, |kept| match settle_ties && !all_found(kept) {
                true => kept.0,
                false => kept.0 + 1,
            });
            let (on, out): (Vec<_>, Vec<_>) = running
                .into_iter()
                .partition(|runner| runner.bound >= to_reach);
            running = on;
            race.others
                .extend(out.iter().map(|runner| (runner.bound, runner.guess)));
            progress(total - waiting.len() - running.len());
            if keep == 1 && race.finished.first().is_some_and(all_found) {
                break;
            }
            while running.len() < batch
                && let Some(runner) = waiting.pop()
            {
                if runner.bound >= to_reach {
                    running.push(runner);
                } else {
                    race.others.push((runner.bound, runner.guess));
                }
            }
            if running.is_empty() {
                break;
            }
            self.advance(candidates, guesses, to_reach, &mut running)?;
            let ran = std::mem::take(&mut running);
            // Below what is to be reached, a group may have counted with a bound: see `best`.
            let is_exact = |runner: &Runner| runner.has_finished() && runner.bound >= to_reach;
            let (finished, on): (Vec<_>, Vec<_>) = ran.into_iter().partition(is_exact);
            running = on;
            let values = |runner: &Runner| (runner.bound, runner.guess);
            race.finished.extend(finished.iter().map(values));
            race.finished.sort_unstable_by_key(best_first);
        }
        let left = running.iter().chain(&waiting);
        race.others
            .extend(left.map(|runner| (runner.bound, runner.guess)));
        race.others.sort_unstable_by_key(best_first);
        Ok(race)
    }

    /// All guesses at the start of a race on some candidates, each with its first bound; the first
    /// to run last.
    fn runners(&self, candidates: &[u32], guesses: u32) -> Result<Vec<Runner>, ComputeError> {
        let all = self.game.allowed_guesses(&Default::default());
        let table = self.game.table().restrict(candidates);
        let stats = self.backend.partition(&table, &all)?;
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
        let mut runners: Vec<Runner> = all.par_iter().zip(&stats).map(runner).collect();
        // The guesses with most splits are likely to be among the best: they run first, and set the
        // value that the others have to reach.
        runners.sort_unstable_by_key(|runner| (runner.splits, Reverse(runner.guess)));
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
}

/// Sorts pairs of found and guess: the most found first, then in list order.
fn best_first(&(found, guess): &(u32, u32)) -> (Reverse<u32>, u32) {
    (Reverse(found), guess)
}

/// A hash of a set and a number of guesses. Of a billion different sets, two share one of the 2^128
/// hashes with a chance of 10^-21.
fn key(candidates: &[u32], guesses: u32) -> (u128, u32) {
    (xxh3_128(bytemuck::cast_slice(candidates)), guesses)
}
