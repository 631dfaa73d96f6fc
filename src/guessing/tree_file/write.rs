//! Writing decision trees in each form.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::JsonNode;
use crate::guessing::rule::format_pattern;
use crate::guessing::tree::Node;
use crate::guessing::{DecisionTree, Pattern, Rule};
use crate::words::Word;

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

    /// The games that the tree wins, one per line, in the alphabetical order of their solutions.
    pub fn to_games(&self) -> String {
        let mut games = Vec::new();
        // Nodes to visit, each with the guesses before it.
        let mut open = vec![(0, Vec::new())];
        while let Some((at, mut guesses)) = open.pop() {
            let node = &self.nodes[at];
            guesses.push(node.guess);
            if node.solves {
                games.push(guesses.clone());
            }
            open.extend(
                node.branches
                    .iter()
                    .map(|&(_, next)| (next, guesses.clone())),
            );
        }
        games.sort_by_key(|guesses| guesses.last().copied());
        let lines = games.iter().map(|guesses| {
            let guesses: Vec<String> = guesses.iter().map(Word::to_string).collect();
            guesses.join(",") + "\n"
        });
        lines.collect()
    }
}

fn json_node(rule: &dyn Rule, tree: &DecisionTree, node: usize) -> JsonNode {
    let node = &tree.nodes[node];
    let marks = |pattern| format_pattern(rule, pattern);
    let branches = node.branches.iter();
    let mut branches: BTreeMap<String, Option<JsonNode>> = branches
        .map(|&(pattern, next)| (marks(pattern), Some(json_node(rule, tree, next))))
        .collect();
    if node.solves {
        branches.insert(marks(rule.solved(node.guess.len())), None);
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
        let column = column + node.guess.len() + 1;
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
            pattern.marks().map(letter).collect()
        };
        let branches = node.branches.iter();
        let mut branches: Vec<(String, Option<usize>)> = branches
            .map(|&(pattern, next)| (letters(pattern), Some(next)))
            .collect();
        if node.solves {
            branches.push((letters(self.rule.solved(node.guess.len())), None));
        }
        branches.sort();
        branches
    }
}
