//! How the command ends: messages on stderr and exit codes.

use std::process::ExitCode;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use wordgame_engine::Failure;

use crate::cli::terminal::{interrupt, note};

/// Reports a failure on stderr and returns its exit code: 2 for bad input, 1 for other failures, 0 for a closed
/// pipe, and 130 for an interruption, as shells expect.
pub fn report(failure: &Failure) -> ExitCode {
    match failure {
        Failure::BadInput(message) => {
            note(&format!("error: {message}"));
            ExitCode::from(2)
        }
        Failure::Failed(message) => {
            note(&format!("error: {message}"));
            ExitCode::FAILURE
        }
        Failure::ClosedPipe => ExitCode::SUCCESS,
        Failure::Interrupted(left) => {
            note(&format!("interrupted; {left}"));
            ExitCode::from(interrupt::EXIT_CODE)
        }
    }
}

/// An error in the arguments as one line: clap's message without its usage text. `engine` is the whole command line.
pub fn usage(error: &clap::Error, engine: &Command) -> Failure {
    if let Some(option) = unknown_option(error)
        && has_option(engine, option)
    {
        // Clap would suggest the option of this command that looks most like it.
        return Failure::BadInput(format!(
            "this command has no option {option}; other commands have it; see --help"
        ));
    }
    if let Some(message) = option_before_subcommand(error, engine) {
        return Failure::BadInput(message);
    }
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim);
    let message =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let message: Vec<&str> = message.filter(|line| !line.is_empty()).collect();
    let message = message.join("; ").replace(":; ", ": ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    Failure::BadInput(format!("{message}; see --help"))
}

/// The message for arguments of a job that come before its name, as in `engine wordle --list nyt suggest`.
fn option_before_subcommand(error: &clap::Error, engine: &Command) -> Option<String> {
    let ContextValue::String(job) = error.get(ContextKind::InvalidSubcommand)? else {
        return None;
    };
    let before = match error.get(ContextKind::PriorArg)? {
        ContextValue::String(before) => before.clone(),
        ContextValue::Strings(before) => before.join(" "),
        _ => return None,
    };
    let is_job = engine
        .get_subcommands()
        .any(|game| game.find_subcommand(job).is_some());
    (error.kind() == ErrorKind::ArgumentConflict && is_job)
        .then(|| format!("write {before} after '{job}', as in: {job} {before}; see --help"))
}

/// The option that a command does not have, if that is the error.
fn unknown_option(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => {
            Some(option)
        }
        _ => None,
    }
}

/// True if a command or one of its subcommands has an option, given with its dashes.
fn has_option(command: &Command, option: &str) -> bool {
    let Some(name) = option.strip_prefix("--") else {
        return false;
    };
    command
        .get_arguments()
        .any(|arg| arg.get_long() == Some(name))
        || command
            .get_subcommands()
            .any(|command| has_option(command, option))
}
