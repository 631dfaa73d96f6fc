//! The job `optimal`: the decision tree with the fewest guesses in all, over many openings, with proof.
//!
//! | file | content |
//! |---|---|
//! | `mod` | the job and its run |
//! | `findings` | the findings as plain data |
//! | `join` | joining the findings of shards |
//! | `report` | the report |
//! | `estimate` | estimating the cost |
//! | `checkpoint` | totals in a file, from which a later run resumes |
//! | `incumbent` | a total to start from, which processes may share |

mod checkpoint;
mod estimate;
mod findings;
mod incumbent;
mod join;
mod report;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::estimate::{Budget, Estimate};
use super::shards::{SHARD, Shards};
use super::{Finished, Job, Outcome, Watch, items_sha256};
use crate::compute::{Backend, BackendInfo, ComputedBy, GuessIndex};
use crate::failure::Failure;
use crate::guessing::optimal::{Ahead, Effort, Opening, Openings, Optimal, Request, Settings};
use crate::guessing::{DecisionTree, Game, simulate};
use crate::report::games::GameSummary;
use crate::report::numbers::{counted, grouped};
use crate::report::{GameInfo, JobInfo, RunInfo, Top};
use checkpoint::{Checkpoint, TotalsQuestion, is_empty_file};
pub use findings::{BestTree, EffortInfo, Findings, OpeningTotal, Proven};
use incumbent::Incumbent;
pub use incumbent::{IncumbentSource, MAX_TOTAL};
use report::OptimalReport;

/// The message of a search that was stopped.
const STOPPED: &str = "stopped before the proof was complete";

/// The search for the best tree over some openings.
pub struct OptimalTree<'a> {
    /// The game.
    pub game: &'a Game,
    /// The backend that may scan openings ahead of the search. The search itself runs on the CPU.
    pub backend: &'a dyn Backend,
    /// True to use the backend only if it is faster in a sample.
    pub backend_if_faster: bool,
    /// Hard mode, the limit on guesses, and the memory to use.
    pub settings: Settings,
    /// The openings to compare, as ascending indices into the list of guesses.
    pub openings: &'a [GuessIndex],
    /// True if the user asked for one opening by name.
    pub is_of_one: bool,
    /// The number of openings whose total has to be exact.
    pub top: Top,
    /// The file that keeps the totals proved so far.
    pub checkpoint: Option<&'a Path>,
    /// A total that is known to be possible.
    pub incumbent: Option<&'a IncumbentSource>,
}

/// The question of the job. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Question {
    #[serde(flatten)]
    game: GameInfo,
    hard: Option<String>,
    max_guesses: Option<u8>,
    top: Top,
    /// A hash of the openings, in their order.
    openings_sha256: String,
}

impl Question {
    /// The limit on the guesses of a game, in words. Empty without a limit.
    fn limit(&self) -> String {
        match self.max_guesses {
            None => String::new(),
            Some(guesses) => format!(" within {}", counted(guesses.into(), "guess", "guesses")),
        }
    }

    /// The mode in words.
    fn mode(&self) -> String {
        match &self.hard {
            None => "normal mode".to_owned(),
            Some(hard) => format!("{hard} hard mode"),
        }
    }
}

impl OptimalTree<'_> {
    fn totals_question(&self) -> TotalsQuestion {
        TotalsQuestion::new(self.game, self.settings.hard, self.settings.max_guesses)
    }

    /// Warns about files of earlier runs that are empty.
    fn warn_of_empty_files(&self, watch: Watch) {
        let incumbent = self.incumbent.and_then(IncumbentSource::file);
        for path in [self.checkpoint, incumbent].into_iter().flatten() {
            if is_empty_file(path) {
                let path = path.display();
                (watch.note)(&format!(
                    "warning: {path} is empty, so nothing is taken from it"
                ));
            }
        }
    }

    fn open_checkpoint(&self, watch: Watch) -> Result<Option<Checkpoint<'_>>, Failure> {
        let Some(path) = self.checkpoint else {
            return Ok(None);
        };
        let checkpoint = Checkpoint::open(path.to_owned(), self.game, self.totals_question())?;
        if !checkpoint.is_empty() {
            (watch.note)(&format!(
                "note: {} taken from {}",
                counted(checkpoint.len(), "opening", "openings"),
                checkpoint.path().display()
            ));
        }
        Ok(Some(checkpoint))
    }

    fn search<'s>(
        &'s self,
        incumbent: &'s Incumbent,
        stop: &'s AtomicBool,
    ) -> Result<Optimal<'s>, Failure> {
        let mut search = Optimal::new(self.game, self.settings)?.cancelled_by(stop);
        if self.incumbent.is_some() {
            search = search.with_incumbent(incumbent.bound());
        }
        if self.backend.uses_gpu() {
            search = search.with_ahead(Ahead {
                backend: self.backend,
                if_faster: self.backend_if_faster,
            });
        }
        Ok(search)
    }

    /// The failure with which the process ends after the result: the search was stopped, or a file could not be written.
    fn ending(&self, is_complete: bool, unwritten: Option<Failure>) -> Option<Failure> {
        if is_complete {
            return unwritten;
        }
        Some(Failure::Failed(match (unwritten, self.checkpoint) {
            (Some(failure), _) => format!("{STOPPED}, and {failure}"),
            (None, Some(path)) => {
                format!(
                    "{STOPPED}; the same command resumes from {}",
                    path.display()
                )
            }
            (None, None) => STOPPED.to_owned(),
        }))
    }
}

