//! `engine letterpress play`: a game from move to move with suggestions, or a game against the engine.

use std::path::Path;

use clap::{ArgGroup, Args, ValueEnum};
use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::files::write_file;
use wordgame_engine::letterpress::board::SavedTurn;
use wordgame_engine::letterpress::game::{Outcome, Side, Turn};
use wordgame_engine::letterpress::{
    BestTurns, BoardFile, Game, Lexicon, MoveOrder, RankOptions, RankedTurn, Ranker, Rows,
    best_turns,
};
use wordgame_engine::report::Alignment::{Left, Right};
use wordgame_engine::report::letterpress::{beaten_by, drawing, score_cells};
use wordgame_engine::report::{Cell, Document, Table, cells, text};
use wordgame_engine::words::Vocabulary;

use super::boards::BoardArgs;
use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::vocabulary::level_parser;
use crate::cli::commands::letterpress::words::{WordArgs, Words};
use crate::cli::commands::letterpress::{RankingName, squares};
use crate::cli::terminal::prompt::{Prompt, say};

/// The number of turns that are suggested.
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
  /save FILE  write the game to a new file, to continue later; /save! replaces a file
  /quit       end";

/// Follow a game from move to move: type the moves of both sides, or play against the engine
#[derive(Args)]
#[command(group(ArgGroup::new("which").required(true).args(["board", "named_board"])))]
pub struct PlayArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Whose turn it is [default: as the board file says, otherwise ours]
    #[arg(long, value_enum, value_name = "SIDE")]
    first: Option<SideName>,
    /// Let the engine play the other side, with the words of this vocabulary. It always takes the turn that it would
    /// suggest first, if both sides knew these words
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
    let BoardFile { board, turn } = args.board.read_game()?;
    let words = args.words.load()?;
    if let Some(level) = args.opponent {
        words.check_level(level, "--opponent")?;
    }
    let backend = compute.open_backend_for_one()?;
    let saved = turn.unwrap_or(SavedTurn {
        to_move: Side::Ours,
        passes: 0,
    });
    let first = match args.first {
        Some(SideName::Ours) => Side::Ours,
        Some(SideName::Theirs) => Side::Theirs,
        None => saved.to_move,
    };
    // If the file is contradicted, its passes do not count either.
    let passes = if first == saved.to_move {
        saved.passes
    } else {
        0
    };
    let mut session = Session {
        game: Game::continued(board, first, passes, words.dictionary()),
        saved_turns: Vec::new(),
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
    let mut is_warned = false;
    loop {
        if session.is_opponents_turn() {
            say(&session.reply()?)?;
        }
        let Some(line) = prompt.read(&session.prompt())? else {
            if is_warned || !prompt.is_terminal() || !session.is_unsaved() {
                return Ok(());
            }
            is_warned = true;
            say("the game is not saved: /save FILE saves it, Ctrl-C or Ctrl-D again ends it")?;
            continue;
        };
        is_warned = false;
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
    /// The turns that the last `/save` wrote.
    saved_turns: Vec<Turn>,
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
            ("/save" | "/save!", "") => "name the file, as in: /save game.txt".to_owned(),
            ("/save", path) if Path::new(path).exists() => {
                format!("{path} exists; /save! {path} replaces it")
            }
            ("/save" | "/save!", path) => self.save(Path::new(path)),
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

    /// Takes the engine's best turn.
    fn reply(&mut self) -> Result<String, Failure> {
        let known = self.opponent.as_ref().unwrap_or(&self.all);
        let best = self.best(known, known, 1)?;
        let made = match best.turns.first().and_then(|turn| turn.played) {
            Some(best) => self
                .game
                .play(self.words.dictionary().word(best.word), best.squares),
            None => self.game.pass(),
        };
        made.expect("a ranking holds moves that can be made, and the game is not over");
        self.turn_made()
    }

    /// The best turns of the side to move, which knows some words, against a side that knows others.
    fn best(&self, known: &Lexicon, opponents: &Lexicon, top: usize) -> Result<BestTurns, Failure> {
        let options = RankOptions {
            order: self.order,
            rows: Rows::Words,
            fold: true,
            top,
        };
        let ranker = Ranker::new(known, self.backend, options);
        Ok(best_turns(&self.game, &ranker, opponents)?)
    }

    /// True if turns were made since the game was saved, and it is not over.
    fn is_unsaved(&self) -> bool {
        self.game.outcome().is_none() && self.game.turns() != self.saved_turns
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
        let to_move = self.game.to_move();
        text.push_str(&format!("{} to move", to_move.name()));
        if self.game.passes() > 0 {
            let other = to_move.other().name();
            text.push_str(&format!("; {other} passed, so a pass ends the game"));
        }
        if self.all.playable(self.game.board()).is_empty() {
            text.push_str("\nno word is left to play: /pass");
        } else if self.game.to_move() == Side::Ours && self.opponent.is_none() {
            text.push_str(&format!("\n{}", self.suggestion()?));
        }
        Ok(text)
    }

    /// The best turns as a table, each as it is typed.
    fn suggestion(&self) -> Result<String, Failure> {
        if self.game.outcome().is_some() {
            return Ok("the game is over".to_owned());
        }
        let opponents = self.opponent.as_ref().unwrap_or(&self.all);
        let best = self.best(&self.known, opponents, SUGGESTED)?;
        if let [RankedTurn { played: None, .. }] = best.turns[..] {
            let words = self.words.describe();
            return Ok(format!("no word can be played ({words}): /pass"));
        }
        let mut table = Table::new([
            ("#", Right),
            ("word", Left),
            ("squares", Left),
            ("beaten by", Left),
            ("end", Left),
            ("protected", Right),
            ("vulnerable", Right),
            ("owned", Right),
        ]);
        for (number, turn) in (1_usize..).zip(&best.turns) {
            table.row(self.cells(number, turn));
        }
        let mut document = Document::new();
        if best.every_move_loses {
            document.line(if best.pass_loses {
                "every move loses at once to an opponent who sees the reply, and so does a pass"
            } else {
                "every move loses at once to an opponent who sees the reply; a pass does not"
            });
        }
        document.table(table);
        Ok(text::to_string(document).trim_end().to_owned())
    }

    /// The cells of a turn in the table of suggestions.
    fn cells(&self, number: usize, turn: &RankedTurn) -> Vec<Cell> {
        let board = self.game.board();
        let (word, squares) = match turn.played {
            None => ("/pass", String::new()),
            Some(played) => {
                let word = self.words.dictionary().word(played.word);
                (word, squares::spelled(board, word, played.squares))
            }
        };
        let beaten_by = beaten_by(turn.threat, self.words.dictionary());
        let end = match turn.outcome {
            None => "",
            Some(Outcome::Drawn) => "drawn",
            Some(Outcome::Won(side)) if side == self.game.to_move() => "won",
            Some(Outcome::Won(_)) => "lost",
        };
        let mut cells = cells![number, word, squares, beaten_by, end];
        // Of a pass, the first of these figures does not know that it may end the game.
        let figures = score_cells(turn.figures(board, self.order));
        cells.extend(figures.into_iter().skip(1));
        cells
    }

    /// Writes the game to a file that `engine letterpress` reads.
    fn save(&mut self, path: &Path) -> String {
        let game = BoardFile {
            board: self.game.our_board(),
            turn: Some(SavedTurn {
                to_move: self.game.to_move(),
                passes: self.game.passes().min(2),
            }),
        };
        let game = game.to_string();
        match write_file(path, |file| file.write_all(game.as_bytes())) {
            Ok(()) => {
                self.saved_turns = self.game.turns().to_vec();
                format!("saved to {}", path.display())
            }
            Err(Failure::BadInput(message) | Failure::Failed(message)) => message,
            Err(Failure::ClosedPipe | Failure::Interrupted(_)) => {
                format!("cannot write {}", path.display())
            }
        }
    }
}
