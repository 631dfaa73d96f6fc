//! `engine letterpress play`: a game from move to move with suggestions, or a game against the engine.

use std::path::Path;

use clap::{ArgGroup, Args, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::files::write_file;
use wordgame_engine::letterpress::game::{Outcome, Side, Turn};
use wordgame_engine::letterpress::{Game, Lexicon, Move, MoveOrder, RankOptions, Ranker, Rows};
use wordgame_engine::report::Alignment::{Left, Right};
use wordgame_engine::report::letterpress::{drawing, score_cells};
use wordgame_engine::report::{Document, Table, cells, text};
use wordgame_engine::words::Vocabulary;

use super::boards::BoardArgs;
use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::vocabulary::level_parser;
use crate::cli::commands::letterpress::words::{WordArgs, Words};
use crate::cli::commands::letterpress::{RankingName, squares};
use crate::cli::terminal::prompt::{Prompt, say};

/// The number of moves that are suggested.
const SUGGESTED: usize = 5;

/// Commands begin with a slash, because `best` and `quit` are words that can be played.
const HELP: &str = "\
Type the word that was played: it takes the best squares. Name squares by row and column to make it
take those, all or some: jack 14 15. Besides:
  /best       the best moves of the side to move
  /pass       play nothing; two passes in a row end the game
  /undo       take the last move back
  /board      the board again
  /moves      the moves so far
  /save FILE  write the board to a file, to continue later
  /quit       end";

/// Follow a game from move to move: type the moves of both sides, or play against the engine
#[derive(Args)]
#[command(group(ArgGroup::new("which").required(true).args(["board", "named_board"])))]
pub struct PlayArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Whose turn it is
    #[arg(long, value_enum, default_value_t = SideName::Ours, value_name = "SIDE")]
    first: SideName,
    /// Let the engine play the other side, with the words of this vocabulary. It always makes its best move
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = true)]
    opponent: Option<Vocabulary>,
    /// How moves are ranked
    #[arg(long, value_enum, default_value_t = RankingName::Article)]
    ranking: RankingName,
    #[command(flatten)]
    words: WordArgs,
}

#[derive(Clone, Copy, ValueEnum)]
enum SideName {
    Ours,
    Theirs,
}

/// Runs `engine letterpress play`.
pub fn run(args: &PlayArgs, compute: &ComputeArgs) -> Result<(), Failure> {
    let board = args.board.read()?;
    let words = args.words.load()?;
    if let Some(level) = args.opponent {
        words.check_level(level, "--opponent")?;
    }
    let backend = compute.open_backend_for_one()?;
    let first = match args.first {
        SideName::Ours => Side::Ours,
        SideName::Theirs => Side::Theirs,
    };
    let mut session = Session {
        game: Game::new(board, first, words.dictionary()),
        words: &words,
        known: words.lexicon(),
        all: words.all(),
        opponent: args.opponent.map(|level| words.of_level(level)),
        order: args.ranking.order(),
        backend: &*backend,
    };
    say("o ours, t theirs, upper case protected; /help shows what can be typed besides words")?;
    say(&session.state()?)?;
    let mut prompt = Prompt::open()?;
    loop {
        if session.is_opponents_turn() {
            say(&session.reply()?)?;
        }
        let Some(line) = prompt.read(&session.prompt())? else {
            return Ok(());
        };
        if line == "/quit" {
            return Ok(());
        }
        let answer = session.answer(&line)?;
        if !answer.is_empty() {
            say(&answer)?;
        }
    }
}

/// A game and its players.
struct Session<'a> {
    game: Game<'a>,
    words: &'a Words,
    /// The words that are suggested.
    known: Lexicon<'a>,
    all: Lexicon<'a>,
    /// The words that the engine knows, if it plays the other side.
    opponent: Option<Lexicon<'a>>,
    order: MoveOrder,
    backend: &'a dyn Backend,
}

