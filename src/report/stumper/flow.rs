//! The flow chart of `stumper solve`: the words and moves that most of the best games use.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::graph::DiGraph;

use crate::report::chart::{FlowChart, FlowNode, FlowNotes};
use crate::report::numbers::counted;
use crate::stumper::{Flow, Solution, WordIndex};

/// The chart has this many words of the most games, and more words on the way to final words.
const WORDS: usize = 40;

/// The way to a final word is shown if at least one of this many games ends on it.
const GAMES_PER_FINAL: f64 = 200.0;

/// Moves of fewer games than this are left out: their label would be 0.
const FEWEST_GAMES: f64 = 0.5;

/// The text of a picture without words.
pub const NO_MOVES: &str = "no move is possible from any start";

/// The words that most of the best games use and those on the way to the most frequent final words, and the moves
/// between them.
pub fn flow_chart(solution: &Solution) -> FlowChart {
    let flow = Flow::new(solution);
    let ends = ends(&flow);
    let starts = solution.graph().starts().len();
    let mut graph = DiGraph::new();
    let nodes: BTreeMap<WordIndex, _> = chosen(&flow, &ends, starts)
        .into_iter()
        .map(|word| {
            let games = flow.words[&word];
            let node = FlowNode {
                name: solution.graph().word(word).to_owned(),
                flow: Some(games),
                is_last: ends[&word] >= games / 4.0,
            };
            (word, graph.add_node(node))
        })
        .collect();
    for (&(from, to), &games) in &flow.moves {
        if games >= FEWEST_GAMES
            && let (Some(&from), Some(&to)) = (nodes.get(&from), nodes.get(&to))
        {
            graph.add_edge(from, to, games);
        }
    }
    graph.retain_nodes(|graph, word| graph.neighbors_undirected(word).next().is_some());
    FlowChart {
        title: format!("The words of the best games from {}", counted(starts, "start", "starts")),
        notes: FlowNotes {
            numbers: "The number in a box counts the games that play the word. Games go from top to bottom."
                .to_owned(),
            unit: ["game", "games"],
            last: "many games end here".to_owned(),
        },
        total: starts as f64,
        graph,
    }
}

/// The words of the chart. `ends` has the number of games that end on each word.
fn chosen(flow: &Flow, ends: &BTreeMap<WordIndex, f64>, starts: usize) -> BTreeSet<WordIndex> {
    let mut by_games: Vec<(WordIndex, f64)> = flow
        .words
        .iter()
        .map(|(&word, &games)| (word, games))
        .collect();
    by_games.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut chosen: BTreeSet<WordIndex> =
        by_games.iter().take(WORDS).map(|&(word, _)| word).collect();
    let finals = ends.iter().map(|(&word, &games)| (word, games));
    for (last, games) in finals.filter(|(_, games)| games * GAMES_PER_FINAL >= starts as f64) {
        chosen.insert(last);
        let mut word = last;
        while let Some(before) = before(flow, word, games / 4.0) {
            if !chosen.insert(before) {
                break;
            }
            word = before;
        }
    }
    chosen
}

/// The number of games that end on each word.
fn ends(flow: &Flow) -> BTreeMap<WordIndex, f64> {
    let mut ends = flow.words.clone();
    for ((from, _), games) in &flow.moves {
        *ends.entry(*from).or_default() -= games;
    }
    ends
}

/// The word from which most games come to a word, if at least `fewest` do.
fn before(flow: &Flow, word: WordIndex, fewest: f64) -> Option<WordIndex> {
    let come = flow
        .moves
        .iter()
        .filter(|((_, to), games)| *to == word && **games >= fewest);
    let most = come.max_by(|a, b| a.1.total_cmp(b.1))?;
    Some(most.0.0)
}
