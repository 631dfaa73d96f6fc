//! The files of shards, and the checks that they belong together.

use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::sealed::SealedKind;
use super::{Job, Outcome, Share};
use crate::failure::Failure;
use crate::report::RunInfo;
use crate::report::numbers::{counted, ranges};
use crate::words::list::HashWriter;

/// The file of a shard.
pub const SHARD: SealedKind = SealedKind {
    name: "shard",
    form: 1,
    description: "a shard of a job",
    advice: "run that shard again, or leave the file out",
};

/// The content of a shard's file. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Shard<Q, F> {
    /// The name of the job.
    job: String,
    /// The number of this shard, from 1.
    shard: usize,
    /// The number of shards.
    shards: usize,
    /// The number of items of the whole job.
    items: usize,
    /// True if all items of the shard are done.
    complete: bool,
    /// The question: the same in all shards of a job.
    question: Q,
    /// The backend and the time of the shard.
    ran: RunInfo,
    /// The findings.
    found: F,
}

/// The description of a shard without its findings.
#[derive(Deserialize)]
pub struct ShardHead {
    /// The name of the job.
    pub job: String,
    /// The number of this shard, from 1.
    pub shard: usize,
    /// The number of shards.
    pub shards: usize,
    /// The number of items of the whole job.
    pub items: usize,
    /// True if all items of the shard are done.
    pub complete: bool,
    /// The question.
    pub question: Value,
}

/// All shards of a job, by their numbers.
pub struct Shards<Q, F> {
    /// The files.
    pub paths: Vec<PathBuf>,
    /// The number of items of the whole job.
    pub items: usize,
    /// The question.
    pub question: Q,
    /// The findings of each shard.
    pub findings: Vec<F>,
    /// The runs of all shards, joined.
    pub run: RunInfo,
}

