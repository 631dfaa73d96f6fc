//! The fewest moves from one word to another.
//!
//! In a game the moves left follow from a word's length and the number of moves made, so who comes to a
//! word with fewer moves has more left: breadth-first search finds the shortest routes with the
//! budget too, and whatever comes first on one is a shortest route itself.

use std::ops::Range;

use hashbrown::HashMap;
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::graph::{Graph, START_LETTERS};
use super::position::{ADDITION_GAIN, START_MOVES};

/// Whether moves are counted as in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// As in a game: routes begin on a word of [`START_LETTERS`] letters with [`START_MOVES`] moves.
    Game,
    /// As many as it takes.
    Unlimited,
}

impl Budget {
    /// The moves left on a word of so many letters after so many moves; nothing where they are
    /// unlimited.
    ///
    /// # Panics
    /// If no game comes to such a word with such a number of moves.
    pub fn left(self, letters: usize, made: u32) -> Option<u32> {
        let additions = (letters - START_LETTERS) as u32;
        let left = || START_MOVES + additions * (ADDITION_GAIN + 1) - made;
        (self == Budget::Game).then(left)
    }

    fn can_move(self, letters: usize, made: u32) -> bool {
        self.left(letters, made) != Some(0)
    }
}

/// The words by the fewest moves that lead to them from one of them.
struct Layers<'g> {
    graph: &'g Graph,
    budget: Budget,
    /// The words that can be reached, those with the fewest moves first.
    words: Vec<u32>,
    /// Where in `words` those of each number of moves end.
    ends: Vec<usize>,
    /// The fewest moves to each word.
    moves: Vec<Option<u16>>,
}

impl<'g> Layers<'g> {
    /// The words around one, as far as `until` says: it is told each number of moves and the words
    /// that need as many.
    fn new(
        graph: &'g Graph,
        from: u32,
        budget: Budget,
        until: impl Fn(u32, &[u32]) -> bool,
    ) -> Layers<'g> {
        let mut layers = Layers {
            graph,
            budget,
            words: vec![from],
            ends: Vec::new(),
            moves: vec![None; graph.len()],
        };
        layers.moves[from as usize] = Some(0);
        let mut made = 0;
        loop {
            let layer = layers.layer_from_end();
            layers.ends.push(layer.end);
            if layer.is_empty() || until(made, &layers.words[layer.clone()]) {
                return layers;
            }
            for place in layer {
                layers.expand(layers.words[place], made);
            }
            made += 1;
        }
    }

    /// The layer that is not closed yet.
    fn layer_from_end(&self) -> Range<usize> {
        self.ends.last().copied().unwrap_or(0)..self.words.len()
    }

    fn expand(&mut self, word: u32, made: u32) {
        if !self.budget.can_move(self.graph.letters(word), made) {
            return;
        }
        let (graph, made) = (self.graph, made as u16 + 1);
        for &next in graph.within(word).iter().chain(graph.additions(word)) {
            let moves = &mut self.moves[next as usize];
            if moves.is_none() {
                *moves = Some(made);
                self.words.push(next);
            }
        }
    }
}

/// The shortest routes from a word to another.
pub struct Routes {
    from: u32,
    moves: u32,
    /// For each word on a shortest route, how many there are from there on and, alphabetically, where
    /// they go next.
    onward: HashMap<u32, Onward>,
}

struct Onward {
    count: BigUint,
    next: Vec<u32>,
}

impl Routes {
    /// Finds the shortest routes, if there is any.
    ///
    /// # Panics
    /// If there are no such words, or the first is not one of [`Graph::starts`] where moves are
    /// counted.
    pub fn find(graph: &Graph, from: u32, to: u32, budget: Budget) -> Option<Routes> {
        let is_start = graph.starts().contains(&from);
        assert!(is_start || budget == Budget::Unlimited, "no start");
        let layers = Layers::new(graph, from, budget, |_, words| words.contains(&to));
        let moves = u32::from(layers.moves[to as usize]?);
        let arrived = Onward {
            count: BigUint::from(1u32),
            next: Vec::new(),
        };
        let mut onward = HashMap::from([(to, arrived)]);
        let closer = layers.ends.iter().rev().nth(1).copied().unwrap_or(0);
        for &word in layers.words[..closer].iter().rev() {
            let made = layers.moves[word as usize].expect("it was reached");
            if !budget.can_move(graph.letters(word), u32::from(made)) {
                continue;
            }
            let is_next = |next: &u32| {
                layers.moves[*next as usize] == Some(made + 1) && onward.contains_key(next)
            };
            let next: Vec<u32> = graph.moves(word).filter(is_next).collect();
            if !next.is_empty() {
                let count = next.iter().map(|next| &onward[next].count).sum();
                onward.insert(word, Onward { count, next });
            }
        }
        Some(Routes {
            from,
            moves,
            onward,
        })
    }

    /// The moves of each.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// How many there are.
    pub fn count(&self) -> &BigUint {
        &self.onward[&self.from].count
    }

