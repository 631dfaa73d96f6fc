//! Bad input of `engine patterns`, and damaged tables.

use std::thread;
use std::time::{Duration, Instant};

use super::*;

const FORMS: [&str; 4] = ["npy", "npz", "parquet", "raw"];

/// Enough words to have some bytes to change.
const WORDS: &str = "crane\nslate\nthose\nabbey\nguess\nmamma\nfluff\n";

fn patterns(folder: &Folder, args: &str) -> Command {
    let mut command = engine(&format!("--backend cpu patterns {args}"));
    command.current_dir(folder.0.path());
    command
}

fn run(folder: &Folder, args: &str) -> Finished {
    finish(&mut patterns(folder, args))
}

/// A folder with a correct table of [`WORDS`].
#[track_caller]
fn with_table(name: &str) -> Folder {
    with_table_of(name, WORDS)
}

/// A folder with a table of some words, one per line.
#[track_caller]
fn with_table_of(name: &str, words: &str) -> Folder {
    let folder = Folder::new();
    folder.write("words.txt", words);
    let lists = "--solutions words.txt --guesses words.txt";
    let written = run(&folder, &format!("--rule wordle {lists} --out {name}"));
    assert_eq!(written.code, Some(0), "{written:?}");
    fs::remove_file(folder.path("words.txt")).unwrap();
    let verified = run(&folder, &format!("verify {name}"));
    assert_succeeds(&verified);
    folder
}

/// Asserts the answer of `verify` to a changed table.
#[track_caller]
fn assert_verify(folder: &Folder, name: &str, code: i32, says: &[&str]) {
    let verified = run(folder, &format!("verify {name}"));
    assert_one_line(&verified, code, &[&[name], says].concat());
}

/// More distinct words than any list has.
fn many_words(count: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let word = |n: usize| [n, n / 26, n / 676, n / 17_576, n / 456_976].map(letter);
    let words = (0..count).map(|n| word(n).into_iter().chain(['\n']).collect::<String>());
    words.collect()
}

mod a_job {
    use super::*;

    #[test]
    fn missing_rule_or_file_is_named() {
        assert_usage_error("patterns --out t.npy", &["--rule"]);
        assert_usage_error("patterns --rule wordle", &["--out"]);
        assert_usage_error(
            "patterns --rule chess --out t.npy",
            &["--rule", "'chess'", "wordle", "peaks"],
        );
    }

    #[test]
    fn unknown_table_extension_is_refused_and_the_known_ones_are_listed() {
        let folder = Folder::new();
        for name in ["table", "table.txt", "table.npy.gz", "npy", ".npy"] {
            let refused = run(&folder, &format!("--rule wordle --out {name}"));
            assert_one_line(&refused, 2, &[name, ".npy", ".npz", ".parquet", ".raw"]);
        }
        assert!(folder.names().is_empty());
    }

    #[test]
    fn unknown_stats_extension_is_refused_and_the_known_ones_are_listed() {
        let folder = Folder::new();
        let refused = run(&folder, "--rule wordle --out t.npy --stats s.xlsx");
        assert_one_line(&refused, 2, &["--stats", "s.xlsx", ".csv", ".parquet"]);
        assert!(folder.names().is_empty());
    }

    #[test]
    fn one_path_for_two_results_is_refused() {
        let folder = Folder::new();
        let args = "--rule wordle --out t.parquet --stats t.parquet";
        assert_one_line(&run(&folder, args), 2, &["t.parquet", "two results"]);
        assert!(folder.names().is_empty());
    }

    #[test]
    fn missing_folder_or_folder_as_table_fails() {
        let folder = Folder::new();
        fs::create_dir(folder.path("folder.npz")).unwrap();
        for form in FORMS {
            let args = format!("--rule wordle --out missing/t.{form}");
            let says = ["cannot write", &args[20..], "No such file"];
            assert_one_line(&run(&folder, &args), 1, &says);
        }
        for args in ["--out folder.npz", "--out t.npy --stats missing/s.csv"] {
            let failed = run(&folder, &format!("--rule wordle {args}"));
            assert_one_line(&failed, 1, &["cannot write"]);
        }
        assert_eq!(folder.names(), ["folder.npz"]);
    }

    #[cfg(unix)]
    #[test]
    fn device_as_table_is_refused() {
        let folder = Folder::new();
        std::os::unix::fs::symlink("/dev/null", folder.path("null.npy")).unwrap();
        let refused = run(&folder, "--rule wordle --out null.npy");
        assert_one_line(&refused, 2, &["null.npy", "regular file"]);
        assert_eq!(folder.names(), ["null.npy"]);
    }

