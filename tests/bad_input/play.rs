//! Bad input of `engine wordle suggest`, `analyse` and `play`, and of `engine completions` and `engine man`.

use super::*;

fn assert_wordle_is_refused(args: &str, says: &[&str]) {
    assert_one_line(&finish(&mut wordle(args)), 2, says);
}

#[test]
fn contradictory_turns_are_named_with_the_mark_to_correct() {
    assert_wordle_is_refused(
        "suggest crane=g---- clink=-----",
        &[
            "crane=g---- and clink=-----",
            "clink=g---- would leave couch",
        ],
    );
}

#[test]
fn turn_that_fits_no_word_is_named_alone() {
    assert_wordle_is_refused(
        "suggest crane=ggggy",
        &["no word in the list gives crane=ggggy"],
    );
}

#[test]
fn turn_without_marks_is_refused() {
    assert_wordle_is_refused("suggest crane", &["crane", "GUESS=MARKS"]);
}

#[test]
fn word_that_is_not_a_guess_is_refused_with_the_nearest_one() {
    assert_wordle_is_refused("suggest crqne=-----", &["crqne", "did you mean 'crane'?"]);
    assert_wordle_is_refused("analyse crqne --solution abide", &["did you mean 'crane'?"]);
}

#[test]
fn suggest_refuses_all_strategies_at_once() {
    assert_wordle_is_refused("suggest --strategy all", &["--strategy all", "choose one"]);
}

#[test]
fn solution_that_may_not_be_guessed_is_refused_with_the_nearest_word() {
    for args in ["analyse crane --solution abidf", "play --watch abidf"] {
        assert_wordle_is_refused(
            args,
            &["'abidf'", "12,972 guesses", "did you mean 'abide'?"],
        );
    }
}

#[test]
fn analyse_needs_guesses_and_the_solution() {
    assert_wordle_is_refused("analyse --solution abide", &["<GUESS>"]);
    assert_wordle_is_refused("analyse crane", &["--solution"]);
}

#[test]
fn unknown_vocabulary_is_refused() {
    assert_wordle_is_refused("suggest --vocabulary all", &["basic, common"]);
}

#[test]
fn seed_needs_a_hidden_word() {
    assert_wordle_is_refused("play --seed 1", &["--computer"]);
    assert_wordle_is_refused("play --computer --watch abide", &["--watch"]);
}

#[test]
fn unknown_shell_or_manual_page_is_refused() {
    assert_usage_error("completions cmd", &["cmd", "bash"]);
    assert_usage_error(
        "man wordle sugest",
        &["no command 'sugest' in engine wordle", "suggest"],
    );
}

#[test]
fn unknown_colour_choice_is_refused() {
    assert_usage_error("--color sometimes devices", &["sometimes", "auto"]);
}
