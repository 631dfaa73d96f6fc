//! What `optimal` refuses.

use super::*;

#[test]
fn options_that_do_not_go_together_are_refused() {
    for (one, other) in [
        ("--opening crane", "--openings words.txt"),
        ("--opening crane", "--top 3"),
    ] {
        let option = |text: &str| text.split(' ').next().unwrap().to_owned();
        let args = format!("wordle optimal {one} {other}");
        assert_usage_error(&args, &[&option(one), &option(other)]);
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for (option, value) in [
        ("--max-guesses", "0"),
        ("--max-guesses", "61"),
        ("--max-guesses", "x"),
        ("--memory", "0"),
        ("--memory", "-1"),
        ("--top", "0"),
        ("--top", "none"),
    ] {
        let args = format!("wordle optimal {option}={value}");
        assert_usage_error(&args, &[option, value]);
    }
}

#[test]
fn not_knowing_the_solutions_is_refused() {
    let small = Small::new();
    let run = small.run("optimal --candidates guesses");
    assert_one_line(&run, 2, &["--candidates", "--solutions"]);
}

#[test]
fn memory_that_the_tables_do_not_fit_is_refused() {
    let run = finish(&mut engine("--backend cpu wordle optimal --memory 50"));
    assert_one_line(&run, 2, &["58 MB", "50 MB", "--memory"]);
}

#[test]
fn openings_that_are_no_guesses_are_refused() {
    let small = Small::new();
    let run = small.run("optimal --opening wordy");
    assert_one_line(&run, 2, &["--opening", "'wordy'", "15 guesses"]);
    let run = small.run_on("optimal --openings FILE", "crane\nwordy\n");
    assert_one_line(&run, 2, &["--openings", "'wordy'", "15 guesses"]);
}

#[test]
fn two_results_in_one_file_are_refused() {
    let small = Small::new();
    for (one, other) in [
        ("--tree", "--output"),
        ("--checkpoint", "--output"),
        ("--tree", "--checkpoint"),
    ] {
        let path = small.folder.path("result");
        let path = path.display();
        let run = small.run(&format!("optimal {one} {path} {other} {path}"));
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(!small.folder.path("result").exists());
    }
}

#[test]
fn a_checkpoint_that_is_none_is_refused_and_left_as_it_is() {
    let small = Small::new();
    for content in ["", "crane", "{}", "[1, 2]", "{\"checkpoint\": \"optimal\"}"] {
        let run = small.run_on("optimal --checkpoint FILE", content);
        assert_one_line(&run, 2, &["file", "checkpoint", "delete"]);
        assert_eq!(text(&small.folder.path("file")), content);
    }
}

#[test]
fn a_checkpoint_of_another_job_is_refused_and_the_difference_named() {
    let small = Small::new();
    let kept = small.folder.path("kept");
    let kept = kept.display();
    assert_succeeds(&small.run(&format!("optimal --checkpoint {kept}")));
    let before = text(&small.folder.path("kept"));
    for (options, difference) in [
        ("--hard", "--hard"),
        ("--max-guesses 5", "--max-guesses"),
        ("--solutions further.txt", "solutions"),
    ] {
        let further = small.folder.write("further.txt", "blimp\nwhelp\n");
        let options = options.replace("further.txt", &further.display().to_string());
        let lists = match difference {
            "solutions" => small
                .lists
                .split(" --guesses ")
                .nth(1)
                .map(|guesses| format!("--backend cpu --guesses {guesses}")),
            _ => None,
        };
        let lists = lists.unwrap_or_else(|| small.lists.clone());
        let args = format!("wordle optimal --checkpoint {kept} {options} {lists}");
        let run = finish(&mut engine(&args));
        assert_one_line(&run, 2, &["another job", difference]);
    }
    let run = finish(&mut engine(&format!(
        "peaks optimal --checkpoint {kept} {}",
        small.lists
    )));
    assert_one_line(&run, 2, &["another job", "rule"]);
    assert_eq!(text(&small.folder.path("kept")), before);
}

#[test]
fn a_checkpoint_that_says_what_cannot_be_is_refused() {
    let small = Small::new();
    let kept = small.folder.path("kept");
    let path = kept.display();
    assert_succeeds(&small.run(&format!("optimal --checkpoint {path}")));
    let good = text(&kept);
    for (part, other) in [
        ("\"crane\"", "\"wordy\""),
        ("\"exactly\"", "\"impossible\""),
    ] {
        assert!(good.contains(part), "{good}");
        let run = small.run_on("optimal --checkpoint FILE", good.replacen(part, other, 1));
        assert_one_line(&run, 2, &["makes sense", "delete"]);
    }
    let run = small.run_on(
        "optimal --checkpoint FILE",
        good.replace("\"form\": 1", "\"form\": 2"),
    );
    assert_one_line(&run, 2, &["another form"]);
}
