//! Decision trees as files: JSON, the indented text that people exchange, and one game per line.
//!
//! The text form is that of the trees of alex1770/wordle: a guess, then one line per pattern with its marks as letters
//! and the number of the guess, followed by the next guess and its lines. Everything is aligned in columns:
//!
//! ```text
//! salet BBBBB1 courd BBBBB2 nymph GGGGG3
//!                    GGGGG2
//!       GGGGG1
//! ```
//!
//! Columns count characters, and a tab leads to the next multiple of eight. Where that does not fit, they count
//! positions on a terminal, on which an emoji takes two.
//!
//! With one game per line, as on public leaderboards, each line has the guesses of a game, and the last one is the
//! solution: `salet,courd,nymph`.
//!
//! In JSON, a node is `{"guess": "salet", "branches": {"-----": {…}, "ggggg": null}}`, where `null` is the end of a
//! game.

mod read;
mod write;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::rule::NotAPattern;
use super::tree::MAX_DEPTH;
use crate::words::{NotAWord, Word};

/// The error of a text that is not a decision tree.
///
/// The field `line` is `line 7: ` in the text form, and empty in JSON.
#[derive(Debug, thiserror::Error)]
pub enum ParseTreeError {
    /// The text looks like JSON but is not a tree.
    #[error("not a decision tree in JSON ({0})")]
    Json(#[from] serde_json::Error),
    /// A guess is not a word.
    #[error("{line}{source}")]
    Guess {
        /// The line.
        line: String,
        /// The error in the guess.
        source: NotAWord,
    },
    /// Marks are not a pattern.
    #[error("{line}{source}")]
    Marks {
        /// The line.
        line: String,
        /// The error in the marks.
        source: NotAPattern,
    },
    /// A line of the text form, given by number, is not aligned with the marks of any open guess.
    #[error("line {0}: expected marks in the column of an earlier guess's marks")]
    Column(usize),
    /// The same marks follow a guess twice.
    #[error("{line}{marks} follows {guess} twice")]
    Twice {
        /// The line.
        line: String,
        /// The guess.
        guess: Word,
        /// The marks.
        marks: String,
    },
    /// Two games make different guesses after the same marks.
    #[error(
        "line {line}: after {turns} the guess is {guess}, but in an earlier line it is {other}"
    )]
    Conflict {
        /// The number of the line.
        line: usize,
        /// The turns of both games, as text.
        turns: String,
        /// The guess of this game.
        guess: Word,
        /// The guess of the earlier game.
        other: Word,
    },
    /// A game continues after its last guess was found, or repeats an earlier game.
    #[error("line {0}: the solution of this game was already found")]
    Found(usize),
    /// A game has more than [`MAX_DEPTH`] guesses.
    #[error("{0}games of more than {MAX_DEPTH} guesses")]
    TooDeep(String),
    /// The text is blank.
    #[error("no guess in it")]
    Empty,
}

/// A node in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonNode {
    guess: String,
    #[serde(default)]
    branches: BTreeMap<String, Option<JsonNode>>,
}

#[cfg(test)]
mod tests {
    use crate::guessing::DecisionTree;
    use crate::guessing::rule::Wordle;
    use crate::words::Alphabet;

    const TEXT: &str = "\
salet BBBBB1 courd BBBBB2 nymph GGGGG3
                   BBBGY2 windy GGGGG3
                   GGGGG2
      BBBBG1 mount GGGGG2
      GGGGG1
";

    #[test]
    fn text_form_survives_parsing_and_writing() {
        let tree = DecisionTree::parse(&Wordle, Alphabet::latin(), 5, TEXT).unwrap();
        assert_eq!(tree.nodes.len(), 5);
        assert_eq!(tree.to_text(&Wordle), TEXT);
    }

