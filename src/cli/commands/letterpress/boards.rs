//! Boards on the command line: letters and masks, a board file, or a file of many boards.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use serde::Deserialize;
use serde_json::Value;
use wordgame_engine::Failure;
use wordgame_engine::letterpress::board::SavedTurn;
use wordgame_engine::letterpress::game::Side;
use wordgame_engine::letterpress::{Board, BoardFile};
use wordgame_engine::words::read_text;

/// Options that describe one board.
#[derive(Args)]
pub struct BoardArgs {
    /// The board: its 25 letters row by row, or a board file (five rows of letters, a blank line, five
    /// rows of owners: . free, o ours, t theirs; a blank line, the words played)
    #[arg(value_name = "BOARD")]
    board: Option<String>,
    /// The board, as an option
    #[arg(long = "board", value_name = "BOARD", conflicts_with = "board")]
    named_board: Option<String>,
    /// Our squares: decimal, 0x or 0b; the square in row r and column c, from 0, is bit 5r + c
    #[arg(long, value_name = "MASK", value_parser = mask)]
    ours: Option<u64>,
    /// The opponent's squares, in the same form
    #[arg(long, value_name = "MASK", value_parser = mask)]
    theirs: Option<u64>,
    /// Words that were played already. They and words that they begin with cannot be played again
    #[arg(long, value_name = "WORD,…", value_delimiter = ',', value_parser = |word: &str| Ok::<_, String>(word.trim().to_owned()))]
    played: Vec<String>,
}

/// Options that describe one board or many.
#[derive(Args)]
#[command(group(ArgGroup::new("which").required(true).args(["board", "named_board", "boards"])))]
pub struct BoardsArgs {
    #[command(flatten)]
    one: BoardArgs,
    /// Many boards: a file with one JSON object per line, as in {"board": "efpj…", "ours": 2595, "theirs":
    /// "0x1a00010", "played": ["mumble"]}; everything except the board can be left out
    #[arg(long, value_name = "FILE", conflicts_with_all = ["board", "named_board", "ours", "theirs", "played"])]
    boards: Option<PathBuf>,
}

/// Reads a mask: decimal, hexadecimal after 0x, or binary after 0b. Underscores are ignored.
fn mask(text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "").to_ascii_lowercase();
    let mask = match digits.split_at_checked(2) {
        Some(("0x", digits)) => u64::from_str_radix(digits, 16),
        Some(("0b", digits)) => u64::from_str_radix(digits, 2),
        _ => digits.parse(),
    };
    mask.map_err(|_| {
        "expected a mask of 25 bits: decimal, hexadecimal after 0x, or binary after 0b".into()
    })
}

impl BoardsArgs {
    /// The options that may name a file of boards, with their paths.
    pub fn files(&self) -> [(&'static str, Option<&Path>); 2] {
        [
            ("BOARD", self.one.text().map(Path::new)),
            ("--boards", self.boards.as_deref()),
        ]
    }

    /// True if there may be many boards.
    pub fn are_many(&self) -> bool {
        self.boards.is_some()
    }

    /// Reads the board, or the boards.
    pub fn read(&self) -> Result<Vec<Board>, Failure> {
        match &self.boards {
            Some(path) => read_many(path),
            None => Ok(vec![self.one.read()?]),
        }
    }
}

impl BoardArgs {
    /// Reads the board of a game that is not over, to rank our moves. Says so if it is the opponent's turn.
    pub fn read(&self) -> Result<Board, Failure> {
        let BoardFile { board, turn } = self.read_game()?;
        if turn.is_some_and(|turn| turn.to_move == Side::Theirs) {
            crate::cli::terminal::note(&format!(
                "note: {} says that it is their turn; these are our moves",
                self.text().unwrap_or_default()
            ));
        }
        Ok(board)
    }

    /// Reads the board of a game that is not over, and whose turn it is.
    pub fn read_game(&self) -> Result<BoardFile, Failure> {
        let file = self.read_any()?;
        let over = match file.turn {
            Some(SavedTurn { passes: 2.., .. }) => Some(file.board.over("both players passed")),
            _ => file.board.game_over(),
        };
        match over {
            None => Ok(file),
            Some(over) => Err(Failure::BadInput(over)),
        }
    }

    /// The board's letters, or the name of its file.
    fn text(&self) -> Option<&str> {
        self.board.as_deref().or(self.named_board.as_deref())
    }

