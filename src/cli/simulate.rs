//! `simulate`: strategies against every solution, from one opening or from many.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use comfy_table::Cell;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::compute::Backend;
use wordgame_engine::guessing::{DecisionTree, Game, Grower, Lists, Rule, Simulation, simulate};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::games::{GameRow, SpreadJson, write_spread, write_tree};
use super::hard::HardArg;
use super::lists::{ListArgs, find_guess, load_words};
use super::number::counted;
use super::openings::{Played, RunJson, write_openings};
use super::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use super::progress::Progress;
use super::report::JobReport;
use super::strategies::{NamedStrategy, StrategyArgs};

/// Openings played side by side: enough for large batches, few enough for steady progress.
const OPENINGS_AT_A_TIME: usize = 32;

/// Play a strategy against every solution, from one opening or from many
#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    strategy: StrategyArgs,
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
    /// Write the decision tree: JSON in a .json file, else the indented text that people exchange
    #[arg(long, value_name = "PATH", conflicts_with_all = ["all_openings", "openings"])]
    tree: Option<PathBuf>,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl SimulateArgs {
    /// The openings of a job that plays many.
    fn many_openings(&self, lists: &Lists) -> Result<Option<Vec<u32>>, Failure> {
        if self.all_openings {
            return Ok(Some((0..lists.guesses().len() as u32).collect()));
        }
        let Some(path) = &self.openings else {
            return Ok(None);
        };
        let option = format!("--openings {}", path.display());
        let words = load_words(path, self.lists.is_strict())?;
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
    args.output.check_with(args.tree.as_deref())?;
    let [solutions, guesses] = args.lists.files();
    args.output.check_apart(
        &[("--tree", args.tree.as_deref())],
        &[solutions, guesses, ("--openings", args.openings.as_deref())],
    )?;
    let mut strategies = args.strategy.strategies()?;
    let lists = args
        .strategy
        .in_order(args.lists.load_beside(args.openings.as_deref())?);
    let many = args.many_openings(&lists)?;
    if args.strategy.compares() && (many.is_some() || args.tree.is_some()) {
        return Err(Failure::BadInput(
            "--strategy all compares games from one opening; name one strategy for many openings \
             or a tree"
                .to_owned(),
        ));
    }
    if args.top.is_some() && many.is_none() {
        return Err(Failure::BadInput(
            "--top is for many openings; add --all-openings or --openings, or leave it out"
                .to_owned(),
        ));
    }
    let opening = args
        .opening
        .map(|word| find_guess(&lists, word, "--opening"));
    let opening = opening.transpose()?;
    let backend = compute.open_backend()?;
    let run = Run {
        args,
        compute,
        game: &Game::new(rule, lists),
        backend: &*backend,
    };
    match (many, strategies.pop()) {
        (Some(openings), Some(strategy)) => run.many(&strategy, &openings),
        (None, Some(strategy)) if strategies.is_empty() => run.one(&strategy, opening),
        (_, last) => {
            strategies.extend(last);
            run.compare(&strategies, opening)
        }
    }
}

/// What every way to simulate needs.
struct Run<'a> {
    args: &'a SimulateArgs,
    compute: &'a ComputeArgs,
    game: &'a Game,
    backend: &'a dyn Backend,
}

/// One strategy's games in JSON. Names are stable.
#[derive(Serialize)]
struct OneJson {
    #[serde(flatten)]
    run: RunJson,
    #[serde(flatten)]
    spread: SpreadJson,
}

/// Strategies side by side in JSON. Names are stable.
#[derive(Serialize)]
struct CompareJson {
    #[serde(flatten)]
    job: JobReport,
    hard: Option<&'static str>,
    strategies: Vec<ComparedJson>,
}

#[derive(Serialize)]
struct ComparedJson {
    strategy: &'static str,
    from: &'static str,
    opening: Word,
    total: u64,
    mean: f64,
    not_found_in_six: usize,
    spread: Vec<u32>,
}

/// Strategies side by side in CSV. Names are stable.
#[derive(Serialize)]
struct ComparedRow {
    strategy: &'static str,
    from: &'static str,
    opening: Word,
    total: u64,
    mean: f64,
    not_found_in_six: usize,
    in_1: u32,
    in_2: u32,
    in_3: u32,
    in_4: u32,
    in_5: u32,
    in_6: u32,
}

