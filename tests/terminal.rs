//! Games typed at a terminal, mistakes included.

#![cfg(unix)]

#[allow(dead_code, reason = "a terminal needs the command alone")]
mod engine_command;
#[path = "terminal/person.rs"]
mod person;

use person::{BACKSPACE, LEFT, Person, UP};

const ARTICLE: &str = "letterpress play efpjaccwcejfjvkqmmpbkumlt --ours 2595 --theirs 27262992";

/// The background colour of our squares.
const OUR_COLOUR: &str = "\u{1b}[104m";

fn wordle() -> Person {
    Person::at("--backend cpu wordle play", "> ", &[("NO_COLOR", "1")])
}

fn letterpress(args: &str) -> Person {
    let mut person = Person::at(
        &format!("--backend cpu {ARTICLE} {args}"),
        "ours> ",
        &[("NO_COLOR", "1")],
    );
    person.sees("/help shows");
    person.sees("ours 5, theirs 4, free 16; ours to move");
    person
}

#[test]
fn wordle_play_handles_mistakes_undo_and_reasons() {
    let mut person = wordle();
    person.sees("2,315 candidates");
    person.types("", ""); // only the Return key
    person.types("hlep", "type a guess and its marks");
    person.types("help", "take the last guess back");
    person.types("crane -y--", "is not five marks");
    person.types("xxxxx -----", "not in the list of guesses");
    person.types("crane -y--g", "40 candidates");
    person.types("why trace", "trace: 12,656 of 12,972 guesses");
    person.types("slide ggggg", "no word fits");
    person.types("undo", "2,315 candidates");
    person.types("undo", "there is no guess to take back");
    person.types("crane=-y--g", "40 candidates");
    person.types("list", "serve forge rogue");
    person.types("serve ggggg", "found in 2 guesses");
    person.types("undo", "40 candidates");
    person.types("serve ggggg", "found in 2 guesses");
    person.presses("quit\r");
    person.sees_the_end();
}

#[test]
fn play_goes_on_with_other_guesses_when_no_solution_fits() {
    let mut person = wordle();
    person.types("clear ---gy", "13 candidates");
    person.types(
        "organ -ygg-",
        "no word in the list of solutions fits; 1 other guess does",
    );
    person.types("list", "ragas");
    person.types("undo", "13 candidates");
    person.types("organ -ygg-", "1 candidate: ragas");
    person.types("ragas ggggg", "found in 3 guesses");
    person.presses("quit\r");
    person.sees_the_end();
}

#[test]
fn play_says_which_mark_a_hard_mode_guess_breaks() {
    let mut person = Person::at(
        "--backend cpu wordle play --hard",
        "> ",
        &[("NO_COLOR", "1")],
    );
    person.types("crane -y--g", "40 candidates");
    person.types(
        "why slide",
        "hard mode does not allow slide: the guess must have R (turn 1)",
    );
    person.types(
        "thorn -yyy-",
        "hard mode does not allow thorn: E must be in position 5 (turn 1)",
    );
    person.presses("quit\r");
    person.sees_the_end();
    let args = "--backend cpu wordle play --computer --seed 5 --hard";
    let mut person = Person::at(args, "guess 1> ", &[("NO_COLOR", "1")]);
    person.types("slush", "S  L  U  S  H");
    person.prompt_becomes("guess 2> ");
    person.types(
        "crane",
        "'crane': hard mode does not allow it: L must be in position 2 (turn 1)",
    );
    person.presses("quit\r");
    person.sees_the_end();
}

#[test]
fn hidden_word_is_found_with_a_hint() {
    let args = "--backend cpu peaks play --computer --seed 5";
    let mut person = Person::at(args, "guess 1> ", &[("NO_COLOR", "1")]);
    person.sees("a word is hidden (--seed 5)");
    person.types("help", "hint suggests one");
    person.types("xyzzy", "not in the list of guesses");
    person.types("hint", "2,315 candidates left");
    person.types("crane", " _  _  _  _  _ ");
    person.prompt_becomes("guess 2> ");
    person.presses("quit\r");
    assert!(person.sees_the_end().contains("the word was blush"));
}

