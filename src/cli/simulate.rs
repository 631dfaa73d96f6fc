//! `simulate`: strategies against every solution, from one opening or from many.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use comfy_table::Cell;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::compute::Backend;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::guessing::{DecisionTree, Game, Grower, Lists, Rule, Simulation, simulate};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::estimate::{Budget, EstimateArgs, Plan};
use super::failure::Failure;
use super::games::{GameRow, Spread, write_spread, write_tree};
use super::hard::HardArg;
use super::lists::{ListArgs, find_guess, load_words};
use super::number::counted;
use super::openings::{Asked, Played, Setup, by_splits, title, write_openings};
use super::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use super::progress::Progress;
use super::report::{GameReport, JobReport, Ran};
use super::shard::{Shard, ShardArgs, Share, items_sha256};
use super::strategies::{NamedStrategy, StrategyArgs};

/// Openings share the choices for states: from samples of a fifth up, the time of all grew as their number to a
/// power of 0.9 to 1 (docs/scale.md).
const SHARING: f64 = 0.9;

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
    #[arg(long, value_name = "PATH", conflicts_with_all = ["all_openings", "openings", "estimate"])]
    tree: Option<PathBuf>,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
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
    let share = args.shard.share_to(&args.output)?;
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
    let budget = args.estimate.budget(compute)?;
    for (option, given) in [
        ("--shard", share.is_some()),
        ("--estimate", budget.is_some()),
    ] {
        if given && many.is_none() {
            return Err(Failure::BadInput(format!(
                "{option} is for many openings; add --all-openings or --openings, or leave it out"
            )));
        }
    }
    let opening = args
        .opening
        .map(|word| find_guess(&lists, word, "--opening"));
    let opening = opening.transpose()?;
    let backend = match budget {
        Some(_) => Box::new(Cpu),
        None => compute.open_backend()?,
    };
    let run = Run {
        args,
        compute,
        game: &Game::new(rule, lists),
        backend: &*backend,
    };
    match (many, strategies.pop()) {
        (Some(openings), Some(strategy)) if let Some(budget) = &budget => {
            run.estimate(&strategy, &openings, budget)
        }
        (Some(openings), Some(strategy)) => run.many(&strategy, &openings, share),
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
    job: JobReport,
    #[serde(flatten)]
    setup: Setup,
    #[serde(flatten)]
    spread: Spread,
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
        let done = job.done(&self.games(simulations));
        (job, done)
    }

    /// The games of so many simulations, in words.
    fn games(&self, simulations: usize) -> String {
        let games = simulations * self.game.lists().solutions().len();
        counted(games, "game", "games")
    }

    fn setup(&self, strategy: &NamedStrategy) -> Setup {
        Setup {
            strategy: strategy.strategy.name().to_owned(),
            from: strategy.from.to_owned(),
            settings: strategy.settings.clone(),
            hard: self.args.hard.name().map(str::to_owned),
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
                let title = self.setup(strategy).title(self.game.lists().name());
                writeln!(out, "{title}: {} opens", tree.nodes[0].guess)?;
                let spread = Spread::new(self.game, tree, simulation);
                write_spread(out, self.game.rule(), &spread)
            }
            Format::Csv => write_csv(out, GameRow::of(self.game, tree, simulation)),
            Format::Json => write_json(
                out,
                &OneJson {
                    job,
                    setup: self.setup(strategy),
                    spread: Spread::new(self.game, tree, simulation),
                },
            ),
        })?;
        self.compute.tell(&done, self.backend);
        Ok(())
    }

    /// One strategy from many openings, or from a share of them.
    fn many(
        &self,
        strategy: &NamedStrategy,
        items: &[u32],
        share: Option<(Share, &Path)>,
    ) -> Result<(), Failure> {
        let asked = Asked {
            game: GameReport::new(self.game),
            setup: self.setup(strategy),
            top: self.args.top,
            openings_sha256: items_sha256(items.iter().map(|&guess| self.game.guess_word(guess))),
        };
        let started = Instant::now();
        let openings = share.map_or_else(|| items.to_vec(), |(share, _)| share.of(items));
        let played = self.play(strategy, &openings)?;
        let ran = Ran::new(&self.backend.info(), started.elapsed().as_secs_f64());
        if let Some((share, path)) = share {
            let shard = Shard::new("simulate", share, items.len(), asked, ran, played);
            return shard.write(path);
        }
        let done = ran.done(&self.games(played.len()));
        write_openings(&self.args.output, &asked, ran, played)?;
        self.compute.tell(&done, self.backend);
        Ok(())
    }

    /// What comes of a strategy from each of some openings.
    fn play(&self, strategy: &NamedStrategy, openings: &[u32]) -> Result<Vec<Played>, Failure> {
        let progress = Progress::new("openings", openings.len());
        let mut grower = self.grower(strategy);
        let mut played = Vec::with_capacity(openings.len());
        for openings in openings.chunks(OPENINGS_AT_A_TIME) {
            played.extend(self.play_some(&mut grower, openings)?);
            progress.set(played.len());
        }
        Ok(played)
    }

    /// The same of openings that are played side by side.
    fn play_some(&self, grower: &mut Grower, openings: &[u32]) -> Result<Vec<Played>, Failure> {
        let openings: Vec<Option<u32>> = openings.iter().copied().map(Some).collect();
        let games = self.grow(grower, &openings)?;
        let played =
            |(tree, simulation): &(DecisionTree, Simulation)| Played::new(tree, simulation);
        Ok(games.iter().map(played).collect())
    }

    /// What many openings would take.
    fn estimate(
        &self,
        strategy: &NamedStrategy,
        openings: &[u32],
        budget: &Budget,
    ) -> Result<(), Failure> {
        let mut grower = self.grower(strategy);
        let plan = Plan {
            job: "simulate",
            title: self.setup(strategy).title(self.game.lists().name()),
            unit: ["opening", "openings"],
            items: &by_splits(self.game, self.backend, openings)?,
            strata: OPENINGS_AT_A_TIME,
            sharing: SHARING,
            most_bytes: None,
        };
        plan.run(
            budget,
            &self.args.output,
            || Ok(true),
            |openings| self.play_some(&mut grower, openings).map(|_| true),
        )
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
            Format::Table => {
                let lists = self.game.lists().name();
                let title = title("strategies", self.args.hard.name(), lists);
                write_comparison(out, &title, &played)
            }
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
