//! A simulated person at a terminal, who waits for the prompt before typing.

use std::process::Stdio;

use rexpect::process::WaitStatus;
use rexpect::session::{Options, PtySession, spawn_with_options};

use crate::engine_command::engine;

/// The longest wait for an answer, in milliseconds. Answers come quickly; this only ends a test that would hang.
const PATIENCE: u64 = 60_000;

/// The arrow key that recalls the previous line.
pub const UP: &str = "\u{1b}[A";
/// The left arrow key.
pub const LEFT: &str = "\u{1b}[D";
/// The key that deletes the character before the cursor.
pub const BACKSPACE: &str = "\u{7f}";

/// A person who plays `engine` in a pseudo-terminal.
pub struct Person {
    terminal: PtySession,
    prompt: String,
}

impl Person {
    /// Starts `engine` with these arguments, split at spaces, and these additional variables.
    pub fn at(args: &str, prompt: &str, environment: &[(&str, &str)]) -> Person {
        let mut command = engine(args);
        command.stdin(Stdio::inherit());
        command.env("TERM", "xterm-256color");
        command.envs(environment.iter().copied());
        let options = Options::new().timeout_ms(Some(PATIENCE));
        let terminal = spawn_with_options(command, options).expect("a pseudo-terminal opens");
        Person {
            terminal,
            prompt: prompt.to_owned(),
        }
    }

    /// Waits until a text appears on the screen after those seen before. Returns the output before it.
    #[track_caller]
    pub fn sees(&mut self, text: &str) -> String {
        match self.terminal.exp_string(text) {
            Ok(before) => before,
            Err(error) => panic!("{error}"),
        }
    }

    /// Sets the prompt to wait for from now on.
    pub fn prompt_becomes(&mut self, prompt: &str) {
        prompt.clone_into(&mut self.prompt);
    }

    /// Waits for the prompt, types keys and Return, and waits for the answer. The terminal echoes the keys, so `answer`
    /// must not occur in them.
    #[track_caller]
    pub fn types(&mut self, keys: &str, answer: &str) -> String {
        self.presses(&format!("{keys}\r"));
        self.sees(answer)
    }

    /// Waits for the prompt, presses Ctrl and a letter, and waits until the program has ended with success.
    #[track_caller]
    pub fn ends_with_control(mut self, letter: char) {
        self.presses_control(letter);
        self.sees_the_end();
    }

    /// Waits for the prompt and presses Ctrl and a letter.
    #[track_caller]
    pub fn presses_control(&mut self, letter: char) {
        let prompt = self.prompt.clone();
        self.sees(&prompt);
        self.terminal
            .send_control(letter)
            .expect("keys can be pressed");
    }

    /// Presses Ctrl-C and waits until the program has ended with an exit code. Returns its output since the last wait.
    #[track_caller]
    pub fn interrupts(mut self, code: i32) -> String {
        self.terminal
            .send_control('c')
            .expect("keys can be pressed");
        let rest = self.terminal.exp_eof().expect("the program ends");
        let status = self.terminal.process().wait().expect("it was started");
        assert!(
            matches!(status, WaitStatus::Exited(_, ended) if ended == code),
            "{status:?}: {rest}"
        );
        rest
    }

    /// Waits until the program has ended with success. Returns its output since the last wait.
    #[track_caller]
    pub fn sees_the_end(mut self) -> String {
        let rest = self.terminal.exp_eof().expect("the program ends");
        let status = self.terminal.process().wait().expect("it was started");
        assert!(
            matches!(status, WaitStatus::Exited(_, 0)),
            "{status:?}: {rest}"
        );
        rest
    }

    /// Waits for the prompt and presses keys.
    #[track_caller]
    pub fn presses(&mut self, keys: &str) {
        let prompt = self.prompt.clone();
        self.sees(&prompt);
        self.terminal.send(keys).expect("keys can be pressed");
        self.terminal.flush().expect("keys can be pressed");
    }
}