#[test]
fn stumper_game_is_played_to_its_end_and_undone() {
    let mut person = Person::at("stumper play logy", "> ", &[("NO_COLOR", "1")]);
    person.sees("logy: 0 points, 3 moves left");
    person.types("/hint", "an addition");
    person.types("xyzzy", "not among the words");
    person.types("/foo", "'/foo' is not a command; /help");
    person.types("logs", "4 points, 2 moves left");
    person.types("slog", "8 points, 1 move left");
    person.types("slot", "the game is over");
    person.types("/undo", "8 points, 1 move left");
    person.presses("/quit\r");
    assert!(person.sees_the_end().contains("the best game scores 247"));
}

#[test]
fn lines_typed_ahead_or_pasted_at_once_are_all_taken() {
    let mut person = letterpress("");
    person.presses("jack\rmumble\njacket\r/moves\r");
    let before = person.sees("ours: jack 14 15 24 35");
    // Bracketed paste would deliver the lines as one.
    assert!(!before.contains("[?2004h"), "{before:?}");
    person.sees("theirs: mumble 43 52 53 45 54 11");
    person.sees("ours: jacket");
    person.sees("ours: jack 14 15 24 35\r\ntheirs: mumble 43 52 53 45 54 11\r\nours: jacket");
    person.prompt_becomes("theirs> ");
    person.presses("/quit\r");
    person.sees_the_end();

    let mut person = Person::at("stumper play logy", "> ", &[("NO_COLOR", "1")]);
    person.presses("logs\rslog\r/undo\r/quit\r");
    person.sees("logs: 4 points");
    person.sees("slog: 8 points");
    person.sees("logs: 4 points");
    person.sees_the_end();

    let mut person = wordle();
    person.presses("crane -y--g\rundo\rlist\rquit\r");
    person.sees("40 candidates");
    person.sees("2,315 candidates");
    person.sees_the_end();
}

#[test]
fn line_can_be_edited_and_recalled() {
    let mut person = wordle();
    person.sees("2,315 candidates");
    person.types(&format!("crank{BACKSPACE}e -y--g"), "40 candidates");
    person.types("undo", "2,315 candidates");
    person.types(&format!("{UP}{UP}"), "40 candidates");
    // Move the cursor back over the marks and insert `e` before the space.
    person.types("undo", "2,315 candidates");
    person.types(&format!("cran -y--g{}e", LEFT.repeat(6)), "40 candidates");
    person.types("quit", "");
    person.sees_the_end();
}

#[test]
fn end_of_input_and_ctrl_c_end_a_game() {
    for letter in ['d', 'c'] {
        let mut person = wordle();
        person.types("crane -y--g", "40 candidates");
        person.ends_with_control(letter);
        letterpress("").ends_with_control(letter);
    }
}

#[test]
fn letterpress_play_handles_both_sides_mistakes_and_undo() {
    let mut person = letterpress("");
    person.sees("1  jack    14 15 24 35");
    person.types("jakc", "'jakc' is not among the words");
    person.types("zoo", "'zoo' needs 1 'z', and the board has 0");
    person.types("/bset", "'/bset' is not a command");
    person.types("JACK", "ours: jack 14 15 24 35");
    person.sees("ours 9, theirs 3, free 13; theirs to move");
    person.prompt_becomes("theirs> ");
    person.types("jack", "'jack' was played already");
    person.types(
        "mumble 12",
        "'mumble' takes 0 'f', and the squares named hold 1",
    );
    person.types("mumble 6", "'6' is not a square");
    // Take the other e; the engine takes the best m.
    person.types("mumble 25", "theirs: mumble 43 52 53 45 54 25");
    person.sees("ours to move");
    person.prompt_becomes("ours> ");
    person.types("/undo", "theirs to move");
    person.prompt_becomes("theirs> ");
    person.types("mumble", "theirs: mumble 43 52 53 45 54 11");
    person.sees("ours 9, theirs 6, free 10; ours to move");
    person.prompt_becomes("ours> ");
    person.types(
        "/moves",
        "ours: jack 14 15 24 35\r\ntheirs: mumble 43 52 53 45 54 11\r\n",
    );
    person.types("/pass", "ours: pass");
    person.prompt_becomes("theirs> ");
    person.types("/pass", "the game is over: ours won");
    person.prompt_becomes("over> ");
    person.types("cup", "the game is over");
    person.types("/undo", "theirs to move");
    person.prompt_becomes("theirs> ");
    person.presses("/quit\r");
    person.sees_the_end();
}

