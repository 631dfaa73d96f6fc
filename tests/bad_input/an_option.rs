//! Bad input: options that are none.

use super::*;

#[test]
fn for_the_rows_of_zero_or_no_number_is_refused() {
    for top in ["0", "many", "1.5", "-1", "99999999999999999999999"] {
        assert_usage_error(
            &format!("wordle --first-guess-sweep --top={top}"),
            &["--top", top],
        );
    }
}

#[test]
fn for_the_threads_of_zero_or_no_number_is_refused() {
    for threads in ["0", "many", "-1", "1000000"] {
        let args = format!("wordle --first-guess-sweep --threads={threads}");
        assert_usage_error(&args, &["--threads", threads]);
    }
}

#[test]
fn with_a_value_that_it_does_not_have_is_refused_with_those_that_it_has() {
    for (option, values) in [
        (
            "--sort",
            &[
                "splits",
                "largest",
                "expected",
                "entropy",
                "singletons",
                "win-in-two",
            ][..],
        ),
        ("--format", &["table", "json", "csv"]),
        ("--hard", &["standard", "strict"]),
        ("--backend", &["auto", "cpu", "gpu"]),
    ] {
        let args = format!("wordle --first-guess-sweep {option} bogus");
        assert_usage_error(&args, &[&[option, "'bogus'"], values].concat());
    }
}

#[test]
fn that_does_not_exist_is_refused_by_name() {
    assert_usage_error("wordle --first-guess-sweep --bogus", &["'--bogus'"]);
    assert_usage_error("bogus", &["'bogus'"]);
}

#[test]
fn alone_is_refused_with_what_is_missing() {
    assert_usage_error("wordle --hard", &["--first-guess-sweep"]);
}
