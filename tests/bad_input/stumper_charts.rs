//! Charts of `engine stumper solve` that cannot be drawn, or are empty.

use super::*;

fn solve(folder: &Folder, args: &str) -> Finished {
    finish(engine(&format!("stumper solve {args}")).current_dir(folder.path("")))
}

#[test]
fn unknown_chart_is_refused() {
    let folder = Folder::new();
    for name in ["chart.svg", "scores.png", "scores", "flow.pdf"] {
        let run = solve(&folder, &format!("--chart {name}"));
        assert_one_line(&run, 2, &["--chart", name, "scores….svg"]);
    }
}

#[test]
fn one_path_for_chart_and_result_is_refused() {
    let folder = Folder::new();
    let run = solve(&folder, "--chart scores.svg --output scores.svg");
    assert_one_line(&run, 2, &["scores.svg", "two results"]);
}

#[test]
fn charts_of_words_without_moves_are_drawn() {
    let folder = Folder::new();
    folder.write("word.txt", "word\n");
    let run = solve(
        &folder,
        "--dict word.txt --chart scores.svg --chart flow.svg --chart flow.dot",
    );
    assert_succeeds(&run);
    let svg = fs::read_to_string(folder.path("flow.svg")).unwrap();
    assert!(svg.contains("no move is possible"), "{svg}");
}

#[test]
fn flow_chart_shows_the_ways_to_all_frequent_final_words_with_title_and_legend() {
    let folder = Folder::new();
    assert_succeeds(&solve(&folder, "--chart flow.svg --chart flow.dot"));
    let svg = fs::read_to_string(folder.path("flow.svg")).unwrap();
    let dot = fs::read_to_string(folder.path("flow.dot")).unwrap();
    for word in ["formalities", "orientalists", "phrenologies", "logy"] {
        assert!(svg.contains(&format!(">{word} ")), "no '{word}': {svg}");
        assert!(dot.contains(&format!("\"{word} ")), "no '{word}': {dot}");
    }
    for text in [
        "The words of the best games from 4,030 starts",
        ">4,030 games<",
        ">1,000 games<",
        ">many games end here<",
        "fill=\"#FFFFFF\"",
    ] {
        assert!(svg.contains(text), "no '{text}': {svg}");
    }
}

#[test]
fn csv_without_rows_has_its_header() {
    for (args, header) in [
        ("solve --word ebbs", "move,word,kind,"),
        ("hint ebbs --show all", "word,kind,moves_left,"),
        ("versus ebbs", "word,kind,wins"),
        ("route ammo lifelines", "route,move,word,"),
    ] {
        let run = finish(&mut engine(&format!("stumper {args} --format csv")));
        assert_succeeds(&run);
        assert!(run.stdout.starts_with(header), "{args}: {run:?}");
        assert_eq!(run.stdout.lines().count(), 1, "{args}: {run:?}");
    }
}

#[test]
fn csv_puzzle_without_its_route_is_refused() {
    let run = finish(&mut engine(
        "stumper route --random --difficulty 3 --format csv",
    ));
    assert_one_line(&run, 2, &["--format csv", "--top 1"]);
}

#[test]
fn dictionary_without_a_start_word_is_refused() {
    let folder = Folder::new();
    folder.write("five.txt", "words\n");
    assert_one_line(
        &solve(&folder, "--dict five.txt"),
        2,
        &["five.txt", "four letters"],
    );
}
