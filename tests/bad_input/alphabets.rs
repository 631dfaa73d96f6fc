//! Bad input: lengths, alphabets, and lists that do not go together.

use super::*;

/// Runs a sweep on own lists with more options.
fn sweep(solutions: &Path, more: &[&str]) -> Finished {
    let mut command = wordle("--first-guess-sweep --solutions");
    finish(command.arg(solutions).args(more))
}

#[test]
fn lengths_from_3_to_10_are_taken() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "crane\n");
    for length in ["2", "11", "five", ""] {
        let run = sweep(&path, &["--length", length]);
        assert_one_line(&run, 2, &["--length", "3 to 10"]);
    }
}

#[test]
fn length_and_alphabet_need_a_list_of_solutions() {
    for options in ["--length 6", "--alphabet abc"] {
        let run = finish(&mut wordle(&format!("--first-guess-sweep {options}")));
        assert_one_line(&run, 2, &["--solutions"]);
    }
}

#[test]
fn fold_needs_a_list_of_ones_own() {
    let run = finish(&mut wordle("--first-guess-sweep --fold"));
    assert_one_line(&run, 2, &["--fold", "lists of your own"]);
}

#[test]
fn alphabets_that_are_not_alphabets_are_refused() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "crane\n");
    for (letters, says) in [
        ("", "empty"),
        ("abca", "'a' twice"),
        ("aA", "'a' twice"),
        ("a b", "cannot be a letter"),
        ("a,b", "cannot be a letter"),
        ("a=b", "cannot be a letter"),
        ("e\u{301}\u{302}", "cannot be a letter"),
    ] {
        let run = sweep(&path, &["--alphabet", letters]);
        assert_one_line(&run, 2, &["--alphabet", says]);
    }
    let letters: String = ('\u{4e00}'..).take(256).collect();
    let run = sweep(&path, &["--alphabet", &letters]);
    assert_one_line(&run, 2, &["256 letters", "at most 255"]);
}

#[test]
fn list_with_too_many_letters_is_refused() {
    let folder = Folder::new();
    let letters: Vec<char> = ('\u{4e00}'..).take(300).collect();
    let words: String = letters
        .chunks(3)
        .map(|word| String::from_iter(word) + "\n")
        .collect();
    let path = folder.write("words.txt", words);
    let run = sweep(&path, &[]);
    assert_one_line(&run, 2, &["words.txt", "300 letters", "--alphabet"]);
}

#[test]
fn lists_of_two_lengths_are_refused_with_both_files() {
    let folder = Folder::new();
    let solutions = folder.write("four.txt", "four\nfive\n");
    let guesses = folder.write("six.txt", "twelve\n");
    let run = sweep(&solutions, &["--guesses", guesses.to_str().unwrap()]);
    assert_one_line(
        &run,
        2,
        &["four.txt", "six.txt", "4 letters", "6", "--length"],
    );
}

#[test]
fn list_without_words_of_the_length_is_refused() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "crane\n");
    let run = sweep(&path, &["--length", "7"]);
    assert_one_line(
        &run,
        2,
        &["words.txt", "seven letters", "line 1 is 'crane'"],
    );
}

#[test]
fn words_of_another_length_or_alphabet_are_refused_by_name() {
    let folder = Folder::new();
    let path = folder.write("words.txt", "größe\nstraße\nmöwe\nhaus\nüber\nmaus\n");
    for (options, says) in [
        (
            ["--given", "größe=-----"],
            "'größe' is not a word of four letters a-z",
        ),
        (
            ["--given", "дома=----"],
            "'дома' is not a word of four letters a-z",
        ),
        (["--given", "haus=---"], "'---' is not four marks"),
    ] {
        let run = sweep(&path, &options);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.stderr.contains(says), "{run:?}");
    }
}

#[test]
fn a_list_of_numbers_is_told_how_digits_become_letters() {
    let folder = Folder::new();
    let path = folder.write("primes.txt", "10007\n10009\n");
    let run = sweep(&path, &[]);
    assert_one_line(&run, 2, &["line 1 is '10007'", "--alphabet 0123456789"]);
    assert_eq!(sweep(&path, &["--alphabet", "0123456789"]).code, Some(0));
}
