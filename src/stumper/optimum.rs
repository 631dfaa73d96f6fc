//! The best games from every start, proved.
//!
//! Tiers are solved from the longest words to the shortest. A tier can be entered at a word with some
//! number of moves left, whatever was played before, so each such state is solved once.
//!
//! Within a tier a path may not repeat a word. Walks that may, but do not turn straight back, are no
//! worse and easy: the best of them follow from those with a move less (`Onward`). They bound the
//! search for the best path, and mostly are paths themselves, which then proves them best.

use std::borrow::Cow;
use std::cmp::Reverse;

use itertools::Itertools;
use num_bigint::BigUint;
use rayon::prelude::*;

use super::graph::{Graph, START_LETTERS};
use super::position::{ADDITION_GAIN, Position, START_MOVES, Step};
use crate::words::dictionary::LONGEST;

/// The fewest moves that are left where a tier is entered. Starts have no fewer.
const FEWEST_AT_ENTRY: u32 = 1 + ADDITION_GAIN;
const _: () = assert!(START_MOVES >= FEWEST_AT_ENTRY);

/// What the best games from a word with some moves left score and have in common. A path is the words
/// of one such game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The points that they score from here.
    pub score: u32,
    /// How many there are.
    pub paths: BigUint,
    /// The words that they can end on, ascending.
    pub finals: Box<[u32]>,
    /// The moves of the shortest.
    pub fewest: u32,
    /// The moves of the longest.
    pub most: u32,
    /// The words of the alphabetically first path within the tier and, if there is one, the addition
    /// that leaves the tier.
    onward: Box<[u32]>,
}

/// The best games from every start of a graph.
#[derive(Debug)]
pub struct Solution<'a> {
    graph: &'a Graph,
    /// By length, from [`START_LETTERS`] letters; the last is empty.
    tiers: Vec<Tier>,
}

/// What is known of the words of a length.
#[derive(Debug, Default)]
struct Tier {
    letters: u32,
    first: u32,
    /// The most moves left at each word, however it is reached.
    most_left: Vec<u32>,
    /// The most moves left at each word when the tier is entered there; 0 where it cannot be.
    most_at_entry: Vec<u32>,
    /// By the moves left, then by word. Of no use for a word that cannot be reached with so many.
    bounds: Vec<Vec<Onward>>,
    /// Where the states of each word begin: one for each number of moves left at its entry.
    state_at: Vec<u32>,
    states: Vec<Optimum>,
}

/// The best walks on from a word with some moves left, which do not turn straight back: of those that
/// begin with an addition, and within the tier with the best and the second best neighbour.
#[derive(Clone, Copy, Debug, Default)]
struct Onward {
    neighbour: u32,
    addition: u16,
    first: u16,
    second: u16,
}

impl Onward {
    /// The best walk on that does not begin with a neighbour.
    fn without(self, neighbour: u32) -> u32 {
        let within = match self.neighbour == neighbour {
            true => self.second,
            false => self.first,
        };
        self.addition.max(within).into()
    }

    fn best(self) -> u32 {
        self.addition.max(self.first).into()
    }

    fn offer(&mut self, neighbour: u32, score: u16) {
        if score > self.first {
            self.second = self.first;
            (self.first, self.neighbour) = (score, neighbour);
        } else {
            self.second = self.second.max(score);
        }
    }
}

