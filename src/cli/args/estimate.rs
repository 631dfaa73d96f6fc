//! `--estimate`: the cost of a long job, from a sample of its items.

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::Progress;
use wordgame_engine::jobs::estimate::{Budget, Estimate};

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::number::number;
use crate::cli::args::output::OutputArgs;
use crate::cli::terminal::interrupt;
use crate::cli::terminal::progress::Progress as ProgressBar;

/// The option that asks for an estimate.
#[derive(Args)]
pub struct EstimateArgs {
    /// Run a sample of the job for about this many seconds [default: 60]. Show the CPU time and memory of the whole
    /// job, and how many shards to divide it into. The estimate is for the CPU only
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        default_missing_value = "60",
        conflicts_with = "shard",
        value_parser = |text: &str| number::<u64>(text, 1, 1_000_000),
        help_heading = "Shard options"
    )]
    estimate: Option<u64>,
}

impl EstimateArgs {
    /// The time for the sample, if an estimate is asked for.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if a GPU is asked for: an estimate is of the CPU.
    pub fn budget(&self, compute: &ComputeArgs) -> Result<Option<Budget>, Failure> {
        let Some(seconds) = self.estimate else {
            return Ok(None);
        };
        compute.check_no_gpu("--estimate")?;
        Ok(Some(Budget::new(seconds)))
    }
}

/// Takes a sample while its time is shown, and writes the estimate.
///
/// # Errors
/// [`Failure`] of the job or of the output.
pub fn run(
    budget: &Budget,
    output: &OutputArgs,
    estimate: impl FnOnce() -> Result<Estimate, Failure>,
) -> Result<(), Failure> {
    // Ctrl-C ends the sample after the batch under way, and the estimate uses what was measured until then.
    let interrupted = interrupt::catch()?;
    let bar = ProgressBar::new("seconds of the sample", budget.seconds() as usize);
    let show = |seconds| bar.set(seconds);
    let estimate = budget.watch(interrupted, Progress::new(&show), estimate)?;
    drop(bar);
    output.write_report(&estimate)
}