#[test]
fn ctrl_c_ends_an_unsaved_game_only_if_pressed_twice() {
    for letter in ['c', 'd'] {
        let mut person = letterpress("");
        person.types("jack", "ours: jack");
        person.prompt_becomes("theirs> ");
        person.presses_control(letter);
        person.sees("the game is not saved");
        person.types("/moves", "ours: jack");
        person.presses_control(letter);
        person.sees("the game is not saved");
        person.ends_with_control(letter);
    }
}

#[test]
fn engine_passes_where_it_wins_or_every_move_loses() {
    // Theirs are 6 squares and ours 5, so a pass after our pass wins.
    let args =
        "letterpress play efpjaccwcejfjvkqmmpbkumlt --ours 31 --theirs 33030144 --opponent common";
    let mut person = Person::at(args, "ours> ", &[("NO_COLOR", "1")]);
    person.types("/pass", "theirs: pass");
    person.sees("the game is over: theirs won");
    person.prompt_becomes("over> ");
    person.presses("/quit\r");
    person.sees_the_end();
}

#[test]
fn suggestions_say_what_beats_a_move_and_begin_with_safe_ones() {
    let late = "letterpress play sabertonedlithograinepcls --ours 1123 --theirs 30950296";
    let mut person = Person::at(late, "ours> ", &[("NO_COLOR", "1")]);
    person.sees("beaten by");
    person.presses("/quit\r");
    person.sees_the_end();
}

#[test]
fn undo_against_the_engine_also_takes_back_its_reply() {
    let mut person = letterpress("--opponent common");
    person.types("/undo", "there is no move to take back");
    let answer = person.types("jack", "theirs: backup 45 15 21 35 52 44");
    assert!(answer.contains("ours: jack 14 15 24 35"), "{answer}");
    person.sees("ours 7, theirs 7, free 11; ours to move");
    person.types("/undo", "ours 5, theirs 4, free 16; ours to move");
    person.types("/best", "jack    14 15 24 35");
    person.ends_with_control('d');
}

#[test]
fn squares_show_their_owners_colours_unless_no_color_is_set() {
    for (environment, coloured) in [(&[][..], true), (&[("NO_COLOR", "1")], false)] {
        let mut person = Person::at(ARTICLE, "ours> ", environment);
        let board = person.sees("ours 5, theirs 4, free 16");
        assert_eq!(board.contains(OUR_COLOUR), coloured, "{board:?}");
        person.presses("/quit\r");
        person.sees_the_end();
    }
}

#[test]
fn ctrl_c_ends_an_estimate_at_once_before_anything_is_measured() {
    let args =
        "--backend cpu wordle optimal --hard --estimate 600 --solutions dicts/nyt-guesses.txt";
    let mut person = Person::at(args, "", &[("NO_COLOR", "1")]);
    person.sees("seconds of the sample");
    let rest = person.interrupts(130);
    assert_eq!(rest.matches("interrupted").count(), 1, "{rest}");
}

#[test]
fn ctrl_c_ends_a_long_job_with_one_line_and_exit_code_130() {
    for (args, shown) in [
        ("--backend cpu wordle within 4", "openings"),
        (
            "--backend cpu wordle simulate --strategy entropy --all-openings",
            "best ",
        ),
    ] {
        let mut person = Person::at(args, "", &[("NO_COLOR", "1")]);
        person.sees(shown);
        let rest = person.interrupts(130);
        assert!(rest.contains("interrupted after "), "{rest}");
        assert_eq!(rest.matches("interrupted").count(), 1, "{rest}");
    }
}