impl<'a> Solution<'a> {
    /// Solves a graph.
    pub fn new(graph: &'a Graph) -> Solution<'a> {
        let mut entries = vec![START_MOVES; graph.starts().len()];
        let mut tiers = Vec::new();
        for length in START_LETTERS..=LONGEST + 1 {
            let tier = Tier::new(graph, length, entries);
            entries = tier.entries_to_next(graph);
            tiers.push(tier);
        }
        for place in (0..tiers.len() - 1).rev() {
            let (lower, upper) = tiers.split_at_mut(place + 1);
            lower[place].bound_walks(graph, &upper[0]);
            lower[place].solve(graph, &upper[0]);
        }
        Solution { graph, tiers }
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The best games from a start.
    ///
    /// # Panics
    /// If the word is no start.
    pub fn of_start(&self, start: u32) -> &Optimum {
        self.tiers[0].state(start, START_MOVES)
    }

    /// The best games from a position on.
    pub fn from(&self, position: &Position) -> Optimum {
        self.search(position).optimum(position.left())
    }

    /// The best games from a word where its tier is entered with some moves left.
    pub(super) fn at_entry(&self, word: u32, left: u32) -> &Optimum {
        self.tiers[self.graph.letters(word) - START_LETTERS].state(word, left)
    }

    /// Calls `visit` with the words, the first one included, of each way within the tier that a best
    /// game from such a word can take, and with the addition that follows, if one does.
    pub(super) fn each_path(
        &self,
        word: u32,
        left: u32,
        visit: &mut impl FnMut(&[u32], Option<Addition>),
    ) {
        let place = self.graph.letters(word) - START_LETTERS;
        let (tier, next) = (&self.tiers[place], &self.tiers[place + 1]);
        let mut search = Search {
            graph: self.graph,
            tier,
            next,
            played: vec![word],
        };
        search.each_path(left, tier.state(word, left).score, visit);
    }

    /// A search from a position on.
    fn search(&self, position: &Position) -> Search<'_> {
        let place = self.graph.letters(position.word()) - START_LETTERS;
        let tier = &self.tiers[place];
        let played = position.played().iter().copied();
        Search {
            graph: self.graph,
            tier,
            next: &self.tiers[place + 1],
            played: played.filter(|&word| tier.holds(word)).collect(),
        }
    }

    /// The alphabetically first of the best games from a position on.
    pub fn path(&self, position: &Position) -> Vec<Step> {
        let mut position = position.clone();
        let mut steps = Vec::new();
        loop {
            let search = self.search(&position);
            let optimum = match *search.played {
                // Where a tier is entered it is solved.
                [word] => Cow::Borrowed(search.tier.state(word, position.left())),
                _ => Cow::Owned(self.from(&position)),
            };
            if optimum.onward.is_empty() {
                return steps;
            }
            steps.extend(optimum.onward.iter().map(|&word| {
                let step = position.play(self.graph, word);
                step.expect("a path is made of legal moves")
            }));
        }
    }

    /// Every move of a position, alphabetically, and what can be scored after it.
    pub fn moves(&self, position: &Position) -> Vec<(Step, u32)> {
        let moves = self.graph.moves(position.word());
        let scored = |word| {
            let mut after = position.clone();
            let step = after.play(self.graph, word).ok()?;
            Some((step, self.from(&after).score))
        };
        moves.filter_map(scored).collect()
    }
}

impl Tier {
    /// A tier that can be entered with so many moves left. Its words are not solved yet.
    fn new(graph: &Graph, length: usize, most_at_entry: Vec<u32>) -> Tier {
        let first = graph.tier(length).start;
        let mut most_left = most_at_entry.clone();
        // Every move within the tier takes one, so more are left at no word that comes later.
        for left in (2..=most_left.iter().copied().max().unwrap_or(0)).rev() {
            for place in 0..most_left.len() {
                if most_left[place] == left {
                    for &neighbour in graph.within(first + place as u32) {
                        let most = &mut most_left[(neighbour - first) as usize];
                        *most = (*most).max(left - 1);
                    }
                }
            }
        }
        let mut end = 0;
        let states_of = |&most: &u32| {
            let at = end;
            end += (most + 1).saturating_sub(FEWEST_AT_ENTRY);
            at
        };
        Tier {
            letters: length as u32,
            first,
            state_at: most_at_entry.iter().map(states_of).collect(),
            most_left,
            most_at_entry,
            bounds: Vec::new(),
            states: Vec::new(),
        }
    }

