//! Stumper's best games are those of an exhaustive search.

#[path = "oracle/stumper.rs"]
mod oracle;

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use wordgame_engine::stumper::{Graph, Position, Solution};

/// Few words of few letters: many moves lead from each.
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn moves_are_those_of_the_rules(words in words()) {
        let graph = Graph::new(words.iter().map(String::as_str));
        for from in 0..graph.len() as u32 {
            let moves: Vec<&str> = graph.moves(from).map(|to| graph.word(to)).collect();
            let all = words.iter().map(String::as_str);
            let expected: Vec<&str> =
                all.filter(|to| oracle::is_move(graph.word(from), to)).collect();
            prop_assert_eq!(moves, expected, "{}", graph.word(from));
        }
    }

    #[test]
    fn the_best_games_from_every_start_are_those_of_an_exhaustive_search(words in words()) {
        let graph = Graph::new(words.iter().map(String::as_str));
        let solution = Solution::new(&graph);
        let all: Vec<&str> = words.iter().map(String::as_str).collect();
        for start in graph.starts() {
            let (score, mut games) = oracle::best_games(&all, &mut vec![graph.word(start)], 3);
            games.sort();
            let optimum = solution.of_start(start);
            prop_assert_eq!(optimum.score, score);
            prop_assert_eq!(&optimum.paths, &BigUint::from(games.len()));
            let finals = games.iter().map(|game| *game.last().unwrap_or(&graph.word(start)));
            let mut finals: Vec<u32> = finals.map(|word| graph.find(word).unwrap()).collect();
            finals.sort();
            finals.dedup();
            prop_assert_eq!(&*optimum.finals, &*finals);
            let moves = || games.iter().map(|game| game.len() as u32);
            prop_assert_eq!(Some(optimum.fewest), moves().min());
            prop_assert_eq!(Some(optimum.most), moves().max());
            let position = Position::start(&graph, start).unwrap();
            let path = solution.path(&position);
            let path: Vec<&str> = path.iter().map(|step| graph.word(step.word)).collect();
            prop_assert_eq!(&path, &games[0]);
        }
    }

    #[test]
    fn what_every_move_of_a_position_leads_to_is_what_an_exhaustive_search_finds(
        words in words(),
        choices in prop::collection::vec(0..10usize, 0..6),
    ) {
        let graph = Graph::new(words.iter().map(String::as_str));
        let solution = Solution::new(&graph);
        let all: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(start) = graph.starts().next() else { return Ok(()) };
        let mut position = Position::start(&graph, start).unwrap();
        for choice in choices {
            let moves = solution.moves(&position);
            let Some(&(step, _)) = moves.get(choice % moves.len().max(1)) else { break };
            position.play(&graph, step.word).unwrap();
        }
        let word = |&word: &u32| graph.word(word);
        let mut played: Vec<&str> = position.played().iter().map(word).collect();
        let (score, _) = oracle::best_games(&all, &mut played, position.left());
        prop_assert_eq!(solution.from(&position).score, score);
        let expected: Vec<(&str, u32)> = match position.left() {
            0 => Vec::new(),
            left => {
                let current = *played.last().unwrap();
                let next = all.iter().filter(|to| oracle::is_move(current, to));
                let next: Vec<&str> = next.copied().filter(|to| !played.contains(to)).collect();
                next.into_iter().map(|to| {
                    let left = if to.len() > current.len() { left + 2 } else { left - 1 };
                    played.push(to);
                    let (score, _) = oracle::best_games(&all, &mut played, left);
                    played.pop();
                    (to, score)
                }).collect()
            }
        };
        let moves = solution.moves(&position);
        let moves: Vec<(&str, u32)> =
            moves.iter().map(|(step, score)| (graph.word(step.word), *score)).collect();
        prop_assert_eq!(moves, expected);
    }

    #[test]
    fn the_articles_algorithm_gives_the_same_scores(words in words()) {
        let graph = Graph::new(words.iter().map(String::as_str));
        let solution = Solution::new(&graph);
        let all: Vec<&str> = (0..graph.len() as u32).map(|word| graph.word(word)).collect();
        let mut tiered = oracle::Tiered::new(&all);
        for word in (0..all.len()).rev() {
            let most = 3 + 3 * (all[word].len() as u32 - 4);
            for left in 0..=most {
                let score = tiered.solve(word, left);
                if left == 3 && all[word].len() == 4 {
                    prop_assert_eq!(solution.of_start(word as u32).score, score);
                }
            }
        }
    }
}
