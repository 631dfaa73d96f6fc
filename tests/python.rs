//! NumPy and PyArrow read the tables correctly. `ENGINE_TEST_PYTHON` names an interpreter that has both
//! (`tests/run` creates one). Without it, each test is reported as ignored.

mod engine_command;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use engine_command::{engine, finish, finished};
use libtest_mimic::{Arguments, Failed, Trial};
use tempfile::TempDir;

const TESTS: &[(&str, fn())] = &[
    ("a_npy_table_is_what_numpy_maps", npy),
    ("a_raw_table_is_what_numpy_reads", raw),
    ("a_npz_table_is_what_numpy_opens_as_a_set", npz),
    ("a_parquet_table_is_what_pyarrow_reads", parquet),
    ("the_games_own_lists_are_read_whole", own_lists),
    ("figures_are_those_that_numpy_counts", figures),
    ("the_example_plays_a_game", example),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let ignored = env::var_os("ENGINE_TEST_PYTHON").is_none();
    if ignored {
        eprintln!(
            "ENGINE_TEST_PYTHON names no Python with NumPy and PyArrow: these tests are ignored"
        );
    }
    let trial = |&(name, test): &(&'static str, fn())| {
        let run = move || -> Result<(), Failed> {
            test();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(ignored)
    };
    libtest_mimic::run(&arguments, TESTS.iter().map(trial).collect()).exit_code()
}

/// A file of this project.
fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The output of a Python script.
#[track_caller]
fn python(script: &str, args: &[&str]) -> String {
    let python = env::var_os("ENGINE_TEST_PYTHON").expect("checked before any test runs");
    let mut command = Command::new(python);
    // Write no compiled scripts next to the sources.
    command
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(here(script));
    let run = finished(command.args(args).output().expect("Python starts"));
    assert_eq!(run.code, Some(0), "{run:?}");
    run.stdout
}

/// Writes tables into a folder.
#[track_caller]
fn write(folder: &TempDir, args: &str) {
    let mut command = engine(&format!("--backend cpu patterns {args}"));
    let run = finish(command.current_dir(folder.path()));
    assert_eq!(run.code, Some(0), "{run:?}");
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// Words of other lengths and alphabets, and the numbers of guesses and solutions.
const OTHER_WORDS: [(&str, &str); 4] = [
    ("der die das wer wie was für tür ohr öhr", "10 10\n"),
    ("песня слово ветер книга сокол рубль", "6 6\n"),
    ("größte grüßte strafe kräfte winter", "5 5\n"),
    ("anecdotal wrestling arresting", "3 3\n"),
];

/// Compares all of a table of small lists, and part of a table of the original lists.
#[track_caller]
fn check_form(form: &str) {
    let folder = TempDir::new().unwrap();
    let lists = here("tests/cli/simulate.in");
    let lists = lists.display();
    for rule in ["wordle", "peaks"] {
        let name = format!("{rule}.{form}");
        let small = format!("--solutions {lists}/words.txt --guesses {lists}/further.txt");
        write(&folder, &format!("--rule {rule} {small} --out {name}"));
        let args = [&path(&folder, &name), rule, "all"];
        assert_eq!(python("tests/python/read_table.py", &args), "15 12\n");
        write(
            &folder,
            &format!("--rule {rule} {small} --all --out {name}"),
        );
        assert_eq!(python("tests/python/read_table.py", &args), "15 15\n");
    }
    for (words, size) in OTHER_WORDS {
        let name = format!("other.{form}");
        let list = folder.path().join("words.txt");
        std::fs::write(&list, words.replace(' ', "\n")).unwrap();
        for rule in ["wordle", "peaks"] {
            write(
                &folder,
                &format!("--rule {rule} --solutions {} --out {name}", list.display()),
            );
            let args = [&path(&folder, &name), rule, "all"];
            assert_eq!(python("tests/python/read_table.py", &args), size);
        }
    }
    let name = format!("nyt.{form}");
    write(&folder, &format!("--rule wordle --list nyt --out {name}"));
    let args = [&path(&folder, &name), "wordle", "20000"];
    let read = python("tests/python/read_table.py", &args);
    assert_eq!(read, "14855 2309\n");
}

fn npy() {
    check_form("npy");
}

fn raw() {
    check_form("raw");
}

fn npz() {
    check_form("npz");
}

fn parquet() {
    check_form("parquet");
}

/// A table with all words on both sides, which takes several tiles.
fn own_lists() {
    let folder = TempDir::new().unwrap();
    for form in ["npy", "npz"] {
        let name = format!("all.{form}");
        write(&folder, &format!("--rule wordle --all --out {name}"));
        let args = [&path(&folder, &name), "wordle", "100000"];
        assert_eq!(python("tests/python/read_table.py", &args), "12972 12972\n");
    }
}

fn figures() {
    let folder = TempDir::new().unwrap();
    for form in ["csv", "parquet"] {
        write(
            &folder,
            &format!("--rule wordle --out table.npy --stats stats.{form}"),
        );
    }
    let files = ["table.npy", "stats.csv", "stats.parquet"].map(|name| path(&folder, name));
    let args = files.each_ref().map(String::as_str);
    assert_eq!(python("tests/python/read_stats.py", &args), "12972\n");
}

fn example() {
    let folder = TempDir::new().unwrap();
    write(&folder, "--rule wordle --out wordle.npy");
    let table = path(&folder, "wordle.npy");
    assert_eq!(
        python("examples/play.py", &[&table, "those"]),
        "trace 20002 11 left: tilde those theme thyme twine title tense tithe these tulle\n\
         shily 12000 2 left: those these\n\
         those 22222 1 left: those\n"
    );
    // In Word Peaks the mark of a correct letter is 1, not 2.
    write(&folder, "--rule peaks --out peaks.npy");
    let game = python("examples/play.py", &[&path(&folder, "peaks.npy"), "greet"]);
    assert!(game.ends_with("greet 11111 1 left: greet\n"), "{game}");
}