    #[test]
    fn json_form_survives_parsing_and_writing() {
        let tree = DecisionTree::parse(&Wordle, Alphabet::latin(), 5, TEXT).unwrap();
        let json = tree.to_json(&Wordle);
        let again = DecisionTree::parse(&Wordle, Alphabet::latin(), 5, &json).unwrap();
        assert_eq!(again.to_text(&Wordle), TEXT);
        assert_eq!(again.to_json(&Wordle), json);
    }

    #[test]
    fn columns_count_characters_or_positions_on_a_terminal_and_tabs_lead_to_stops() {
        let tree = DecisionTree::parse(&Wordle, Alphabet::latin(), 5, TEXT).unwrap();
        let emoji = TEXT
            .replace('B', "⬛")
            .replace('Y', "🟨")
            .replace('G', "🟩");
        assert_eq!(
            DecisionTree::parse(&Wordle, Alphabet::latin(), 5, &emoji).unwrap(),
            tree
        );
        // As on a terminal: the marks of the first guess take ten columns instead of five.
        let wide = emoji
            .replace("\n                   ⬛", "\n                        ⬛")
            .replace("\n                   🟩", "\n                        🟩");
        assert_eq!(
            DecisionTree::parse(&Wordle, Alphabet::latin(), 5, &wide).unwrap(),
            tree
        );
        // 19 columns are two tabs and three spaces.
        let tabs = TEXT.replace(&" ".repeat(19), "\t\t   ");
        assert_eq!(
            DecisionTree::parse(&Wordle, Alphabet::latin(), 5, &tabs).unwrap(),
            tree
        );
    }

    #[test]
    fn games_survive_parsing_and_writing() {
        let tree = DecisionTree::parse(
            &Wordle,
            Alphabet::latin(),
            5,
            "salet,courd,nymph\nsalet,courd,windy\n\nsalet\n",
        )
        .unwrap();
        assert_eq!(
            tree.to_text(&Wordle),
            "\
salet BBBBB1 courd BBBBB2 nymph GGGGG3
                   BBBBY2 windy GGGGG3
      GGGGG1
"
        );
        assert_eq!(
            tree.to_games(),
            "salet,courd,nymph\nsalet\nsalet,courd,windy\n"
        );
    }

    #[test]
    fn games_that_contradict_each_other_are_refused() {
        let error = |text: &str| {
            DecisionTree::parse(&Wordle, Alphabet::latin(), 5, text)
                .unwrap_err()
                .to_string()
        };
        for (text, message) in [
            (
                "salet,courd,nymph\nsalet,windy\n",
                "line 2: after salet=----- the guess is windy, but in an earlier line it is courd",
            ),
            (
                "salet,nymph\nsalet,nymph",
                "line 2: the solution of this game was already found",
            ),
            (
                "salet,salet\n",
                "line 1: the solution of this game was already found",
            ),
            ("salet,\n", "line 1: '' is not a word of five letters a-z"),
        ] {
            assert_eq!(error(text), message);
        }
    }

    #[test]
    fn each_error_names_its_line() {
        let error = |text: &str| {
            DecisionTree::parse(&Wordle, Alphabet::latin(), 5, text)
                .unwrap_err()
                .to_string()
        };
        for (text, message) in [
            ("", "no guess in it"),
            (
                "salet GGGGG1\n   GGGGG1\n",
                "line 2: expected marks in the column of an earlier guess's marks",
            ),
            (
                "sale GGGGG1\n",
                "line 1: 'sale' is not a word of five letters a-z",
            ),
            (
                "salet GGGGG1\n      GGGGG1\n",
                "line 2: GGGGG follows salet twice",
            ),
            (
                "salet BBBBB1 c0urd GGGGG2\n",
                "line 1: 'c0urd' is not a word of five letters a-z",
            ),
        ] {
            assert_eq!(error(text), message);
        }
        let marks = error("salet BBBXB1 courd GGGGG2\n");
        assert!(marks.starts_with("line 1: 'BBBXB' is not five marks"));
        assert!(error("[1]").starts_with("not a decision tree"));
    }
}
