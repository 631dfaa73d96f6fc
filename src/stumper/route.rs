//! The fewest moves from one word to another.
//!
//! The number of moves left in a game follows from the length of the word and the number of moves made, so
//! a player who reaches a word with fewer moves has more left. Hence breadth-first search finds the shortest
//! routes even if moves are limited, and every beginning of a shortest route is a shortest route itself.
//!
//! | module | contents |
//! |---|---|
//! | `layers` | breadth-first search from one word |
//! | `longest` | the same from 512 words at once |
//! | `puzzle` | random pairs of words at a given distance |

mod layers;
mod longest;
mod puzzle;

use hashbrown::HashMap;
use num_bigint::BigUint;

use super::graph::{Graph, START_LETTERS};
use super::index::WordIndex;
use super::state::{ADDITION_GAIN, START_MOVES};
use layers::Layers;
pub use longest::longest;
pub use puzzle::{TooFar, puzzle};

/// Whether the number of moves is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveLimit {
    /// As in a game: routes begin on a word of [`START_LETTERS`] letters with [`START_MOVES`] moves, and
    /// additions gain moves.
    Game,
    /// A route may begin on any word and have any number of moves.
    None,
}

impl MoveLimit {
    /// The number of moves left on a word of `length` letters after `made` moves; `None` without a limit.
    ///
    /// # Panics
    /// If there is a limit and no game reaches a word of this length with this number of moves.
    pub fn moves_left(self, length: usize, made: u32) -> Option<u32> {
        match self {
            MoveLimit::Game => {
                let additions = (length - START_LETTERS) as u32;
                Some(START_MOVES + additions * (ADDITION_GAIN + 1) - made)
            }
            MoveLimit::None => None,
        }
    }

    /// True if another move can be made.
    fn can_move(self, length: usize, made: u32) -> bool {
        self.moves_left(length, made) != Some(0)
    }
}

/// All shortest routes from one word to another.
pub struct Routes {
    from: WordIndex,
    moves: u32,
    /// How the shortest routes continue from each word on them.
    onward: HashMap<WordIndex, Onward>,
}

/// How the shortest routes continue from a word.
struct Onward {
    /// The number of ways to complete a route.
    count: BigUint,
    /// The possible next words in alphabetical order.
    next: Vec<WordIndex>,
}

impl Routes {
    /// Finds the shortest routes; `None` if no route exists.
    ///
    /// # Panics
    /// If the graph does not have the words, or if moves are limited and `from` is not one of
    /// [`Graph::starts`].
    pub fn find(graph: &Graph, from: WordIndex, to: WordIndex, limit: MoveLimit) -> Option<Routes> {
        let is_start = graph.starts().contains(from);
        assert!(is_start || limit == MoveLimit::None, "no start: {}", from.0);
        let layers = Layers::new(graph, from, limit, |_, words| words.contains(&to));
        let moves = layers.fewest_moves(to)?;
        let arrived = Onward {
            count: BigUint::from(1u32),
            next: Vec::new(),
        };
        let mut onward = HashMap::from([(to, arrived)]);
        // The words closest to `to` come first, so the words after each one are complete.
        for made in (0..moves).rev() {
            for &word in layers.words_after(made) {
                if !limit.can_move(graph.length(word), made) {
                    continue;
                }
                let is_on_route = |next: &WordIndex| {
                    layers.fewest_moves(*next) == Some(made + 1) && onward.contains_key(next)
                };
                let next: Vec<WordIndex> = graph.moves(word).filter(is_on_route).collect();
                if !next.is_empty() {
                    let count = next.iter().map(|next| &onward[next].count).sum();
                    onward.insert(word, Onward { count, next });
                }
            }
        }
        Some(Routes {
            from,
            moves,
            onward,
        })
    }

    /// The number of moves of each route.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The number of routes.
    pub fn count(&self) -> &BigUint {
        &self.onward[&self.from].count
    }

    /// The routes in alphabetical order. Each is given by its words, from the first to the last.
    pub fn iter(&self) -> impl Iterator<Item = Vec<WordIndex>> {
        let first = self.complete(vec![self.from]);
        std::iter::successors(Some(first), |route| self.after(route))
    }

    /// The alphabetically first route that begins with these words.
    fn complete(&self, mut route: Vec<WordIndex>) -> Vec<WordIndex> {
        while let Some(&next) = self.next_words(&route).first() {
            route.push(next);
        }
        route
    }

    /// The alphabetically next route after one.
    fn after(&self, route: &[WordIndex]) -> Option<Vec<WordIndex>> {
        (1..route.len()).rev().find_map(|turn| {
            let (before, replaced) = (&route[..turn], route[turn]);
            let mut others = self.next_words(before).iter();
            others.find(|&&other| other == replaced);
            let other = *others.next()?;
            Some(self.complete([before, &[other]].concat()))
        })
    }

    /// The words with which a route that begins with these words can continue.
    fn next_words(&self, route: &[WordIndex]) -> &[WordIndex] {
        let last = route.last().expect("a route has a first word");
        &self.onward[last].next
    }
}
