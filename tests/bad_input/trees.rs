//! Bad input: decision trees that cannot be read, and trees with faults.

use super::*;

/// Asserts that a tree is refused in one line that names its file.
#[track_caller]
fn assert_tree_is_refused(content: impl AsRef<[u8]>, says: &[&str]) {
    let small = Small::new();
    let run = small.run_on("check FILE", content);
    let path = small.folder.path("file");
    assert_one_line(&run, 2, &[&[path.to_str().unwrap()], says].concat());
    assert!(run.stderr.len() < 500, "{run:?}");
}

/// A tree of one game that repeats the same guess, as text and as JSON.
fn deep(guesses: usize) -> [String; 2] {
    let more = |number| format!(" BBBBB{number} crane");
    let text: String = (1..guesses).map(more).collect();
    let json = r#"{"guess": "crane", "branches": {"-----": "#;
    let json = json.repeat(guesses) + "null" + &"}}".repeat(guesses);
    [format!("crane{text}\n"), json]
}

#[test]
fn missing_tree_or_folder_is_refused() {
    let small = Small::new();
    let missing = small.folder.path("missing.txt");
    let run = small.run(&format!("check {}", missing.display()));
    assert_one_line(&run, 2, &["cannot read", missing.to_str().unwrap()]);
    let folder = small.folder.0.path();
    let run = small.run(&format!("check {}", folder.display()));
    assert_one_line(&run, 2, &[folder.to_str().unwrap(), "folder"]);
}

#[test]
fn empty_tree_is_refused() {
    for content in ["", "\n", " \r\n\t\n", "\u{feff}"] {
        assert_tree_is_refused(content, &["no guess"]);
    }
}

#[test]
fn binary_file_is_refused() {
    assert_tree_is_refused(b"\x7fELF\x02\x01\x01\0\0\0crane\n", &[]);
    assert_tree_is_refused((0..=255).cycle().take(10_000).collect::<Vec<u8>>(), &[]);
    let utf16 = "crane GGGGG1\n".encode_utf16().flat_map(u16::to_le_bytes);
    assert_tree_is_refused(utf16.collect::<Vec<u8>>(), &[]);
}

#[test]
fn malformed_text_tree_is_refused_with_its_line() {
    for (content, says) in [
        ("Once upon a time\n", "'Once'"),
        ("crane GGGGG1\n  slate GGGGG2\n", "line 2"),
        ("crane BBBBB1 slate GGGGG2\nBBBBG1 slate\n", "line 2"),
        ("crane BBBBB1 slate GGGGG2\n      BBBBX1 those\n", "'BBBBX'"),
        ("crane BBBBB1 slate GGGGG2\n      BBBBB1 those\n", "twice"),
        ("crane BBBBB1 tables\n", "'tables'"),
        ("crane 1 slate\n", "five marks"),
    ] {
        assert_tree_is_refused(content, &["line ", says]);
    }
    // Every guess is on a line of its own.
    assert_tree_is_refused("crane\nslate\nthose\n", &["line 2"]);
}

#[test]
fn malformed_json_tree_is_refused() {
    for content in [
        "{",
        "[]",
        "[1, 2]",
        "{}",
        r#"{"guess": 1}"#,
        r#"{"guess": "crane", "branches": []}"#,
        r#"{"guess": "crane", "more": {}}"#,
        r#"{"guess": "crane", "branches": {"-----": "slate"}}"#,
        r#"{"guess": "crane"} {"guess": "slate"}"#,
    ] {
        assert_tree_is_refused(content, &["JSON"]);
    }
    let content = r#"{"guess": "tables"}"#;
    assert_tree_is_refused(content, &["'tables'"]);
    let content = r#"{"guess": "crane", "branches": {"----": null}}"#;
    assert_tree_is_refused(content, &["'----'", "five marks"]);
    // The same marks in two notations.
    let content = r#"{"guess": "crane", "branches": {
        "-----": {"guess": "slate"}, "00000": {"guess": "those"}}}"#;
    assert_tree_is_refused(content, &["crane", "twice"]);
}

#[test]
fn tree_deeper_than_60_guesses_is_refused() {
    for guesses in [61, 64, 200, 100_000] {
        for content in deep(guesses) {
            assert_tree_is_refused(content, &[]);
        }
    }
    // The JSON is not closed either.
    let content = r#"{"guess": "crane", "branches": {"-----": "#.repeat(100_000);
    assert_tree_is_refused(content, &["JSON"]);
}

