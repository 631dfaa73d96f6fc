//! `within`: the best chance to win within k guesses, exactly.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::guessing::within::{Found, Opening, Within, ranked};
use wordgame_engine::guessing::{Game, Rule};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::games::write_tree;
use super::lists::{ListArgs, find_guess};
use super::number::{at_least, counted, number};
use super::output::{Format, OutputArgs, table, write_csv, write_json, write_table};
use super::progress::Progress;
use super::report::JobReport;

/// The best chance to win within so many guesses, exactly: of every opening, or of one
#[derive(Args)]
pub struct WithinArgs {
    /// Guesses, the opening included: 1 to 20
    #[arg(value_name = "K", value_parser = |text: &str| number::<u32>(text, 1, 20))]
    within: u32,
    /// The opening to judge; without it, all openings are compared
    #[arg(long, value_name = "WORD", conflicts_with = "top")]
    opening: Option<Word>,
    /// Openings to value exactly; the rest get a proven bound (all are in json and csv)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = |text: &str| at_least(text, 1))]
    top: usize,
    /// Write the decision tree of --opening: JSON in a .json file, else indented text
    #[arg(long, value_name = "PATH", requires = "opening")]
    tree: Option<PathBuf>,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct WithinJson {
    #[serde(flatten)]
    job: JobReport,
    within: u32,
    candidates: usize,
    openings: Vec<Row>,
}

/// An opening in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct Row {
    rank: usize,
    opening: Word,
    /// `exactly` or `at-most`.
    proven: &'static str,
    found: u32,
    chance: f64,
}

/// Runs `within`.
pub fn run(
    rule: &'static dyn Rule,
    args: &WithinArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    args.output.check_with(args.tree.as_deref())?;
    args.output
        .check_apart(&[("--tree", args.tree.as_deref())], &args.lists.files())?;
    let lists = args.lists.load()?;
    let opening = args
        .opening
        .map(|word| find_guess(&lists, word, "--opening"))
        .transpose()?;
    let backend = compute.open_backend()?;
    let game = Game::new(rule, lists);
    let progress = match opening {
        Some(_) => Progress::new("candidates", game.lists().candidates().len()),
        None => Progress::new("openings", game.lists().guesses().len()),
    };
    let set = |done| progress.set(done);
    let within = Within::new(&game, &*backend)?;
    let openings = match opening {
        None => {
            let all: Vec<u32> = (0..game.lists().guesses().len() as u32).collect();
            let rows = within.openings(&all, args.within, args.top, &set)?;
            let candidates = game.lists().candidates().len() as u32;
            ranked(&rows, args.within, args.top, candidates)
        }
        Some(guess) => {
            let (found, tree) = within.opening(guess, args.within, &set)?;
            if let Some(path) = &args.tree {
                write_tree(path, rule, &tree)?;
            }
            vec![Opening {
                guess,
                found: Found::Exactly(found),
            }]
        }
    };
    let seconds = progress.seconds();
    drop(progress);
    let job = JobReport::new("within", &game, backend.info(), seconds);
    let done = job.done(&counted(openings.len(), "opening", "openings"));
    args.output.write(|out| match args.output.format {
        Format::Table => write_openings(out, args, &game, &openings),
        Format::Csv => write_csv(out, rows(&game, &openings)),
        Format::Json => write_json(
            out,
            &WithinJson {
                job,
                within: args.within,
                candidates: game.lists().candidates().len(),
                openings: rows(&game, &openings).collect(),
            },
        ),
    })?;
    compute.tell(&done, &*backend);
    Ok(())
}

fn rows(game: &Game, openings: &[Opening]) -> impl Iterator<Item = Row> {
    let candidates = game.lists().candidates().len() as f64;
    (1..).zip(openings).map(move |(rank, opening)| {
        let (proven, found) = match opening.found {
            Found::Exactly(found) => ("exactly", found),
            Found::AtMost(found) => ("at-most", found),
        };
        Row {
            rank,
            opening: game.guess_word(opening.guess),
            proven,
            found,
            chance: f64::from(found) / candidates,
        }
    })
}

fn write_openings(
    out: &mut dyn Write,
    args: &WithinArgs,
    game: &Game,
    openings: &[Opening],
) -> io::Result<()> {
    writeln!(
        out,
        "of {} ({} lists), within {}:",
        counted(game.lists().candidates().len(), "candidate", "candidates"),
        game.lists().name(),
        counted(args.within as usize, "guess", "guesses"),
    )?;
    let mut figures = table(&[
        ("#", Right),
        ("opening", Left),
        ("finds", Right),
        ("chance", Right),
    ]);
    let shown = if args.opening.is_some() { 1 } else { args.top };
    for row in rows(game, openings)
        .filter(|row| row.proven == "exactly")
        .take(shown)
    {
        figures.add_row([
            row.rank.to_string(),
            row.opening.to_string(),
            HumanCount(row.found.into()).to_string(),
            format!("{:.4}%", row.chance * 100.0),
        ]);
    }
    write_table(out, &figures)?;
    let others = &openings[shown.min(openings.len())..];
    let most = others.iter().map(|opening| match opening.found {
        Found::Exactly(found) | Found::AtMost(found) => found,
    });
    if let Some(most) = most.max() {
        writeln!(
            out,
            "proven: of {}, none finds more than {}",
            counted(others.len(), "other opening", "other openings"),
            HumanCount(most.into()),
        )?;
    }
    Ok(())
}
