//! Puzzles: random pairs of words at a given distance.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::layers::Layers;
use super::{MoveLimit, longest};
use crate::stumper::graph::Graph;
use crate::stumper::index::WordIndex;

/// The error if no two words are as far from each other as the difficulty demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFar {
    /// The greatest possible difficulty: the most moves that the shortest routes between any two words take.
    pub longest: u32,
}

/// The number of random starts to try before the distances from all starts are computed.
const RANDOM_TRIES: usize = 32;

/// Picks a random start and a random word to which the shortest routes take `difficulty` moves. All starts
/// that have such a word are equally likely, and so are all such words of a start. The same words and the same
/// seed always give the same puzzle.
///
/// # Errors
/// [`TooFar`] if no pair of words has this difficulty.
pub fn puzzle(
    graph: &Graph,
    limit: MoveLimit,
    difficulty: u32,
    seed: u64,
) -> Result<(WordIndex, WordIndex), TooFar> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut pick = |words: &[WordIndex]| pick(words, &mut random);
    let starts: Vec<WordIndex> = graph.starts().iter().collect();
    for _ in 0..RANDOM_TRIES.min(starts.len()) {
        let from = pick(&starts);
        let targets = words_at_distance(graph, limit, from, difficulty);
        if !targets.is_empty() {
            return Ok((from, pick(&targets)));
        }
    }
    let longest = longest(graph, limit);
    let with_distance = starts.iter().zip(&longest);
    let far_starts: Vec<WordIndex> = with_distance
        .filter(|&(_, &longest)| longest >= difficulty)
        .map(|(&start, _)| start)
        .collect();
    if far_starts.is_empty() {
        let longest = longest.into_iter().max().unwrap_or(0);
        return Err(TooFar { longest });
    }
    let from = pick(&far_starts);
    // Not empty: a route of `longest` moves passes words at every smaller distance.
    let targets = words_at_distance(graph, limit, from, difficulty);
    Ok((from, pick(&targets)))
}

/// The words to which the shortest routes from a word take `distance` moves, in ascending order.
fn words_at_distance(
    graph: &Graph,
    limit: MoveLimit,
    from: WordIndex,
    distance: u32,
) -> Vec<WordIndex> {
    let layers = Layers::new(graph, from, limit, |made, _| made == distance);
    let mut words = layers.words_after(distance).to_vec();
    words.sort_unstable();
    words
}

/// Picks one of some words. The choice depends only on the generator's stream, which is the same in every
/// version.
fn pick(words: &[WordIndex], random: &mut ChaCha8Rng) -> WordIndex {
    let index = (u128::from(random.next_u64()) * words.len() as u128) >> 64;
    words[index as usize]
}
