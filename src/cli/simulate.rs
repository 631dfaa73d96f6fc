//! `simulate`: a strategy against every solution, from one opening or from many.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use comfy_table::Cell;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::compute::batch::Order;
use wordgame_engine::guessing::simulate::{GUESSES, game_of};
use wordgame_engine::guessing::strategy::{Attempt, ByPartition, Collisions, Strategy};
use wordgame_engine::guessing::{
    DecisionTree, Game, Grower, Lists, Rule, Simulation, simulate, tree_file,
};
use wordgame_engine::words::{self, Word};

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::guessing::find_guess;
use super::hard::HardArg;
use super::lists::ListArgs;
use super::output::{
    Format, OutputArgs, Top, table, write_csv, write_file, write_json, write_table,
};
use super::progress::Progress;
use super::report::{JobReport, TurnJson, counted, format_turns};

/// Openings played side by side: enough for large batches, few enough for steady progress.
const OPENINGS_AT_A_TIME: usize = 32;

/// Rows that a table of openings shows where `--top` is not given.
const TABLE_ROWS: usize = 20;

/// Longest games that a table shows.
const TABLE_GAMES: usize = 5;

/// Words that a table lists as not found.
const TABLE_WORDS: usize = 20;

/// Play a strategy against every solution, from one opening or from many
#[derive(Args)]
pub struct SimulateArgs {
    /// How guesses are chosen
    #[arg(long, value_enum, default_value_t = StrategyName::MaxSplits)]
    strategy: StrategyName,
    /// The first guess, instead of the strategy's own
    #[arg(long, value_name = "WORD")]
    opening: Option<Word>,
    /// Play every guess as the opening and rank them: by games not won in six, then by the mean
    #[arg(long, conflicts_with_all = ["opening", "openings"])]
    all_openings: bool,
    /// Likewise the words of a file
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,
    /// Openings to show: a number or all [default: 20 in a table, all in json and csv]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    #[command(flatten)]
    hard: HardArg,
    /// For collisions: lower both thresholds by this, so that more of them are broken up early
    #[arg(long, value_name = "M", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=6))]
    margin: u32,
    /// For collisions: 1 avoids them alone, 3 is margin 0, 4 is margin 1 (numbered as in the article)
    #[arg(long, value_name = "1|3|4", value_parser = ["1", "3", "4"], conflicts_with = "margin")]
    attempt: Option<String>,
    /// Write the decision tree: JSON in a .json file, else the indented text that people exchange
    #[arg(long, value_name = "PATH", conflicts_with_all = ["all_openings", "openings"])]
    tree: Option<PathBuf>,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// How guesses are chosen; ties go to a candidate, then to the guess that stands first in the list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StrategyName {
    /// The most groups, then the most bits, then a candidate, then the smaller largest group
    MaxSplits,
    /// The fewest expected candidates left
    ExpectedSize,
    /// The most bits of information
    Entropy,
    /// The smallest largest group, then the fewest expected candidates left
    Minimax,
    /// Hard mode's: break up words that differ in one letter, then the most groups
    Collisions,
}

impl SimulateArgs {
    fn strategy(&self) -> Result<Box<dyn Strategy>, Failure> {
        let order = match self.strategy {
            StrategyName::MaxSplits => Order::MaxSplits,
            StrategyName::ExpectedSize => Order::ExpectedSize,
            StrategyName::Entropy => Order::Entropy,
            StrategyName::Minimax => Order::Minimax,
            StrategyName::Collisions => {
                return Ok(Box::new(Collisions(match self.attempt.as_deref() {
                    Some("1") => Attempt::Avoid,
                    Some("3") => Attempt::BreakUp { margin: 0 },
                    Some(_) => Attempt::BreakUp { margin: 1 },
                    None => Attempt::BreakUp {
                        margin: self.margin,
                    },
                })));
            }
        };
        match self.attempt {
            Some(_) => Err(Failure::BadInput(
                "--attempt is for --strategy collisions alone; leave it out".to_owned(),
            )),
            None => Ok(Box::new(ByPartition(order))),
        }
    }

    /// The lists, in the order by which the strategy breaks ties.
    fn load_lists(&self) -> Result<Lists, Failure> {
        let lists = self.lists.load()?;
        Ok(match self.strategy {
            StrategyName::Collisions => lists.further_guesses_first(),
            _ => lists,
        })
    }

