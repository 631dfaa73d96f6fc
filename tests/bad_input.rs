//! Bad input is answered with one clear line and exit code 2. Input that is only unusual works.

mod engine_command;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use engine_command::{Finished, engine, finish, finished, wordle};
use tempfile::TempDir;
use wordgame_engine::words::list::sha256_hex;

/// A temporary folder for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        names
    }
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Asserts an exit code, nothing on stdout, and one line on stderr that holds each of `says`.
#[track_caller]
fn assert_one_line(run: &Finished, code: i32, says: &[&str]) {
    assert_eq!(run.code, Some(code), "{run:?}");
    assert_eq!(run.stdout, "", "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert!(run.stderr.starts_with("error: "), "{run:?}");
    assert!(run.stderr.ends_with('\n'), "{run:?}");
    for part in says {
        assert!(run.stderr.contains(part), "no '{part}': {run:?}");
    }
}

/// Asserts that the command line is refused with one line.
#[track_caller]
fn assert_usage_error(args: &str, says: &[&str]) {
    assert_one_line(&finish(&mut engine(args)), 2, says);
}

#[track_caller]
fn assert_succeeds(run: &Finished) {
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_ne!(run.stdout, "", "{run:?}");
}

/// Asserts that a file is refused both as solutions and as guesses, in one line that names the file.
#[track_caller]
fn assert_list_is_refused(path: &Path, says: &[&str]) {
    for option in ["--solutions", "--guesses"] {
        let run = finish(wordle("--first-guess-sweep").arg(option).arg(path));
        assert_one_line(&run, 2, &[&[path.to_str().unwrap()], says].concat());
    }
}

#[track_caller]
fn assert_content_is_refused(content: impl AsRef<[u8]>, says: &[&str]) {
    let folder = Folder::new();
    assert_list_is_refused(&folder.write("words.txt", content), says);
}

/// Runs a command with a limit on its memory, in MiB. Returns its exit code, stdout and stderr.
#[cfg(target_os = "linux")]
fn run_within(mib: usize, args: &str) -> (Option<i32>, String, String) {
    let command = engine(args);
    let limit = format!(r#"ulimit -v {}; exec "$0" "$@""#, mib * 1024);
    let run = Command::new("sh")
        .args(["-c", &limit])
        .arg(command.get_program())
        .args(command.get_args())
        // Otherwise glibc reserves up to 128 MiB of addresses for a thread, now and then.
        .env("MALLOC_ARENA_MAX", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let [stdout, stderr] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
    (run.status.code(), stdout, stderr)
}

/// An altered sealed file with its checksum recomputed, so that only its content can give it away.
fn sealed(altered: &str) -> String {
    let (before, rest) = altered.split_once("\"sha256\": \"").unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    let with = |sum: &str| format!("{before}\"sha256\": \"{sum}\"{after}");
    with(&sha256_hex(with("").as_bytes()))
}

#[path = "bad_input/lists.rs"]
mod lists;

#[path = "bad_input/alphabets.rs"]
mod alphabets;

#[path = "bad_input/turns.rs"]
mod turns;

#[path = "bad_input/options.rs"]
mod options;

#[path = "bad_input/output.rs"]
mod output;

#[path = "bad_input/streams.rs"]
mod streams;

#[path = "bad_input/odd_lists.rs"]
mod odd_lists;

/// Twelve solutions, seven of which differ in one letter, and three further guesses.
struct Small {
    folder: Folder,
    lists: String,
}

impl Small {
    fn new() -> Small {
        let folder = Folder::new();
        let solutions =
            "hatch\nmatch\npatch\nlatch\nbatch\nwatch\ncatch\ncrane\nslate\nthose\nabbey\ngeese\n";
        let guesses = format!("blimp\nwhelp\nzesty\n{solutions}");
        let lists = format!(
            "--backend cpu --solutions {} --guesses {}",
            folder.write("solutions.txt", solutions).display(),
            folder.write("guesses.txt", guesses).display(),
        );
        Small { folder, lists }
    }

    /// An `engine wordle` job on these lists.
    fn command(&self, job: &str) -> Command {
        engine(&format!("wordle {job} {}", self.lists))
    }

    fn run(&self, job: &str) -> Finished {
        finish(&mut self.command(job))
    }

    /// Writes `content` to a file and runs a job with `FILE` replaced by its path.
    fn run_on(&self, job: &str, content: impl AsRef<[u8]>) -> Finished {
        let path = self.folder.write("file", content);
        self.run(&job.replace("FILE", path.to_str().unwrap()))
    }
}

#[path = "bad_input/trees.rs"]
mod trees;

#[path = "bad_input/openings.rs"]
mod openings;

#[path = "bad_input/jobs.rs"]
mod jobs;

#[path = "bad_input/bench.rs"]
mod bench;

#[path = "bad_input/letterpress.rs"]
mod letterpress;

#[path = "bad_input/stumper.rs"]
mod stumper;

#[path = "bad_input/play.rs"]
mod play;

#[path = "bad_input/stumper_charts.rs"]
mod stumper_charts;

#[path = "bad_input/shards.rs"]
mod shards;

#[path = "bad_input/optimal.rs"]
mod optimal;

#[path = "bad_input/patterns.rs"]
mod patterns;
