//! How a run can end badly, and the exit code of each.

use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

use wordgame_engine::compute::ComputeError;
use wordgame_engine::guessing::optimal::TooLittleMemory;
use wordgame_engine::guessing::turn::{Contradiction, TurnError};
use wordgame_engine::words::{LoadError, NotAWord};

/// Why a run ended early.
#[derive(Debug)]
pub enum Failure {
    /// The user has to change something: one line that says what, where, and what to do. Exit code 2.
    BadInput(String),
    /// Something broke that is not the user's doing. Exit code 1.
    Failed(String),
    /// The reader of our output went away: nothing to say. Exit code 0.
    ClosedPipe,
    /// Ctrl-C, or a signal to end, with what became of the job. Exit code 130, as shells expect it.
    Interrupted(&'static str),
}

impl Failure {
    /// Says what there is to say on stderr.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::BadInput(message) => {
                super::note(&format!("error: {message}"));
                ExitCode::from(2)
            }
            Failure::Failed(message) => {
                super::note(&format!("error: {message}"));
                ExitCode::FAILURE
            }
            Failure::ClosedPipe => ExitCode::SUCCESS,
            Failure::Interrupted(left) => {
                super::note(&format!("interrupted; {left}"));
                ExitCode::from(130)
            }
        }
    }

    /// A failure to write to `place`.
    pub fn writing(place: &str, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Failed(format!("cannot write {place}: {error}")),
        }
    }
}

/// What went wrong, in the words of [`Failure::report`].
impl Display for Failure {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::BadInput(message) | Failure::Failed(message) => to.write_str(message),
            Failure::ClosedPipe => to.write_str("the reader of a pipe went away"),
            Failure::Interrupted(left) => write!(to, "interrupted; {left}"),
        }
    }
}

/// An error in the arguments, as one line: what clap says, without its usage text.
pub fn usage(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim);
    let told =
        lines.take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let told: Vec<&str> = told.filter(|line| !line.is_empty()).collect();
    let told = told.join("; ").replace(":; ", ": ");
    let told = told.strip_prefix("error: ").unwrap_or(&told);
    Failure::BadInput(format!("{told}; see --help"))
}

impl From<ComputeError> for Failure {
    fn from(error: ComputeError) -> Failure {
        Failure::Failed(error.to_string())
    }
}

/// Errors of the library that say what the user has to mend.
macro_rules! bad_input {
    ($($error:ty),+) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::BadInput(error.to_string())
            }
        })+
    };
}

impl From<TooLittleMemory> for Failure {
    fn from(error: TooLittleMemory) -> Failure {
        Failure::BadInput(format!("{error}; raise --memory"))
    }
}

bad_input!(LoadError, NotAWord, TurnError, Contradiction);
