//! The figures of exact solutions of Stumper's game of two, and of its routes.

use wordgame_engine::stumper::route::{Budget, Routes, longest};
use wordgame_engine::stumper::versus::Budgets;
use wordgame_engine::stumper::{Graph, Versus};
use wordgame_engine::words::Dictionary;

fn graph() -> Graph {
    Graph::new(Dictionary::twl06().words())
}

/// The starts that the first player loses.
fn lost(graph: &Graph, budgets: Option<Budgets>) -> Vec<&str> {
    let winning = Versus::new(graph, budgets).winning_moves_of_starts(&|_| ());
    let lost = graph.starts().zip(winning);
    let lost = lost.filter(|(_, winning)| winning.is_empty());
    lost.map(|(start, _)| graph.word(start)).collect()
}

#[test]
fn the_first_player_wins_3996_of_4030_starts() {
    let graph = graph();
    let lost = lost(&graph, None);
    assert_eq!((graph.starts().len(), lost.len()), (4_030, 34));
    for start in ["exam", "envy", "lynx", "zebu"] {
        assert!(lost.contains(&start), "{start}");
    }
}

#[test]
fn with_budgets_as_on_the_web_the_first_player_wins_2999() {
    let graph = graph();
    let budgets = Budgets {
        moves: 3,
        addition_gain: 3,
    };
    assert_eq!(lost(&graph, Some(budgets)).len(), 1_031);
}

#[test]
fn the_longest_routes_take_33_moves_and_24_with_the_budget() {
    let graph = graph();
    for (budget, from, to, moves) in [
        (Budget::Unlimited, "ammo", "lifelines", 33),
        (Budget::Game, "iffy", "formalities", 24),
    ] {
        let word = |text| graph.find(text).unwrap();
        let routes = Routes::find(&graph, word(from), word(to), budget).unwrap();
        assert_eq!(routes.moves(), moves);
        assert_eq!(longest(&graph, budget).into_iter().max(), Some(moves));
    }
}
