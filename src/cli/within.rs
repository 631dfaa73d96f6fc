//! `within`: the best chance to win within k guesses, exactly.

use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use wordgame_engine::compute::Backend;
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::guessing::within::{FAVOURITES, Ranking, Request, SearchedOpening, Within};
use wordgame_engine::guessing::{Bound, BoundKind, Game, Rule};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::estimate::{Budget, EstimateArgs, Plan};
use super::failure::Failure;
use super::games::write_tree;
use super::lists::{ListArgs, find_guess};
use super::number::{at_least, counted, number};
use super::openings::by_splits;
use super::output::{Format, OutputArgs, table, write_csv, write_json, write_table};
use super::parts::Parts;
use super::progress::Progress;
use super::report::{GameReport, JobReport, Ran};
use super::shard::{Shard, ShardArgs};

/// Openings of a batch of `--estimate`.
const STRATA: usize = 8;

/// Openings share the values of sets: from samples of a twentieth up, the time of all grew as their number to a
/// power of 0.9 to 1 (docs/scale.md).
const SHARING: f64 = 0.8;

/// The best chance to win within so many guesses, exactly: of every opening, or of one
#[derive(Args)]
pub struct WithinArgs {
    /// Guesses, the opening included: 1 to 20
    #[arg(value_name = "K", value_parser = |text: &str| number::<u32>(text, 1, 20))]
    within: u32,
    /// The opening to judge; without it, all openings are compared
    #[arg(long, value_name = "WORD", conflicts_with_all = ["top", "estimate"])]
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
    shard: ShardArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// What is asked of all openings: the same in all shards of a job. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Asked {
    #[serde(flatten)]
    game: GameReport,
    within: u32,
    top: usize,
}

/// What a race has found of an opening. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct RacedRow {
    opening: Word,
    splits: u32,
    /// It finds no more than this.
    ceiling: u32,
    /// What it finds, if it went to the end of the race.
    found: Option<u32>,
}

/// An opening and what it finds.
struct Valued {
    opening: Word,
    found: Bound,
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
    proven: BoundKind,
    found: u32,
    chance: f64,
}

/// Runs `within`.
pub fn run(
    rule: &'static dyn Rule,
    args: &WithinArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let share = args.shard.share_to(&args.output)?;
    if share.is_some() && args.opening.is_some() {
        return Err(Failure::BadInput(
            "--opening asks for one opening, which has no shards".to_owned(),
        ));
    }
    args.output.check_with(args.tree.as_deref())?;
    args.output
        .check_apart(&[("--tree", args.tree.as_deref())], &args.lists.files())?;
    let lists = args.lists.load()?;
    let opening = args
        .opening
        .map(|word| find_guess(&lists, word, "--opening"))
        .transpose()?;
    let game = Game::new(rule, lists);
    let asked = Asked {
        game: GameReport::new(&game),
        within: args.within,
        top: args.top,
    };
    let all: Vec<GuessIndex> = GuessIndex::up_to(game.lists().guesses().len()).collect();
    if let Some(budget) = args.estimate.budget(compute)? {
        return estimate(&game, &Cpu, &all, args, &budget);
    }
    let backend = compute.open_backend()?;
    let (openings, ran) = match opening {
        None => {
            let openings = share.map_or_else(|| all.clone(), |(share, _)| share.of(&all));
            let (rows, ran) = race(&game, &*backend, &asked, &openings)?;
            if let Some((share, path)) = share {
                let shard = Shard::new("within", share, all.len(), asked, ran, rows);
                return shard.write(path);
            }
            (asked.ranked(&rows), ran)
        }
        Some(guess) => {
            let (found, ran) = value(&game, &*backend, guess, args)?;
            let opening = game.guess_word(guess);
            let found = Bound::Exactly(found);
            (vec![Valued { opening, found }], ran)
        }
    };
    let done = ran.done(&counted(openings.len(), "opening", "openings"));
    write(&args.output, asked, ran, &openings, opening.is_some())?;
    compute.tell(&done, &*backend);
    Ok(())
}

/// Joins shards and writes what one process would have written.
pub fn merge(mut parts: Parts<Asked, Vec<RacedRow>>, output: &OutputArgs) -> Result<(), Failure> {
    let rows = parts.joined()?;
    let (asked, ran) = (parts.question, parts.ran);
    let done = ran.done(&counted(rows.len(), "opening", "openings"));
    let openings = asked.ranked(&rows);
    write(output, asked, ran, &openings, false)?;
    super::note(&done);
    Ok(())
}

