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

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::rule::{NotAPattern, format_pattern, parse_pattern};
use super::tree::{MAX_DEPTH, Node};
use super::{DecisionTree, Pattern, Rule, Turn};
use crate::words::{Alphabet, NotAWord, Word};

/// The columns from one tab stop to the next.
const TAB: usize = 8;

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

    /// Parses any of the forms. The guesses have `length` letters of `alphabet`.
    ///
    /// # Errors
    /// [`ParseTreeError`].
    pub fn parse(
        rule: &dyn Rule,
        alphabet: &Alphabet,
        length: usize,
        text: &str,
    ) -> Result<DecisionTree, ParseTreeError> {
        let text = text.trim_start_matches('\u{feff}');
        let parsed = |parse: &dyn Fn(&mut Parser) -> Result<(), ParseTreeError>| {
            let mut parser = Parser {
                rule,
                alphabet,
                length,
                tree: DecisionTree { nodes: Vec::new() },
                line: String::new(),
            };
            parse(&mut parser)?;
            Ok(parser.tree)
        };
        let mut tree = if text.trim_start().starts_with(['{', '[']) {
            parsed(&|parser| parser.json(&serde_json::from_str(text)?, 1))?
        } else if text.contains(',') {
            parsed(&|parser| parser.games(text))?
        } else {
            match parsed(&|parser| parser.text(text, char_width)) {
                Err(ParseTreeError::Column(_)) => {
                    parsed(&|parser| parser.text(text, terminal_width))?
                }
                tree => tree?,
            }
        };
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

/// Builds a tree from either form.
struct Parser<'a> {
    rule: &'a dyn Rule,
    alphabet: &'a Alphabet,
    /// The number of letters of each guess.
    length: usize,
    tree: DecisionTree,
    /// `line 7: ` in the text form, empty in JSON.
    line: String,
}

