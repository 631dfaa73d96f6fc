//! The games that a decision tree plays against every solution.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Alignment::{Left, Right};
use super::numbers::{counted, grouped};
use super::{Cell, Document, Table, TurnInfo, format_turns};
use crate::failure::Failure;
use crate::files::write_file;
use crate::guessing::rule::key_to_marks;
use crate::guessing::{DecisionTree, GUESSES_PER_GAME, Game, Rule, Simulation, SolutionIndex};
use crate::words::Word;

/// The number of longest games that a document shows.
const SHOWN_GAMES: usize = 5;

/// The number of words that a document lists as not found.
const SHOWN_WORDS: usize = 20;

/// Writes a decision tree to a file: as JSON if the name ends in `.json`, one game per line if it ends in `.csv`, else as
/// indented text.
///
/// # Errors
/// [`Failure`] names the file.
pub fn write_tree(path: &Path, rule: &dyn Rule, tree: &DecisionTree) -> Result<(), Failure> {
    let has_extension = |name| {
        path.extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case(name))
    };
    let text = if has_extension("json") {
        tree.to_json(rule)
    } else if has_extension("csv") {
        tree.to_games()
    } else {
        tree.to_text(rule)
    };
    write_file(path, |file| file.write_all(text.as_bytes()))
}

/// The solutions that are not found with the guesses that a player has, or their number. The name of the field says how
/// many guesses that is, if it is the usual number. Names are stable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum NotFound<T> {
    /// In a game of [`GUESSES_PER_GAME`] guesses.
    #[serde(rename = "not_found_in_six")]
    InSix(T),
    /// In a game with any other number of guesses.
    #[serde(rename = "not_found_in_time")]
    InTime(T),
}

impl<T> NotFound<T> {
    /// The solutions that are not found in a game of `turns` guesses, or their number.
    pub fn new(turns: usize, not_found: T) -> NotFound<T> {
        match turns {
            GUESSES_PER_GAME => NotFound::InSix(not_found),
            _ => NotFound::InTime(not_found),
        }
    }

    /// The solutions, or their number.
    fn get(&self) -> &T {
        let (NotFound::InSix(not_found) | NotFound::InTime(not_found)) = self;
        not_found
    }

    fn get_mut(&mut self) -> &mut T {
        let (NotFound::InSix(not_found) | NotFound::InTime(not_found)) = self;
        not_found
    }
}

/// The names of the last columns in CSV: the number of games that are not found, and the numbers of games of one guess, of
/// two guesses, and so on.
pub fn spread_columns(turns: usize) -> (&'static str, impl Iterator<Item = String>) {
    let not_found = match NotFound::new(turns, ()) {
        NotFound::InSix(()) => "not_found_in_six",
        NotFound::InTime(()) => "not_found_in_time",
    };
    (
        not_found,
        (1..=turns).map(|guesses| format!("in_{guesses}")),
    )
}

/// A summary of the games of one tree. Names are stable.
///
/// Words are texts, because a summary may be read back where no alphabet is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSummary {
    opening: String,
    games: usize,
    /// The number of games in which the solution is found. The total and the mean are over these.
    found: usize,
    total: u64,
    mean: f64,
    /// The number of games of one guess, of two guesses, and so on.
    spread: Vec<u32>,
    #[serde(flatten)]
    not_found: NotFound<Vec<String>>,
    never_found: Vec<String>,
    worst: Vec<GameInfo>,
}

/// One game, with all its turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct GameInfo {
    solution: String,
    turns: Vec<TurnInfo>,
}

impl GameSummary {
    /// Summarises the games of a tree.
    pub fn new(game: &Game, tree: &DecisionTree, simulation: &Simulation) -> GameSummary {
        let words = |solutions: Vec<SolutionIndex>| -> Vec<String> {
            let words = solutions.iter().map(|&s| game.solution_word(s));
            words.map(|word| word.to_string()).collect()
        };
        let with_turns = |&solution: &SolutionIndex| {
            let solution = game.solution_word(solution);
            GameInfo {
                solution: solution.to_string(),
                turns: TurnInfo::of(game.rule(), &tree.play(game.rule(), solution)),
            }
        };
        GameSummary {
            opening: tree.nodes[0].guess.to_string(),
            games: simulation.lengths.len(),
            found: simulation.found(),
            total: simulation.total(),
            mean: simulation.mean(),
            spread: simulation.spread(),
            not_found: NotFound::new(game.turns(), words(simulation.not_found_in(game.turns()))),
            never_found: words(simulation.not_found_in(usize::MAX)),
            worst: simulation.worst().iter().map(with_turns).collect(),
        }
    }

    /// True if both are of the same games, in any order.
    pub fn has_games_of(&self, other: &GameSummary) -> bool {
        self.sorted() == other.sorted()
    }

    /// The same games, in alphabetical order.
    fn sorted(&self) -> GameSummary {
        let mut sorted = self.clone();
        sorted.not_found.get_mut().sort_unstable();
        sorted.never_found.sort_unstable();
        sorted
            .worst
            .sort_unstable_by(|one, other| one.solution.cmp(&other.solution));
        sorted
    }

