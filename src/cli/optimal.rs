//! `optimal`: the tree with the fewest guesses in all, with proof.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::Serialize;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, BackendInfo};
use wordgame_engine::guessing::optimal::{Ahead, Effort, Openings, Optimal, Settings, Total};
use wordgame_engine::guessing::{DecisionTree, Game, Lists, Rule, Simulation, simulate};
use wordgame_engine::words::Word;

use super::checkpoint::{Checkpoint, Proven, Question};
use super::compute::ComputeArgs;
use super::failure::Failure;
use super::file::is_same;
use super::games::{SpreadJson, write_spread, write_tree};
use super::hard::HardArg;
use super::interrupt;
use super::lists::{ListArgs, find_guess, load_words};
use super::number::{counted, number};
use super::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use super::progress::Progress;
use super::report::JobReport;

/// Bytes of a megabyte, in which `--memory` counts.
const MEGABYTE: u64 = 1 << 20;

/// What is said of a search that was stopped.
const STOPPED: &str = "stopped before the proof was complete";

/// The tree with the fewest guesses in all, exactly, and the proof that no other has fewer
///
/// Ctrl-C stops the search and reports the best that was found; with --checkpoint, what was proven is
/// kept, and the same command goes on from there.
///
/// The search runs on the CPU. A GPU may scan openings ahead of it, with the same result: by default a
/// hardware GPU does if there are several and it is faster on a sample of them; with --backend gpu or
/// --adapter the one named does.
#[derive(Args)]
pub struct OptimalArgs {
    /// The opening to find the best tree of; without it, all openings are compared
    #[arg(long, value_name = "WORD", conflicts_with_all = ["openings", "top"])]
    opening: Option<Word>,
    /// The openings to compare: the words of a file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Openings to value exactly, and those that equal the last of them; the rest are proven to take
    /// more guesses
    #[arg(
        long,
        value_name = "N|all",
        default_value = "1",
        allow_negative_numbers = true
    )]
    top: Top,
    #[command(flatten)]
    hard: HardArg,
    /// The most guesses that a game may take: 1 to 60 [default: no limit]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| number::<u8>(text, 1, 60))]
    max_guesses: Option<u8>,
    /// Write the best decision tree: JSON in a .json file, else the indented text that people exchange
    #[arg(long, value_name = "PATH")]
    tree: Option<PathBuf>,
    /// Keep what is proven in a file, and go on from there
    #[arg(long, value_name = "PATH")]
    checkpoint: Option<PathBuf>,
    /// Megabytes that the search may take; with fewer it forgets more and takes longer
    #[arg(long, value_name = "MB", default_value_t = 2048, allow_negative_numbers = true, value_parser = |text: &str| number::<u64>(text, 1, 1 << 30))]
    memory: u64,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl OptimalArgs {
    /// The openings to compare.
    fn openings(&self, lists: &Lists) -> Result<Vec<u32>, Failure> {
        if let Some(word) = self.opening {
            return Ok(vec![find_guess(lists, word, "--opening")?]);
        }
        let Some(path) = &self.openings else {
            return Ok((0..lists.guesses().len() as u32).collect());
        };
        let option = format!("--openings {}", path.display());
        let words = load_words(path, self.lists.is_strict())?;
        if words.is_empty() {
            return Err(Failure::BadInput(format!(
                "{option}: there is no word in it"
            )));
        }
        words
            .iter()
            .map(|&word| find_guess(lists, word, &option))
            .collect()
    }

    fn check_files(&self) -> Result<(), Failure> {
        self.output.check_with(self.tree.as_deref())?;
        self.output.check_with(self.checkpoint.as_deref())?;
        if let (Some(tree), Some(checkpoint)) = (&self.tree, &self.checkpoint)
            && is_same(tree, checkpoint)
        {
            return Err(Failure::BadInput(format!(
                "--tree and --checkpoint name one file, {}; give each its own",
                tree.display()
            )));
        }
        let [solutions, guesses] = self.lists.files();
        self.output.check_apart(
            &[
                ("--tree", self.tree.as_deref()),
                ("--checkpoint", self.checkpoint.as_deref()),
            ],
            &[solutions, guesses, ("--openings", self.openings.as_deref())],
        )
    }
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct OptimalJson {
    #[serde(flatten)]
    job: JobReport,
    hard: Option<&'static str>,
    max_guesses: Option<u8>,
    /// Whether it is proven that the first of the openings is the best, and that the others are as
    /// they say.
    complete: bool,
    /// Openings that were not looked at to the end, and are not among these.
    open: usize,
    /// The games of the best tree; none if there is no tree within the guesses of a game.
    best: Option<SpreadJson>,
    openings: Vec<Row>,
    effort: EffortJson,
}

/// An opening in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct Row {
    /// None where the order is not proven: of bounds, and in a search that was stopped.
    rank: Option<usize>,
    opening: Word,
    proven: Proven,
    total: Option<u32>,
    /// Of an exact total.
    mean: Option<f64>,
}