    /// The openings of a job that plays many.
    fn many_openings(&self, lists: &Lists) -> Result<Option<Vec<u32>>, Failure> {
        if self.all_openings {
            return Ok(Some((0..lists.guesses().len() as u32).collect()));
        }
        let Some(path) = &self.openings else {
            return Ok(None);
        };
        let option = format!("--openings {}", path.display());
        let words = words::load(path, true)?.words;
        let openings = words.iter().map(|&word| find_guess(lists, word, &option));
        openings.collect::<Result<_, _>>().map(Some)
    }
}

/// Runs `simulate`.
pub fn run(
    rule: &'static dyn Rule,
    args: &SimulateArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let strategy = args.strategy()?;
    let lists = args.load_lists()?;
    let many = args.many_openings(&lists)?;
    let opening = args
        .opening
        .map(|word| find_guess(&lists, word, "--opening"))
        .transpose()?;
    let backend = compute.open_backend()?;
    let game = Game::new(rule, lists);
    let mut grower = Grower::new(&game, &*backend, &*strategy, args.hard.mode());
    let openings = many
        .clone()
        .map_or(vec![opening], |many| many.into_iter().map(Some).collect());
    let progress = Progress::new("openings", openings.len());
    let mut played = Vec::with_capacity(openings.len());
    for openings in openings.chunks(OPENINGS_AT_A_TIME) {
        for tree in grower.grow(openings)? {
            let simulation = simulate(&game, &tree, args.hard.mode());
            played.push(match many {
                Some(_) => Played::without_tree(&tree, &simulation),
                None => Played::with_tree(tree, simulation),
            });
        }
        progress.set(played.len());
    }
    let seconds = progress.seconds();
    drop(progress);
    let job = JobReport::new("simulate", &game, backend.info(), seconds);
    let games = played.len() * game.lists().solutions().len();
    job.note(&counted(games, "game", "games"));
    let report = SimulateReport {
        game: &game,
        args,
        strategy: strategy.name(),
        job,
    };
    match (many, played.pop()) {
        (
            None,
            Some(Played {
                tree: Some((tree, simulation)),
                ..
            }),
        ) => {
            if let Some(path) = &args.tree {
                write_tree(path, rule, &tree)?;
            }
            report.one(&tree, &simulation)
        }
        (_, last) => {
            played.extend(last);
            played.sort_by_key(|played| (played.not_in_six, played.total));
            report.many(&played)
        }
    }
}

/// Writes a decision tree in the form that the file's name asks for.
pub fn write_tree(path: &Path, rule: &dyn Rule, tree: &DecisionTree) -> Result<(), Failure> {
    let text = match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("json") => tree_file::to_json(rule, tree),
        _ => tree_file::to_text(rule, tree),
    };
    write_file(path, |file| file.write_all(text.as_bytes()))
}

/// What came of one opening.
struct Played {
    opening: Word,
    spread: Vec<u32>,
    total: u64,
    mean: f64,
    not_in_six: usize,
    tree: Option<(DecisionTree, Simulation)>,
}

impl Played {
    fn without_tree(tree: &DecisionTree, simulation: &Simulation) -> Played {
        Played {
            opening: tree.nodes[0].guess,
            spread: simulation.spread(),
            total: simulation.total(),
            mean: simulation.mean(),
            not_in_six: simulation.not_found_in(GUESSES).len(),
            tree: None,
        }
    }

    fn with_tree(tree: DecisionTree, simulation: Simulation) -> Played {
        let played = Played::without_tree(&tree, &simulation);
        Played {
            tree: Some((tree, simulation)),
            ..played
        }
    }
}

/// A finished simulation and what it was run with.
struct SimulateReport<'a> {
    game: &'a Game,
    args: &'a SimulateArgs,
    strategy: &'static str,
    job: JobReport,
}

/// One opening in JSON: what it was played with and what came of it. Names are stable.
#[derive(Serialize)]
struct OneJson {
    #[serde(flatten)]
    job: JobReport,
    strategy: &'static str,
    hard: Option<&'static str>,
    #[serde(flatten)]
    spread: SpreadJson,
}

/// Many openings in JSON. Names are stable.
#[derive(Serialize)]
struct ManyJson {
    #[serde(flatten)]
    job: JobReport,
    strategy: &'static str,
    hard: Option<&'static str>,
    games: usize,
    win_every_game: usize,
    openings: Vec<OpeningJson>,
}

#[derive(Serialize)]
struct OpeningJson {
    rank: usize,
    opening: Word,
    not_found_in_six: usize,
    total: u64,
    mean: f64,
    spread: Vec<u32>,
}

