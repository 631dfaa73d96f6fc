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
        let args = format!("wordle --first-guess-sweep {option}=bogus");
        assert_usage_error(&args, &[&[option, "'bogus'"], values].concat());
    }
}

#[test]
fn unknown_option_is_refused_by_name() {
    assert_usage_error("wordle --first-guess-sweep --bogus", &["'--bogus'"]);
    assert_usage_error("bogus", &["'bogus'"]);
}

#[test]
fn option_of_other_commands_is_refused_as_such() {
    for args in ["wordle within --hard 3", "stumper solve --hard"] {
        assert_usage_error(args, &["this command has no option --hard"]);
    }
}

#[test]
fn optional_value_does_not_swallow_the_next_argument() {
    for args in [
        "wordle suggest --hard slate=-y---",
        "wordle analyse --hard crane slate --solution slate",
        "letterpress --lookahead efpjaccwcejfjvkqmmpbkumlt",
    ] {
        assert_succeeds(&finish(&mut engine(args)));
    }
    assert_usage_error(
        "wordle check --hard absent.txt",
        &["cannot read absent.txt"],
    );
}

#[test]
fn negative_number_is_refused_with_the_numbers_that_are_expected() {
    for args in [
        "wordle within -1",
        "wordle within 3 --top -1",
        "wordle optimal --max-guesses -1",
        "stumper versus --moves-per-player -1",
        "--threads -1 wordle --first-guess-sweep",
        "wordle --first-guess-sweep --top -1",
    ] {
        assert_usage_error(args, &["'-1'", "expected a whole number"]);
    }
}

#[test]
fn option_that_needs_another_names_it() {
    assert_usage_error("wordle --hard", &["--first-guess-sweep"]);
}

#[test]
fn options_before_the_job_are_refused_with_their_place() {
    assert_usage_error(
        "wordle --list nyt suggest crane=-y--g",
        &["write --list <LIST> after 'suggest'", "suggest --list"],
    );
    assert_usage_error(
        "letterpress efpjaccwcejfjvkqmmpbkumlt play",
        &["write [BOARD] after 'play'"],
    );
}