impl Run<'_> {
    fn grow(
        &self,
        grower: &mut Grower,
        openings: &[Option<u32>],
    ) -> Result<Vec<(DecisionTree, Simulation)>, Failure> {
        let play = |tree: DecisionTree| {
            let simulation = simulate(self.game, &tree, self.args.hard.mode());
            (tree, simulation)
        };
        Ok(grower.grow(openings)?.into_iter().map(play).collect())
    }

    fn grower<'a>(&'a self, strategy: &'a NamedStrategy) -> Grower<'a> {
        let hard = self.args.hard.mode();
        Grower::new(self.game, self.backend, &*strategy.strategy, hard)
    }

    /// The job as it is reported, and as it is said on stderr.
    fn job(&self, simulations: usize, seconds: f64) -> (JobReport, String) {
        let job = JobReport::new("simulate", self.game, self.backend.info(), seconds);
        let games = simulations * self.game.lists().solutions().len();
        let done = job.done(&counted(games, "game", "games"));
        (job, done)
    }

    fn run_json(&self, strategy: &NamedStrategy, job: JobReport) -> RunJson {
        RunJson {
            job,
            strategy: strategy.strategy.name(),
            from: strategy.from,
            settings: strategy.settings.clone(),
            hard: self.args.hard.name(),
        }
    }

    /// The strategy's name, the mode and the lists.
    fn title(&self, strategy: &str) -> String {
        let lists = self.game.lists().name();
        match self.args.hard.name() {
            None => format!("{strategy}, normal mode, {lists} lists"),
            Some(hard) => format!("{strategy}, {hard} hard mode, {lists} lists"),
        }
    }

    /// One strategy from one opening.
    fn one(&self, strategy: &NamedStrategy, opening: Option<u32>) -> Result<(), Failure> {
        let progress = Progress::new("openings", 1);
        let played = self.grow(&mut self.grower(strategy), &[opening])?;
        let (job, done) = self.job(1, progress.seconds());
        let (tree, simulation) = &played[0];
        if let Some(path) = &self.args.tree {
            write_tree(path, self.game.rule(), tree)?;
        }
        let output = &self.args.output;
        output.write(|out| match output.format {
            Format::Table => {
                let title = self.title(&strategy.title());
                writeln!(out, "{title}: {} opens", tree.nodes[0].guess)?;
                write_spread(out, self.game, tree, simulation)
            }
            Format::Csv => write_csv(out, GameRow::of(self.game, tree, simulation)),
            Format::Json => write_json(
                out,
                &OneJson {
                    run: self.run_json(strategy, job),
                    spread: SpreadJson::new(self.game, tree, simulation),
                },
            ),
        })?;
        self.compute.tell(&done, self.backend);
        Ok(())
    }

    /// One strategy from many openings.
    fn many(&self, strategy: &NamedStrategy, openings: &[u32]) -> Result<(), Failure> {
        let progress = Progress::new("openings", openings.len());
        let mut grower = self.grower(strategy);
        let mut played = Vec::with_capacity(openings.len());
        for openings in openings.chunks(OPENINGS_AT_A_TIME) {
            let openings: Vec<Option<u32>> = openings.iter().copied().map(Some).collect();
            let games = self.grow(&mut grower, &openings)?;
            played.extend(
                games
                    .iter()
                    .map(|(tree, simulation)| Played::new(tree, simulation)),
            );
            progress.set(played.len());
        }
        let seconds = progress.seconds();
        drop(progress);
        let (job, done) = self.job(played.len(), seconds);
        write_openings(
            &self.args.output,
            self.args.top,
            &self.title(&strategy.title()),
            self.run_json(strategy, job),
            played,
        )?;
        self.compute.tell(&done, self.backend);
        Ok(())
    }

    /// Several strategies, from one opening or each from its own.
    fn compare(&self, strategies: &[NamedStrategy], opening: Option<u32>) -> Result<(), Failure> {
        let progress = Progress::new("strategies", strategies.len());
        let mut played = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let games = self.grow(&mut self.grower(strategy), &[opening])?;
            let (tree, simulation) = &games[0];
            played.push((strategy, Played::new(tree, simulation)));
            progress.set(played.len());
        }
        let seconds = progress.seconds();
        drop(progress);
        let (job, done) = self.job(played.len(), seconds);
        let output = &self.args.output;
        output.write(|out| match output.format {
            Format::Table => write_comparison(out, &self.title("strategies"), &played),
            Format::Csv => write_csv(out, played.iter().map(ComparedRow::new)),
            Format::Json => write_json(
                out,
                &CompareJson {
                    job,
                    hard: self.args.hard.name(),
                    strategies: played.iter().map(ComparedJson::new).collect(),
                },
            ),
        })?;
        self.compute.tell(&done, self.backend);
        Ok(())
    }
}

fn write_comparison(
    out: &mut dyn Write,
    title: &str,
    played: &[(&NamedStrategy, Played)],
) -> io::Result<()> {
    writeln!(out, "{title}")?;
    let numbers = ["1", "2", "3", "4", "5", "6", "lost"].map(|number| (number, Right));
    let named = [
        ("strategy", Left),
        ("from", Left),
        ("opening", Left),
        ("mean", Right),
    ];
    let columns: Vec<_> = named.into_iter().chain(numbers).collect();
    let mut figures = table(&columns);
    for (strategy, played) in played {
        let mut cells = vec![
            Cell::new(strategy.strategy.name()),
            Cell::new(strategy.from),
            Cell::new(played.opening),
            Cell::new(format!("{:.4}", played.mean)),
        ];
        cells.extend(
            played
                .games()
                .map(|games| Cell::new(HumanCount(games.into()))),
        );
        figures.add_row(cells);
    }
    write_table(out, &figures)
}

impl ComparedJson {
    fn new((strategy, played): &(&NamedStrategy, Played)) -> ComparedJson {
        ComparedJson {
            strategy: strategy.strategy.name(),
            from: strategy.from,
            opening: played.opening,
            total: played.total,
            mean: played.mean,
            not_found_in_six: played.not_in_six,
            spread: played.spread.clone(),
        }
    }
}

impl ComparedRow {
    fn new((strategy, played): &(&NamedStrategy, Played)) -> ComparedRow {
        let [in_1, in_2, in_3, in_4, in_5, in_6, not_found_in_six] = played.games();
        ComparedRow {
            strategy: strategy.strategy.name(),
            from: strategy.from,
            opening: played.opening,
            total: played.total,
            mean: played.mean,
            not_found_in_six: not_found_in_six as usize,
            in_1,
            in_2,
            in_3,
            in_4,
            in_5,
            in_6,
        }
    }
}
