//! `check`: a decision tree of anybody's against every solution.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use wordgame_engine::compute::Backend;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::guessing::{DecisionTree, Game, Rule, Simulation, simulate, tree_file};
use wordgame_engine::words;

use super::failure::Failure;
use super::games::{GameRow, Spread, write_spread};
use super::hard::HardArg;
use super::lists::ListArgs;
use super::number::counted;
use super::output::{Format, OutputArgs, write_csv, write_json};
use super::progress::Progress;
use super::report::JobReport;

/// Faults that a table shows.
const TABLE_FAULTS: usize = 10;

/// Play a decision tree against every solution; report its games and any illegal guess
///
/// A guess that the rules forbid is a fault, and so are marks of some solution that no guess follows
/// (a tree of `within` ends with its last guess). The exit code is 1 if there is any fault.
#[derive(Args)]
pub struct CheckArgs {
    /// The tree: JSON, or the indented text that people exchange
    #[arg(value_name = "TREE")]
    tree: PathBuf,
    #[command(flatten)]
    hard: HardArg,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct CheckJson {
    #[serde(flatten)]
    job: JobReport,
    hard: Option<&'static str>,
    #[serde(flatten)]
    spread: Spread,
    faults: Vec<String>,
}

/// Runs `check`. A tree with faults is reported and then a failure.
pub fn run(rule: &'static dyn Rule, args: &CheckArgs) -> Result<(), Failure> {
    args.output.check()?;
    args.output
        .check_apart(&[], &[("TREE", Some(&args.tree))])?;
    args.output.check_apart(&[], &args.lists.files())?;
    let place = args.tree.display();
    let text = words::read_text(&args.tree)?;
    let tree = tree_file::parse(rule, &text)
        .map_err(|error| Failure::BadInput(format!("{place}: {error}")))?;
    let game = Game::new(rule, args.lists.load()?);
    let progress = Progress::new("solutions", game.lists().solutions().len());
    let simulation = simulate(&game, &tree, args.hard.mode());
    let job = JobReport::new("check", &game, Cpu.info(), progress.seconds());
    let done = job.done(&counted(simulation.lengths.len(), "game", "games"));
    args.output.write(|out| match args.output.format {
        Format::Table => write_table(out, &game, &tree, &simulation, args.hard.name()),
        Format::Csv => write_csv(out, GameRow::of(&game, &tree, &simulation)),
        Format::Json => write_json(
            out,
            &CheckJson {
                job,
                hard: args.hard.name(),
                spread: Spread::new(&game, &tree, &simulation),
                faults: simulation.faults.iter().map(ToString::to_string).collect(),
            },
        ),
    })?;
    super::note(&done);
    match simulation.faults.len() {
        0 => Ok(()),
        faults => Err(Failure::Failed(format!(
            "{place} has {}",
            counted(faults, "fault", "faults")
        ))),
    }
}

fn write_table(
    out: &mut dyn Write,
    game: &Game,
    tree: &DecisionTree,
    simulation: &Simulation,
    hard: Option<&str>,
) -> io::Result<()> {
    let mode = hard.map_or("no hard mode".to_owned(), |mode| {
        format!("{mode} hard mode")
    });
    let opening = tree.nodes[0].guess;
    writeln!(
        out,
        "{opening} opens; {} lists, {mode}",
        game.lists().name()
    )?;
    write_spread(out, game.rule(), &Spread::new(game, tree, simulation))?;
    for fault in simulation.faults.iter().take(TABLE_FAULTS) {
        writeln!(out, "fault: {fault}")?;
    }
    match simulation.faults.len() {
        0 => writeln!(out, "no fault"),
        faults if faults > TABLE_FAULTS => {
            let more = counted(faults - TABLE_FAULTS, "more fault", "more faults");
            writeln!(out, "{more}: --format json")
        }
        _ => Ok(()),
    }
}
