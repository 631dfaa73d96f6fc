//! The best games from every start, with proof that no game is better.
//!
//! Once an addition has been played, shorter words can no longer be reached. What happens from then on depends
//! only on the word and on the number of moves left. So tiers are solved from the longest words to the
//! shortest, and in each tier every *entry* is solved once: a word on which the tier can be entered, with a
//! number of moves left.
//!
//! | module | contents |
//! |---|---|
//! | `reach` | how many moves can be left at each word, which says which entries to solve |
//! | `walks` | an upper bound on every path within a tier |
//! | `search` | the best paths within a tier, found with these bounds |
//! | `tier` | all entries of one tier, solved |
//! | `best_games` | [`BestGames`]: the result for one entry |

mod best_games;
mod reach;
mod search;
mod tier;
mod walks;

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::graph::{Graph, START_LETTERS};
use super::index::WordIndex;
use super::state::{ADDITION_GAIN, GameState, START_MOVES, Step};
use crate::Progress;
use crate::words::dictionary::MAX_LETTERS;
pub use best_games::BestGames;
use reach::Reach;
use search::{Addition, MOST_PATHS, TierSearch};
use tier::SolvedTier;

/// The fewest moves that can be left at an entry: an addition needs a move left and leaves
/// [`ADDITION_GAIN`] more. A start has no fewer.
const FEWEST_AT_ENTRY: u32 = 1 + ADDITION_GAIN;
const _: () = assert!(START_MOVES >= FEWEST_AT_ENTRY);

/// The best games from every start of a graph.
///
/// ```
/// use wordgame_engine::stumper::{GameState, Graph, Solution};
///
/// let graph = Graph::new(["star", "stare", "tears"]);
/// let solution = Solution::new(&graph);
/// let star = graph.find("star").unwrap();
/// // The addition star → stare scores 4 and the anagram stare → tears scores 5.
/// assert_eq!(solution.of_start(star).score, 9);
/// let state = GameState::start(&graph, star)?;
/// let steps = solution.first_best_game(&state);
/// let words: Vec<&str> = steps.iter().map(|step| graph.word(step.word)).collect();
/// assert_eq!(words, ["stare", "tears"]);
/// # Ok::<(), wordgame_engine::stumper::IllegalMove>(())
/// ```
#[derive(Debug)]
pub struct Solution<'g> {
    graph: &'g Graph,
    /// By length: the first tier has words of [`START_LETTERS`] letters. The last tier has no words.
    tiers: Vec<SolvedTier>,
}

/// Solves a graph and reports progress. Callers that need no progress use [`Solution::new`].
pub struct Solver<'a, 'g> {
    graph: &'g Graph,
    /// By length, as in [`Solution`].
    reach: Vec<Reach>,
    progress: Progress<'a>,
}

impl<'a, 'g> Solver<'a, 'g> {
    /// Prepares to solve a graph, which takes little time.
    pub fn new(graph: &'g Graph) -> Solver<'a, 'g> {
        let mut reach = vec![Reach::of_starts(graph)];
        for length in START_LETTERS + 1..=MAX_LETTERS {
            let from_shorter = Reach::of_additions(graph, length, &reach[reach.len() - 1]);
            reach.push(from_shorter);
        }
        Solver {
            graph,
            reach,
            progress: Progress::none(),
        }
    }

    /// Reports the number of solved words to `progress`.
    pub fn with_progress(self, progress: Progress<'a>) -> Solver<'a, 'g> {
        Solver { progress, ..self }
    }

    /// The number of words to solve: those on which a tier can be entered.
    pub fn words_to_solve(&self) -> usize {
        self.reach.iter().map(Reach::entry_words).sum()
    }

    /// Solves the graph. In a dense graph, where a tier has very many best paths, not all are counted: see
    /// [`BestGames::is_exact`]. The scores are always exact.
    pub fn solve(self) -> Solution<'g> {
        let graph = self.graph;
        let done = AtomicUsize::new(0);
        let word_solved = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            self.progress.report(done);
        };
        let mut longest_first = vec![SolvedTier::without_words(graph)];
        for (index, reach) in self.reach.iter().enumerate().rev() {
            let length = START_LETTERS + index;
            let longer = &longest_first[longest_first.len() - 1];
            let tier = SolvedTier::solve(graph, length, reach, longer, &word_solved);
            longest_first.push(tier);
        }
        longest_first.reverse();
        Solution {
            graph,
            tiers: longest_first,
        }
    }
}

