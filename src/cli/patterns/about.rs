//! What a table says of itself: the rule, the lists, the convention of its codes.

use serde::{Deserialize, Serialize};
use wordgame_engine::guessing::{Lists, Rule};
use wordgame_engine::words::{Word, WordList};

use super::super::lists::{ListReport, ListsReport};
use super::super::shard::Share;

/// What results call the job.
pub const JOB: &str = "patterns";

/// What writes tables.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// What the codes are, for people.
const CODE: &str = "sum of mark(i) * 3^i, first letter least significant";

/// The description of a table. Names are stable.
#[derive(Serialize)]
pub struct About {
    engine: &'static str,
    job: &'static str,
    rule: &'static str,
    /// Those of the whole table, also in a shard of it.
    lists: ListsReport,
    /// Guesses and solutions.
    shape: [usize; 2],
    code: &'static str,
    /// What the marks 0, 1 and 2 say of a letter.
    marks: [&'static str; 3],
    solved_code: u8,
    /// Which part of the whole table this is, if it is not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
}

/// A shard of a table. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Part {
    /// Which one it is, from 1.
    pub shard: usize,
    /// How many there are.
    pub shards: usize,
    /// The guesses of the whole table.
    pub items: usize,
    /// Its own guesses.
    pub guesses: ListReport,
}

/// A description with the words, in the order of rows and columns: what stands beside a table that
/// holds codes alone.
#[derive(Serialize)]
pub struct AboutWithWords<'a> {
    #[serde(flatten)]
    pub about: &'a About,
    pub guesses: &'a [Word],
    pub solutions: &'a [Word],
}

impl About {
    /// The description of all guesses on all solutions.
    pub fn new(rule: &dyn Rule, lists: &Lists) -> About {
        About {
            engine: ENGINE,
            job: JOB,
            rule: rule.name(),
            lists: ListsReport::new(lists),
            shape: [lists.guesses().len(), lists.solutions().len()],
            code: CODE,
            marks: rule.marks().each_ref().map(|mark| mark.meaning),
            solved_code: rule.solved().code(),
            part: None,
        }
    }

    /// The description of a shard with these guesses.
    pub fn of_shard(self, share: Share, guesses: &[Word]) -> About {
        let [items, solutions] = self.shape;
        About {
            shape: [guesses.len(), solutions],
            part: Some(Part {
                shard: share.shard,
                shards: share.shards,
                items,
                guesses: ListReport::new(&WordList::new(guesses.iter().copied())),
            }),
            ..self
        }
    }

    /// The description as one line of JSON.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers are JSON")
    }
}

/// What is read again of a description.
#[derive(Deserialize)]
pub struct Told {
    #[serde(default)]
    pub engine: String,
    pub rule: String,
    pub lists: ListsReport,
    pub part: Option<Part>,
}

/// The same with the words.
#[derive(Deserialize)]
pub struct ToldWithWords {
    #[serde(flatten)]
    pub told: Told,
    pub guesses: Vec<Word>,
    pub solutions: Vec<Word>,
}
