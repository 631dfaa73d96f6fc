//! Bad input: unknown options and values.

use super::*;

#[test]
fn top_refuses_zero_and_text() {
    for top in ["0", "many", "1.5", "-1", "99999999999999999999999"] {
        assert_usage_error(
            &format!("wordle --first-guess-sweep --top={top}"),
            &["--top", top],
        );
    }
}

#[test]
fn threads_refuses_zero_and_text() {
    for threads in ["0", "many", "-1", "1000000"] {
        let args = format!("wordle --first-guess-sweep --threads={threads}");
        assert_usage_error(&args, &["--threads", threads]);
    }
}

#[test]
fn unknown_value_is_refused_and_the_known_ones_are_listed() {
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
fn unknown_option_is_refused_by_name() {
    assert_usage_error("wordle --first-guess-sweep --bogus", &["'--bogus'"]);
    assert_usage_error("bogus", &["'bogus'"]);
}

#[test]
fn option_that_needs_another_names_it() {
    assert_usage_error("wordle --hard", &["--first-guess-sweep"]);
}