impl<'g> Solution<'g> {
    /// Solves a graph. See [`Solver::solve`] for how long that takes.
    pub fn new(graph: &'g Graph) -> Solution<'g> {
        Solver::new(graph).solve()
    }

    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The best games from a start.
    ///
    /// # Panics
    /// If a game cannot start on the word.
    pub fn of_start(&self, start: WordIndex) -> &BestGames {
        assert!(self.graph.starts().contains(start), "no start {}", start.0);
        self.at_entry(start, START_MOVES)
    }

    /// The best ways to continue a game.
    pub fn of_state(&self, state: &GameState) -> BestGames {
        self.search(state)
            .best_games(state.moves_left(), MOST_PATHS)
    }

    /// The alphabetically first best way to continue a game. The other ways are not counted.
    fn first_of_state(&self, state: &GameState) -> BestGames {
        self.search(state).best_games(state.moves_left(), 1)
    }

    /// The best games from an entry.
    pub(super) fn at_entry(&self, word: WordIndex, moves_left: u32) -> &BestGames {
        self.tier(word).entries.get(word, moves_left)
    }

    /// Calls `visit` for each path within the tier that begins a best game from an entry. `visit` gets the
    /// words of the path, the entry's word included, and the addition that follows if there is one. The paths are those
    /// that were counted: see [`BestGames::is_exact`].
    pub(super) fn each_path(
        &self,
        word: WordIndex,
        moves_left: u32,
        visit: &mut impl FnMut(&[WordIndex], Option<Addition>),
    ) {
        let mut search = self.search_tier(vec![word]);
        let score = self.at_entry(word, moves_left).score;
        search.each_path(moves_left, score, MOST_PATHS, visit);
    }

    /// The steps of the best game that continues a game and is alphabetically first among equals.
    pub fn first_best_game(&self, state: &GameState) -> Vec<Step> {
        let mut state = state.clone();
        let mut steps = Vec::new();
        loop {
            let is_entry = self.played_in_tier(&state).len() == 1;
            let best_games = if is_entry {
                Cow::Borrowed(self.at_entry(state.word(), state.moves_left()))
            } else {
                Cow::Owned(self.first_of_state(&state))
            };
            let path = best_games.first_path();
            if path.is_empty() {
                return steps;
            }
            for &word in path {
                let step = state.play(self.graph, word);
                steps.push(step.expect("the words of a best game can be played"));
            }
        }
    }

    /// Every possible move in alphabetical order, each with the best score that can be added after it.
    pub fn moves(&self, state: &GameState) -> Vec<(Step, u32)> {
        let moves = self.graph.moves(state.word());
        let with_score = |word| {
            let mut after = state.clone();
            let step = after.play(self.graph, word).ok()?;
            Some((step, self.first_of_state(&after).score))
        };
        moves.filter_map(with_score).collect()
    }

    /// The words of a game that are as long as the word in play. Shorter words can no longer be reached.
    fn played_in_tier<'s>(&self, state: &'s GameState) -> &'s [WordIndex] {
        let tier = self.graph.tier(self.graph.length(state.word()));
        let first = state.played().iter().position(|&word| tier.contains(word));
        &state.played()[first.unwrap_or(0)..]
    }

    /// A search for the best ways to continue a game.
    fn search(&self, state: &GameState) -> TierSearch<'_> {
        self.search_tier(self.played_in_tier(state).to_vec())
    }

    /// A search from the last of some words of one tier.
    fn search_tier(&self, played: Vec<WordIndex>) -> TierSearch<'_> {
        let index = self.graph.length(played[0]) - START_LETTERS;
        TierSearch {
            graph: self.graph,
            walks: &self.tiers[index].walks,
            longer: &self.tiers[index + 1].entries,
            played,
        }
    }

    fn tier(&self, word: WordIndex) -> &SolvedTier {
        &self.tiers[self.graph.length(word) - START_LETTERS]
    }
}
