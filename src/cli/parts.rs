//! The shards of a job: whether they go together, and what is in them.

use std::collections::BTreeMap;
use std::mem;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::failure::Failure;
use super::number::{counted, ranges};
use super::report::Ran;
use super::shard::{SHARD, Shard, Share, interleave};

/// What a shard says of itself before what it found.
#[derive(Deserialize)]
pub struct Head {
    /// The job.
    pub job: String,
    /// Which shard it is, from 1.
    pub shard: usize,
    /// How many there are.
    pub shards: usize,
    /// The items of the whole job.
    pub items: usize,
    /// Whether all items of the shard are done.
    pub complete: bool,
    /// What was asked.
    pub question: Value,
}

/// All shards of a job, in their order.
pub struct Parts<Q, F> {
    /// Their files.
    pub paths: Vec<PathBuf>,
    /// The items of the whole job.
    items: usize,
    /// What was asked.
    pub question: Q,
    /// What each found.
    pub found: Vec<F>,
    /// Where all ran.
    pub ran: Ran,
}

/// Makes sure that these are all shards of one job, each once and finished.
///
/// # Errors
/// [`Failure::BadInput`] names those that are missing, doubled, not finished or of another job.
pub fn check(shards: &[(&Path, Head)]) -> Result<(), Failure> {
    let (first, reference) = &shards[0];
    for (path, head) in &shards[1..] {
        if let Some(difference) = reference.difference(head) {
            return Err(Failure::BadInput(format!(
                "{} is a shard of another job than {}: they differ in {difference}; leave one of \
                 them out",
                path.display(),
                first.display(),
            )));
        }
    }
    let mut by_shard: BTreeMap<usize, &Path> = BTreeMap::new();
    for (path, head) in shards {
        if let Some(other) = by_shard.insert(head.shard, path) {
            return Err(Failure::BadInput(format!(
                "{} and {} are both shard {} of {}; leave one of them out",
                other.display(),
                path.display(),
                head.shard,
                head.shards,
            )));
        }
    }
    let of = reference.shards;
    let missing: Vec<usize> = (1..=of)
        .filter(|shard| !by_shard.contains_key(shard))
        .collect();
    let unfinished = shards.iter().filter(|(_, head)| !head.complete);
    let unfinished: Vec<usize> = unfinished.map(|(_, head)| head.shard).collect();
    let mut faults = Vec::new();
    for (which, what) in [(missing, "missing"), (unfinished, "not finished")] {
        if !which.is_empty() {
            faults.push(format!(
                "{} of {of} {} {what}: {}",
                counted(which.len(), "shard", "shards"),
                if which.len() == 1 { "is" } else { "are" },
                ranges(&which),
            ));
        }
    }
    match faults.is_empty() {
        true => Ok(()),
        false => Err(Failure::BadInput(format!(
            "{}; merge again when all are there and done",
            faults.join("; ")
        ))),
    }
}

impl Head {
    /// In what another shard is of another job, if it is.
    fn difference(&self, other: &Head) -> Option<String> {
        let own = [
            ("job", Value::from(&*self.job), Value::from(&*other.job)),
            (
                "the number of shards",
                self.shards.into(),
                other.shards.into(),
            ),
            ("the number of items", self.items.into(), other.items.into()),
        ];
        let own = own.into_iter().find(|(_, one, other)| one != other);
        own.map(|(name, ..)| name.to_owned())
            .or_else(|| difference(&self.question, &other.question))
    }
}

/// The name of the first member in which two values differ, if they do: `lists.guesses.sha256`.
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
        Some(match inner.is_empty() {
            true => name.clone(),
            false => format!("{name}.{inner}"),
        })
    });
    differing.next()
}

impl<Q: DeserializeOwned, F: DeserializeOwned> Parts<Q, F> {
    /// Reads shards that go together, in their order.
    pub fn read(paths: &[&Path]) -> Result<Parts<Q, F>, Failure> {
        let mut shards: Vec<Shard<Q, F>> = Vec::with_capacity(paths.len());
        for path in paths {
            shards.push(SHARD.read(path)?);
        }
        let items = shards.first().map_or(0, |shard| shard.items);
        let ran: Vec<Ran> = shards.iter().map(|shard| shard.ran.clone()).collect();
        let (questions, found): (Vec<Q>, Vec<F>) = shards
            .into_iter()
            .map(|shard| (shard.question, shard.found))
            .unzip();
        let question = questions.into_iter().next();
        Ok(Parts {
            paths: paths.iter().map(|&path| path.to_owned()).collect(),
            items,
            question: question.expect("clap asks for one file at least"),
            found,
            ran: Ran::joined(&ran),
        })
    }
}

impl<Q, F> Parts<Q, F> {
    /// The failure of a shard that is not what it should be.
    pub fn refuse(&self, shard: usize, what: &str) -> Failure {
        SHARD.refuse(&self.paths[shard], what)
    }
}

impl<Q, T> Parts<Q, Vec<T>> {
    /// What was found of each item, in the order that one process has, taken out of the shards.
    ///
    /// # Errors
    /// A shard has found more or less than its items.
    pub fn joined(&mut self) -> Result<Vec<T>, Failure> {
        let shards = self.found.len();
        for (part, found) in self.found.iter().enumerate() {
            let shard = part + 1;
            if found.len() != (Share { shard, shards }).count(self.items) {
                return Err(self.refuse(part, "does not say what came of each of its items"));
            }
        }
        Ok(interleave(mem::take(&mut self.found)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_difference_is_named_by_where_it_stands() {
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