    fn read_any(&self) -> Result<BoardFile, Failure> {
        let text = self.text().unwrap_or_default();
        let path = Path::new(text);
        // The rows may be typed with spaces between them.
        let letters: String = text.split_whitespace().collect();
        let is_letters =
            letters.len() == 25 && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !is_letters && path.exists() {
            return self.read_file(path);
        }
        let (ours, theirs) = (self.ours.unwrap_or(0), self.theirs.unwrap_or(0));
        let board = Board::new(&letters, ours, theirs, &self.played).map_err(|error| {
            let hint = if is_letters {
                ""
            } else {
                ", and there is no such file"
            };
            Failure::BadInput(format!("{error}{hint}"))
        })?;
        Ok(BoardFile { board, turn: None })
    }

    fn read_file(&self, path: &Path) -> Result<BoardFile, Failure> {
        if self.ours.is_some() || self.theirs.is_some() || !self.played.is_empty() {
            return Err(Failure::BadInput(format!(
                "{} is a board file, which says itself who owns what and what was played: leave \
                 --ours, --theirs and --played out",
                path.display()
            )));
        }
        let text = read_text(path)?;
        BoardFile::parse(&text)
            .map_err(|error| Failure::BadInput(format!("{}: {error}", path.display())))
    }
}

fn read_many(path: &Path) -> Result<Vec<Board>, Failure> {
    let text = read_text(path)?;
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let boards: Vec<Board> = lines
        .map(|(number, line)| {
            read_line(line).map_err(|error| {
                let path = path.display();
                Failure::BadInput(format!("{path}, line {number}: {error}"))
            })
        })
        .collect::<Result<_, _>>()?;
    if boards.is_empty() {
        return Err(Failure::BadInput(format!(
            "{} has no boards",
            path.display()
        )));
    }
    Ok(boards)
}

/// A line of a file of boards. The values are checked one by one, so that errors name the field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
struct BoardLine {
    #[serde(default)]
    board: Value,
    #[serde(default)]
    ours: Value,
    #[serde(default)]
    theirs: Value,
    #[serde(default)]
    played: Value,
}

/// Reads a line of a file of boards.
///
/// # Errors
/// What is wrong with it, and in which field.
fn read_line(line: &str) -> Result<Board, String> {
    let line: BoardLine = serde_json::from_str(line).map_err(|error| json_error(&error))?;
    let board = match &line.board {
        Value::String(letters) => letters,
        Value::Null => return Err("the field 'board' is missing".to_owned()),
        other => return Err(format!("board: expected a text, found {}", found(other))),
    };
    let ours = mask_of(&line.ours).map_err(|error| format!("ours: {error}"))?;
    let theirs = mask_of(&line.theirs).map_err(|error| format!("theirs: {error}"))?;
    let played = words_of(&line.played).map_err(|error| format!("played: {error}"))?;
    Board::new(board, ours, theirs, played).map_err(|error| error.to_string())
}

/// A mask as a number, or as a text in the form of the options; null is the empty mask.
fn mask_of(value: &Value) -> Result<u64, String> {
    let mask = match value {
        Value::Null => Some(0),
        Value::Number(number) => number.as_u64(),
        Value::String(text) => mask(text).ok(),
        _ => None,
    };
    mask.ok_or_else(|| {
        format!(
            "expected a mask of 25 bits, a number from 0 or a text such as \"0x1f\"; found {}",
            found(value)
        )
    })
}

/// A list of words; null is the empty list.
fn words_of(value: &Value) -> Result<Vec<&str>, String> {
    let expected = |value| format!("expected a list of words, found {}", found(value));
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(words) => words
            .iter()
            .map(|word| word.as_str().ok_or_else(|| expected(word)))
            .collect(),
        other => Err(expected(other)),
    }
}

/// The beginning of a JSON value, for people.
fn found(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        other => other.to_string().chars().take(40).collect(),
    }
}

/// An error of the JSON library about one line. The library counts that line as line 1, which would mislead.
fn json_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    let text = text.strip_suffix(&position).unwrap_or(&text);
    let text = format!("{text} at column {}", error.column());
    if error.is_data() {
        text
    } else {
        format!("not a JSON object such as {{\"board\": \"efpj…\"}} ({text})")
    }
}
