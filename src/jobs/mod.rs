//! Long-running work as library code: jobs that can be run whole, divided into shards, merged, estimated and resumed.
//!
//! A [`Job`] is a list of items (openings, boards) with a question about each. Two functions do all the work:
//!
//! ```text
//!   items ──run──> findings ──finish──> report
//! ```
//!
//! `run` does the expensive part and returns *findings*, which are plain data. `finish` turns findings into a
//! [`Report`] and needs neither word lists nor dictionaries. One process calls both. A *shard* calls `run` on every
//! N-th item and writes the findings to a file; [`merge`](merge()) reads the files of all shards, joins their findings,
//! and calls `finish`. So a merged result cannot differ from that of one process, provided that the findings for an
//! item do not depend on which other items the process had. `join` restores what does: for example, openings beyond the
//! best all get the same bound.
//!
//! | module | content |
//! |---|---|
//! | [`share`] | the items of one shard, chosen by the user or by a scheduler |
//! | [`shards`] | the files of shards, and the checks that they belong together |
//! | [`sealed`] | JSON files with a checksum: shards, checkpoints, incumbents |
//! | [`merge`](mod@merge) | joining the shards of any job |
//! | [`estimate`] | the CPU time and memory of a whole job, from a sample of its items |
//! | [`simulate`], [`within`], [`optimal`], [`letterpress`] | the jobs |
//!
//! Pattern tables are too large for JSON and for memory, so they have shards of their own: see
//! [`tables::merge`](crate::tables::merge).
//!
//! Jobs do not know the command line. They report progress and warnings through a [`Watch`], and stop when its flag is
//! set.

pub mod estimate;
pub mod letterpress;
pub mod merge;
pub mod optimal;
pub mod sealed;
pub mod shards;
pub mod share;
pub mod simulate;
pub mod within;

use std::cmp::Reverse;
use std::fmt::Display;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::compute::{Backend, GuessIndex};
use crate::failure::Failure;
use crate::guessing::{DecisionTree, Game, Rule};
use crate::report::{Report, RunInfo};
use crate::words::list::HashWriter;
use estimate::{Budget, Estimate};
pub use merge::{Merged, merge};
use shards::{Shard, Shards};
pub use share::Share;

/// Bytes of a megabyte, in which memory is given and reported.
pub const MEGABYTE: u64 = 1 << 20;

/// Long-running work on a list of independent items.
pub trait Job {
    /// The name of the job in files: `optimal`.
    const NAME: &'static str;
    /// True if the job looks for a decision tree.
    const HAS_TREE: bool = false;
    /// One piece of work: an opening, a board.
    type Item: Clone;
    /// Everything that the user asked for. All shards of a job have the same question, so it includes a hash of the
    /// items. Field names are stable.
    type Question: Serialize + DeserializeOwned;
    /// The findings for some items, as plain data. Field names are stable.
    type Findings: Serialize + DeserializeOwned;

    /// All items of the job, those of other shards included.
    fn items(&self) -> &[Self::Item];

    /// The question.
    fn question(&self) -> Self::Question;

    /// Does the work for some of the items.
    ///
    /// # Errors
    /// [`Failure`] if there are no findings at all. An interrupted job that has findings returns them, with
    /// [`Outcome::ending`] set.
    fn run(&self, items: &[Self::Item], watch: Watch) -> Result<Outcome<Self::Findings>, Failure>;

    /// Estimates the cost of all items on the CPU from a sample of them.
    ///
    /// # Errors
    /// [`Failure`] of the job.
    fn estimate(&self, budget: &Budget) -> Result<Estimate, Failure>;

    /// The hash of all items that a question holds: see [`items_sha256`].
    fn items_hash(question: &Self::Question) -> &str;

    /// The items that findings are about, in the order of the job's items and in the form that [`items_sha256`] reads.
    /// They may come from a file.
    ///
    /// # Errors
    /// The fault of the findings, which continues the sentence after the name of a file.
    fn found_items(findings: &Self::Findings) -> impl Iterator<Item = Result<String, String>>;

