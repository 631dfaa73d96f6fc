//! The words played so far, on the command line.

use wordgame_engine::stumper::GameState;

use super::words::Words;
use crate::cli::failure::Failure;

/// Plays the words that an argument lists, with commas between them.
pub fn position(words: &Words, argument: &str) -> Result<GameState, Failure> {
    let mut played = argument.split(',').map(str::trim);
    let first = played.next().unwrap_or_default();
    let start = words.find_start(first, "word 1")?;
    let mut position = super::solve::position(&words.graph, start);
    for (number, text) in (2..).zip(played) {
        let place = format!("word {number}");
        let word = words.find(text, &place)?;
        position.play(&words.graph, word).map_err(|illegal| {
            let after = words.graph.word(position.word());
            Failure::BadInput(format!(
                "{place}: '{text}' cannot be played after '{after}': {illegal}"
            ))
        })?;
    }
    Ok(position)
}
