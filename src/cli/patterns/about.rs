//! What a table says of itself: the rule, the lists, the convention of its codes.

use serde::{Deserialize, Serialize};
use wordgame_engine::guessing::{Lists, Rule};
use wordgame_engine::words::{Word, WordList};

use super::super::lists::ListsReport;

/// What the codes are, for people.
const CODE: &str = "sum of mark(i) * 3^i, first letter least significant";

/// The description of a table. Names are stable.
#[derive(Serialize)]
pub struct About {
    engine: &'static str,
    job: &'static str,
    rule: &'static str,
    lists: ListsReport,
    /// Guesses and solutions.
    shape: [usize; 2],
    code: &'static str,
    /// What the marks 0, 1 and 2 say of a letter.
    marks: [&'static str; 3],
    solved_code: u8,
}

/// A description with the words, in the order of rows and columns: what stands beside a table that
/// holds codes alone.
#[derive(Serialize)]
pub struct AboutWithWords<'a> {
    #[serde(flatten)]
    pub about: About,
    pub guesses: &'a [Word],
    pub solutions: &'a [Word],
}

impl About {
    /// The description of all guesses on all solutions.
    pub fn new(rule: &dyn Rule, lists: &Lists) -> About {
        About {
            engine: env!("CARGO_PKG_VERSION"),
            job: "patterns",
            rule: rule.name(),
            lists: ListsReport::new(lists),
            shape: [lists.guesses().len(), lists.solutions().len()],
            code: CODE,
            marks: rule.marks().each_ref().map(|mark| mark.meaning),
            solved_code: rule.solved().code(),
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
    pub rule: String,
    pub lists: ToldLists,
}

/// The lists that a description names.
#[derive(Deserialize)]
pub struct ToldLists {
    pub guesses: ToldList,
    pub solutions: ToldList,
}

/// One of them.
#[derive(Deserialize)]
pub struct ToldList {
    words: usize,
    sha256: String,
}

/// The same with the words.
#[derive(Deserialize)]
pub struct ToldWithWords {
    #[serde(flatten)]
    pub told: Told,
    pub guesses: Vec<Word>,
    pub solutions: Vec<Word>,
}

impl ToldList {
    /// Whether these are the words that the description names.
    pub fn names(&self, words: &WordList) -> bool {
        self.words == words.len() && self.sha256 == words.sha256()
    }
}
