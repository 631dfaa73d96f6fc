//! The games that a decision tree plays, in every form.

use std::io::{self, Write};
use std::path::Path;

use comfy_table::Cell;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::guessing::rule::key_to_marks;
use wordgame_engine::guessing::simulate::{GUESSES, game_of};
use wordgame_engine::guessing::{DecisionTree, Game, Rule, Simulation, tree_file};
use wordgame_engine::words::Word;

use super::failure::Failure;
use super::file::write_file;
use super::output::{table, write_table};
use super::report::{TurnJson, counted, format_turns};

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

/// The games of one tree in JSON. Names are stable.
#[derive(Serialize)]
pub struct SpreadJson {
    opening: Word,
    games: usize,
    total: u64,
    mean: f64,
    /// Games of one guess, of two …
    spread: Vec<u32>,
    not_found_in_six: Vec<Word>,
    never_found: Vec<Word>,
    worst: Vec<GameJson>,
}

#[derive(Serialize)]
struct GameJson {
    solution: Word,
    turns: Vec<TurnJson>,
}

impl SpreadJson {
    /// The games of a tree.
    pub fn new(game: &Game, tree: &DecisionTree, simulation: &Simulation) -> SpreadJson {
        let solutions = game.lists().solutions();
        let words = |places: Vec<u32>| places.into_iter().map(|s| solutions[s as usize]).collect();
        let never = simulation.not_found_in(usize::MAX);
        let worst: Vec<Word> = words(simulation.worst());
        SpreadJson {
            opening: tree.nodes[0].guess,
            games: simulation.lengths.len(),
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
pub fn write_spread(
    out: &mut dyn Write,
    game: &Game,
    tree: &DecisionTree,
    simulation: &Simulation,
) -> io::Result<()> {
    let spread = simulation.spread();
    let numbers: Vec<String> = (1..=spread.len()).map(|n| n.to_string()).collect();
    let mut columns = vec![("guesses", Left)];
    columns.extend(numbers.iter().map(|number| (number.as_str(), Right)));
    let mut figures = table(&columns);
    let mut cells = vec![Cell::new("games")];
    cells.extend(
        spread
            .iter()
            .map(|&games| Cell::new(HumanCount(games.into()))),
    );
    figures.add_row(cells);
    write_table(out, &figures)?;
    writeln!(
        out,
        "mean {:.4}, {} in {}",
        simulation.mean(),
        counted(simulation.total() as usize, "guess", "guesses"),
        counted(simulation.lengths.len(), "game", "games"),
    )?;
    write_words(
        out,
        game,
        &format!("not found in {GUESSES}"),
        &simulation.not_found_in(GUESSES),
    )?;
    let never = simulation.not_found_in(usize::MAX);
    if !never.is_empty() {
        write_words(out, game, "never found", &never)?;
    }
    let worst = simulation.worst();
    writeln!(out, "worst games: {}", HumanCount(worst.len() as u64))?;
    for &solution in worst.iter().take(TABLE_GAMES) {
        let solution = game.lists().solutions()[solution as usize];
        let turns = game_of(game, tree, solution);
        writeln!(out, "  {solution}: {}", format_turns(game.rule(), &turns))?;
    }
    if worst.len() > TABLE_GAMES {
        writeln!(out, "  … (--format json lists all)")?;
    }
    writeln!(out, "marks: {}", key_to_marks(game.rule()))?;
    Ok(())
}

/// Writes how many words there are, and the first of them.
fn write_words(out: &mut dyn Write, game: &Game, what: &str, solutions: &[u32]) -> io::Result<()> {
    let word = |&s: &u32| game.lists().solutions()[s as usize].to_string();
    let words: Vec<String> = solutions.iter().take(TABLE_WORDS).map(word).collect();
    let more = if solutions.len() > words.len() {
        " …"
    } else {
        ""
    };
    let colon = if words.is_empty() { "" } else { ": " };
    writeln!(
        out,
        "{what}: {}{colon}{}{more}",
        HumanCount(solutions.len() as u64),
        words.join(" "),
    )
}