/// One opening in CSV. Names are stable.
#[derive(Serialize)]
struct OpeningRow {
    rank: usize,
    opening: Word,
    not_found_in_six: usize,
    total: u64,
    mean: f64,
    in_1: u32,
    in_2: u32,
    in_3: u32,
    in_4: u32,
    in_5: u32,
    in_6: u32,
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

impl SimulateReport<'_> {
    fn title(&self) -> String {
        let hard = self.args.hard.name();
        let mode = hard.map_or("normal mode".to_owned(), |mode| format!("{mode} hard mode"));
        format!(
            "{}, {mode}, {} lists",
            self.strategy,
            self.game.lists().name()
        )
    }

    fn one(self, tree: &DecisionTree, simulation: &Simulation) -> Result<(), Failure> {
        let output = &self.args.output;
        let game = self.game;
        output.write(|out| match output.format {
            Format::Table => {
                writeln!(out, "{}: {} opens", self.title(), tree.nodes[0].guess)?;
                write_spread(out, game, tree, simulation)
            }
            Format::Csv => write_csv(out, GameRow::of(game, tree, simulation)),
            Format::Json => write_json(
                out,
                &OneJson {
                    job: self.job,
                    strategy: self.strategy,
                    hard: self.args.hard.name(),
                    spread: SpreadJson::new(game, tree, simulation),
                },
            ),
        })
    }

    fn many(self, played: &[Played]) -> Result<(), Failure> {
        let output = &self.args.output;
        let default = match output.format {
            Format::Table => TABLE_ROWS,
            Format::Json | Format::Csv => usize::MAX,
        };
        let shown = self.args.top.map_or(default, Top::rows).min(played.len());
        let winners = played
            .iter()
            .filter(|played| played.not_in_six == 0)
            .count();
        output.write(|out| match output.format {
            Format::Table => self.write_openings(out, played, shown, winners),
            Format::Csv => write_csv(out, (1..).zip(&played[..shown]).map(OpeningRow::new)),
            Format::Json => write_json(
                out,
                &ManyJson {
                    strategy: self.strategy,
                    hard: self.args.hard.name(),
                    games: self.game.lists().solutions().len(),
                    win_every_game: winners,
                    openings: (1..).zip(&played[..shown]).map(OpeningJson::new).collect(),
                    job: self.job,
                },
            ),
        })
    }

    fn write_openings(
        &self,
        out: &mut dyn Write,
        played: &[Played],
        shown: usize,
        winners: usize,
    ) -> io::Result<()> {
        writeln!(out, "{}", self.title())?;
        writeln!(
            out,
            "{} of {} won every game in {GUESSES} guesses",
            HumanCount(winners as u64),
            counted(played.len(), "opening", "openings"),
        )?;
        let mut figures = table(&[
            ("#", Right),
            ("opening", Left),
            ("lost", Right),
            ("mean", Right),
            ("1", Right),
            ("2", Right),
            ("3", Right),
            ("4", Right),
            ("5", Right),
            ("6", Right),
        ]);
        for row in (1..).zip(&played[..shown]).map(OpeningRow::new) {
            let games = [row.in_1, row.in_2, row.in_3, row.in_4, row.in_5, row.in_6];
            let mut cells = vec![
                Cell::new(HumanCount(row.rank as u64)),
                Cell::new(row.opening),
                Cell::new(row.not_found_in_six),
                Cell::new(format!("{:.4}", row.mean)),
            ];
            cells.extend(games.map(|games| Cell::new(HumanCount(games.into()))));
            figures.add_row(cells);
        }
        write_table(out, &figures)?;
        let hidden = played.len() - shown;
        if hidden > 0 {
            writeln!(
                out,
                "{} more: --top N or --top all",
                HumanCount(hidden as u64)
            )?;
        }
        Ok(())
    }
}

impl OpeningJson {
    fn new((rank, played): (usize, &Played)) -> OpeningJson {
        OpeningJson {
            rank,
            opening: played.opening,
            not_found_in_six: played.not_in_six,
            total: played.total,
            mean: played.mean,
            spread: played.spread.clone(),
        }
    }
}

impl OpeningRow {
    fn new((rank, played): (usize, &Played)) -> OpeningRow {
        let games = |guesses: usize| played.spread.get(guesses - 1).copied().unwrap_or(0);
        OpeningRow {
            rank,
            opening: played.opening,
            not_found_in_six: played.not_in_six,
            total: played.total,
            mean: played.mean,
            in_1: games(1),
            in_2: games(2),
            in_3: games(3),
            in_4: games(4),
            in_5: games(5),
            in_6: games(6),
        }
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
