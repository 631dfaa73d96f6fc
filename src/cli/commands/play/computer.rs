//! The computer hides a word, and the player looks for it.

use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::guessing::Turn;
use wordgame_engine::guessing::advice::Adviser;
use wordgame_engine::guessing::rule::key_to_marks;
use wordgame_engine::report::numbers::counted;
use wordgame_engine::words::Word;

use crate::cli::args::lists::nearest;
use crate::cli::args::seed::random_seed;
use crate::cli::terminal::prompt::{Prompt, say};
use crate::cli::terminal::tiles;

const HELP: &str = "type a guess; hint suggests one, quit shows the word";

/// Hides a word and marks guesses until it is found or no guesses are left.
pub fn play(adviser: &Adviser, backend: &dyn Backend, seed: Option<u64>) -> Result<(), Failure> {
    let (game, rule) = (&adviser.game, adviser.game.rule());
    let seed = match seed {
        Some(seed) => seed,
        None => random_seed()?,
    };
    let solutions = game.lists().solutions();
    let hidden = solutions[(seed % solutions.len() as u64) as usize];
    say(&format!(
        "a word is hidden (--seed {seed}); marks: {}",
        key_to_marks(rule)
    ))?;
    say(HELP)?;
    let mut turns: Vec<Turn> = Vec::new();
    let mut prompt = Prompt::open()?;
    while turns.len() < game.turns() {
        let Some(line) = prompt.read(&format!("guess {}> ", turns.len() + 1))? else {
            break;
        };
        match &*line {
            "" => continue,
            "quit" => break,
            "help" => {
                say(HELP)?;
                continue;
            }
            "hint" => {
                let advice = adviser.advise_exactly(&turns, 1, backend)?;
                let best = game.guess_word(advice.guesses[0].guess);
                let left = counted(advice.remaining.candidates.len(), "candidate", "candidates");
                say(&format!("{best}; {left} left"))?;
                continue;
            }
            _ => {}
        }
        let guess = match guess(adviser, &turns, &line) {
            Ok(guess) => guess,
            Err(wrong) => {
                say(&wrong)?;
                continue;
            }
        };
        let turn = Turn {
            guess,
            pattern: rule.pattern(guess, hidden),
        };
        turns.push(turn);
        say(&board(adviser, &turns))?;
        if guess == hidden {
            return say(&format!(
                "found in {}",
                counted(turns.len(), "guess", "guesses")
            ));
        }
    }
    say(&format!("the word was {hidden}"))
}

/// An allowed guess, or the reason why it is not allowed.
fn guess(adviser: &Adviser, turns: &[Turn], text: &str) -> Result<Word, String> {
    let word = adviser
        .game
        .lists()
        .read_word(text)
        .map_err(|error| error.to_string())?;
    if adviser.game.lists().guess_index(word).is_none() {
        let near = nearest(word, adviser.game.lists());
        return Err(format!("'{word}' is not in the list of guesses{near}"));
    }
    match adviser.violation(turns, word) {
        None => Ok(word),
        Some(violation) => Err(format!(
            "'{word}': hard mode does not allow it: {violation}"
        )),
    }
}

/// The guesses so far, and empty rows for the others.
fn board(adviser: &Adviser, turns: &[Turn]) -> String {
    let filled = turns
        .iter()
        .map(|turn| tiles::row(adviser.game.rule(), turn));
    let game = &adviser.game;
    let empty = (turns.len()..game.turns()).map(|_| tiles::empty_row(game.lists().length()));
    filled.chain(empty).collect::<Vec<String>>().join("\n")
}
