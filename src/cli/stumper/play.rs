//! `engine stumper play`: a game at the terminal, with hints for whoever asks.

use clap::Args;
use itertools::Itertools;
use wordgame_engine::Failure;
use wordgame_engine::report::numbers::counted;
use wordgame_engine::report::stumper::hint::{Hint, HintLevel};
use wordgame_engine::report::stumper::points;
use wordgame_engine::report::{Document, text};
use wordgame_engine::stumper::{GameState, Solution};

use super::solve::solve;
use super::words::{WordArgs, Words};
use crate::cli::prompt::{Prompt, say};
use crate::cli::seed::random_seed;

/// Words can be `hint` and `quit` too: what is no word begins with a stroke.
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
        Some(word) => words.find_start(word, "WORD")?,
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
        positions: vec![words.start(start)],
        hints: 0,
    };
    say("/help shows what can be typed besides words")?;
    say(&game.state())?;
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

/// A game and how it came there.
struct Game<'a> {
    words: &'a Words,
    solution: &'a Solution<'a>,
    /// The position after each word; there is one at least.
    positions: Vec<GameState>,
    /// Hints given in this position.
    hints: usize,
}

impl Game<'_> {
    fn position(&self) -> &GameState {
        self.positions.last().expect("the start stays")
    }

    fn is_over(&self) -> bool {
        self.solution.moves(self.position()).is_empty()
    }

    /// Does what a line asks for, and says what came of it.
    fn answer(&mut self, line: &str) -> String {
        match line {
            "" => String::new(),
            "/help" => HELP.to_owned(),
            "/hint" => self.hint(),
            "/score" => self.score(),
            "/moves" => self.moves(),
            "/undo" => self.undo(),
            word => self.play(word),
        }
    }

    fn play(&mut self, text: &str) -> String {
        let graph = &self.words.graph;
        let Some(word) = graph.find(text) else {
            return format!("'{text}' is not among the words; /help shows what else can be typed");
        };
        let mut position = self.position().clone();
        if let Err(illegal) = position.play(graph, word) {
            return format!("'{text}' cannot be played: {illegal}");
        }
        self.positions.push(position);
        self.hints = 0;
        match self.is_over() {
            true => format!("{}; the game is over: /undo or /quit", self.state()),
            false => self.state(),
        }
    }

    fn undo(&mut self) -> String {
        if self.positions.len() == 1 {
            return "this is the start".to_owned();
        }
        self.positions.pop();
        self.hints = 0;
        self.state()
    }

    fn hint(&mut self) -> String {
        let level = [HintLevel::Kind, HintLevel::Letter, HintLevel::Word][self.hints.min(2)];
        self.hints += 1;
        let text = Hint::new(self.solution, self.position()).text(level);
        text.unwrap_or_else(|| "no move is possible".to_owned())
    }

    fn score(&self) -> String {
        let best = Hint::new(self.solution, self.position()).best_score();
        format!("{}; best score in reach: {best}", self.state())
    }

    fn moves(&self) -> String {
        let mut document = Document::new();
        document.table(Hint::new(self.solution, self.position()).table());
        text::to_string(document).trim_end().to_owned()
    }

    /// The word in play, the points and the moves left.
    fn state(&self) -> String {
        let position = self.position();
        format!(
            "{}: {}, {} left",
            self.words.graph.word(position.word()),
            points(position.score()),
            counted(position.moves_left() as usize, "move", "moves"),
        )
    }

    /// How the game went, beside how it could have.
    fn farewell(&self) -> String {
        let graph = &self.words.graph;
        let start = &self.positions[0];
        let path = self
            .solution
            .first_best_game(start)
            .into_iter()
            .map(|step| step.word);
        let best = [start.word()]
            .into_iter()
            .chain(path)
            .map(|word| graph.word(word))
            .join(" ");
        let of_start = self.solution.of_start(start.word()).score;
        let scored = points(self.position().score());
        format!("{scored}; the best game scores {of_start}: {best}")
    }
}
