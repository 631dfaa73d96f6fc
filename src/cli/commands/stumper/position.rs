//! The words played so far, on the command line.

use wordgame_engine::Failure;
use wordgame_engine::stumper::versus::VersusState;
use wordgame_engine::stumper::{GameState, IllegalMove, Versus, WordIndex};

use super::words::Words;

/// Plays the words that an argument lists, separated by commas, in a game for one player.
pub fn solo(words: &Words, argument: &str) -> Result<GameState, Failure> {
    let (first, rest) = split(argument);
    let mut state = words.start(words.find_start(first, "word 1", "")?);
    for (number, text) in (2..).zip(rest) {
        let word = words.find(text, &format!("word {number}"))?;
        let before = state.word();
        let played = state.play(&words.graph, word);
        played.map_err(|illegal| refused(words, number, text, before, illegal))?;
    }
    Ok(state)
}

/// Plays the words that an argument lists, separated by commas, in a two-player game.
pub fn versus(game: &Versus, words: &Words, argument: &str) -> Result<VersusState, Failure> {
    let (first, rest) = split(argument);
    let mut state = game.start(words.find(first, "word 1")?);
    for (number, text) in (2..).zip(rest) {
        let word = words.find(text, &format!("word {number}"))?;
        let before = state.word();
        let played = game.play(&mut state, word);
        played.map_err(|illegal| refused(words, number, text, before, illegal))?;
    }
    Ok(state)
}

/// The first word of a list, and the others.
fn split(argument: &str) -> (&str, impl Iterator<Item = &str>) {
    let mut played = argument.split(',').map(str::trim);
    (played.next().unwrap_or_default(), played)
}

fn refused(
    words: &Words,
    number: usize,
    text: &str,
    before: WordIndex,
    illegal: IllegalMove,
) -> Failure {
    let before = words.graph.word(before);
    Failure::BadInput(format!(
        "word {number}: '{text}' cannot be played after '{before}': {illegal}"
    ))
}