/// What all openings would take: first those that look best, which set what the others have to reach.
fn estimate(
    game: &Game,
    backend: &dyn Backend,
    openings: &[GuessIndex],
    args: &WithinArgs,
    budget: &Budget,
) -> Result<(), Failure> {
    let within = Within::new(game, backend)?;
    let order = by_splits(game, backend, openings)?;
    // As many as any race lets run first.
    let best = &order[..args.top.max(FAVOURITES).min(order.len())];
    let race = |openings: &[GuessIndex], known: &[SearchedOpening]| {
        within.openings(&Request {
            top: args.top,
            known,
            ..Request::new(openings, args.within)
        })
    };
    let known = OnceCell::new();
    let guesses = counted(args.within as usize, "guess", "guesses");
    let plan = Plan {
        job: "within",
        title: format!("within {guesses}, {} lists", game.lists().name()),
        unit: ["opening", "openings"],
        items: &order,
        strata: STRATA,
        sharing: SHARING,
        most_bytes: None,
    };
    plan.run(
        budget,
        &args.output,
        || Ok(known.set(race(best, &[])?).is_ok()),
        |others| {
            let known = known.get().map_or(&[][..], Vec::as_slice);
            race(others, known).map(|_| true).map_err(Failure::from)
        },
    )
}

/// Lets openings race.
fn race(
    game: &Game,
    backend: &dyn Backend,
    asked: &Asked,
    openings: &[GuessIndex],
) -> Result<(Vec<RacedRow>, Ran), Failure> {
    let progress = Progress::new("openings", openings.len());
    let within = Within::new(game, backend)?;
    let set = |done| progress.set(done);
    let rows = within.openings(&Request {
        top: asked.top,
        progress: wordgame_engine::Progress::new(&set),
        ..Request::new(openings, asked.within)
    })?;
    let row = |row: &SearchedOpening| RacedRow {
        opening: game.guess_word(row.guess),
        splits: row.groups,
        ceiling: row.upper_bound,
        found: row.found,
    };
    let rows = rows.iter().map(row).collect();
    Ok((rows, Ran::new(&backend.info(), progress.seconds())))
}

/// What one opening finds; its tree is written, if it is asked for.
fn value(
    game: &Game,
    backend: &dyn Backend,
    guess: GuessIndex,
    args: &WithinArgs,
) -> Result<(u32, Ran), Failure> {
    let progress = Progress::new("candidates", game.lists().candidates().len());
    let within = Within::new(game, backend)?;
    let set = |done| progress.set(done);
    let listener = wordgame_engine::Progress::new(&set);
    let (found, tree) = within.opening_with_progress(guess, args.within, listener)?;
    if let Some(path) = &args.tree {
        write_tree(path, game.rule(), &tree)?;
    }
    Ok((found, Ran::new(&backend.info(), progress.seconds())))
}

impl Asked {
    /// All openings, which are given in the order of the list, from the best down.
    fn ranked(&self, rows: &[RacedRow]) -> Vec<Valued> {
        let searched = |(guess, row): (GuessIndex, &RacedRow)| SearchedOpening {
            guess,
            groups: row.splits,
            upper_bound: row.ceiling,
            found: row.found,
        };
        let searched: Vec<SearchedOpening> = GuessIndex::up_to(rows.len())
            .zip(rows)
            .map(searched)
            .collect();
        let ranking = Ranking {
            guesses: self.within,
            top: self.top,
            candidates: self.game.lists().candidates() as u32,
        };
        let openings = ranking.of(&searched);
        let valued = openings.iter().map(|opening| Valued {
            opening: rows[opening.guess.at()].opening,
            found: opening.found,
        });
        valued.collect()
    }
}

/// Writes what openings find, or what the only one does.
fn write(
    output: &OutputArgs,
    asked: Asked,
    ran: Ran,
    openings: &[Valued],
    is_of_one: bool,
) -> Result<(), Failure> {
    let candidates = asked.game.lists().candidates();
    let shown = if is_of_one { 1 } else { asked.top };
    output.write(|out| match output.format {
        Format::Table => write_openings(out, &asked, openings, shown),
        Format::Csv => write_csv(out, rows(openings, candidates)),
        Format::Json => write_json(
            out,
            &WithinJson {
                within: asked.within,
                job: JobReport::of("within", asked.game, ran),
                candidates,
                openings: rows(openings, candidates).collect(),
            },
        ),
    })
}

fn rows(openings: &[Valued], candidates: usize) -> impl Iterator<Item = Row> {
    (1..).zip(openings).map(move |(rank, valued)| {
        let found = valued.found.number();
        Row {
            rank,
            opening: valued.opening,
            proven: valued.found.kind(),
            found,
            chance: f64::from(found) / candidates as f64,
        }
    })
}

fn write_openings(
    out: &mut dyn Write,
    asked: &Asked,
    openings: &[Valued],
    shown: usize,
) -> io::Result<()> {
    let candidates = asked.game.lists().candidates();
    writeln!(
        out,
        "of {} ({} lists), within {}:",
        counted(candidates, "candidate", "candidates"),
        asked.game.lists().name(),
        counted(asked.within as usize, "guess", "guesses"),
    )?;
    let mut figures = table(&[
        ("#", Right),
        ("opening", Left),
        ("finds", Right),
        ("chance", Right),
    ]);
    for row in rows(openings, candidates)
        .filter(|row| row.proven == BoundKind::Exactly)
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
    let most = others.iter().map(|opening| opening.found.number());
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
