//! `--shard` and `--shards`: one share of a long job.

use std::env;
use std::path::Path;
use std::str::FromStr;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::jobs::Share;
use wordgame_engine::jobs::share::MAX_SHARDS;

use crate::cli::args::number::number;
use crate::cli::args::output::OutputArgs;

/// Options that divide a job.
#[derive(Args)]
pub struct ShardArgs {
    /// Do one share of the job, the I-th of N (from 1), and write it to --output (of patterns: --out) for `engine merge`. auto takes I
    /// and N from a Slurm array, or I from a Kubernetes Indexed Job
    #[arg(long, value_name = "I/N|auto", help_heading = "Shard options")]
    shard: Option<ShardName>,
    /// The number of shards for --shard auto. Kubernetes does not provide it; a Slurm array with a different
    /// number of tasks is refused
    #[arg(long, value_name = "N", requires = "shard", value_parser = |text: &str| number::<usize>(text, 1, MAX_SHARDS), help_heading = "Shard options")]
    shards: Option<usize>,
}

#[derive(Clone, Copy)]
enum ShardName {
    Auto,
    Share(Share),
}

impl FromStr for ShardName {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardName, String> {
        if text == "auto" {
            return Ok(ShardName::Auto);
        }
        let share = text.split_once('/').and_then(|(shard, shards)| {
            Some(Share {
                shard: shard.parse().ok()?,
                shards: shards.parse().ok()?,
            })
        });
        match share {
            Some(share) if share.is_valid() => Ok(ShardName::Share(share)),
            _ => Err(format!(
                "expected I/N, as in 3/8, with I from 1 to N and N at most {MAX_SHARDS}; or auto"
            )),
        }
    }
}

impl ShardArgs {
    /// The share to do, or `None` for the whole job.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if the scheduler does not determine a share.
    pub fn share(&self) -> Result<Option<Share>, Failure> {
        match (self.shard, self.shards) {
            (None, _) => Ok(None),
            (Some(ShardName::Share(_)), Some(_)) => Err(Failure::BadInput(
                "--shards is for --shard auto; --shard I/N already has the number".to_owned(),
            )),
            (Some(ShardName::Share(share)), None) => Ok(Some(share)),
            (Some(ShardName::Auto), shards) => {
                Share::from_scheduler(shards, &|name| env::var(name).ok()).map(Some)
            }
        }
    }

    /// The share to do, and the file for its findings.
    ///
    /// # Errors
    /// See [`ShardArgs::share`]. [`Failure::BadInput`] without `--output`, or with another format.
    pub fn share_to<'a>(
        &self,
        output: &'a OutputArgs,
    ) -> Result<Option<(Share, &'a Path)>, Failure> {
        let Some(share) = self.share()? else {
            return Ok(None);
        };
        Ok(Some((share, output.of_shard()?)))
    }
}
