//! Suggestions from turn to turn of a game that is played elsewhere.

use itertools::Itertools;
use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::guessing::advice::{Advice, AdviceError, Adviser};
use wordgame_engine::guessing::partition::{expected, win_in_two};
use wordgame_engine::guessing::rule::{format_pattern, key_to_marks};
use wordgame_engine::guessing::sweep::RankedGuess;
use wordgame_engine::guessing::turn::TurnError;
use wordgame_engine::guessing::{Turn, rule::parse_pattern};
use wordgame_engine::report::numbers::{counted, grouped};
use wordgame_engine::report::suggest::{NAMED_CANDIDATES, Shown, add_advice};
use wordgame_engine::report::{Document, text};
use wordgame_engine::words::Word;

use crate::cli::args::lists::nearest;
use crate::cli::terminal::prompt::{Prompt, say};
use crate::cli::terminal::tiles;

/// The number of guesses that are suggested.
const SUGGESTED: usize = 3;

/// The number of groups that `why` shows, and the number of words of each.
const GROUPS: usize = 5;

const HELP: &str = "\
Type what you guessed and its marks, as in: crane -y--g
  list      the candidates that are left
  why WORD  what a guess would do, compared with the best
  undo      take the last guess back
  quit      end";

/// Suggests guesses until the player quits.
pub fn play(adviser: &Adviser, backend: &dyn Backend) -> Result<(), Failure> {
    let rule = adviser.game.rule();
    say(&format!(
        "marks: {}; help shows what can be typed",
        key_to_marks(rule)
    ))?;
    let mut assistant = Assistant {
        adviser,
        backend,
        turns: Vec::new(),
        advice: adviser.advise_exactly(&[], SUGGESTED, backend)?,
    };
    say(&assistant.suggestion())?;
    let mut prompt = Prompt::open()?;
    while let Some(line) = prompt.read("> ")? {
        if line == "quit" {
            break;
        }
        let answer = assistant.answer(&line)?;
        if !answer.is_empty() {
            say(&answer)?;
        }
    }
    Ok(())
}

struct Assistant<'a> {
    adviser: &'a Adviser,
    backend: &'a dyn Backend,
    turns: Vec<Turn>,
    advice: Advice<'a>,
}