    /// With how many moves left at most the next tier can be entered at its words.
    fn entries_to_next(&self, graph: &Graph) -> Vec<u32> {
        let next = graph.tier(self.letters as usize + 1);
        let mut most_at_entry = vec![0; next.len()];
        for (word, &left) in (self.first..).zip(&self.most_left) {
            if left > 0 {
                for &addition in graph.additions(word) {
                    let most = &mut most_at_entry[(addition - next.start) as usize];
                    *most = (*most).max(left + ADDITION_GAIN);
                }
            }
        }
        most_at_entry
    }

    fn holds(&self, word: u32) -> bool {
        (self.first..self.first + self.most_left.len() as u32).contains(&word)
    }

    /// The best walks from a word with some moves left, which it must be possible to reach.
    fn bound(&self, word: u32, left: u32) -> Onward {
        self.bounds[left as usize][(word - self.first) as usize]
    }

    /// The solved state of a word where the tier is entered.
    fn state(&self, word: u32, left: u32) -> &Optimum {
        let at = self.state_at[(word - self.first) as usize];
        &self.states[(at + left - FEWEST_AT_ENTRY) as usize]
    }

    /// Finds the best walks, those with a move less first.
    fn bound_walks(&mut self, graph: &Graph, next: &Tier) {
        let most = self.most_left.iter().copied().max().unwrap_or(0);
        self.bounds = vec![vec![Onward::default(); self.most_left.len()]];
        for left in 1..=most {
            let walks = self.most_left.par_iter().enumerate().map(|(place, &most)| {
                let word = self.first + place as u32;
                let mut onward = Onward::default();
                if most < left {
                    return onward;
                }
                for &addition in graph.additions(word) {
                    let score = self.letters + next.state(addition, left + ADDITION_GAIN).score;
                    onward.addition = onward.addition.max(score as u16);
                }
                for &neighbour in graph.within(word) {
                    let score = self.letters + self.bound(neighbour, left - 1).without(word);
                    onward.offer(neighbour, score as u16);
                }
                onward
            });
            let walks = walks.collect();
            self.bounds.push(walks);
        }
    }

    /// Solves every state where the tier is entered.
    fn solve(&mut self, graph: &Graph, next: &Tier) {
        let entries = self.most_at_entry.par_iter().enumerate();
        let tier = &*self;
        let states = entries.flat_map_iter(|(place, &most)| {
            let word = tier.first + place as u32;
            (FEWEST_AT_ENTRY..=most).map(move |left| {
                Search {
                    graph,
                    tier,
                    next,
                    played: vec![word],
                }
                .optimum(left)
            })
        });
        self.states = states.collect();
    }
}

/// A search in a tier for the best paths on from the last word played.
struct Search<'a> {
    graph: &'a Graph,
    tier: &'a Tier,
    next: &'a Tier,
    /// The words played in the tier.
    played: Vec<u32>,
}