/// What the search did: it depends on the threads and their timing.
#[derive(Serialize)]
struct EffortJson {
    nodes: u64,
    scans: u64,
    scanned_ahead: u64,
    remembered: u64,
    bytes: u64,
}

/// A search that ended.
struct Outcome<'a> {
    args: &'a OptimalArgs,
    game: &'a Game,
    /// The openings that were asked for.
    asked: usize,
    found: Openings,
    /// The best tree and its games.
    best: Option<(DecisionTree, Simulation)>,
    /// Why a file beside the result is not as it should be.
    unwritten: Option<Failure>,
}

/// Runs `optimal`.
pub fn run(
    rule: &'static dyn Rule,
    args: &OptimalArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    args.check_files()?;
    let lists = args.lists.load_beside(args.openings.as_deref())?;
    if !lists.knows_solutions() {
        return Err(Failure::BadInput(
            "optimal counts the games of the solutions, which its tree has to know; leave \
             --candidates out, or give all words as --solutions"
                .to_owned(),
        ));
    }
    let openings = args.openings(&lists)?;
    let game = Game::new(rule, lists);
    let question = Question::new(&game, args.hard.name(), args.max_guesses);
    let checkpoint = args
        .checkpoint
        .clone()
        .map(|path| Checkpoint::open(path, &game, question))
        .transpose()?;
    let stop = interrupt::catch()?;
    let settings = Settings {
        hard: args.hard.mode(),
        max_guesses: args.max_guesses,
        memory: args.memory * MEGABYTE,
    };
    let backend = match args.opening {
        Some(_) => compute.open_backend_for_one()?,
        None => compute.open_backend()?,
    };
    let progress = Progress::new("openings", openings.len());
    let mut search = Optimal::new(&game, settings, stop)?;
    if backend.info() != Cpu.info() {
        search.scan_ahead(Ahead {
            backend: &*backend,
            if_faster: compute.is_auto(),
        });
    }
    let suspect = checkpoint.as_ref().is_some_and(|kept| !kept.is_empty());
    let (found, kept) = find(args, &game, &search, &openings, checkpoint, &progress);
    // What was found so far gets its tree all the same, unless Ctrl-C comes again.
    stop.store(false, Ordering::Relaxed);
    let best = tree_of_best(args, &game, &search, &found, suspect, stop)?;
    let written = write_best(args, &game, best.as_ref());
    let seconds = progress.seconds();
    drop(progress);
    let outcome = Outcome {
        args,
        game: &game,
        asked: openings.len(),
        found,
        best,
        unwritten: kept.and(written).err(),
    };
    let effort = search.effort();
    outcome.report(effort, who_computed(&*backend, &effort), seconds)
}

/// Searches, and keeps the checkpoint and the progress up to date. The result is worth more than the
/// checkpoint: where that cannot be written, the search goes on, and the last failure is told beside it.
fn find(
    args: &OptimalArgs,
    game: &Game,
    search: &Optimal,
    openings: &[u32],
    checkpoint: Option<Checkpoint>,
    progress: &Progress,
) -> (Openings, Result<(), Failure>) {
    /// What the threads tell of.
    struct Told<'a> {
        done: usize,
        best: Option<(u32, u32)>,
        checkpoint: Option<Checkpoint<'a>>,
        warned: bool,
    }
    let known = checkpoint.as_ref().map(Checkpoint::openings);
    let told = Mutex::new(Told {
        done: 0,
        best: None,
        checkpoint,
        warned: false,
    });
    let found = search.openings(
        openings,
        args.top.rows(),
        &known.unwrap_or_default(),
        &|opening| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            told.done += 1;
            if let Total::Exactly(total) = opening.total
                && told.best.is_none_or(|best| (total, opening.guess) < best)
            {
                told.best = Some((total, opening.guess));
            }
            if let Some(checkpoint) = &mut told.checkpoint
                && let Err(failure) = checkpoint.put(opening)
                && !told.warned
            {
                told.warned = true;
                progress.note(&format!("warning: {failure}; the search goes on"));
            }
            let so_far = match told.best {
                Some((total, guess)) => {
                    let total = HumanCount(total.into());
                    format!(", best {} {total}", game.guess_word(guess))
                }
                None => String::new(),
            };
            progress.set_with(told.done, &so_far);
        },
    );
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    let kept = told.checkpoint.map_or(Ok(()), |mut kept| kept.write());
    (found, kept)
}

