//! Decision trees as files: JSON, and the indented text that people exchange.
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
//! In JSON, a node is `{"guess": "salet", "branches": {"-----": {…}, "ggggg": null}}`, where `null` is the end of a
//! game.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::rule::{NotAPattern, format_pattern, parse_pattern};
use super::tree::{MAX_DEPTH, Node};
use super::{DecisionTree, Pattern, Rule};
use crate::words::{NotAWord, WORD_LENGTH, Word};

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
    /// A game has more than [`MAX_DEPTH`] guesses.
    #[error("{0}games of more than {MAX_DEPTH} guesses")]
    TooDeep(String),
    /// The text is blank.
    #[error("no guess in it")]
    Empty,
}

impl DecisionTree {
    /// The JSON form, with a line feed at the end.
    pub fn to_json(&self, rule: &dyn Rule) -> String {
        let node = json_node(rule, self, 0);
        let mut json = serde_json::to_string_pretty(&node).expect("strings and maps become JSON");
        json.push('\n');
        json
    }

    /// The text form.
    pub fn to_text(&self, rule: &dyn Rule) -> String {
        let mut writer = TextWriter {
            rule,
            tree: self,
            text: String::new(),
        };
        writer.node(0, 1, 0);
        writer.text
    }

    /// Parses either form.
    ///
    /// # Errors
    /// [`ParseTreeError`].
    pub fn parse(rule: &dyn Rule, text: &str) -> Result<DecisionTree, ParseTreeError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut parser = Parser {
            rule,
            tree: DecisionTree { nodes: Vec::new() },
            line: String::new(),
        };
        if text.trim_start().starts_with(['{', '[']) {
            parser.json(&serde_json::from_str(text)?, 1)?;
        } else {
            parser.text(text)?;
        }
        let mut tree = parser.tree;
        for node in &mut tree.nodes {
            node.branches.sort_unstable();
        }
        Ok(tree)
    }
}

/// A node in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonNode {
    guess: String,
    #[serde(default)]
    branches: BTreeMap<String, Option<JsonNode>>,
}

fn json_node(rule: &dyn Rule, tree: &DecisionTree, node: usize) -> JsonNode {
    let node = &tree.nodes[node];
    let marks = |pattern| format_pattern(rule, pattern);
    let branches = node.branches.iter();
    let mut branches: BTreeMap<String, Option<JsonNode>> = branches
        .map(|&(pattern, next)| (marks(pattern), Some(json_node(rule, tree, next))))
        .collect();
    if node.solves {
        branches.insert(marks(rule.solved()), None);
    }
    JsonNode {
        guess: node.guess.to_string(),
        branches,
    }
}

/// Writes the text form.
struct TextWriter<'a> {
    rule: &'a dyn Rule,
    tree: &'a DecisionTree,
    text: String,
}

impl TextWriter<'_> {
    /// Writes a node that is guess `number` of its games. The guess starts at `column` of the current line.
    fn node(&mut self, node: usize, number: usize, column: usize) {
        let node = &self.tree.nodes[node];
        let column = column + WORD_LENGTH + 1;
        let branches = self.branches(node);
        let _ = write!(self.text, "{}", node.guess);
        for (i, (marks, next)) in branches.iter().enumerate() {
            let indent = if i == 0 { 1 } else { column };
            let label = format!("{marks}{number}");
            let _ = write!(self.text, "{:indent$}{label}", "");
            match next {
                Some(next) => {
                    self.text.push(' ');
                    self.node(*next, number + 1, column + label.len() + 1);
                }
                None => self.text.push('\n'),
            }
        }
        if branches.is_empty() {
            self.text.push('\n');
        }
    }

    /// The marks of each branch of a node in alphabetical order, with the next node, or `None` at the end of a game.
    fn branches(&self, node: &Node) -> Vec<(String, Option<usize>)> {
        let marks = self.rule.marks();
        let letters = |pattern: Pattern| -> String {
            let letter = |mark: u8| marks[usize::from(mark)].tree_letter;
            pattern.marks().into_iter().map(letter).collect()
        };
        let branches = node.branches.iter();
        let mut branches: Vec<(String, Option<usize>)> = branches
            .map(|&(pattern, next)| (letters(pattern), Some(next)))
            .collect();
        if node.solves {
            branches.push((letters(self.rule.solved()), None));
        }
        branches.sort();
        branches
    }
}

/// Builds a tree from either form.
struct Parser<'a> {
    rule: &'a dyn Rule,
    tree: DecisionTree,
    /// `line 7: ` in the text form, empty in JSON.
    line: String,
}