    /// Joins the findings of all shards to those of one process. [`Shards::check_items`] has found no fault with them.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names a shard that contradicts itself or another one.
    fn join(shards: &mut Shards<Self::Question, Self::Findings>)
    -> Result<Self::Findings, Failure>;

    /// Turns findings into a report.
    ///
    /// # Errors
    /// [`Failure::BadInput`] if the findings, which may come from files, make no sense.
    fn finish(
        question: Self::Question,
        outcome: Outcome<Self::Findings>,
    ) -> Result<Finished, Failure>;
}

/// The connection between a running job and its caller.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Receives the number of items done, and a short text about the best result so far, which may be empty.
    pub progress: &'a (dyn Fn(usize, &str) + Sync),
    /// Receives notes and warnings, one line each.
    pub note: &'a (dyn Fn(&str) + Sync),
    /// Stops the job when set. `OptimalTree` clears it once the search has stopped, so that a second request can
    /// stop the work that follows: the best tree.
    pub stop: &'a AtomicBool,
}

/// The outcome of running a job, whole or as a shard.
pub struct Outcome<F> {
    /// The number of items of the whole job.
    pub items: usize,
    /// The findings.
    pub findings: F,
    /// The backend and the time of the job.
    pub run: RunInfo,
    /// True if every item is done.
    pub is_complete: bool,
    /// The failure with which the process should end after showing the result: the job was interrupted, or a file that
    /// accompanies the result could not be written.
    pub ending: Option<Failure>,
}

/// A finished job, ready to be shown.
pub struct Finished {
    /// The result.
    pub report: Box<dyn Report>,
    /// One line about the work done, the backend and the time.
    pub summary: String,
    /// The best decision tree, if the job finds one, with the rule of its game.
    pub tree: Option<(&'static dyn Rule, DecisionTree)>,
    /// See [`Outcome::ending`].
    pub ending: Option<Failure>,
}

/// Runs a whole job in this process.
///
/// # Errors
/// [`Failure`] of the job.
pub fn run<J: Job>(job: &J, watch: Watch) -> Result<Finished, Failure> {
    let outcome = job.run(job.items(), watch)?;
    J::finish(job.question(), outcome)
}

/// A shard that was run, and whose file was written.
pub struct FinishedShard {
    /// One line about the work done, the backend and the time.
    pub summary: String,
    /// See [`Outcome::ending`].
    pub ending: Option<Failure>,
}

/// Runs one shard of a job and writes its file.
///
/// # Errors
/// [`Failure`] of the job, or the file cannot be written.
pub fn run_shard<J: Job>(
    job: &J,
    share: Share,
    path: &Path,
    watch: Watch,
) -> Result<FinishedShard, Failure> {
    let outcome = job.run(&share.of(job.items()), watch)?;
    Shard::new(J::NAME, share, job.items().len(), job.question(), &outcome).write(path)?;
    let shard = format!("shard {} of {}", share.shard, share.shards);
    Ok(FinishedShard {
        summary: outcome.run.done(&shard),
        ending: outcome.ending,
    })
}

/// A hash of the items of a job, in their order: that of a text with one item after the other, each with a line break.
pub fn items_sha256(items: impl Iterator<Item = impl Display>) -> String {
    let mut hash = HashWriter::default();
    for item in items {
        hash.line(&item.to_string());
    }
    hash.finish()
}

/// Sorts openings by the number of groups that they make of all candidates, most groups first. Good openings come
/// early, and neighbours cost about the same to examine.
fn by_splits(
    game: &Game,
    backend: &dyn Backend,
    openings: &[GuessIndex],
) -> Result<Vec<GuessIndex>, Failure> {
    let stats = backend.partition(game.table(), openings)?;
    let mut order: Vec<usize> = (0..openings.len()).collect();
    order.sort_by_key(|&index| Reverse(stats[index].splits));
    Ok(order.into_iter().map(|index| openings[index]).collect())
}
