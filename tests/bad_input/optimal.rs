//! Bad input of `optimal`.

use super::*;

#[test]
fn conflicting_options_are_refused() {
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
        ("--max-guesses", "-1"),
        ("--top", "0"),
        ("--top", "-1"),
        ("--top", "none"),
    ] {
        for between in ["=", " "] {
            let args = format!("wordle optimal {option}{between}{value}");
            assert_usage_error(&args, &[option, value, "expected a whole number"]);
        }
    }
}

#[test]
fn candidates_guesses_is_refused() {
    let small = Small::new();
    let run = small.run("optimal --candidates guesses");
    assert_one_line(&run, 2, &["--candidates", "--solutions"]);
}

#[test]
fn too_little_memory_for_the_tables_is_refused() {
    let run = finish(&mut engine("--backend cpu wordle optimal --memory 50"));
    assert_one_line(&run, 2, &["58 MB", "50 MB", "--memory"]);
}

#[test]
fn openings_that_are_not_guesses_are_refused() {
    let small = Small::new();
    let run = small.run("optimal --opening wordy");
    assert_one_line(&run, 2, &["--opening", "'wordy'", "15 guesses"]);
    let run = small.run_on("optimal --openings FILE", "crane\nwordy\n");
    assert_one_line(&run, 2, &["--openings", "'wordy'", "15 guesses"]);
}

#[test]
fn one_path_for_two_results_is_refused() {
    let small = Small::new();
    for (one, other) in [
        ("--tree", "--output"),
        ("--checkpoint", "--output"),
        ("--tree", "--checkpoint"),
    ] {
        fs::create_dir_all(small.folder.path("inner")).unwrap();
        for way in ["result", "inner/../result"] {
            let path = small.folder.path("result");
            let other_path = small.folder.path(way);
            let (path, way) = (path.display(), other_path.display());
            let run = small.run(&format!("optimal {one} {path} {other} {way}"));
            assert_one_line(&run, 2, &["result"]);
            assert!(!small.folder.path("result").exists());
        }
    }
}

#[test]
fn output_over_an_input_file_is_refused_and_leaves_it_unchanged() {
    let small = Small::new();
    fs::create_dir(small.folder.path("inner")).unwrap();
    let words = "crane\nslate\n";
    for (job, written) in [
        ("optimal", ["--tree", "--checkpoint", "--output"].as_slice()),
        ("simulate", &["--output"]),
        ("within 3 --opening crane", &["--tree", "--output"]),
    ] {
        for written in written {
            let reads = match job {
                "within 3 --opening crane" => ["--solutions", "--guesses"].as_slice(),
                _ => &["--solutions", "--guesses", "--openings"],
            };
            for read in reads {
                let file = small.folder.write("words.txt", words);
                let way = small.folder.path("inner/../words.txt");
                let args = format!(
                    "--backend cpu wordle {job} {written} {} {read} {}",
                    way.display(),
                    file.display()
                );
                let run = finish(&mut engine(&args));
                assert_one_line(&run, 2, &[written, read, "words.txt"]);
                assert_eq!(text(&file), words);
            }
        }
    }
}

#[test]
fn strict_refuses_an_openings_line_that_is_not_a_word() {
    let small = Small::new();
    let content = "crane\nwordless\n";
    let run = small.run_on("optimal --strict --openings FILE", content);
    assert_one_line(&run, 2, &["file", "line 2", "wordless", "--strict"]);
    let file = small.folder.path("file");
    let run = finish(wordle("optimal --strict --openings").arg(&file));
    assert_one_line(&run, 2, &["file", "line 2", "wordless", "--strict"]);
    let run = small.run_on("optimal --openings FILE", content);
    assert_succeeds(&run);
}

#[test]
fn tree_file_is_left_unchanged_when_there_is_no_tree() {
    let small = Small::new();
    let run = small.run_on("optimal --max-guesses 3 --tree FILE", "old");
    assert_succeeds(&run);
    assert!(run.stderr.contains("nothing was written to"), "{run:?}");
    assert_eq!(text(&small.folder.path("file")), "old");
}

