//! Bad input: `--opening`, `--openings` and `--all-openings`.

use super::*;

#[test]
fn missing_empty_or_binary_openings_file_is_refused() {
    let small = Small::new();
    let missing = small.folder.path("missing.txt");
    let run = small.run(&format!("simulate --openings {}", missing.display()));
    assert_one_line(&run, 2, &["cannot read", missing.to_str().unwrap()]);
    let path = small.folder.path("file");
    let path = path.to_str().unwrap();
    let run = small.run_on("simulate --openings FILE", "");
    assert_one_line(&run, 2, &[path, "no word"]);
    let run = small.run_on("simulate --openings FILE", b"\x7fELF\x02\0\0");
    assert_one_line(&run, 2, &[path, "binary"]);
}

#[test]
fn opening_that_is_not_a_guess_is_refused_with_file_and_word() {
    let small = Small::new();
    let run = small.run_on("simulate --openings FILE", "crane\nwordy\n");
    let path = small.folder.path("file");
    let says = [
        "--openings",
        path.to_str().unwrap(),
        "'wordy'",
        "15 guesses",
    ];
    assert_one_line(&run, 2, &says);
    assert_one_line(
        &small.run("simulate --opening wordy"),
        2,
        &["--opening", "'wordy'"],
    );
    assert_one_line(
        &small.run("within 3 --opening wordy"),
        2,
        &["--opening", "'wordy'"],
    );
}

#[test]
fn opening_without_five_letters_is_refused() {
    for job in ["simulate", "within 3"] {
        let args = format!("wordle {job} --opening cran");
        assert_usage_error(&args, &["--opening", "'cran'", "five letters"]);
    }
}

#[test]
fn repeated_openings_are_played_once_and_counted() {
    let small = Small::new();
    let once = small.run_on("simulate --format csv --openings FILE", "crane\nblimp\n");
    assert_succeeds(&once);
    let odd = "crane\r\nBLIMP\nCrane\nfour\n";
    let run = small.run_on("simulate --format csv --openings FILE", odd);
    assert_eq!(run.stdout, once.stdout);
    assert!(run.stderr.contains("skipped 1 line "), "{run:?}");
    assert!(run.stderr.contains("dropped 1 duplicate"), "{run:?}");
}

#[test]
fn all_openings_openings_and_opening_exclude_each_other() {
    for (one, other) in [
        ("--all-openings", "--opening crane"),
        ("--all-openings", "--openings words.txt"),
        ("--openings words.txt", "--opening crane"),
        ("--all-openings", "--tree tree.txt"),
        ("--openings words.txt", "--tree tree.txt"),
    ] {
        let option = |text: &str| text.split(' ').next().unwrap().to_owned();
        let args = format!("wordle simulate {one} {other}");
        assert_usage_error(&args, &[&option(one), &option(other)]);
    }
}
