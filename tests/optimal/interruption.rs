//! The command `optimal`, interrupted: it reports what is proven so far, and a checkpoint lets it resume.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use wordgame_engine::guessing::Lists;

use super::engine_command::{Finished, finish, finished, wordle};

/// A job of a few seconds: compares every 300th guess.
fn job(folder: &tempfile::TempDir) -> String {
    let openings = folder.path().join("openings.txt");
    let lists = Lists::original();
    let some = lists.guesses().iter().step_by(300);
    let text: Vec<String> = some.map(|word| format!("{word}\n")).collect();
    fs::write(&openings, text.concat()).unwrap();
    format!("optimal --top 3 --openings {}", openings.display())
}

fn signal(command: &mut Command, name: &str, after: Duration) -> Finished {
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(after);
    let id = child.id().to_string();
    // The job may have ended before the signal.
    let _ = Command::new("kill").args(["-s", name, &id]).status();
    finished(child.wait_with_output().unwrap())
}

#[test]
fn interrupted_job_resumes_from_its_checkpoint_with_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(&folder);
    let expected = finish(&mut wordle(&job));
    assert_eq!(expected.code, Some(0), "{expected:?}");
    let kept = folder.path().join("kept.json");
    let job = format!("{job} --checkpoint {}", kept.display());
    let mut stopped = 0;
    // Ctrl-C, the request of a scheduler, and a kill that a program cannot catch.
    for (name, millis) in [
        ("INT", 300),
        ("KILL", 500),
        ("TERM", 700),
        ("KILL", 2500),
        ("INT", 900),
        ("INT", 1_800),
    ] {
        let run = signal(&mut wordle(&job), name, Duration::from_millis(millis));
        if name != "KILL" && run.code == Some(1) {
            stopped += 1;
            assert!(run.stderr.contains("resumes from"), "{run:?}");
            assert!(run.stdout.contains("not proven: "), "{run:?}");
            assert!(kept.exists());
        }
    }
    let run = finish(&mut wordle(&job));
    assert_eq!(
        (run.code, &run.stdout),
        (Some(0), &expected.stdout),
        "{run:?}"
    );
    assert!(stopped > 0, "no run was stopped: the job is too short");
}

#[test]
fn interrupted_search_ranks_nothing_and_counts_the_open_openings() {
    let job = "optimal --top 3 --format json";
    // An early signal may arrive before the job handles signals.
    let run = [1_000, 2_000, 4_000, 8_000].into_iter().find_map(|millis| {
        let run = signal(&mut wordle(job), "INT", Duration::from_millis(millis));
        (run.code == Some(1)).then_some(run)
    });
    let run = run.expect("a job of minutes is stopped within seconds");
    let result: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let rows = result["openings"].as_array().unwrap();
    assert_eq!(result["complete"], false);
    assert_eq!(result["open"], 12_972 - rows.len());
    for row in rows {
        assert!(row["rank"].is_null(), "{row}");
        assert_eq!(row["mean"].is_null(), row["proven"] != "exactly", "{row}");
    }
}

#[test]
fn search_interrupted_before_it_has_a_tree_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("tree.txt");
    // In hard mode this opening takes seconds.
    let job = format!("optimal --hard --opening jujus --tree {}", tree.display());
    let run = [300, 500, 700, 1_000, 1_500]
        .into_iter()
        .find_map(|millis| {
            let run = signal(&mut wordle(&job), "INT", Duration::from_millis(millis));
            (run.code == Some(1)).then_some(run)
        });
    let run = run.expect("the job takes longer than it takes to begin");
    assert!(
        run.stdout
            .starts_with("interrupted before any tree was found"),
        "{run:?}"
    );
    assert!(run.stderr.contains("nothing was written to"), "{run:?}");
    assert!(!tree.exists());
}

#[test]
fn search_continues_if_the_folder_of_its_checkpoint_disappears() {
    let folder = tempfile::tempdir().unwrap();
    let job = job(&folder);
    let expected = finish(&mut wordle(&job));
    let folder = folder.path().join("gone");
    // The folder may disappear too early, before the job has opened its checkpoint, or too late.
    let run = [300, 600, 1_200, 2_400, 4_800]
        .into_iter()
        .find_map(|millis| {
            fs::create_dir_all(&folder).unwrap();
            let child = wordle(&format!(
                "{job} --checkpoint {}",
                folder.join("ck").display()
            ))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
            std::thread::sleep(Duration::from_millis(millis));
            fs::remove_dir_all(&folder).unwrap();
            let run = finished(child.wait_with_output().unwrap());
            (run.code == Some(1) && !run.stdout.is_empty()).then_some(run)
        });
    let run = run.expect("the folder disappeared while the job ran");
    assert_eq!(run.stdout, expected.stdout, "{run:?}");
    let warnings = run.stderr.lines().filter(|line| line.contains("warning: "));
    assert!(warnings.count() <= 1, "{run:?}");
    let error = run.stderr.lines().last().unwrap();
    assert!(error.starts_with("error: cannot write "), "{run:?}");
}
