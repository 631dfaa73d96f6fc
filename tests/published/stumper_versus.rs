//! Results of exact solutions of Stumper's two-player game, and of its routes.

use wordgame_engine::stumper::route::{MoveLimit, Routes, longest};
use wordgame_engine::stumper::versus::Budgets;
use wordgame_engine::stumper::{Graph, Versus};
use wordgame_engine::words::Dictionary;

fn graph() -> Graph {
    Graph::new(Dictionary::twl06().words())
}

/// The starts from which the first player loses.
fn lost(graph: &Graph, budgets: Option<Budgets>) -> Vec<&str> {
    let winning = Versus::new(graph, budgets)
        .winning_moves_of_starts()
        .unwrap();
    let lost = graph.starts().into_iter().zip(winning);
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
fn with_the_budgets_of_the_website_the_first_player_wins_2999_of_4030_starts() {
    let graph = graph();
    let budgets = Budgets {
        moves: 3,
        addition_gain: 3,
    };
    assert_eq!(lost(&graph, Some(budgets)).len(), 1_031);
}

#[test]
fn the_longest_routes_take_33_moves_or_24_with_the_move_limit() {
    let graph = graph();
    for (limit, from, to, moves) in [
        (MoveLimit::None, "ammo", "lifelines", 33),
        (MoveLimit::Game, "iffy", "formalities", 24),
    ] {
        let word = |text| graph.find(text).unwrap();
        let routes = Routes::find(&graph, word(from), word(to), limit).unwrap();
        assert_eq!(routes.moves(), moves);
        assert_eq!(longest(&graph, limit).into_iter().max(), Some(moves));
    }
}