    /// The routes in alphabetical order, as words from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u32>> {
        let mut next = Some(self.extend(vec![self.from]));
        std::iter::from_fn(move || {
            let route = next.take()?;
            next = self.after(&route);
            Some(route)
        })
    }

    /// The first route that begins with some words.
    fn extend(&self, mut route: Vec<u32>) -> Vec<u32> {
        while let Some(&next) = self.next(&route).first() {
            route.push(next);
        }
        route
    }

    /// The route after one.
    fn after(&self, route: &[u32]) -> Option<Vec<u32>> {
        (1..route.len()).rev().find_map(|turn| {
            let (before, last) = (&route[..turn], route[turn]);
            let mut others = self.next(before).iter();
            others.find(|&&other| other == last);
            let other = *others.next()?;
            Some(self.extend([before, &[other]].concat()))
        })
    }

    /// Where routes that begin with some words go next.
    fn next(&self, route: &[u32]) -> &[u32] {
        let last = route.last().expect("a route has its first word");
        &self.onward[last].next
    }
}

/// Starts that are searched at once: a bit of each word for each.
const LANES: usize = 512;

type Lanes = [u64; LANES / 64];

/// For each of [`Graph::starts`] the most moves that the shortest routes to any word take.
pub fn longest(graph: &Graph, budget: Budget) -> Vec<u32> {
    let starts: Vec<u32> = graph.starts().collect();
    let longest = starts.par_chunks(LANES);
    longest
        .flat_map_iter(|starts| longest_of(graph, budget, starts))
        .collect()
}

fn longest_of(graph: &Graph, budget: Budget, starts: &[u32]) -> Vec<u32> {
    let none: Lanes = [0; LANES / 64];
    let mut seen = vec![none; graph.len()];
    let mut here = vec![none; graph.len()];
    let mut next = vec![none; graph.len()];
    let mut words = starts.to_vec();
    for (lane, &start) in starts.iter().enumerate() {
        here[start as usize][lane / 64] |= 1 << (lane % 64);
        seen[start as usize] = here[start as usize];
    }
    let mut longest = vec![0; starts.len()];
    let mut reached = Vec::new();
    for made in 0.. {
        for word in words.drain(..) {
            let from = std::mem::replace(&mut here[word as usize], none);
            if !budget.can_move(graph.letters(word), made) {
                continue;
            }
            for &other in graph.within(word).iter().chain(graph.additions(word)) {
                let (seen, next) = (&seen[other as usize], &mut next[other as usize]);
                let is_reached = *next != none;
                for lanes in 0..from.len() {
                    next[lanes] |= from[lanes] & !seen[lanes];
                }
                if !is_reached && *next != none {
                    reached.push(other);
                }
            }
        }
        if reached.is_empty() {
            break;
        }
        let mut any = none;
        for &word in &reached {
            let (seen, next) = (&mut seen[word as usize], &next[word as usize]);
            for lanes in 0..next.len() {
                seen[lanes] |= next[lanes];
                any[lanes] |= next[lanes];
            }
        }
        for (lane, longest) in longest.iter_mut().enumerate() {
            if any[lane / 64] >> (lane % 64) & 1 == 1 {
                *longest = made + 1;
            }
        }
        std::mem::swap(&mut words, &mut reached);
        std::mem::swap(&mut here, &mut next);
    }
    longest
}

/// Why there is no puzzle of a difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFar {
    /// The most moves that the shortest routes between any two words take.
    pub longest: u32,
}

/// Random starts that are tried before all are.
const TRIES: usize = 32;

/// A random start and a random word whose shortest routes from there take so many moves. Starts that
/// have any such word are equally likely, and then those words are. Equal seeds give equal puzzles
/// of equal words.
///
/// # Errors
/// [`TooFar`] if there is no such pair.
pub fn puzzle(
    graph: &Graph,
    budget: Budget,
    difficulty: u32,
    seed: u64,
) -> Result<(u32, u32), TooFar> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let starts: Vec<u32> = graph.starts().collect();
    for _ in 0..TRIES.min(starts.len()) {
        let from = pick(&starts, &mut random);
        if let Some(to) = word_at(graph, budget, from, difficulty, &mut random) {
            return Ok((from, to));
        }
    }
    let longest = longest(graph, budget);
    let far = |&&start: &&u32| longest[start as usize] >= difficulty;
    let starts: Vec<u32> = starts.iter().filter(far).copied().collect();
    if starts.is_empty() {
        let longest = longest.into_iter().max().unwrap_or(0);
        return Err(TooFar { longest });
    }
    let from = pick(&starts, &mut random);
    let to = word_at(graph, budget, from, difficulty, &mut random);
    Ok((
        from,
        to.expect("no number of moves is left out on the way to the most"),
    ))
}

/// A random word whose shortest routes from a start take so many moves, if there is any.
fn word_at(
    graph: &Graph,
    budget: Budget,
    from: u32,
    difficulty: u32,
    random: &mut ChaCha8Rng,
) -> Option<u32> {
    let mut layers = Layers::new(graph, from, budget, |made, _| made == difficulty);
    if layers.ends.len() != difficulty as usize + 1 {
        return None;
    }
    let end = layers.ends.pop()?;
    let start = layers.ends.last().copied().unwrap_or(0);
    let far = &mut layers.words[start..end];
    far.sort_unstable();
    (!far.is_empty()).then(|| pick(far, random))
}

/// One of some words: nothing but the generator's stream, which is the same in every version, decides.
fn pick(words: &[u32], random: &mut ChaCha8Rng) -> u32 {
    let place = (u128::from(random.next_u64()) * words.len() as u128) >> 64;
    words[place as usize]
}
