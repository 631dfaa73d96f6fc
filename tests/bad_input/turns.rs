//! Bad input: turns that are no turns.

use super::*;

#[track_caller]
fn assert_given_is_refused(given: &str, says: &[&str]) {
    let run = finish(wordle("--given").arg(given));
    assert_one_line(&run, 2, says);
}

#[test]
fn that_contradict_each_other_are_refused_with_the_first_that_fits_nothing() {
    assert_given_is_refused(
        "crane=ggggg,slate=ggggg,trace=-----",
        &["contradict", "slate=ggggg"],
    );
    // A letter that is correct cannot be absent from its place in the next guess.
    assert_given_is_refused("crane=g----,clink=-----", &["contradict", "clink=-----"]);
}

#[test]
fn with_marks_that_no_word_would_give_are_refused() {
    // The first of three copies would be the present one.
    assert_given_is_refused("geese=----y", &["no solution", "geese=----y", "check"]);
    assert_given_is_refused("crane=ggggy", &["no solution", "crane=ggggy", "check"]);
}

#[test]
fn with_other_marks_are_refused_with_those_that_are_read() {
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
fn with_another_number_of_marks_are_refused() {
    assert_given_is_refused("crane=-y--", &["--given", "'-y--'", "five marks"]);
    assert_given_is_refused("crane=-y--gg", &["--given", "'-y--gg'", "five marks"]);
    assert_given_is_refused("crane=", &["--given", "crane", "five marks"]);
}

#[test]
fn with_a_guess_that_is_not_in_the_list_are_refused() {
    assert_given_is_refused("zzzzz=-----", &["--given", "'zzzzz'", "12,972", "list"]);
}

#[test]
fn with_a_guess_that_is_no_word_of_five_letters_are_refused() {
    for guess in ["cran", "cranes", "cr4ne", ""] {
        let says = format!("'{guess}'");
        assert_given_is_refused(
            &format!("{guess}=-----"),
            &["--given", &says, "five letters"],
        );
    }
}

#[test]
fn without_marks_are_refused_with_an_example() {
    assert_given_is_refused("crane", &["--given", "'crane'", "crane=-y--g"]);
    assert_given_is_refused("crane-y--g", &["--given", "'crane-y--g'", "crane=-y--g"]);
}

#[test]
fn are_refused_before_any_list_is_read() {
    let run = finish(&mut wordle("--given crane --solutions missing.txt"));
    assert_one_line(&run, 2, &["--given"]);
}

#[test]
fn may_stand_apart_by_commas_blanks_or_line_ends() {
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
