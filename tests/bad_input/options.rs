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

/// A sweep with an environment variable.
fn sweep_with(variable: &str, value: &str, options: &str) -> Finished {
    let sweep = format!("wordle --first-guess-sweep --top 1 {options}");
    finish(engine(&sweep).env(variable, value))
}

#[test]
fn a_bad_default_in_the_environment_is_named() {
    for (variable, value, expected) in [
        ("ENGINE_BACKEND", "fast", "expected auto, cpu or gpu"),
        ("ENGINE_THREADS", "0", "from 1 to 1024"),
        ("ENGINE_THREADS", "two", "from 1 to 1024"),
        ("ENGINE_ADAPTER", "no such card", "no"),
    ] {
        let run = sweep_with(variable, value, "");
        assert_one_line(&run, 2, &[expected]);
        assert!(
            run.stderr.contains(variable) || variable == "ENGINE_ADAPTER",
            "{}",
            run.stderr
        );
    }
}

#[test]
fn an_option_comes_before_the_environment() {
    for (variable, value, option) in [
        ("ENGINE_BACKEND", "fast", "--backend cpu"),
        ("ENGINE_ADAPTER", "no such card", "--backend cpu"),
        ("ENGINE_ADAPTER", "no such card", "--backend auto"),
        ("ENGINE_THREADS", "0", "--threads 1"),
        ("ENGINE_BACKEND", "", ""),
    ] {
        let run = sweep_with(variable, value, option);
        assert_eq!(run.code, Some(0), "{variable} and {option}: {}", run.stderr);
        assert!(run.stderr.contains("patterns on cpu"), "{}", run.stderr);
    }
}

#[test]
fn auto_says_from_how_much_work_on_a_gpu_pays() {
    let run = sweep_with("ENGINE_BACKEND", "auto", "");
    assert!(
        run.stderr.contains("(a GPU pays from about "),
        "{}",
        run.stderr
    );
    let run = sweep_with("ENGINE_BACKEND", "cpu", "");
    assert!(
        !run.stderr.contains("GPU"),
        "the user chose: {}",
        run.stderr
    );
}