    #[test]
    fn only_parquet_limits_the_number_of_columns() {
        let folder = Folder::new();
        folder.write("many.txt", many_words(16_385));
        folder.write("few.txt", WORDS);
        let lists = "--rule peaks --guesses few.txt --solutions many.txt";
        let refused = run(&folder, &format!("{lists} --out t.parquet"));
        assert_eq!(refused.code, Some(2), "{refused:?}");
        let line = refused.stderr.lines().last().unwrap();
        for part in ["error: t.parquet", "16,385 solutions", "16,384", ".npy"] {
            assert!(line.contains(part), "no '{part}': {refused:?}");
        }
        assert_eq!(folder.names(), ["few.txt", "many.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn failed_write_keeps_the_old_files_and_leaves_no_temporary_file() {
        let folder = Folder::new();
        for form in FORMS {
            let name = format!("t.{form}");
            folder.write(&name, "before\n");
            folder.write(&format!("{name}.json"), "before too\n");
            let mut shell = Command::new("sh");
            // Files are limited to one mebibyte or half of one. The signal is ignored, so the write itself fails.
            shell.args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$@\"", "sh"]);
            let command = patterns(&folder, &format!("--rule wordle --out {name}"));
            shell.arg(command.get_program()).args(command.get_args());
            let failed = finish(shell.current_dir(folder.0.path()));
            assert_one_line(&failed, 1, &["cannot write", &name, "too large"]);
            assert_eq!(text(&folder.path(&name)), "before\n");
            assert_eq!(text(&folder.path(&format!("{name}.json"))), "before too\n");
        }
        assert_eq!(folder.names().len(), 2 * FORMS.len());
    }
}

#[cfg(unix)]
mod a_job_that_is_ended {
    use super::*;

