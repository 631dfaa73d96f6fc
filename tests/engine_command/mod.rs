//! Runs the binary `engine` as a user does, on the CPU.

use std::process::{Command, Output, Stdio};

/// The exit code and output of a finished run.
#[derive(Debug)]
pub struct Finished {
    /// The exit code, or `None` if a signal ended the process.
    pub code: Option<i32>,
    /// The text on stdout.
    pub stdout: String,
    /// The text on stderr.
    pub stderr: String,
}

/// `engine` with these arguments (split at spaces), without the settings of the user's environment.
pub fn engine(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
    command.args(args.split_whitespace());
    for variable in [
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "NO_COLOR",
        "COLUMNS",
        "ENGINE_BACKEND",
        "ENGINE_ADAPTER",
        "ENGINE_THREADS",
    ] {
        command.env_remove(variable);
    }
    // Without this variable Mesa's drivers print complaints on stderr.
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        command.env("XDG_RUNTIME_DIR", std::env::temp_dir());
    }
    command.stdin(Stdio::null());
    command
}

/// `engine --backend cpu wordle` with these arguments, split at spaces.
#[allow(dead_code, reason = "not every test asks of Wordle")]
pub fn wordle(args: &str) -> Command {
    engine(&format!("--backend cpu wordle {args}"))
}

/// Runs a command to its end.
pub fn finish(command: &mut Command) -> Finished {
    finished(command.output().expect("the command starts"))
}

/// Converts the output of a finished command.
pub fn finished(output: Output) -> Finished {
    let text = |bytes| String::from_utf8(bytes).expect("engine prints UTF-8");
    let finished = Finished {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    for sign in ["panicked", "RUST_BACKTRACE", "stack backtrace"] {
        assert!(!finished.stderr.contains(sign), "{finished:?}");
    }
    finished
}

/// The JSON fields that differ from run to run: times, and counts that depend on the order of work.
#[allow(dead_code, reason = "not every test compares results")]
const VARYING: [&str; 6] = [
    "seconds",
    "nodes",
    "scans",
    "scanned_ahead",
    "remembered",
    "bytes",
];

/// A JSON result without the fields that differ from run to run.
#[allow(dead_code, reason = "not every test compares results")]
pub fn without_varying(text: &str) -> String {
    let varies = |line: &&str| {
        let name = line.trim_start().strip_prefix('"');
        let name = name.and_then(|rest| rest.split_once("\":"));
        !name.is_some_and(|(name, _)| VARYING.contains(&name))
    };
    text.lines()
        .filter(varies)
        .map(|line| format!("{line}\n"))
        .collect()
}
