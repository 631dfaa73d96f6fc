//! A strategy looks for a word.

use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::guessing::Turn;
use wordgame_engine::guessing::advice::Adviser;
use wordgame_engine::report::numbers::{counted, grouped};
use wordgame_engine::words::Word;

use crate::cli::args::lists::nearest_candidate;
use crate::cli::terminal::prompt::say;
use crate::cli::terminal::tiles;

/// Shows each guess of the strategy and the number of candidates that it leaves, until the word is found.
pub fn watch(adviser: &Adviser, backend: &dyn Backend, word: Word) -> Result<(), Failure> {
    let (game, rule) = (&adviser.game, adviser.game.rule());
    let candidates = game.lists().candidates();
    if candidates.position(word).is_none() {
        return Err(Failure::BadInput(format!(
            "--watch: '{word}' is not among the {} solutions{}; --candidates guesses allows every guess as a solution",
            grouped(candidates.len()),
            nearest_candidate(word, game.lists()),
        )));
    }
    let mut turns = Vec::new();
    loop {
        let advice = adviser.advise(&turns, backend)?;
        let guess = game.guess_word(advice.guesses[0].guess);
        let turn = Turn {
            guess,
            pattern: rule.pattern(guess, word),
        };
        turns.push(turn);
        let left = adviser.candidates(&turns)?.len();
        let row = tiles::row(rule, &turn);
        if turn.pattern == rule.solved() {
            say(&row)?;
            return say(&format!(
                "found in {}",
                counted(turns.len(), "guess", "guesses")
            ));
        }
        say(&format!(
            "{row}  {} left",
            counted(left, "candidate", "candidates")
        ))?;
    }
}
