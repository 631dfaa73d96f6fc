//! How often the best games use each word and each move.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::index::WordIndex;
use super::solution::Solution;
use super::state::START_MOVES;

/// The number of best games that use each word and each move. Every start counts as one game. If a start has n
/// best games, each of them counts as 1/n.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow {
    /// The number of games that play each word. Unused words are absent.
    pub words: BTreeMap<WordIndex, f64>,
    /// The number of games that make each move, by the word that the move leaves and the word that it leads to.
    pub moves: BTreeMap<(WordIndex, WordIndex), f64>,
}

impl Flow {
    /// The flow of the best games from all starts.
    pub fn new(solution: &Solution) -> Flow {
        let mut flow = Flow::default();
        let starts = solution.graph().starts().into_iter();
        // The number of games that enter a tier at a word with some number of moves left.
        let mut entries: BTreeMap<(WordIndex, u32), f64> =
            starts.map(|start| ((start, START_MOVES), 1.0)).collect();
        // An addition leads to a higher index, so all games that reach the lowest entry have been added to it.
        while let Some(((word, moves_left), games)) = entries.pop_first() {
            *flow.words.entry(word).or_default() += games;
            let total = &solution.at_entry(word, moves_left).count;
            solution.each_path(word, moves_left, &mut |played, addition| {
                let one = BigUint::from(1u32);
                let count = addition.map_or(&one, |addition| &addition.best_games.count);
                let share = games * ratio(count, total);
                for pair in played.windows(2) {
                    *flow.words.entry(pair[1]).or_default() += share;
                    *flow.moves.entry((pair[0], pair[1])).or_default() += share;
                }
                if let (Some(addition), Some(&from)) = (addition, played.last()) {
                    *flow.moves.entry((from, addition.word)).or_default() += share;
                    let entry = (addition.word, addition.moves_left);
                    *entries.entry(entry).or_default() += share;
                }
            });
        }
        flow
    }
}

/// `part` divided by `whole`, which must not be zero.
fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    // Both numbers lose their lowest bits if the larger one would not fit a float.
    let excess = whole.bits().saturating_sub(1000);
    let float = |number: &BigUint| (number >> excess).to_f64().unwrap_or(f64::INFINITY);
    float(part) / float(whole)
}