    /// Starts to write a table of gigabytes, waits until part of it is written, and sends a signal.
    #[track_caller]
    fn end_by(signal: &str, form: &str) -> (Folder, Finished) {
        let folder = Folder::new();
        folder.write("many.txt", many_words(45_000));
        let few = if form == "parquet" {
            "few.txt"
        } else {
            "many.txt"
        };
        folder.write("few.txt", many_words(16_000));
        let lists = format!("--guesses many.txt --solutions {few}");
        let mut command = patterns(&folder, &format!("--rule wordle {lists} --out t.{form}"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        let started = Instant::now();
        let is_written = |name: &String| {
            let size = fs::metadata(folder.path(name)).map_or(0, |file| file.len());
            name.starts_with(".engine-") && size > 9_000_000
        };
        while !folder.names().iter().any(is_written) {
            assert!(
                started.elapsed() < Duration::from_secs(120),
                "nothing is written"
            );
            thread::sleep(Duration::from_millis(2));
        }
        let mut kill = Command::new("kill");
        kill.args(["-s", signal, &child.id().to_string()]);
        assert!(kill.status().unwrap().success());
        let run = finished(child.wait_with_output().unwrap());
        (folder, run)
    }

    #[test]
    fn ctrl_c_leaves_no_file() {
        for form in FORMS {
            let (folder, run) = end_by("INT", form);
            let line = "interrupted; nothing was written\n";
            assert_eq!((run.code, &run.stderr[..]), (Some(130), line), "{form}");
            assert_eq!(folder.names(), ["few.txt", "many.txt"], "{form}");
        }
    }

    #[test]
    fn kill_leaves_no_table_under_its_name() {
        for form in FORMS {
            let (folder, run) = end_by("KILL", form);
            assert_eq!(run.code, None, "{form}: {run:?}");
            let names = folder.names();
            assert!(!names.iter().any(|name| name.starts_with('t')), "{names:?}");
        }
    }
}

mod a_table {
    use super::*;

    #[test]
    fn missing_table_or_folder_is_refused() {
        let folder = Folder::new();
        fs::create_dir(folder.path("folder.npy")).unwrap();
        assert_verify(&folder, "missing.npz", 2, &["cannot read", "No such file"]);
        assert_verify(&folder, "folder.npy", 2, &["is a folder"]);
        assert_verify(&folder, "table.txt", 2, &[".npy", ".parquet"]);
    }

    #[test]
    fn missing_or_malformed_description_is_refused() {
        for name in ["t.npy", "t.raw"] {
            let folder = with_table(name);
            let words = format!("{name}.json");
            fs::remove_file(folder.path(&words)).unwrap();
            assert_verify(&folder, name, 2, &[&words, "cannot read"]);
            for other in ["", "[1, 2]", "{}", "{\"rule\": \"wordle\"}", "\0"] {
                folder.write(&words, other);
                assert_verify(&folder, name, 2, &[&words]);
            }
        }
    }

    #[test]
    fn unknown_rule_is_refused() {
        let folder = with_table("t.npy");
        let words = text(&folder.path("t.npy.json"));
        folder.write("t.npy.json", words.replace("\"wordle\"", "\"chess\""));
        assert_verify(&folder, "t.npy", 2, &["t.npy.json", "'chess'"]);
    }

    #[test]
    fn description_of_words_that_cannot_be_is_refused() {
        let folder = with_table("t.npy");
        let words = text(&folder.path("t.npy.json"));
        for (is, other, says) in [
            ("\"length\": 5", "\"length\": 11", "words of 11 letters"),
            ("\"length\": 5", "\"length\": 0", "words of 0 letters"),
            (
                "\"length\": 5",
                "\"length\": 6",
                "not a word of six letters",
            ),
            ("\"abcdef", "\"bcdef", "not a word of five letters"),
            ("\"abcdef", "\"aabcdef", "'a' twice"),
        ] {
            folder.write("t.npy.json", words.replace(is, other));
            assert_verify(&folder, "t.npy", 2, &["t.npy.json", says]);
        }
    }

    #[test]
    fn file_that_is_not_a_table_is_refused() {
        for name in ["t.npy", "t.npz", "t.parquet"] {
            let folder = with_table(name);
            for other in [
                &b""[..],
                b"crane\nslate\n",
                &[0; 4_000],
                b"PAR1",
                b"PK\x05\x06",
            ] {
                folder.write(name, other);
                assert_verify(&folder, name, 2, &["not a table"]);
            }
        }
        // A NumPy array, but not a pattern table.
        let folder = with_table("t.npy");
        let table = fs::read(folder.path("t.npy")).unwrap();
        for (from, to) in [
            ("|u1", "<f8"),
            ("False", "True "),
            ("(7, 7), ", "(7, 7,1)"),
            ("(7, 7), ", "(49,),  "),
        ] {
            let header = String::from_utf8_lossy(&table[6..128]).replace(from, to);
            let bytes = [&table[..6], header.as_bytes(), &table[128..]].concat();
            folder.write("t.npy", bytes);
            assert_verify(
                &folder,
                "t.npy",
                2,
                &["is not a table", &to.replace([' ', '(', ')'], "")[..2]],
            );
        }
    }

    #[test]
    fn table_of_another_shape_is_wrong() {
        let folder = with_table("t.npy");
        let table = fs::read(folder.path("t.npy")).unwrap();
        let header = String::from_utf8_lossy(&table[6..128]).replace("(7, 7)", "(8, 7)");
        folder.write(
            "t.npy",
            [&table[..6], header.as_bytes(), &table[128..]].concat(),
        );
        assert_verify(&folder, "t.npy", 1, &["[8, 7]", "[7, 7]"]);
    }

    #[test]
    fn truncated_table_is_wrong_wherever_it_ends() {
        for form in FORMS {
            let name = format!("t.{form}");
            let folder = with_table(&name);
            let table = fs::read(folder.path(&name)).unwrap();
            let cuts = (0..table.len()).step_by(1 + table.len() / 60);
            for cut in cuts.chain([table.len() - 1]) {
                folder.write(&name, &table[..cut]);
                let verified = run(&folder, &format!("verify {name}"));
                let code = verified.code.unwrap();
                assert!(code == 1 || code == 2, "{cut} bytes: {verified:?}");
                assert_one_line(&verified, code, &[&name]);
            }
            if ["npy", "raw"].contains(&form) {
                folder.write(&name, &table[..table.len() - 1]);
                assert_verify(&folder, &name, 1, &["truncated", "48", "49"]);
                folder.write(&name, [&table[..], b"x"].concat());
                assert_verify(&folder, &name, 1, &["too long", "50", "49"]);
            }
        }
    }

    #[test]
    fn one_wrong_pattern_is_found_and_named() {
        for name in ["t.npy", "t.npz", "t.raw"] {
            let folder = with_table(name);
            let mut table = fs::read(folder.path(name)).unwrap();
            // The patterns of crane on crane and on slate.
            let codes = |codes: &[u8]| codes == [242, 180];
            let first = table.windows(2).rposition(codes);
            table[first.unwrap()] = 241;
            folder.write(name, table);
            let says = ["1 of 49 patterns", "crane on crane", "241", "242"];
            assert_verify(&folder, name, 1, &says);
        }
    }

    #[test]
    fn table_with_other_words_is_wrong() {
        for name in ["t.npy", "t.raw"] {
            let folder = with_table(name);
            let words = text(&folder.path(&format!("{name}.json")));
            folder.write(&format!("{name}.json"), words.replace("crane", "brane"));
            assert_verify(&folder, name, 1, &["guesses", "not those"]);
        }
        let folder = with_table("t.parquet");
        let table = fs::read(folder.path("t.parquet")).unwrap();
        // The footer holds the names of the columns more than once.
        let names = table.windows(5).enumerate();
        let places = names.filter(|(_, word)| word == b"mamma");
        let mut changed = table.clone();
        for (place, _) in places {
            changed[place] = b'g';
        }
        folder.write("t.parquet", changed);
        assert_verify(&folder, "t.parquet", 1, &["not those"]);
    }

    #[test]
    fn every_changed_byte_is_found() {
        assert_every_changed_byte_is_found(WORDS);
    }

    #[test]
    fn every_changed_byte_of_a_table_in_another_alphabet_is_found() {
        assert_every_changed_byte_is_found("größte\ngrüßte\nstrafe\n");
    }

    /// Changes bytes of tables in every format.
    fn assert_every_changed_byte_is_found(words: &str) {
        for form in FORMS {
            let name = format!("t.{form}");
            let folder = with_table_of(&name, words);
            for file in [name.clone(), format!("{name}.json")] {
                let path = folder.path(&file);
                let Ok(content) = fs::read(&path) else {
                    continue;
                };
                for offset in (0..content.len()).step_by(1 + content.len() / 150) {
                    for bit in [0x01, 0x20, 0x55] {
                        let mut changed = content.clone();
                        changed[offset] ^= bit;
                        fs::write(&path, changed).unwrap();
                        let verified = run(&folder, &format!("verify {name}"));
                        let code = verified.code.unwrap();
                        assert!(code == 1 || code == 2, "byte {offset}: {verified:?}");
                        assert_one_line(&verified, code, &[&name]);
                    }
                }
                fs::write(&path, content).unwrap();
                assert_succeeds(&run(&folder, &format!("verify {name}")));
            }
        }
    }

    #[test]
    fn sample_takes_the_same_guesses_each_time() {
        for sample in ["0", "x", "-1"] {
            let args = format!("patterns verify t.npy --sample={sample}");
            assert_usage_error(&args, &["--sample", sample]);
        }
        for form in FORMS {
            let name = format!("t.{form}");
            let folder = with_table(&name);
            let sampled = |n| run(&folder, &format!("verify {name} --sample {n}"));
            let two = sampled(2);
            assert!(two.stdout.contains("14 of 49 patterns compared"), "{two:?}");
            assert_eq!(sampled(2).stdout, two.stdout);
            let all = sampled(1_000);
            assert!(all.stdout.contains("49 of 49 patterns compared"), "{all:?}");
        }
        // The sample compares one guess. It may or may not be a wrong one, but it is always the same one.
        let folder = with_table("t.raw");
        let table = fs::read(folder.path("t.raw")).unwrap();
        let found: Vec<Option<i32>> = (0..7)
            .map(|row| {
                let mut changed = table.clone();
                changed[7 * row] ^= 1;
                folder.write("t.raw", changed);
                run(&folder, "verify t.raw --sample 1").code
            })
            .collect();
        assert_eq!(found.iter().filter(|&&code| code == Some(1)).count(), 1);
        assert_eq!(found.iter().filter(|&&code| code == Some(0)).count(), 6);
    }
}

#[cfg(unix)]
#[test]
fn second_ctrl_c_leaves_no_temporary_file() {
    use std::thread::sleep;
    use std::time::Duration;

    let folder = Folder::new();
    let mut command =
        engine("patterns --rule peaks --all --backend cpu --threads 1 --out table.npy");
    let mut run = command
        .current_dir(folder.0.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while folder.names().is_empty() && run.try_wait().unwrap().is_none() {
        sleep(Duration::from_millis(1));
    }
    let pid = run.id().to_string();
    while run.try_wait().unwrap().is_none() {
        // The process may have ended since.
        let _ = Command::new("kill").args(["-INT", &pid]).status();
    }
    assert_eq!(run.wait().unwrap().code(), Some(130));
    assert_eq!(folder.names(), Vec::<String>::new());
}