impl Parser<'_> {
    /// Adds a node that is guess `number` of its games, with its descendants.
    fn json(&mut self, node: &JsonNode, number: usize) -> Result<(), ParseTreeError> {
        let guess = self.parse_guess(&node.guess)?;
        let at = self.add_node(guess, number)?;
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

    /// Adds the games of a text with one game per line.
    fn games(&mut self, text: &str) -> Result<(), ParseTreeError> {
        for (number, line) in (1..).zip(text.lines()) {
            self.line = format!("line {number}: ");
            if !line.trim().is_empty() {
                self.game(number, line)?;
            }
        }
        Ok(())
    }

    /// Adds the nodes of one game that the tree does not have yet. The last guess is the solution.
    fn game(&mut self, number: usize, line: &str) -> Result<(), ParseTreeError> {
        let guesses = line.split(',').map(|guess| self.parse_guess(guess.trim()));
        let guesses: Vec<Word> = guesses.collect::<Result<_, _>>()?;
        let solution = *guesses.last().expect("a split text has a part");
        let mut turns: Vec<Turn> = Vec::new();
        let mut node = None;
        for &guess in &guesses {
            if turns.last().is_some_and(|turn| turn.guess == solution) {
                return Err(ParseTreeError::Found(number));
            }
            let at = self.next_in_game(node, turns.last(), guess)?;
            let other = self.tree.nodes[at].guess;
            if other != guess {
                let turns: Vec<String> = turns.iter().map(|turn| turn.format(self.rule)).collect();
                let turns = turns.join(" ");
                return Err(ParseTreeError::Conflict {
                    line: number,
                    turns,
                    guess,
                    other,
                });
            }
            let pattern = self.rule.pattern(guess, solution);
            turns.push(Turn { guess, pattern });
            node = Some(at);
        }
        let last = &mut self.tree.nodes[node.expect("a game has a guess")];
        if std::mem::replace(&mut last.solves, true) {
            return Err(ParseTreeError::Found(number));
        }
        Ok(())
    }

    /// The node after a node and its turn, or the root. Adds it, with `guess`, if the tree does not have it.
    fn next_in_game(
        &mut self,
        node: Option<usize>,
        turn: Option<&Turn>,
        guess: Word,
    ) -> Result<usize, ParseTreeError> {
        let (Some(node), Some(turn)) = (node, turn) else {
            return match self.tree.nodes.len() {
                0 => self.add_node(guess, 1),
                _ => Ok(0),
            };
        };
        let mut branches = self.tree.nodes[node].branches.iter();
        if let Some(&(_, next)) = branches.find(|branch| branch.0 == turn.pattern) {
            return Ok(next);
        }
        let next = self.tree.nodes.len();
        self.tree.nodes[node].branches.push((turn.pattern, next));
        self.add_node(guess, 1)
    }

    /// Adds the nodes of the text form. `width` is the number of columns of a character.
    fn text(&mut self, text: &str, width: fn(char) -> usize) -> Result<(), ParseTreeError> {
        // The nodes that may have more branches on later lines, each with the column of its marks.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            self.line = format!("line {number}: ");
            self.text_line(number, tokens(line, width), &mut open)?;
        }
        if self.tree.nodes.is_empty() {
            return Err(ParseTreeError::Empty);
        }
        Ok(())
    }

    /// Adds the nodes of one line: the root at the start of the text, then marks and guesses in turn.
    fn text_line<'t>(
        &mut self,
        number: usize,
        mut tokens: impl Iterator<Item = (usize, &'t str)>,
        open: &mut Vec<(usize, usize)>,
    ) -> Result<(), ParseTreeError> {
        // The node whose marks come next, if its guess is on this line.
        let mut current = None;
        while let Some((column, token)) = tokens.next() {
            if self.tree.nodes.is_empty() {
                let guess = self.parse_guess(token)?;
                current = Some(self.add_node(guess, 1)?);
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
            if self.add_branch(node, without_number(token, self.length), next.is_some())? {
                let guess = self.parse_guess(next.map_or("", |(_, guess)| guess))?;
                current = Some(self.add_node(guess, open.len() + 1)?);
            }
        }
        Ok(())
    }

    fn parse_guess(&self, text: &str) -> Result<Word, ParseTreeError> {
        let word = self.alphabet.word_of_length(text, self.length);
        word.map_err(|source| ParseTreeError::Guess {
            line: self.line.clone(),
            source,
        })
    }

    /// Adds a node without branches that is guess `number` of its games. Returns its index.
    fn add_node(&mut self, guess: Word, number: usize) -> Result<usize, ParseTreeError> {
        if number > MAX_DEPTH {
            return Err(ParseTreeError::TooDeep(self.line.clone()));
        }
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
        let pattern = parse_pattern(self.rule, marks, self.length);
        let pattern = pattern.map_err(|source| ParseTreeError::Marks {
            line: self.line.clone(),
            source,
        })?;
        let is_solved = pattern == self.rule.solved(self.length);
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

/// Marks of a guess of `length` letters without the number of the guess that follows them. The marks may be digits too.
fn without_number(token: &str, length: usize) -> &str {
    let end = token
        .char_indices()
        .nth(length)
        .map_or(token.len(), |(end, _)| end);
    let (marks, number) = token.split_at(end);
    if number.chars().all(|c| c.is_ascii_digit()) {
        marks
    } else {
        token
    }
}

/// The tokens of a line, each with the column where it starts. `width` is the number of columns of a character.
fn tokens(line: &str, width: fn(char) -> usize) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 0;
    let mut rest = line;
    std::iter::from_fn(move || {
        let start = rest.find(|c: char| !c.is_whitespace())?;
        column = rest[..start].chars().fold(column, |at, c| match c {
            '\t' => (at / TAB + 1) * TAB,
            _ => at + 1,
        });
        let token = &rest[start..];
        let end = token.find(char::is_whitespace).unwrap_or(token.len());
        let (token, after) = token.split_at(end);
        let starts_at = column;
        column += token.chars().map(width).sum::<usize>();
        rest = after;
        Some((starts_at, token))
    })
}

/// The columns of a character where columns count characters.
fn char_width(_: char) -> usize {
    1
}

/// The columns of a character of marks on a terminal: an emoji takes two, and a variation selector none.
fn terminal_width(c: char) -> usize {
    match c {
        '\u{fe0f}' => 0,
        _ if c.is_ascii() => 1,
        _ => 2,
    }
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
