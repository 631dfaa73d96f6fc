//! Results that the article "Stumper" published, and results of exact solutions since then.

use std::collections::BTreeSet;

use wordgame_engine::stumper::{Flow, Graph, Solution, WordIndex};
use wordgame_engine::words::Dictionary;

fn graph() -> Graph {
    Graph::new(Dictionary::twl06().words())
}

fn final_words<'a>(solution: &Solution<'a>, start: &str) -> Vec<&'a str> {
    let graph = solution.graph();
    let best = solution.of_start(graph.find(start).unwrap());
    best.final_words
        .iter()
        .map(|&word| graph.word(word))
        .collect()
}

#[test]
fn the_best_games_from_4030_starts_score_what_was_published() {
    let graph = graph();
    let solution = Solution::new(&graph);
    assert_eq!(graph.starts().len(), 4_030);
    let score = |start: &str| solution.of_start(graph.find(start).unwrap()).score;
    for (start, expected) in [
        ("logy", 247),
        ("lags", 235),
        ("tory", 235),
        ("pony", 235),
        ("ouzo", 178),
        ("kudo", 178),
        ("quey", 177),
        ("ammo", 157),
    ] {
        assert_eq!(score(start), expected, "{start}");
    }
    let logy = solution.of_start(graph.find("logy").unwrap());
    assert_eq!((logy.fewest_moves, logy.most_moves), (26, 26));
    let starts = graph.starts().into_iter();
    let others = starts.filter(|&start| graph.word(start) != "logy");
    assert!(
        others
            .map(|start| solution.of_start(start).score)
            .all(|score| score < 247)
    );
}

#[test]
fn seven_starts_have_no_move() {
    let graph = graph();
    let solution = Solution::new(&graph);
    let stuck = graph
        .starts()
        .into_iter()
        .filter(|&start| solution.of_start(start).score == 0);
    let stuck: Vec<&str> = stuck.map(|start| graph.word(start)).collect();
    assert_eq!(
        stuck,
        ["asci", "ebbs", "enuf", "jeux", "lynx", "ovum", "pfft"]
    );
}

#[test]
fn the_best_games_of_4005_starts_can_end_on_three_words_and_those_of_3940_must() {
    let graph = graph();
    let solution = Solution::new(&graph);
    let three =
        ["formalities", "orientalists", "phrenologies"].map(|word| graph.find(word).unwrap());
    let final_words = || {
        let starts = graph.starts().into_iter();
        starts.map(|start| &solution.of_start(start).final_words)
    };
    assert_eq!(
        final_words()
            .filter(|words| words.iter().any(|word| three.contains(word)))
            .count(),
        4_005
    );
    assert_eq!(
        final_words()
            .filter(|words| words.iter().all(|word| three.contains(word)))
            .count(),
        3_940
    );
}

#[test]
fn the_best_games_of_a_start_can_have_several_final_words() {
    let graph = graph();
    let solution = Solution::new(&graph);
    // The article left open whether final words are unique. These two anagrams always occur together.
    let phrenologies = graph.find("phrenologies").unwrap();
    let nephrologies = graph.find("nephrologies").unwrap();
    for start in graph.starts() {
        let words = &solution.of_start(start).final_words;
        assert_eq!(words.contains(&phrenologies), words.contains(&nephrologies));
    }
    for start in ["logy", "lags", "tory", "pony"] {
        assert_eq!(
            final_words(&solution, start),
            ["nephrologies", "phrenologies"]
        );
    }
    for start in ["ouzo", "kudo", "quey"] {
        assert!(
            final_words(&solution, start).contains(&"reelections"),
            "{start}"
        );
    }
}

#[test]
fn most_best_games_use_the_moves_of_the_articles_chart() {
    let graph = graph();
    let solution = Solution::new(&graph);
    let flow = Flow::new(&solution);
    let path = [
        "ligations",
        "libations",
        "librations",
        "liberations",
        "literations",
        "orientalist",
    ];
    for pair in path.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|word| graph.find(word).unwrap());
        assert!(flow.moves[&(from, to)] > 3_900.0, "{pair:?}");
    }
    // The games of every start add up to one.
    let final_words: BTreeSet<WordIndex> = graph
        .starts()
        .into_iter()
        .flat_map(|start| solution.of_start(start).final_words.to_vec())
        .collect();
    let ended: f64 = final_words
        .iter()
        .map(|&word| {
            let left = flow
                .moves
                .range((word, WordIndex(0))..=(word, WordIndex(u32::MAX)))
                .map(|(_, count)| count)
                .sum::<f64>();
            flow.words[&word] - left
        })
        .sum();
    assert!((ended - 4_030.0).abs() < 1e-6, "{ended}");
}
