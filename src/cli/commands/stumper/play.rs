//! `engine stumper play`: a game at the terminal, with hints on request.

use clap::Args;
use itertools::Itertools;
use wordgame_engine::Failure;
use wordgame_engine::report::numbers::counted;
use wordgame_engine::report::stumper::hint::{Hint, HintLevel};
use wordgame_engine::report::stumper::points;
use wordgame_engine::report::{Document, text};
use wordgame_engine::stumper::{GameState, Solution};

use super::solve::solve;
use crate::cli::args::seed::random_seed;
use crate::cli::commands::stumper::words::{WordArgs, Words};
use crate::cli::terminal::prompt::{Prompt, say};

/// Commands begin with a slash, because `hint` and `quit` are words that can be played.
const HELP: &str = "\
Type the word to play. Besides:
  /hint   a hint of the best move; again for its letter, and once more for the word
  /score  the points, the moves left, and the best score still in reach
  /moves  every move and the best score after it
  /undo   take the last move back
  /quit   end the game";

/// A game at the terminal: type words, ask for hints, take moves back
#[derive(Args)]
pub struct PlayArgs {
    /// The word to start on [default: a random one]
    #[arg(value_name = "WORD")]
    start: Option<String>,
    #[command(flatten)]
    words: WordArgs,
}

/// Runs `engine stumper play`.
pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    let words = args.words.load()?;
    let start = match &args.start {
        Some(word) => words.find_start(word, "WORD", "")?,
        None => {
            words.check_starts()?;
            let starts = words.graph.starts();
            let position = random_seed()? % starts.len() as u64;
            starts
                .get(position as usize)
                .expect("the remainder is less than the number of starts")
        }
    };
    let solution = solve(&words.graph);
    let mut game = Game {
        words: &words,
        solution: &solution,
        states: vec![words.start(start)],
        hints: 0,
    };
    say("/help shows what can be typed besides words")?;
    say(&game.summary())?;
    let mut prompt = Prompt::open()?;
    while let Some(line) = prompt.read("> ")? {
        if line == "/quit" {
            break;
        }
        let answer = game.answer(&line.to_ascii_lowercase());
        if !answer.is_empty() {
            say(&answer)?;
        }
    }
    say(&game.farewell())
}

/// A game in progress, with its history.
struct Game<'a> {
    words: &'a Words,
    solution: &'a Solution<'a>,
    /// The state at the start and after each move.
    states: Vec<GameState>,
    /// The number of hints given in this state.
    hints: usize,
}

impl Game<'_> {
    fn state(&self) -> &GameState {
        self.states
            .last()
            .expect("the state at the start is never removed")
    }

    fn is_over(&self) -> bool {
        self.solution.moves(self.state()).is_empty()
    }

    /// Does what a line asks for, and returns the answer.
    fn answer(&mut self, line: &str) -> String {
        match line {
            "" => String::new(),
            "/help" => HELP.to_owned(),
            "/hint" => self.hint(),
            "/score" => self.score(),
            "/moves" => self.moves(),
            "/undo" => self.undo(),
            command if command.starts_with('/') => {
                format!("'{command}' is not a command; /help shows what can be typed")
            }
            word => self.play(word),
        }
    }

    fn play(&mut self, text: &str) -> String {
        let graph = &self.words.graph;
        let Some(word) = graph.find(text) else {
            return format!("'{text}' is not among the words; /help shows what else can be typed");
        };
        let mut state = self.state().clone();
        if let Err(illegal) = state.play(graph, word) {
            return format!("'{text}' cannot be played: {illegal}");
        }
        self.states.push(state);
        self.hints = 0;
        let summary = self.summary();
        if self.is_over() {
            format!("{summary}; the game is over: /undo or /quit")
        } else {
            summary
        }
    }

    fn undo(&mut self) -> String {
        if self.states.len() == 1 {
            return "this is the start".to_owned();
        }
        self.states.pop();
        self.hints = 0;
        self.summary()
    }

    fn hint(&mut self) -> String {
        let level = [HintLevel::Kind, HintLevel::Letter, HintLevel::Word][self.hints.min(2)];
        self.hints += 1;
        let text = Hint::new(self.solution, self.state()).text(level);
        text.unwrap_or_else(|| "no move is possible".to_owned())
    }

    fn score(&self) -> String {
        let best = Hint::new(self.solution, self.state()).best_score();
        format!("{}; best score in reach: {best}", self.summary())
    }

    fn moves(&self) -> String {
        let mut document = Document::new();
        document.table(Hint::new(self.solution, self.state()).table());
        text::to_string(document).trim_end().to_owned()
    }

    /// The word in play, the points and the moves left.
    fn summary(&self) -> String {
        let state = self.state();
        format!(
            "{}: {}, {} left",
            self.words.graph.word(state.word()),
            points(state.score()),
            counted(state.moves_left() as usize, "move", "moves"),
        )
    }

    /// The score, compared with the best game.
    fn farewell(&self) -> String {
        let graph = &self.words.graph;
        let start = &self.states[0];
        let steps = self.solution.first_best_game(start).into_iter();
        let words = [start.word()]
            .into_iter()
            .chain(steps.map(|step| step.word));
        let best_game = words.map(|word| graph.word(word)).join(" ");
        let best_score = self.solution.of_start(start.word()).score;
        let score = points(self.state().score());
        format!("{score}; the best game scores {best_score}: {best_game}")
    }
}
