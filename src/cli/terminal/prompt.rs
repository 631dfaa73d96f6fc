//! Lines that a person types, or that a pipe brings.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use wordgame_engine::Failure;

/// Where lines come from: an editor with a history on a terminal, else standard input as it is.
pub struct Prompt(Option<DefaultEditor>);

impl Prompt {
    /// Opens the editor if a person sits at both ends.
    pub fn open() -> Result<Prompt, Failure> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Prompt(None));
        }
        let editor = DefaultEditor::new();
        let editor =
            editor.map_err(|error| Failure::Failed(format!("cannot edit lines: {error}")))?;
        Ok(Prompt(Some(editor)))
    }

    /// The next line without its end, after `prompt` on a terminal. None at the end of the input, and
    /// where a person interrupts it.
    pub fn read(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let reading = |error: String| Failure::Failed(format!("cannot read a line: {error}"));
        let Some(editor) = &mut self.0 else {
            let mut line = Vec::new();
            let read = io::stdin().lock().read_until(b'\n', &mut line);
            read.map_err(|error| reading(error.to_string()))?;
            let text = String::from_utf8_lossy(&line);
            return Ok((!line.is_empty()).then(|| text.trim().to_owned()));
        };
        match editor.readline(prompt) {
            Ok(line) => {
                // A line that the history does not take is read all the same.
                let _ = editor.add_history_entry(&line);
                Ok(Some(line.trim().to_owned()))
            }
            // A byte that is no text: as a pipe has it, a line that nobody understands.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Some(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(reading(error.to_string())),
        }
    }
}

/// Says something to the person who types, at once.
///
/// # Errors
/// [`Failure`], if nobody listens.
pub fn say(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    writeln!(stdout, "{text}")
        .and_then(|()| stdout.flush())
        .map_err(|error| Failure::writing("to standard output", &error))
}
