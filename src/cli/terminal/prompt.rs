//! Reading lines from the user or from a pipe, and answering.

use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};
use wordgame_engine::Failure;

/// The source of lines: an editor with a history on a terminal, otherwise plain standard input.
pub struct Prompt(Option<DefaultEditor>);

impl Prompt {
    /// Opens the editor if standard input and output are both terminals.
    pub fn open() -> Result<Prompt, Failure> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Prompt(None));
        }
        // With bracketed paste, several pasted lines would arrive as one. Without it, they arrive as if they were typed.
        // The editor keeps what it has read beyond a line for the next one (its feature `buffer-redux`).
        let editor = DefaultEditor::with_config(Config::builder().bracketed_paste(false).build());
        let editor =
            editor.map_err(|error| Failure::Failed(format!("cannot edit lines: {error}")))?;
        Ok(Prompt(Some(editor)))
    }

    /// True if a person types the lines at a terminal.
    pub fn is_terminal(&self) -> bool {
        self.0.is_some()
    }

    /// The next line without its line break. On a terminal, `prompt` is shown first. `None` at the end of the input, or
    /// if the user presses Ctrl-C.
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
                // The history is a convenience: if it refuses the line, the game continues.
                let _ = editor.add_history_entry(&line);
                Ok(Some(line.trim().to_owned()))
            }
            // Bytes that are not UTF-8. A pipe replaces them in the same way.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Some(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(reading(error.to_string())),
        }
    }
}

/// Prints an answer on stdout at once.
///
/// # Errors
/// The failure to write to stdout.
pub fn say(text: &str) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    writeln!(stdout, "{text}")
        .and_then(|()| stdout.flush())
        .map_err(|error| Failure::writing("to standard output", &error))
}