#[test]
fn tree_of_60_guesses_is_played() {
    let small = Small::new();
    for content in deep(60) {
        let run = small.run_on("check FILE", content);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.stdout.starts_with("crane opens"), "{run:?}");
    }
}

/// Asserts that a tree is played, that its faults are reported, and that the job then fails.
#[track_caller]
fn assert_has_faults(job: &str, content: &str, faults: &[&str]) {
    let small = Small::new();
    let run = small.run_on(job, content);
    assert_eq!(run.code, Some(1), "{run:?}");
    for fault in faults {
        let fault = format!("fault: {fault}\n");
        assert!(run.stdout.contains(&fault), "no '{fault}': {run:?}");
    }
    assert!(!run.stdout.contains("no fault"), "{run:?}");
    let last = run.stderr.lines().last().unwrap();
    assert!(
        last.starts_with("error: ") && last.contains(" fault"),
        "{run:?}"
    );
    for format in ["json", "csv"] {
        let run = small.run_on(&format!("{job} --format {format}"), content);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert_eq!(run.stdout.contains("fault"), format == "json", "{run:?}");
    }
}

#[test]
fn all_faults_of_a_tree_are_reported_before_the_job_fails() {
    assert_has_faults(
        "check FILE",
        "wordy GGGGG1\n",
        &["wordy (guess 1) is not among the guesses"],
    );
    assert_has_faults(
        "check FILE",
        "crane BBBBB1 blimp\n      GGGGG1\n",
        &["nothing follows crane=y-y--; solutions left: 6"],
    );
    assert_has_faults(
        "check FILE --hard",
        "hatch BGGGG1 blimp BBBBB2 watch\n",
        &[
            "blimp (guess 2) is not allowed in hard mode after hatch=-gggg: A must be in position 2 (turn 1)",
        ],
    );
    assert_has_faults(
        "check --hard strict FILE",
        "hatch BGGGG1 hatch BGGGG2 watch\n",
        &[
            "hatch (guess 2) is not allowed in hard mode after hatch=-gggg: H may not be in position 1 (turn 1)",
        ],
    );
}

#[test]
fn guess_forbidden_in_hard_mode_is_allowed_in_normal_mode() {
    let small = Small::new();
    let tree = small.folder.path("tree.txt");
    let tree = tree.display();
    assert_succeeds(&small.run(&format!("simulate --opening hatch --tree {tree}")));
    assert_succeeds(&small.run(&format!("check {tree}")));
    let run = small.run(&format!("check {tree} --hard"));
    assert_eq!(run.code, Some(1), "{run:?}");
}

#[test]
fn written_trees_replay_the_simulated_games_in_both_formats() {
    let small = Small::new();
    for job in [
        "simulate",
        "simulate --hard",
        "simulate --strategy collisions --hard strict",
        "within 3 --opening whelp",
    ] {
        let mut checked = Vec::new();
        for name in ["tree.txt", "tree.json", "tree.JSON", "tree"] {
            let tree = small.folder.path(name);
            let tree = tree.display();
            let run = small.run(&format!("{job} --tree {tree}"));
            assert_succeeds(&run);
            let check = small.run(&format!("check {tree}"));
            // A tree of `within 3` does not find every solution.
            let code = i32::from(job.starts_with("within"));
            assert_eq!(check.code, Some(code), "{check:?}");
            let games = |text: &str| -> Vec<String> {
                let lines = text.lines().skip(1);
                lines
                    .filter(|l| !l.contains("fault"))
                    .map(str::to_owned)
                    .collect()
            };
            if job.starts_with("simulate") {
                assert_eq!(games(&check.stdout), games(&run.stdout));
            }
            let is_json = text(&small.folder.path(name)).starts_with('{');
            assert_eq!(is_json, name.to_lowercase().ends_with(".json"), "{name}");
            checked.push(check.stdout);
        }
        assert!(checked.iter().all(|one| *one == checked[0]), "{checked:?}");
    }
}

#[test]
fn unwritable_tree_path_fails_before_any_result() {
    let small = Small::new();
    for job in ["simulate", "within 3 --opening crane"] {
        let path = small.folder.path("missing/tree.txt");
        let run = small.run(&format!("{job} --tree {}", path.display()));
        assert_one_line(&run, 1, &["cannot write", path.to_str().unwrap()]);
        let folder = small.folder.0.path();
        let run = small.run(&format!("{job} --tree {}", folder.display()));
        assert_one_line(&run, 1, &["cannot write", folder.to_str().unwrap()]);
    }
}