impl Session<'_> {
    /// Does what a line asks for, and returns the answer.
    fn answer(&mut self, line: &str) -> Result<String, Failure> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(match (command, rest.trim()) {
            ("", _) => String::new(),
            ("/help", "") => HELP.to_owned(),
            ("/best", "") => self.suggestion()?,
            ("/pass", "") => self.pass()?,
            ("/undo", "") => self.undo()?,
            ("/board", "") => self.state()?,
            ("/moves", "") => self.moves(),
            ("/save", "") => "name the file, as in: /save game.txt".to_owned(),
            ("/save", path) => self.save(Path::new(path)),
            _ if command.starts_with('/') => {
                format!("'{line}' is not a command; /help lists the commands")
            }
            (word, named) => self.play(&word.to_ascii_lowercase(), named)?,
        })
    }

    fn prompt(&self) -> String {
        match self.game.outcome() {
            Some(_) => "over> ".to_owned(),
            None => format!("{}> ", self.game.to_move().name()),
        }
    }

    /// Plays a word on the best squares that include the named ones, or says why it cannot be played.
    fn play(&mut self, word: &str, named: &str) -> Result<String, Failure> {
        let names = named.split(|c: char| c == ',' || c.is_whitespace());
        let named = match squares::parse(names.filter(|name| !name.is_empty())) {
            Ok(named) => named,
            Err(wrong) => return Ok(wrong),
        };
        let best = self.game.best_squares(word, named, self.order);
        match best.and_then(|squares| self.game.play(word, squares)) {
            Ok(()) => self.turn_made(),
            Err(illegal) => Ok(illegal.to_string()),
        }
    }

    fn pass(&mut self) -> Result<String, Failure> {
        match self.game.pass() {
            Ok(()) => self.turn_made(),
            Err(illegal) => Ok(illegal.to_string()),
        }
    }

    /// Takes back the last turn that the user typed, and the engine's reply to it.
    fn undo(&mut self) -> Result<String, Failure> {
        let is_users = |turn: &Turn| self.opponent.is_none() || turn.side == Side::Ours;
        let Some(index) = self.game.turns().iter().rposition(is_users) else {
            return Ok("there is no move to take back".to_owned());
        };
        while self.game.turns().len() > index {
            self.game.undo();
        }
        self.state()
    }

    /// True if it is the engine's turn.
    fn is_opponents_turn(&self) -> bool {
        self.opponent.is_some()
            && self.game.to_move() == Side::Theirs
            && self.game.outcome().is_none()
    }

    /// Plays the engine's best move, or passes if the engine knows no word that can be played.
    fn reply(&mut self) -> Result<String, Failure> {
        let known = self.opponent.as_ref().unwrap_or(&self.all);
        let best = self.best(known, 1)?;
        let made = match best.first() {
            Some(best) => self
                .game
                .play(self.words.dictionary().word(best.word), best.squares),
            None => self.game.pass(),
        };
        made.expect("a ranking holds moves that can be made, and the game is not over");
        self.turn_made()
    }

    /// The best moves of the side to move.
    fn best(&self, known: &Lexicon, top: usize) -> Result<Vec<Move>, Failure> {
        let options = RankOptions {
            order: self.order,
            rows: Rows::Words,
            fold: true,
            top,
        };
        let ranker = Ranker::new(known, self.backend, options);
        Ok(ranker.rank(self.game.board())?.moves)
    }

    /// The last turn, and the state of the game.
    fn turn_made(&self) -> Result<String, Failure> {
        let last = self.game.turns().last().map(|turn| self.turn(turn));
        Ok(format!("{}\n{}", last.unwrap_or_default(), self.state()?))
    }

    /// A turn with its squares.
    fn turn(&self, turn: &Turn) -> String {
        let side = turn.side.name();
        match &turn.word {
            None => format!("{side}: pass"),
            Some(word) => {
                let squares = squares::spelled(self.game.board(), word, turn.squares);
                format!("{side}: {word} {squares}")
            }
        }
    }

    fn moves(&self) -> String {
        let turns = self.game.turns().iter().map(|turn| self.turn(turn));
        let turns: Vec<String> = turns.collect();
        if turns.is_empty() {
            "no move was made yet".to_owned()
        } else {
            turns.join("\n")
        }
    }

    /// The board, the score, and whose turn it is; or how the game has ended. On our turn in a game that is played
    /// elsewhere, the best moves follow.
    fn state(&self) -> Result<String, Failure> {
        let board = self.game.our_board();
        let last = self.game.turns().last().map_or(0, |turn| turn.squares);
        let mut drawn = Document::new();
        drawn.lines(drawing::draw_numbered(&board, last).into_iter());
        let mut text = text::to_string(drawn);
        let position = board.position();
        text.push_str(&format!(
            "ours {}, theirs {}, free {}; ",
            position.ours.count_ones(),
            position.theirs.count_ones(),
            position.free().count_ones(),
        ));
        if let Some(outcome) = self.game.outcome() {
            text.push_str(match outcome {
                Outcome::Won(Side::Ours) => "the game is over: ours won",
                Outcome::Won(Side::Theirs) => "the game is over: theirs won",
                Outcome::Drawn => "the game is over: a draw",
            });
            text.push_str("\n/undo takes the last move back, /quit ends");
            return Ok(text);
        }
        text.push_str(&format!("{} to move", self.game.to_move().name()));
        if self.all.playable(self.game.board()).is_empty() {
            text.push_str("\nno word is left to play: /pass");
        } else if self.game.to_move() == Side::Ours && self.opponent.is_none() {
            text.push_str(&format!("\n{}", self.suggestion()?));
        }
        Ok(text)
    }

    /// The best moves as a table, each as it is typed.
    fn suggestion(&self) -> Result<String, Failure> {
        if self.game.outcome().is_some() {
            return Ok("the game is over".to_owned());
        }
        let best = self.best(&self.known, SUGGESTED)?;
        if best.is_empty() {
            return Ok(format!("no word can be played ({})", self.words.describe()));
        }
        let mut table = Table::new([
            ("#", Right),
            ("word", Left),
            ("squares", Left),
            ("end", Left),
            ("protected", Right),
            ("vulnerable", Right),
            ("owned", Right),
        ]);
        for (number, best) in (1_usize..).zip(&best) {
            let word = self.words.dictionary().word(best.word);
            let squares = squares::spelled(self.game.board(), word, best.squares);
            let mut cells = cells![number, word, squares];
            cells.extend(score_cells(best.score.figures()));
            table.row(cells);
        }
        let mut document = Document::new();
        document.table(table);
        Ok(text::to_string(document).trim_end().to_owned())
    }

    /// Writes the board to a file that `engine letterpress` reads.
    fn save(&self, path: &Path) -> String {
        let board = self.game.our_board().to_string();
        let first = match self.game.to_move() {
            Side::Ours => "",
            Side::Theirs => "; it is their turn: continue with --first theirs",
        };
        match write_file(path, |file| file.write_all(board.as_bytes())) {
            Ok(()) => format!("saved to {}{first}", path.display()),
            Err(Failure::BadInput(message) | Failure::Failed(message)) => message,
            Err(Failure::ClosedPipe | Failure::Interrupted(_)) => {
                format!("cannot write {}", path.display())
            }
        }
    }
}