impl Assistant<'_> {
    /// Does what a line asks for, and returns the answer.
    fn answer(&mut self, line: &str) -> Result<String, Failure> {
        let words: Vec<&str> = line
            .split(|c: char| c == '=' || c.is_whitespace())
            .collect();
        Ok(
            match words
                .iter()
                .copied()
                .filter(|word| !word.is_empty())
                .collect_vec()[..]
            {
                [] => String::new(),
                ["help"] => HELP.to_owned(),
                ["list"] => self.list(),
                ["undo"] => self.undo()?,
                ["why", word] => self.why(word)?,
                [guess, marks] => self.take(guess, marks)?,
                _ => {
                    "type a guess and its marks, as in: crane -y--g; help shows the rest".to_owned()
                }
            },
        )
    }

    /// Adds a turn, or says why it cannot be added.
    fn take(&mut self, guess: &str, marks: &str) -> Result<String, Failure> {
        let turn = match self.turn(guess, marks) {
            Ok(turn) => turn,
            Err(wrong) => return Ok(wrong),
        };
        self.turns.push(turn);
        match self
            .adviser
            .advise_exactly(&self.turns, SUGGESTED, self.backend)
        {
            Ok(advice) => self.advice = advice,
            Err(AdviceError::Contradiction(contradiction)) => {
                self.turns.pop();
                return Ok(format!("{contradiction}; this turn is left out"));
            }
            Err(error) => return Err(error.into()),
        }
        let rule = self.adviser.game.rule();
        let row = tiles::row(rule, &turn);
        if turn.pattern == self.adviser.game.solved() {
            let guesses = counted(self.turns.len(), "guess", "guesses");
            return Ok(format!("{row}\nfound in {guesses}; undo or quit"));
        }
        let (turn, before) = self.turns.split_last().expect("a turn was added");
        let illegal = match self.adviser.violation(before, turn.guess) {
            None => String::new(),
            Some(violation) => format!("\nhard mode does not allow {}: {violation}", turn.guess),
        };
        Ok(format!("{row}{illegal}\n{}", self.suggestion()))
    }

    /// Reads a turn, or says what is wrong with it.
    fn turn(&self, guess: &str, marks: &str) -> Result<Turn, String> {
        let game = &self.adviser.game;
        let guess = self.word(guess)?;
        let pattern = parse_pattern(game.rule(), marks, guess.len());
        let pattern = pattern.map_err(|source| TurnError::Marks { guess, source }.to_string())?;
        Ok(Turn { guess, pattern })
    }

    /// Reads a word of the list, or says what is wrong with it.
    fn word(&self, text: &str) -> Result<Word, String> {
        let word = self
            .adviser
            .game
            .lists()
            .read_word(text)
            .map_err(|error| error.to_string())?;
        match self.adviser.game.lists().guess_index(word) {
            Some(_) => Ok(word),
            None => Err(format!(
                "'{word}' is not in the list of guesses{}",
                nearest(word, self.adviser.game.lists()),
            )),
        }
    }

    fn undo(&mut self) -> Result<String, Failure> {
        if self.turns.pop().is_none() {
            return Ok("there is no guess to take back".to_owned());
        }
        self.advice = self
            .adviser
            .advise_exactly(&self.turns, SUGGESTED, self.backend)?;
        Ok(self.suggestion())
    }

    fn list(&self) -> String {
        self.advice.candidate_words().join(" ")
    }

    /// The candidates that are left and the best guesses.
    fn suggestion(&self) -> String {
        let mut document = Document::new();
        if let Some(note) = self.advice.remaining.note() {
            document.line(note);
        }
        let how = Shown {
            guesses: SUGGESTED,
            candidates: NAMED_CANDIDATES,
            see_all: "list",
        };
        add_advice(&mut document, &self.advice, &how);
        text::to_string(document).trim_end().to_owned()
    }

    /// The effect of a guess, compared with the best guess.
    fn why(&self, text: &str) -> Result<String, Failure> {
        let word = match self.word(text) {
            Ok(word) => word,
            Err(wrong) => return Ok(wrong),
        };
        // The rank among all guesses, not among those that are suggested.
        let advice = self
            .adviser
            .advise_exactly(&self.turns, usize::MAX, self.backend)?;
        let game = advice.game;
        let of = |ranked: &RankedGuess| game.guess_word(ranked.guess) == word;
        let Some(index) = advice.guesses.iter().position(of) else {
            return Ok(match self.adviser.violation(&self.turns, word) {
                Some(violation) => format!("hard mode does not allow {word}: {violation}"),
                None => format!("the strategy does not consider {word} here"),
            });
        };
        let ranked = &advice.guesses[index];
        let candidate = if ranked.stats.candidate {
            "a candidate"
        } else {
            "not a candidate"
        };
        let mut lines = vec![format!(
            "{word}: {} of {}, {candidate}",
            grouped(index + 1),
            counted(advice.guesses.len(), "guess", "guesses"),
        )];
        lines.push(self.figures(&advice, index));
        if index > 0 {
            lines.push(self.figures(&advice, 0));
        }
        let mut groups = game.groups(ranked.guess, &advice.remaining.candidates);
        groups.sort_by_key(|(pattern, group)| (std::cmp::Reverse(group.len()), pattern.code()));
        lines.push(format!("largest groups of {word}:"));
        lines.extend(groups.iter().take(GROUPS).map(|(pattern, group)| {
            let words = group
                .iter()
                .take(GROUPS)
                .map(|&candidate| game.candidate_word(candidate))
                .join(", ");
            let more = if group.len() > GROUPS { ", …" } else { "" };
            let marks = format_pattern(game.rule(), *pattern);
            format!("  {marks}  {}: {words}{more}", group.len())
        }));
        Ok(lines.join("\n"))
    }

    fn figures(&self, advice: &Advice, index: usize) -> String {
        let ranked = &advice.guesses[index];
        let n = advice.remaining.candidates.len();
        let mean = advice.mean_guesses(index);
        let mean = mean.map_or_else(String::new, |mean| format!(", guesses {mean:.3}"));
        format!(
            "  {}: splits {}, largest {}, expected {:.2}, win in two {:.2}%{mean}",
            self.adviser.game.guess_word(ranked.guess),
            ranked.stats.splits,
            ranked.stats.largest,
            expected(&ranked.stats, n),
            win_in_two(&ranked.stats, n) * 100.0,
        )
    }
}