impl Parser<'_> {
    /// Adds a node that is guess `number` of its games, with its descendants.
    fn json(&mut self, node: &JsonNode, number: usize) -> Result<(), ParseTreeError> {
        let at = self.add_node(&node.guess, number)?;
        for (marks, next) in &node.branches {
            let continues = self.add_branch(at, marks, next.is_some())?;
            if let Some(next) = next
                && continues
            {
                self.json(next, number + 1)?;
            }
        }
        Ok(())
    }

    /// Adds the nodes of the text form.
    fn text(&mut self, text: &str) -> Result<(), ParseTreeError> {
        // The nodes that may have more branches on later lines, each with the column of its marks.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            self.line = format!("line {number}: ");
            self.text_line(number, line, &mut open)?;
        }
        if self.tree.nodes.is_empty() {
            return Err(ParseTreeError::Empty);
        }
        Ok(())
    }

    /// Adds the nodes of one line: the root at the start of the text, then marks and guesses in turn.
    fn text_line(
        &mut self,
        number: usize,
        line: &str,
        open: &mut Vec<(usize, usize)>,
    ) -> Result<(), ParseTreeError> {
        let mut tokens = tokens(line);
        // The node whose marks come next, if its guess is on this line.
        let mut current = None;
        while let Some((column, token)) = tokens.next() {
            if self.tree.nodes.is_empty() {
                current = Some(self.add_node(token, 1)?);
                continue;
            }
            let node = match current {
                Some(node) => {
                    open.push((node, column));
                    node
                }
                None => {
                    open.retain(|&(_, marks)| marks <= column);
                    let aligned = open.last().filter(|&&(_, marks)| marks == column);
                    aligned.ok_or(ParseTreeError::Column(number))?.0
                }
            };
            let next = tokens.next();
            current = None;
            if self.add_branch(node, without_number(token), next.is_some())? {
                let guess = next.map_or("", |(_, guess)| guess);
                current = Some(self.add_node(guess, open.len() + 1)?);
            }
        }
        Ok(())
    }

    /// Adds a node without branches that is guess `number` of its games. Returns its index.
    fn add_node(&mut self, guess: &str, number: usize) -> Result<usize, ParseTreeError> {
        if number > MAX_DEPTH {
            return Err(ParseTreeError::TooDeep(self.line.clone()));
        }
        let guess = guess.parse().map_err(|source| ParseTreeError::Guess {
            line: self.line.clone(),
            source,
        })?;
        self.tree.nodes.push(Node {
            guess,
            solves: false,
            branches: Vec::new(),
        });
        Ok(self.tree.nodes.len() - 1)
    }

    /// Adds marks to a node: the end of a game or, if the game continues, a branch to the node that is added next.
    /// Returns true if it added a branch.
    fn add_branch(
        &mut self,
        node: usize,
        marks: &str,
        continues: bool,
    ) -> Result<bool, ParseTreeError> {
        let pattern = parse_pattern(self.rule, marks);
        let pattern = pattern.map_err(|source| ParseTreeError::Marks {
            line: self.line.clone(),
            source,
        })?;
        let is_solved = pattern == self.rule.solved();
        let next = self.tree.nodes.len();
        let node = &mut self.tree.nodes[node];
        let has_branch = node.branches.iter().any(|branch| branch.0 == pattern);
        if has_branch || (is_solved && node.solves) {
            return Err(ParseTreeError::Twice {
                line: self.line.clone(),
                guess: node.guess,
                marks: marks.to_owned(),
            });
        }
        if is_solved {
            node.solves = true;
            return Ok(false);
        }
        if continues {
            node.branches.push((pattern, next));
        }
        Ok(continues)
    }
}

/// Marks without the number of the guess that follows them. The marks may be digits too.
fn without_number(token: &str) -> &str {
    let end = token
        .char_indices()
        .nth(WORD_LENGTH)
        .map_or(token.len(), |(end, _)| end);
    let (marks, number) = token.split_at(end);
    if number.chars().all(|c| c.is_ascii_digit()) {
        marks
    } else {
        token
    }
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
    fn text_form_survives_parsing_and_writing() {
        let tree = DecisionTree::parse(&Wordle, TEXT).unwrap();
        assert_eq!(tree.nodes.len(), 5);
        assert_eq!(tree.to_text(&Wordle), TEXT);
    }

    #[test]
    fn json_form_survives_parsing_and_writing() {
        let tree = DecisionTree::parse(&Wordle, TEXT).unwrap();
        let json = tree.to_json(&Wordle);
        let again = DecisionTree::parse(&Wordle, &json).unwrap();
        assert_eq!(again.to_text(&Wordle), TEXT);
        assert_eq!(again.to_json(&Wordle), json);
    }

    #[test]
    fn each_error_names_its_line() {
        let error = |text: &str| DecisionTree::parse(&Wordle, text).unwrap_err().to_string();
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
