//! `simulate`: strategies against every solution, from one opening or from many.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::compute::{Backend, GuessIndex};
use wordgame_engine::guessing::strategy::NamedStrategy;
use wordgame_engine::guessing::{
    DecisionTree, Game, Lists, Rule, Simulation, TreeBuilder, simulate,
};
use wordgame_engine::jobs::Share;
use wordgame_engine::jobs::estimate::Budget;
use wordgame_engine::jobs::simulate::Simulate;
use wordgame_engine::report::games::{OpeningResult, write_tree};
use wordgame_engine::report::numbers::counted;
use wordgame_engine::report::simulate::{Comparison, OneStrategy};
use wordgame_engine::report::{JobInfo, StrategyInfo, Top};

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::estimate::{self, EstimateArgs};
use crate::cli::args::hard::HardArg;
use crate::cli::args::lists::{ListArgs, check_memory, find_guess, load_words};
use crate::cli::args::output::OutputArgs;
use crate::cli::args::shard::ShardArgs;
use crate::cli::args::strategies::StrategyArgs;
use crate::cli::args::turns::TurnsArg;
use crate::cli::commands::job::JobRun;
use crate::cli::terminal::progress::Progress;

/// Play a strategy against every solution, from one opening or from many
#[derive(Args)]
pub struct SimulateArgs {
    #[command(flatten)]
    strategy: StrategyArgs,
    /// The first guess, instead of the strategy's own
    #[arg(long, value_name = "WORD")]
    opening: Option<String>,
    /// Play every guess as the opening and rank them: by games not won within --turns, then by the mean
    #[arg(long, conflicts_with_all = ["opening", "openings"])]
    all_openings: bool,
    /// Play the words of a file as the opening and rank them in the same way
    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,
    /// Openings to show: a number or all [default: 20 in a table, all in json and csv]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    #[command(flatten)]
    hard: HardArg,
    #[command(flatten)]
    turns: TurnsArg,
    /// Write the decision tree: JSON in a .json file, one game per line in a .csv file, else
    /// the indented text that people exchange
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
        let words = load_words(path, lists, self.lists.is_strict())?;
        let openings = words
            .iter()
            .map(|word| find_guess(lists, &word.to_string(), &option));
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
        .in_order(args.lists.load_with(args.openings.as_deref())?);
    check_memory(&lists, 2)?;
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
        .as_ref()
        .map(|word| find_guess(&lists, word, "--opening"));
    let opening = opening.transpose()?;
    let backend = estimate::open_backend(budget.as_ref(), compute)?;
    let run = Run {
        args,
        compute,
        game: &args.turns.of(Game::new(rule, lists)),
        backend: &*backend,
    };
    match (many, strategies.pop()) {
        (Some(openings), Some(strategy)) => run.many(&strategy, &openings, budget.as_ref(), share),
        (None, Some(strategy)) if strategies.is_empty() => run.one(&strategy, opening),
        (_, last) => {
            strategies.extend(last);
            run.compare(&strategies, opening)
        }
    }
}

/// Everything that a simulation needs.
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

    /// Plays one strategy from many openings or from a share of them, or estimates what that costs.
    fn many(
        &self,
        strategy: &NamedStrategy,
        openings: &[GuessIndex],
        budget: Option<&Budget>,
        share: Option<(Share, &Path)>,
    ) -> Result<(), Failure> {
        let run = JobRun {
            unit: "openings",
            budget,
            share,
            tree: None,
            output: &self.args.output,
            compute: self.compute,
            backend: self.backend,
            stop: &AtomicBool::new(false),
        };
        run.run(&Simulate {
            game: self.game,
            backend: self.backend,
            strategy,
            hard: self.args.hard.mode(),
            openings,
            top: self.args.top,
        })
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
            results.push((strategy, OpeningResult::new(self.game, tree, simulation)));
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
