//! Running a job of the library from the command line: progress, notes and Ctrl-C on the terminal, the result in a file or
//! on stdout.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::jobs::estimate::Budget;
use wordgame_engine::jobs::{self, Finished, Job, Share, Watch};
use wordgame_engine::report::games::write_tree;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::output::OutputArgs;
use crate::cli::terminal::progress::Progress;
use crate::cli::terminal::{interrupt, note};

/// How a job is run, and where its results go.
pub struct JobRun<'a> {
    /// The name of several items, for the progress bar.
    pub unit: &'static str,
    /// The time for a sample, if the job is only to be estimated.
    pub budget: Option<&'a Budget>,
    /// The share to do and the file of the shard, or `None` for the whole job.
    pub share: Option<(Share, &'a Path)>,
    /// The file for the best decision tree.
    pub tree: Option<&'a Path>,
    /// The options for the output.
    pub output: &'a OutputArgs,
    /// The options on where to compute.
    pub compute: &'a ComputeArgs,
    /// The backend in use.
    pub backend: &'a dyn Backend,
    /// The flag that stops the job. Ctrl-C sets it if the caller has caught the signal.
    pub stop: &'a AtomicBool,
}

impl JobRun<'_> {
    /// Runs a job and shows its result, or estimates its cost.
    ///
    /// # Errors
    /// [`Failure`] of the job or of the output.
    pub fn run<J: Job>(&self, job: &J) -> Result<(), Failure> {
        if let Some(budget) = self.budget {
            return self.estimate(job, budget);
        }
        let items = match self.share {
            Some((share, _)) => share.count(job.items().len()),
            None => job.items().len(),
        };
        let bar = Progress::new(self.unit, items);
        let watch = Watch {
            progress: &|done, best| bar.set_with(done, best),
            note: &|line| bar.note(line),
            stop: self.stop,
        };
        if let Some((share, path)) = self.share {
            let summary = jobs::run_shard(job, share, path, watch);
            drop(bar);
            let shard = summary?;
            note(&shard.summary);
            return shard.ending.map_or(Ok(()), Err);
        }
        let finished = jobs::run(job, watch);
        drop(bar);
        let show_summary = |summary: &str| self.compute.tell(summary, self.backend);
        show(finished?, self.tree, self.output, &show_summary)
    }

    /// Takes a sample while its time is shown, and writes the estimate.
    fn estimate(&self, job: &impl Job, budget: &Budget) -> Result<(), Failure> {
        // Once something has been measured, Ctrl-C ends the sample after the batch under way. Before that, there is nothing
        // to estimate from, and it ends the process.
        let interrupted = interrupt::flag();
        let bar = Progress::new("seconds of the sample", budget.seconds() as usize);
        let show = |seconds| {
            bar.set(seconds);
            if budget.has_sample() {
                interrupt::catch();
            }
        };
        let progress = wordgame_engine::Progress::new(&show);
        let estimate = budget.watch(interrupted, progress, || job.estimate(budget))?;
        let seconds = bar.seconds();
        drop(bar);
        if interrupt::is_interrupted() {
            note(&format!(
                "note: interrupted after {seconds:.0} s; the estimate uses what was measured until then"
            ));
        }
        self.output.write_report(&estimate)
    }
}

/// Shows a finished job: the tree in its file, then the report, then the summary on stderr.
///
/// # Errors
/// The failure to write a file. The report is shown even if the tree cannot be written, and on stdout if it cannot be
/// written to its file: it may have taken days.
pub fn show(
    finished: Finished,
    tree_path: Option<&Path>,
    output: &OutputArgs,
    show_summary: &dyn Fn(&str),
) -> Result<(), Failure> {
    let written = match (tree_path, &finished.tree) {
        (Some(path), Some((rule, tree))) => write_tree(path, *rule, tree),
        (Some(path), None) => {
            note(&format!(
                "note: there is no tree: nothing was written to {}",
                path.display()
            ));
            Ok(())
        }
        (None, _) => Ok(()),
    };
    let written = written.and(match output.write_report(&*finished.report) {
        Err(failure @ Failure::Failed(_)) if output.path().is_some() => {
            note("note: the result could not be written to its file, so here it is");
            output.to_stdout().write_report(&*finished.report)?;
            Err(failure)
        }
        shown => Ok(shown?),
    });
    show_summary(&finished.summary);
    match (finished.ending, written) {
        (Some(Failure::Failed(ending)), Err(failure)) => {
            Err(Failure::Failed(format!("{ending}, and {failure}")))
        }
        (Some(ending), _) => Err(ending),
        (None, written) => written,
    }
}
