//! Decision trees as files: JSON, and the indented text that people exchange.
//!
//! The text (that of alex1770/wordle's trees) puts a guess, then a line for each answer: its marks as
//! letters with the number of the guess, then the next guess and its answers, all in columns:
//!
//! ```text
//! salet BBBBB1 courd BBBBB2 nymph GGGGG3
//!                    GGGGG2
//!       GGGGG1
//! ```
//!
//! In JSON a node is `{"guess": "salet", "branches": {"-----": {…}, "ggggg": null}}`, where null is the
//! end of a game.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::rule::{NotAPattern, format_pattern, parse_pattern};
use super::tree::{MOST_GUESSES, Node};
use super::{DecisionTree, Pattern, Rule};
use crate::words::{NotAWord, WORD_LENGTH, Word};

/// Why a text is no decision tree.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// It starts as JSON but is no tree.
    #[error("not a decision tree in JSON ({0})")]
    Json(#[from] serde_json::Error),
    /// A guess is no word.
    #[error("{place}{source}")]
    Guess {
        /// `line 7: `, or nothing in JSON.
        place: String,
        /// What is wrong.
        source: NotAWord,
    },
    /// Marks are no pattern.
    #[error("{place}{source}")]
    Marks {
        /// `line 7: `, or nothing in JSON.
        place: String,
        /// What is wrong.
        source: NotAPattern,
    },
    /// A line of text does not stand under the marks of any guess.
    #[error("line {0}: expected marks in the column of an earlier guess's marks")]
    Column(usize),
    /// The same marks follow a guess twice.
    #[error("{place}{marks} follows {guess} twice")]
    Twice {
        /// `line 7: `, or nothing in JSON.
        place: String,
        /// The guess.
        guess: Word,
        /// The marks.
        marks: String,
    },
    /// A game goes on for too long.
    #[error("{0}games of more than {MOST_GUESSES} guesses")]
    Deep(String),
    /// There is nothing in it.
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

/// The JSON form, with a line end.
pub fn to_json(rule: &dyn Rule, tree: &DecisionTree) -> String {
    let node = json_node(rule, tree, 0);
    let mut json = serde_json::to_string_pretty(&node).expect("strings and maps become JSON");
    json.push('\n');
    json
}

fn json_node(rule: &dyn Rule, tree: &DecisionTree, node: usize) -> JsonNode {
    let Node {
        guess,
        solves,
        branches,
    } = &tree.nodes[node];
    let marks = |pattern| format_pattern(rule, pattern);
    let mut branches: BTreeMap<String, Option<JsonNode>> = branches
        .iter()
        .map(|&(pattern, next)| (marks(pattern), Some(json_node(rule, tree, next))))
        .collect();
    if *solves {
        branches.insert(marks(rule.solved()), None);
    }
    JsonNode {
        guess: guess.to_string(),
        branches,
    }
}

/// The text form.
pub fn to_text(rule: &dyn Rule, tree: &DecisionTree) -> String {
    let mut text = String::new();
    write_node(rule, tree, 0, 1, 0, &mut text);
    text
}

/// Writes a node whose guess starts at `column` of the line begun.
fn write_node(
    rule: &dyn Rule,
    tree: &DecisionTree,
    node: usize,
    number: usize,
    column: usize,
    text: &mut String,
) {
    let node = &tree.nodes[node];
    let column = column + WORD_LENGTH + 1;
    let letters = |pattern: Pattern| -> String {
        let marks = rule.marks();
        let letter = |mark: u8| marks[usize::from(mark)].tree_letter;
        pattern.marks().into_iter().map(letter).collect()
    };
    let mut branches: Vec<(String, Option<usize>)> = node
        .branches
        .iter()
        .map(|&(pattern, next)| (letters(pattern), Some(next)))
        .collect();
    if node.solves {
        branches.push((letters(rule.solved()), None));
    }
    branches.sort();
    let _ = write!(text, "{}", node.guess);
    for (i, (marks, next)) in branches.iter().enumerate() {
        let indent = if i == 0 { 1 } else { column };
        let label = format!("{marks}{number}");
        let _ = write!(text, "{:indent$}{label}", "");
        match next {
            Some(next) => {
                text.push(' ');
                write_node(
                    rule,
                    tree,
                    *next,
                    number + 1,
                    column + label.len() + 1,
                    text,
                );
            }
            None => text.push('\n'),
        }
    }
    if branches.is_empty() {
        text.push('\n');
    }
}

/// Reads either form.
///
/// # Errors
/// [`TreeError`].
pub fn parse(rule: &dyn Rule, text: &str) -> Result<DecisionTree, TreeError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        let mut tree = DecisionTree { nodes: Vec::new() };
        add_json(rule, &mut tree, &serde_json::from_str(text)?, 1)?;
        Ok(tree)
    } else {
        parse_text(rule, text)
    }
}

