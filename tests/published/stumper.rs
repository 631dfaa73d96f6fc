//! The figures of "Stumper" and of exact solutions since.

use std::collections::BTreeSet;

use wordgame_engine::stumper::{Flow, Graph, Solution};
use wordgame_engine::words::Dictionary;

fn graph() -> Graph {
    Graph::new(Dictionary::twl06().words())
}

fn finals<'a>(solution: &Solution<'a>, start: &str) -> Vec<&'a str> {
    let graph = solution.graph();
    let optimum = solution.of_start(graph.find(start).unwrap());
    optimum
        .finals
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
    assert_eq!((logy.fewest, logy.most), (26, 26));
    let others = graph.starts().filter(|&start| graph.word(start) != "logy");
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
        .filter(|&start| solution.of_start(start).score == 0);
    let stuck: Vec<&str> = stuck.map(|start| graph.word(start)).collect();
    assert_eq!(
        stuck,
        ["asci", "ebbs", "enuf", "jeux", "lynx", "ovum", "pfft"]
    );
}

#[test]
fn starts_can_end_on_three_words_4005_times_and_must_3940_times() {
    let graph = graph();
    let solution = Solution::new(&graph);
    let three =
        ["formalities", "orientalists", "phrenologies"].map(|word| graph.find(word).unwrap());
    let finals = || graph.starts().map(|start| &solution.of_start(start).finals);
    assert_eq!(
        finals()
            .filter(|finals| finals.iter().any(|word| three.contains(word)))
            .count(),
        4_005
    );
    assert_eq!(
        finals()
            .filter(|finals| finals.iter().all(|word| three.contains(word)))
            .count(),
        3_940
    );
}

#[test]
fn final_words_are_not_unique() {
    let graph = graph();
    let solution = Solution::new(&graph);
    // What the author left open: these end on either of two anagrams.
    let phrenologies = graph.find("phrenologies").unwrap();
    let nephrologies = graph.find("nephrologies").unwrap();
    for start in graph.starts() {
        let finals = &solution.of_start(start).finals;
        assert_eq!(
            finals.contains(&phrenologies),
            finals.contains(&nephrologies)
        );
    }
    for start in ["logy", "lags", "tory", "pony"] {
        assert_eq!(finals(&solution, start), ["nephrologies", "phrenologies"]);
    }
    for start in ["ouzo", "kudo", "quey"] {
        assert!(finals(&solution, start).contains(&"reelections"), "{start}");
    }
}

#[test]
fn most_games_go_the_way_of_the_articles_chart() {
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
    // Every game of every start counts once in all.
    let finals: BTreeSet<u32> = graph
        .starts()
        .flat_map(|start| solution.of_start(start).finals.to_vec())
        .collect();
    let ended: f64 = finals
        .iter()
        .map(|&word| {
            let left = flow
                .moves
                .range((word, 0)..(word + 1, 0))
                .map(|(_, count)| count)
                .sum::<f64>();
            flow.words[&word] - left
        })
        .sum();
    assert!((ended - 4_030.0).abs() < 1e-6, "{ended}");
}
