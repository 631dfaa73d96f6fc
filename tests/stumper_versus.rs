//! Stumper's game of two and its routes, held to slow programs on small dictionaries.

use std::collections::BTreeSet;

use proptest::prelude::*;
use wordgame_engine::stumper::route::{self, Budget, Routes};
use wordgame_engine::stumper::versus::{Budgets, Position};
use wordgame_engine::stumper::{Graph, Kind, Versus};

/// Words of four to six letters that many moves join.
fn words(most: usize) -> impl Strategy<Value = BTreeSet<String>> {
    proptest::collection::btree_set("[ab]{2}[abc]{2}|[ab]{3}[abc]{2}|[ab]{6}", 1..most)
}

fn graph(words: &BTreeSet<String>) -> Graph {
    Graph::new(words.iter().map(String::as_str))
}

/// The words that win by the rules alone: every game is played to its end. `left` is what the player to
/// move and the other one have left.
fn winning_moves(
    graph: &Graph,
    played: &mut Vec<u32>,
    left: Option<[u32; 2]>,
    gain: u32,
) -> Vec<u32> {
    let word = *played.last().unwrap();
    let mut winning = Vec::new();
    for next in 0..graph.len() as u32 {
        let Some(kind) = graph.kind(word, next).filter(|_| !played.contains(&next)) else {
            continue;
        };
        let left = match (left, kind) {
            (Some([0, _]), _) => continue,
            (Some([own, other]), Kind::Addition) => Some([other, own + gain]),
            (Some([own, other]), _) => Some([other, own - 1]),
            (None, _) => None,
        };
        played.push(next);
        if winning_moves(graph, played, left, gain).is_empty() {
            winning.push(next);
        }
        played.pop();
    }
    winning.sort_by_key(|&word| graph.word(word));
    winning
}

/// Checks a game and every position of one line of it.
fn check(game: &Versus, graph: &Graph, gain: u32, start: u32) -> Result<(), TestCaseError> {
    let mut position = game.start(start);
    let line = game.line(&position);
    let expected = |position: &Position| {
        winning_moves(
            graph,
            &mut position.played().to_vec(),
            position.left(),
            gain,
        )
    };
    let first_wins = !expected(&position).is_empty();
    prop_assert_eq!(line.len() % 2 == 1, first_wins);
    for step in line {
        let winning = expected(&position);
        prop_assert_eq!(game.winning_moves(&position), winning.clone());
        let moves = game.moves(&position);
        prop_assert_eq!(Some(&step.word), winning.first().or(moves.first()));
        prop_assert_eq!(game.play(&mut position, step.word), Ok(step.kind));
        prop_assert_eq!(position.left().map(|[_, mover]| mover), step.left);
    }
    prop_assert!(game.moves(&position).is_empty());
    Ok(())
}

