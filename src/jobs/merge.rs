//! Joining the shards of any job into the result of one process.

use std::marker::PhantomData;
use std::path::Path;

use super::letterpress::RankBoards;
use super::optimal::OptimalTree;
use super::shards::{SHARD, ShardHead, Shards, check};
use super::simulate::Simulate;
use super::within::WithinAll;
use super::{Finished, Job, Outcome};
use crate::failure::Failure;

/// The jobs whose shards [`merge`] can join.
const JOBS: [&dyn MergeableJob; 4] = [
    &SealedJob::<OptimalTree>::NEW,
    &SealedJob::<Simulate>::NEW,
    &SealedJob::<WithinAll>::NEW,
    &SealedJob::<RankBoards>::NEW,
];

/// A [`Job`] as a value, so that jobs of different types can be in one list.
trait MergeableJob: Sync {
    /// The name of the job in its shards.
    fn name(&self) -> &'static str;

    /// True if the job looks for a decision tree.
    fn has_tree(&self) -> bool;

    /// Joins all shards, given in the order of their numbers. [`check`] has found no fault with them.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names a shard that contradicts itself or another one.
    fn merge(&self, paths: &[&Path]) -> Result<Finished, Failure>;
}

/// The shards of a [`Job`].
struct SealedJob<J>(PhantomData<fn() -> J>);

impl<J> SealedJob<J> {
    const NEW: SealedJob<J> = SealedJob(PhantomData);
}

impl<J: Job> MergeableJob for SealedJob<J> {
    fn name(&self) -> &'static str {
        J::NAME
    }

    fn has_tree(&self) -> bool {
        J::HAS_TREE
    }

    fn merge(&self, paths: &[&Path]) -> Result<Finished, Failure> {
        let mut shards = Shards::<J::Question, J::Findings>::read(paths)?;
        shards.check_items::<J>()?;
        let findings = J::join(&mut shards)?;
        let outcome = Outcome {
            items: shards.items,
            findings,
            run: shards.run,
            is_complete: true,
            ending: None,
        };
        J::finish(shards.question, outcome)
    }
}

/// The result of a merge.
pub struct Merged {
    /// The name of the job.
    pub job: &'static str,
    /// True if the job looks for a decision tree.
    pub has_tree: bool,
    /// The joined result.
    pub finished: Finished,
}

/// Joins the shards of a job, given in any order.
///
/// # Errors
/// [`Failure::BadInput`] names shards that are missing, duplicate, unfinished, altered, or of another job.
///
/// # Panics
/// If there are no paths.
pub fn merge(paths: &[&Path]) -> Result<Merged, Failure> {
    let mut shards: Vec<(&Path, ShardHead)> = paths
        .iter()
        .map(|&path| Ok((path, SHARD.read(path)?)))
        .collect::<Result<_, Failure>>()?;
    check(&shards)?;
    shards.sort_by_key(|(_, head)| head.shard);
    let (first, head) = &shards[0];
    let job = JOBS.iter().find(|job| job.name() == head.job);
    let job = job.ok_or_else(|| {
        SHARD.refuse(first, "is a shard of a job that this version does not know")
    })?;
    let paths: Vec<&Path> = shards.iter().map(|(path, _)| *path).collect();
    Ok(Merged {
        job: job.name(),
        has_tree: job.has_tree(),
        finished: job.merge(&paths)?,
    })
}
