//! The flow chart of `stumper solve`: the words and moves that most of the best games use.

use std::collections::BTreeMap;

use crate::report::chart::{FlowChart, format_flow};
use crate::stumper::{Flow, Solution, WordIndex};

/// The number of words in the chart.
const WORDS: usize = 40;

/// Moves of fewer games than this are left out: their label would be 0.
const FEWEST_GAMES: f64 = 0.5;

/// The text of a picture without words.
pub const NO_MOVES: &str = "no move is possible from any start";

/// The words that most of the best games use, and the moves between them.
pub fn flow_chart(solution: &Solution) -> FlowChart {
    let graph = solution.graph();
    let flow = Flow::new(solution);
    let mut words: Vec<(WordIndex, f64)> = flow
        .words
        .iter()
        .map(|(&word, &games)| (word, games))
        .collect();
    words.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    words.truncate(WORDS);
    words.sort_by_key(|&(word, _)| word);

    let mut chart = FlowChart::default();
    let nodes: BTreeMap<WordIndex, _> = words
        .iter()
        .map(|&(word, games)| {
            let label = format!("{} {}", graph.word(word), format_flow(games));
            (word, chart.graph.add_node(label))
        })
        .collect();
    for (&(from, to), &games) in &flow.moves {
        if games >= FEWEST_GAMES
            && let (Some(&from), Some(&to)) = (nodes.get(&from), nodes.get(&to))
        {
            chart.graph.add_edge(from, to, games);
        }
    }
    chart
        .graph
        .retain_nodes(|graph, word| graph.neighbors_undirected(word).next().is_some());
    chart
}