/// The tree of the best opening, which was replayed against every solution. A checkpoint that totals
/// were taken from is `suspect` where the two differ.
fn tree_of_best(
    args: &OptimalArgs,
    game: &Game,
    search: &Optimal,
    found: &Openings,
    suspect: bool,
    stop: &AtomicBool,
) -> Result<Option<(DecisionTree, Simulation)>, Failure> {
    let Some(opening) = found.openings.first() else {
        return Ok(None);
    };
    let Total::Exactly(total) = opening.total else {
        return Ok(None);
    };
    let tree = search.tree(opening.guess).or_else(|| {
        // Ctrl-C came when all was found: making the tree is the lesser part.
        stop.store(false, Ordering::Relaxed);
        search.tree(opening.guess)
    });
    let tree =
        tree.ok_or_else(|| Failure::Failed("stopped before the tree was made".to_owned()))?;
    let simulation = simulate(game, &tree, args.hard.mode());
    let limit = args.max_guesses.map_or(usize::MAX, usize::from);
    let as_told = simulation.faults.is_empty()
        && simulation.total() == u64::from(total)
        && simulation.not_found_in(limit).is_empty();
    if !as_told {
        let todo = match &args.checkpoint {
            Some(path) if suspect => format!(
                "{} may be wrong: delete it and start anew, and report this if it stays so",
                path.display()
            ),
            _ => "please report this".to_owned(),
        };
        return Err(Failure::Failed(format!(
            "the tree that was found does not play as it should: {total} guesses were proven, it \
             takes {} and has {}; {todo}",
            simulation.total(),
            counted(simulation.faults.len(), "fault", "faults"),
        )));
    }
    Ok(Some((tree, simulation)))
}

