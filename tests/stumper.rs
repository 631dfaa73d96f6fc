//! The moves and the best games of Stumper agree with the oracle on small dictionaries.

#[path = "oracle/stumper.rs"]
mod oracle;

use std::collections::BTreeSet;

use num_bigint::BigUint;
use oracle::{Oracle, Tiered};
use proptest::prelude::*;
use wordgame_engine::stumper::{GameState, Graph, Solution, WordIndex};

/// Few words of few letters, so that many moves lead from each.
fn words() -> impl Strategy<Value = BTreeSet<String>> {
    (2..=3u8).prop_flat_map(|alphabet| {
        let letters = prop::collection::vec(0..alphabet, 4..=6);
        let word = letters.prop_map(|letters| {
            let letters = letters.into_iter().map(|letter| char::from(b'a' + letter));
            letters.collect::<String>()
        });
        prop::collection::btree_set(word, 0..13)
    })
}

fn graph_and_oracle(words: &BTreeSet<String>) -> (Graph, Oracle<'_>) {
    let words = || words.iter().map(String::as_str);
    (Graph::new(words()), Oracle::new(words()))
}

fn texts(graph: &Graph, words: impl IntoIterator<Item = WordIndex>) -> Vec<&str> {
    words.into_iter().map(|word| graph.word(word)).collect()
}

/// Plays up to as many moves as there are choices. Each choice picks one of the possible moves.
fn play(graph: &Graph, solution: &Solution, choices: &[usize]) -> Option<GameState> {
    let mut state = GameState::start(graph, graph.starts().get(0)?).unwrap();
    for choice in choices {
        let moves = solution.moves(&state);
        if moves.is_empty() {
            break;
        }
        let (step, _) = moves[choice % moves.len()];
        state.play(graph, step.word).unwrap();
    }
    Some(state)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_graph_has_exactly_the_moves_that_the_rules_allow(words in words()) {
        let (graph, oracle) = graph_and_oracle(&words);
        for from in graph.words() {
            let moves = texts(&graph, graph.moves(from));
            prop_assert_eq!(moves, oracle.moves(graph.word(from)), "{}", graph.word(from));
        }
    }

    #[test]
    fn the_best_games_from_every_start_match_an_exhaustive_search(words in words()) {
        let (graph, oracle) = graph_and_oracle(&words);
        let solution = Solution::new(&graph);
        for start in graph.starts() {
            let (score, games) = oracle.best_games(&[graph.word(start)], 3);
            let best = solution.of_start(start);
            prop_assert_eq!(best.score, score);
            prop_assert!(best.is_exact);
            prop_assert_eq!(&best.count, &BigUint::from(games.len()));
            let final_words: BTreeSet<WordIndex> = games
                .iter()
                .map(|game| game.last().map_or(start, |word| graph.find(word).unwrap()))
                .collect();
            prop_assert!(best.final_words.iter().eq(&final_words));
            let moves = || games.iter().map(|game| game.len() as u32);
            prop_assert_eq!(Some(best.fewest_moves), moves().min());
            prop_assert_eq!(Some(best.most_moves), moves().max());
            let state = GameState::start(&graph, start).unwrap();
            let first = solution.first_best_game(&state).into_iter();
            prop_assert_eq!(&texts(&graph, first.map(|step| step.word)), &games[0]);
        }
    }

    #[test]
    fn the_score_after_every_move_of_any_state_matches_an_exhaustive_search(
        words in words(),
        choices in prop::collection::vec(0..10usize, 0..6),
    ) {
        let (graph, oracle) = graph_and_oracle(&words);
        let solution = Solution::new(&graph);
        let Some(state) = play(&graph, &solution, &choices) else { return Ok(()) };
        let (score, _) = oracle.best_games(&texts(&graph, state.played().to_vec()), state.moves_left());
        prop_assert_eq!(solution.of_state(&state).score, score);
        let mut moves = Vec::new();
        for word in graph.moves(state.word()) {
            let mut after = state.clone();
            if after.play(&graph, word).is_ok() {
                let played = texts(&graph, after.played().to_vec());
                moves.push((word, oracle.best_games(&played, after.moves_left()).0));
            }
        }
        let found = solution.moves(&state).into_iter();
        prop_assert_eq!(found.map(|(step, score)| (step.word, score)).collect::<Vec<_>>(), moves);
    }

    #[test]
    fn the_algorithm_of_the_article_gives_the_same_scores(words in words()) {
        let (graph, _) = graph_and_oracle(&words);
        let solution = Solution::new(&graph);
        let all = texts(&graph, graph.words());
        let mut tiered = Tiered::new(&all);
        for word in graph.words().into_iter().rev() {
            let most = 3 + 3 * (graph.length(word) as u32 - 4);
            for moves_left in 0..=most {
                let score = tiered.solve(word.at(), moves_left);
                if moves_left == 3 && graph.starts().contains(word) {
                    prop_assert_eq!(solution.of_start(word).score, score);
                }
            }
        }
    }
}

/// All words of four to six letters over an alphabet.
fn all_words(alphabet: &str) -> Vec<String> {
    let longer = |words: &[String]| -> Vec<String> {
        let words = words.iter();
        words
            .flat_map(|word| {
                alphabet
                    .chars()
                    .map(move |letter| format!("{word}{letter}"))
            })
            .collect()
    };
    let mut words = vec![String::new()];
    let mut all = Vec::new();
    for length in 1..=6 {
        words = longer(&words);
        if length >= 4 {
            all.extend(words.iter().cloned());
        }
    }
    all
}

#[test]
fn dense_dictionary_is_solved_without_counting_all_best_games() {
    let words = all_words("ab");
    let graph = Graph::new(words.iter().map(String::as_str));
    let solution = Solution::new(&graph);
    for start in graph.starts() {
        let best = solution.of_start(start);
        // Two additions and seven moves of six letters: no game of these words can score more.
        assert_eq!((best.score, best.fewest_moves, best.most_moves), (51, 9, 9));
        assert!(!best.is_exact && best.count >= BigUint::from(10_000u32));
        let state = GameState::start(&graph, start).unwrap();
        let game = solution.first_best_game(&state);
        assert_eq!(game.iter().map(|step| step.points).sum::<u32>(), 51);
        let scores = solution.moves(&state).into_iter().map(|(_, score)| score);
        assert_eq!(scores.max(), Some(47));
    }
}