/// Adds a node that is guess `number` of its games, and those under it.
fn add_json(
    rule: &dyn Rule,
    tree: &mut DecisionTree,
    node: &JsonNode,
    number: usize,
) -> Result<(), TreeError> {
    let at = add_node(tree, &node.guess, number, "")?;
    for (marks, next) in &node.branches {
        let next = next.as_ref();
        if add_branch(rule, tree, at, marks, next.is_some(), "")?
            && let Some(next) = next
        {
            add_json(rule, tree, next, number + 1)?;
        }
    }
    tree.nodes[at].branches.sort_unstable();
    Ok(())
}

/// Adds a node without branches that is guess `number` of its games.
fn add_node(
    tree: &mut DecisionTree,
    guess: &str,
    number: usize,
    place: &str,
) -> Result<usize, TreeError> {
    if number > MOST_GUESSES as usize {
        return Err(TreeError::Deep(place.to_owned()));
    }
    let guess = guess.parse().map_err(|source| TreeError::Guess {
        place: place.to_owned(),
        source,
    })?;
    tree.nodes.push(Node {
        guess,
        solves: false,
        branches: Vec::new(),
    });
    Ok(tree.nodes.len() - 1)
}

/// Adds marks to a node: the end of a game, or a branch to the node that is added next. Returns
/// whether it is such a branch.
fn add_branch(
    rule: &dyn Rule,
    tree: &mut DecisionTree,
    node: usize,
    marks: &str,
    goes_on: bool,
    place: &str,
) -> Result<bool, TreeError> {
    let pattern = parse_pattern(rule, marks).map_err(|source| TreeError::Marks {
        place: place.to_owned(),
        source,
    })?;
    let next = tree.nodes.len();
    let node = &mut tree.nodes[node];
    let twice = node.branches.iter().any(|branch| branch.0 == pattern);
    if twice || (pattern == rule.solved() && node.solves) {
        return Err(TreeError::Twice {
            place: place.to_owned(),
            guess: node.guess,
            marks: marks.to_owned(),
        });
    }
    if pattern == rule.solved() {
        node.solves = true;
    } else if goes_on {
        node.branches.push((pattern, next));
        return Ok(true);
    }
    Ok(false)
}

fn parse_text(rule: &dyn Rule, text: &str) -> Result<DecisionTree, TreeError> {
    let mut tree = DecisionTree { nodes: Vec::new() };
    // The nodes whose branches may go on, each with the column of its marks.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("line {number}: ");
        let mut tokens = tokens(line).peekable();
        let mut at = None;
        while let Some((column, token)) = tokens.next() {
            if tree.nodes.is_empty() {
                at = Some(add_node(&mut tree, token, 1, &place)?);
                continue;
            }
            let node = match at {
                Some(node) => node,
                None => {
                    open.retain(|&(_, marks)| marks <= column);
                    let found = open.last().filter(|&&(_, marks)| marks == column);
                    found.ok_or(TreeError::Column(number))?.0
                }
            };
            if at.is_some() {
                open.push((node, column));
            }
            let marks = token.trim_end_matches(|c: char| c.is_ascii_digit());
            let next = tokens.next();
            at = None;
            if add_branch(rule, &mut tree, node, marks, next.is_some(), &place)? {
                let guess = next.map_or("", |(_, guess)| guess);
                at = Some(add_node(&mut tree, guess, open.len() + 1, &place)?);
            }
        }
    }
    if tree.nodes.is_empty() {
        return Err(TreeError::Empty);
    }
    tree.nodes
        .iter_mut()
        .for_each(|node| node.branches.sort_unstable());
    Ok(tree)
}

/// The words of a line, each with the column where it starts.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.find(|c: char| !c.is_whitespace())?;
        let token = &rest[start..];
        let end = token.find(char::is_whitespace).unwrap_or(token.len());
        let column = line.len() - token.len();
        rest = &token[end..];
        Some((column, &token[..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guessing::rule::Wordle;

    const TEXT: &str = "\
salet BBBBB1 courd BBBBB2 nymph GGGGG3
                   BBBGY2 windy GGGGG3
                   GGGGG2
      BBBBG1 mount GGGGG2
      GGGGG1
";

    #[test]
    fn the_text_form_goes_through_a_tree_and_back() {
        let tree = parse(&Wordle, TEXT).unwrap();
        assert_eq!(tree.nodes.len(), 5);
        assert_eq!(to_text(&Wordle, &tree), TEXT);
    }

    #[test]
    fn json_goes_through_a_tree_and_back() {
        let tree = parse(&Wordle, TEXT).unwrap();
        let json = to_json(&Wordle, &tree);
        let again = parse(&Wordle, &json).unwrap();
        assert_eq!(to_text(&Wordle, &again), TEXT);
        assert_eq!(to_json(&Wordle, &again), json);
    }

    #[test]
    fn each_fault_names_its_line() {
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
            assert_eq!(parse(&Wordle, text).unwrap_err().to_string(), message);
        }
        let error = parse(&Wordle, "salet BBBXB1 courd GGGGG2\n").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("line 1: 'BBBXB' is not five marks")
        );
        assert!(
            parse(&Wordle, "[1]")
                .unwrap_err()
                .to_string()
                .starts_with("not a decision tree")
        );
    }
}