impl Job for OptimalTree<'_> {
    const NAME: &'static str = "optimal";
    const HAS_TREE: bool = true;
    type Item = GuessIndex;
    type Question = Question;
    type Findings = Findings;

    fn items(&self) -> &[GuessIndex] {
        self.openings
    }

    fn question(&self) -> Question {
        let words = self.openings.iter();
        Question {
            game: GameInfo::new(self.game),
            hard: self.settings.hard.map(|hard| hard.name().to_owned()),
            max_guesses: self.settings.max_guesses,
            top: self.top,
            openings_sha256: items_sha256(words.map(|&guess| self.game.guess_word(guess))),
        }
    }

    fn run(&self, openings: &[GuessIndex], watch: Watch) -> Result<Outcome<Findings>, Failure> {
        let started = Instant::now();
        self.warn_of_empty_files(watch);
        let checkpoint = self.open_checkpoint(watch)?;
        let top = self.top.rows();
        let incumbent = Incumbent::open(self.incumbent, self.game, self.totals_question(), top)?;
        let search = self.search(&incumbent, watch.stop)?;
        let run = Run {
            job: self,
            search: &search,
            incumbent: &incumbent,
            is_resumed: checkpoint.as_ref().is_some_and(|kept| !kept.is_empty()),
            watch,
        };
        let (found, kept) = run.search_openings(openings, checkpoint);
        let is_complete = found.complete;
        // After an interruption the best opening so far still gets its tree, unless Ctrl-C comes again. An unfinished shard
        // cannot be merged, so it needs no tree.
        watch.stop.store(false, Ordering::Relaxed);
        let is_shard = openings.len() < self.openings.len();
        let best = if is_complete || !is_shard {
            run.best_tree(&found)?
        } else {
            None
        };
        let total = |opening: &Opening| {
            OpeningTotal::new(opening, self.game.guess_word(opening.guess).to_string())
        };
        let effort = search.effort();
        Ok(Outcome {
            items: self.openings.len(),
            findings: Findings {
                best,
                openings: found.openings.iter().map(total).collect(),
                effort: EffortInfo::new(&effort),
                is_of_one: self.is_of_one,
            },
            run: RunInfo::new(
                &who_computed(self.backend, &effort),
                started.elapsed().as_secs_f64(),
            ),
            is_complete,
            ending: self.ending(is_complete, kept.err()),
        })
    }

    fn estimate(&self, budget: &Budget) -> Result<Estimate, Failure> {
        self.estimate_openings(budget)
    }

    fn items_hash(question: &Question) -> &str {
        &question.openings_sha256
    }

    fn found_items(findings: &Findings) -> impl Iterator<Item = Result<String, String>> {
        let openings = findings.openings.iter();
        let openings = openings.sorted_by_key(|row| row.place);
        openings.map(|row| Ok(row.opening.clone()))
    }

    fn join(shards: &mut Shards<Question, Findings>) -> Result<Findings, Failure> {
        join::join(shards)
    }

    fn finish(question: Question, outcome: Outcome<Findings>) -> Result<Finished, Failure> {
        let rule = question.game.rule().ok_or_else(|| {
            Failure::BadInput("the shards have a rule that this version does not know".to_owned())
        })?;
        let findings = outcome.findings;
        let lists = question.game.lists();
        let tree = match &findings.best {
            Some(best) => Some((
                rule,
                DecisionTree::parse(rule, lists.alphabet(), lists.length(), &best.tree).map_err(
                    |error| {
                        Failure::BadInput(format!(
                            "the best tree is malformed: {error}; {}",
                            SHARD.advice
                        ))
                    },
                )?,
            )),
            None => None,
        };
        let what = findings.effort.describe(findings.openings.len());
        let job = JobInfo::of(Self::NAME, question.game.clone(), outcome.run);
        Ok(Finished {
            summary: job.done(&what),
            tree,
            ending: outcome.ending,
            report: Box::new(OptimalReport {
                job,
                rule,
                question,
                open: outcome.items - findings.openings.len(),
                is_complete: outcome.is_complete,
                findings,
            }),
        })
    }
}

