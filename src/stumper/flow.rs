//! Which words and moves the best games go through, averaged over ties.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::optimum::Solution;
use super::position::START_MOVES;

/// How often words and moves occur in the best games, one a start: where a start has several, each
/// counts as its share of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flow {
    /// By word.
    pub words: BTreeMap<u32, f64>,
    /// By the word that a move leaves and the word that it leads to.
    pub moves: BTreeMap<(u32, u32), f64>,
}

impl Flow {
    /// The flow of the best games from all starts.
    pub fn new(solution: &Solution) -> Flow {
        let mut flow = Flow::default();
        let starts = solution.graph().starts();
        let mut entries: BTreeMap<(u32, u32), f64> =
            starts.map(|start| ((start, START_MOVES), 1.0)).collect();
        // Additions lead to higher numbers: nothing comes to an entry once its turn has come.
        while let Some(((word, left), weight)) = entries.pop_first() {
            *flow.words.entry(word).or_default() += weight;
            let all = solution.at_entry(word, left).paths.clone();
            solution.each_path(word, left, &mut |played, addition| {
                let one = BigUint::from(1u32);
                let paths = addition.map_or(&one, |addition| &addition.optimum.paths);
                let share = weight * ratio(paths, &all);
                for pair in played.windows(2) {
                    *flow.words.entry(pair[1]).or_default() += share;
                    *flow.moves.entry((pair[0], pair[1])).or_default() += share;
                }
                if let (Some(to), Some(&from)) = (addition, played.last()) {
                    *flow.moves.entry((from, to.word)).or_default() += share;
                    *entries.entry((to.word, to.left)).or_default() += share;
                }
            });
        }
        flow
    }
}

/// A part of a whole that is not zero.
fn ratio(part: &BigUint, whole: &BigUint) -> f64 {
    // Beyond this a float is infinite.
    let excess = whole.bits().saturating_sub(1000);
    let float = |number: &BigUint| (number >> excess).to_f64().unwrap_or(f64::INFINITY);
    float(part) / float(whole)
}
