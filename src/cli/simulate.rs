//! `simulate`: strategies against every solution, from one opening or from many.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, GuessIndex};
use wordgame_engine::guessing::strategy::NamedStrategy;
use wordgame_engine::guessing::{
    DecisionTree, Game, Lists, Rule, Simulation, TreeBuilder, simulate,
};
use wordgame_engine::report::games::{OpeningResult, write_tree};
use wordgame_engine::report::numbers::counted;
use wordgame_engine::report::simulate::{Comparison, OneStrategy};
use wordgame_engine::report::{GameInfo, JobInfo, RunInfo, StrategyInfo, Top};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::estimate::{Budget, EstimateArgs, Plan};
use super::hard::HardArg;
use super::lists::{ListArgs, find_guess, load_words};
use super::openings::{Asked, by_splits, write_openings};
use super::output::OutputArgs;
use super::progress::Progress;
use super::shard::{Shard, ShardArgs, Share, items_sha256};
use super::strategies::StrategyArgs;

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
    fn many_openings(&self, lists: &Lists) -> Result<Option<Vec<GuessIndex>>, Failure> {
        if self.all_openings {
            return Ok(Some(GuessIndex::up_to(lists.guesses().len()).collect()));
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

impl Run<'_> {
    fn grow(
        &self,
        builder: &mut TreeBuilder,
        openings: &[Option<GuessIndex>],
    ) -> Result<Vec<(DecisionTree, Simulation)>, Failure> {
        let play = |tree: DecisionTree| {
            let simulation = simulate(self.game, &tree, self.args.hard.mode());
            (tree, simulation)
        };
        Ok(builder.build(openings)?.into_iter().map(play).collect())
    }

    fn builder<'a>(&'a self, strategy: &'a NamedStrategy) -> TreeBuilder<'a> {
        let hard = self.args.hard.mode();
        TreeBuilder::new(self.game, self.backend, &*strategy.strategy, hard)
    }

    /// The job for the report.
    fn job(&self, seconds: f64) -> JobInfo {
        JobInfo::new("simulate", self.game, self.backend.info(), seconds)
    }

    /// The number of games of this many simulations, in words.
    fn games(&self, simulations: usize) -> String {
        let games = simulations * self.game.lists().solutions().len();
        counted(games, "game", "games")
    }

    fn setup(&self, strategy: &NamedStrategy) -> StrategyInfo {
        StrategyInfo::new(strategy, self.args.hard.mode())
    }

    /// One strategy from one opening.
    fn one(&self, strategy: &NamedStrategy, opening: Option<GuessIndex>) -> Result<(), Failure> {
        let progress = Progress::new("openings", 1);
        let played = self.grow(&mut self.builder(strategy), &[opening])?;
        let job = self.job(progress.seconds());
        let done = job.done(&self.games(1));
        let (tree, simulation) = &played[0];
        if let Some(path) = &self.args.tree {
            write_tree(path, self.game.rule(), tree)?;
        }
        self.args.output.write_report(&OneStrategy {
            job,
            game: self.game,
            strategy: self.setup(strategy),
            tree,
            simulation,
        })?;
        self.compute.tell(&done, self.backend);
        Ok(())
    }

    /// One strategy from many openings, or from a share of them.
    fn many(
        &self,
        strategy: &NamedStrategy,
        items: &[GuessIndex],
        share: Option<(Share, &Path)>,
    ) -> Result<(), Failure> {
        let asked = Asked {
            game: GameInfo::new(self.game),
            setup: self.setup(strategy),
            top: self.args.top,
            openings_sha256: items_sha256(items.iter().map(|&guess| self.game.guess_word(guess))),
        };
        let started = Instant::now();
        let openings = share.map_or_else(|| items.to_vec(), |(share, _)| share.of(items));
        let played = self.play(strategy, &openings)?;
        let ran = RunInfo::new(&self.backend.info(), started.elapsed().as_secs_f64());
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
    fn play(
        &self,
        strategy: &NamedStrategy,
        openings: &[GuessIndex],
    ) -> Result<Vec<OpeningResult>, Failure> {
        let progress = Progress::new("openings", openings.len());
        let mut builder = self.builder(strategy);
        let mut played = Vec::with_capacity(openings.len());
        for openings in openings.chunks(OPENINGS_AT_A_TIME) {
            played.extend(self.play_some(&mut builder, openings)?);
            progress.set(played.len());
        }
        Ok(played)
    }

    /// The same of openings that are played side by side.
    fn play_some(
        &self,
        builder: &mut TreeBuilder,
        openings: &[GuessIndex],
    ) -> Result<Vec<OpeningResult>, Failure> {
        let openings: Vec<Option<GuessIndex>> = openings.iter().copied().map(Some).collect();
        let games = self.grow(builder, &openings)?;
        let played =
            |(tree, simulation): &(DecisionTree, Simulation)| OpeningResult::new(tree, simulation);
        Ok(games.iter().map(played).collect())
    }

    /// What many openings would take.
    fn estimate(
        &self,
        strategy: &NamedStrategy,
        openings: &[GuessIndex],
        budget: &Budget,
    ) -> Result<(), Failure> {
        let mut builder = self.builder(strategy);
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
            |openings| self.play_some(&mut builder, openings).map(|_| true),
        )
    }

    /// Several strategies, from one opening or each from its own.
    fn compare(
        &self,
        strategies: &[NamedStrategy],
        opening: Option<GuessIndex>,
    ) -> Result<(), Failure> {
        let progress = Progress::new("strategies", strategies.len());
        let mut results = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let games = self.grow(&mut self.builder(strategy), &[opening])?;
            let (tree, simulation) = &games[0];
            results.push((strategy, OpeningResult::new(tree, simulation)));
            progress.set(results.len());
        }
        let job = self.job(progress.seconds());
        drop(progress);
        let done = job.done(&self.games(results.len()));
        self.args.output.write_report(&Comparison {
            job,
            game: self.game,
            hard: self.args.hard.mode(),
            results,
        })?;
        self.compute.tell(&done, self.backend);
        Ok(())
    }
}