impl Search<'_> {
    fn word(&self) -> u32 {
        *self.played.last().expect("a search begins at a word")
    }

    /// The best paths.
    fn optimum(&mut self, left: u32) -> Optimum {
        let bound = self.tier.bound(self.word(), left).best();
        // Nearly always a path attains the bound.
        if let Some(optimum) = self.paths(left, bound) {
            return optimum;
        }
        let mut best = 0;
        self.improve(left, 0, &mut best);
        self.paths(left, best)
            .expect("a path with this score was found")
    }

    /// Raises `best` to the score of the best path, of which `made` is made already.
    fn improve(&mut self, left: u32, made: u32, best: &mut u32) {
        let word = self.word();
        let made_next = made + self.tier.letters;
        *best = made.max(*best);
        if left == 0 {
            return;
        }
        for &addition in self.graph.additions(word) {
            let score = made_next + self.next.state(addition, left + ADDITION_GAIN).score;
            *best = score.max(*best);
        }
        let bounded = |&neighbour: &u32| {
            let bound = self.tier.bound(neighbour, left - 1).without(word);
            (made_next + bound, neighbour)
        };
        let mut neighbours: Vec<(u32, u32)> = self
            .graph
            .within(word)
            .iter()
            .map(bounded)
            .filter(|(bound, _)| bound > best)
            .collect();
        neighbours.sort_unstable_by_key(|&(bound, neighbour)| (Reverse(bound), neighbour));
        for (bound, neighbour) in neighbours {
            if bound > *best && !self.played.contains(&neighbour) {
                self.played.push(neighbour);
                self.improve(left - 1, made_next, best);
                self.played.pop();
            }
        }
    }

    /// The paths that score so much, if there are any.
    fn paths(&mut self, left: u32, score: u32) -> Option<Optimum> {
        let word = self.word();
        let begin = self.played.len();
        let mut paths = Paths::default();
        self.each_path(left, score, &mut |played, addition| {
            paths.add(word, &played[begin..], addition);
        });
        paths.finish(score)
    }

    /// Calls `visit` with the words played and the addition at the end, if there is one, of every path
    /// that still scores `rest`, in alphabetical order. No path scores more.
    fn each_path(
        &mut self,
        left: u32,
        rest: u32,
        visit: &mut impl FnMut(&[u32], Option<Addition>),
    ) {
        if rest == 0 {
            return visit(&self.played, None);
        }
        let Some(rest_next) = rest.checked_sub(self.tier.letters) else {
            return;
        };
        if left == 0 {
            return;
        }
        let word = self.word();
        let (graph, tier, next) = (self.graph, self.tier, self.next);
        let left_next = left + ADDITION_GAIN;
        let bound = |&neighbour: &u32| tier.bound(neighbour, left - 1).without(word);
        let promising = graph
            .within(word)
            .iter()
            .filter(|to| bound(to) >= rest_next);
        let attains = |&addition: &u32| next.state(addition, left_next).score == rest_next;
        let attaining = graph.additions(word).iter().filter(|to| attains(to));
        for &to in promising.merge_by(attaining, |a, b| graph.word(**a) <= graph.word(**b)) {
            if !tier.holds(to) {
                let optimum = next.state(to, left_next);
                let addition = Addition {
                    word: to,
                    left: left_next,
                    optimum,
                };
                visit(&self.played, Some(addition));
            } else if !self.played.contains(&to) {
                self.played.push(to);
                self.each_path(left - 1, rest_next, visit);
                self.played.pop();
            }
        }
    }
}

/// An addition that ends a path within a tier.
#[derive(Clone, Copy)]
pub(super) struct Addition<'a> {
    /// The word that it leads to.
    pub word: u32,
    /// The moves left there.
    pub left: u32,
    /// The best games from there.
    pub optimum: &'a Optimum,
}

/// Paths with one score, as they are found.
#[derive(Default)]
struct Paths {
    count: BigUint,
    finals: Vec<u32>,
    fewest: u32,
    most: u32,
    first: Option<Box<[u32]>>,
}

impl Paths {
    /// Adds the paths from a word over others of its tier that go on with an addition or end there.
    fn add(&mut self, word: u32, played: &[u32], addition: Option<Addition>) {
        let moves = played.len() as u32;
        let (fewest, most) = match addition {
            None => {
                self.count += 1u32;
                self.finals.push(played.last().copied().unwrap_or(word));
                (moves, moves)
            }
            Some(Addition { optimum, .. }) => {
                self.count += &optimum.paths;
                self.finals.extend_from_slice(&optimum.finals);
                (moves + 1 + optimum.fewest, moves + 1 + optimum.most)
            }
        };
        if self.first.is_none() {
            let addition = addition.map(|addition| addition.word);
            self.first = Some(played.iter().copied().chain(addition).collect());
            (self.fewest, self.most) = (fewest, most);
        }
        self.fewest = self.fewest.min(fewest);
        self.most = self.most.max(most);
    }

    /// What the paths have in common, if there are any.
    fn finish(mut self, score: u32) -> Option<Optimum> {
        self.finals.sort_unstable();
        self.finals.dedup();
        Some(Optimum {
            score,
            paths: self.count,
            finals: self.finals.into(),
            fewest: self.fewest,
            most: self.most,
            onward: self.first?,
        })
    }
}
