//! Guesses suggested from turn to turn of a game that is played elsewhere.

use indicatif::HumanCount;
use itertools::Itertools;
use wordgame_engine::compute::{Backend, CandidateIndex};
use wordgame_engine::guessing::advice::{Advice, AdviceError, Adviser};
use wordgame_engine::guessing::partition::{expected, win_in_two};
use wordgame_engine::guessing::rule::{format_pattern, key_to_marks};
use wordgame_engine::guessing::sweep::RankedGuess;
use wordgame_engine::guessing::turn::TurnError;
use wordgame_engine::guessing::{Turn, rule::parse_pattern};
use wordgame_engine::report::{Document, suggest, text};
use wordgame_engine::words::Word;

use crate::cli::failure::Failure;
use crate::cli::lists::nearest;
use crate::cli::number::counted;
use crate::cli::prompt::{Prompt, say};
use crate::cli::tiles;

/// Guesses that are suggested.
const SUGGESTED: usize = 3;

/// Groups that `why` names, and words of each.
const GROUPS: usize = 5;

const HELP: &str = "\
Type what you guessed and its marks, as in: crane -y--g
  list      the candidates that are left
  why WORD  what a guess would do, beside the best
  undo      take the last guess back
  quit      end";

/// Suggests until the player has had enough.
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
    advice: Advice,
}

impl Assistant<'_> {
    /// Does what a line asks for, and says what came of it.
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

    /// Takes a turn, unless something is wrong with it.
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
            Err(AdviceError::NoCandidates(contradiction)) => {
                self.turns.pop();
                return Ok(format!("{contradiction}; this turn is left out"));
            }
            Err(error) => return Err(error.into()),
        }
        let rule = self.adviser.game.rule();
        let row = tiles::row(rule, &turn);
        if turn.pattern == rule.solved() {
            let guesses = counted(self.turns.len(), "guess", "guesses");
            return Ok(format!("{row}\nfound in {guesses}; undo or quit"));
        }
        Ok(format!("{row}\n{}", self.suggestion()))
    }

    /// A turn, or what is wrong with it.
    fn turn(&self, guess: &str, marks: &str) -> Result<Turn, String> {
        let game = &self.adviser.game;
        let guess = self.word(guess)?;
        let pattern = parse_pattern(game.rule(), marks);
        let pattern = pattern.map_err(|source| TurnError::Marks { guess, source }.to_string())?;
        Ok(Turn { guess, pattern })
    }

    /// A word of the list, or what is wrong with it.
    fn word(&self, text: &str) -> Result<Word, String> {
        let word: Word = text.parse().map_err(|error| format!("{error}"))?;
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
        let word = |&candidate: &CandidateIndex| self.adviser.game.candidate_word(candidate);
        self.advice.candidates.iter().map(word).join(" ")
    }

    /// What is left and the best guesses.
    fn suggestion(&self) -> String {
        let mut document = Document::new();
        suggest::add_advice(&mut document, &self.adviser.game, &self.advice, SUGGESTED);
        text::to_string(document).trim_end().to_owned()
    }

    /// What a guess would do, beside the best.
    fn why(&self, text: &str) -> Result<String, Failure> {
        let word = match self.word(text) {
            Ok(word) => word,
            Err(wrong) => return Ok(wrong),
        };
        let game = &self.adviser.game;
        // The rank among all guesses, not among those that are suggested.
        let advice = self
            .adviser
            .advise_exactly(&self.turns, usize::MAX, self.backend)?;
        let of = |ranked: &RankedGuess| game.guess_word(ranked.guess) == word;
        let Some(place) = advice.guesses.iter().position(of) else {
            return Ok(format!(
                "{word} is none of the guesses that may be made here"
            ));
        };
        let ranked = &advice.guesses[place];
        let candidate = if ranked.stats.candidate {
            "a candidate"
        } else {
            "no candidate"
        };
        let mut lines = vec![format!(
            "{word}: {} of {}, {candidate}",
            HumanCount(place as u64 + 1),
            counted(advice.guesses.len(), "guess", "guesses"),
        )];
        lines.push(self.figures(&advice, place));
        if place > 0 {
            lines.push(self.figures(&advice, 0));
        }
        let mut groups = game.groups(ranked.guess, &self.advice.candidates);
        groups.sort_by_key(|(pattern, group)| (std::cmp::Reverse(group.len()), pattern.code()));
        lines.push(format!("largest groups of {word}:"));
        lines.extend(groups.iter().take(GROUPS).map(|(pattern, group)| {
            let words = group
                .iter()
                .take(GROUPS)
                .map(|&place| game.candidate_word(place))
                .join(", ");
            let more = if group.len() > GROUPS { ", …" } else { "" };
            let marks = format_pattern(game.rule(), *pattern);
            format!("  {marks}  {}: {words}{more}", group.len())
        }));
        Ok(lines.join("\n"))
    }

    fn figures(&self, advice: &Advice, place: usize) -> String {
        let ranked = &advice.guesses[place];
        let n = advice.candidates.len();
        let mean = advice.mean_guesses(place);
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
