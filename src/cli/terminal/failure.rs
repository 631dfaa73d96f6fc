//! How the command ends: messages on stderr and exit codes.

use std::process::ExitCode;

use wordgame_engine::Failure;

/// Reports a failure on stderr and returns its exit code: 2 for bad input, 1 for other failures, 0 for a closed
/// pipe, and 130 for an interruption, as shells expect.
pub fn report(failure: &Failure) -> ExitCode {
    match failure {
        Failure::BadInput(message) => {
            crate::cli::terminal::note(&format!("error: {message}"));
            ExitCode::from(2)
        }
        Failure::Failed(message) => {
            crate::cli::terminal::note(&format!("error: {message}"));
            ExitCode::FAILURE
        }
        Failure::ClosedPipe => ExitCode::SUCCESS,
        Failure::Interrupted(left) => {
            crate::cli::terminal::note(&format!("interrupted; {left}"));
            ExitCode::from(130)
        }
    }
}

/// An error in the arguments as one line: clap's message without its usage text.
pub fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim);
    let message =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let message: Vec<&str> = message.filter(|line| !line.is_empty()).collect();
    let message = message.join("; ").replace(":; ", ": ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    Failure::BadInput(format!("{message}; see --help"))
}