    /// The number of guesses in all games in which the solution is found.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The first guess.
    pub fn opening(&self) -> &str {
        &self.opening
    }

    /// Adds the games to a document: how many take how many guesses, the mean, the words that are not found, and the
    /// longest games. `turns` is the number of guesses that a player has.
    pub fn add_to(&self, document: &mut Document, rule: &dyn Rule, turns: usize) {
        document.table(self.spread_table());
        document.line(format!(
            "mean {:.4}, {} in {}",
            self.mean,
            counted(self.total as usize, "guess", "guesses"),
            counted(self.found, "game won", "games won"),
        ));
        let label = format!("not found in {turns}");
        document.line(some_words(&label, self.not_found.get()));
        if !self.never_found.is_empty() {
            document.line(some_words("never found", &self.never_found));
        }
        document.line(format!("worst games: {}", grouped(self.worst.len())));
        for game in self.worst.iter().take(SHOWN_GAMES) {
            let turns: Vec<String> = game.turns.iter().map(TurnInfo::to_string).collect();
            document.line(format!("  {}: {}", game.solution, turns.join(" ")));
        }
        if self.worst.len() > SHOWN_GAMES {
            document.line("  … (--format json lists all)");
        }
        document.line(format!("marks: {}", key_to_marks(rule)));
    }

    fn spread_table(&self) -> Table {
        let mut columns = vec![("guesses".to_owned(), Left)];
        columns.extend((1..=self.spread.len()).map(|guesses| (guesses.to_string(), Right)));
        let mut table = Table::new(columns);
        let mut cells = vec![Cell::from("games")];
        cells.extend(self.spread.iter().map(|&games| Cell::from(grouped(games))));
        table.row(cells);
        table
    }
}

/// The number of words, and the first of them.
fn some_words(label: &str, all: &[String]) -> String {
    let words = &all[..all.len().min(SHOWN_WORDS)];
    let more = if all.len() > words.len() { " …" } else { "" };
    let colon = if words.is_empty() { "" } else { ": " };
    format!(
        "{label}: {}{colon}{}{more}",
        grouped(all.len()),
        words.join(" ")
    )
}

/// One game in CSV. Names are stable.
#[derive(Serialize)]
pub struct GameRow {
    solution: Word,
    /// Empty if the tree does not find the solution.
    guesses: Option<u32>,
    turns: String,
}

impl GameRow {
    /// The games of a tree, in the order of the solutions.
    pub fn of(
        game: &Game,
        tree: &DecisionTree,
        simulation: &Simulation,
    ) -> impl Iterator<Item = GameRow> {
        let games = game.lists().solutions().iter().zip(&simulation.lengths);
        games.map(move |(&solution, &guesses)| GameRow {
            solution,
            guesses,
            turns: format_turns(game.rule(), &tree.play(game.rule(), solution)),
        })
    }
}

/// The games of a strategy from one opening, in numbers. Names are stable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OpeningResult {
    /// The opening, as a text, because it may be read back where no alphabet is known.
    pub opening: String,
    /// The number of games of one guess, of two guesses, and so on.
    pub spread: Vec<u32>,
    /// The number of guesses in all games together.
    pub total: u64,
    /// The mean number of guesses in a game.
    pub mean: f64,
    /// The number of games that are not won with the guesses that a player has.
    pub not_in_time: usize,
}

impl OpeningResult {
    /// The games of a tree.
    pub fn new(game: &Game, tree: &DecisionTree, simulation: &Simulation) -> OpeningResult {
        OpeningResult {
            opening: tree.nodes[0].guess.to_string(),
            spread: simulation.spread(),
            total: simulation.total(),
            mean: simulation.mean(),
            not_in_time: simulation.not_found_in(game.turns()).len(),
        }
    }

    /// True if the numbers agree with each other and with this many games, in which a player has `turns` guesses.
    pub fn is_of(&self, games: usize, turns: usize) -> bool {
        let spread = || self.spread.iter().map(|&games| u64::from(games));
        let found: u64 = spread().sum();
        let in_time: u64 = spread().take(turns).sum();
        let total: u64 = (1..)
            .zip(spread())
            .map(|(guesses, games)| guesses * games)
            .sum();
        found <= games as u64
            && self.not_in_time as u64 == games as u64 - in_time
            && self.total == total
            && self.mean == total as f64 / found.max(1) as f64
    }

    /// The numbers of games that are won in one guess, in two guesses, and so on up to `guesses`.
    pub fn games(&self, guesses: usize) -> Vec<u32> {
        let mut games = self.spread.clone();
        games.resize(guesses, 0);
        games
    }
}

/// The number of columns of a table that shows how many games take how many guesses: one for each guess that a player has,
/// except that columns after the sixth are left out if no game is that long.
pub fn shown_lengths<'a>(
    turns: usize,
    results: impl IntoIterator<Item = &'a OpeningResult>,
) -> usize {
    let lengths = results.into_iter().map(|result| result.spread.len());
    turns.min(lengths.max().unwrap_or(0).max(GUESSES_PER_GAME))
}
