//! `optimal`: the tree with the fewest guesses in all, with proof.
//!
//! | file | what it holds |
//! |---|---|
//! | `mod` | the options and the search |
//! | `found` | what was found, as plain data, and its forms |
//! | `estimated` | what the search would take |
//! | `checkpoint` | what is proven so far, kept in a file |
//! | `incumbent` | a bound to start from, shared by processes |
//! | `shards` | the search as a shard, and shards joined |

mod checkpoint;
mod estimated;
mod found;
mod incumbent;
mod shards;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use indicatif::HumanCount;
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::compute::{Backend, BackendInfo};
use wordgame_engine::guessing::optimal::{
    Ahead, Effort, Opening, Openings, Optimal, Request, Settings,
};
use wordgame_engine::guessing::{DecisionTree, Game, Lists, Rule, simulate};
use wordgame_engine::words::Word;

use super::compute::ComputeArgs;
use super::estimate::EstimateArgs;
use super::failure::Failure;
use super::games::Spread;
use super::hard::HardArg;
use super::interrupt;
use super::lists::{ListArgs, find_guess, load_words};
use super::number::{counted, number};
use super::output::{OutputArgs, Top};
use super::progress::Progress;
use super::report::{GameReport, Ran};
use super::shard::{ShardArgs, items_sha256};
use checkpoint::{Checkpoint, Question};
use estimated::Estimated;
use found::{Asked, Best, EffortReport, Found, Report, Valued, write_best};
use incumbent::{Incumbent, IncumbentArg};
pub use shards::merge;
use wordgame_engine::files::is_same;

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
    #[arg(long, value_name = "WORD", conflicts_with_all = ["openings", "top", "estimate"])]
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
    #[arg(long, value_name = "PATH", conflicts_with = "estimate")]
    tree: Option<PathBuf>,
    /// Keep what is proven in a file, and go on from there
    #[arg(long, value_name = "PATH", conflicts_with = "estimate")]
    checkpoint: Option<PathBuf>,
    /// A total that is known to be reached: openings that take more are only proven to. Or a file that
    /// several processes share, which then tell each other of the best that they have found
    #[arg(long, value_name = "TOTAL|FILE")]
    incumbent: Option<IncumbentArg>,
    /// Megabytes that the search may take; with fewer it forgets more and takes longer
    #[arg(long, value_name = "MB", default_value_t = 2048, allow_negative_numbers = true, value_parser = |text: &str| number::<u64>(text, 1, 1 << 30))]
    memory: u64,
    #[command(flatten)]
    lists: ListArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    estimate: EstimateArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl OptimalArgs {
    /// The lists, whose solutions have to be known.
    fn load(&self) -> Result<Lists, Failure> {
        let lists = self.lists.load_beside(self.openings.as_deref())?;
        match lists.knows_solutions() {
            true => Ok(lists),
            false => Err(Failure::BadInput(
                "optimal counts the games of the solutions, which its tree has to know; leave \
                 --candidates out, or give all words as --solutions"
                    .to_owned(),
            )),
        }
    }

    /// The openings to compare.
    fn openings(&self, lists: &Lists) -> Result<Vec<GuessIndex>, Failure> {
        if let Some(word) = self.opening {
            return Ok(vec![find_guess(lists, word, "--opening")?]);
        }
        let Some(path) = &self.openings else {
            return Ok(GuessIndex::up_to(lists.guesses().len()).collect());
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

    /// The files that the job writes beside its result, with their options.
    fn written(&self) -> [(&'static str, Option<&Path>); 3] {
        [
            ("--tree", self.tree.as_deref()),
            ("--checkpoint", self.checkpoint.as_deref()),
            (
                "--incumbent",
                self.incumbent.as_ref().and_then(IncumbentArg::file),
            ),
        ]
    }

    fn check_files(&self) -> Result<(), Failure> {
        let written = self.written();
        for (place, &(one, path)) in written.iter().enumerate() {
            self.output.check_with(path)?;
            let others = written[place + 1..].iter();
            for &(other, other_path) in others {
                if let (Some(path), Some(other_path)) = (path, other_path)
                    && is_same(path, other_path)
                {
                    return Err(Failure::BadInput(format!(
                        "{one} and {other} name one file, {}; give each its own",
                        path.display()
                    )));
                }
            }
        }
        let [solutions, guesses] = self.lists.files();
        self.output.check_apart(
            &written,
            &[solutions, guesses, ("--openings", self.openings.as_deref())],
        )
    }
}

/// Runs `optimal`.
pub fn run(
    rule: &'static dyn Rule,
    args: &OptimalArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    let share = shards::share(args)?;
    args.check_files()?;
    let lists = args.load()?;
    let items = args.openings(&lists)?;
    let game = Game::new(rule, lists);
    let asked = asked(args, &game, &items);
    let openings = match share {
        Some((share, _)) => share.of(&items),
        None => items.clone(),
    };
    let question = Question::new(&game, args.hard.name(), args.max_guesses);
    let checkpoint = args
        .checkpoint
        .clone()
        .map(|path| Checkpoint::open(path, &game, question.clone()))
        .transpose()?;
    let top = args.top.rows();
    let incumbent = Incumbent::open(args.incumbent.as_ref(), &game, question, top)?;
    let settings = Settings {
        hard: args.hard.mode(),
        max_guesses: args.max_guesses,
        memory: args.memory * MEGABYTE,
    };
    if let Some(budget) = args.estimate.budget(compute)? {
        let estimated = Estimated {
            args,
            asked: &asked,
            game: &game,
            settings,
            incumbent: incumbent.bound(),
        };
        return estimated.run(&openings, &budget);
    }
    let stop = interrupt::catch()?;
    let backend = match args.opening {
        Some(_) => compute.open_backend_for_one()?,
        None => compute.open_backend()?,
    };
    let progress = Progress::new("openings", openings.len());
    let mut search = Optimal::new(&game, settings)?.cancelled_by(stop);
    if args.incumbent.is_some() {
        search = search.with_incumbent(incumbent.bound());
    }
    if backend.info() != Cpu.info() {
        search = search.with_ahead(Ahead {
            backend: &*backend,
            if_faster: compute.is_auto(),
        });
    }
    let job = Job {
        args,
        game: &game,
        search: &search,
        incumbent: &incumbent,
        suspect: checkpoint.as_ref().is_some_and(|kept| !kept.is_empty()),
    };
    let (openings, kept) = job.find(&openings, checkpoint, &progress);
    let complete = openings.complete;
    // What was found so far gets its tree all the same, unless Ctrl-C comes again. A shard that is not
    // finished is not merged.
    stop.store(false, Ordering::Relaxed);
    let best = match complete || share.is_none() {
        true => job.best(&openings, stop)?,
        false => None,
    };
    let tree = best.as_ref().map(|best| &best.0);
    let written = write_best(args.tree.as_deref(), rule, tree);
    let found = job.found(&openings, best);
    let ran = Ran::new(
        &who_computed(&*backend, &search.effort()),
        progress.seconds(),
    );
    drop(progress);
    match share {
        Some(share) => shards::write(share, asked, items.len(), complete, ran, found)?,
        None => Report {
            open: items.len() - found.openings.len(),
            asked: &asked,
            is_of_one: args.opening.is_some(),
            complete,
            found: &found,
        }
        .write(&args.output, rule, ran)?,
    }
    job.end(complete, kept.and(written).err())
}

/// What is asked of a game.
fn asked(args: &OptimalArgs, game: &Game, items: &[GuessIndex]) -> Asked {
    let words = items.iter().map(|&guess| game.guess_word(guess));
    Asked {
        game: GameReport::new(game),
        hard: args.hard.name().map(str::to_owned),
        max_guesses: args.max_guesses,
        top: args.top,
        openings_sha256: items_sha256(words),
    }
}

/// A search with what belongs to it.
struct Job<'a> {
    args: &'a OptimalArgs,
    game: &'a Game,
    search: &'a Optimal<'a>,
    incumbent: &'a Incumbent<'a>,
    /// Whether totals came from a checkpoint.
    suspect: bool,
}

/// What the threads of a search tell of.
struct Told<'a> {
    done: usize,
    best: Option<(u32, GuessIndex)>,
    checkpoint: Option<Checkpoint<'a>>,
    warned: bool,
}

impl Job<'_> {
    /// Searches, and keeps the checkpoint, the incumbent and the progress up to date. The result is worth
    /// more than the files: where one cannot be written, the search goes on, and the last failure is told
    /// beside it.
    fn find(
        &self,
        openings: &[GuessIndex],
        checkpoint: Option<Checkpoint>,
        progress: &Progress,
    ) -> (Openings, Result<(), Failure>) {
        let known = checkpoint.as_ref().map(Checkpoint::openings);
        let told = Mutex::new(Told {
            done: 0,
            best: None,
            checkpoint,
            warned: false,
        });
        let found = self.search.openings(&Request {
            openings,
            top: self.args.top.rows(),
            known: &known.unwrap_or_default(),
            on_settled: Some(&|opening| {
                let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                self.take(&mut told, opening, progress);
            }),
        });
        let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
        let shared = self.incumbent.finish();
        let kept = told.checkpoint.map_or(Ok(()), |mut kept| kept.write());
        (found, kept.and(shared))
    }

    /// Takes note of what was found of an opening.
    fn take(&self, told: &mut Told, opening: Opening, progress: &Progress) {
        told.done += 1;
        if let Some(total) = opening.total.exact()
            && told.best.is_none_or(|best| (total, opening.guess) < best)
        {
            told.best = Some((total, opening.guess));
        }
        let kept = match &mut told.checkpoint {
            Some(checkpoint) => checkpoint.put(opening),
            None => Ok(()),
        };
        if let Err(failure) = kept.and(self.incumbent.put(opening))
            && !told.warned
        {
            told.warned = true;
            progress.note(&format!("warning: {failure}; the search goes on"));
        }
        let so_far = match told.best {
            Some((total, guess)) => {
                let total = HumanCount(total.into());
                format!(", best {} {total}", self.game.guess_word(guess))
            }
            None => String::new(),
        };
        progress.set_with(told.done, &so_far);
    }

    /// The tree of the best opening, which was replayed against every solution.
    fn best(
        &self,
        found: &Openings,
        stop: &AtomicBool,
    ) -> Result<Option<(DecisionTree, Spread)>, Failure> {
        let Some(opening) = found.openings.first() else {
            return Ok(None);
        };
        let Some(total) = opening.total.exact() else {
            return Ok(None);
        };
        let tree = self.search.tree(opening.guess).or_else(|| {
            // Ctrl-C came when all was found: making the tree is the lesser part.
            stop.store(false, Ordering::Relaxed);
            self.search.tree(opening.guess)
        });
        let tree =
            tree.ok_or_else(|| Failure::Failed("stopped before the tree was made".to_owned()))?;
        let spread = self.replay(&tree, total)?;
        Ok(Some((tree, spread)))
    }

    /// The games of a tree that takes `total` guesses.
    fn replay(&self, tree: &DecisionTree, total: u32) -> Result<Spread, Failure> {
        let args = self.args;
        let simulation = simulate(self.game, tree, args.hard.mode());
        let limit = args.max_guesses.map_or(usize::MAX, usize::from);
        let as_told = simulation.faults.is_empty()
            && simulation.total() == u64::from(total)
            && simulation.not_found_in(limit).is_empty();
        if as_told {
            return Ok(Spread::new(self.game, tree, &simulation));
        }
        let todo = match &args.checkpoint {
            Some(path) if self.suspect => format!(
                "{} may be wrong: delete it and start anew, and report this if it stays so",
                path.display()
            ),
            _ => "please report this".to_owned(),
        };
        Err(Failure::Failed(format!(
            "the tree that was found does not play as it should: {total} guesses were proven, it \
             takes {} and has {}; {todo}",
            simulation.total(),
            counted(simulation.faults.len(), "fault", "faults"),
        )))
    }

    /// What was found, as plain data.
    fn found(&self, openings: &Openings, best: Option<(DecisionTree, Spread)>) -> Found {
        let valued = |opening: &Opening| Valued::new(opening, self.game.guess_word(opening.guess));
        Found {
            best: best.map(|(tree, spread)| Best::new(self.game.rule(), &tree, spread)),
            openings: openings.openings.iter().map(valued).collect(),
            effort: EffortReport::new(&self.search.effort()),
        }
    }

    /// How the job ends once its result is out: `unwritten` is why a file beside it is not as it should be.
    fn end(&self, complete: bool, unwritten: Option<Failure>) -> Result<(), Failure> {
        match (unwritten, &self.args.checkpoint) {
            (unwritten, _) if complete => unwritten.map_or(Ok(()), Err),
            (Some(failure), _) => Err(Failure::Failed(format!("{STOPPED}, and {failure}"))),
            (None, Some(path)) => Err(Failure::Failed(format!(
                "{STOPPED}; the same command goes on from {}",
                path.display()
            ))),
            (None, None) => Err(Failure::Failed(STOPPED.to_owned())),
        }
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
