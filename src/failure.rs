//! Why long-running work ended early.

use std::fmt::{self, Display};
use std::io;

use crate::compute::ComputeError;
use crate::guessing::advice::AdviceError;
use crate::guessing::optimal::TooLittleMemory;
use crate::guessing::turn::{Contradiction, TurnError};
use crate::stumper::versus::TooManyStates;
use crate::words::{LoadError, NotAWord};

/// Why long-running work ended early.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong, and the user has to change it. The message is one line that says what is wrong, where,
    /// and what to do about it.
    BadInput(String),
    /// Something broke that is not the user's fault, such as a full disk or a lost GPU. The message is one line.
    Failed(String),
    /// The reader of our output closed the pipe. That is normal, as with `engine … | head`.
    ClosedPipe,
    /// Ctrl-C, or a signal to terminate. The text says what is left of the job.
    Interrupted(&'static str),
}

impl Failure {
    /// The failure to write to `target`, a path or `to standard output`.
    pub fn writing(target: &str, error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Failed(format!("cannot write {target}: {error}")),
        }
    }
}

impl Display for Failure {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Failure::BadInput(message) | Failure::Failed(message) => to.write_str(message),
            Failure::ClosedPipe => to.write_str("the reader of the output closed the pipe"),
            Failure::Interrupted(left) => write!(to, "interrupted; {left}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<ComputeError> for Failure {
    fn from(error: ComputeError) -> Failure {
        Failure::Failed(error.to_string())
    }
}

impl From<AdviceError> for Failure {
    fn from(error: AdviceError) -> Failure {
        match error {
            AdviceError::Contradiction(text) => Failure::BadInput(text),
            AdviceError::Compute(error) => error.into(),
        }
    }
}

impl From<TooLittleMemory> for Failure {
    fn from(error: TooLittleMemory) -> Failure {
        Failure::BadInput(format!("{error}; raise --memory"))
    }
}

impl From<TooManyStates> for Failure {
    fn from(error: TooManyStates) -> Failure {
        Failure::BadInput(format!(
            "{error}; lower --moves-per-player or --addition-gain, or choose fewer words"
        ))
    }
}

/// Makes errors of the library that the user has to correct into [`Failure::BadInput`].
macro_rules! bad_input {
    ($($error:ty),+) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::BadInput(error.to_string())
            }
        })+
    };
}

bad_input!(LoadError, NotAWord, TurnError, Contradiction);