impl<Q: Serialize, F: Serialize> Shard<Q, &F> {
    /// A shard of a job with this many items.
    pub fn new<'a>(
        job: &str,
        share: Share,
        items: usize,
        question: Q,
        outcome: &'a Outcome<F>,
    ) -> Shard<Q, &'a F> {
        Shard {
            job: job.to_owned(),
            shard: share.shard,
            shards: share.shards,
            items,
            complete: outcome.is_complete,
            question,
            ran: outcome.run.clone(),
            found: &outcome.findings,
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Failure`] names the file.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        SHARD.write(path, self)
    }
}

/// The items of all shards in the order of one process: the first item of each shard, then the second of each, and so on.
pub fn interleave<T>(shards: Vec<Vec<T>>) -> Vec<T> {
    let mut items = Vec::with_capacity(shards.iter().map(Vec::len).sum());
    let mut shards: Vec<_> = shards.into_iter().map(Vec::into_iter).collect();
    loop {
        let before = items.len();
        items.extend(shards.iter_mut().filter_map(Iterator::next));
        if items.len() == before {
            return items;
        }
    }
}

/// Checks that these are all shards of one job, each once and complete.
///
/// # Errors
/// [`Failure::BadInput`] names shards that are missing, duplicate, unfinished or of another job.
pub fn check(shards: &[(&Path, ShardHead)]) -> Result<(), Failure> {
    check_same_job(shards)?;
    let mut by_number: BTreeMap<usize, &Path> = BTreeMap::new();
    for (path, head) in shards {
        if let Some(other) = by_number.insert(head.shard, path) {
            return Err(Failure::BadInput(format!(
                "{} and {} are both shard {} of {}; leave one of them out",
                other.display(),
                path.display(),
                head.shard,
                head.shards,
            )));
        }
    }
    let count = shards[0].1.shards;
    let missing: Vec<usize> = (1..=count)
        .filter(|shard| !by_number.contains_key(shard))
        .collect();
    let unfinished = shards.iter().filter(|(_, head)| !head.complete);
    let unfinished: Vec<usize> = unfinished.map(|(_, head)| head.shard).collect();
    let mut faults = Vec::new();
    for (numbers, what) in [(missing, "missing"), (unfinished, "not finished")] {
        if !numbers.is_empty() {
            faults.push(format!(
                "{} of {count} {} {what}: {}",
                counted(numbers.len(), "shard", "shards"),
                if numbers.len() == 1 { "is" } else { "are" },
                ranges(&numbers),
            ));
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(Failure::BadInput(format!(
        "{}; merge again when all shards are there and finished",
        faults.join("; ")
    )))
}

fn check_same_job(shards: &[(&Path, ShardHead)]) -> Result<(), Failure> {
    let (first, reference) = &shards[0];
    for (path, head) in &shards[1..] {
        if let Some(difference) = reference.difference(head) {
            return Err(Failure::BadInput(format!(
                "{} and {} are shards of different jobs: they differ in {difference}; leave one of \
                 them out",
                path.display(),
                first.display(),
            )));
        }
    }
    Ok(())
}

impl ShardHead {
    /// The name of the field in which a shard of another job differs, or `None` for a shard of the same job.
    fn difference(&self, other: &ShardHead) -> Option<String> {
        let fields = [
            ("job", self.job != other.job),
            ("the number of shards", self.shards != other.shards),
        ];
        let field = fields.into_iter().find(|(_, differs)| *differs);
        field
            .map(|(name, _)| name.to_owned())
            .or_else(|| self.difference_of_lists(other))
            .or_else(|| difference(&self.question, &other.question))
            .or_else(|| (self.items != other.items).then(|| "the number of items".to_owned()))
    }

    /// The field of the lists of words in which another shard differs, and the names and sizes of both lists.
    fn difference_of_lists(&self, other: &ShardHead) -> Option<String> {
        let (one, other) = (self.question.get(LISTS)?, other.question.get(LISTS)?);
        let field = difference(one, other)?;
        let (one, other) = (describe_lists(one), describe_lists(other));
        let names = if one == other {
            String::new()
        } else {
            format!(" ({other} and {one})")
        };
        Some(format!("{LISTS}.{field}{names}"))
    }
}

/// The field of a question that has the lists of words.
const LISTS: &str = "lists";

/// The name of the lists of a question and the numbers of their words, as far as they are known.
fn describe_lists(lists: &Value) -> String {
    let name = lists.get("name").and_then(Value::as_str);
    let words = |list: &str, unit: [&str; 2]| {
        let list = lists.get(list)?;
        let words = list.get("words").unwrap_or(list).as_u64()?;
        Some(counted(words as usize, unit[0], unit[1]))
    };
    let sizes = [
        words("guesses", ["guess", "guesses"]),
        words("solutions", ["solution", "solutions"]),
    ];
    let known = name
        .map(str::to_owned)
        .into_iter()
        .chain(sizes.into_iter().flatten());
    known.collect::<Vec<_>>().join(", ")
}

/// The path of the first field in which two values differ, such as `lists.guesses.sha256`, or `None` if they are equal.
fn difference(one: &Value, other: &Value) -> Option<String> {
    if one == other {
        return None;
    }
    let (Value::Object(one), Value::Object(other)) = (one, other) else {
        return Some(String::new());
    };
    let names = one.keys().chain(other.keys());
    let mut differing = names.filter_map(|name| {
        let inner = match (one.get(name), other.get(name)) {
            (Some(one), Some(other)) => difference(one, other)?,
            _ => String::new(),
        };
        Some(if inner.is_empty() {
            name.clone()
        } else {
            format!("{name}.{inner}")
        })
    });
    differing.next()
}

impl<Q: DeserializeOwned, F: DeserializeOwned> Shards<Q, F> {
    /// Reads shards that belong together, in the order of their numbers.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names a file that cannot be read or is malformed.
    ///
    /// # Panics
    /// If there are no paths.
    pub fn read(paths: &[&Path]) -> Result<Shards<Q, F>, Failure> {
        let mut shards: Vec<Shard<Q, F>> = Vec::with_capacity(paths.len());
        for path in paths {
            shards.push(SHARD.read(path)?);
        }
        let items = shards.first().map_or(0, |shard| shard.items);
        let runs: Vec<RunInfo> = shards.iter().map(|shard| shard.ran.clone()).collect();
        let (questions, findings): (Vec<Q>, Vec<F>) = shards
            .into_iter()
            .map(|shard| (shard.question, shard.found))
            .unzip();
        let question = questions.into_iter().next();
        Ok(Shards {
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
            items,
            question: question.expect("there is at least one path"),
            findings,
            run: RunInfo::joined(&runs),
        })
    }
}

impl<Q, F> Shards<Q, F> {
    /// The failure for a shard that is not what it should be. `what` continues the sentence after the file's name.
    pub fn refuse(&self, index: usize, what: &str) -> Failure {
        SHARD.refuse(&self.paths[index], what)
    }

    /// Checks that the findings are about the items of the question, each item once and in the shard that has it.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names a shard that does not have one finding for each of its items, or says that the shards
    /// have other items.
    pub fn check_items<J: Job<Question = Q, Findings = F>>(&self) -> Result<(), Failure> {
        let mut shards: Vec<_> = self.findings.iter().map(J::found_items).collect();
        let mut hash = HashWriter::default();
        let refused = |index| self.refuse(index, "does not have one finding for each of its items");
        for item in 0..self.items {
            let index = item % shards.len();
            let found = shards[index].next().ok_or_else(|| refused(index))?;
            hash.line(&found.map_err(|what| self.refuse(index, &what))?);
        }
        if let Some(index) = shards.iter_mut().position(|found| found.next().is_some()) {
            return Err(refused(index));
        }
        if hash.finish() == J::items_hash(&self.question) {
            return Ok(());
        }
        let what = match &self.paths[..] {
            [_] => "does not have the items of its job",
            _ => "and the other shards do not have the items of their job, each in its own shard",
        };
        Err(self.refuse(0, what))
    }
}

impl<Q, T> Shards<Q, Vec<T>> {
    /// Takes the findings out of the shards, one per item, in the order of one process.
    ///
    /// # Errors
    /// [`Failure::BadInput`] names the first shard with a finding that is not `possible`.
    pub fn interleaved(&mut self, possible: impl Fn(&T) -> bool) -> Result<Vec<T>, Failure> {
        let is_impossible = |findings: &Vec<T>| !findings.iter().all(&possible);
        if let Some(index) = self.findings.iter().position(is_impossible) {
            return Err(self.refuse(index, "has a finding that contradicts itself"));
        }
        Ok(interleave(mem::take(&mut self.findings)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_of_different_jobs_are_named_with_their_sizes() {
        let head = |name: &str, guesses: usize| ShardHead {
            job: "optimal".to_owned(),
            shard: 1,
            shards: 2,
            items: guesses,
            complete: true,
            question: json!({"rule": "wordle", "lists": {
                "name": name,
                "guesses": {"words": guesses, "sha256": name},
                "solutions": {"words": 1},
            }}),
        };
        let reference = head("original", 12_972);
        assert_eq!(reference.difference(&head("original", 12_972)), None);
        let difference = reference.difference(&head("nyt", 14_855)).unwrap();
        assert!(difference.starts_with("lists."), "{difference}");
        assert!(
            difference.ends_with(
                " (nyt, 14,855 guesses, 1 solution and original, 12,972 guesses, 1 solution)"
            ),
            "{difference}"
        );
        let mut other = head("original", 12_972);
        other.items = 3;
        assert_eq!(
            reference.difference(&other).as_deref(),
            Some("the number of items")
        );
    }

    #[test]
    fn difference_is_named_by_its_path() {
        let one = json!({"rule": "wordle", "lists": {"guesses": {"words": 3, "sha256": "a"}}});
        assert_eq!(difference(&one, &one), None);
        for (other, name) in [
            (json!({"rule": "peaks", "lists": one["lists"]}), "rule"),
            (
                json!({"rule": "wordle", "lists": {"guesses": {"words": 3, "sha256": "b"}}}),
                "lists.guesses.sha256",
            ),
            (json!({"rule": "wordle"}), "lists"),
            (
                json!({"rule": "wordle", "lists": one["lists"], "top": 1}),
                "top",
            ),
        ] {
            assert_eq!(difference(&one, &other).as_deref(), Some(name));
            assert_eq!(difference(&other, &one).as_deref(), Some(name));
        }
    }
}
