//! Stumper's two-player game and its routes agree with the oracle on small dictionaries.

#[path = "oracle/stumper.rs"]
mod oracle;

use std::collections::BTreeSet;

use oracle::Oracle;
use proptest::prelude::*;
use wordgame_engine::stumper::route::{self, MoveLimit, Routes};
use wordgame_engine::stumper::versus::{Budgets, TooManyStates, VersusState};
use wordgame_engine::stumper::{Graph, Versus, WordIndex};

/// Words of four to six letters with many moves between them.
fn words(most: usize) -> impl Strategy<Value = BTreeSet<String>> {
    proptest::collection::btree_set("[ab]{2}[abc]{2}|[ab]{3}[abc]{2}|[ab]{6}", 1..most)
}

fn graph_and_oracle(words: &BTreeSet<String>) -> (Graph, Oracle<'_>) {
    let words = || words.iter().map(String::as_str);
    (Graph::new(words()), Oracle::new(words()))
}

fn texts<'g>(graph: &'g Graph, words: &[WordIndex]) -> Vec<&'g str> {
    words.iter().map(|&word| graph.word(word)).collect()
}

/// A dictionary with the library's game and the oracle.
struct Players<'a> {
    graph: &'a Graph,
    oracle: &'a Oracle<'a>,
    game: Versus<'a>,
    budgets: Option<Budgets>,
}

