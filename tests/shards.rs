//! `engine merge` gives the same result as one process, in every format, for any number of shards and any order
//! of their files.

mod engine_command;

use std::fs;
use std::path::{Path, PathBuf};

use engine_command::{Finished, engine, finish, without_varying};
use tempfile::TempDir;

/// A folder with small word lists in which jobs run.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(TempDir::new().unwrap());
        let solutions =
            "hatch match patch latch batch watch catch crane slate those abbey geese wight might";
        folder.write("solutions.txt", &solutions.replace(' ', "\n"));
        folder.write("guesses.txt", "blimp\nwhelp\nzesty\nmaple\nhotel\n");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a command in the folder.
    fn run(&self, args: &str) -> Finished {
        finish(engine(args).current_dir(self.0.path()))
    }

    /// Runs a command that must succeed, and returns its result without the parts that vary.
    #[track_caller]
    fn result(&self, args: &str) -> String {
        let run = self.run(args);
        assert_eq!(run.code, Some(0), "{args}: {run:?}");
        without_varying(&run.stdout)
    }

    /// Runs all shards of a job, and returns their files in a scrambled order.
    fn shards(&self, job: &str, shards: usize, extension: &str, output: &str) -> String {
        let mut names = Vec::new();
        for shard in 1..=shards {
            let name = format!("shard-{shard}-of-{shards}.{extension}");
            self.result(&format!("{job} --shard {shard}/{shards} {output} {name}"));
            // Move every second file to the front.
            names.insert(names.len() * (shard % 2), name);
        }
        names.join(" ")
    }

    /// Asserts that a job in shards gives the same result as one process, in every format.
    #[track_caller]
    fn assert_merge(&self, job: &str, shards: usize) {
        let files = self.shards(job, shards, "json", "--output");
        for form in ["table", "json", "csv"] {
            let whole = self.result(&format!("{job} --format {form}"));
            let merged = self.result(&format!("merge {files} --format {form}"));
            assert_eq!(merged, whole, "{job}, {shards} shards, {form}");
        }
    }
}

fn exists(path: &Path) -> bool {
    path.try_exists().unwrap()
}

const LISTS: &str = "--backend cpu --solutions solutions.txt --guesses guesses.txt";

#[path = "shards/estimate.rs"]
mod estimate;

#[path = "shards/optimal.rs"]
mod optimal;

#[path = "shards/simulate.rs"]
mod simulate;

#[path = "shards/within.rs"]
mod within;

#[path = "shards/letterpress.rs"]
mod letterpress;

#[path = "shards/other_words.rs"]
mod other_words;

#[path = "shards/patterns.rs"]
mod patterns;
