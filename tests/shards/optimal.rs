//! `optimal` in shards.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;

#[test]
fn merged_shards_equal_one_process() {
    let folder = Folder::new();
    for options in [
        "",
        "--hard",
        "--hard strict --max-guesses 4",
        "--max-guesses 3",
        "--max-guesses 2",
        "--top 4",
        "--top all",
        "--openings guesses.txt --top 2",
    ] {
        for shards in [1, 2, 3, 30] {
            folder.assert_merge(&format!("wordle optimal {LISTS} {options}"), shards);
        }
    }
    folder.assert_merge(&format!("peaks optimal {LISTS} --top 3"), 4);
}

#[test]
fn incumbent_changes_no_result_below_it() {
    let folder = Folder::new();
    let job = format!("wordle optimal {LISTS}");
    let whole = folder.result(&format!("{job} --format csv --top all"));
    let totals = whole.lines().skip(1).map(|line| {
        let total = line.split(',').nth(3).unwrap();
        total.parse::<u32>().unwrap()
    });
    let best = totals.min().unwrap();
    let free = folder.result(&job);
    assert_eq!(folder.result(&format!("{job} --incumbent {best}")), free);
    assert_eq!(folder.result(&format!("{job} --incumbent 60")), free);
    let none = folder.result(&format!("{job} --incumbent {}", best - 1));
    let proven = format!("proven: 19 openings take {best} guesses or more\n");
    assert!(
        none.starts_with("no tree takes as few guesses as the incumbent")
            && none.ends_with(&proven),
        "{none}"
    );
    for bound in [best - 1, best, best + 1, 60] {
        for top in [1, 3] {
            folder.assert_merge(&format!("{job} --top {top} --incumbent {bound}"), 3);
        }
    }
}

#[test]
fn merged_tree_equals_the_tree_of_one_process() {
    let folder = Folder::new();
    let job = format!("wordle optimal {LISTS}");
    let files = folder.shards(&job, 4, "json", "--output");
    for name in ["tree.txt", "tree.json"] {
        folder.result(&format!("{job} --tree whole-{name}"));
        folder.result(&format!("merge {files} --tree {name}"));
        assert_eq!(folder.read(name), folder.read(&format!("whole-{name}")));
    }
    // Without a tree nothing is written.
    let job = format!("{job} --max-guesses 2");
    let files = folder.shards(&job, 2, "json", "--output");
    let run = folder.run(&format!("merge {files} --tree none.txt"));
    assert!(
        run.code == Some(0) && run.stderr.contains("no tree"),
        "{run:?}"
    );
    assert!(!exists(&folder.path("none.txt")));
}

#[test]
fn shards_agree_while_their_incumbent_file_is_deleted_and_replaced() {
    let folder = Folder::new();
    let job = format!("wordle optimal {LISTS} --top 2");
    let whole = folder.result(&job);
    let shared = format!("{job} --incumbent incumbent.json");
    for _ in 0..3 {
        let ended = AtomicBool::new(false);
        let files = thread::scope(|scope| {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    let _ = fs::remove_file(folder.path("incumbent.json"));
                    thread::yield_now();
                }
            });
            let files = folder.shards(&shared, 3, "json", "--output");
            ended.store(true, Ordering::Relaxed);
            files
        });
        assert_eq!(folder.result(&format!("merge {files}")), whole);
    }
    // The file now holds the best total of all shards, so a later shard needs no worse tree.
    let _ = fs::remove_file(folder.path("incumbent.json"));
    let files = folder.shards(&shared, 3, "json", "--output");
    assert_eq!(folder.result(&format!("merge {files}")), whole);
    let told = folder.read("incumbent.json");
    assert_eq!(told.matches("\"exactly\"").count(), 2, "{told}");
    assert_eq!(folder.result(&shared), whole);
}

#[test]
fn shard_resumes_from_its_checkpoint() {
    let folder = Folder::new();
    let job =
        format!("wordle optimal {LISTS} --shard 2/3 --output shard.json --checkpoint kept.json");
    folder.result(&job);
    let first = without_varying(&folder.read("shard.json"));
    let again = folder.run(&job);
    assert!(
        again.stderr.contains("6 openings taken from kept.json"),
        "{again:?}"
    );
    let seals = |text: &str| -> String {
        let lines = text.lines().filter(|line| !line.contains("\"sha256\""));
        lines.collect()
    };
    assert_eq!(
        seals(&without_varying(&folder.read("shard.json"))),
        seals(&first)
    );
}
