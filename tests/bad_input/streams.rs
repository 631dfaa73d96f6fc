//! Pipes, closed streams and full devices.

use super::*;

/// Runs with a stdout whose reader has gone before anything is written.
fn finish_unread(command: &mut Command) -> Finished {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let child = command.stdout(writer).stderr(Stdio::piped()).spawn();
    finished(child.unwrap().wait_with_output().unwrap())
}

#[test]
fn closed_pipe_is_silent_and_not_a_failure() {
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
fn reader_that_stops_early_gets_the_first_lines() {
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
fn help_into_a_closed_pipe_is_not_a_failure() {
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
fn full_stdout_is_a_failure() {
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
fn closed_stderr_changes_neither_the_result_nor_the_exit_code() {
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
fn broken_stderr_pipe_changes_neither_the_result_nor_the_exit_code() {
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
fn closed_stdout_does_not_harm_an_output_file() {
    let folder = Folder::new();
    let path = folder.path("result.csv");
    let mut command = wordle("--first-guess-sweep --format csv --output");
    let run = with_closed("1", command.arg(&path));
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(text(&path).lines().count(), 12_973);
}
