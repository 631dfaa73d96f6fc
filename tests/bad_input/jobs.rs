//! Bad input: unknown jobs, strategies and numbers.

use super::*;

#[test]
fn within_refuses_a_number_of_guesses_out_of_range() {
    for guesses in ["0", "21", "x", "1.5", "99999999999999999999"] {
        let args = format!("wordle within {guesses}");
        assert_usage_error(&args, &["<K>", guesses, "1 to 20"]);
    }
    assert_usage_error("wordle within", &["<K>"]);
    assert_eq!(finish(&mut engine("wordle within -1")).code, Some(2));
}

#[test]
fn top_refuses_anything_but_a_positive_number() {
    for job in ["within 3", "simulate --all-openings"] {
        for top in ["0", "x", "-1"] {
            assert_usage_error(&format!("wordle {job} --top={top}"), &["--top", top]);
        }
    }
    assert_usage_error(
        "wordle within 3 --opening crane --top 3",
        &["--opening", "--top"],
    );
    assert_usage_error("wordle within 3 --tree tree.txt", &["--opening"]);
}

#[test]
fn options_of_another_strategy_are_refused() {
    for option in ["--attempt 1", "--margin 0"] {
        for strategy in ["", "--strategy entropy", "--strategy all"] {
            let args = format!("wordle simulate {strategy} {option}");
            let name = option.split(' ').next().unwrap();
            assert_usage_error(&args, &[name, "collisions"]);
        }
    }
    let collisions = "wordle simulate --strategy collisions";
    for attempt in ["2", "5", "x"] {
        let args = format!("{collisions} --attempt {attempt}");
        assert_usage_error(&args, &["--attempt", attempt, "1, 3, 4"]);
    }
    assert_usage_error(&format!("{collisions} --margin 7"), &["--margin", "7"]);
    let both = format!("{collisions} --margin 1 --attempt 3");
    assert_usage_error(&both, &["--margin", "--attempt"]);
    for options in [
        "--strategy median --from all",
        "--strategy all --from all",
        "--top 3",
    ] {
        let option = options.rsplit(' ').nth(1).unwrap();
        assert_usage_error(
            &format!("wordle simulate {options}"),
            &[option, "leave it out"],
        );
    }
}

#[test]
fn unknown_strategy_is_refused_and_the_known_ones_are_listed() {
    let names = [
        "max-splits",
        "expected-size",
        "entropy",
        "minimax",
        "collisions",
    ];
    let says = [&["--strategy", "'bogus'"], &names[..]].concat();
    assert_usage_error("wordle simulate --strategy bogus", &says);
}

#[test]
fn options_before_the_job_are_refused() {
    for (options, option) in [
        ("--first-guess-sweep", "--first-guess-sweep"),
        ("--hard=strict", "--hard"),
        ("--list nyt", "--list"),
        ("--top 3", "--top"),
        ("--format json", "--format"),
        ("--given crane=-----", "--given"),
        ("--threads 2", "--threads"),
    ] {
        for job in ["simulate", "within 2", "check tree.txt"] {
            let name = job.split(' ').next().unwrap();
            let args = format!("wordle {options} {job}");
            assert_usage_error(&args, &[&format!("'{name}'"), option]);
        }
    }
}

#[test]
fn compute_options_are_accepted_before_and_after_the_job() {
    let small = Small::new();
    let lists = small.lists.replace("--backend cpu ", "");
    let run = |args: String| {
        let run = finish(&mut engine(&args));
        assert_succeeds(&run);
        run.stdout
    };
    let expected = small.run("simulate").stdout;
    let compute = "--backend cpu --threads 1";
    assert_eq!(run(format!("{compute} wordle simulate {lists}")), expected);
    assert_eq!(run(format!("wordle simulate {compute} {lists}")), expected);
    assert_eq!(run(format!("wordle simulate {lists} {compute}")), expected);
}

#[test]
fn closed_pipe_is_not_a_failure() {
    let small = Small::new();
    for job in ["simulate --all-openings", "within 3 --top 9", "simulate"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = small.command(job);
        let child = command.stdout(writer).stderr(Stdio::piped()).spawn();
        let run = finished(child.unwrap().wait_with_output().unwrap());
        assert_eq!((run.code, &run.stderr[..]), (Some(0), ""), "{job}: {run:?}");
    }
}
