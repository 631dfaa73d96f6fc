//! Reading decision trees in any form.

use unicode_width::UnicodeWidthChar;

use super::{JsonNode, ParseTreeError};
use crate::guessing::rule::parse_pattern;
use crate::guessing::tree::{MAX_DEPTH, Node};
use crate::guessing::{DecisionTree, Rule, Turn};
use crate::words::{Alphabet, Word};

/// The columns from one tab stop to the next.
const TAB: usize = 8;

impl DecisionTree {
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

/// The columns of a character on a terminal: an emoji takes two, and a variation selector none.
fn terminal_width(c: char) -> usize {
    c.width().unwrap_or(0)
}
