//! `--estimate`: the cost of a long job, from a sample of its items.

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::compute::cpu::Cpu;
use wordgame_engine::jobs::estimate::Budget;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::number::number;

/// The option that asks for an estimate.
#[derive(Args)]
pub struct EstimateArgs {
    /// Run a sample of the job for about this many seconds [default: 60]. Show the CPU time and memory of the whole
    /// job, and how many shards to divide it into. The estimate is for the CPU only
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "60",
        conflicts_with = "shard",
        value_parser = |text: &str| number::<u64>(text, 1, 1_000_000),
        help_heading = "Shard options"
    )]
    estimate: Option<u64>,
}

/// True if a text can be the value of `--estimate`.
pub fn is_seconds(text: &str) -> bool {
    text.parse::<u64>().is_ok()
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

/// Opens the backend for a job: the CPU for an estimate of it, otherwise the backend that the user chose.
///
/// # Errors
/// [`Failure::BadInput`] if there is no such backend or adapter.
pub fn open_backend(
    budget: Option<&Budget>,
    compute: &ComputeArgs,
) -> Result<Box<dyn Backend>, Failure> {
    match budget {
        Some(_) => Ok(Box::new(Cpu)),
        None => compute.open_backend(),
    }
}
