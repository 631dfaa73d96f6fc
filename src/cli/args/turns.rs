//! `--turns`: the number of guesses that a player has.

use clap::Args;
use wordgame_engine::guessing::Game;

use crate::cli::args::number::number;

/// The option that sets the number of guesses of a game.
#[derive(Args, Clone, Copy)]
pub struct TurnsArg {
    /// The number of guesses that a player has: 1 to 60
    #[arg(long = "turns", value_name = "N", default_value_t = 6, value_parser = |text: &str| number::<usize>(text, 1, 60))]
    guesses_per_game: usize,
}

impl TurnsArg {
    /// The same game with this number of guesses.
    pub fn of(self, game: Game) -> Game {
        game.with_turns(self.guesses_per_game)
    }
}