impl<'a> Players<'a> {
    fn new(graph: &'a Graph, oracle: &'a Oracle<'a>, budgets: Option<Budgets>) -> Players<'a> {
        Players {
            graph,
            oracle,
            game: Versus::new(graph, budgets),
            budgets,
        }
    }

    /// The winning moves according to the oracle.
    fn expected(&self, state: &VersusState) -> Vec<&str> {
        let gain = self.budgets.map_or(0, |budgets| budgets.addition_gain);
        let mut played = texts(self.graph, state.played());
        self.oracle
            .winning_moves(&mut played, state.moves_left(), gain)
    }

    /// Checks the winning moves of every word when it is played first, and of every state of one game from there.
    fn check(&self) -> Result<(), TestCaseError> {
        let of_starts = self.game.winning_moves_of_starts().unwrap();
        for word in self.graph.words() {
            let state = self.game.start(word);
            let winning = self.game.winning_moves(&state).unwrap();
            prop_assert_eq!(texts(self.graph, &winning), self.expected(&state));
            if self.graph.starts().contains(word) {
                prop_assert_eq!(&of_starts[word.at()], &winning);
            }
            self.check_line(state)?;
        }
        Ok(())
    }

    fn check_line(&self, mut state: VersusState) -> Result<(), TestCaseError> {
        let line = self.game.line(&state).unwrap();
        let first_player_wins = !self.expected(&state).is_empty();
        prop_assert_eq!(line.len() % 2 == 1, first_player_wins);
        for step in line {
            let winning = self.game.winning_moves(&state).unwrap();
            prop_assert_eq!(texts(self.graph, &winning), self.expected(&state));
            let moves = self.game.moves(&state);
            prop_assert_eq!(Some(&step.word), winning.first().or(moves.first()));
            prop_assert_eq!(self.game.play(&mut state, step.word), Ok(step.kind));
            prop_assert_eq!(state.moves_left().map(|[_, mover]| mover), step.moves_left);
        }
        prop_assert!(self.game.moves(&state).is_empty());
        Ok(())
    }
}

proptest! {
    #[test]
    fn winning_moves_without_budgets_match_an_exhaustive_search(words in words(18)) {
        let (graph, oracle) = graph_and_oracle(&words);
        Players::new(&graph, &oracle, None).check()?;
    }

    #[test]
    fn winning_moves_with_budgets_match_an_exhaustive_search(
        words in words(18),
        moves in 1..5u32,
        addition_gain in 0..4u32,
    ) {
        let (graph, oracle) = graph_and_oracle(&words);
        let budgets = Budgets { moves, addition_gain };
        Players::new(&graph, &oracle, Some(budgets)).check()?;
    }

    #[test]
    fn shortest_routes_match_an_exhaustive_search(words in words(10)) {
        let (graph, oracle) = graph_and_oracle(&words);
        for limit in [MoveLimit::Game, MoveLimit::None] {
            let longest = route::longest(&graph, limit);
            for from in graph.starts() {
                let moves_left = (limit == MoveLimit::Game).then_some(3);
                let mut expected = oracle.shortest_routes(graph.word(from), moves_left);
                let moves = |routes: &Vec<Vec<&str>>| routes[0].len() as u32 - 1;
                prop_assert_eq!(Some(longest[from.at()]), expected.values().map(moves).max());
                for to in graph.words() {
                    let routes = Routes::find(&graph, from, to, limit);
                    let expected = expected.remove(graph.word(to));
                    prop_assert_eq!(routes.is_some(), expected.is_some());
                    let (Some(routes), Some(expected)) = (routes, expected) else { continue };
                    prop_assert_eq!(routes.moves(), moves(&expected));
                    prop_assert_eq!(routes.count().to_string(), expected.len().to_string());
                    let routes: Vec<_> = routes.iter().map(|route| texts(&graph, &route)).collect();
                    prop_assert_eq!(routes, expected);
                }
            }
        }
    }

    #[test]
    fn a_puzzle_has_the_wanted_difficulty_unless_no_pair_of_words_has_it(
        words in words(20),
        difficulty in 1..8u32,
        seed: u64,
    ) {
        let (graph, _) = graph_and_oracle(&words);
        for limit in [MoveLimit::Game, MoveLimit::None] {
            let longest = route::longest(&graph, limit).into_iter().max().unwrap_or(0);
            match route::puzzle(&graph, limit, difficulty, seed) {
                Ok((from, to)) => {
                    let routes = Routes::find(&graph, from, to, limit).unwrap();
                    prop_assert_eq!(routes.moves(), difficulty);
                    let again = route::puzzle(&graph, limit, difficulty, seed);
                    prop_assert_eq!(again, Ok((from, to)));
                }
                Err(too_far) => {
                    prop_assert!(difficulty > longest);
                    prop_assert_eq!(too_far.longest, longest);
                }
            }
        }
    }
}

#[test]
fn a_seed_gives_the_same_puzzle_in_every_version() {
    let words: Vec<String> = (b'a'..=b'z')
        .flat_map(|a| {
            (b'a'..=b'z').map(move |b| String::from_utf8(vec![b'a', a, b, b'a']).unwrap())
        })
        .collect();
    let graph = Graph::new(words.iter().map(String::as_str));
    let puzzle = |seed| {
        let (from, to) = route::puzzle(&graph, MoveLimit::Game, 2, seed).unwrap();
        [graph.word(from), graph.word(to)]
    };
    assert_eq!(puzzle(0), ["asla", "alqa"]);
    assert_eq!(puzzle(1), ["akma", "acaa"]);
}

#[test]
fn search_with_budgets_is_given_up_in_a_dense_dictionary() {
    let letters = ["a", "b", "c"];
    let mut words: Vec<String> = vec![String::new()];
    let mut all: BTreeSet<String> = BTreeSet::new();
    for length in 1..=6 {
        words = words
            .iter()
            .flat_map(|word| letters.map(|letter| format!("{word}{letter}")))
            .collect();
        if length >= 4 {
            all.extend(words.iter().cloned());
        }
    }
    let graph = Graph::new(all.iter().map(String::as_str));
    let budgets = Budgets {
        moves: 3,
        addition_gain: 3,
    };
    let game = Versus::new(&graph, Some(budgets));
    let start = game.start(graph.find("aaaa").unwrap());
    assert_eq!(game.winning_moves(&start), Err(TooManyStates));
    // Without budgets the same words are no problem.
    let game = Versus::new(&graph, None);
    let start = game.start(graph.find("aaaa").unwrap());
    assert!(game.winning_moves(&start).is_ok());
}