/// A running search with everything that accompanies it.
struct Run<'r, 'a> {
    job: &'r OptimalTree<'a>,
    search: &'r Optimal<'r>,
    incumbent: &'r Incumbent<'r>,
    /// True if totals come from a checkpoint.
    is_resumed: bool,
    watch: Watch<'r>,
}

/// The state that the threads of a search update for each finished opening.
struct Records<'a> {
    done: usize,
    /// The best total and its opening.
    best: Option<(u32, GuessIndex)>,
    checkpoint: Option<Checkpoint<'a>>,
    /// True once a failure to write a file was reported.
    has_warned: bool,
}

impl Run<'_, '_> {
    /// Searches, and keeps checkpoint, incumbent and progress up to date. The result matters more than the files: if one
    /// cannot be written, the search continues, and the last failure is returned next to the result.
    fn search_openings(
        &self,
        openings: &[GuessIndex],
        checkpoint: Option<Checkpoint>,
    ) -> (Openings, Result<(), Failure>) {
        let known = checkpoint.as_ref().map(Checkpoint::openings);
        let records = Mutex::new(Records {
            done: 0,
            best: None,
            checkpoint,
            has_warned: false,
        });
        let found = self.search.openings(&Request {
            openings,
            top: self.job.top.rows(),
            known: &known.unwrap_or_default(),
            on_settled: Some(&|opening| {
                let mut records = records.lock().unwrap_or_else(PoisonError::into_inner);
                self.record(&mut records, opening);
            }),
        });
        let records = records.into_inner().unwrap_or_else(PoisonError::into_inner);
        let shared = self.incumbent.finish();
        let kept = records.checkpoint.map_or(Ok(()), |mut kept| kept.write());
        (found, kept.and(shared))
    }

    /// Records a finished opening.
    fn record(&self, records: &mut Records, opening: Opening) {
        records.done += 1;
        if let Some(total) = opening.total.exact()
            && records
                .best
                .is_none_or(|best| (total, opening.guess) < best)
        {
            records.best = Some((total, opening.guess));
        }
        let kept = match &mut records.checkpoint {
            Some(checkpoint) => checkpoint.put(opening),
            None => Ok(()),
        };
        if let Err(failure) = kept.and(self.incumbent.put(opening))
            && !records.has_warned
        {
            records.has_warned = true;
            (self.watch.note)(&format!("warning: {failure}; the search continues"));
        }
        let best = match records.best {
            Some((total, guess)) => {
                format!(
                    ", best {} {}",
                    self.job.game.guess_word(guess),
                    grouped(total)
                )
            }
            None => String::new(),
        };
        (self.watch.progress)(records.done, &best);
    }

    /// The tree of the best opening, after playing it against every solution.
    fn best_tree(&self, found: &Openings) -> Result<Option<BestTree>, Failure> {
        let Some(opening) = found.openings.first() else {
            return Ok(None);
        };
        let Some(total) = opening.total.exact() else {
            return Ok(None);
        };
        let tree = self.search.tree(opening.guess).or_else(|| {
            // Ctrl-C came after the search. The tree takes little time compared with it, so we try once more.
            self.watch.stop.store(false, Ordering::Relaxed);
            self.search.tree(opening.guess)
        });
        let tree =
            tree.ok_or_else(|| Failure::Failed("stopped before the tree was complete".to_owned()))?;
        let summary = self.replay(&tree, total)?;
        Ok(Some(BestTree::new(self.job.game.rule(), &tree, summary)))
    }

    /// The games of a tree, which must take `total` guesses.
    fn replay(&self, tree: &DecisionTree, total: u32) -> Result<GameSummary, Failure> {
        let OptimalTree { game, settings, .. } = self.job;
        let simulation = simulate(game, tree, settings.hard);
        let limit = settings.max_guesses.map_or(usize::MAX, usize::from);
        let is_as_proved = simulation.faults.is_empty()
            && simulation.total() == u64::from(total)
            && simulation.not_found_in(limit).is_empty();
        if is_as_proved {
            return Ok(GameSummary::new(game, tree, &simulation));
        }
        let advice = match self.job.checkpoint {
            Some(path) if self.is_resumed => format!(
                "{} may be wrong: delete it and start again, and report this if it happens again",
                path.display()
            ),
            _ => "please report this".to_owned(),
        };
        Err(Failure::Failed(format!(
            "the tree does not play as it should: {total} guesses were proven, but it takes {} and has \
             {}; {advice}",
            simulation.total(),
            counted(simulation.faults.len(), "fault", "faults"),
        )))
    }
}

/// The backends that computed: the CPU searched, and a GPU may have scanned ahead.
fn who_computed(backend: &dyn Backend, effort: &Effort) -> BackendInfo {
    match (effort.scanned_ahead, backend.info()) {
        (0, _) => BackendInfo::CPU,
        (_, info) if info.backend == ComputedBy::Gpu => BackendInfo {
            backend: ComputedBy::GpuAndCpu,
            ..info
        },
        (_, info) => info,
    }
}
