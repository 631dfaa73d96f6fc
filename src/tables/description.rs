//! The description of a table: the rule, the lists, and the convention of its codes.

use std::io;

use serde::{Deserialize, Serialize};

use super::CodeWidth;
use crate::guessing::{Lists, Rule};
use crate::jobs::Share;
use crate::report::{ListInfo, ListsInfo};
use crate::words::list::sha256_hex;
use crate::words::{Word, WordList};

/// The name of the job in results.
pub const JOB: &str = "patterns";

/// The version that writes tables.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The definition of the codes, for people.
const CODE: &str = "sum of mark(i) * 3^i, first letter least significant";

/// The description of a table. Names are stable.
#[derive(Serialize)]
pub struct Description {
    engine: &'static str,
    job: &'static str,
    rule: &'static str,
    /// The lists of the whole table, even in a shard of it.
    lists: ListsInfo,
    /// The hash of the letters of the alphabet as a text, so that damage to them shows: no other hash covers letters that no
    /// word has. Left out if the letters are a to z.
    #[serde(skip_serializing_if = "Option::is_none")]
    alphabet_sha256: Option<String>,
    /// The numbers of guesses and solutions.
    shape: [usize; 2],
    code: &'static str,
    /// The type of a code in NumPy's notation. Left out if a code is one byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    dtype: Option<&'static str>,
    /// The meaning of the marks 0, 1 and 2.
    marks: [&'static str; 3],
    solved_code: u16,
    /// The part of the whole table that this is, unless it is all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
}

/// A shard of a table. Names are stable.
#[derive(Clone, Serialize, Deserialize)]
pub struct Part {
    /// The number of this shard, from 1.
    pub shard: usize,
    /// The number of shards.
    pub shards: usize,
    /// The number of guesses of the whole table.
    pub items: usize,
    /// The guesses of this shard.
    pub guesses: ListInfo,
}

/// A description with the words in the order of rows and columns: the content of the `.json` file next to a table that
/// holds only patterns.
#[derive(Serialize)]
pub struct DescriptionWithWords<'a> {
    /// The description.
    #[serde(flatten)]
    pub description: &'a Description,
    /// The guesses, one per row.
    pub guesses: &'a [Word],
    /// The solutions, one per column.
    pub solutions: &'a [Word],
}

impl Description {
    /// The description of all guesses on all solutions.
    pub fn new(rule: &dyn Rule, lists: &Lists) -> Description {
        let read = ReadDescription {
            engine: ENGINE.to_owned(),
            rule: rule.name().to_owned(),
            lists: ListsInfo::new(lists),
            part: None,
        };
        Description::of_read(
            rule,
            &read,
            [lists.guesses().len(), lists.solutions().len()],
        )
    }

    /// The description that this version gives to a table that was read: what `read` says of its lists is kept, and the
    /// rest follows from the rule and the table's shape.
    pub fn of_read(rule: &dyn Rule, read: &ReadDescription, shape: [usize; 2]) -> Description {
        let (length, alphabet) = (read.lists.length(), read.lists.alphabet());
        let width = CodeWidth::of(length);
        Description {
            engine: ENGINE,
            job: JOB,
            rule: rule.name(),
            lists: read.lists.clone(),
            alphabet_sha256: (!alphabet.is_latin()).then(|| {
                let letters: String = alphabet.letters().iter().collect();
                sha256_hex(letters.as_bytes())
            }),
            shape,
            code: CODE,
            dtype: (width != CodeWidth::Byte).then_some(width.dtype()),
            marks: rule.marks().each_ref().map(|mark| mark.meaning),
            solved_code: rule.solved(length).code(),
            part: read.part.clone(),
        }
    }

    /// The description of a shard with these guesses.
    pub fn of_shard(self, share: Share, guesses: &[Word]) -> Description {
        let [items, solutions] = self.shape;
        Description {
            shape: [guesses.len(), solutions],
            part: Some(Part {
                shard: share.shard,
                shards: share.shards,
                items,
                guesses: ListInfo::new(&WordList::new(guesses.iter().copied())),
            }),
            ..self
        }
    }

    /// The description as one line of JSON.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can be written as JSON")
    }
}

/// The fields of a description that are read back.
#[derive(Deserialize)]
pub struct ReadDescription {
    /// The version that wrote the table.
    #[serde(default)]
    pub engine: String,
    /// The name of the rule.
    pub rule: String,
    /// The lists of the whole table.
    pub lists: ListsInfo,
    /// The part of the whole table, unless it is all of it.
    pub part: Option<Part>,
}

impl ReadDescription {
    /// The words of the table's lists that some texts are.
    ///
    /// # Errors
    /// A text that is not a word of their length and alphabet.
    pub fn words(&self, texts: &[String]) -> io::Result<Vec<Word>> {
        let (alphabet, length) = (self.lists.alphabet(), self.lists.length());
        let word = |text: &String| alphabet.word_of_length(text, length);
        let words = texts.iter().map(word).collect::<Result<_, _>>();
        words.map_err(io::Error::other)
    }

    /// The width of the table's codes.
    pub fn width(&self) -> CodeWidth {
        CodeWidth::of(self.lists.length())
    }
}

/// The same with the words, as texts.
#[derive(Deserialize)]
pub struct ReadDescriptionWithWords {
    /// The description.
    #[serde(flatten)]
    pub description: ReadDescription,
    /// The guesses, one per row.
    pub guesses: Vec<String>,
    /// The solutions, one per column.
    pub solutions: Vec<String>,
}