#[cfg(unix)]
#[test]
fn failed_write_at_the_end_fails_the_job_after_its_result() {
    let small = Small::new();
    let expected = small.run("optimal");
    for option in ["--checkpoint", "--tree", "--output"] {
        let path = small.folder.path("result");
        let before = small.folder.names();
        let command = small.command(&format!("optimal {option} {}", path.display()));
        // Any write to a file fails, and the signal must not end the process.
        let run = Command::new("sh")
            .args(["-c", r#"ulimit -f 0; exec "$0" "$@""#])
            .arg(command.get_program())
            .args(command.get_args())
            .stdin(Stdio::null())
            .output();
        let run = finished(run.unwrap());
        assert_eq!((run.code, &run.stdout), (Some(1), &expected.stdout));
        let errors = run.stderr.lines().filter(|line| line.contains("error: "));
        assert_eq!(errors.count(), 1, "{run:?}");
        let told = run.stderr.contains("error: cannot write ") && run.stderr.contains("result");
        assert!(told, "{run:?}");
        assert_eq!(small.folder.names(), before, "a temporary file is left");
    }
}

#[test]
fn malformed_checkpoint_is_refused_and_left_unchanged() {
    let small = Small::new();
    for content in ["crane", "{}", "[1, 2]", "{\"checkpoint\": \"optimal\"}"] {
        let run = small.run_on("optimal --checkpoint FILE", content);
        assert_one_line(&run, 2, &["file", "checkpoint", "delete"]);
        assert_eq!(text(&small.folder.path("file")), content);
    }
    let run = small.run_on("optimal --checkpoint FILE", [0, 1, 2, 0]);
    assert_one_line(&run, 2, &["file", "not a checkpoint", "delete"]);
}

#[test]
fn empty_checkpoint_or_incumbent_is_started_anew_with_a_warning() {
    let small = Small::new();
    let expected = small.run("optimal");
    for option in ["--checkpoint", "--incumbent"] {
        let run = small.run_on(&format!("optimal {option} FILE"), "");
        assert_eq!((run.code, &run.stdout), (Some(0), &expected.stdout));
        let warning = "file is empty, so nothing is taken from it\n";
        assert!(run.stderr.contains(warning), "{run:?}");
        let again = small.run(&format!(
            "optimal {option} {}",
            small.folder.path("file").display()
        ));
        assert_eq!((again.code, again.stdout), (Some(0), run.stdout));
        assert!(!again.stderr.contains("warning"), "{:?}", again.stderr);
    }
}

#[test]
fn checkpoint_of_another_job_is_refused_with_the_difference() {
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
fn impossible_checkpoint_is_refused() {
    let small = Small::new();
    let kept = small.folder.path("kept");
    let path = kept.display();
    assert_succeeds(&small.run(&format!("optimal --checkpoint {path}")));
    let good = text(&kept);
    assert_eq!(sealed(&good), good);
    let watch = "\"opening\": \"watch\",\n        \"proven\": \"exactly\",\n        \"total\": 30";
    let watch_with = |total: &str| watch.replace("30", total);
    for (part, other, says) in [
        ("\"crane\"", "\"wordy\"", "not a guess"),
        ("\"exactly\"", "\"impossible\"", "impossible total"),
        ("\"slate\"", "\"crane\"", "twice"),
        (watch, &watch_with("22"), "impossible total"),
        (watch, &watch_with("91"), "impossible total"),
        (
            watch,
            "\"opening\": \"watch\", \"proven\": \"impossible\", \"total\": null",
            "impossible total",
        ),
        ("\"form\": 3", "\"form\": 2", "reads form 3"),
        (
            "\"engine\": \"",
            "\"engine\": \"0.0.",
            "written by engine 0.0.",
        ),
    ] {
        assert!(good.contains(part), "{part}: {good}");
        let altered = good.replacen(part, other, 1);
        let run = small.run_on("optimal --checkpoint FILE", sealed(&altered));
        assert_one_line(&run, 2, &["file", says, "delete"]);
    }
}

#[test]
fn altered_checkpoint_is_refused() {
    let small = Small::new();
    let kept = small.folder.path("kept");
    let job = format!("optimal --checkpoint {}", kept.display());
    let first = small.run(&job);
    assert_succeeds(&first);
    let second = small.run(&job);
    assert_eq!(second.stdout, first.stdout);
    assert!(
        second.stderr.contains("note: 15 openings taken from "),
        "{second:?}"
    );
    let good = text(&kept);
    for altered in [
        good.replacen("\"total\": 30", "\"total\": 31", 1),
        good.replacen("\"crane\"", "\"slate\"", 1),
        good.replacen("\"sha256\": \"", "\"sha256\": \"0", 1),
        format!("{good}\n"),
    ] {
        assert_ne!(altered, good);
        let run = small.run_on("optimal --checkpoint FILE", altered);
        assert_one_line(&run, 2, &["file", "altered", "delete"]);
    }
}

#[test]
fn checkpoint_is_named_when_the_tree_contradicts_its_total() {
    let small = Small::new();
    let kept = small.folder.path("kept");
    assert_succeeds(&small.run(&format!("optimal --checkpoint {}", kept.display())));
    let wrong = text(&kept).replacen("\"total\": 30", "\"total\": 25", 1);
    let run = small.run_on("optimal --checkpoint FILE", sealed(&wrong));
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:?}");
    for part in ["25 guesses were proven", "file may be wrong", "delete it"] {
        assert!(run.stderr.contains(part), "no '{part}': {run:?}");
    }
}

#[cfg(unix)]
#[test]
fn checkpoint_in_a_device_is_refused() {
    assert_usage_error(
        "wordle optimal --checkpoint /dev/null",
        &["name a regular file"],
    );
}