/// Writes the best tree where `--tree` says, or says that there is none.
fn write_best(
    args: &OptimalArgs,
    game: &Game,
    best: Option<&(DecisionTree, Simulation)>,
) -> Result<(), Failure> {
    match (&args.tree, best) {
        (Some(path), Some((tree, _))) => write_tree(path, game.rule(), tree),
        (Some(path), None) => {
            super::note(&format!(
                "note: there is no tree: nothing was written to {}",
                path.display()
            ));
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

/// The CPU searched; a GPU may have scanned ahead.
fn who_computed(backend: &dyn Backend, effort: &Effort) -> BackendInfo {
    match (effort.scanned_ahead, backend.info()) {
        (0, _) => Cpu.info(),
        (_, info) if info.backend == "gpu" => BackendInfo {
            backend: "gpu and cpu",
            ..info
        },
        (_, info) => info,
    }
}

impl Outcome<'_> {
    fn report(self, effort: Effort, who: BackendInfo, seconds: f64) -> Result<(), Failure> {
        let job = JobReport::new("optimal", self.game, who, seconds);
        let settled = counted(self.found.openings.len(), "opening", "openings");
        let ahead = match effort.scanned_ahead {
            0 => String::new(),
            sets => format!(" and {} ahead", HumanCount(sets)),
        };
        let effort_told = format!(
            "{settled} ({}, {}{ahead}, {} remembered, {} MB)",
            counted(effort.nodes as usize, "node", "nodes"),
            counted(effort.scans as usize, "scan", "scans"),
            counted(effort.remembered as usize, "set", "sets"),
            effort.bytes / MEGABYTE,
        );
        let done = job.done(&effort_told);
        let output = &self.args.output;
        output.write(|out| match output.format {
            Format::Table => self.write_table(out),
            Format::Csv => write_csv(out, self.rows()),
            Format::Json => write_json(out, &self.json(job, effort)),
        })?;
        super::note(&done);
        match (self.unwritten, &self.args.checkpoint) {
            (unwritten, _) if self.found.complete => unwritten.map_or(Ok(()), Err),
            (Some(failure), _) => Err(Failure::Failed(format!("{STOPPED}, and {failure}"))),
            (None, Some(path)) => Err(Failure::Failed(format!(
                "{STOPPED}; the same command goes on from {}",
                path.display()
            ))),
            (None, None) => Err(Failure::Failed(STOPPED.to_owned())),
        }
    }

    /// Openings that were not looked at to the end.
    fn open(&self) -> usize {
        self.asked - self.found.openings.len()
    }

    /// The most guesses of a game, in words; empty without a limit.
    fn within(&self) -> String {
        match self.args.max_guesses {
            None => String::new(),
            Some(guesses) => format!(" within {}", counted(guesses.into(), "guess", "guesses")),
        }
    }

    fn json(&self, job: JobReport, effort: Effort) -> OptimalJson {
        let spread = |(tree, simulation): &(DecisionTree, Simulation)| {
            SpreadJson::new(self.game, tree, simulation)
        };
        OptimalJson {
            job,
            hard: self.args.hard.name(),
            max_guesses: self.args.max_guesses,
            complete: self.found.complete,
            open: self.open(),
            best: self.best.as_ref().map(spread),
            openings: self.rows().collect(),
            effort: EffortJson {
                nodes: effort.nodes,
                scans: effort.scans,
                scanned_ahead: effort.scanned_ahead,
                remembered: effort.remembered,
                bytes: effort.bytes,
            },
        }
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        let solutions = self.game.lists().solutions().len().max(1) as f64;
        (1..).zip(&self.found.openings).map(move |(rank, opening)| {
            let (proven, total) = Proven::of(opening.total);
            let exact = proven == Proven::Exactly;
            Row {
                rank: (exact && self.found.complete).then_some(rank),
                opening: self.game.guess_word(opening.guess),
                proven,
                total,
                mean: total
                    .filter(|_| exact)
                    .map(|total| f64::from(total) / solutions),
            }
        })
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let mode = match self.args.hard.name() {
            None => "normal mode".to_owned(),
            Some(hard) => format!("{hard} hard mode"),
        };
        let within = self.within();
        let lists = self.game.lists().name();
        let Some((tree, simulation)) = &self.best else {
            let what = match self.found.complete {
                true => format!("no tree finds every solution{within}"),
                false => "interrupted before a tree was found".to_owned(),
            };
            writeln!(out, "{what}, {mode}, {lists} lists")?;
            return self.write_proof(out, 0);
        };
        let opening = tree.nodes[0].guess;
        let so_far = match self.found.complete {
            true => "",
            false => " so far",
        };
        writeln!(
            out,
            "best tree{so_far}{within}, {mode}, {lists} lists: {opening} opens"
        )?;
        write_spread(out, self.game, tree, simulation)?;
        let exact = |row: &Row| row.proven == Proven::Exactly;
        let shown = match self.args.opening {
            Some(_) => 1,
            None => self.write_openings(out, self.rows().filter(exact))?,
        };
        self.write_proof(out, shown)
    }

    /// Writes openings with their exact totals, and returns how many.
    fn write_openings(
        &self,
        out: &mut dyn Write,
        rows: impl Iterator<Item = Row>,
    ) -> io::Result<usize> {
        let mut figures = table(&[
            ("#", Right),
            ("opening", Left),
            ("total", Right),
            ("mean", Right),
        ]);
        let mut shown = 0;
        for row in rows {
            figures.add_row([
                row.rank
                    .map_or_else(String::new, |rank| HumanCount(rank as u64).to_string()),
                row.opening.to_string(),
                HumanCount(row.total.unwrap_or(0).into()).to_string(),
                format!("{:.4}", row.mean.unwrap_or(0.0)),
            ]);
            shown += 1;
        }
        write_table(out, &figures)?;
        Ok(shown)
    }

    /// What is proven of the openings beyond the first `exact`, and what is not.
    fn write_proof(&self, out: &mut dyn Write, exact: usize) -> io::Result<()> {
        if self.args.opening.is_some() && exact == 1 {
            return writeln!(out, "proven: no tree with this opening takes fewer guesses");
        }
        let others = &self.found.openings[exact..];
        let impossible = |total: Total| total == Total::Impossible;
        let failing = others
            .iter()
            .filter(|other| impossible(other.total))
            .count();
        let least = others.iter().filter_map(|other| match other.total {
            Total::AtLeast(total) => Some(total),
            _ => None,
        });
        if let Some(least) = least.min() {
            writeln!(
                out,
                "proven: {} {} guesses or more",
                counted(
                    others.len() - failing,
                    "other opening takes",
                    "other openings take"
                ),
                HumanCount(least.into()),
            )?;
        }
        if failing > 0 {
            writeln!(
                out,
                "proven: {} every solution{}",
                counted(failing, "opening cannot find", "openings cannot find"),
                self.within(),
            )?;
        }
        let open = self.open();
        if open > 0 {
            writeln!(
                out,
                "not proven: {} looked at to the end",
                counted(open, "opening was not", "openings were not"),
            )?;
        }
        Ok(())
    }
}
