//! A strategy looks for a word.

use wordgame_engine::Failure;
use wordgame_engine::compute::Backend;
use wordgame_engine::guessing::Turn;
use wordgame_engine::guessing::advice::Adviser;
use wordgame_engine::report::numbers::counted;

use crate::cli::args::lists::find_guess;
use crate::cli::terminal::prompt::say;
use crate::cli::terminal::tiles;

/// Shows each guess of the strategy and the number of candidates that it leaves, until the word is found.
pub fn watch(adviser: &Adviser, backend: &dyn Backend, word: &str) -> Result<(), Failure> {
    let (game, rule) = (&adviser.game, adviser.game.rule());
    let word = game.guess_word(find_guess(game.lists(), word, "--watch")?);
    let mut turns = Vec::new();
    let mut is_noted = false;
    loop {
        let advice = adviser.advise(&turns, backend)?;
        let guess = game.guess_word(advice.guesses[0].guess);
        let turn = Turn {
            guess,
            pattern: rule.pattern(guess, word),
        };
        turns.push(turn);
        let (_, remaining) = adviser.remaining(&turns)?;
        let row = tiles::row(rule, &turn);
        if turn.pattern == game.solved() {
            say(&row)?;
            return say(&format!(
                "found in {}",
                counted(turns.len(), "guess", "guesses")
            ));
        }
        say(&format!(
            "{row}  {} left",
            counted(remaining.candidates.len(), "candidate", "candidates")
        ))?;
        if let Some(note) = remaining.note().filter(|_| !is_noted) {
            say(&note)?;
            is_noted = true;
        }
    }
}
