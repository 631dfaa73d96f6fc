//! Bad input of `engine wordle suggest`, `analyse` and `play`, and of what shells want.

use super::*;

fn assert_wordle_is_refused(args: &str, says: &[&str]) {
    assert_one_line(&finish(&mut wordle(args)), 2, says);
}

#[test]
fn a_suggestion_after_marks_that_contradict_each_other_names_both_and_the_mark_to_mend() {
    assert_wordle_is_refused(
        "suggest crane=g---- clink=-----",
        &[
            "crane=g---- and clink=-----",
            "clink=g---- would leave couch",
        ],
    );
}

#[test]
fn a_turn_that_no_solution_gives_is_named_alone() {
    assert_wordle_is_refused(
        "suggest crane=ggggy",
        &["no solution in the list gives crane=ggggy"],
    );
}

#[test]
fn a_turn_without_marks_is_refused() {
    assert_wordle_is_refused("suggest crane", &["crane", "GUESS=MARKS"]);
}

#[test]
fn a_word_that_is_no_guess_is_refused_with_the_nearest() {
    assert_wordle_is_refused("suggest crqne=-----", &["crqne", "did you mean 'crane'?"]);
    assert_wordle_is_refused("analyse crqne --solution abide", &["did you mean 'crane'?"]);
}

#[test]
fn all_strategies_at_once_suggest_nothing() {
    assert_wordle_is_refused("suggest --strategy all", &["--strategy all", "choose one"]);
}

#[test]
fn a_solution_that_cannot_be_one_is_refused() {
    for args in ["analyse crane --solution aahed", "play --watch aahed"] {
        assert_wordle_is_refused(args, &["aahed", "2,315 solutions", "--candidates guesses"]);
    }
}

#[test]
fn an_analysis_without_guesses_or_without_the_solution_is_refused() {
    assert_wordle_is_refused("analyse --solution abide", &["<GUESS>"]);
    assert_wordle_is_refused("analyse crane", &["--solution"]);
}

#[test]
fn a_vocabulary_that_there_is_not_is_refused() {
    assert_wordle_is_refused("suggest --vocabulary all", &["basic, common"]);
}

#[test]
fn a_seed_is_for_a_hidden_word_alone() {
    assert_wordle_is_refused("play --seed 1", &["--computer"]);
    assert_wordle_is_refused("play --computer --watch abide", &["--watch"]);
}

#[test]
fn a_shell_or_a_manual_page_that_there_is_not_is_refused() {
    assert_usage_error("completions cmd", &["cmd", "bash"]);
    assert_usage_error(
        "man wordle sugest",
        &["no command 'sugest' in engine wordle", "suggest"],
    );
}

#[test]
fn a_colour_choice_that_there_is_not_is_refused() {
    assert_usage_error("--color sometimes devices", &["sometimes", "auto"]);
}
