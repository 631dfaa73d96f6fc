//! Bad input: turns (`GUESS=MARKS`) that are malformed or contradict each other.

use super::*;

#[track_caller]
fn assert_given_is_refused(given: &str, says: &[&str]) {
    let run = finish(wordle("--given").arg(given));
    assert_one_line(&run, 2, says);
}

#[test]
fn contradictory_turns_are_refused_with_the_first_that_fits_nothing() {
    assert_given_is_refused(
        "crane=ggggg,slate=ggggg,trace=-----",
        &["contradict", "slate=ggggg"],
    );
    // A letter marked correct cannot be marked absent at the same position of the next guess.
    assert_given_is_refused("crane=g----,clink=-----", &["contradict", "clink=-----"]);
}

#[test]
fn marks_that_no_word_gives_are_refused() {
    // Of three copies of a letter, the first would be marked present.
    assert_given_is_refused("geese=----y", &["no word", "geese=----y", "check"]);
    assert_given_is_refused("crane=ggggy", &["no word", "crane=ggggy", "check"]);
}

#[test]
fn unknown_marks_are_refused_and_the_known_ones_are_listed() {
    let says = [
        "--given",
        "crane",
        "five marks",
        "absent",
        "present",
        "correct",
    ];
    assert_given_is_refused("crane=-x--g", &[&says[..], &["'-x--g'"]].concat());
    assert_given_is_refused("crane=-y--3", &[&says[..], &["'-y--3'"]].concat());
}

#[test]
fn wrong_number_of_marks_is_refused() {
    assert_given_is_refused("crane=-y--", &["--given", "'-y--'", "five marks"]);
    assert_given_is_refused("crane=-y--gg", &["--given", "'-y--gg'", "five marks"]);
    assert_given_is_refused("crane=", &["--given", "crane", "five marks"]);
}

#[test]
fn guess_outside_the_list_is_refused() {
    assert_given_is_refused("zzzzz=-----", &["--given", "'zzzzz'", "12,972", "list"]);
}

#[test]
fn guess_without_five_letters_is_refused() {
    for guess in ["cran", "cranes", "cr4ne", ""] {
        let says = format!("'{guess}'");
        assert_given_is_refused(
            &format!("{guess}=-----"),
            &["--given", &says, "five letters"],
        );
    }
}

#[test]
fn turn_without_marks_is_refused_with_an_example() {
    assert_given_is_refused("crane", &["--given", "'crane'", "crane=-y--g"]);
    assert_given_is_refused("crane-y--g", &["--given", "'crane-y--g'", "crane=-y--g"]);
}

#[test]
fn malformed_turns_are_refused_before_any_list_is_read() {
    let run = finish(&mut wordle("--given crane --solutions missing.txt"));
    assert_one_line(&run, 2, &["--given"]);
}

#[test]
fn turns_may_be_separated_by_commas_spaces_or_line_ends() {
    let sweep = |given: &[&str]| {
        let mut command = wordle("--format csv");
        for given in given {
            command.args(["--given", given]);
        }
        let run = finish(&mut command);
        assert_succeeds(&run);
        run.stdout
    };
    let expected = sweep(&["roate=----g", "slice=gyg-g"]);
    for given in [
        "roate=----g,slice=gyg-g",
        "roate=----g, slice=gyg-g",
        "roate=----g slice=gyg-g",
        "roate=----g\nslice=gyg-g\n",
        "ROATE=....G\tSlice=🟩🟨🟩⬛🟩",
        "roate=00002,slice=21202",
    ] {
        assert!(sweep(&[given]) == expected, "{given:?}");
    }
}

#[test]
fn examples_are_in_the_marks_of_the_game() {
    assert_usage_error("wordle suggest crane", &["as in crane=-y--g"]);
    assert_usage_error("peaks suggest crane", &["as in crane=lhllc"]);
    let help = finish(&mut engine("peaks suggest --help"));
    assert!(help.stdout.contains("crane=lhllc") && !help.stdout.contains("-y--g"));
}

#[test]
fn one_word_is_not_several() {
    let args = "wordle --given shire=ggggg,crane=-----";
    assert_usage_error(args, &["1 word is left, which does not give crane=-----"]);
}

#[test]
fn finished_game_has_no_next_guess() {
    let args = "wordle suggest crane=-y--g shire=ggggg";
    assert_usage_error(args, &["the game is over: shire was found"]);
}
