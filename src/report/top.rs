//! How many rows of a result are shown.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The number of rows in a table if the user does not ask for another number.
pub const TABLE_ROWS: usize = 20;

/// The number of rows to show, or all of them. It is written as `10` or `all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Top {
    /// At most this many rows.
    Rows(usize),
    /// Every row.
    All,
}

impl Top {
    /// The largest number of rows to show.
    pub fn rows(self) -> usize {
        match self {
            Top::Rows(rows) => rows,
            Top::All => usize::MAX,
        }
    }

    /// The rows to show in a table: [`TABLE_ROWS`] if nothing else is asked for.
    pub fn in_table(top: Option<Top>) -> usize {
        top.map_or(TABLE_ROWS, Top::rows)
    }

    /// The rows to show in CSV and JSON: all if nothing else is asked for.
    pub fn in_data(top: Option<Top>) -> usize {
        top.unwrap_or(Top::All).rows()
    }
}

impl FromStr for Top {
    type Err = String;

    fn from_str(text: &str) -> Result<Top, String> {
        if text == "all" {
            return Ok(Top::All);
        }
        match text.parse() {
            Ok(rows) if rows > 0 => Ok(Top::Rows(rows)),
            _ => Err("expected a whole number above 0, or all".to_owned()),
        }
    }
}

impl TryFrom<String> for Top {
    type Error = String;

    fn try_from(text: String) -> Result<Top, String> {
        text.parse()
    }
}

impl From<Top> for String {
    fn from(top: Top) -> String {
        match top {
            Top::Rows(rows) => rows.to_string(),
            Top::All => "all".to_owned(),
        }
    }
}