proptest! {
    #[test]
    fn the_game_of_two_is_won_by_whom_playing_it_out_says(words in words(18)) {
        let graph = graph(&words);
        let game = Versus::new(&graph, None);
        let of_starts = game.winning_moves_of_starts(&|_| ());
        for start in 0..graph.len() as u32 {
            let expected = winning_moves(&graph, &mut vec![start], None, 0);
            prop_assert_eq!(game.winning_moves(&game.start(start)), expected.clone());
            if graph.starts().contains(&start) {
                prop_assert_eq!(&of_starts[start as usize], &expected);
            }
            check(&game, &graph, 0, start)?;
        }
    }

    #[test]
    fn with_budgets_too(words in words(18), moves in 1..5u32, gain in 0..4u32) {
        let graph = graph(&words);
        let game = Versus::new(&graph, Some(Budgets { moves, addition_gain: gain }));
        let of_starts = game.winning_moves_of_starts(&|_| ());
        for start in 0..graph.len() as u32 {
            let left = Some([moves; 2]);
            let expected = winning_moves(&graph, &mut vec![start], left, gain);
            prop_assert_eq!(game.winning_moves(&game.start(start)), expected.clone());
            if graph.starts().contains(&start) {
                prop_assert_eq!(&of_starts[start as usize], &expected);
            }
            check(&game, &graph, gain, start)?;
        }
    }

    #[test]
    fn shortest_routes_are_those_that_trying_all_games_finds(words in words(10)) {
        let graph = graph(&words);
        for budget in [Budget::Game, Budget::Unlimited] {
            let longest = route::longest(&graph, budget);
            for from in graph.starts() {
                let mut all = Vec::new();
                let left = (budget == Budget::Game).then_some(3);
                all_routes(&graph, &mut vec![from], left, &mut all);
                let mut most = 0;
                for to in 0..graph.len() as u32 {
                    let expected = shortest(&graph, &all, to);
                    let routes = Routes::find(&graph, from, to, budget);
                    prop_assert_eq!(routes.is_some(), !expected.is_empty());
                    let Some(routes) = routes else { continue };
                    prop_assert_eq!(routes.moves() as usize, expected[0].len() - 1);
                    prop_assert_eq!(routes.count().to_string(), expected.len().to_string());
                    most = most.max(routes.moves());
                    prop_assert_eq!(routes.iter().collect::<Vec<_>>(), expected);
                }
                prop_assert_eq!(longest[from as usize], most);
            }
        }
    }

    #[test]
    fn a_puzzle_has_its_difficulty_or_there_is_none(
        words in words(20),
        difficulty in 1..8u32,
        seed: u64,
    ) {
        let graph = graph(&words);
        for budget in [Budget::Game, Budget::Unlimited] {
            let longest = route::longest(&graph, budget).into_iter().max().unwrap_or(0);
            match route::puzzle(&graph, budget, difficulty, seed) {
                Ok((from, to)) => {
                    let routes = Routes::find(&graph, from, to, budget).unwrap();
                    prop_assert_eq!(routes.moves(), difficulty);
                    prop_assert_eq!(route::puzzle(&graph, budget, difficulty, seed), Ok((from, to)));
                }
                Err(too_far) => {
                    prop_assert!(difficulty > longest);
                    prop_assert_eq!(too_far.longest, longest);
                }
            }
        }
    }
}

/// Every game that can be played on after some words, and each of its beginnings.
fn all_routes(graph: &Graph, played: &mut Vec<u32>, left: Option<u32>, all: &mut Vec<Vec<u32>>) {
    all.push(played.clone());
    let word = *played.last().unwrap();
    for next in 0..graph.len() as u32 {
        let Some(kind) = graph.kind(word, next).filter(|_| !played.contains(&next)) else {
            continue;
        };
        let left = match (left, kind) {
            (Some(0), _) => continue,
            (Some(left), Kind::Addition) => Some(left + 2),
            (Some(left), _) => Some(left - 1),
            (None, _) => None,
        };
        played.push(next);
        all_routes(graph, played, left, all);
        played.pop();
    }
}

/// The shortest of some routes that end on a word, alphabetically.
fn shortest(graph: &Graph, all: &[Vec<u32>], to: u32) -> Vec<Vec<u32>> {
    let there = all.iter().filter(|route| route.last() == Some(&to));
    let fewest = there.clone().map(Vec::len).min();
    let there = there.filter(|route| Some(route.len()) == fewest);
    let mut there: Vec<Vec<u32>> = there.cloned().collect();
    there.sort_by_key(|route| {
        let texts = route.iter().map(|&word| graph.word(word).to_owned());
        texts.collect::<Vec<_>>()
    });
    there
}

#[test]
fn equal_seeds_give_equal_puzzles_in_every_version() {
    let words: Vec<String> = (b'a'..=b'z')
        .flat_map(|a| {
            (b'a'..=b'z').map(move |b| String::from_utf8(vec![b'a', a, b, b'a']).unwrap())
        })
        .collect();
    let graph = Graph::new(words.iter().map(String::as_str));
    let named = |(from, to)| (graph.word(from).to_owned(), graph.word(to).to_owned());
    let puzzle = |seed| route::puzzle(&graph, Budget::Game, 2, seed).map(named);
    let expected = |from: &str, to: &str| Ok((from.to_owned(), to.to_owned()));
    assert_eq!(puzzle(0), expected("asla", "alqa"));
    assert_eq!(puzzle(1), expected("akma", "acaa"));
}
