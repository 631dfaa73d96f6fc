//! What a person may get wrong gets one clear line and an exit code; what is merely odd works.

mod engine_command;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use engine_command::{Finished, engine, finish, finished, wordle};
use tempfile::TempDir;

/// A folder of its own for a test.
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

/// Asserts that the command line itself is refused.
#[track_caller]
fn assert_usage_error(args: &str, says: &[&str]) {
    assert_one_line(&finish(&mut engine(args)), 2, says);
}

#[track_caller]
fn assert_succeeds(run: &Finished) {
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_ne!(run.stdout, "", "{run:?}");
}

/// Asserts that a file is refused as solutions and as guesses, in one line that names it.
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

mod a_list {
    use super::*;

    #[test]
    fn that_is_missing_is_refused() {
        let path = Folder::new().path("missing.txt");
        assert_list_is_refused(&path, &["cannot read", "No such file"]);
    }

    #[test]
    fn whose_path_leads_through_a_file_is_refused() {
        let folder = Folder::new();
        folder.write("words.txt", "crane\n");
        assert_list_is_refused(&folder.path("words.txt/more.txt"), &["cannot read"]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn that_cannot_be_read_is_refused() {
        // Reading this file fails whoever asks, root too.
        assert_list_is_refused(Path::new("/proc/self/mem"), &["cannot read", "error"]);
    }

    #[cfg(unix)]
    #[test]
    fn that_may_not_be_read_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new();
        let path = folder.write("words.txt", "crane\n");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
        if File::open(&path).is_ok() {
            return; // As root all may be read.
        }
        assert_list_is_refused(&path, &["cannot read", "Permission denied", "permissions"]);
    }

    #[test]
    fn that_is_a_folder_is_refused() {
        let folder = Folder::new();
        assert_list_is_refused(folder.0.path(), &["is a folder", "name a file"]);
    }

    #[test]
    fn that_is_a_binary_file_is_refused() {
        assert_content_is_refused(b"\x7fELF\x02\x01\x01\0\0\0crane\n", &["binary", "UTF-8"]);
    }

    #[test]
    fn in_utf_16_is_refused() {
        let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let bytes: Vec<u8> = utf16("\u{feff}crane\r\nslate\r\n");
        assert_content_is_refused(bytes, &["UTF-16", "UTF-8"]);
    }

    #[test]
    fn that_is_a_json_object_is_refused() {
        assert_content_is_refused(r#"{"words": ["crane"]}"#, &["JSON array of words", "map"]);
    }

    #[test]
    fn that_is_a_json_array_of_numbers_is_refused() {
        assert_content_is_refused("[1, 2, 3]", &["JSON array of words", "integer `1`"]);
    }

    #[test]
    fn that_is_a_json_array_of_arrays_is_refused() {
        assert_content_is_refused(r#"[["crane"]]"#, &["JSON array of words"]);
    }

    #[test]
    fn that_is_a_truncated_json_array_is_refused_with_the_place() {
        assert_content_is_refused("[\"crane\",\n \"sla", &["JSON array of words", "line 2"]);
    }

    #[test]
    fn that_goes_on_after_its_json_array_is_refused() {
        assert_content_is_refused(
            r#"["crane"] ["slate"]"#,
            &["JSON array of words", "trailing"],
        );
    }

    #[test]
    fn that_is_empty_is_refused() {
        assert_content_is_refused("", &["no word", "skipped: 0"]);
        assert_content_is_refused("\r\n \n\n", &["no word", "skipped: 0"]);
        assert_content_is_refused("[]", &["no word"]);
    }

    #[test]
    fn with_nothing_left_is_refused_with_a_count_of_its_lines() {
        assert_content_is_refused("four\nsixsix\nit's!\n", &["no word", "five letters", "3"]);
    }

    #[test]
    fn with_a_word_of_another_length_is_refused_by_strict_with_its_line() {
        let folder = Folder::new();
        let path = folder.write("words.txt", "crane\r\n\r\nslate\r\nfour\r\nsixsix\r\n");
        let run = finish(wordle("--first-guess-sweep --strict --solutions").arg(&path));
        assert_one_line(
            &run,
            2,
            &[path.to_str().unwrap(), "line 4", "'four'", "five letters"],
        );
    }

    #[test]
    fn with_a_duplicate_is_refused_by_strict_with_its_line() {
        let folder = Folder::new();
        let path = folder.write("words.txt", "crane\nslate\nCrane\n");
        let run = finish(wordle("--first-guess-sweep --strict --guesses").arg(&path));
        assert_one_line(
            &run,
            2,
            &[path.to_str().unwrap(), "line 3", "'Crane'", "already"],
        );
    }

    #[test]
    fn in_json_is_refused_by_strict_with_the_number_of_its_entry() {
        let folder = Folder::new();
        let path = folder.write("words.json", r#"["crane", "it's", "slate"]"#);
        let run = finish(wordle("--first-guess-sweep --strict --solutions").arg(&path));
        assert_one_line(&run, 2, &[path.to_str().unwrap(), "entry 2", "'it's'"]);
    }

    #[test]
    fn with_a_line_of_any_length_is_refused_by_strict_in_a_short_line() {
        let folder = Folder::new();
        let line = format!("\u{1b}[31m{}", "é".repeat(100_000));
        let path = folder.write("words.txt", line);
        let run = finish(wordle("--first-guess-sweep --strict --solutions").arg(&path));
        assert_one_line(&run, 2, &["line 1"]);
        assert!(run.stderr.len() < 400 + path.as_os_str().len(), "{run:?}");
        assert!(!run.stderr.contains('\u{1b}'), "{run:?}");
    }

    #[test]
    fn that_does_not_exist_under_that_name_is_refused_with_those_that_do() {
        assert_usage_error(
            "wordle --first-guess-sweep --list classic",
            &["'classic'", "--list", "original", "nyt"],
        );
    }
}

mod turns {
    use super::*;

    #[track_caller]
    fn assert_given_is_refused(given: &str, says: &[&str]) {
        let run = finish(wordle("--given").arg(given));
        assert_one_line(&run, 2, says);
    }

    #[test]
    fn that_contradict_each_other_are_refused_with_the_first_that_fits_nothing() {
        assert_given_is_refused(
            "crane=ggggg,slate=ggggg,trace=-----",
            &["contradict", "slate=ggggg"],
        );
        // A letter that is correct cannot be absent from its place in the next guess.
        assert_given_is_refused("crane=g----,clink=-----", &["contradict", "clink=-----"]);
    }

    #[test]
    fn with_marks_that_no_word_would_give_are_refused() {
        // The first of three copies would be the present one.
        assert_given_is_refused("geese=----y", &["no solution", "geese=----y", "check"]);
        assert_given_is_refused("crane=ggggy", &["no solution", "crane=ggggy", "check"]);
    }

    #[test]
    fn with_other_marks_are_refused_with_those_that_are_read() {
        let says = [
            "--given",
            "crane",
            "five marks",
            "absent",
            "present",
            "correct",
        ];
        assert_given_is_refused("crane=-x--g", &[&says[..], &["'-x--g'"]].concat());
        assert_given_is_refused("crane=-y--3", &[&says[..], &["'-y--3'"]].concat());
    }

    #[test]
    fn with_another_number_of_marks_are_refused() {
        assert_given_is_refused("crane=-y--", &["--given", "'-y--'", "five marks"]);
        assert_given_is_refused("crane=-y--gg", &["--given", "'-y--gg'", "five marks"]);
        assert_given_is_refused("crane=", &["--given", "crane", "five marks"]);
    }

    #[test]
    fn with_a_guess_that_is_not_in_the_list_are_refused() {
        assert_given_is_refused("zzzzz=-----", &["--given", "'zzzzz'", "12,972", "list"]);
    }

    #[test]
    fn with_a_guess_that_is_no_word_of_five_letters_are_refused() {
        for guess in ["cran", "cranes", "cr4ne", ""] {
            let says = format!("'{guess}'");
            assert_given_is_refused(
                &format!("{guess}=-----"),
                &["--given", &says, "five letters"],
            );
        }
    }

    #[test]
    fn without_marks_are_refused_with_an_example() {
        assert_given_is_refused("crane", &["--given", "'crane'", "crane=-y--g"]);
        assert_given_is_refused("crane-y--g", &["--given", "'crane-y--g'", "crane=-y--g"]);
    }

    #[test]
    fn are_refused_before_any_list_is_read() {
        let run = finish(&mut wordle("--given crane --solutions missing.txt"));
        assert_one_line(&run, 2, &["--given"]);
    }

    #[test]
    fn may_stand_apart_by_commas_blanks_or_line_ends() {
        let sweep = |given: &[&str]| {
            let mut command = wordle("--format csv");
            for given in given {
                command.args(["--given", given]);
            }
            let run = finish(&mut command);
            assert_succeeds(&run);
            run.stdout
        };
        let expected = sweep(&["roate=----g", "slice=gyg-g"]);
        for given in [
            "roate=----g,slice=gyg-g",
            "roate=----g, slice=gyg-g",
            "roate=----g slice=gyg-g",
            "roate=----g\nslice=gyg-g\n",
            "ROATE=....G\tSlice=🟩🟨🟩⬛🟩",
            "roate=00002,slice=21202",
        ] {
            assert!(sweep(&[given]) == expected, "{given:?}");
        }
    }
}

mod an_option {
    use super::*;

    #[test]
    fn for_the_rows_of_zero_or_no_number_is_refused() {
        for top in ["0", "many", "1.5", "-1", "99999999999999999999999"] {
            assert_usage_error(
                &format!("wordle --first-guess-sweep --top={top}"),
                &["--top", top],
            );
        }
    }

    #[test]
    fn for_the_threads_of_zero_or_no_number_is_refused() {
        for threads in ["0", "many", "-1", "1000000"] {
            let args = format!("wordle --first-guess-sweep --threads={threads}");
            assert_usage_error(&args, &["--threads", threads]);
        }
    }

    #[test]
    fn with_a_value_that_it_does_not_have_is_refused_with_those_that_it_has() {
        for (option, values) in [
            (
                "--sort",
                &[
                    "splits",
                    "largest",
                    "expected",
                    "entropy",
                    "singletons",
                    "win-in-two",
                ][..],
            ),
            ("--format", &["table", "json", "csv"]),
            ("--hard", &["standard", "strict"]),
            ("--backend", &["auto", "cpu", "gpu"]),
        ] {
            let args = format!("wordle --first-guess-sweep {option} bogus");
            assert_usage_error(&args, &[&[option, "'bogus'"], values].concat());
        }
    }

    #[test]
    fn that_does_not_exist_is_refused_by_name() {
        assert_usage_error("wordle --first-guess-sweep --bogus", &["'--bogus'"]);
        assert_usage_error("bogus", &["'bogus'"]);
    }

    #[test]
    fn alone_is_refused_with_what_is_missing() {
        assert_usage_error("wordle --hard", &["--first-guess-sweep"]);
    }
}

mod output {
    use super::*;

    fn sweep_into(path: &Path) -> Command {
        let mut command = wordle("--first-guess-sweep --format csv --output");
        command.arg(path);
        command
    }

    fn sweep() -> String {
        finish(&mut wordle("--first-guess-sweep --format csv")).stdout
    }

    #[test]
    fn into_a_missing_folder_fails_and_names_the_path_that_was_asked_for() {
        let path = Folder::new().path("missing/result.csv");
        let run = finish(&mut sweep_into(&path));
        assert_one_line(
            &run,
            1,
            &["cannot write", path.to_str().unwrap(), "No such file"],
        );
        assert!(!run.stderr.contains(".engine-"), "{run:?}");
    }

    #[test]
    fn into_a_folder_fails() {
        let folder = Folder::new();
        let run = finish(&mut sweep_into(folder.0.path()));
        let path = folder.0.path().to_str().unwrap();
        assert_one_line(&run, 1, &["cannot write", path, "folder"]);
        assert!(folder.names().is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn into_a_full_device_fails() {
        let run = finish(&mut sweep_into(Path::new("/dev/full")));
        assert_one_line(&run, 1, &["cannot write", "/dev/full", "No space left"]);
    }

    #[cfg(unix)]
    #[test]
    fn that_does_not_fit_leaves_the_file_as_it_was_and_nothing_beside_it() {
        let folder = Folder::new();
        let path = folder.write("result.csv", "before\n");
        let mut shell = Command::new("sh");
        // Files of one block; without the signal the write itself fails.
        shell.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh"]);
        let command = sweep_into(&path);
        shell.arg(command.get_program()).args(command.get_args());
        let run = finish(&mut shell);
        assert_one_line(&run, 1, &["cannot write", path.to_str().unwrap()]);
        assert!(!run.stderr.contains(".engine-"), "{run:?}");
        assert_eq!(text(&path), "before\n");
        assert_eq!(folder.names(), ["result.csv"]);
    }

    #[test]
    fn into_a_file_is_what_stdout_would_have_had() {
        let folder = Folder::new();
        let path = folder.path("result.csv");
        let run = finish(&mut sweep_into(&path));
        assert_eq!((run.code, &run.stdout[..]), (Some(0), ""), "{run:?}");
        assert!(text(&path) == sweep());
    }

    #[test]
    fn into_a_file_replaces_it_whole_and_leaves_nothing_beside_it() {
        let folder = Folder::new();
        let path = folder.write("result.csv", "x".repeat(10_000_000));
        assert_eq!(finish(&mut sweep_into(&path)).code, Some(0));
        assert!(text(&path) == sweep());
        assert_eq!(folder.names(), ["result.csv"]);
    }

    #[test]
    fn into_a_bare_name_goes_into_the_current_folder() {
        let folder = Folder::new();
        let mut command = sweep_into(Path::new("result.csv"));
        assert_eq!(finish(command.current_dir(folder.0.path())).code, Some(0));
        assert_eq!(folder.names(), ["result.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn through_a_link_replaces_the_file_that_it_leads_to() {
        let folder = Folder::new();
        fs::create_dir(folder.path("elsewhere")).unwrap();
        let file = folder.write("elsewhere/result.csv", "before\n");
        let link = folder.path("link.csv");
        std::os::unix::fs::symlink("elsewhere/result.csv", &link).unwrap();
        assert_eq!(finish(&mut sweep_into(&link)).code, Some(0));
        assert!(link.is_symlink());
        assert!(text(&file) == sweep());
        assert_eq!(folder.names(), ["elsewhere", "link.csv"]);
    }

    #[cfg(unix)]
    #[test]
    fn has_the_permissions_of_the_file_that_it_replaces_or_else_those_of_a_new_file() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = Folder::new();
        let (new, private) = (folder.path("new.csv"), folder.write("private.csv", ""));
        fs::set_permissions(&private, fs::Permissions::from_mode(0o600)).unwrap();
        for path in [&new, &private] {
            assert_eq!(finish(&mut sweep_into(path)).code, Some(0));
        }
        assert_eq!(mode(&private), 0o600);
        assert_eq!(mode(&new), mode(&folder.write("any.txt", "")));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn into_a_device_is_written_to_it() {
        let run = finish(&mut sweep_into(Path::new("/dev/stdout")));
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout == sweep());
    }
}

mod streams {
    use super::*;

    /// Runs with a stdout whose reader is gone before anything is written.
    fn finish_unread(command: &mut Command) -> Finished {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = command.stdout(writer).stderr(Stdio::piped()).spawn();
        finished(child.unwrap().wait_with_output().unwrap())
    }

    #[test]
    fn a_reader_that_goes_away_is_no_failure_and_nothing_is_said_of_it() {
        for format in ["table", "json", "csv"] {
            let args = format!("--first-guess-sweep --top all --format {format}");
            let run = finish_unread(&mut wordle(&args));
            assert_eq!(
                (run.code, &run.stderr[..]),
                (Some(0), ""),
                "{format}: {run:?}"
            );
        }
    }

    #[test]
    fn a_reader_that_stops_early_gets_the_first_lines() {
        use std::io::{BufRead, BufReader};
        for format in ["table", "json", "csv"] {
            let args = format!("--first-guess-sweep --top all --format {format}");
            let mut command = wordle(&args);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let mut line = String::new();
            let mut reader = BufReader::new(child.stdout.take().unwrap());
            reader.read_line(&mut line).unwrap();
            drop(reader);
            assert_ne!(line, "");
            let run = finished(child.wait_with_output().unwrap());
            assert_eq!(
                (run.code, &run.stderr[..]),
                (Some(0), ""),
                "{format}: {run:?}"
            );
        }
    }

    #[test]
    fn help_that_nobody_reads_is_no_failure() {
        for args in ["--help", "wordle --help", "--version"] {
            let run = finish_unread(&mut engine(args));
            assert_eq!(
                (run.code, &run.stderr[..]),
                (Some(0), ""),
                "{args}: {run:?}"
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_stdout_is_a_failure() {
        for format in ["table", "json", "csv"] {
            let full = File::options().write(true).open("/dev/full").unwrap();
            let args = format!("--first-guess-sweep --format {format}");
            let run = finish(wordle(&args).stdout(full));
            assert_one_line(
                &run,
                1,
                &["cannot write", "standard output", "No space left"],
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn help_into_a_full_stdout_is_a_failure() {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let run = finish(engine("--help").stdout(full));
        assert_one_line(
            &run,
            1,
            &["cannot write", "standard output", "No space left"],
        );
    }

    #[cfg(unix)]
    fn with_closed(stream: &str, command: &Command) -> Finished {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec \"$@\" {stream}>&-"), "sh"]);
        finish(shell.arg(command.get_program()).args(command.get_args()))
    }

    #[cfg(unix)]
    #[test]
    fn a_closed_stderr_changes_neither_the_result_nor_the_exit_code() {
        let good = wordle("--first-guess-sweep --format csv");
        let run = with_closed("2", &good);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(run.stdout == finish(&mut wordle("--first-guess-sweep --format csv")).stdout);

        for bad in [wordle("--given crane"), wordle("--top 0"), engine("")] {
            let run = with_closed("2", &bad);
            assert_eq!((run.code, &run.stdout[..]), (Some(2), ""), "{run:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_stderr_that_nobody_reads_changes_neither_the_result_nor_the_exit_code() {
        let unread = || {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            writer
        };
        let run = finish(wordle("--first-guess-sweep --top 1").stderr(unread()));
        assert_succeeds(&run);
        let run = finish(wordle("--given crane").stderr(unread()));
        assert_eq!(run.code, Some(2), "{run:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_closed_stdout_does_no_harm_to_a_result_that_goes_into_a_file() {
        let folder = Folder::new();
        let path = folder.path("result.csv");
        let mut command = wordle("--first-guess-sweep --format csv --output");
        let run = with_closed("1", command.arg(&path));
        assert_eq!(run.code, Some(0), "{run:?}");
        assert_eq!(text(&path).lines().count(), 12_973);
    }
}

mod an_odd_list {
    use super::*;

    const PLAIN: &str = "crane\nslate\nabbey\ngeese\n";

    /// The sweep of a file as both lists.
    #[track_caller]
    fn sweep(content: impl AsRef<[u8]>, more: &str) -> Finished {
        let folder = Folder::new();
        let path = folder.write("words.txt", content);
        let mut command = wordle("--first-guess-sweep --format csv");
        command.args(more.split_whitespace());
        let run = finish(
            command
                .arg("--solutions")
                .arg(&path)
                .arg("--guesses")
                .arg(&path),
        );
        assert_succeeds(&run);
        run
    }

    /// Asserts that a file is the same list as [`PLAIN`], even for `--strict`.
    #[track_caller]
    fn assert_is_plain(content: impl AsRef<[u8]>) {
        let run = sweep(content, "--strict");
        assert_eq!(run.stdout, sweep(PLAIN, "").stdout);
        assert_eq!(run.stderr.lines().count(), 1, "no note: {run:?}");
    }

    /// Asserts that a file is the same list as [`PLAIN`] but for what a note counts.
    #[track_caller]
    fn assert_is_plain_with_note(content: impl AsRef<[u8]>, skipped: usize, duplicates: usize) {
        let run = sweep(content, "");
        assert_eq!(run.stdout, sweep(PLAIN, "").stdout);
        let notes: Vec<&str> = run
            .stderr
            .lines()
            .filter(|l| l.starts_with("note: "))
            .collect();
        assert_eq!(notes.len(), 2, "one a list: {run:?}");
        for note in notes {
            for part in [
                "words.txt: kept 4 words".to_owned(),
                format!("skipped {skipped} "),
                format!("dropped {duplicates} "),
            ] {
                assert!(note.contains(&part), "no '{part}': {note}");
            }
        }
    }

    #[test]
    fn with_crlf_is_read() {
        assert_is_plain(PLAIN.replace('\n', "\r\n"));
    }

    #[test]
    fn with_a_byte_order_mark_is_read() {
        assert_is_plain(format!("\u{feff}{PLAIN}"));
        assert_is_plain("\u{feff}[\"crane\", \"slate\", \"abbey\", \"geese\"]");
    }

    #[test]
    fn in_upper_case_is_read() {
        assert_is_plain(PLAIN.to_uppercase());
        assert_is_plain("Crane\nsLATE\nAbbey\nGEESe\n");
    }

    #[test]
    fn without_a_last_line_end_or_with_blank_lines_and_blanks_is_read() {
        assert_is_plain(PLAIN.trim_end());
        assert_is_plain("\n  crane\t\nslate \n\n\nabbey\n   \ngeese\n\n");
    }

    #[test]
    fn in_json_is_read() {
        assert_is_plain(r#"["crane", "slate", "abbey", "geese"]"#);
        assert_is_plain("\n [\r\n\"CRANE\",\"slate\",\n\"abbe\\u0079\",\t\"geese\"]\n");
    }

    #[test]
    fn with_other_lines_and_duplicates_is_read_without_them_and_a_note_counts_both() {
        assert_is_plain_with_note(
            "crane\nfour\nslate\nCRANE\nabbey\nsixsix\ncr ne\ngeese\n",
            3,
            1,
        );
        assert_is_plain_with_note(
            r#"["crane", "", "x", "slate", "abbey", "geese", "geese"]"#,
            1,
            1,
        );
    }

    #[test]
    fn in_latin_1_is_read_without_the_lines_that_hold_other_letters() {
        assert_is_plain_with_note(b"crane\nslate\nabbey\n\xe9tude\ncaf\xe9s\ngeese\n", 2, 0);
    }

    #[test]
    fn like_a_general_dictionary_is_read() {
        let dictionary = "A\nA's\nAMD\nAbbey\nAbbey's\nabbey\nabbeys\nZürich\ncrane\ncrane's\n\
             cranes\négalité\ngeese\nslate\nslate's\nx-ray\nétudes\n";
        let run = sweep(dictionary, "");
        assert_eq!(run.stdout.lines().count(), 1 + 4);
        assert!(run.stderr.contains("4 words; skipped 12 "), "{run:?}");
        assert!(run.stderr.contains("dropped 1 "), "{run:?}");
    }

    #[test]
    fn of_300_000_guesses_is_swept() {
        let folder = Folder::new();
        let letters = |mut n: u32| {
            let mut word = [0; 5];
            for letter in &mut word {
                *letter = b'a' + (n % 26) as u8;
                n /= 26;
            }
            String::from_utf8(word.to_vec()).unwrap() + "\n"
        };
        // A step without a factor in common with 26^5 names no word twice.
        let words: String = (0..300_000).map(|n| letters(n * 31)).collect();
        let path = folder.write("words.txt", words);
        let mut command = wordle("--first-guess-sweep --top 1 --format csv --guesses");
        let run = finish(
            command
                .arg(path)
                .arg("--solutions")
                .arg(folder.write("s.txt", PLAIN)),
        );
        assert_succeeds(&run);
        let done = run.stderr.lines().last().unwrap();
        assert!(done.contains("patterns"), "{run:?}");
    }

    #[test]
    fn of_guesses_that_lack_solutions_is_read_with_them_and_a_note_counts_those() {
        let folder = Folder::new();
        let solutions = folder.write("solutions.txt", "crane\nslate\nabbey\n");
        let guesses = folder.write("guesses.txt", "geese\nslate\n");
        let mut command = wordle("--first-guess-sweep --format csv --solutions");
        let run = finish(command.arg(solutions).arg("--guesses").arg(guesses));
        assert_succeeds(&run);
        let mut words: Vec<&str> = run
            .stdout
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(1).unwrap())
            .collect();
        words.sort_unstable();
        assert_eq!(words, ["abbey", "crane", "geese", "slate"]);
        let notes: Vec<&str> = run
            .stderr
            .lines()
            .filter(|l| l.starts_with("note: "))
            .collect();
        assert_eq!(notes.len(), 1, "{run:?}");
        assert!(
            notes[0].contains('2') && notes[0].contains("added"),
            "{run:?}"
        );
    }

    #[test]
    fn of_one_solution_gives_figures_of_one_group() {
        let folder = Folder::new();
        let path = folder.write("words.txt", "crane\n");
        let run = finish(wordle("--first-guess-sweep --top 1 --format csv --solutions").arg(path));
        assert_succeeds(&run);
        assert_eq!(
            run.stdout.lines().nth(1),
            Some("1,crane,true,1,1,1.0,0.0,1,1.0,1")
        );
    }
}

/// Twelve solutions, seven of them alike, and three further guesses.
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

    /// A job of `engine wordle` on these lists.
    fn command(&self, job: &str) -> Command {
        engine(&format!("wordle {job} {}", self.lists))
    }

    fn run(&self, job: &str) -> Finished {
        finish(&mut self.command(job))
    }

    /// Writes a file and runs a job in which `FILE` stands for it.
    fn run_on(&self, job: &str, content: impl AsRef<[u8]>) -> Finished {
        let path = self.folder.write("file", content);
        self.run(&job.replace("FILE", path.to_str().unwrap()))
    }
}

mod a_tree {
    use super::*;

    /// Asserts that a tree is refused in one line that names its file.
    #[track_caller]
    fn assert_tree_is_refused(content: impl AsRef<[u8]>, says: &[&str]) {
        let small = Small::new();
        let run = small.run_on("check FILE", content);
        let path = small.folder.path("file");
        assert_one_line(&run, 2, &[&[path.to_str().unwrap()], says].concat());
        assert!(run.stderr.len() < 500, "{run:?}");
    }

    /// A tree of one game that guesses the same word again and again, in text and in JSON.
    fn deep(guesses: usize) -> [String; 2] {
        let more = |number| format!(" BBBBB{number} crane");
        let text: String = (1..guesses).map(more).collect();
        let json = r#"{"guess": "crane", "branches": {"-----": "#;
        let json = json.repeat(guesses) + "null" + &"}}".repeat(guesses);
        [format!("crane{text}\n"), json]
    }

    #[test]
    fn that_is_missing_or_a_folder_is_refused() {
        let small = Small::new();
        let missing = small.folder.path("missing.txt");
        let run = small.run(&format!("check {}", missing.display()));
        assert_one_line(&run, 2, &["cannot read", missing.to_str().unwrap()]);
        let folder = small.folder.0.path();
        let run = small.run(&format!("check {}", folder.display()));
        assert_one_line(&run, 2, &[folder.to_str().unwrap(), "folder"]);
    }

    #[test]
    fn that_is_empty_is_refused() {
        for content in ["", "\n", " \r\n\t\n", "\u{feff}"] {
            assert_tree_is_refused(content, &["no guess"]);
        }
    }

    #[test]
    fn that_is_a_binary_file_is_refused() {
        assert_tree_is_refused(b"\x7fELF\x02\x01\x01\0\0\0crane\n", &[]);
        assert_tree_is_refused((0..=255).cycle().take(10_000).collect::<Vec<u8>>(), &[]);
        let utf16 = "crane GGGGG1\n".encode_utf16().flat_map(u16::to_le_bytes);
        assert_tree_is_refused(utf16.collect::<Vec<u8>>(), &[]);
    }

    #[test]
    fn in_text_that_is_none_is_refused_with_its_line() {
        for (content, says) in [
            ("Once upon a time\n", "'Once'"),
            ("crane GGGGG1\n  slate GGGGG2\n", "line 2"),
            ("crane BBBBB1 slate GGGGG2\nBBBBG1 slate\n", "line 2"),
            ("crane BBBBB1 slate GGGGG2\n      BBBBX1 those\n", "'BBBBX'"),
            ("crane BBBBB1 slate GGGGG2\n      BBBBB1 those\n", "twice"),
            ("crane BBBBB1 tables\n", "'tables'"),
            ("crane 1 slate\n", "five marks"),
        ] {
            assert_tree_is_refused(content, &["line ", says]);
        }
        // A tree in which everything is on the wrong line.
        assert_tree_is_refused("crane\nslate\nthose\n", &["line 2"]);
    }

    #[test]
    fn in_json_that_is_none_is_refused() {
        for content in [
            "{",
            "[]",
            "[1, 2]",
            "{}",
            r#"{"guess": 1}"#,
            r#"{"guess": "crane", "branches": []}"#,
            r#"{"guess": "crane", "more": {}}"#,
            r#"{"guess": "crane", "branches": {"-----": "slate"}}"#,
            r#"{"guess": "crane"} {"guess": "slate"}"#,
        ] {
            assert_tree_is_refused(content, &["JSON"]);
        }
        let content = r#"{"guess": "tables"}"#;
        assert_tree_is_refused(content, &["'tables'"]);
        let content = r#"{"guess": "crane", "branches": {"----": null}}"#;
        assert_tree_is_refused(content, &["'----'", "five marks"]);
        // The same marks in two notations.
        let content = r#"{"guess": "crane", "branches": {
            "-----": {"guess": "slate"}, "00000": {"guess": "those"}}}"#;
        assert_tree_is_refused(content, &["crane", "twice"]);
    }

    #[test]
    fn with_games_of_more_than_60_guesses_is_refused_however_deep_it_is() {
        for guesses in [61, 64, 200, 100_000] {
            for content in deep(guesses) {
                assert_tree_is_refused(content, &[]);
            }
        }
        // Not even closed.
        let content = r#"{"guess": "crane", "branches": {"-----": "#.repeat(100_000);
        assert_tree_is_refused(content, &["JSON"]);
    }

    #[test]
    fn with_games_of_60_guesses_is_played() {
        let small = Small::new();
        for content in deep(60) {
            let run = small.run_on("check FILE", content);
            assert_eq!(run.code, Some(1), "{run:?}");
            assert!(run.stdout.starts_with("crane opens"), "{run:?}");
        }
    }

    /// Asserts that a tree is played, its faults are reported, and that they are a failure.
    #[track_caller]
    fn assert_has_faults(job: &str, content: &str, faults: &[&str]) {
        let small = Small::new();
        let run = small.run_on(job, content);
        assert_eq!(run.code, Some(1), "{run:?}");
        for fault in faults {
            let fault = format!("fault: {fault}\n");
            assert!(run.stdout.contains(&fault), "no '{fault}': {run:?}");
        }
        assert!(!run.stdout.contains("no fault"), "{run:?}");
        let last = run.stderr.lines().last().unwrap();
        assert!(
            last.starts_with("error: ") && last.contains(" fault"),
            "{run:?}"
        );
        for format in ["json", "csv"] {
            let run = small.run_on(&format!("{job} --format {format}"), content);
            assert_eq!(run.code, Some(1), "{run:?}");
            assert_eq!(run.stdout.contains("fault"), format == "json", "{run:?}");
        }
    }

    #[test]
    fn with_faults_is_reported_whole_and_then_a_failure() {
        assert_has_faults(
            "check FILE",
            "wordy GGGGG1\n",
            &["wordy (guess 1) is not among the guesses"],
        );
        assert_has_faults(
            "check FILE",
            "crane BBBBB1 blimp\n      GGGGG1\n",
            &["nothing follows crane=y-y--; solutions left: 6"],
        );
        assert_has_faults(
            "check FILE --hard",
            "hatch BGGGG1 blimp BBBBB2 watch\n",
            &["blimp (guess 2) is not allowed in hard mode after hatch=-gggg"],
        );
        assert_has_faults(
            "check --hard strict FILE",
            "hatch BGGGG1 hatch BGGGG2 watch\n",
            &["hatch (guess 2) is not allowed in hard mode after hatch=-gggg"],
        );
    }

    #[test]
    fn that_hard_mode_forbids_is_no_fault_without_it() {
        let small = Small::new();
        let tree = small.folder.path("tree.txt");
        let tree = tree.display();
        assert_succeeds(&small.run(&format!("simulate --opening hatch --tree {tree}")));
        assert_succeeds(&small.run(&format!("check {tree}")));
        let run = small.run(&format!("check {tree} --hard"));
        assert_eq!(run.code, Some(1), "{run:?}");
    }

    #[test]
    fn that_was_written_in_either_form_gives_the_games_that_were_simulated() {
        let small = Small::new();
        for job in [
            "simulate",
            "simulate --hard",
            "simulate --strategy collisions --hard strict",
            "within 3 --opening whelp",
        ] {
            let mut checked = Vec::new();
            for name in ["tree.txt", "tree.json", "tree.JSON", "tree"] {
                let tree = small.folder.path(name);
                let tree = tree.display();
                let run = small.run(&format!("{job} --tree {tree}"));
                assert_succeeds(&run);
                let check = small.run(&format!("check {tree}"));
                // Within three guesses not all are found.
                let code = i32::from(job.starts_with("within"));
                assert_eq!(check.code, Some(code), "{check:?}");
                let games = |text: &str| -> Vec<String> {
                    let lines = text.lines().skip(1);
                    lines
                        .filter(|l| !l.contains("fault"))
                        .map(str::to_owned)
                        .collect()
                };
                if job.starts_with("simulate") {
                    assert_eq!(games(&check.stdout), games(&run.stdout));
                }
                let is_json = text(&small.folder.path(name)).starts_with('{');
                assert_eq!(is_json, name.to_lowercase().ends_with(".json"), "{name}");
                checked.push(check.stdout);
            }
            assert!(checked.iter().all(|one| *one == checked[0]), "{checked:?}");
        }
    }

    #[test]
    fn that_cannot_be_written_fails_before_any_result() {
        let small = Small::new();
        for job in ["simulate", "within 3 --opening crane"] {
            let path = small.folder.path("missing/tree.txt");
            let run = small.run(&format!("{job} --tree {}", path.display()));
            assert_one_line(&run, 1, &["cannot write", path.to_str().unwrap()]);
            let folder = small.folder.0.path();
            let run = small.run(&format!("{job} --tree {}", folder.display()));
            assert_one_line(&run, 1, &["cannot write", folder.to_str().unwrap()]);
        }
    }
}

mod openings {
    use super::*;

    #[test]
    fn in_a_file_that_is_missing_empty_or_binary_are_refused() {
        let small = Small::new();
        let missing = small.folder.path("missing.txt");
        let run = small.run(&format!("simulate --openings {}", missing.display()));
        assert_one_line(&run, 2, &["cannot read", missing.to_str().unwrap()]);
        let path = small.folder.path("file");
        let path = path.to_str().unwrap();
        let run = small.run_on("simulate --openings FILE", "");
        assert_one_line(&run, 2, &[path, "no word"]);
        let run = small.run_on("simulate --openings FILE", b"\x7fELF\x02\0\0");
        assert_one_line(&run, 2, &[path, "binary"]);
    }

    #[test]
    fn that_are_no_guesses_are_refused_with_the_file_and_the_word() {
        let small = Small::new();
        let run = small.run_on("simulate --openings FILE", "crane\nwordy\n");
        let path = small.folder.path("file");
        let says = [
            "--openings",
            path.to_str().unwrap(),
            "'wordy'",
            "15 guesses",
        ];
        assert_one_line(&run, 2, &says);
        assert_one_line(
            &small.run("simulate --opening wordy"),
            2,
            &["--opening", "'wordy'"],
        );
        assert_one_line(
            &small.run("within 3 --opening wordy"),
            2,
            &["--opening", "'wordy'"],
        );
    }

    #[test]
    fn that_are_no_words_of_five_letters_are_refused() {
        for job in ["simulate", "within 3"] {
            let args = format!("wordle {job} --opening cran");
            assert_usage_error(&args, &["--opening", "'cran'", "five letters"]);
        }
    }

    #[test]
    fn that_are_repeated_are_played_once_and_a_note_counts_them() {
        let small = Small::new();
        let once = small.run_on("simulate --format csv --openings FILE", "crane\nblimp\n");
        assert_succeeds(&once);
        let odd = "crane\r\nBLIMP\nCrane\nfour\n";
        let run = small.run_on("simulate --format csv --openings FILE", odd);
        assert_eq!(run.stdout, once.stdout);
        assert!(run.stderr.contains("skipped 1 line "), "{run:?}");
        assert!(run.stderr.contains("dropped 1 duplicate"), "{run:?}");
    }

    #[test]
    fn may_be_all_one_file_or_one_word_but_not_two_of_these() {
        for (one, other) in [
            ("--all-openings", "--opening crane"),
            ("--all-openings", "--openings words.txt"),
            ("--openings words.txt", "--opening crane"),
            ("--all-openings", "--tree tree.txt"),
            ("--openings words.txt", "--tree tree.txt"),
        ] {
            let option = |text: &str| text.split(' ').next().unwrap().to_owned();
            let args = format!("wordle simulate {one} {other}");
            assert_usage_error(&args, &[&option(one), &option(other)]);
        }
    }
}

mod a_job {
    use super::*;

    #[test]
    fn within_no_guess_too_many_or_no_number_is_refused() {
        for guesses in ["0", "21", "x", "1.5", "99999999999999999999"] {
            let args = format!("wordle within {guesses}");
            assert_usage_error(&args, &["<K>", guesses, "1 to 20"]);
        }
        assert_usage_error("wordle within", &["<K>"]);
        assert_eq!(finish(&mut engine("wordle within -1")).code, Some(2));
    }

    #[test]
    fn with_no_rows_is_refused() {
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
    fn with_options_of_another_strategy_is_refused() {
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
    fn with_a_strategy_that_does_not_exist_is_refused_with_those_that_do() {
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
    fn comes_before_its_options() {
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
    fn takes_options_of_where_to_compute_before_the_game_and_after_itself() {
        let small = Small::new();
        let lists = small.lists.replace("--backend cpu ", "");
        let run = |args: String| {
            let run = finish(&mut engine(&args));
            assert_succeeds(&run);
            run.stdout
        };
        let expected = small.run("simulate").stdout;
        let place = "--backend cpu --threads 1";
        assert_eq!(run(format!("{place} wordle simulate {lists}")), expected);
        assert_eq!(run(format!("wordle simulate {place} {lists}")), expected);
        assert_eq!(run(format!("wordle simulate {lists} {place}")), expected);
    }

    #[test]
    fn whose_reader_goes_away_is_no_failure() {
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
}

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

#[path = "bad_input/optimal.rs"]
mod optimal;

#[path = "bad_input/patterns.rs"]
mod patterns;
