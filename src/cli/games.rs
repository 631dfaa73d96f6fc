//! The games that a decision tree plays, in every form.

use std::io::{self, Write};
use std::path::Path;

use comfy_table::Cell;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use wordgame_engine::guessing::rule::key_to_marks;
use wordgame_engine::guessing::simulate::{GUESSES, game_of};
use wordgame_engine::guessing::{DecisionTree, Game, Rule, Simulation, tree_file};
use wordgame_engine::words::Word;

use super::failure::Failure;
use super::number::counted;
use super::output::{table, write_table};
use super::report::{TurnJson, format_turns};
use wordgame_engine::files::write_file;

/// Longest games that a table shows.
const TABLE_GAMES: usize = 5;

/// Words that a table lists as not found.
const TABLE_WORDS: usize = 20;

/// Writes a decision tree in the form that the file's name asks for.
pub fn write_tree(path: &Path, rule: &dyn Rule, tree: &DecisionTree) -> Result<(), Failure> {
    let text = match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("json") => tree_file::to_json(rule, tree),
        _ => tree_file::to_text(rule, tree),
    };
    write_file(path, |file| file.write_all(text.as_bytes()))
}

/// The games of one tree. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Spread {
    opening: Word,
    games: usize,
    /// Games in which the solution is found; the total and the mean are of these.
    found: usize,
    total: u64,
    mean: f64,
    /// Games of one guess, of two …
    spread: Vec<u32>,
    not_found_in_six: Vec<Word>,
    never_found: Vec<Word>,
    worst: Vec<GameJson>,
}

#[derive(Clone, Serialize, Deserialize)]
struct GameJson {
    solution: Word,
    turns: Vec<TurnJson>,
}

impl Spread {
    /// The first guess.
    pub fn opening(&self) -> Word {
        self.opening
    }

    /// The games of a tree.
    pub fn new(game: &Game, tree: &DecisionTree, simulation: &Simulation) -> Spread {
        let solutions = game.lists().solutions();
        let words = |places: Vec<u32>| places.into_iter().map(|s| solutions[s as usize]).collect();
        let never = simulation.not_found_in(usize::MAX);
        let worst: Vec<Word> = words(simulation.worst());
        Spread {
            opening: tree.nodes[0].guess,
            games: simulation.lengths.len(),
            found: simulation.found(),
            total: simulation.total(),
            mean: simulation.mean(),
            spread: simulation.spread(),
            not_found_in_six: words(simulation.not_found_in(GUESSES)),
            never_found: words(never),
            worst: worst
                .into_iter()
                .map(|solution| GameJson {
                    solution,
                    turns: TurnJson::of(game.rule(), &game_of(game, tree, solution)),
                })
                .collect(),
        }
    }
}

/// One game in CSV. Names are stable.
#[derive(Serialize)]
pub struct GameRow {
    solution: Word,
    /// Empty where the tree does not find the solution.
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
            turns: format_turns(game.rule(), &game_of(game, tree, solution)),
        })
    }
}

/// The games of a tree as people read them: the spread, the mean, what is not found, the worst games.
pub fn write_spread(out: &mut dyn Write, rule: &dyn Rule, spread: &Spread) -> io::Result<()> {
    let numbers: Vec<String> = (1..=spread.spread.len()).map(|n| n.to_string()).collect();
    let mut columns = vec![("guesses", Left)];
    columns.extend(numbers.iter().map(|number| (number.as_str(), Right)));
    let mut figures = table(&columns);
    let games = spread.spread.iter();
    let mut cells = vec![Cell::new("games")];
    cells.extend(games.map(|&games| Cell::new(HumanCount(games.into()))));
    figures.add_row(cells);
    write_table(out, &figures)?;
    writeln!(
        out,
        "mean {:.4}, {} in {}",
        spread.mean,
        counted(spread.total as usize, "guess", "guesses"),
        counted(spread.found, "game won", "games won"),
    )?;
    write_words(
        out,
        &format!("not found in {GUESSES}"),
        &spread.not_found_in_six,
    )?;
    if !spread.never_found.is_empty() {
        write_words(out, "never found", &spread.never_found)?;
    }
    let worst = &spread.worst;
    writeln!(out, "worst games: {}", HumanCount(worst.len() as u64))?;
    for GameJson { solution, turns } in worst.iter().take(TABLE_GAMES) {
        let turns: Vec<String> = turns.iter().map(TurnJson::to_string).collect();
        writeln!(out, "  {solution}: {}", turns.join(" "))?;
    }
    if worst.len() > TABLE_GAMES {
        writeln!(out, "  … (--format json lists all)")?;
    }
    writeln!(out, "marks: {}", key_to_marks(rule))?;
    Ok(())
}

/// Writes how many words there are, and the first of them.
fn write_words(out: &mut dyn Write, what: &str, all: &[Word]) -> io::Result<()> {
    let words: Vec<String> = all.iter().take(TABLE_WORDS).map(Word::to_string).collect();
    let more = if all.len() > words.len() { " …" } else { "" };
    let colon = if words.is_empty() { "" } else { ": " };
    writeln!(
        out,
        "{what}: {}{colon}{}{more}",
        HumanCount(all.len() as u64),
        words.join(" "),
    )
}
