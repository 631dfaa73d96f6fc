//! Bad input: openings that are no openings.

use super::*;

#[test]
fn in_a_file_that_is_missing_empty_or_binary_are_refused() {
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
fn that_are_no_guesses_are_refused_with_the_file_and_the_word() {
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
fn that_are_no_words_of_five_letters_are_refused() {
    for job in ["simulate", "within 3"] {
        let args = format!("wordle {job} --opening cran");
        assert_usage_error(&args, &["--opening", "'cran'", "five letters"]);
    }
}

#[test]
fn that_are_repeated_are_played_once_and_a_note_counts_them() {
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
fn may_be_all_one_file_or_one_word_but_not_two_of_these() {
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
